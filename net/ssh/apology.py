"""What somebody is told whom the SSH door turns away, before any key is exchanged."""

from asyncssh import DISC_TOO_MANY_CONNECTIONS

VERSION = "Tablee"
DISCONNECT = 1


def apology(sentence: str) -> bytes:
    """Make the bytes that let an SSH client show a sentence and end."""
    text = sentence.encode()
    parts = (bytes([DISCONNECT]), DISC_TOO_MANY_CONNECTIONS.to_bytes(4), len(text).to_bytes(4), text, bytes(4))
    payload = b"".join(parts)
    padding = 4 + -(5 + len(payload) + 4) % 8
    packet = (1 + len(payload) + padding).to_bytes(4) + bytes([padding]) + payload + bytes(padding)
    return f"SSH-2.0-{VERSION}\r\n".encode() + packet
