"""Codes that people say to each other.

`kiwi-42` is a table, `kiwi-plum-123456` one that is only told to friends; five words and a number bring a guest back.
"""

import re
import secrets
from collections.abc import Iterator

LARDER = """
acorn almond apple apricot basil beet berry bread butter cacao carrot cashew celery cherry chili cider
cocoa coffee crumb cumin curry date dill fennel fig garlic ginger grape guava hazel honey juice
kale kiwi leek lemon lentil lime lychee mango maple melon mint nutmeg oat olive onion orange
papaya peach peanut pear pecan pepper plum potato prune quince radish raisin rice saffron sage thyme
"""
WORDS = tuple(LARDER.split())

CODE = re.compile(r"([a-z]{3,8})(?:[ _-]([a-z]{3,8}))?[ _-]?(\d{2,8})")
RESUME_WORDS = 5
RESUME = re.compile(rf"(?:(?:{'|'.join(WORDS)})-){{{RESUME_WORDS}}}\d{{4}}")
TRIES = 4
MOST_DIGITS = 8


def table_codes(*, public: bool) -> Iterator[str]:
    """Make codes until one is free, longer and longer ones; one that is only told to friends has 32 bits at least."""
    words, digits = (1, 2) if public else (2, 6)
    for length in range(digits, MOST_DIGITS + 1):
        for _ in range(TRIES):
            named = "-".join(secrets.choice(WORDS) for _ in range(words))
            yield f"{named}-{secrets.randbelow(10**length):0{length}}"


def read_code(text: str) -> str:
    """Read a table's code, however it was typed; empty where it can't be one."""
    found = CODE.fullmatch(text.strip().lower())
    return "-".join(part for part in found.groups() if part) if found else ""


def link_code() -> str:
    """Make a code that brings a key to an account once; it lives for minutes, and guesses are counted."""
    return next(table_codes(public=False))


def looks_like_resume(text: str) -> bool:
    """Whether a text may have been meant as a guest's code, also with something missing or mistyped."""
    parts = re.split(r"[ _-]+", text.strip().lower())
    return len(parts) >= RESUME_WORDS - 1 or sum(part in WORDS for part in parts) >= 2


def resume_code() -> str:
    """Make a code that brings a guest back; it works like a password, so it is long."""
    words = [secrets.choice(WORDS) for _ in range(RESUME_WORDS)]
    return "-".join([*words, f"{secrets.randbelow(10_000):04}"])


def read_resume(text: str) -> str:
    """Read a guest's code, however it was typed; empty where it can't be one."""
    code = "-".join(re.split(r"[ _-]+", text.strip().lower()))
    return code if RESUME.fullmatch(code) else ""
