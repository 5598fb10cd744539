"""The command line: `backroom …`, and play in the terminal."""

from backroom.cli.app import app, main

__all__ = ["app", "main"]
