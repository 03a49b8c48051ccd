"""A page's session without a browser: who may begin one, what it brings, and what it may do."""

import asyncio
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from net.codes import read_resume, resume_code
from net.messages import Leave, Sit, Update
from net.store.ledger import Ban
from tests.net.house_harness import PATIENCE, TRIO
from tests.net.ssh_windows import Glass
from tests.net.visitors import until
from tests.web.web_harness import Page, PageHouse, page_house
from tui.draw.qr import rows_of

HANDSHAKE = (
    "GET /ws?size=80x24 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


def handshake(house: PageHouse, *headers: str, origin: str | None = "") -> bytes:
    given = [*headers, *([] if origin is None else [f"Origin: {origin or house.url}"])]
    more = "".join(f"{header}\r\n" for header in given)
    return HANDSHAKE.format(host=f"127.0.0.1:{house.door.port}", more=more).encode()


async def open_table(page: Page) -> None:
    """Open a table of the first game by buttons."""
    await page.press("n")
    await page.sees("Geschenkt")
    await page.press("1")
    await page.sees("Enter")
    await page.press("enter")
    await page.sees("WAITING")


async def test_somebody_comes_in_takes_a_name_and_opens_a_table(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.name("Ada")
        await open_table(page)
        assert "Ada" in {member.name for member in house.served.house.members}


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://localhost.evil"])
async def test_F97_only_a_page_of_this_house_begins_a_session(tmp_path: Path, origin: str | None) -> None:
    async with page_house(tmp_path, patience={"login": 0.5}) as house:
        answer = await house.exchange(handshake(house, origin=origin))
        assert answer.startswith(b"HTTP/1.1 403")
        assert not house.served.house.members


async def test_F97_a_host_that_points_here_by_trickery_is_no_origin(tmp_path: Path) -> None:
    """DNS rebinding: Host and Origin agree, and neither is a name of this house."""
    async with page_house(tmp_path, patience={"login": 0.5}) as house:
        head = handshake(house, origin="http://evil.example").replace(b"Host: 127.0.0.1", b"Host: evil.example")
        assert (await house.exchange(head)).startswith(b"HTTP/1.1 403")


async def test_F97_origins_that_are_set_are_the_only_ones(tmp_path: Path) -> None:
    web = {"origins": ["https://play.example.org"]}
    async with page_house(tmp_path, web=web) as house:
        with pytest.raises(InvalidStatus):
            async with house.page():
                pass
        async with house.page(origin="https://play.example.org") as page:
            await page.sees("call you")
        assert house.served.reception.page == "https://play.example.org"


async def test_the_cookie_keeps_a_guest_and_no_script_reads_it(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        async with house.page() as page:
            await page.name("Ada")
            cookie = page.cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert "Secure" not in cookie
        assert read_resume(cookie.partition("=")[2].partition(";")[0])
        async with house.page(additional_headers={"Cookie": cookie.partition(";")[0]}) as page:
            await page.sees("LOBBY")
            assert "call you" not in page.glass.text
            assert page.cookie.partition(";")[0] == cookie.partition(";")[0]


async def test_F88_a_cookie_that_nobody_has_makes_a_new_guest_and_counts_as_a_guess(tmp_path: Path) -> None:
    async with page_house(tmp_path, crowd=1, guesses_burst=2) as house:
        async with house.page() as page:
            await page.name("Ada")
            cookie = page.cookie.partition(";")[0]
        for _ in range(2):
            code = resume_code()
            async with house.page(additional_headers={"Cookie": f"tablee={code}"}) as page:
                await page.sees("call you")
                assert code not in page.cookie
        # Whoever has guessed so often finds nobody, not even with the right code, which stays in their browser.
        async with house.page(additional_headers={"Cookie": cookie}) as page:
            assert "wait a while" in (await page.is_told("bye"))["text"]
            assert page.cookie == ""


@pytest.mark.parametrize(
    "cookie", ["tablee=", "tablee=x" * 500, "=;;,tablee", 'tablee="\\0"', "tablee=kiwi; tablee=kiwi"]
)
async def test_a_broken_cookie_is_none(tmp_path: Path, cookie: str) -> None:
    async with page_house(tmp_path) as house, house.page(additional_headers={"Cookie": cookie}) as page:
        await page.sees("call you")


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '{"type":"size"}', '{"type":"size","width":1e999,"height":1}', '{"type":"nothing"}',
        '{"type":"press","key":"' + "x" * 200 + '"}', "[" * 4000, '{"x":' + "[" * 4000,
        '{"type":"size","width":-1,"height":2}',
        '{"type":"press","key":"\\ud800"}',
    ],
)  # fmt: skip
async def test_F98_a_text_that_is_no_message_ends_that_page_alone(tmp_path: Path, text: str) -> None:
    async with page_house(tmp_path) as house, house.page() as other:
        await other.name("Bob")
        async with house.page() as page:
            await page.sees("call you")
            await page.socket.send(text)
            with pytest.raises(ConnectionClosed):
                await page.is_told("nothing")
            assert page.socket.close_code == 1007
        await other.type("t")
        await other.sees("SAY")
        assert "failed" not in house.served.opened.log


async def test_F104_a_button_that_is_not_there_does_nothing(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.name("Ada")
        for key in ("row 99", "row x", "ctrl+c", "q2", "0"):
            await page.press(key)
        await page.press("n")
        await page.sees("Which game?")


def caps(page: Page) -> dict[str, str]:
    """What stands on the buttons that the page has now, by what they do."""
    offers = next(told for told in reversed(page.told) if told["type"] == "offers")
    return {button["key"]: button["cap"] for button in offers["buttons"]}


async def test_a_button_shows_the_own_key_and_does_what_its_words_say(tmp_path: Path) -> None:
    """Whoever has set `j` to talk and `?` to the log reads so on the buttons, and no button does another's work."""
    async with page_house(tmp_path) as house, house.page() as page:
        await page.name("Ada")
        await page.type("\x1bOQ")
        await page.sees("h k l t u w q ?")
        for _ in range(5):
            await page.type("\x1b[B")
        await page.type("\r")
        await page.sees("Games keep their own letters")
        for row, key in (("row 3", "j"), ("row 2", "?")):
            await page.press(row)
            await page.sees("Press the key for it")
            await page.type(key)
            await page.sees("Games keep their own letters")
        await page.type("\x1b")
        await page.sees("h k ? j u w q l")
        await page.type("\x1b")
        while "n" not in caps(page):
            await page.hear()
        await open_table(page)
        while caps(page).get("t") != "j":
            await page.hear()
        assert (caps(page)["l"], caps(page)["question_mark"]) == ("?", "l")
        await page.press("question_mark")
        await page.sees("33 cards")
        await page.press("escape")
        await page.sees("WAITING")
        await page.press("t")
        await page.sees("SAY")
        await page.type("\x1b")
        await page.sees("WAITING")
        await page.type("j")
        await page.sees("SAY")


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


async def test_F103_a_closing_house_lets_pages_come_back_by_themselves(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.name("Ada")
        await house.served.opened.server.close()
        bye = await page.is_told("bye")
        assert bye["again"]
        assert bye["reason"] == "closing"


async def test_a_second_tab_stays_beside_the_first(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as first:
        await first.name("Ada")
        async with house.page(additional_headers={"Cookie": first.cookie.partition(";")[0]}) as second:
            await second.sees("LOBBY")
            await until(lambda: len(house.served.house.members) == 2)


async def test_F102_one_tab_too_many_ends_the_first_which_is_told_for_good(tmp_path: Path) -> None:
    async with page_house(tmp_path, sessions_each=1) as house, house.page() as first:
        await first.name("Ada")
        async with house.page(additional_headers={"Cookie": first.cookie.partition(";")[0]}) as second:
            await second.sees("LOBBY")
            bye = await first.is_told("bye")
            assert bye["reason"] == "elsewhere"
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


async def test_a_private_house_asks_for_its_word(tmp_path: Path) -> None:
    async with page_house(tmp_path, settings={"word": "sesame"}) as house:
        async with house.page() as page:
            assert (await page.is_told("ask"))["type"] == "ask"
            await page.say({"type": "word", "word": "open"})
            assert (await page.is_told("bye"))["reason"] == "refused"
        async with house.page() as page:
            await page.is_told("ask")
            await page.type("Ada\r")
            assert not house.served.house.members
            await page.say({"type": "word", "word": "sesame"})
            await page.sees("call you")


async def test_a_house_for_listed_keys_has_no_room_for_pages(tmp_path: Path) -> None:
    async with page_house(tmp_path, settings={"allow": ["SHA256:" + "a" * 43]}) as house, house.page() as page:
        assert "private" in (await page.is_told("bye"))["text"]
        assert not house.served.house.members


async def test_whoever_watches_needs_no_name(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        code = await house.served.open_table(TRIO, "Host")
        async with house.page(f"/ws?asked=watch-{code}") as page:
            await page.sees("Host")
            assert "call you" not in page.glass.text
            async with house.served.caller("Host") as host:
                update = await host.ask(Sit(code=code), Update)
                assert [line.name for line in update.watching] == ["guest"]
                host.tell(Leave())


async def test_plain_lines_over_a_page(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page("/lines") as page:
        heard = b""
        while b"call you" not in heard:
            message: Any = await page.hear()
            heard += message if isinstance(message, bytes) else b""
        await page.type("Ada\n")
        while b"new GAME" not in heard:
            message = await page.hear()
            heard += message if isinstance(message, bytes) else b""


async def test_over_tls_the_cookie_is_secure_and_the_browser_is_told_to_stay_there(tmp_path: Path) -> None:
    certificate, key = self_signed(tmp_path)
    trust = ssl.create_default_context(cafile=certificate)
    async with page_house(tmp_path / "house", web={"certificate": certificate, "key": key}) as house:
        assert house.served.reception.page == f"https://127.0.0.1:{house.door.port}"
        uri = f"wss://127.0.0.1:{house.door.port}/ws"
        origin: Any = house.served.reception.page
        async with connect(uri, origin=origin, ssl=trust, proxy=None) as socket:
            page = Page(socket)
            await page.sees("call you")
            assert page.cookie.startswith("__Host-tablee=")
            assert "; Secure" in page.cookie


def self_signed(folder: Path) -> tuple[str, str]:
    """Make a certificate for loopback, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files[1].write_bytes(key.private_bytes(*plain))
    return str(files[0]), str(files[1])


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 33)])
async def test_a_table_shows_its_link_and_a_code_of_it_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with page_house(tmp_path) as house:
        code = await house.served.open_table(TRIO, "Host")
        async with house.page(f"/ws?asked={code}&size={size[0]}x{size[1]}") as page:
            page.glass = Glass(*size)
            await page.name("Ada")
            await page.sees(f"{house.url}/t/{code}")
            await page.press("i")
            await page.sees("Others sit down here")
            text = page.glass.text
            assert f"{house.url}/t/{code}" in text
            assert all(row.strip() in text for row in rows_of(f"{house.url}/t/{code}"))
            while not (link := (await page.is_told("offers"))["link"]):
                pass
            assert link == f"{house.url}/t/{code}"
