"""What every game shares."""
