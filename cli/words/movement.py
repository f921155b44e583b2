"""What the events of the movement say, and a table of it: `planned_text`."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import because, counted
from ledger.facts.movement import MovementRecalled, MovementSet
from ledger.session.movement import planned_text as planned_text


@event_text.register
def _(event: MovementSet) -> str:
    rounds, tables = {each.round for each in event.tables}, {each.table for each in event.tables}
    of = say(" of section %(section)s", section=event.section) if event.section else ""
    name = f"{event.name}, " if event.name else ""
    at, in_all = counted(len(tables), "table"), counted(len(rounds), "round")
    size = in_all if f" {at}," in name else f"{at}, {in_all}"  # a name says it, until the movement is changed
    return say("movement%(of)s: %(name)s%(size)s", of=of, name=name, size=size) + because(event.reason)


@event_text.register
def _(event: MovementRecalled) -> str:
    of = say(" of section %(section)s", section=event.section) if event.section else ""
    return say("the movement%(of)s is taken back", of=of) + because(event.reason)
