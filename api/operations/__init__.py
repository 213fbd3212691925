"""What the operator sees: usage, metrics, health."""
