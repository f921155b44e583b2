"""How the standing of a stage is made: the figures of its sessions, what they come to, and the places.

Further what no session alone tells: what a figure scored across the sections comes of, and a match of a bracket; what a
total is of the most there was; who sat in whose stead; and who was penalised before, in whichever session.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase, natural
from ledger.laws.citation import subjects_of
from ledger.overall.carry import carried_into, carried_into_bracket, most_carried
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, by_sitting, counted, total
from ledger.overall.knockout import Bracket, filled
from ledger.overall.places import OverallMark, Ties, TieSplit, overall_marks, without_place
from ledger.overall.rounds import own_rounds, stage_figures
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.projections.scoreboard import boards_of
from ledger.projections.standings import Row, percent_derivation, total_derivation
from ledger.scoring.derivation import Derivation, Number, Rule, derived, given, in_unit, told
from ledger.session import Penalty, Session
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.tournaments.facts import Stage


def overall(scores: TournamentScores, stage: Stage, after_round: int | None = None) -> Overall:
    """The standing of a stage, or after a round; worked out once of the same scores: stages that carry ask often."""
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
        # By rounds survived: who is still in is before all who are out, level with the others. A cut goes by these
        # places, and what is carried: so who is still in shares the first one until it is out.
        bracket = filled(scores, drawn, carried_into_bracket(scores, stage, overall))
        survived = (
            OverallRow(each.entrant, (), told(given(each.won, "matches won")), each.first or 1)
            for each in bracket.places
        )
        return Overall(stage, scores, tuple(survived), bracket=bracket)
    fields, own = tuple(scores.fields(stage)), dict[str, list[Figure]]()
    for figure in stage_figures(scores.tournament, stage, fields, after_round):
        own.setdefault(figure.entrant, []).append(figure)
    crossed = None
    if after_round is None and stage.format == "all-play-all" and stage.rules.adds in ("victory-points", "imps"):
        table = cross_table(scores, stage.name)
        crossed = table if table and table.left and table.unit == UNITS[stage.rules.adds] else None
    rows = _rows(scores, stage, fields, own, crossed)
    totals = {row.entrant: row.total.value for row in rows}
    ties = Ties(scores.tournament, stage, fields, own, totals, own_rounds(fields, after_round))
    places, splits = dict[str, int](), list[TieSplit]()
    ranked = [row for row in rows if row.mark is None or row.mark.ranked]
    if stage.rules.winners == 1:
        places = _places(ranked, ties, splits)
    else:
        for side in (Side.NS, Side.EW, None):
            places |= _places([row for row in ranked if row.direction is side], ties, splits)
    placed = [replace(row, rank=places.get(row.entrant)) for row in rows]
    placed.sort(key=lambda row: (row.rank or len(rows) + 1, natural(row.entrant)))
    return Overall(stage, scores, tuple(placed), tuple(splits), fields, crossed=crossed)


def _rows(
    scores: TournamentScores,
    stage: Stage,
    fields: Sequence[FieldOfPlay],
    own: Mapping[str, Sequence[Figure]],
    crossed: CrossTable | None,
) -> list[OverallRow]:
    carried = carried_into(scores, stage, overall)
    marks = overall_marks(scores.tournament, stage, own, fields) | without_place(scores.tournament, stage.name, own)
    if crossed:
        found = {who: mark for who, mark in marks.items() if mark.standing != "withdrawn" or who not in crossed.left}
        for who, left in crossed.left.items():
            if who not in found or found[who].ranked:
                where = "" if left.session == scores.tournament.id else left.session
                found[who] = OverallMark("withdrawn", where, left.number, left.keeps_place)
        marks = found
    rows: list[OverallRow] = []
    for entrant, figures in own.items():
        sittings = by_sitting(figures)
        counting = counted(sittings, stage.rules)
        worth = _with(total(counting, stage.rules), carried.get(entrant))
        mark = marks.get(entrant)
        rows.append(OverallRow(entrant, tuple(sittings), worth, None, mark, tuple(counting), carried.get(entrant)))
    if crossed:
        rows = [
            replace(row, total=_with(told(crossed.totals[row.entrant]), row.carried))
            if row.entrant in crossed.totals
            else row
            for row in rows
        ]
    return rows


def _with(total: Number, carried: Derivation | None) -> Number:
    if carried is None:
        return total

    def derivation() -> Derivation:
        own = total.derivation()
        return derived(Rule.SUM, "with what it carries forward", [own, carried], unit=own.unit)

    return Number(total.value + carried.value, derivation)


def _places(ranked: Sequence[OverallRow], ties: Ties, splits: list[TieSplit]) -> dict[str, int]:
    found: dict[str, int] = {}
    groups: dict[Fraction, list[str]] = {}
    for row in sorted(ranked, key=lambda row: natural(row.entrant)):
        groups.setdefault(row.total.value, []).append(row.entrant)
    for tied in (groups[worth] for worth in sorted(groups, reverse=True)):
        order: Sequence[Sequence[str]] = [tied]
        if len(tied) > 1 and ties.stage.rules.ties:
            split = ties.split(tied)
            splits.append(split)
            order = split.order
        for group in order:
            found |= dict.fromkeys(group, len(found) + 1)
    return found


def told_across(found: Overall, row: OverallRow) -> Iterator[tuple[Figure, list[Derivation]]]:
    """The figures scored across sections: the percentage, the total; without events, as each section has its own."""
    for figure, field, each in _across(found, row):
        percent = percent_derivation(field.scoreboard, each) if found.unit == "%" else None
        total = total_derivation(field.scoreboard, each.contestant)
        yield figure, [without_events(told) for told in (percent, total) if told]


def board_across(found: Overall, row: OverallRow, board: int) -> Iterator[tuple[Figure, Derivation]]:
    """What a contestant has on a board that was scored across sections, result by result."""
    for figure, field, each in _across(found, row):
        for side, played in boards_of(field.scoreboard, each.contestant):
            if played.board == board:
                score = field.scoreboard.score(played, side, each.contestant)
                yield figure, without_events(score.derivation())


class MatchTold(NamedTuple):
    """A match of a bracket against one other: its name, who, and what the two have of it, its own score first."""

    match: str
    other: str
    scores: tuple[Derivation, Derivation]


def told_matches(found: Overall, row: OverallRow) -> Iterator[MatchTold]:
    """The matches of a contestant in a bracket, those to come too that it carries something into."""
    for match in found.bracket.matches.values() if found.bracket else ():
        for meeting in match.meetings if row.entrant in match.teams else ():
            if row.entrant in meeting.teams and (meeting.segments or meeting.carried):
                other = meeting.teams[meeting.teams[0] == row.entrant]
                own, theirs = (without_events(meeting.scores[each]) for each in (row.entrant, other))
                yield MatchTold(match.drawn.name, other, (own, theirs))


def _across(found: Overall, row: OverallRow) -> Iterator[tuple[Figure, FieldOfPlay, Row]]:
    own = {(figure.of.session, figure.contestant): figure for figure in row.figures}
    for field in found.fields:
        for each in field.rows if field.together else ():
            of, contestant = field.own(each.contestant)
            if figure := own.get((of.session, contestant)):
                yield figure, field, each


def without_events(told: Derivation) -> Derivation:
    """A derivation without the numbers of events: they are a session's own, and here nobody knows of which."""
    return replace(told, events=(), parts=tuple(map(without_events, told.parts)))


