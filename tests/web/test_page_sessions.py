"""A page's session without a browser: who may begin one, what it brings, and what it may do."""

import ssl
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

from net.codes import read_resume, resume_code
from net.messages import Leave, Sit, Update
from tests.net.house_harness import TRIO
from tests.net.ssh_windows import Glass
from tests.net.visitors import until
from tests.web.web_harness import Page, handshake, page_house
from tui.draw.qr import rows_of


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
