"""A quota for each caller; addresses are hashed with a salt that is destroyed after an hour."""
