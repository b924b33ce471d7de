"""Everything that all games share."""
