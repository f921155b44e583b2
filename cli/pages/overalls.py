"""The standing of a tournament as a page shows it: every stage, the figures by sitting, and how totals come about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.pages.links import Nowhere
from cli.pages.printing import Press
from cli.pages.table import Outline
from cli.pages.tournaments.front import head_of, sessions_table
from cli.pages.tournaments.standings import ranked
from cli.screens.derivations import outline
from cli.screens.scores import score_text
from ledger.overall.figures import Figure
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall


def overall_report(press: Press, scores: TournamentScores, found: Sequence[Overall]) -> str:
    """The standings of these stages, of which streams they are, and how each total comes about."""
    view = {
        "head": head_of(scores),
        "fields": [table for at, each in enumerate(found) for table in ranked(each, _Anchors(each, at))],
        "sessions": sessions_table(scores),
        "totals": [line for at, each in enumerate(found) for line in _totals(each, at)],
    }
    return press.page("overall.html", Nowhere(), view)


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
    mode = found.stage.rules.rounding
    for at, row in enumerate(found.rows):
        heading = f"{row.entrant}: {score_text(row.total.value, mode)} {found.unit} ({found.stage.name})"
        yield Outline(f"total-{stage}-{at}", heading, list(outline(row.total)))
