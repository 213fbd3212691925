"""The immutable snapshot that answers are made from, and what keeps it fresh."""
