"""The commands: they parse arguments and print the library's answers."""
