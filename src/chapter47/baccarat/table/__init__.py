"""A baccarat table in play: its people, its shoe, outstanding fees, its log and views."""
