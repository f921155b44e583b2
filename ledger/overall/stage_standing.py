"""The standing of a stage: its rows by place, and its sections, directions or strata ranked apart."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase, all_of, natural
from ledger.overall.cross_table import CrossTable
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, totals_unit, unit_of, why_never_added
from ledger.overall.knockout import Bracket
from ledger.overall.places import OverallMark, ScoredTwice, TieSplit, can_go_on, find_double_scores, stage_went_on_since
from ledger.overall.scores import TournamentScores
from ledger.scoring.derivation import Derivation, Number
from ledger.subjects.tournaments.facts import Stage


@dataclass(frozen=True)
class OverallRow:
    """A contestant's place in a stage: its figures by sitting, and its total, rounded by the rules.

    `carried`: the carry-forward within the total. `rank`: None without a place. `mark`: the reason for no place, or a
    remark, as on a substitute. `counted`: the figures added up.
    """

    entrant: str
    figures: tuple[Figure, ...]
    total: Number
    rank: int | None = None
    mark: OverallMark | None = None
    counted: tuple[Figure, ...] = ()
    carried: Derivation | None = None

    @property
    def boards(self) -> int:
        """The number of boards on which the contestant has a score, over all sessions."""
        return sum(figure.boards for figure in self.figures)

    @property
    def last(self) -> Figure | None:
        """The figure of the contestant's last session; None without figures, as in a drawn bracket."""
        return max(self.figures, key=lambda figure: figure.of.sitting, default=None)

    @property
    def direction(self) -> Side | None:
        """The direction the contestant is ranked in: that of its last session; None if its label has none."""
        return self.last.direction if self.last else None


@dataclass(frozen=True)
class Overall:
    """The standing of a stage at one moment: rows by place, then rows without one.

    `ties`: the splits of equal totals; `fields`: the fields of play; `bracket`: of a knockout; `crossed`: the cross
    table of an all-play-all with withdrawals, which then gives the totals.
    """

    stage: Stage
    scores: TournamentScores
    rows: tuple[OverallRow, ...]
    ties: tuple[TieSplit, ...] = ()
    fields: tuple[FieldOfPlay, ...] = ()
    bracket: Bracket | None = None
    crossed: CrossTable | None = None

    @property
    def unit(self) -> str:
        """The unit of totals: '' (matches won) in a bracket."""
        adds = self.stage.rules.adds
        if self.stage.rules.per_board and not self.bracket:
            return totals_unit(self.stage.rules)
        units = {unit_of(field.scoreboard, adds) for field in self.fields}
        return UNITS["wins"] if self.bracket else units.pop() if len(units) == 1 else UNITS[adds]

    @property
    def sittings(self) -> list[int]:
        """The sittings that have scores, in order."""
        return sorted({figure.of.sitting for row in self.rows for figure in row.figures})

    @property
    def notes(self) -> list[str]:
        """The remarks printed below the standing, on how the stage's sessions were scored."""
        leavers = all_of(list(self.crossed.left)) if self.crossed else ""
        withdrawals = (
            [Phrase("%(left)s withdrew: totals are of the whole stage, as in its cross table", left=leavers)]
            if leavers
            else []
        )
        twice = (Phrase("%(twice)s: all of them are added up", twice=each.text) for each in self.twice)
        remarks = [*withdrawals, *twice, *self._factored, *self.concerns, *self._beyond, *self._keep_places]
        return [*dict.fromkeys(field.note for field in self.fields if field.note), *remarks]

    @property
    def twice(self) -> list[ScoredTwice]:
        """The contestants with several scores of one sitting."""
        return [each for row in self.rows for each in find_double_scores(row.figures)]

    @property
    def _factored(self) -> Iterator[str]:
        entrants_by_session: dict[tuple[int, str, int], list[str]] = {}
        for row in self.rows:
            for figure in row.figures if not self.bracket else ():
                if figure.factored_to:
                    key = figure.of.sitting, figure.of.session, figure.factored_to
                    entrants_by_session.setdefault(key, []).append(row.entrant)
        for (_, session, to), entrants in sorted(entrants_by_session.items()):
            who = ", ".join(sorted(entrants, key=natural))
            yield Phrase("factored up to %(to)s boards in %(session)s: %(who)s", to=to, session=session, who=who)

    @property
    def _keep_places(self) -> Iterator[str]:
        """The notes on contestants who withdrew after a session and are still ranked."""
        # Nothing is added for missed sessions (average minus only within a session, White Book 2025 §2.4): nobody knows
        # the opponents they would have met.
        tournament, stage = self.scores.tournament, self.stage.name
        for row in self.rows:
            withdrawal = tournament.qualified.withdrawn.get(row.entrant)
            if not row.rank or withdrawal is None or withdrawal.said.stage != stage:
                continue
            if stage_went_on_since(tournament, withdrawal):
                yield Phrase(
                    "%(entrant)s withdrew for a good reason, and keeps its place with what it has: "
                    "nothing is added for the sessions it missed",
                    entrant=row.entrant,
                )
            elif can_go_on(tournament, stage):
                yield Phrase(
                    "%(entrant)s withdrew (#%(number)s), and has a place unless %(stage)s goes on without it",
                    entrant=row.entrant,
                    number=withdrawal.number,
                    stage=stage,
                )

    @property
    def _beyond(self) -> list[str]:
        most = max((sum(figure.boards for figure in row.counted) for row in self.rows), default=0)
        remark = self.stage.rules.least.beyond(most) if self.stage.format == "sessions" else ""
        return [remark] if remark else []

    @property
    def concerns(self) -> list[str]:
        """The contradictions between the scoring of the sessions and the ranking of the stage."""
        one_list = Phrase("North–South and East–West are one list here, and ranked apart in its sessions")
        return self._not_added or ([one_list] if self._two_fields else [])

    @property
    def way_out(self) -> str:
        """The hint how to rank North–South and East–West apart, where only the sessions do so; else ''."""
        apart = f"ranked apart here too: `tournament stage amend {self.stage.name} --winners 2`"
        return apart if self._two_fields and not self._not_added else ""

    @property
    def _two_fields(self) -> bool:
        apart = all(field.scoreboard.session.opening.winners == 2 for field in self.fields)
        turned = any(len({figure.direction for figure in row.figures}) > 1 for row in self.rows)
        return bool(self.fields) and apart and self.stage.rules.winners == 1 and not turned

    @property
    def _not_added(self) -> list[str]:
        remarks: list[str] = []
        for field in self.fields if self.stage.format != "knockout" else ():
            if why := why_never_added(field, self.stage.rules.adds):
                names = ", ".join(added.session for added, _ in field.sections)
                remarks.append(
                    Phrase(
                        "%(names)s does not count: %(why)s, and stage %(stage)s adds those up",
                        names=names,
                        why=why,
                        stage=self.stage.name,
                    )
                )
        return remarks

    @property
    def still_in(self) -> set[str]:
        """The contestants still in the bracket of a knockout, who have no final place yet."""
        return {each.entrant for each in self.bracket.places if each.first is None} if self.bracket else set()

    def row(self, entrant: str) -> OverallRow | None:
        """Return a contestant's row; None if the standing has no row for the contestant."""
        return next((row for row in self.rows if row.entrant == entrant), None)


