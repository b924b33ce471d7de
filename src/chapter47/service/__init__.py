"""The server: tables whose chips survive crashes and disputes. Needs the extra `chapter47[server]`."""
