"""The standing of a stage: every contestant's figures of its sessions, what they come to, and the places."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.bridge import Side
from ledger.facts.tournaments import Stage
from ledger.labels import natural
from ledger.overall.carry import carried_into
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, never_added
from ledger.overall.knockout import Bracket, bracket
from ledger.overall.marking import (
    OverallMark,
    ScoredTwice,
    may_go_on,
    overall_marks,
    scored_twice,
    went_on_without,
    without_place,
)
from ledger.overall.rounds import own_rounds, stage_figures
from ledger.overall.scores import TournamentScores
from ledger.overall.ties import Ties, TieSplit
from ledger.overall.totals import counted, total
from ledger.scoring.derivation import Derivation, Rule, derived, given


@dataclass(frozen=True)
class OverallRow:
    """A contestant's place in a stage: its figures by sitting, and its total, rounded as the rules say.

    `carried` is what it brought from another stage, a part of the total. `rank` is None for who has no place; `mark`
    says why, or who sat there. `counted`: the figures the total is of.
    """

    entrant: str
    figures: tuple[Figure, ...]
    total: Derivation
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
        """What totals are in: those of a bracket are matches won."""
        return UNITS["wins" if self.bracket else self.stage.rules.adds]

    @property
    def sittings(self) -> list[int]:
        """The sittings that have scores, in order."""
        return sorted({figure.of.sitting for row in self.rows for figure in row.figures})

    @property
    def notes(self) -> list[str]:
        """What is to be said of how the sessions were scored."""
        left = " and ".join(self.crossed.left) if self.crossed else ""
        said = [f"{left} withdrew: totals are of the whole stage, as in its cross table"] if left else []
        twice = (f"{each.text}: all of them are added up" for each in self.twice)
        own = [*said, *twice, *self._factored, *self.doubtful, *self._beyond, *self._keep_places]
        return [*dict.fromkeys(field.note for field in self.fields if field.note), *own]

    @property
    def twice(self) -> list[ScoredTwice]:
        """Who has two scores of one sitting."""
        return [each for row in self.rows for each in scored_twice(row.figures)]

    @property
    def _factored(self) -> Iterator[str]:
        """Whose total of a session is of more boards than it played there."""
        found: dict[tuple[int, str, int], list[str]] = {}
        for row in self.rows:
            for each in row.figures if not self.bracket else ():
                if each.factored_to:
                    found.setdefault((each.of.sitting, each.of.session, each.factored_to), []).append(row.entrant)
        for (_, session, to), entrants in sorted(found.items()):
            yield f"factored up to {to} boards in {session}: {', '.join(sorted(entrants, key=natural))}"

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
                keeps = f"{row.entrant} withdrew for a good reason, and keeps its place with what it has"
                yield f"{keeps}: nothing is added for the sessions it missed"
            elif may_go_on(tournament, stage):
                yield f"{row.entrant} withdrew (#{left.number}), and has a place unless {stage} goes on without it"

    @property
    def _beyond(self) -> list[str]:
        """That more boards are wanted for a place than anybody has, where boards give it."""
        most = max((sum(figure.boards for figure in row.counted) for row in self.rows), default=0)
        said = self.stage.rules.least.beyond(most) if self.stage.format == "sessions" else ""
        return [said] if said else []

    @property
    def doubtful(self) -> list[str]:
        """What of its sessions does not go together with how the stage is ranked: known before anybody has played."""
        both = "North–South and East–West are one list here, and ranked apart in its sessions"
        return self._not_added or ([both] if self._two_fields else [])

    @property
    def way_out(self) -> str:
        """What to type where two fields are ranked as one; '' where they are not."""
        apart = f"ranked apart here too: `tournament stage amend {self.stage.name} --winners 2`"
        return apart if self._two_fields and not self._not_added else ""

    @property
    def _two_fields(self) -> bool:
        """Whether its sessions rank two fields which it ranks as one; not where somebody plays in both directions."""
        apart = all(field.scoreboard.session.opening.winners == 2 for field in self.fields)
        turned = any(len({figure.direction for figure in row.figures}) > 1 for row in self.rows)
        return bool(self.fields) and apart and self.stage.rules.winners == 1 and not turned

    @property
    def _not_added(self) -> list[str]:
        """Which sessions have nothing of what the stage adds up; a knockout adds nothing up."""
        found = []
        for field in self.fields if self.stage.format != "knockout" else ():
            if why := never_added(field, self.stage.rules.adds):
                names = ", ".join(added.session for added, _ in field.sections)
                found.append(f"{names} does not count: {why}, and stage {self.stage.name} adds those up")
        return found

    @property
    def still_in(self) -> set[str]:
        """Who is still in the bracket of a knockout: these share the first place, and none of them has it yet."""
        return {each.entrant for each in self.bracket.places if each.first is None} if self.bracket else set()

    def row(self, entrant: str) -> OverallRow | None:
        """A contestant's row; None where it has none."""
        return next((row for row in self.rows if row.entrant == entrant), None)


def overall(scores: TournamentScores, stage: Stage, after_round: int | None = None) -> Overall:
    """The standing of a stage, or as it was after a round: the order its sessions were added in never matters.

    It is worked out once of the same scores: stages that carry from one another ask for it again and again.
    """
    if (stage, after_round) not in scores.standings:
        scores.standings[stage, after_round] = _worked_out(scores, stage, after_round)
    return scores.standings[stage, after_round]


def overalls(scores: TournamentScores, stage: str | None = None, after_round: int | None = None) -> list[Overall]:
    """The standings of one stage, or of each in order; as they are at this moment, or up to a round.

    Up to a round, where no stage is named, it is those that have rounds: the Swiss ones, if there are any.
    Misuse (no-such-stage) where there was no such stage.
    """
    said = scores.tournament
    found = [said.named_stage(stage)] if stage is not None else list(said.stages.values())
    if after_round is not None:
        found = [each for each in found if each.format == "swiss"] or found
    return [overall(scores, each, after_round) for each in found]


