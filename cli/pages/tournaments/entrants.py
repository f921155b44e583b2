"""A contestant of a tournament: in each stage its place, its sessions, and why its total is what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.pages.table import Cell, Outline, PageTable, TableRow
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.words.derivations import outline
from cli.words.knockouts import told_match_text
from cli.words.language import say, tell
from cli.words.overalls import mark_text, substitute_lines, tie_lines, total_text
from cli.words.rulings import penalty_text
from cli.words.scores import score_text
from ledger.overall.figures import Figure
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.substitutes import substitutes
from ledger.overall.telling import told_across, told_matches, without_events
from ledger.projections.names import is_team_name
from ledger.scoring.derivation import Derivation


class StageEntry(NamedTuple):
    """What a contestant has in one stage."""

    stage: str
    anchor: str
    href: str
    total: str
    unit: str
    place: str
    of: int
    mark: str
    sessions: PageTable | None
    penalties: list[str]
    why: list[Outline]
    notes: list[str]


class EntrantView(NamedTuple):
    """Everything a page says of a contestant."""

    contestant: str
    players: str
    team: bool
    stages: list[StageEntry]


def entrant_views(found: Sequence[Overall], links: TournamentSite) -> Iterator[EntrantView]:
    """Every contestant of the tournament, with the stages it has a score in."""
    rows: dict[str, list[tuple[Overall, OverallRow]]] = {each: [] for each in links.slugs}
    for each in found:
        for row in each.rows:
            rows.setdefault(row.entrant, []).append((each, row))
    shared = {each.stage.name: _StageFacts(each) for each in found}
    for entrant, own in rows.items():
        stages = [shared[each.stage.name].told(row, links) for each, row in own]
        yield EntrantView(entrant, links.names.get(entrant, ""), is_team_name(entrant), stages)


class _StageFacts:
    """What of a stage is worked out once for all its contestants."""

    def __init__(self, found: Overall) -> None:
        self._found = found
        self._ranked = sum(1 for row in found.rows if row.rank)
        self._tied = {entrant for split in found.ties for entrant in split.tied}
        self._across = any(field.together for field in found.fields)
        self._seated = {each.fact.contestant for each in substitutes(found)}
        self._said = list(map(tell, found.notes))

    def told(self, row: OverallRow, links: TournamentSite) -> StageEntry:
        """A contestant's part of the stage."""
        found = self._found
        anchor = links.stages[found.stage.name]
        return StageEntry(
            found.stage.name,
            anchor,
            links.stage(found.stage.name),
            total_text(row.total.value, found.stage.rules),
            found.unit or "won",
            _place(found, row),
            self._ranked,
            mark_text(row.mark),
            _sessions(found, row, links),
            [*_penalties(found, row)],
            [*self._why(row, anchor)],
            [for_readers(line) for line in self._notes(row)],
        )

    def _why(self, row: OverallRow, anchor: str) -> Iterator[Outline]:
        """The total step by step, each match of a bracket, and each figure that was scored across the sections."""
        total = total_text(row.total.value, self._found.stage.rules)
        yield _outline(f"{anchor}-total", f"{total} {say(self._found.unit) or say('won')}", row.total.derivation())
        for at, match in enumerate(told_matches(self._found, row), start=1):
            lines = [line for each in match.scores for line in outline(each)]
            yield Outline(f"{anchor}-match-{at}", told_match_text(match, row.entrant), lines)
        for at, (figure, told) in enumerate(told_across(self._found, row) if self._across else (), start=1):
            heading = say(
                "sitting %(sitting)s, %(session)s, across the sections: %(contestant)s",
                sitting=figure.of.sitting,
                session=figure.of.session,
                contestant=figure.contestant,
            )
            lines = [line for each in told for line in outline(without_events(each))]
            yield Outline(f"{anchor}-across-{at}", heading, lines)

    def _notes(self, row: OverallRow) -> Iterator[str]:
        """How its ties were split, who sat in its stead, and what is to be said of the whole stage."""
        if row.entrant in self._tied:
            yield from tie_lines(self._found, row.entrant)
        if self._seated & {figure.contestant for figure in row.figures}:
            yield from substitute_lines(self._found, row.entrant)
        yield from self._said


def _place(found: Overall, row: OverallRow) -> str:
    """Its place; none while it is still in a bracket."""
    return "" if row.entrant in found.still_in or not row.rank else str(row.rank)


def _outline(anchor: str, heading: str, told: Derivation) -> Outline:
    return Outline(anchor, heading, list(outline(without_events(told))))


def _sessions(found: Overall, row: OverallRow, links: TournamentSite) -> PageTable | None:
    """Its sessions: as whom it played there, what it has of each, and what does not count."""
    if not row.figures:
        return None
    columns = [">sitting", "section", "session", "played as", f">{found.unit or 'won'}", ">boards", "standing"]
    rows = [_session(found, row, figure, links) for figure in row.figures]
    said = [at for at, _ in enumerate(columns) if at not in (1, 6) or any(cells[at].text for cells in rows)]
    shown = [TableRow([cells[at] for at in said]) for cells in rows]
    aside = frozenset({">sitting", "section", ">boards", "standing"})
    return PageTable("Sessions", [columns[at] for at in said], shown, aside=aside, under="session")


def _session(found: Overall, row: OverallRow, figure: Figure, links: TournamentSite) -> list[Cell]:
    value = score_text(figure.value.value, found.stage.rules.rounding)
    there = links.figure(figure)
    return [
        Cell(str(figure.of.sitting)),
        Cell(figure.of.section),
        Cell(figure.of.session, links.session(figure.of.session)),
        Cell(figure.contestant, there, name=True),
        Cell(value if figure in row.counted else f"({value})", there),
        Cell(str(figure.boards)),
        Cell(_standing(found, row, figure)),
    ]


def _standing(found: Overall, row: OverallRow, figure: Figure) -> str:
    """Why a figure does not count, where it does not."""
    if figure in row.counted:
        return ""
    return (
        say("without standing there")
        if not figure.counts
        else say("not one of the best %(best)s", best=found.stage.rules.best)
    )


def _penalties(found: Overall, row: OverallRow) -> Iterator[str]:
    """The penalties in force in its sessions: 'friday P-0001: 10% of a top'."""
    for figure in row.figures:
        board = found.scores.scoreboards.get(figure.of.session)
        for each in board.session.penalties_of(figure.contestant) if board else ():
            said = penalty_text(each.imposed.amount, each.imposed.unit, each.imposed.named)
            yield f"{figure.of.session} {each.case}: {said}"
