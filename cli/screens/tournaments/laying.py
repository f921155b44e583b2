"""What was drawn, laid down as the movement of its session: by itself where the rounds before it were."""

import shlex
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.movements import as_drawn
from cli.screens import effects
from cli.screens.tournaments.late import last_session
from ledger.errors import Misuse
from ledger.facts.draws import DrawRecalled
from ledger.overall.drawn_movement import AS_DRAWN
from ledger.recording.effect import Effect
from ledger.session import tournament_of
from ledger.session.movement import movements


class LaidDown(NamedTuple):
    """What became of a draw in the movement of its session: recorded there, or why not, or that it may be (`first`)."""

    session: str = ""
    effect: Effect | None = None
    refused: Misuse | None = None
    first: bool = False


def lay_down(desk: Desk, effect: Effect, stage: str) -> LaidDown:
    """Lay down a round that was drawn, beside those before it that were; told is both once both are recorded."""
    tournament = tournament_of(effect.after)
    name = last_session(tournament, stage)
    if not desk.office.streams.has(name) or desk.settings.dry_run:
        return LaidDown()
    session = desk.office.session(name)
    there = [event.name for _, event in movements(session)]
    if there != [AS_DRAWN]:
        return LaidDown(name, first=tournament.drawn.last(stage) == 1 and not there)
    try:
        command = as_drawn(desk, session, sorted(session.boards))
    except Misuse as error:
        return LaidDown(name, refused=error)
    if command.tables == next(movements(session))[1].tables:
        return LaidDown()
    return LaidDown(name, effects.submit(desk, command, session_id=name))


def print_still_laid_down(desk: Desk, effect: Effect) -> None:
    """Of a draw that was taken back: which movements have the round still, and what takes it out of them."""
    for stage in {each.event.stage for each in effect.events if isinstance(each.event, DrawRecalled)}:
        for added in tournament_of(effect.after).in_stage(stage):
            if desk.office.streams.has(added.session) and (number := _not_as_drawn(desk, added.session)):
                typed = f"`undo {number} --session {shlex.quote(added.session)}`"
                desk.hint(f"The movement of {added.session} has that round still: {typed} takes it out, too")


def _not_as_drawn(desk: Desk, name: str) -> int:
    """The number of a movement that was laid down as drawn and is not so now; 0 where there is none."""
    session = desk.office.session(name)
    for number, event in movements(session):
        if event.name == AS_DRAWN:
            try:
                same = as_drawn(desk, session, sorted(session.boards)).tables == event.tables
            except Misuse:  # nothing is drawn any more
                same = False
            return 0 if same else number
    return 0


def print_laid_down(desk: Desk, laid: LaidDown) -> None:
    """What became of it; else how a draw is laid down."""
    typed, output = f"movement set --draw --session {shlex.quote(laid.session)}", desk.settings
    if laid.refused:
        error = laid.refused
        said = f"It is not in the movement of {laid.session}: {error.message}"
        desk.hint_aside(said, f"hint: {error.hint}; then `{typed}`")
    elif laid.effect and not output.json:
        effects.show_beside(desk, laid.effect)
    elif laid.first and not (output.quiet or output.plain or output.json):
        desk.hint("", f"As a movement, for slips and guide cards: `{typed} --boards-each 8`")