def _worked_out(scores: TournamentScores, stage: Stage, after_round: int | None) -> Overall:
    if stage.format == "knockout" and (drawn := bracket(scores, stage.name)):
        return _by_bracket(stage, scores, drawn)
    fields, own = tuple(scores.fields(stage)), dict[str, list[Figure]]()
    for figure in stage_figures(scores.tournament, stage, fields, after_round):
        own.setdefault(figure.entrant, []).append(figure)
    crossed = _crossed(scores, stage) if after_round is None else None
    rows = _rows(scores, stage, fields, own, crossed)
    totals = {row.entrant: row.total.value for row in rows}
    ties = Ties(scores.tournament, stage, fields, own, totals, own_rounds(fields, after_round))
    places, splits = dict[str, int](), list[TieSplit]()
    for ranked in _ranked_together(rows, stage):
        places |= _places(ranked, ties, splits)
    placed = [replace(row, rank=places.get(row.entrant)) for row in rows]
    return Overall(stage, scores, tuple(sorted(placed, key=_order(len(rows)))), tuple(splits), fields, crossed=crossed)


def _rows(
    scores: TournamentScores,
    stage: Stage,
    fields: Sequence[FieldOfPlay],
    own: Mapping[str, Sequence[Figure]],
    crossed: CrossTable | None,
) -> list[OverallRow]:
    """Everybody's total with what it carries, and its mark; the places are still to be found."""
    carried = carried_into(scores, stage, overall)
    marks = overall_marks(scores.tournament, stage, own, fields) | without_place(scores.tournament, stage.name, own)
    if crossed:
        marks = _of_the_whole(marks, crossed, scores.tournament.id)
    rows = [_row(each, found, stage, marks.get(each), carried.get(each)) for each, found in own.items()]
    if crossed:
        rows = [replace(row, total=_with(crossed.totals.get(row.entrant, row.total), row.carried)) for row in rows]
    return rows


def _crossed(scores: TournamentScores, stage: Stage) -> CrossTable | None:
    """The cross table of an all-play-all that somebody left: what that makes of the totals is of the whole stage."""
    if stage.format != "all-play-all" or stage.rules.adds not in ("victory-points", "imps"):
        return None
    found = cross_table(scores, stage.name)
    return found if found and found.left and found.unit == UNITS[stage.rules.adds] else None


def _of_the_whole(marks: Mapping[str, OverallMark], crossed: CrossTable, tournament: str) -> dict[str, OverallMark]:
    """What everybody is marked with, where half of the stage decides on withdrawals, and not half of a session."""
    found = {who: mark for who, mark in marks.items() if mark.standing != "withdrawn" or who not in crossed.left}
    for who, left in crossed.left.items():
        if who not in found or found[who].ranked:
            where = "" if left.session == tournament else left.session
            found[who] = OverallMark("withdrawn", where, left.number, left.keeps_place)
    return found


def _by_bracket(stage: Stage, scores: TournamentScores, drawn: Bracket) -> Overall:
    """The standing of a knockout: by rounds survived; who is still in is before all who are out, level with the others.

    A cut goes by these places, and what is carried: so who is still in shares the first one until it is out.
    """
    rows = (OverallRow(each.entrant, (), given(each.won, "matches won"), each.first or 1) for each in drawn.places)
    return Overall(stage, scores, tuple(rows), bracket=drawn)


def _with(total: Derivation, carried: Derivation | None) -> Derivation:
    """A total with what was brought into the stage; that was rounded by a regulation of its own."""
    return derived(Rule.SUM, "with what it carries forward", [total, carried], unit=total.unit) if carried else total


def _row(
    entrant: str, found: Sequence[Figure], stage: Stage, mark: OverallMark | None, carried: Derivation | None
) -> OverallRow:
    own = tuple(sorted(found, key=lambda figure: (figure.of.sitting, figure.of.section, figure.of.session)))
    worth = _with(total(own, stage.rules), carried)
    return OverallRow(entrant, own, worth, None, mark, tuple(counted(own, stage.rules)), carried)


def _ranked_together(rows: Sequence[OverallRow], stage: Stage) -> list[list[OverallRow]]:
    """Who has a place, and with whom: everybody together, or each direction by itself."""
    ranked = [row for row in rows if row.mark is None or row.mark.ranked]
    if stage.rules.winners == 1:
        return [ranked]
    return [[row for row in ranked if row.direction is side] for side in (Side.NS, Side.EW, None)]


def _places(ranked: Sequence[OverallRow], ties: Ties, splits: list[TieSplit]) -> dict[str, int]:
    """Everybody's place, the highest total first; equal totals as the regulations split them."""
    found: dict[str, int] = {}
    for tied in _by_total(ranked):
        order: Sequence[Sequence[str]] = [tied]
        if len(tied) > 1 and ties.stage.rules.ties:
            split = ties.split(tied)
            splits.append(split)
            order = split.order
        for group in order:
            found |= dict.fromkeys(group, len(found) + 1)
    return found


def _by_total(ranked: Sequence[OverallRow]) -> Iterator[list[str]]:
    groups: dict[Fraction, list[str]] = {}
    for row in sorted(ranked, key=lambda row: natural(row.entrant)):
        groups.setdefault(row.total.value, []).append(row.entrant)
    return (groups[total] for total in sorted(groups, reverse=True))


def _order(last: int) -> Callable[[OverallRow], tuple[object, ...]]:
    """By place; below them, by number, those who have none."""
    return lambda row: (row.rank or last + 1, natural(row.entrant))
