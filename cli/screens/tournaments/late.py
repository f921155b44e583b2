"""What a draw means for its session: late entries are entered there, and rounds laid down as its movement."""

import shlex
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.movements import as_drawn
from cli.screens import effects
from cli.words.next_steps import free_places
from ledger.errors import Misuse
from ledger.kernel.fact import TakenBack
from ledger.overall.before_a_draw import AS_DRAWN
from ledger.overall.scores import TournamentScores
from ledger.recording.effect import Effect
from ledger.subjects.draws.facts import RoundDrawn, StageKnown
from ledger.subjects.draws.state import everyone
from ledger.subjects.movement.state import movements
from ledger.subjects.play.facts import EnterContestants
from ledger.subjects.register import taken_back_by
from ledger.subjects.tournaments.facts import SessionAdded
from ledger.subjects.tournaments.state import Tournament, tournament_of


def last_session(tournament: Tournament, stage: str) -> str:
    """The session of the last sitting of a stage; '' where there is none, or where there are sections."""
    last = tournament.last_sitting(stage)
    there = [each.session for each in tournament.in_stage(stage) if each.sitting == last]
    return there[0] if len(there) == 1 else ""


def enter_in_session(desk: Desk, effect: Effect, entered: Iterable[str]) -> Effect | None:
    """Enter in the session whoever of these plays in none yet, so that the next round has them in its draw.

    What came of it is told after what came of the entry: both are recorded before anything is told.
    """
    scores, tournament = desk.office.tournaments.scores(effect.after.id), tournament_of(effect.after)
    drawn = [each.name for each in tournament.stages.values() if tournament.drawn.of(each.name)]
    only = len(drawn) == 1 and tournament.qualified.qualifiers(drawn[0]) is None  # else nobody says which is meant
    session = last_session(tournament, drawn[0]) if only else ""
    if session not in scores.scoreboards:
        return None
    there = {*scores.playing((added, scores.scoreboards[added.session]) for added in _open_sessions(scores))}
    new = tuple(each for each in entered if each not in there)
    return effects.submit(desk, EnterContestants(new), session) if new else None


def _open_sessions(scores: TournamentScores) -> Iterator[SessionAdded]:
    return (each for each in scores.tournament.sessions.values() if each.session in scores.scoreboards)


def not_drawn_lines(scores: TournamentScores, drawn: RoundDrawn, known: StageKnown) -> Iterator[str]:
    """Yield who qualified for the stage and is not drawn, and why; without a cut, who is entered or plays in it."""
    tournament, there = scores.tournament, {*everyone(drawn)}
    elsewhere = {
        who
        for added in _open_sessions(scores)
        if added.stage != drawn.stage
        for who in scores.playing([(added, scores.scoreboards[added.session])])
    }
    phantoms = set[str]()
    for added in tournament.in_stage(drawn.stage):
        if added.session in scores.scoreboards:
            session = scores.scoreboards[added.session].session
            nobody = filter(session.participation.is_phantom, session.contestants)
            phantoms |= {tournament.entrant_of(added.session, each) for each in nobody}
    qualifiers = tournament.qualified.qualifiers(drawn.stage)
    expected = [*tournament.entrants, *known.gone] if qualifiers is None else qualifiers
    out = [each for each in dict.fromkeys(expected) if each not in there]
    for each in out:
        if why := known.gone.get(each) or ("a phantom" if each in phantoms else ""):
            yield f"not drawn: {each}, {why}"
        elif each not in elsewhere:
            last = next(reversed([added.session for added in tournament.in_stage(drawn.stage)]), "")
            typed = f": `session enter {shlex.quote(each)} --session {shlex.quote(last)}`" if last else ""
            yield f"not drawn: {each}, entered and in no session of {drawn.stage}{typed}"
    for cut in tournament.qualified.into(drawn.stage).values():
        yield from free_places(tournament, cut)


class LaidDown(NamedTuple):
    """What became of a draw in the movement of its session: recorded there, or why not, or that it may be (`first`).

    `changed`: the movement that the draws before it laid down was changed since.
    """

    session: str = ""
    effect: Effect | None = None
    refused: Misuse | None = None
    first: bool = False
    changed: bool = False


def lay_down(desk: Desk, effect: Effect, stage: str) -> LaidDown:
    """Lay down a round that was drawn, beside those before it that were; told is both once both are recorded."""
    tournament = tournament_of(effect.after)
    name = last_session(tournament, stage)
    if not desk.office.streams.has(name) or desk.settings.dry_run:
        return LaidDown()
    session = desk.office.session(name)
    there = [event.name for _, event in movements(session)]
    if there != [AS_DRAWN]:
        changed = any(each.startswith(AS_DRAWN) for each in there)
        return LaidDown(name, first=tournament.drawn.last(stage) == 1 and not there, changed=changed)
    try:
        command = as_drawn(desk, session, sorted(session.boards))
    except Misuse as error:
        return LaidDown(name, refused=error)
    if command.tables == next(movements(session))[1].tables:
        return LaidDown()
    return LaidDown(name, effects.submit(desk, command, name))


def print_still_laid_down(desk: Desk, effect: Effect) -> None:
    """Of a draw that was taken back: which movements have the round still, and what takes it out of them."""
    taken_back = (each.event for each in effect.events if isinstance(each.event, TakenBack))
    drawn = (taken_back_by(each, effect.after) for each in taken_back)
    for stage in {each.stage for each in drawn if isinstance(each, RoundDrawn)}:
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
    elif laid.changed:
        said = f"It is not in the movement of {laid.session}, which was changed since a draw laid it down"
        desk.hint_aside(said, f"hint: `{typed}` lays down every draw anew, without that change")
    elif laid.effect and not output.json:
        effects.show_beside(desk, laid.effect)
    elif laid.first and not (output.quiet or output.plain or output.json):
        desk.hint("", f"As a movement, for slips and guide cards: `{typed} --boards-each 8`")
