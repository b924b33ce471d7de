"""A baccarat table in play: its people, its shoe, what is owed, its log and views."""
