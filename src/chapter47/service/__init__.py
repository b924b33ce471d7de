"""The pit: tables that keep every chip through crashes and disputes; it needs the extra `chapter47[server]`."""
