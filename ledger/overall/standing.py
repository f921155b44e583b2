"""The standing of a stage, computed from the figures of its sessions.

Also what no session alone can show: derivations of scores across sections, matches of a bracket, percentages of a stage
with carry-forward, substitutes, and earlier penalties.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase, natural
from ledger.overall.carry import carried_into, carried_into_bracket, maximum_carried
from ledger.overall.cross_table import cross_table
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, select_counted_figures, sort_by_sitting, total
from ledger.overall.knockout import Bracket, fill_bracket
from ledger.overall.places import OverallMark, Ties, TieSplit, find_unranked, overall_marks
from ledger.overall.rounds import own_rounds, stage_figures
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.projections.scoreboard import boards_of
from ledger.projections.standings import Row, percent_derivation, total_derivation
from ledger.scoring.derivation import Derivation, Number, Rule, as_number, derive, leaf, round_to_unit
from ledger.session import Penalty, Session
from ledger.subjects.participation.facts import SubstituteSeated
from ledger.subjects.tournaments.facts import Stage


def overall(scores: TournamentScores, stage: Stage, after_round: int | None = None) -> Overall:
    """Return a stage's standing, now or after a round; Refusal (no-matches) for a round unless ranked by matches."""
    standing = scores.standings.get((stage, after_round))
    if not isinstance(standing, Overall):
        standing = scores.standings[stage, after_round] = _compute_standing(scores, stage, after_round)
    return standing


def bracket(scores: TournamentScores, stage: str) -> Bracket | None:
    """Return the current bracket of a stage; None before it is drawn, Misuse (no-such-stage) for an unknown stage."""
    return overall(scores, scores.tournament.named_stage(stage)).bracket


def overalls(scores: TournamentScores, stage: str | None = None, after_round: int | None = None) -> list[Overall]:
    """Return the standings of one stage or of all stages in order, now or after a round.

    After a round, `stage` None stands for the Swiss stages, if there are any. Misuse (no-such-stage) for an unknown
    stage; Refusal (no-matches) after a round if a session is not ranked by matches.
    """
    tournament = scores.tournament
    chosen = [tournament.named_stage(stage)] if stage is not None else list(tournament.stages.values())
    if after_round is not None:
        chosen = [each for each in chosen if each.format == "swiss"] or chosen
    return [overall(scores, each, after_round) for each in chosen]


def _compute_standing(scores: TournamentScores, stage: Stage, after_round: int | None) -> Overall:
    if stage.format == "knockout" and (drawn := scores.tournament.knockouts.bracket(stage.name)):
        # Cuts and carry-forwards go by these places: teams still in share the first place until they are out.
        bracket = fill_bracket(scores, drawn, carried_into_bracket(scores, stage, overall))
        survived = (
            OverallRow(each.entrant, (), as_number(leaf(each.won, "matches won")), each.first or 1)
            for each in bracket.places
        )
        return Overall(stage, scores, tuple(survived), bracket=bracket)
    fields, figures_of = tuple(scores.fields(stage)), dict[str, list[Figure]]()
    for figure in stage_figures(scores.tournament, stage, fields, after_round):
        figures_of.setdefault(figure.entrant, []).append(figure)
    crossed = None
    if after_round is None and stage.format == "all-play-all" and stage.rules.adds in ("victory-points", "imps"):
        table = cross_table(scores, stage.name)
        crossed = table if table and table.left and table.unit == UNITS[stage.rules.adds] else None
    carried = carried_into(scores, stage, overall)
    marks = overall_marks(scores.tournament, stage, figures_of, fields) | find_unranked(
        scores.tournament, stage.name, figures_of
    )
    if crossed:
        kept_marks = {
            who: mark for who, mark in marks.items() if mark.standing != "withdrawn" or who not in crossed.left
        }
        for who, leaver in crossed.left.items():
            if who not in kept_marks or kept_marks[who].ranked:
                where = "" if leaver.session == scores.tournament.id else leaver.session
                kept_marks[who] = OverallMark("withdrawn", where, leaver.number, leaver.keeps_place)
        marks = kept_marks
    rows: list[OverallRow] = []
    for entrant, figures in figures_of.items():
        sittings = sort_by_sitting(figures)
        counting = select_counted_figures(sittings, stage.rules)
        worth = _add_carried(total(counting, stage.rules), carried.get(entrant))
        mark = marks.get(entrant)
        rows.append(OverallRow(entrant, tuple(sittings), worth, None, mark, tuple(counting), carried.get(entrant)))
    if crossed:
        rows = [
            replace(row, total=_add_carried(as_number(crossed.totals[row.entrant]), row.carried))
            if row.entrant in crossed.totals
            else row
            for row in rows
        ]
    totals = {row.entrant: row.total.value for row in rows}
    ties = Ties(scores.tournament, stage, fields, figures_of, totals, own_rounds(fields, after_round))
    places, splits = dict[str, int](), list[TieSplit]()
    ranked = [row for row in rows if row.mark is None or row.mark.ranked]
    if stage.rules.winners == 1:
        places = _assign_places(ranked, ties, splits)
    else:
        for side in (Side.NS, Side.EW, None):
            places |= _assign_places([row for row in ranked if row.direction is side], ties, splits)
    placed = [replace(row, rank=places.get(row.entrant)) for row in rows]
    placed.sort(key=lambda row: (row.rank or len(rows) + 1, natural(row.entrant)))
    return Overall(stage, scores, tuple(placed), tuple(splits), fields, crossed=crossed)


