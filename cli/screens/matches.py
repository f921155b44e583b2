"""What was found of matches, and what it makes of them."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.screens.derivations import derivation_lines
from cli.screens.event_texts import event_text
from ledger.events.matches import Finding, MismatchFound
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.bodies import body_json


def list_findings(desk: Desk) -> None:
    """Everything that was found of a match and not taken back."""
    session = desk.session()
    if desk.settings.json:
        found = [{"number": number, "finding": body_json(each)} for number, each in session.findings.items()]
        desk.json_at("matches/1", session, {"found": found})
        return
    rows = [[f"#{number}", event_text(each)] for number, each in session.findings.items()]
    desk.table_or("nothing was found of a match yet", ["event", "what"], rows)


def worth_lines(event: Finding, scoreboard: Scoreboard) -> Iterator[str]:
    """What a match is worth now to each whom a finding is about, and how that comes about."""
    mismatch = isinstance(event, MismatchFound)
    two = (event.contestant, event.met) if isinstance(event, MismatchFound) else event.teams
    if match := scoreboard.matches.get(scoreboard.meetings.match_between(two, event.round)):
        for each in two[:1] if mismatch else two:
            lines = derivation_lines((match.victory_points or match.scores)[each])
            yield f"  {each}:  {next(lines).strip()}"
