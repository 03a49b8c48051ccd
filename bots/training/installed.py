"""What a game plays by: the numbers in its generated modules, read, and replaced in this process while more is learnt.

The modules are compiled in one group with the rules that read them, so no name in them can be bound anew. But their
lists and dicts can be filled anew, and every rule, Mind and model that is made from then on plays by what they hold.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from bots.policies.geschenkt.portrait import sketch_again
from bots.training.module import Modules, Section, rounded

# What is worked out from a section once and for all has to be worked out again.
AGAIN: dict[str, Callable[[], None]] = {"KINDS": sketch_again}


def install(package: str, modules: Modules) -> None:
    """Let this process play by these numbers."""
    for module, sections in modules.items():
        page = _page(package, module)
        for name, section in sections.items():
            _fill(getattr(page, name), section)
            if name in AGAIN:
                AGAIN[name]()


def _fill(place: Section, section: Section) -> None:
    fresh = rounded(section)
    if isinstance(place, dict) and isinstance(fresh, dict):
        place.clear()
        place.update(fresh)
    elif isinstance(place, list) and isinstance(fresh, list):
        place[:] = fresh
    else:
        raise TypeError("a section is either a dict or a list, before and after")


def installed(package: str, like: Modules) -> Modules:
    """What this process plays by, in as many modules and sections as another one has."""
    return {
        module: {name: rounded(getattr(_page(package, module), name)) for name in sections}
        for module, sections in like.items()
    }


@contextmanager
def put_back(package: str, like: Modules) -> Iterator[None]:
    """Whatever is installed meanwhile, in the end this process plays by what it played by before."""
    before = installed(package, like)
    try:
        yield
    finally:
        install(package, before)


def _page(package: str, module: str) -> ModuleType:
    return import_module(f"{package}.{module}")
