"""The commands: thin readers and printers of what the library answers."""
