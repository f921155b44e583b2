"""The standing of a stage: its rows by place, those without one; and each section, direction or stratum by itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase, all_of, natural
from ledger.overall.cross_table import CrossTable
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, never_added, totals_in, unit_of
from ledger.overall.knockout import Bracket
from ledger.overall.places import OverallMark, ScoredTwice, TieSplit, may_go_on, scored_twice, went_on_without
from ledger.overall.scores import TournamentScores
from ledger.scoring.derivation import Derivation, Number
from ledger.subjects.tournaments.facts import Stage


@dataclass(frozen=True)
class OverallRow:
    """A contestant's place in a stage: its figures by sitting, and its total, rounded as the rules say.

    `carried` is what it brought from another stage, a part of the total. `rank` is None for who has no place; `mark`
    says why, or who sat there. `counted`: the figures the total is of.
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
        """The boards it has a score on, of all sessions."""
        return sum(figure.boards for figure in self.figures)

    @property
    def last(self) -> Figure | None:
        """Its figure of the last session it played; None where it has none, as in a knockout."""
        return max(self.figures, key=lambda figure: figure.of.sitting, default=None)

    @property
    def direction(self) -> Side | None:
        """The direction it is ranked in: that of the last session it played."""
        return self.last.direction if self.last else None


@dataclass(frozen=True)
class Overall:
    """The standing of a stage at one moment: the rows by place, and below them who has none.

    `ties` tells how equal totals were split; `fields` who was scored together; `bracket` is a knockout's,
    `crossed` the cross table of an all-play-all that somebody left, which its totals are of.
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
        """What totals are in: those of a bracket are matches won, of nothing but board-a-match points."""
        adds = self.stage.rules.adds
        if self.stage.rules.per_board and not self.bracket:
            return totals_in(self.stage.rules)
        own = {unit_of(field.scoreboard, adds) for field in self.fields}
        return UNITS["wins"] if self.bracket else own.pop() if len(own) == 1 else UNITS[adds]

    @property
    def sittings(self) -> list[int]:
        """The sittings that have scores, in order."""
        return sorted({figure.of.sitting for row in self.rows for figure in row.figures})

    @property
    def notes(self) -> list[str]:
        """What is to be said of how the sessions were scored."""
        left = all_of(list(self.crossed.left)) if self.crossed else ""
        said = (
            [Phrase("%(left)s withdrew: totals are of the whole stage, as in its cross table", left=left)]
            if left
            else []
        )
        twice = (Phrase("%(twice)s: all of them are added up", twice=each.text) for each in self.twice)
        own = [*said, *twice, *self._factored, *self.concerns, *self._beyond, *self._keep_places]
        return [*dict.fromkeys(field.note for field in self.fields if field.note), *own]

    @property
    def twice(self) -> list[ScoredTwice]:
        """Who has two scores of one sitting."""
        return [each for row in self.rows for each in scored_twice(row.figures)]

    @property
    def _factored(self) -> Iterator[str]:
        found: dict[tuple[int, str, int], list[str]] = {}
        for row in self.rows:
            for each in row.figures if not self.bracket else ():
                if each.factored_to:
                    found.setdefault((each.of.sitting, each.of.session, each.factored_to), []).append(row.entrant)
        for (_, session, to), entrants in sorted(found.items()):
            who = ", ".join(sorted(entrants, key=natural))
            yield Phrase("factored up to %(to)s boards in %(session)s: %(who)s", to=to, session=session, who=who)

    @property
    def _keep_places(self) -> Iterator[str]:
        """Who left after a session and is ranked with what it has: for a good reason, or as none has followed yet.

        Within a session it has an average minus on each board it missed (White Book 2025 §2.4); whom it would have met
        in the others nobody knows.
        """
        tournament, stage = self.scores.tournament, self.stage.name
        for row in self.rows:
            left = tournament.qualified.withdrawn.get(row.entrant)
            if not row.rank or left is None or left.said.stage != stage:
                continue
            if went_on_without(tournament, left):
                yield Phrase(
                    "%(entrant)s withdrew for a good reason, and keeps its place with what it has: "
                    "nothing is added for the sessions it missed",
                    entrant=row.entrant,
                )
            elif may_go_on(tournament, stage):
                yield Phrase(
                    "%(entrant)s withdrew (#%(number)s), and has a place unless %(stage)s goes on without it",
                    entrant=row.entrant,
                    number=left.number,
                    stage=stage,
                )

    @property
    def _beyond(self) -> list[str]:
        most = max((sum(figure.boards for figure in row.counted) for row in self.rows), default=0)
        said = self.stage.rules.least.beyond(most) if self.stage.format == "sessions" else ""
        return [said] if said else []

    @property
    def concerns(self) -> list[str]:
        """What of its sessions does not go together with how the stage is ranked: known before anybody has played."""
        one_list = Phrase("North–South and East–West are one list here, and ranked apart in its sessions")
        return self._not_added or ([one_list] if self._two_fields else [])

    @property
    def way_out(self) -> str:
        """What to type where two fields are ranked as one; '' where they are not."""
        apart = f"ranked apart here too: `tournament stage amend {self.stage.name} --winners 2`"
        return apart if self._two_fields and not self._not_added else ""

    @property
    def _two_fields(self) -> bool:
        apart = all(field.scoreboard.session.opening.winners == 2 for field in self.fields)
        turned = any(len({figure.direction for figure in row.figures}) > 1 for row in self.rows)
        return bool(self.fields) and apart and self.stage.rules.winners == 1 and not turned

    @property
    def _not_added(self) -> list[str]:
        found: list[str] = []
        for field in self.fields if self.stage.format != "knockout" else ():
            if why := never_added(field, self.stage.rules.adds):
                names = ", ".join(added.session for added, _ in field.sections)
                found.append(
                    Phrase(
                        "%(names)s does not count: %(why)s, and stage %(stage)s adds those up",
                        names=names,
                        why=why,
                        stage=self.stage.name,
                    )
                )
        return found

    @property
    def still_in(self) -> set[str]:
        """Who is still in the bracket of a knockout: these share the first place, and none of them has it yet."""
        return {each.entrant for each in self.bracket.places if each.first is None} if self.bracket else set()

    def row(self, entrant: str) -> OverallRow | None:
        """A contestant's row; None where it has none."""
        return next((row for row in self.rows if row.entrant == entrant), None)


