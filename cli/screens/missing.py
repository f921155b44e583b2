"""What is missing of the movements of sessions, and what was played otherwise, told before scores are built on."""

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from ledger.facts import Command
from ledger.overall.scores import TournamentScores
from ledger.overall.undrawn import undrawn_in
from ledger.projections.planned import grouped, played_otherwise
from ledger.session import Session

_SHOWN = 8


def missing_lines(session: Session) -> Iterator[str]:
    """What is missing of a session's movement, a line each, as many as one reads; nothing where it has none."""
    found = grouped(session)
    if found:
        yield f"Missing in {session.id}, `check --session {session.id}` lists it:"
    yield from (f"  {each.text}" for each in found[:_SHOWN])
    if len(found) > _SHOWN:
        yield f"  … and {len(found) - _SHOWN} more"


def _otherwise_lines(scores: TournamentScores, sessions: Sequence[str]) -> Iterator[str]:
    """Matches that nobody drew, and what else was played otherwise than planned, a line each."""
    for name in sessions:
        texts = [each.text for each in undrawn_in(scores, name)]
        played = played_otherwise(scores.scoreboards[name].session)
        texts += [f"{each.played.seating}, board {each.played.board}: {each.deviation}" for each in played]
        if texts:
            yield f"Played otherwise in {name}, `check --session {name}` lists it:"
        yield from (f"  {each}" for each in texts[:_SHOWN])
        if len(texts) > _SHOWN:
            yield f"  … and {len(texts) - _SHOWN} more"


def ask_for_missing(desk: Desk, command: Command, tournament: str, stage: str, question: str) -> None:
    """Say what is missing or otherwise in the sessions of a stage, and ask whether to go on; with --yes, say it."""
    scores = desk.office.tournaments.scores(tournament)
    names = [each.session for each in scores.tournament.in_stage(stage) if each.session in scores.scoreboards]
    found = [line for name in names for line in missing_lines(scores.scoreboards[name].session)]
    found += _otherwise_lines(scores, names)
    if not found or desk.office.recorded_with(tournament, desk.settings.command_id):
        return
    told = desk.settings.yes or desk.settings.dry_run
    if not told:
        desk.submit(command, session_id=tournament, dry_run=True)  # what is refused need not be asked
    desk.hint_aside(*found)
    if not told:
        desk.confirm(question)
