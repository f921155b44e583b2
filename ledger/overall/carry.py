"""The points contestants carry forward into a stage, by the rule of the two stages (`CarryRules`).

They are worked out from the current standing of the source stage. An amount named by the director overrides the rule.
Where a cut leads from one stage into the other, only the qualifiers carry. A knockout receives IMPs, in the first match
of each contestant; by the rule `matches`, in a match of two contestants who met before, for the winner of that meeting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from ledger.bridge import Side
from ledger.labels import Phrase, phrase_of
from ledger.laws.regulations import Added, CarryBy, CarryRules
from ledger.laws.rounding import RoundTo
from ledger.overall.field_of_play import FieldOfPlay, StageMatch, stage_matches
from ledger.overall.figures import UNITS
from ledger.overall.knockout import Bracket
from ledger.overall.knockout_meetings import CarriedForward
from ledger.overall.scores import TournamentScores
from ledger.projections.matches import part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import total_in_short
from ledger.scoring.derivation import Derivation, Rule, derive, leaf, round_off
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament

if TYPE_CHECKING:
    from ledger.overall.stage_standing import Overall, OverallRow


def figures_by_place(figures: Sequence[Derivation], count: int, unit: str) -> list[Derivation]:
    """Return the carry-forward of each of `count` places from a list of figures; places beyond the list get 0."""
    beyond = [leaf(0, Phrase("place %(at)s: nothing", at=at), unit=unit) for at in range(len(figures) + 1, count + 1)]
    return [*figures[:count], *beyond]


def equal_steps(first: Fraction, last: Fraction, count: int, unit: str) -> list[Derivation]:
    """Return the carry-forward of each of `count` places, from `first` down to `last` in equal steps.

    >>> [str(each.value) for each in equal_steps(Fraction(12), Fraction(3), 4, "VP")]
    ['12', '9', '6', '3']
    """
    top = leaf(first, "the first has", unit=unit)
    if count < 2:
        return [top] * count
    spread = derive(Rule.DIFFERENCE, "from the first to the last", [top, leaf(last, "the last has", unit=unit)])
    step = derive(Rule.QUOTIENT, "a place", [spread, leaf(count - 1, "steps")])
    places: list[Derivation] = []
    for at in range(count):
        below = derive(Rule.PRODUCT, Phrase("%(at)s below the first", at=at), [step, leaf(at, "places")])
        text = Phrase("place %(at)s of %(count)s", at=at + 1, count=count)
        places.append(derive(Rule.DIFFERENCE, text, [top, below], unit=top.unit))
    return places


Part = tuple[tuple[str, str], Derivation]
"""A contestant's part of a match: the contestant and its opponent, and its score."""


def against_qualifiers(parts: Iterable[Part], adds: Added, qualifiers: Sequence[str]) -> dict[str, Derivation]:
    """Return the sum of each qualifier's match scores against other qualifiers, in the unit the stage adds up."""
    scored: dict[str, list[Derivation]] = {each: [] for each in qualifiers}
    for (entrant, opponent), part in parts:
        if entrant in scored and opponent in scored:
            scored[entrant].append(part.saying(Phrase("against %(other)s", other=opponent)))
    return {
        entrant: derive(Rule.SUM, "matches between those who go on", parts, unit=UNITS[adds])
        for entrant, parts in scored.items()
    }


def bracket_match_parts(drawn: Bracket) -> Iterator[Part]:
    """Yield each contestant's result (1, ½ or 0) in every finished bracket match; a match of three counts as three."""
    for match in drawn.matches.values():
        for meeting in match.meetings if match.onward else ():
            winner = meeting.winner if len(match.teams) > 2 else match.onward[0]
            for who, opponent in permutations(meeting.teams):
                yield (who, opponent), leaf(part_won(winner, who), "won")


