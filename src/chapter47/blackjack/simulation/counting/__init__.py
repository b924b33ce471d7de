"""Card counting."""
