"""A round of thoughts, as a stage of a course: games are watched, and a net is taught what was found in them."""

import random
from dataclasses import dataclass

from bots.training.course import Run, Stage, Tell, need_numpy
from bots.training.module import Modules
from bots.training.thoughts.notes import Notes, Thought, Values, bits, held_apart, regret
from bots.training.thoughts.study import Study


@dataclass(frozen=True, slots=True)
class Thoughts(Stage):
    """Watches so many games, everybody playing by what was learnt before, and teaches what the module calls `net`.

    The net learns from games that earlier stages watched as well, those that are named in `beside`.
    """

    study: Study
    games: int = 0
    beside: tuple[str, ...] = ()
    net: str = "TODAY"

    def check(self) -> None:
        need_numpy()

    def learn(self, run: Run) -> Modules:
        from bots.training.thoughts.learning import teach  # noqa: PLC0415 - numpy comes with an extra

        luck = random.Random(f"{run.seed} {self.name}").getrandbits(31)
        apart, known = held_apart(self._watched(run, luck))
        run.tell(f"teaching by {len(known)} choices")
        net = teach(known, luck, self.study.schooling, self.study.start())
        for name, some in (("held apart", apart), ("learnt from", known)):
            _tell(run.tell, name, some, net, self.study.known)
        return {"thoughts": {self.net: net}}

    def _watched(self, run: Run, luck: int) -> list[list[Thought]]:
        """All games to learn from, once this stage's own have been watched."""
        own = [self.name] if self.games else []
        notes = [Notes(run.file(name, "jsonl"), self.study.watch) for name in (*self.beside, *own)]
        if self.games:
            notes[-1].take(run.part(self.games), luck, run.tell)
        return [game for each in notes for game in each.games]


def _tell(tell: Tell, name: str, thoughts: list[Thought], net: list[Values], before: list[Values]) -> None:
    """Say how well some choices are foreseen, and what the net gives away there that was known before."""
    if thoughts:
        figures = f"{bits(net, thoughts):.3f} bits a choice, {regret(net, thoughts):.4f} given away"
        tell(f"{name:>12}  {figures} ({regret(before, thoughts):.4f} before), {len(thoughts)} choices")
