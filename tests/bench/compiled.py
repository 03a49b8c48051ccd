"""The compiled build beside the plain one: made once for each state of the sources, under build/."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "compiled"
STAMP = PLACE / "made-from"
YARDSTICKS = os.pathsep.join(("tests/bench/hearts.py", "tests/bench/net_loop.py"))


def fingerprint() -> str:
    """Digest everything that the compiled build is made from."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [ROOT / "setup.py", ROOT / "pyproject.toml", *ROOT.glob("tests/bench/*.py")]
    for folder in ("engines", "bots"):
        sources += (ROOT / folder).rglob("*.py")
    for path in sorted(sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def made() -> bool:
    """Build what is missing or out of date, and say whether there is a compiled build now."""
    if STAMP.exists() and STAMP.read_text() == fingerprint():
        return True
    shutil.rmtree(PLACE, ignore_errors=True)
    print("compiling the engines and the search, which takes a minute or two ...", flush=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    wishes = {"TABLEE_COMPILE": "1", "TABLEE_COMPILE_ALSO": YARDSTICKS}
    done = subprocess.run(
        [*command, "--target", str(PLACE), str(ROOT)],
        cwd=ROOT,
        env={**os.environ, **wishes},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"no compiled build: {done.stderr.strip().splitlines()[-1]}")
        return False
    for path in (ROOT / "tests" / "bench").glob("*.py"):
        shutil.copy(path, PLACE / "tests" / "bench")
    STAMP.write_text(fingerprint())
    return True


def run(section: str, *words: str) -> None:
    """Print a section measured in the compiled build."""
    subprocess.run([sys.executable, "-m", f"tests.bench.{section}", *words], cwd=PLACE, check=True)
