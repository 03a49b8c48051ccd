"""The browser's door: pages over HTTP, and then the same screens and lines as over SSH on a WebSocket."""
