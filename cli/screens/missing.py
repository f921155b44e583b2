"""What is missing of the movements of sessions, told before something is built on their scores."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from ledger.projections.planned import grouped
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


def ask_for_missing(desk: Desk, tournament: str, stage: str, question: str) -> None:
    """Say what is missing in the sessions of a stage, and ask whether to go on; with --yes it is said alone."""
    scores = desk.office.tournaments.scores(tournament)
    names = [each.session for each in scores.tournament.in_stage(stage) if each.session in scores.scoreboards]
    found = [line for name in names for line in missing_lines(scores.scoreboards[name].session)]
    if not found or desk.office.recorded_with(tournament, desk.settings.command_id):
        return
    desk.hint_aside(*found)
    if not (desk.settings.yes or desk.settings.dry_run):
        desk.confirm(question)
