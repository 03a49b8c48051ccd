"""What the browser's door answers over HTTP: its files, their headers, and nothing else."""

import asyncio
import gzip
import re
from importlib import resources
from pathlib import Path

import pytest

from net.web.files import POLICY
from tests.net.house_harness import PATIENCE
from tests.web.web_harness import page_house, read_answer
from tui.language import LANGUAGES
from tui.web.pages import SENTENCES, TEMPLATE, all_files, find_file

PAGES = ("/", "/t/kiwi-42", "/w/kiwi-42", "/plain", "/plain/t/kiwi-42")
FILES = (
    "/table.js",
    "/painter.js",
    "/line.js",
    "/luck.js",
    "/plain.js",
    "/style.css",
    "/icon.svg",
    "/icon-192.png",
    "/icon-512.png",
    "/app.webmanifest",
    "/worker.js",
)
MOST_TRANSFERRED = 40_000


@pytest.mark.parametrize("path", [*PAGES, *FILES, "/offline", "/nothing"])
async def test_every_answer_is_safe(tmp_path: Path, path: str) -> None:
    async with page_house(tmp_path) as house:
        answer = await house.get(path)
        assert answer.status == (404 if path == "/nothing" else 200)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in answer.headers
        assert answer.headers.get("strict-transport-security") is None


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert "unsafe" not in POLICY
    assert "frame-ancestors 'none'" in POLICY
    assert {part.split()[1] for part in POLICY.split("; ")} == {"'none'", "'self'"}


@pytest.mark.parametrize("path", [*PAGES, "/offline"])
def test_a_page_promises_no_seat_to_whoever_may_only_watch(path: str) -> None:
    found = find_file(path, "en")
    assert found is not None
    text = found.body.decode()
    assert "Seats are kept" in text
    assert "Your seat" not in text


@pytest.mark.parametrize("name", [*PAGES, *FILES, "/offline"])
def test_no_page_has_a_script_or_a_style_within_it_or_from_elsewhere(name: str) -> None:
    found = find_file(name, "en")
    assert found is not None
    text = found.body.decode(errors="replace")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    if text.startswith("<!doctype"):
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bon\w+=|\bstyle=", text)


async def test_what_a_first_visit_transfers_is_small(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        total = 0
        for path in (
            "/",
            "/style.css",
            "/table.js",
            "/painter.js",
            "/line.js",
            "/luck.js",
            "/icon.svg",
            "/app.webmanifest",
            "/worker.js",
        ):
            answer = await house.get(path, "Accept-Encoding: gzip, br")
            assert answer.headers["content-encoding"] == "gzip"
            assert gzip.decompress(answer.body)
            total += len(answer.body) + sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
        assert total < MOST_TRANSFERRED


async def test_a_file_is_sent_again_only_when_it_has_changed(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        first = await house.get("/table.js")
        again = await house.get("/table.js", f"If-None-Match: {first.headers['etag']}")
        assert (again.status, again.body) == (304, b"")
        assert (await house.get("/table.js", 'If-None-Match: "other"')).status == 200


async def test_a_connection_is_used_for_one_file_after_the_other(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.door.port)
        for path in ("/", "/style.css", "/table.js"):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(read_answer(head).headers["content-length"]))
        assert len(house.door.connections) == 1
        writer.close()


async def test_head_and_other_methods(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        head = await house.get("/", method="HEAD")
        assert (head.status, head.body) == (200, b"")
        assert int(head.headers["content-length"]) > 0
        assert (await house.get("/", method="DELETE")).status == 405


async def test_the_page_is_in_the_readers_language(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        assert b'lang="fr"' in (await house.get("/plain", "Accept-Language: fr-CA,fr;q=0.9")).body
        assert b'lang="en"' in (await house.get("/plain", "Accept-Language: xx")).body


@pytest.mark.parametrize(
    "path", ["/../settings.toml", "/%2e%2e/pages.py", "/static/table.js", "/table.html", "/t/a/b", "//"]
)
async def test_nothing_but_the_files_is_served(tmp_path: Path, path: str) -> None:
    async with page_house(tmp_path) as house:
        assert (await house.get(path)).status == 404


def test_every_sentence_of_the_pages_is_in_the_catalogue() -> None:
    folder = resources.files("tui.web").joinpath("static")
    texts = [path.read_text("utf-8") for path in folder.iterdir() if not path.name.endswith(".png")]
    used = {words for text in texts for words in TEMPLATE.findall(text)}
    assert used - {"language"} == set(SENTENCES)
    assert len(all_files()) == len(LANGUAGES) * len(list(folder.iterdir()))


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(500)) + b"\r\n",
    ],
    ids=["version", "tls", "ssh", "body", "chunked", "line", "headers"],
)
async def test_F99_what_is_no_request_is_closed(tmp_path: Path, head: bytes) -> None:
    async with page_house(tmp_path, patience={"login": 1.0}) as house:
        answer = await house.exchange(head)
        assert not answer.startswith(b"HTTP/1.1 200")
        assert (await house.get("/")).status == 200
        assert "connection failed" not in house.served.opened.log
        assert "loop failed" not in house.served.opened.log
