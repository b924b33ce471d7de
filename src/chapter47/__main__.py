"""`python -m chapter47`."""

from chapter47.cli import main

main()
