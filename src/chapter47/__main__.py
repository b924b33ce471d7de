"""`python -m chapter47`."""

from chapter47.cli.app import main

if __name__ == "__main__":
    main()