RankedBy = Literal["section", "direction", "stratum"]
"""What a standing can be taken apart by."""


class PartRanking(NamedTuple):
    """A part of a standing: what it is called, and everybody in it with the place it has among them."""

    name: str
    rows: tuple[tuple[int | None, OverallRow], ...]


def rankings(found: Overall, by: RankedBy) -> list[PartRanking]:
    """The parts of a standing, each in the order of the whole; who is in none of them is left out."""
    parts: dict[str, list[OverallRow]] = {}
    for row in found.rows:
        for name in _PARTS[by](found, row):
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


def fields(found: Overall) -> list[PartRanking]:
    """The whole standing; or both directions, where the stage has two winners."""
    if found.stage.rules.winners == 2:
        return rankings(found, "direction")
    return [PartRanking("", tuple((row.rank, row) for row in found.rows))]


def _direction(found: Overall, row: OverallRow) -> list[str]:
    return [row.direction.value if row.direction else ""]


def _section(found: Overall, row: OverallRow) -> list[str]:
    """The section of the last session it played, and which session where others have it too; with two winners, of
    each direction.

    Pairs are seated anew between sessions: who missed the second stays in the section of the first, apart from those
    who are in the second's section of that letter.
    """
    of = row.last.of if row.last else None
    beside = found.scores.tournament.in_stage(found.stage.name) if of else []
    shared = of and of.section and sum(each.section == of.section for each in beside) > 1
    named = (of.section, f"({of.session})" if shared else "") if of else ()
    return [" ".join(filter(None, (*named, *_apart(found, row))))]


def _strata(found: Overall, row: OverallRow) -> list[str]:
    entrants = found.scores.tournament.entrants
    own = entrants[row.entrant].stratum if row.entrant in entrants else ""
    every = {each.stratum for each in entrants.values() if each.stratum}
    above = [each for each in every if natural(each) < natural(own)] if found.stage.rules.strata == "and-below" else []
    return [" ".join((each, *_apart(found, row))) for each in (*above, own)] if own else []


def _apart(found: Overall, row: OverallRow) -> list[str]:
    return _direction(found, row) if found.stage.rules.winners == 2 else []


_PARTS: Mapping[RankedBy, Callable[[Overall, OverallRow], list[str]]] = {
    "section": _section,
    "direction": _direction,
    "stratum": _strata,
}
