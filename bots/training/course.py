"""A game's course: all that is learnt in it, stage after stage, each standing on what those before it have made."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from bots.training.installed import install, put_back
from bots.training.module import Modules, rounded

Tell = Callable[[str], None]


class Missing(Exception):
    """Something that a course needs is not there; the message is a sentence for the user."""


def need_numpy() -> None:
    """Complain where numpy is missing."""
    try:
        import_module("numpy")
    except ImportError:
        raise Missing("Teaching nets needs numpy: pip install 'tablee[training]'.") from None


@dataclass(frozen=True, slots=True)
class Run:
    """What a stage is given: a seed, its share of the usual steps and games, where progress is kept, whom to tell."""

    seed: int
    share: float
    folder: Path
    tell: Tell

    def part(self, usual: int) -> int:
        """How many of the usual steps or games this run takes, at least one."""
        return max(1, round(usual * self.share))

    def file(self, name: str, ending: str) -> Path:
        """Where something with this name is kept."""
        return self.folder / f"{name.replace(' ', '-')}.{ending}"


@dataclass(frozen=True, slots=True)
class Stage(ABC):
    """One part of a course. No other stage of it has the same `name`, after which its files are called."""

    name: str

    def check(self) -> None:
        """Raise Missing for whatever would be missing later; asked before the first stage begins."""
        return

    @abstractmethod
    def learn(self, run: Run) -> Modules:
        """Learn to the end, or go on to the same end where this was interrupted, and return the sections it makes.

        Everybody who is made plays by the start and by what earlier stages made, and by nothing else. All luck comes
        from the seed, and all that is kept lies in the folder, in files called after the stage.
        """


@dataclass(frozen=True, slots=True)
class Course:
    """What is learnt in one game: the `package` whose generated modules hold it, their `start`, and the stages."""

    package: str
    start: Modules
    stages: tuple[Stage, ...]

    def check(self) -> None:
        """Raise Missing if a stage could not be gone through."""
        for stage in self.stages:
            stage.check()

    def run(self, run: Run) -> Modules:
        """Go through all stages, or on from where they were interrupted, and return what the modules shall hold."""
        learnt = _exactly(self.start)
        with put_back(self.package, self.start):
            install(self.package, learnt)
            for number, stage in enumerate(self.stages, start=1):
                run.tell(f"{stage.name}, stage {number} of {len(self.stages)}")
                found = _learnt(stage, run)
                install(self.package, found)
                for module, sections in found.items():
                    learnt[module].update(sections)
        return learnt


def _learnt(stage: Stage, run: Run) -> Modules:
    """What a stage comes to, which is kept once it is known."""
    path = run.file(stage.name, "learnt.json")
    if path.exists():
        found: Modules = json.loads(path.read_text())
        return found
    found = _exactly(stage.learn(run))
    run.folder.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(found))
    fresh.replace(path)
    return found


def _exactly(modules: Modules) -> Modules:
    """Everything as exactly as it will be written down, so that what is learnt stands on what will be played."""
    return {
        module: {name: rounded(section) for name, section in sections.items()} for module, sections in modules.items()
    }