def percentages(found: Overall) -> dict[str, Derivation]:
    """Everybody's percentage; who carries nothing, or whose most is not known, has none.

    It is of the most there was: MaxF and the carried maximum, what a top on every board of the qualifier would have
    carried (White Book 2025 §3.8; golden E07).
    """
    rules = found.stage.rules
    if rules.adds != "matchpoints" or rules.factored != "none" or not any(row.carried for row in found.rows):
        return {}
    carried = most_carried(found.scores, found.stage, overall)
    tops: dict[tuple[str, str], Fraction] = {}
    for field in found.fields:
        top = field.scoreboard.top
        for row in field.rows if top and not field.scoreboard.in_matches else ():
            of, contestant = field.own(row.contestant)
            if top and row.boards:
                tops[of.session, contestant] = field.scoreboard.tally.boards_of_total(row.contestant) * top
    worked_out = ((row.entrant, _percentage(found, row, tops, carried)) for row in found.rows)
    return {entrant: each for entrant, each in worked_out if each}


def _percentage(
    found: Overall, row: OverallRow, tops: Mapping[tuple[str, str], Fraction], carried: Mapping[str, Derivation]
) -> Derivation | None:
    own = [(each.of.session, each.contestant) for each in row.counted]
    if not row.carried or row.entrant not in carried or not all(each in tops for each in own):
        return None
    most = [given(tops[each], Phrase("%(each)s, the most there were", each=each[0]), unit="MP") for each in own]
    parts = [derived(Rule.PRODUCT, "total × 100", [row.total.derivation(), given(100, "per cent")])]
    parts.append(derived(Rule.SUM, "MaxF and the carried maximum", [*most, carried[row.entrant]], unit="MP"))
    rules = found.scores.tournament.opened.regulations.percent
    share = derived(Rule.QUOTIENT, "per cent of the most", parts, unit="%")
    return in_unit(share, rules.unit, rules.rounding)


class SubstituteOf(NamedTuple):
    """A contestant of the tournament, in which session, the number of the event there, and what it says."""

    entrant: str
    session: Session
    number: int
    fact: SubstituteSeated


def substitutes(found: Overall) -> Iterator[SubstituteOf]:
    """Every substitute of a stage (Laws 4, 34), by sitting and in the order they were seated: its conduct is his."""
    for added, scoreboard in found.scores.played(found.stage.name):
        for number, fact in scoreboard.session.participation.all(SubstituteSeated):
            entrant = found.scores.tournament.entrant_of(added.session, fact.contestant)
            yield SubstituteOf(entrant, scoreboard.session, number, fact)


class EarlierPenalty(NamedTuple):
    """A penalty or a warning that still holds, in which session; `alike`: for the same as the one it is asked for."""

    session: Session
    penalty: Penalty
    alike: bool


def penalised_before(session: Session, case: str, scores: TournamentScores | None) -> list[EarlierPenalty]:
    """What whoever was penalised had had before, here and in the `scores` of its tournament, oldest first."""
    now = session.penalties[case]
    # By itself a session knows its own
    others = [board.session for name, board in scores.scoreboards.items() if name != session.id] if scores else []
    entrant_of = scores.tournament.entrant_of if scores else lambda _, contestant: contestant
    whose = entrant_of(session.id, now.imposed.contestant)
    laws, about = {*now.imposed.laws}, {*subjects_of(now.imposed.laws)}
    found = [
        EarlierPenalty(
            each, penalty, bool({*penalty.imposed.laws} & laws or {*subjects_of(penalty.imposed.laws)} & about)
        )
        for each in [*others, session]
        for penalty in each.penalties.values()
        if entrant_of(each.id, penalty.imposed.contestant) == whose
        and (each.id, penalty.imposed.case) != (session.id, case)
        and penalty.since <= now.since
        and each.penalty_in_force(penalty.imposed.case)
    ]
    return sorted(found, key=lambda each: (each.penalty.since, each.session.id, each.penalty.number))
