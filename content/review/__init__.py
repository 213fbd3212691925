"""Who vouches for a record: sign-offs, standing, history and the release gate."""
