"""The migrations of the database, one revision after another."""
