"""The items of a list of symptoms as people and programs write lists, less what is not hers. `items.py` is where to begin."""
