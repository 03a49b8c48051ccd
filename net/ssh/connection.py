"""An SSH connection that limits what asyncssh does not, and everything private of asyncssh that this takes.

A connection is read no faster than its buckets fill, says when its client stops reading, and counts login tries and key
exchanges. Who somebody is, only a signature proves.
"""

import asyncio
import base64
import hashlib
import logging
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT, MSG_USERAUTH_REQUEST
from asyncssh.packet import SSHPacket

from net.bucket import Bucket
from net.door.admission import Visit
from net.door.caller import ENVIRONMENT
from net.door.settings import Limits

HIGH_WATER = 64 * 1024
LOW_WATER = 16 * 1024
KERNEL_BUFFER = 128 * 1024
WINDOW = 64 * 1024
LARGEST_PACKET = 16 * 1024
# A client could ask for every byte of a screen in a packet of its own.
SMALLEST_PACKET = 512
LONGEST_VALUE = 80
KEY_EXCHANGES_BURST = 3

# Modern, and cheap enough that a login takes two milliseconds.
KEY_EXCHANGES = ("curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256", "ecdh-sha2-nistp256")
CIPHERS = (
    "chacha20-poly1305@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-ctr",
    "aes256-ctr",
)
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256")
SIGNATURES = (
    *("ssh-ed25519", "sk-ssh-ed25519@openssh.com", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"),
    *("sk-ecdsa-sha2-nistp256@openssh.com", "rsa-sha2-256", "rsa-sha2-512"),
)


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A session's channel that keeps little of what a client says about itself."""

    def process_open(self, send_chan: int, send_window: int, send_pktsize: int, session: Any) -> None:
        if send_pktsize < SMALLEST_PACKET:
            self._loop.call_soon(self._cleanup)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, "The packets would be too small")
        super().process_open(send_chan, send_window, send_pktsize, session)

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name.decode("ascii", "replace") not in ENVIRONMENT or len(value) > LONGEST_VALUE:
            return False
        self._env[name] = value
        return True

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> bool:  # type: ignore[override]
        return False


class Connection(asyncssh.SSHServerConnection):
    """One client's connection."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: asyncssh.SSHServerConnectionOptions,
        limits: Limits,
        visit: Visit,
        on_error: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(loop, options)
        now = time.monotonic()
        self.visit = visit
        self.fingerprint = ""
        self.on_flow: Callable[[], None] = lambda: None
        self.is_enough: Callable[[str], bool] = lambda _key: True
        self._on_error = on_error
        self._packets = Bucket(limits.packets_per_second, limits.packets_burst, now)
        self._bytes = Bucket(limits.bytes_per_second, limits.bytes_burst, now)
        self._key_exchanges = Bucket(limits.key_exchanges_per_minute / 60, KEY_EXCHANGES_BURST, now)
        self._tries_left = limits.login_tries
        self._is_held = False
        self._is_full = False
        self._left_unsent = 0
        self._progress_at = now

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        try:
            transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
            super().connection_made(transport)
        except Exception as error:  # asyncio only reports it: nobody else would hang up and let the visitor go
            transport.abort()
            self.visit.leave()
            self._on_error(error)

    def create_server_channel(
        self, encoding: str | None = "", errors: str = "", window: int = 0, max_pktsize: int = 0
    ) -> Channel:
        return Channel(self, self._loop, self._allow_pty, False, False, 0, 0, None, "strict", WINDOW, LARGEST_PACKET)

    async def reload_config(self) -> None:
        """Keep the options: they are the same for everybody, and data would pile up while they are read again."""

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        valid = await super().validate_public_key(username, key_data, msg, signature)
        # Without a message to sign, the client only asked whether the key would do.
        if valid and msg:
            self.fingerprint = self.fingerprint or fingerprint(key_data)
            return self.is_enough(fingerprint(key_data))
        return valid

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        if pkttype == MSG_USERAUTH_REQUEST and not self._auth_complete:
            self._tries_left -= 1
            if self._tries_left < 0:
                raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many login tries")
        if pkttype == MSG_KEXINIT and not self._key_exchanges.take(time.monotonic()):
            raise asyncssh.DisconnectError(asyncssh.DISC_KEY_EXCHANGE_FAILED, "Too many key exchanges")
        return super().process_packet(pkttype, pktid, packet)

    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        # asyncssh sends an empty one before each, which costs as much and helps ciphers that CIPHERS has none of.
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, handler=handler)

    def internal_error(self, exc_info: Any = None, error_logger: Any = None) -> None:
        super().internal_error(exc_info, error_logger)
        self._on_error(exc_info[1] if exc_info else None)

    def _recv_pkthdr(self) -> bool:
        now = time.monotonic()
        wait = max(self._packets.wait(now), self._bytes.wait(now))
        if wait:
            self._hold(wait)
            return False
        if not super()._recv_pkthdr():
            return False
        self._packets.spend(now)
        self._bytes.spend(now, self._pktlen)
        return True

    def _hold(self, seconds: float) -> None:
        if not self._is_held and self._transport is not None:
            self._is_held = True
            self._transport.pause_reading()
            self._loop.call_later(seconds, self._release)

    def _release(self) -> None:
        self._is_held = False
        if self._transport is not None:
            self._transport.resume_reading()
            # Not here: a timer is on nobody's tab.
            self._loop.call_soon(self._recv_data)

    def pause_writing(self) -> None:
        self._is_full = True
        self._left_unsent = self.unsent
        self._progress_at = time.monotonic()
        self.on_flow()

    def resume_writing(self) -> None:
        self._is_full = False
        self.on_flow()

    def _send_deferred_packets(self) -> None:
        super()._send_deferred_packets()
        self.on_flow()

    @property
    def unsent(self) -> int:
        """How many bytes wait for the client: to be read, or for a key exchange that it delays."""
        in_buffer = self._transport.get_write_buffer_size() if self._transport is not None else 0
        return in_buffer + sum(len(part) for _, parts in self._deferred_packets for part in parts)

    @property
    def clogged(self) -> bool:
        """Whether nothing more should be sent now."""
        return self._is_full or (bool(self._deferred_packets) and self.unsent > HIGH_WATER)

    def is_stuck(self, now: float, patience: float) -> bool:
        """Whether a clogged connection has not got rid of anything for so long; to be asked every now and then."""
        unsent = self.unsent
        if not self.clogged or unsent < self._left_unsent:
            self._progress_at = now
        self._left_unsent = unsent
        return now - self._progress_at > patience


def fingerprint(key_data: bytes) -> str:
    """Return a public key's fingerprint as ssh writes it."""
    digest = base64.b64encode(hashlib.sha256(key_data).digest()).decode().rstrip("=")
    return f"SHA256:{digest}"


def silence_asyncssh() -> None:
    """Let asyncssh log nothing: its lines carry what strangers typed, and what matters is logged here."""
    asyncssh.set_log_level(logging.CRITICAL)
