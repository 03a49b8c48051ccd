"""Copies of the sources and environments of their own, for tests that build and install Tablée."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("engines", "bots", "net", "tui")
FILES = (
    *("setup.py", "pyproject.toml", "MANIFEST.in", "Makefile"),
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
)
# Unoptimised, compiling takes the least.
QUICKLY = {"TABLEE_OPTIMIZATION": "0"}
NO_COMPILER = {"CC": "no-such-compiler"}


class Sources:
    """A copy of the sources, free to be edited."""

    def __init__(self, place: Path) -> None:
        self.place = place
        for name in (*PACKAGES, ".ci"):
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(ROOT / name, place)

    def run(self, *words: str, **environ: str) -> tuple[bool, str]:
        """Run a command there, and return whether it worked and all that it said."""
        inherited = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
        done = subprocess.run(
            words, cwd=self.place, env={**inherited, **environ}, check=False, capture_output=True, text=True
        )
        return done.returncode == 0, done.stdout + done.stderr


class Environment:
    """An environment that holds nothing of its own but sees the packages of this one."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.programs = place / ("Scripts" if os.name == "nt" else "bin")
        self.python = str(self.programs / "python")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
        packages = self.ask("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        Path(packages, "tools.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def pip_install(self, what: Path, **environ: str) -> tuple[bool, str]:
        """Install Tablée from its sources or a wheel, and return whether that worked and all that was said."""
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--verbose"]
        done = subprocess.run(
            [*pip, "--no-deps", "--no-build-isolation", "--ignore-installed", str(what)],
            env={**os.environ, **environ},
            check=False,
            capture_output=True,
            text=True,
        )
        return done.returncode == 0, done.stdout + done.stderr

    def ask(self, *words: str) -> str:
        """Run Python in the environment, away from the sources."""
        return self._told(self.python, *words)

    def tablee(self, *words: str) -> str:
        """Run the program that was installed, away from the sources."""
        return self._told(str(self.programs / "tablee"), *words)

    def _told(self, *words: str) -> str:
        return subprocess.run(words, cwd=self.place, check=True, capture_output=True, text=True).stdout
