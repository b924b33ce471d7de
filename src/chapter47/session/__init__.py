"""What any front end needs to play a table."""
