"""What a table carries over from round to round, and the table in play: shoe, round and log together."""
