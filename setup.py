"""Compile the engines and the search with mypyc where that works; everything else is in pyproject.toml.

TABLEE_COMPILE=1 insists on the compiled build and fails loudly, 0 asks for plain Python. An editable install is always
plain, and nothing is built inside the source tree, so no compiled file can stand in for source that was edited since.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

WISH = os.environ.get("TABLEE_COMPILE", "")
OPTIMIZATION = os.environ.get("TABLEE_OPTIMIZATION", "3")
# Nobody replaces the runtime's own functions, so the C compiler may inline them, and Python's are called directly:
# together a tenth faster.
FLAGS = ["-fno-semantic-interposition", "-fno-plt"] if sys.platform == "linux" else []
# What only describes, speaks or stores gains nothing from being compiled, and dataclasses lose their pickling; a game's
# own bots stand on classes that are not compiled.
PLAIN = {"__init__.py", "view.py", "descriptor.py", "bots.py", "lessons.py"}


def modules() -> list[str]:
    """List the modules that compile together: every game, what they stand on, and the search."""
    games = [path for path in Path("engines").glob("*/*.py") if path.name not in PLAIN]
    policies = [path for path in Path("bots/policies").rglob("*.py") if path.name not in PLAIN]
    strangers = [path for path in Path("bots/training/strangers").glob("*.py") if path.name not in PLAIN]
    shared = [Path("engines/chance.py"), Path("engines/game.py"), Path("bots/ismcts.py"), Path("bots/race.py")]
    # The bench has a yardstick of its own to compile with the search.
    extra = [Path(name) for name in os.environ.get("TABLEE_COMPILE_ALSO", "").split(os.pathsep) if name]
    return sorted(str(path) for path in [*games, *policies, *strangers, *shared, *extra])


def fall_back(reason: object) -> None:
    """Go on without compiled modules and say so in one line, unless they were insisted on."""
    if WISH == "1":
        raise SystemExit(f"tablee: the engines could not be compiled: {reason}")
    sys.stderr.write(f"tablee: installing plain Python, for the engines could not be compiled: {reason}\n")


class AllOrNothing(build_ext):
    """Builds all compiled modules or none: half of them would not find each other."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            fall_back(error)


def compiled(workshop: str) -> list[Any]:
    """Translate the modules to C, or give none where that can't be done."""
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - may be missing, and then plain Python will do

        options = [f"--cache-dir={workshop}/mypy", "--explicit-package-bases"]
        extensions = mypycify(
            [*options, *modules()], opt_level=OPTIMIZATION, debug_level="0", target_dir=workshop, group_name="tablee"
        )
        for extension in extensions:
            extension.extra_compile_args += FLAGS
        return extensions
    except SystemExit:
        fall_back("mypyc found errors, see above")
    except Exception as error:
        fall_back(error)
    return []


if "bdist_wheel" in sys.argv and WISH != "0":
    WORKSHOP = tempfile.mkdtemp(prefix="tablee-")
    atexit.register(shutil.rmtree, WORKSHOP, ignore_errors=True)
    setup(
        ext_modules=compiled(WORKSHOP),
        cmdclass={"build_ext": AllOrNothing},
        options={"build": {"build_base": WORKSHOP}},
    )
else:
    setup()