def yield_match_parts(tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added) -> Iterator[Part]:
    """Yield each contestant's score in every match of a stage: VPs, IMPs, or 1, ½, 0, as `adds` says."""
    for met in stage_matches(tournament, fields):
        for who, opponent, team in zip(met.entrants, met.entrants[::-1], met.match.teams, strict=True):
            if adds == "victory-points":
                part = met.match.victory_points.get(team)
            elif adds == "imps":
                part = met.match.nets[team] if met.match.boards else None
            else:
                part = leaf(part_won(met.match.winner, team), "won") if met.played else None
            if part:
                yield (who, opponent), part


StandingOf = Callable[[TournamentScores, Stage], "Overall"]

LAW = "White Book §3.8"


class CarryingStage(NamedTuple):
    """A stage whose contestants carry points into stage `into`: its standing, the rule, and these contestants' rows.

    `scored`: by session and contestant, the scoreboard and label under which it is ranked (its own session's, or that
    of all sections).
    """

    out_of: Overall
    into: Stage
    rules: CarryRules
    rows: tuple[OverallRow, ...]
    scored: Mapping[tuple[str, str], tuple[Scoreboard, str]]

    @property
    def scores(self) -> TournamentScores:
        """The tournament with its sessions' scores."""
        return self.out_of.scores

    @property
    def unit(self) -> str:
        """The unit of the points carried forward."""
        return carried_unit(self.into)


def carried_unit(into: Stage) -> str:
    """Return the unit of points carried into a stage: IMPs for a knockout, else the stage's own unit."""
    return "IMP" if into.format == "knockout" else UNITS[into.rules.adds]


