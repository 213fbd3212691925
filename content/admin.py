"""The admin: placeholder registrations, replaced by the editors' desk."""