def _add_carried(total: Number, carried: Derivation | None) -> Number:
    if carried is None:
        return total

    def derivation() -> Derivation:
        uncarried = total.derivation()
        return derive(Rule.SUM, "with what it carries forward", [uncarried, carried], unit=uncarried.unit)

    return Number(total.value + carried.value, derivation)


def _assign_places(ranked: Sequence[OverallRow], ties: Ties, splits: list[TieSplit]) -> dict[str, int]:
    places: dict[str, int] = {}
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
            places |= dict.fromkeys(group, len(places) + 1)
    return places


def derive_across_sections(standing: Overall, row: OverallRow) -> Iterator[tuple[Figure, list[Derivation]]]:
    """Yield a contestant's figures that were scored across sections, each with derivations of percentage and total."""
    for figure, field, ranked in _walk_rows_across(standing, row):
        percent = percent_derivation(field.scoreboard, ranked) if standing.unit == "%" else None
        total = total_derivation(field.scoreboard, ranked.contestant)
        yield figure, [without_events(part) for part in (percent, total) if part]


def derive_board_across_sections(standing: Overall, row: OverallRow, board: int) -> Iterator[tuple[Figure, Derivation]]:
    """Yield a contestant's scores on a board, in sessions scored across sections, with the figure of each session."""
    for figure, field, ranked in _walk_rows_across(standing, row):
        for side, played in boards_of(field.scoreboard, ranked.contestant):
            if played.board == board:
                score = field.scoreboard.score(played, side, ranked.contestant)
                yield figure, without_events(score.derivation())


class BracketMatchScore(NamedTuple):
    """A contestant's bracket match against one opponent: the match's name, the opponent, both scores (own first)."""

    match: str
    other: str
    scores: tuple[Derivation, Derivation]


def list_bracket_matches(standing: Overall, row: OverallRow) -> Iterator[BracketMatchScore]:
    """Yield a contestant's matches in the bracket with both scores: one for each opponent.

    A match is left out if no board of it is played and no points are carried forward into it.
    """
    for match in standing.bracket.matches.values() if standing.bracket else ():
        for meeting in match.meetings if row.entrant in match.teams else ():
            if row.entrant in meeting.teams and (meeting.segments or meeting.carried):
                opponent = meeting.teams[meeting.teams[0] == row.entrant]
                ours, theirs = (without_events(meeting.scores[each]) for each in (row.entrant, opponent))
                yield BracketMatchScore(match.drawn.name, opponent, (ours, theirs))


def _walk_rows_across(standing: Overall, row: OverallRow) -> Iterator[tuple[Figure, FieldOfPlay, Row]]:
    figure_of = {(figure.of.session, figure.contestant): figure for figure in row.figures}
    for field in standing.fields:
        for ranked in field.rows if field.together else ():
            added, contestant = field.origin(ranked.contestant)
            if figure := figure_of.get((added.session, contestant)):
                yield figure, field, ranked


def without_events(derivation: Derivation) -> Derivation:
    """Return a derivation without event numbers, which mean nothing outside their session."""
    return replace(derivation, events=(), parts=tuple(map(without_events, derivation.parts)))


