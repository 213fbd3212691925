"""The immutable catalogue snapshot that answers are made from, and the code that refreshes it."""
