"""What searches come to, learnt: games of searches are watched, and small nets are taught what they chose."""

from bots.training.thoughts import bumbesi, danger13, geschenkt
from bots.training.thoughts.study import Study

STUDIES: dict[str, Study] = {"geschenkt": geschenkt.STUDY, "danger13": danger13.STUDY, "bumbesi": bumbesi.STUDY}
