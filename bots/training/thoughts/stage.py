"""A round of thoughts, as a stage of a course: games are watched, and a net is taught what was found in them."""

import random
from dataclasses import dataclass

from bots.training.course import Run, Stage, Tell, need_numpy
from bots.training.module import Modules
from bots.training.thoughts.notes import Notes, Thought, Values, bits, held_apart, regret
from bots.training.thoughts.study import Study


@dataclass(frozen=True, slots=True)
class Thoughts(Stage):
    """Watches so many games, everybody playing by what was learnt before, and teaches what the module calls `net`."""

    study: Study
    games: int
    net: str = "TODAY"

    def check(self) -> None:
        need_numpy()

    def learn(self, run: Run) -> Modules:
        from bots.training.thoughts.learning import teach  # noqa: PLC0415 - numpy comes with an extra

        luck = random.Random(f"{run.seed} {self.name}").getrandbits(31)
        notes = Notes(run.file(self.name, "jsonl"), self.study.watch)
        notes.take(run.part(self.games), luck, run.tell)
        apart, known = held_apart(notes.games)
        run.tell(f"teaching by {len(known)} choices")
        net = teach(known, luck, self.study.schooling, self.study.start())
        for name, some in (("held apart", apart), ("learnt from", known)):
            _tell(run.tell, name, some, net, self.study.known)
        return {"thoughts": {self.net: net}}


def _tell(tell: Tell, name: str, thoughts: list[Thought], net: list[Values], before: list[Values]) -> None:
    """Say how well some choices are foreseen, and what the net gives away there that was known before."""
    if thoughts:
        figures = f"{bits(net, thoughts):.3f} bits a choice, {regret(net, thoughts):.4f} given away"
        tell(f"{name:>12}  {figures} ({regret(before, thoughts):.4f} before), {len(thoughts)} choices")
