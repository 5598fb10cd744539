"""One folder is one game. The registry finds every folder here that offers `GAME`."""
