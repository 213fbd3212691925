"""How the model that reads words is made: `make model`. See `training/README.md`."""
