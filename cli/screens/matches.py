"""What was found of matches, and what it makes of them."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.screens.derivations import derivation_lines
from cli.screens.event_texts import event_text
from ledger.events.matches import Finding, MatchVoided, MismatchFound, OfMatch
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.bodies import body_json
from ledger.session.places import boards_text


def list_findings(desk: Desk) -> None:
    """Everything that was found of a match and not taken back."""
    session = desk.session()
    if desk.settings.json:
        found = [{"number": number, "finding": body_json(each)} for number, each in session.findings.facts.items()]
        desk.json_at("matches/1", session, {"found": found})
        return
    rows = [[f"#{number}", event_text(each)] for number, each in session.findings.facts.items()]
    desk.table_or("nothing was found of a match yet", ["event", "what"], rows)


def played_lines(event: OfMatch, scoreboard: Scoreboard) -> Iterator[str]:
    """What becomes of boards that have results all the same, of a match that is void or of which they are removed."""
    played = {
        each.board
        for each in scoreboard.session.table_boards()
        if each.results and event.is_of(each.seating.match, each.round) and each.board in event.called_off
    }
    if not played:
        return
    boards = boards_text(sorted(played))
    were, stay, count = ("were", "their results stay", "count") if len(played) > 1 else ("was", "it stays", "counts")
    yield f"  {boards} {were} played: {stay} on the traveller, and {count} for nothing in this match"
    void = isinstance(event, MatchVoided) and not event.wrong_seating
    if void and 2 * len(played) >= len(event.boards):
        yield "  that is half the match or more: was it to be shortened? `match shorten`, once this is undone"


def worth_lines(event: Finding, scoreboard: Scoreboard) -> Iterator[str]:
    """What a match is worth now to each whom a finding is about, and how that comes about."""
    mismatch = isinstance(event, MismatchFound)
    two = (event.contestant, event.met) if isinstance(event, MismatchFound) else event.teams
    if match := scoreboard.matches.get(scoreboard.meetings.match_between(two, event.round)):
        for each in two[:1] if mismatch else two:
            lines = derivation_lines((match.victory_points or match.scores)[each])
            yield f"  {each}:  {next(lines).strip()}"
