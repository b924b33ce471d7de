"""The server's HTTP and WebSocket API."""
