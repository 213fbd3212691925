"""The desk: what editors and reviewers see beyond Django's own admin. It reads records and calls `content.signing`; it holds no rule of its own."""
