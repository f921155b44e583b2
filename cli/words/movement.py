"""What the events of the movement say, and a table of it: `planned_text`."""

import re

from cli.words.event_text import event_text
from cli.words.language import Wording, say, spoken
from cli.words.vocabulary import because, counted
from ledger.facts.movement import MovementRecalled, MovementSet
from ledger.session.movement import planned_text as planned_text


@event_text.register
def _(event: MovementSet) -> str:
    rounds, tables = {each.round for each in event.tables}, {each.table for each in event.tables}
    of = say(" of section %(section)s", section=event.section) if event.section else ""
    name = f"{_name_text(event.name)}, " if event.name else ""
    at, in_all = counted(len(tables), "table"), counted(len(rounds), "round")
    size = in_all if f" {at}," in name else f"{at}, {in_all}"  # a name says it, until the movement is changed
    return say("movement%(of)s: %(name)s%(size)s", of=of, name=name, size=size) + because(event.reason)


_KNOWN = Wording(
    {
        "Barometer": "Barometer",
        "Bowman": "Bowman",
        "Double weave": "Double weave",
        "Hesitation": "Hesitation",
        "Howell": "Howell",
        "Individual": "Individual",
        "Mitchell": "Mitchell",
        "Rainbow": "Rainbow",
        "Reduced Howell": "Reduced Howell",
        "Teams of four, American Whist": "Teams of four, American Whist",
        "Teams of four, everybody meets everybody": "Teams of four, everybody meets everybody",
        "Teams of four, head to head": "Teams of four, head to head",
        "Web": "Web",
    },
    "movement",
)


def _name_text(name: str) -> str:
    """How a movement is called; in another language one that is known is called by its kind, and its size is said."""
    kinds = () if spoken().tag == "en" else (kind for kind in _KNOWN if re.match(rf"{kind},? [0-9]", name))
    return next((_KNOWN[kind] for kind in kinds), name)


@event_text.register
def _(event: MovementRecalled) -> str:
    of = say(" of section %(section)s", section=event.section) if event.section else ""
    return say("the movement%(of)s is taken back", of=of) + because(event.reason)
