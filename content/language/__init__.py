"""What reads words: normalising, spelling, one model, warning signs, names and lists. No Django."""
