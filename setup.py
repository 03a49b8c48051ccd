"""Compile the engines and the search with mypyc where that works; everything else is in pyproject.toml.

TABLEE_COMPILE=1 insists on the compiled build and fails loudly, 0 asks for plain Python. An editable install is always
plain, and nothing is built inside the source tree, so no compiled file can stand in for source that was edited since.
"""

import atexit
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

WISH = os.environ.get("TABLEE_COMPILE", "")
OPTIMIZATION = os.environ.get("TABLEE_OPTIMIZATION", "3")
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# Nobody replaces the runtime's own functions, so the C compiler may inline them, and Python's are called directly:
# together a tenth faster.
DIRECT_CALLS = ["-fno-semantic-interposition", "-fno-plt"] if sys.platform == "linux" else []
# A C file for each module keeps every core busy, and what the modules lose by it (six per cent) comes back where gcc
# optimises them together at the end: half the time of one big file, on two cores, for the same speed of search.
TOGETHER = ["-fvisibility=hidden", f"-flto={CORES}"]
# What only describes, speaks or stores gains nothing from being compiled, and dataclasses lose their pickling; a game's
# own bots stand on classes that are not compiled.
PLAIN = {"__init__.py", "view.py", "descriptor.py", "bots.py", "lessons.py"}
SMALLEST = "#include <Python.h>\nint tablee(void) { return PY_MAJOR_VERSION; }\n"


def modules() -> list[str]:
    """List the modules that compile together: every game, what they stand on, and the search."""
    games = [path for rules in Path("engines").glob("*/rules.py") for path in rules.parent.glob("*.py")]
    policies = [*Path("bots/policies").rglob("*.py"), *Path("bots/training/strangers").glob("*.py")]
    names = (
        "engines/chance.py",
        "engines/keyed.py",
        "engines/game.py",
        "engines/lessons/luck.py",
        "bots/ismcts.py",
        "bots/race.py",
    )
    shared = [Path(name) for name in names]
    # The bench has a yardstick of its own to compile with the search.
    extra = [Path(name) for name in os.environ.get("TABLEE_COMPILE_ALSO", "").split(os.pathsep) if name]
    return sorted(str(path) for path in [*games, *policies, *shared, *extra] if path.name not in PLAIN)


def fall_back(reason: object) -> None:
    """Go on without compiled modules and say so in one line, unless they were insisted on."""
    if WISH == "1":
        raise SystemExit(f"tablee: the engines could not be compiled: {reason}")
    sys.stderr.write(
        f"tablee: installing plain Python, for the engines could not be compiled: {reason}. "
        "Everything works, but bots and hints try about a tenth of the games in the same time.\n"
    )


def objection(workshop: Path, *flags: str) -> str:
    """Let the C compiler build the smallest extension there is, and return what stands against it, or nothing."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if not command:
        return ""  # Microsoft's compiler is found in ways of its own, so it is simply tried.
    source = workshop / "smallest.c"
    source.write_text(SMALLEST)
    headers = {f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")}
    arguments = ["-shared", "-fPIC", *headers, *flags, str(source), "-o", str(source.with_suffix(".out"))]
    try:
        done = subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, errors="replace")
    except OSError:
        return f"there is no C compiler ({command[0]})"
    complaints = [line.strip() for line in done.stderr.splitlines() if "error" in line]
    return " ".join([f"{command[0]} failed", *complaints[:1]]) if done.returncode else ""


class SideBySide(build_ext):
    """Compiles on every core, and builds all modules or none: half of them would not find each other."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            fall_back(error)

    def get_source_files(self) -> list[str]:
        return []  # The C files are made on the way and belong into no sdist.

    def build_extensions(self) -> None:
        compile_in_turn = self.compiler.compile

        def compile_at_once(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(CORES) as pool:
                made = pool.map(lambda source: compile_in_turn([source], **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = compile_at_once
        super().build_extensions()


def compiled(workshop: Path) -> list[Any]:
    """Translate the modules to C; none where that can't be done."""
    if reason := objection(workshop):
        fall_back(reason)
        return []
    quick = OPTIMIZATION == "0"
    together = [] if quick or sys.platform != "linux" or objection(workshop, "-Werror", *TOGETHER) else TOGETHER
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - may be missing, and then plain Python will do

        extensions = mypycify(
            [f"--cache-dir={workshop / 'mypy'}", "--explicit-package-bases", *modules()],
            opt_level=OPTIMIZATION,
            debug_level="0",
            multi_file=quick or bool(together),
            target_dir=str(workshop),
            group_name="tablee",
        )
    except SystemExit:
        fall_back("mypyc found errors, see above")
        return []
    except Exception as error:
        fall_back(error)
        return []
    for extension in extensions:
        extension.extra_compile_args += [*DIRECT_CALLS, *together]
        extension.extra_link_args += [f"-O{OPTIMIZATION}", *together] if together else []
    return extensions


def build() -> None:
    """Build a wheel in a folder of its own, which leaves with this process."""
    workshop = Path(tempfile.mkdtemp(prefix="tablee-"))
    atexit.register(shutil.rmtree, workshop, ignore_errors=True)
    setup(
        ext_modules=[] if WISH == "0" else compiled(workshop),
        cmdclass={"build_ext": SideBySide},
        options={"build": {"build_base": str(workshop / "build")}, "build_ext": {"parallel": CORES}},
    )


if "bdist_wheel" in sys.argv:
    build()
else:
    setup()
