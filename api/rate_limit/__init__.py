"""Quotas for each caller, under a salt that lives an hour."""
