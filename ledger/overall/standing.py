"""How the standing of a stage is made: the figures of its sessions, what they come to, and the places."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ledger.bridge import Side
from ledger.facts.tournaments import Stage
from ledger.labels import natural
from ledger.overall.carry import carried_into, carried_into_bracket
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure
from ledger.overall.knockout import Bracket, filled
from ledger.overall.marking import OverallMark, overall_marks, without_place
from ledger.overall.rounds import own_rounds, stage_figures
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.ties import Ties, TieSplit
from ledger.overall.totals import by_sitting, counted, total
from ledger.scoring.derivation import Derivation, Number, Rule, derived, given, told


def overall(scores: TournamentScores, stage: Stage, after_round: int | None = None) -> Overall:
    """The standing of a stage, or as it was after a round: the order its sessions were added in never matters.

    It is worked out once of the same scores: stages that carry from one another ask for it again and again.
    """
    found = scores.standings.get((stage, after_round))
    if not isinstance(found, Overall):
        found = scores.standings[stage, after_round] = _worked_out(scores, stage, after_round)
    return found


def bracket(scores: TournamentScores, stage: str) -> Bracket | None:
    """The bracket of a stage as it now stands; None where none was drawn. Misuse (no-such-stage)."""
    return overall(scores, scores.tournament.named_stage(stage)).bracket


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
    if stage.format == "knockout" and (drawn := scores.tournament.knockouts.bracket(stage.name)):
        return _by_bracket(stage, scores, filled(scores, drawn, carried_into_bracket(scores, stage, overall)))
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
        rows = [replace(row, total=_of_the_table(crossed, row)) for row in rows]
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
    rows = (
        OverallRow(each.entrant, (), told(given(each.won, "matches won")), each.first or 1) for each in drawn.places
    )
    return Overall(stage, scores, tuple(rows), bracket=drawn)


def _with(total: Number, carried: Derivation | None) -> Number:
    """A total with what was brought into the stage; that was rounded by a regulation of its own."""
    return Number(total.value + carried.value, lambda: _carrying(total, carried)) if carried else total


def _carrying(total: Number, carried: Derivation) -> Derivation:
    own = total.derivation()
    return derived(Rule.SUM, "with what it carries forward", [own, carried], unit=own.unit)


def _of_the_table(crossed: CrossTable, row: OverallRow) -> Number:
    """The total that a cross table has of somebody, with what was brought into the stage; else as it is."""
    total = crossed.totals.get(row.entrant)
    return _with(told(total), row.carried) if total else row.total


def _row(
    entrant: str, found: Sequence[Figure], stage: Stage, mark: OverallMark | None, carried: Derivation | None
) -> OverallRow:
    own = by_sitting(found)
    counting = counted(own, stage.rules)
    worth = _with(total(counting, stage.rules), carried)
    return OverallRow(entrant, tuple(own), worth, None, mark, tuple(counting), carried)


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
