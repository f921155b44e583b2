"""What was drawn, laid down as the movement of its session: by itself where the rounds before it were."""

import shlex

from cli.desk.desk import Desk
from cli.desk.movements import as_drawn
from cli.screens import effects
from cli.screens.tournaments.late import last_session
from ledger.errors import Misuse
from ledger.overall.drawn_movement import AS_DRAWN
from ledger.recording.effect import Effect
from ledger.session import tournament_of
from ledger.session.movement import movements


def lay_down(desk: Desk, effect: Effect, stage: str) -> None:
    """Lay down a round that was drawn, beside those before it that were; else say how it is laid down."""
    tournament = tournament_of(effect.after)
    name = last_session(tournament, stage)
    if name not in desk.office.sessions():
        return
    session, typed = desk.office.session(name), f"movement set --draw --session {shlex.quote(name)}"
    there = [event.name for _, event in movements(session)]
    if there != [AS_DRAWN]:
        first = tournament.drawn.last(stage) == 1 and not there
        if first and not (desk.settings.quiet or desk.settings.plain or desk.settings.json):
            desk.hint("", f"As a movement, for slips and guide cards: `{typed} --boards-each 8`")
        return
    try:
        command = as_drawn(desk, session, sorted(session.boards))
    except Misuse as error:
        desk.hint_aside(f"It is not in the movement of {name}: {error.message}", f"hint: {error.hint}; then `{typed}`")
        return
    if command.tables != next(movements(session))[1].tables:
        beside = effects.submit(desk, command, session_id=name)
        if not desk.settings.json:
            effects.show_beside(desk, beside)
