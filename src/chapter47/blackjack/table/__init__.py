"""What a table carries from round to round, and the table in play: shoe, round and log together."""
