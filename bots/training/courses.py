"""What every game goes through, stage by stage, until all its numbers are made."""

from bots.training import bumbesi, dacapo, danger13, geschenkt
from bots.training.course import Course
from bots.training.strangers import lessons as strangers
from bots.training.thoughts import bumbesi as bumbesi_thoughts
from bots.training.thoughts import danger13 as danger13_thoughts
from bots.training.thoughts import geschenkt as geschenkt_thoughts
from bots.training.thoughts import veterans
from bots.training.thoughts.stage import Thoughts

GESCHENKT = Course(
    "bots.policies.geschenkt",
    geschenkt.START,
    (
        geschenkt.RULE,
        Thoughts("veterans", veterans.STUDY, 1200, net="BEFORE"),
        Thoughts("thoughts", geschenkt_thoughts.STUDY, 650),
    ),
)
DANGER13 = Course(
    "bots.policies.danger13",
    danger13.START,
    # Searches go on by the plain rule, whatever the net learns, so it is the one that the estimate is fitted beside.
    (danger13.RULE, danger13.ESTIMATES, Thoughts("thoughts", danger13_thoughts.STUDY, 600)),
)
BUMBESI = Course(
    "bots.policies.bumbesi",
    bumbesi.START,
    # What a move leads to is judged by the estimate, so with every new rule that is fitted again.
    (
        bumbesi.estimates("estimate 1"),
        Thoughts("thoughts 1", bumbesi_thoughts.STUDY, 5000),
        bumbesi.estimates("estimate 2"),
        Thoughts("thoughts 2", bumbesi_thoughts.STUDY, 5000),
        bumbesi.estimates("estimate 3"),
        Thoughts("thoughts 3", bumbesi_thoughts.STUDY, 5000),
        bumbesi.estimates("estimate 4"),
    ),
)
DACAPO = Course("bots.policies.dacapo", dacapo.START, (dacapo.RULE, dacapo.ESTIMATES))
COURSES = {
    "geschenkt": GESCHENKT,
    "danger13": DANGER13,
    "bumbesi": BUMBESI,
    "dacapo": DACAPO,
    "strangers": strangers.COURSE,
}