def carried_into(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> dict[str, Derivation]:
    """Return the points each contestant carries into a stage; `standing_of` computes a source stage's standing."""
    qualified, stages = scores.tournament.qualified, scores.tournament.stages
    parts_of: dict[str, list[Derivation]] = {}
    for source in qualified.sources(into.name):
        for entrant, carried in carried_from(standing_of(scores, stages[source]), into).items():
            parts_of.setdefault(entrant, []).append(carried)
    unit = carried_unit(into)
    return {
        entrant: parts[0] if len(parts) == 1 else derive(Rule.SUM, "carried forward", parts, unit=unit)
        for entrant, parts in parts_of.items()
    }


def carried_from(out_of: Overall, into: Stage) -> dict[str, Derivation]:
    """Return the points each contestant carries from one stage into another, without those of `carried_between`."""
    qualified, way = out_of.scores.tournament.qualified, (out_of.stage.name, into.name)
    cut, rules = qualified.cuts.get(way), qualified.rules(way)
    rows = tuple(row for row in out_of.rows if cut is None or row.entrant in cut.now)
    carried: dict[str, Derivation] = {}
    if rules and not by_match(rules, into):
        text = Phrase("carried from %(name)s", name=out_of.stage.name)
        exact = _RULES[rules.by](CarryingStage(out_of, into, rules, rows, dict(_map_to_scoreboards(out_of))))
        carried = {entrant: _round_carried(each, text, rules) for entrant, each in exact.items()}
    for entrant in cut.now if cut else qualified.told(way):
        if word := qualified.word(way, entrant):
            text = Phrase(
                "carried from %(name)s by the director's word (#%(number)s)", name=out_of.stage.name, number=word.number
            )
            carried[entrant] = leaf(word.carries, text, unit=carried_unit(into))
    return carried


def carried_into_bracket(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> CarriedForward:
    """Return the points carried into a knockout: by contestant, and by pair of contestants who met before."""
    between = dict[tuple[str, str], Derivation]()
    for source in scores.tournament.qualified.sources(into.name):
        between |= carried_between(standing_of(scores, scores.tournament.stages[source]), into)
    return CarriedForward(carried_into(scores, into, standing_of), between)


def carried_between(out_of: Overall, into: Stage) -> dict[tuple[str, str], Derivation]:
    """Return the IMPs a contestant carries into a knockout match against an opponent it met in the earlier stage.

    The winner of the earlier matches carries a share of its lead, the loser nothing. Left out: contestants for whom the
    director named the amount, and matches not scored in IMPs.
    """
    tournament, way = out_of.scores.tournament, (out_of.stage.name, into.name)
    rules = tournament.qualified.rules(way)
    if rules is None or not by_match(rules, into):
        return {}
    played: dict[frozenset[str], list[StageMatch]] = {}
    for met in stage_matches(tournament, out_of.scores.fields(out_of.stage)):
        if met.played and met.match.nets[met.match.teams[0]].unit == "IMP":
            played.setdefault(frozenset(met.entrants), []).append(met)
    text = Phrase("carried from %(source)s", source=out_of.stage.name)
    carried_by_pair: dict[tuple[str, str], Derivation] = {}
    for matches in played.values():
        one, two = matches[0].entrants
        ahead, behind = (one, two) if sum(_lead_of(met, one) for met in matches) >= 0 else (two, one)
        parts = [
            leaf(_lead_of(met, ahead), Phrase("in %(session)s", session=met.of.session), unit="IMP") for met in matches
        ]
        leads = Phrase("%(ahead)s ahead of %(behind)s", ahead=ahead, behind=behind)
        lead = derive(Rule.SUM, leads, parts, unit="IMP")
        share = leaf(rules.part, "the share that is carried")
        carried = _round_carried(derive(Rule.PRODUCT, "the share of it", [share, lead], unit="IMP"), text, rules)
        if carried.value and not tournament.qualified.word(way, ahead):
            carried_by_pair[ahead, behind] = carried
    return carried_by_pair


def by_match(rules: CarryRules, into: Stage) -> bool:
    """Return whether the winner of a match carries its lead into a knockout match against the same opponent."""
    return rules.by == "matches" and into.format == "knockout"


def _lead_of(met: StageMatch, entrant: str) -> Fraction:
    return met.match.lead if met.entrants[0] == entrant else -met.match.lead


def maximum_carried(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> dict[str, Derivation]:
    """Return the most each contestant could carry by the White Book rule; {} by other rules, or from several stages."""
    qualified, stages = scores.tournament.qualified, scores.tournament.stages
    sources = qualified.sources(into.name)
    if len(sources) != 1:
        return {}
    out_of = standing_of(scores, stages[sources[0]])
    way = (out_of.stage.name, into.name)
    rules = qualified.rules(way)
    if rules is None or rules.by != "white-book":
        return {}
    rows = tuple(row for row in out_of.rows if not qualified.word(way, row.entrant))
    carrying = CarryingStage(out_of, into, rules, rows, dict(_map_to_scoreboards(out_of)))
    final = _derive_final_top(carrying)
    matchpoints = {row.entrant: _sum_matchpoints(carrying, row) for row in rows}
    return {
        entrant: derive(Rule.PRODUCT, "the most to carry", [_get_share(carrying), qualifier.boards, final], unit="MP")
        for entrant, qualifier in matchpoints.items()
        if final and qualifier
    }


def _map_to_scoreboards(out_of: Overall) -> Iterator[tuple[tuple[str, str], tuple[Scoreboard, str]]]:
    for field in out_of.fields:
        for row in field.rows:
            added, contestant = field.origin(row.contestant)
            yield (added.session, contestant), (field.scoreboard, row.contestant)


def _round_carried(exact: Derivation, text: str, rules: CarryRules) -> Derivation:
    result = round_off(
        exact,
        Phrase("%(what)s, rounded to %(unit)s", what=text, unit=rules.unit),
        RoundTo(Fraction(rules.unit), rules.rounding),
    )
    return (
        exact.saying(Phrase("%(carried)s, %(what)s", carried=phrase_of(text), what=phrase_of(exact.text)))
        if result is exact
        else result
    )


def _carry_by_white_book(carrying: CarryingStage) -> dict[str, Derivation]:
    """Return each carry-forward, share × SQ × (NumQ/MaxQ) × (MaxF/NumF); {} while a stage has no matchpoints."""
    final = _derive_final_top(carrying)
    matchpoints = {row.entrant: _sum_matchpoints(carrying, row) for row in carrying.rows}
    return {
        entrant: derive(
            Rule.PRODUCT,
            "share × SQ × NumQ/MaxQ × MaxF/NumF",
            [
                _get_share(carrying),
                qualifier.score,
                derive(Rule.QUOTIENT, "NumQ/MaxQ", [qualifier.boards, qualifier.most]),
                final,
            ],
            law=LAW,
            unit=carrying.unit,
        )
        for entrant, qualifier in matchpoints.items()
        if final and qualifier
    }


class _Matchpoints(NamedTuple):
    """A contestant's matchpoints in the qualifying stage, the possible maximum, and the number of boards."""

    score: Derivation
    most: Derivation
    boards: Derivation


def _sum_matchpoints(carrying: CarryingStage, row: OverallRow) -> _Matchpoints | None:
    """Sum a contestant's matchpoints, factored as its sessions factor them; None if a session has no matchpoints."""
    scores, tops, boards = list[Derivation](), list[Derivation](), list[Derivation]()
    for figure in row.counted:
        where = figure.of.session, figure.contestant
        if where not in carrying.scored:  # of a bye: no session has a score of it
            continue
        scoreboard, label = carrying.scored[where]
        if scoreboard.in_matches or not scoreboard.top:
            return None
        # A scheduled sit-out carries no less: the total is factored to its boards (White Book §2.4.7), unless the
        # regulations of the session factor nothing.
        boards_factored_to = scoreboard.tally.boards_factored_to(label)
        scores.append(
            total_in_short(
                scoreboard,
                label,
                Phrase("%(session)s, as %(contestant)s", session=figure.of.session, contestant=figure.contestant),
            )
        )
        tops.append(
            leaf(
                boards_factored_to * scoreboard.top,
                Phrase(
                    "%(session)s, %(of)s boards of %(top)s",
                    session=figure.of.session,
                    of=boards_factored_to,
                    top=scoreboard.top,
                ),
            )
        )
        boards.append(leaf(boards_factored_to, figure.of.session))
    sums = (
        (scores, Phrase("SQ, matchpoints as ranked")),
        (tops, Phrase("MaxQ, the most there were")),
        (boards, Phrase("NumQ, boards of them")),
    )
    return _Matchpoints(*(derive(Rule.SUM, text, parts) for parts, text in sums)) if scores else None


def _derive_final_top(carrying: CarryingStage) -> Derivation | None:
    """Return MaxF/NumF, the final's top a board: as announced, else of its boards; None while it has no boards."""
    if carrying.rules.top:
        return leaf(carrying.rules.top, "MaxF/NumF, the top announced")
    played = [
        (len(field.scoreboard.session.boards), field.scoreboard.top, field.sections[0][0].session)
        for field in carrying.scores.fields(carrying.into)
        if field.scoreboard.top
    ]
    if not played:
        return None
    most = [
        leaf(boards * top, Phrase("%(session)s, %(boards)s boards of %(top)s", session=session, boards=boards, top=top))
        for boards, top, session in played
    ]
    number = [leaf(boards, session) for boards, _, session in played]
    parts = [derive(Rule.SUM, "MaxF, the most there are", most), derive(Rule.SUM, "NumF, boards", number)]
    return derive(Rule.QUOTIENT, "MaxF/NumF", parts)


def _get_share(carrying: CarryingStage) -> Derivation:
    return leaf(carrying.rules.part, "the share that is carried")


def _take_share(carrying: CarryingStage, score: Derivation) -> Derivation:
    parts = [_get_share(carrying), score]
    return derive(Rule.PRODUCT, "the share of it", parts, unit=carrying.unit)


def _carry_share(carrying: CarryingStage) -> dict[str, Derivation]:
    return {row.entrant: _take_share(carrying, row.total.derivation()) for row in carrying.rows}


def _carry_over_average(carrying: CarryingStage) -> dict[str, Derivation]:
    averages = {row.entrant: _derive_average(carrying, row) for row in carrying.rows}
    return {
        row.entrant: _take_share(carrying, derive(Rule.DIFFERENCE, "over average", [row.total.derivation(), average]))
        for row in carrying.rows
        if (average := averages[row.entrant])
    }


def _derive_average(carrying: CarryingStage, row: OverallRow) -> Derivation | None:
    """Return a stage's average: 50 %, half the maximum matchpoints (None if unknown), 0 IMPs, or the mean of totals."""
    match carrying.out_of.stage.rules.adds:
        case "percent":
            return leaf(50, "average", unit="%")
        case "imps":
            return leaf(0, "average", unit="IMP")
        case "matchpoints":
            matchpoints = _sum_matchpoints(carrying, row)
            return matchpoints and derive(Rule.QUOTIENT, "average, half the most", [matchpoints.most, leaf(2, "two")])
    rows = carrying.out_of.rows
    totals = derive(Rule.SUM, "all totals", [each.total.derivation() for each in rows])
    return derive(Rule.QUOTIENT, "the mean of the stage", [totals, leaf(len(rows), "contestants")])


def _carry_by_table(carrying: CarryingStage) -> dict[str, Derivation]:
    figures = [
        leaf(each, Phrase("place %(at)s", at=at), unit=carrying.unit)
        for at, each in enumerate(carrying.rules.figures, 1)
    ]
    return _carry_by_place(carrying, lambda count: figures_by_place(figures, count, carrying.unit))


def _carry_evenly(carrying: CarryingStage) -> dict[str, Derivation]:
    first, last = carrying.rules.figures
    return _carry_by_place(carrying, lambda count: equal_steps(first, last, count, carrying.unit))


def _carry_by_place(carrying: CarryingStage, figures: Callable[[int], list[Derivation]]) -> dict[str, Derivation]:
    """Give each contestant the figure of its place, in its direction; tied contestants share their places' figures."""
    sides = (None,) if carrying.out_of.stage.rules.winners == 1 else tuple(Side)
    carried: dict[str, Derivation] = {}
    for side in sides:
        ranked = [row for row in carrying.rows if side in (None, row.direction)]
        rows = sorted(ranked, key=lambda row: row.rank or len(carrying.out_of.rows) + 1)
        worth = figures(len(rows))
        for row in rows:
            level = [figure for rival, figure in zip(rows, worth, strict=True) if rival.rank == row.rank]
            if len(level) > 1:
                parts = [derive(Rule.SUM, "the places they take", level), leaf(len(level), "level contestants")]
                level = [derive(Rule.QUOTIENT, "the mean of their places", parts, unit=level[0].unit)]
            carried[row.entrant] = level[0]
    return carried


def _carry_by_matches(carrying: CarryingStage) -> dict[str, Derivation]:
    out_of, adds = carrying.out_of, carrying.into.rules.adds
    parts = (
        bracket_match_parts(out_of.bracket)
        if out_of.bracket
        else yield_match_parts(out_of.scores.tournament, out_of.fields, adds)
    )
    scored = against_qualifiers(parts, adds, [row.entrant for row in carrying.rows])
    return {entrant: _take_share(carrying, each) for entrant, each in scored.items()}


_RULES: Mapping[CarryBy, Callable[[CarryingStage], dict[str, Derivation]]] = {
    "white-book": _carry_by_white_book,
    "over-average": _carry_over_average,
    "share": _carry_share,
    "table": _carry_by_table,
    "spread": _carry_evenly,
    "matches": _carry_by_matches,
}
