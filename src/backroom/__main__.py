"""`python -m backroom` is `backroom`."""

from backroom.cli import main

if __name__ == "__main__":
    main()
