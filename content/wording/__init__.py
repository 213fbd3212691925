"""What clinical text may not say."""