def percentages(standing: Overall) -> dict[str, Derivation]:
    """Return each contestant's total as a percentage of its possible maximum (White Book 2025 §3.8; golden E07).

    The maximum is MaxF plus the maximum carry-forward: that of a top on every board of the qualifier. Contestants that
    carry nothing, or whose maximum is unknown, have no percentage; {} unless the stage adds unfactored matchpoints.
    """
    rules = standing.stage.rules
    if rules.adds != "matchpoints" or rules.factored != "none" or not any(row.carried for row in standing.rows):
        return {}
    carried = maximum_carried(standing.scores, standing.stage, overall)
    tops: dict[tuple[str, str], Fraction] = {}
    for field in standing.fields:
        top = field.scoreboard.top
        for row in field.rows if top and not field.scoreboard.in_matches else ():
            added, contestant = field.origin(row.contestant)
            if top and row.boards:
                tops[added.session, contestant] = field.scoreboard.tally.boards_factored_to(row.contestant) * top
    derivations = ((row.entrant, _derive_percentage(standing, row, tops, carried)) for row in standing.rows)
    return {entrant: percentage for entrant, percentage in derivations if percentage}


def _derive_percentage(
    standing: Overall, row: OverallRow, tops: Mapping[tuple[str, str], Fraction], carried: Mapping[str, Derivation]
) -> Derivation | None:
    counted_in = [(each.of.session, each.contestant) for each in row.counted]
    if not row.carried or row.entrant not in carried or not all(each in tops for each in counted_in):
        return None
    most = [leaf(tops[each], Phrase("%(each)s, the most there were", each=each[0]), unit="MP") for each in counted_in]
    parts = [derive(Rule.PRODUCT, "total × 100", [row.total.derivation(), leaf(100, "per cent")])]
    parts.append(derive(Rule.SUM, "MaxF and the carried maximum", [*most, carried[row.entrant]], unit="MP"))
    rules = standing.scores.tournament.opened.regulations.percent
    share = derive(Rule.QUOTIENT, "per cent of the most", parts, unit="%")
    return round_to_unit(share, rules.unit, rules.rounding)


class SubstituteOf(NamedTuple):
    """A substitute of a contestant: its session, and the event that seated it."""

    entrant: str
    session: Session
    number: int
    fact: SubstituteSeated


def substitutes(standing: Overall) -> Iterator[SubstituteOf]:
    """Yield every substitute of a stage (Laws 4, 34), by sitting, in the order they were seated."""
    for added, scoreboard in standing.scores.played(standing.stage.name):
        for number, fact in scoreboard.session.participation.all(SubstituteSeated):
            entrant = standing.scores.tournament.entrant_of(added.session, fact.contestant)
            yield SubstituteOf(entrant, scoreboard.session, number, fact)


class EarlierPenalty(NamedTuple):
    """An earlier penalty or warning in force, and its session; `alike`: for a similar offence."""

    session: Session
    penalty: Penalty
    alike: bool


def find_earlier_penalties(session: Session, case: str, scores: TournamentScores | None) -> list[EarlierPenalty]:
    """Return earlier penalties of the contestant penalised in `case`, oldest first; this session's without `scores`."""
    current = session.penalties[case]
    sessions = [board.session for name, board in scores.scoreboards.items() if name != session.id] if scores else []
    entrant_of = scores.tournament.entrant_of if scores else lambda _, contestant: contestant
    whose = entrant_of(session.id, current.imposed.contestant)
    cited = _cited_matters(session, current)
    earlier = [
        EarlierPenalty(each, penalty, bool(cited & _cited_matters(each, penalty)))
        for each in [*sessions, session]
        for penalty in each.penalties.values()
        if entrant_of(each.id, penalty.imposed.contestant) == whose
        and (each.id, penalty.imposed.case) != (session.id, case)
        and penalty.since <= current.since
        and each.penalty_in_force(penalty.imposed.case)
    ]
    return sorted(earlier, key=lambda each: (each.penalty.since, each.session.id, each.penalty.number))


def _cited_matters(session: Session, penalty: Penalty) -> set[str]:
    """Return the Laws of a penalty, as the newest edition has them, and the subjects of these Laws."""
    edition, laws = session.regulations.edition, penalty.imposed.laws
    return {*map(edition.now, laws), *edition.subjects_of(laws)}
