"""What pages may cost: frames against the protocol, floods, silence, and many from one place."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from net.store.ledger import Ban
from tests.net.house_harness import PATIENCE
from tests.net.visitors import until
from tests.web.web_harness import PageHouse, handshake, page_house


async def raw_page(house: PageHouse, kernel: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket by hand; `kernel` is how many bytes the client's kernel holds, instead of megabytes."""
    client = socket.socket()
    if kernel:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, kernel)
    client.setblocking(False)
    await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", house.door.port))
    reader, writer = await asyncio.open_connection(sock=client)
    writer.write(handshake(house))
    async with asyncio.timeout(PATIENCE):
        await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Wait until the door has closed, politely or not."""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(PATIENCE):
            await reader.read()
    writer.close()


BAD_FRAMES = {
    "a terabyte": b"\x82\xff" + (10**12).to_bytes(8) + b"\0\0\0\0",
    "unmasked": b"\x82\x01x",
    "too long": Frame(Opcode.BINARY, b"x" * 5000).serialize(mask=True),
    "reserved bits": b"\xf2\x80\0\0\0\0",
    "unknown opcode": b"\x83\x80\0\0\0\0",
    "a long ping": b"\x89\xfe\x00\xff\0\0\0\0" + b"x" * 255,
    "not utf-8 in close": b"\x88\x84\0\0\0\0\x03\xe8\xff\xfe",
}


@pytest.mark.parametrize("data", BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
async def test_F99_a_frame_against_the_protocol_ends_that_page(tmp_path: Path, data: bytes) -> None:
    async with page_house(tmp_path) as house:
        reader, writer = await raw_page(house)
        writer.write(data)
        await ends(reader, writer)
        await until(lambda: not house.served.opened.server.entrance.stays)
        assert "failed" not in house.served.opened.log


async def test_F99_fragments_without_end_are_cut_off_by_their_size(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        reader, writer = await raw_page(house)
        writer.write(Frame(Opcode.BINARY, b"x" * 1000, fin=False).serialize(mask=True))
        for _ in range(8):
            writer.write(Frame(Opcode.CONT, b"x" * 1000, fin=False).serialize(mask=True))
        await ends(reader, writer)


async def test_nothing_is_compressed(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page(compression="deflate") as page:
        assert page.socket.response is not None
        assert "Sec-WebSocket-Extensions" not in page.socket.response.headers


async def test_F100_a_flood_of_pings_is_answered_no_faster_than_packets_may_come(tmp_path: Path) -> None:
    """What counts is what is answered: the kernel swallows a flood long before anybody reads it."""
    limits = {"packets_per_second": 50.0, "packets_burst": 100}
    async with page_house(tmp_path, limits=limits) as house:
        reader, writer = await raw_page(house)
        loop = asyncio.get_running_loop()
        began = loop.time()
        writer.write(Frame(Opcode.PING, b"").serialize(mask=True) * 1000)
        pongs = 0
        while pongs < 400:
            async with asyncio.timeout(PATIENCE):
                pongs += (await reader.read(4096)).count(b"\x8a\x00")
        assert loop.time() - began > 2.0
        writer.close()


async def test_F100_a_client_that_does_not_read_loses_frames_and_is_cut(tmp_path: Path) -> None:
    async with page_house(tmp_path, patience={"stalled": 0.4}) as house:
        _reader, writer = await raw_page(house, kernel=4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a real transport
        sizes = ["240x80", "239x79"]
        count = 0
        async with asyncio.timeout(PATIENCE):
            while house.cut.get("stalled") is None and not writer.transport.is_closing():
                width, height = sizes[count % 2].split("x")
                count += 1
                text = f'{{"type":"size","width":{width},"height":{height}}}'.encode()
                writer.write(Frame(Opcode.TEXT, text).serialize(mask=True))
                await asyncio.sleep(0.06)
        assert house.cut["stalled"] == 1
        writer.close()
        await until(lambda: not house.served.opened.server.entrance.stays)


async def test_F100_half_a_request_and_a_silent_connection_are_closed(tmp_path: Path) -> None:
    async with page_house(tmp_path, patience={"login": 0.4}) as house:
        assert await house.exchange(b"GET / HTT") == b""
        assert await house.exchange(b"") == b""
        assert house.cut["unused"] == 2


async def test_F100_a_page_that_answers_no_ping_is_dropped(tmp_path: Path) -> None:
    async with page_house(tmp_path, patience={"keepalive": 0.1, "keepalives_missed": 2}) as house:
        reader, writer = await raw_page(house)
        async with asyncio.timeout(PATIENCE):
            while await reader.read(4096):
                pass
        assert house.cut["silent"] == 1
        writer.close()


async def test_a_page_where_nothing_is_typed_is_shown_out(tmp_path: Path) -> None:
    async with page_house(tmp_path, patience={"idle": 0.5}) as house, house.page() as page:
        bye = await page.is_told("bye")
        assert bye["reason"] == "idle"
        assert not bye.get("again")


async def test_F101_pages_and_sessions_are_counted_apart(tmp_path: Path) -> None:
    limits = {"arrivals_per_second_per_source": 0.01, "arrivals_burst_per_source": 1, "crowd": 1}
    async with page_house(tmp_path, limits=limits) as house:
        for _ in range(20):
            assert (await house.get("/")).status == 200
        async with house.page() as page:
            await page.sees("call you")
            with pytest.raises(InvalidStatus) as refused:
                async with house.page():
                    pass
            assert refused.value.response.status_code == 429
        assert house.refused["rate"] == 1


async def test_F101_too_many_pages_from_one_source_are_turned_away_and_others_are_not(tmp_path: Path) -> None:
    web = {"requests_per_second_per_source": 0.01, "requests_burst_per_source": 3}
    async with page_house(tmp_path, web=web, limits={"crowd": 1000}) as house:
        answers = [await house.exchange(b"GET / HTTP/1.0\r\n\r\n") for _ in range(5)]
        assert [bool(answer) for answer in answers] == [True, True, True, False, False]
        assert (await house.get("/", host="127.0.0.2")).status == 200


async def test_a_full_house_says_so_in_the_page(tmp_path: Path) -> None:
    async with page_house(tmp_path, limits={"sessions": 1}) as house, house.page() as page:
        await page.sees("call you")
        async with house.page() as other:
            bye = await other.is_told("bye")
            assert "full" in bye["text"]
            assert not bye.get("again")


PROXY = {"proxies": ["127.0.0.1"], "origins": ["https://play.example.org"]}


async def test_a_trusted_proxy_names_whose_request_it_is(tmp_path: Path) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "https"}
    async with page_house(tmp_path, web=PROXY) as house:
        async with house.page(origin="https://play.example.org", additional_headers=headers) as page:
            await page.sees("call you")
            stay = next(iter(house.served.opened.server.entrance.stays))
            assert stay.address == "198.51.100.7"
            assert page.cookie.startswith("__Host-tablee=")
            assert "; Secure" in page.cookie
        answer = await house.get("/", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Proto: https")
        assert answer.headers["strict-transport-security"]


@pytest.mark.parametrize("header", ["", "X-Forwarded-For: nobody", "X-Forwarded-For: "])
async def test_F101_a_proxy_that_names_nobody_gets_nothing(tmp_path: Path, header: str) -> None:
    async with page_house(tmp_path, web=PROXY) as house:
        assert (await house.get("/", *([header] if header else []))).status == 400


async def test_F101_anybody_elses_forwarded_header_means_nothing(tmp_path: Path) -> None:
    headers = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
    async with page_house(tmp_path) as house, house.page(additional_headers=headers) as page:
        await page.sees("call you")
        assert next(iter(house.served.opened.server.entrance.stays)).address == "127.0.0.1"
        assert "Secure" not in page.cookie


async def test_F101_requests_behind_a_proxy_are_counted_by_whose_they_are(tmp_path: Path) -> None:
    web = {**PROXY, "requests_per_second_per_source": 0.01, "requests_burst_per_source": 2}
    async with page_house(tmp_path, web=web, limits={"crowd": 1000}) as house:
        ours = [(await house.get("/", "X-Forwarded-For: 198.51.100.7")).status for _ in range(4)]
        assert ours == [200, 200, 429, 429]
        assert (await house.get("/", "X-Forwarded-For: 203.0.113.9")).status == 200


async def test_a_banned_address_gets_no_page(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.sees("call you")
        house.served.opened.server.bans.add(Ban(subject="127.0.0.1", until=None, why="", by="test", since=0.0))
        assert (await house.get("/")).status == 503
        assert house.served.opened.server.entrance.show_out_banned() == 1
        assert (await page.is_told("bye"))["reason"] == "refused"