RankedBy = Literal["section", "direction", "stratum"]
"""The ways to divide a standing."""


class PartRanking(NamedTuple):
    """A part of a standing: its name, and its rows with their places within the part."""

    name: str
    rows: tuple[tuple[int | None, OverallRow], ...]


def rankings(standing: Overall, by: RankedBy) -> list[PartRanking]:
    """Return the rankings of a standing by section, direction or stratum, without contestants that have no stratum."""
    parts: dict[str, list[OverallRow]] = {}
    for row in standing.rows:
        for name in _PARTS[by](standing, row):
            parts.setdefault(name, []).append(row)
    ranked: list[PartRanking] = []
    for name in sorted(
        parts, key=lambda name: (natural(name.removesuffix("NS").removesuffix("EW")), name.endswith("EW"))
    ):
        first = dict[int, int]()
        for at, rank in enumerate(sorted(row.rank for row in parts[name] if row.rank), start=1):
            first.setdefault(rank, at)
        ranked.append(PartRanking(name, tuple((first[row.rank] if row.rank else None, row) for row in parts[name])))
    return ranked


def split_by_winner(standing: Overall) -> list[PartRanking]:
    """Return the standing as one part, or as two (by direction) where the stage has two winners."""
    if standing.stage.rules.winners == 2:
        return rankings(standing, "direction")
    return [PartRanking("", tuple((row.rank, row) for row in standing.rows))]


def _name_direction(standing: Overall, row: OverallRow) -> list[str]:
    return [row.direction.value if row.direction else ""]


def _name_section(standing: Overall, row: OverallRow) -> list[str]:
    """Return the name of the section a contestant is ranked in: that of its last session.

    The session is added where other sessions have a section of that letter, as pairs are seated anew between sessions;
    the direction, where the stage has two winners.
    """
    added = row.last.of if row.last else None
    beside = standing.scores.tournament.in_stage(standing.stage.name) if added else []
    shared = added and added.section and sum(each.section == added.section for each in beside) > 1
    named = (added.section, f"({added.session})" if shared else "") if added else ()
    return [" ".join(filter(None, (*named, *_name_apart(standing, row))))]


def _name_strata(standing: Overall, row: OverallRow) -> list[str]:
    entrants = standing.scores.tournament.entrants
    stratum = entrants[row.entrant].stratum if row.entrant in entrants else ""
    every = {each.stratum for each in entrants.values() if each.stratum}
    above = (
        [each for each in every if natural(each) < natural(stratum)]
        if standing.stage.rules.strata == "and-below"
        else []
    )
    return [" ".join((each, *_name_apart(standing, row))) for each in (*above, stratum)] if stratum else []


def _name_apart(standing: Overall, row: OverallRow) -> list[str]:
    return _name_direction(standing, row) if standing.stage.rules.winners == 2 else []


_PARTS: Mapping[RankedBy, Callable[[Overall, OverallRow], list[str]]] = {
    "section": _name_section,
    "direction": _name_direction,
    "stratum": _name_strata,
}
