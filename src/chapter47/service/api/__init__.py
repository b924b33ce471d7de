"""The pit over HTTP and WebSocket."""
