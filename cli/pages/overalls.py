"""The standing of a tournament as a page shows it: every stage, the figures by sitting, and how totals come about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cli.pages.cases import docket_table, register_table
from cli.pages.events import events_table
from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.table import Cell, Outline, PageTable, TableRow, plain_row
from cli.pages.tournaments.front import head_of, sessions_table
from cli.pages.tournaments.standings import ranked
from cli.words.derivations import outline
from cli.words.language import say, tell
from cli.words.overalls import total_text
from ledger.facts import Envelope
from ledger.overall.figures import Figure
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall


@in_its_language
def overall_report(press: Press, scores: TournamentScores, found: Sequence[Overall], *, why: bool) -> str:
    """The standings of these stages; with `why` of which streams they are, and how each total comes about."""
    view = _view(scores, found) if why else {**_view(scores, found), "sessions": PageTable("Sessions", [], [])}
    return press.page("overall.html", NoLinks(), view if why else {**view, "totals": []})


@in_its_language
def overall_audit(
    press: Press, scores: TournamentScores, found: Sequence[Overall], log: Sequence[Envelope], seal: str
) -> str:
    """The same under the tournament's seal, with the cases of all of its sessions, and its own log to the last event.

    What is in the log of a session, that session's audit shows.
    """
    sessions = [each.session for each in scores.scoreboards.values()]
    view = {
        **_view(scores, found),
        "facts": _facts(scores),
        "seal": seal,
        "rulings": _together((each.id, register_table(each)) for each in sessions),
        "appeals": _together((each.id, docket_table(each)) for each in sessions),
        "log": events_table(log, scores.tournament),
    }
    return press.page("overall_audit.html", NoLinks(), view)  # "#4" on it is an event of a session, or of this


def _view(scores: TournamentScores, found: Sequence[Overall]) -> dict[str, object]:
    return {
        "head": head_of(scores),
        "tournament": True,
        "fields": [table for at, each in enumerate(found) for table in ranked(each, _Anchors(each, at))],
        "sessions": sessions_table(scores),
        "totals": [line for at, each in enumerate(found) for line in _totals(each, at)],
    }


def _facts(scores: TournamentScores) -> PageTable:
    """What tournament this is, in a few lines."""
    stream = scores.tournament
    said = {
        say("Tournament"): stream.id,
        say("Regulations"): tell(stream.regulations.title),
        say("Events"): str(stream.number),
        say("Digest"): stream.digest.hex(),
    }
    return PageTable("Front page", ["what", "as recorded"], [plain_row([what, told]) for what, told in said.items()])


def _together(found: Iterable[tuple[str, PageTable | None]]) -> PageTable | None:
    """The tables of several sessions as one, each line with its session before it; None where there is none."""
    tables = [(name, table) for name, table in found if table]
    if not tables:
        return None
    _, first = tables[0]
    rows = [TableRow([Cell(name), *row.cells]) for name, table in tables for row in table.rows]
    return PageTable(first.caption, ["session", *first.columns], rows)


class _Anchors:
    """Where the lines of a standing lead on this one page: to how each total comes about."""

    def __init__(self, found: Overall, stage: int) -> None:
        self._of = {row.entrant: f"#total-{stage}-{at}" for at, row in enumerate(found.rows)}

    def why(self, stage: str, entrant: str) -> str | None:
        """How a total comes about, further down."""
        return self._of.get(entrant)

    def card(self, contestant: str) -> None:
        """No page of its own."""

    def figure(self, figure: Figure) -> None:
        """No page of a session."""


def _totals(found: Overall, stage: int) -> Iterator[Outline]:
    for at, row in enumerate(found.rows):
        heading = (
            f"{row.entrant}: {total_text(row.total.value, found.stage.rules)} {say(found.unit)} ({found.stage.name})"
        )
        yield Outline(f"total-{stage}-{at}", heading, list(outline(row.total.derivation())))
