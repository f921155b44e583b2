"""Carry a draw into its session: enter late entries, and record the rounds drawn as a movement."""

import shlex
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.movements import drawn_rounds_command
from cli.screens import effects
from cli.words.next_steps import free_place_lines
from ledger.errors import Misuse
from ledger.kernel.fact import TakenBack
from ledger.overall.before_a_draw import AS_DRAWN
from ledger.overall.scores import TournamentScores
from ledger.recording.effect import Effect
from ledger.subjects.draws.facts import RoundDrawn, StageFacts
from ledger.subjects.draws.state import everyone
from ledger.subjects.movement.state import movements
from ledger.subjects.play.facts import EnterContestants
from ledger.subjects.register import taken_back_by
from ledger.subjects.tournaments.facts import SessionAdded
from ledger.subjects.tournaments.state import Tournament, tournament_of


def last_session(tournament: Tournament, stage: str) -> str:
    """Return the session of a stage's last sitting; '' if there is none, or one for each of several sections."""
    last = tournament.last_sitting(stage)
    sessions = [each.session for each in tournament.in_stage(stage) if each.sitting == last]
    return sessions[0] if len(sessions) == 1 else ""


def enter_in_session(desk: Desk, effect: Effect, entered: Iterable[str]) -> Effect | None:
    """Enter contestants who play in no session yet in the last session of the stage, so that the next round draws them.

    The caller prints the effect (None if nobody was entered) after that of the entry: both are recorded first.
    """
    scores, tournament = desk.office.tournaments.scores(effect.after.id), tournament_of(effect.after)
    drawn = [each.name for each in tournament.stages.values() if tournament.drawn.of(each.name)]
    # with several stages drawn, or after a cut, nothing tells which stage a late entry belongs to
    is_clear = len(drawn) == 1 and tournament.qualified.qualifiers(drawn[0]) is None
    session = last_session(tournament, drawn[0]) if is_clear else ""
    if session not in scores.scoreboards:
        return None
    playing = {*scores.playing((added, scores.scoreboards[added.session]) for added in _open_sessions(scores))}
    new = tuple(each for each in entered if each not in playing)
    return effects.submit(desk, EnterContestants(new), session) if new else None


def _open_sessions(scores: TournamentScores) -> Iterator[SessionAdded]:
    return (each for each in scores.tournament.sessions.values() if each.session in scores.scoreboards)


def not_drawn_lines(scores: TournamentScores, drawn: RoundDrawn, known: StageFacts) -> Iterator[str]:
    """Yield each contestant expected in a stage (qualified, or entered) who is not drawn, and why; then free places."""
    tournament, drawn_ones = scores.tournament, {*everyone(drawn)}
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
    undrawn = [each for each in dict.fromkeys(expected) if each not in drawn_ones]
    for who in undrawn:
        if why := known.gone.get(who) or ("a phantom" if who in phantoms else ""):
            yield f"not drawn: {who}, {why}"
        elif who not in elsewhere:
            last = next(reversed([added.session for added in tournament.in_stage(drawn.stage)]), "")
            typed = f": `session enter {shlex.quote(who)} --session {shlex.quote(last)}`" if last else ""
            yield f"not drawn: {who}, entered and in no session of {drawn.stage}{typed}"
    for cut in tournament.qualified.into(drawn.stage).values():
        yield from free_place_lines(tournament, cut)


class DrawRecording(NamedTuple):
    """The outcome of recording a draw as a movement: its effect or its refusal, or neither.

    `first`: not recorded yet, since the session has no movement. `changed`: not recorded, since the movement recorded
    from earlier draws was changed by hand.
    """

    session: str = ""
    effect: Effect | None = None
    refused: Misuse | None = None
    first: bool = False
    changed: bool = False


def record_as_movement(desk: Desk, effect: Effect, stage: str) -> DrawRecording:
    """Record a drawn round in its session's movement, if the earlier rounds were recorded there from draws."""
    tournament = tournament_of(effect.after)
    name = last_session(tournament, stage)
    if not desk.office.streams.has(name) or desk.settings.dry_run:
        return DrawRecording()
    session = desk.office.session(name)
    names = [event.name for _, event in movements(session)]
    if names != [AS_DRAWN]:
        changed = any(each.startswith(AS_DRAWN) for each in names)
        return DrawRecording(name, first=tournament.drawn.last(stage) == 1 and not names, changed=changed)
    try:
        command = drawn_rounds_command(desk, session, sorted(session.boards))
    except Misuse as error:
        return DrawRecording(name, refused=error)
    # the movement has the round already
    if command.tables == next(movements(session))[1].tables:
        return DrawRecording()
    return DrawRecording(name, effects.submit(desk, command, name))


def print_leftover_movements(desk: Desk, effect: Effect) -> None:
    """Print the movements that still contain the round of a withdrawn draw, and the command that removes it."""
    taken_back = (each.event for each in effect.events if isinstance(each.event, TakenBack))
    drawn = (taken_back_by(each, effect.after) for each in taken_back)
    for stage in {each.stage for each in drawn if isinstance(each, RoundDrawn)}:
        for added in tournament_of(effect.after).in_stage(stage):
            if desk.office.streams.has(added.session) and (number := _outdated_movement(desk, added.session)):
                typed = f"`undo {number} --session {shlex.quote(added.session)}`"
                desk.hint(f"The movement of {added.session} has that round still: {typed} takes it out, too")


def _outdated_movement(desk: Desk, name: str) -> int:
    """Return the event number of a movement recorded from draws that changed since; 0 if there is none."""
    session = desk.office.session(name)
    for number, event in movements(session):
        if event.name == AS_DRAWN:
            try:
                holds = drawn_rounds_command(desk, session, sorted(session.boards)).tables == event.tables
            except Misuse:  # no round is drawn any more
                holds = False
            return 0 if holds else number
    return 0


def print_draw_recording(desk: Desk, laid: DrawRecording) -> None:
    """Print if the draw was recorded as a movement; if not, the command that records it."""
    typed, output = f"movement set --draw --session {shlex.quote(laid.session)}", desk.settings
    if laid.refused:
        error = laid.refused
        message = f"The round is not in the movement of {laid.session}: {error.message}"
        desk.hint_aside(message, f"hint: {error.hint}; then `{typed}`")
    elif laid.changed:
        message = f"The round is not in the movement of {laid.session}, which was changed by hand"
        desk.hint_aside(message, f"hint: `{typed}` records every draw anew, without that change")
    elif laid.effect and not output.json:
        effects.print_second_stream(desk, laid.effect)
    elif laid.first and not (output.quiet or output.plain or output.json):
        desk.hint("", f"As a movement, for slips and guide cards: `{typed} --boards-each 8`")
