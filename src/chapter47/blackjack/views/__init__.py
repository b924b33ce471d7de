"""What each onlooker may see: plain values that a terminal, a server and a web page read."""
