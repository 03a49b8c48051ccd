"""Who comes in, and what they are called."""

import hashlib
import re
import time

from engines.words import N_
from net.codes import read_resume, resume_code
from net.names import clean_name, has_unshown, is_reserved, look_alike
from net.refusal import Refusal
from net.store.store import NameTaken, Store, StoreError

UNSHOWN = N_("Some of these letters can't be shown on every screen: use others")
GUEST = "guest:"
KEY = "key:"
# A fingerprint may hold a plus sign of its own, so it is known by its length.
PERSON = re.compile(r"key:SHA256:.{43}|[^+]*", re.DOTALL)


def guest_identity(code: str) -> str:
    """Return the identity of the guest who holds a resume code; the code itself is kept nowhere."""
    return GUEST + hashlib.sha256(code.encode()).hexdigest()[:32]


def guest(code: str) -> tuple[str, str]:
    """Return a guest's credential and resume code: those of an earlier visit if they say its code, else new ones."""
    code = read_resume(code) or resume_code()
    return guest_identity(code), code


async def is_guest(store: Store, identity: str) -> bool:
    """Whether no key speaks for somebody, so that they are not remembered for ever."""
    if not identity.startswith(GUEST):
        return False
    return not any(credential.startswith(KEY) for credential in await store.credentials_of(person_of(identity)))


def program_identity(identity: str, name: str) -> str:
    """Tell somebody's programs apart from each other and from themselves."""
    return f"{identity}+{look_alike(clean_name(name))}"


def person_of(identity: str) -> str:
    """Return the person whom a program counts with; everybody else is that person already."""
    return PERSON.match(identity)[0]  # type: ignore[index]  # it matches anything


def check_letters(text: str) -> None:
    """Refuse what some terminals can't show, so that nobody sees a question mark instead."""
    if has_unshown(text):
        raise Refusal(UNSHOWN)


async def settle_name(store: Store, identity: str, wanted: str) -> str:
    """Let somebody have the name they want, cleaned, unless it passes for somebody else's."""
    name = clean_name(wanted)
    check_letters(wanted)
    if is_reserved(name):
        raise Refusal(N_("That name would pass for a bot or the house: choose another"))
    try:
        await store.set_name(identity, name, look_alike(name), now=time.time())
    except NameTaken:
        raise Refusal(N_("Somebody else has that name, or one that looks like it: choose another")) from None
    except StoreError:
        raise Refusal(N_("The name can't be saved now: try again later")) from None
    return name
