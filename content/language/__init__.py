"""What reads words: the screen for warning signs, the matcher of names, lists of symptoms."""
