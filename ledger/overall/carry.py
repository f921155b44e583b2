"""What contestants carry forward into a stage: worked out of the stage they come from, as it stands at the moment.

A rule of the two stages says how much (`CarryRules`); the director's word goes before it. Where a cut leads from the
one into the other, only who qualified carries anything; else all who have a score there.

By place, that is the figures of a table, or evenly from the first qualifier's to the last's. By matches, it is what
those who go on scored against each other: in sessions what each match gave; in a knockout a match of its bracket,
however many segments it had, and who went on from it.

Into a knockout IMPs are carried. They count in the first match each plays; by matches, what two scored against each
other counts in the match of the two, for who won it.
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
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament

if TYPE_CHECKING:
    from ledger.overall.stage_standing import Overall, OverallRow


def from_table(figures: Sequence[Derivation], count: int, unit: str) -> list[Derivation]:
    """The figures of so many places; behind the end of the table nothing."""
    beyond = [given(0, Phrase("place %(at)s: nothing", at=at), unit=unit) for at in range(len(figures) + 1, count + 1)]
    return [*figures[:count], *beyond]


def evenly(first: Fraction, last: Fraction, count: int, unit: str) -> list[Derivation]:
    """The figures of so many places, each the same step below the one before.

    >>> [str(each.value) for each in evenly(Fraction(12), Fraction(3), 4, "VP")]
    ['12', '9', '6', '3']
    """
    top = given(first, "the first has", unit=unit)
    if count < 2:
        return [top] * count
    spread = derived(Rule.DIFFERENCE, "from the first to the last", [top, given(last, "the last has", unit=unit)])
    step = derived(Rule.QUOTIENT, "a place", [spread, given(count - 1, "steps")])
    places: list[Derivation] = []
    for at in range(count):
        below = derived(Rule.PRODUCT, Phrase("%(at)s below the first", at=at), [step, given(at, "places")])
        text = Phrase("place %(at)s of %(count)s", at=at + 1, count=count)
        places.append(derived(Rule.DIFFERENCE, text, [top, below], unit=top.unit))
    return places


Part = tuple[tuple[str, str], Derivation]
"""Somebody's part of a match: whose, against whom, and what."""


def against_qualifiers(parts: Iterable[Part], adds: Added, qualifiers: Sequence[str]) -> dict[str, Derivation]:
    """What each of them has of the matches between them, in what the stage adds up."""
    found: dict[str, list[Derivation]] = {each: [] for each in qualifiers}
    for (entrant, other), part in parts:
        if entrant in found and other in found:
            found[entrant].append(part.saying(Phrase("against %(other)s", other=other)))
    return {
        entrant: derived(Rule.SUM, "matches between those who go on", parts, unit=UNITS[adds])
        for entrant, parts in found.items()
    }


def of_bracket(drawn: Bracket) -> Iterator[Part]:
    """Everybody's part of every match of a bracket that is over; of three who met, of each two."""
    for match in drawn.matches.values():
        for meeting in match.meetings if match.onward else ():
            winner = meeting.winner if len(match.teams) > 2 else match.onward[0]
            for who, other in permutations(meeting.teams):
                yield (who, other), given(part_won(winner, who), "won")


def of_sessions(tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added) -> Iterator[Part]:
    """Everybody's part of every match of the sessions."""
    for met in stage_matches(tournament, fields):
        for who, other, team in zip(met.entrants, met.entrants[::-1], met.match.teams, strict=True):
            if adds == "victory-points":
                part = met.match.victory_points.get(team)
            elif adds == "imps":
                part = met.match.nets[team] if met.match.boards else None
            else:
                part = given(part_won(met.match.winner, team), "won") if met.played else None
            if part:
                yield (who, other), part


StandingOf = Callable[[TournamentScores, Stage], "Overall"]

LAW = "White Book §3.8"


class CarryingStage(NamedTuple):
    """A stage that something is carried out of, as it stands, into another one, and those who carry.

    `scored`: as whom a contestant of a session stands on which scoreboard: its own, or that of all the sections.
    """

    out_of: Overall
    into: Stage
    rules: CarryRules
    rows: tuple[OverallRow, ...]
    scored: Mapping[tuple[str, str], tuple[Scoreboard, str]]

    @property
    def scores(self) -> TournamentScores:
        """The tournament at this moment."""
        return self.out_of.scores

    @property
    def unit(self) -> str:
        """What the receiving stage adds up."""
        return carried_unit(self.into)


def carried_unit(into: Stage) -> str:
    """What is carried into a stage is in what it adds up; into a knockout in IMPs, as its matches are."""
    return "IMP" if into.format == "knockout" else UNITS[into.rules.adds]


def carried_into(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> dict[str, Derivation]:
    """What each contestant brings into a stage from those it may come from; `standing_of` makes the standing of one."""
    said, stages = scores.tournament.qualified, scores.tournament.stages
    found: dict[str, list[Derivation]] = {}
    for source in said.sources(into.name):
        for entrant, carried in carried_from(standing_of(scores, stages[source]), into).items():
            found.setdefault(entrant, []).append(carried)
    unit = carried_unit(into)
    return {
        entrant: parts[0] if len(parts) == 1 else derived(Rule.SUM, "carried forward", parts, unit=unit)
        for entrant, parts in found.items()
    }


def carried_from(out_of: Overall, into: Stage) -> dict[str, Derivation]:
    """What each contestant brings from one stage into another."""
    said, way = out_of.scores.tournament.qualified, (out_of.stage.name, into.name)
    cut, rules = said.cuts.get(way), said.rules(way)
    own = tuple(row for row in out_of.rows if cut is None or row.entrant in cut.now)
    found: dict[str, Derivation] = {}
    if rules and not by_match(rules, into):
        text = Phrase("carried from %(name)s", name=out_of.stage.name)
        exact = _RULES[rules.by](CarryingStage(out_of, into, rules, own, dict(_scored(out_of))))
        found = {entrant: _rounded(each, text, rules) for entrant, each in exact.items()}
    for entrant in cut.now if cut else said.told(way):
        if word := said.word(way, entrant):
            text = Phrase(
                "carried from %(name)s by the director's word (#%(number)s)", name=out_of.stage.name, number=word.number
            )
            found[entrant] = given(word.carries, text, unit=carried_unit(into))
    return found


def carried_into_bracket(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> CarriedForward:
    """What is carried into the matches of a knockout: by each, and by each of two for having met the other."""
    between = dict[tuple[str, str], Derivation]()
    for source in scores.tournament.qualified.sources(into.name):
        between |= carried_between(standing_of(scores, scores.tournament.stages[source]), into)
    return CarriedForward(carried_into(scores, into, standing_of), between)


def carried_between(out_of: Overall, into: Stage) -> dict[tuple[str, str], Derivation]:
    """What one of two carries into their match of a knockout, by the rule of matches: who won what they had before.

    It is what the one led by, as IMPs for each side are told of a match; who lost carries nothing. Nor does anybody of
    whom the director says what he carries. Matches that are not scored in IMPs carry none.
    """
    tournament, way = out_of.scores.tournament, (out_of.stage.name, into.name)
    rules = tournament.qualified.rules(way)
    if rules is None or not by_match(rules, into):
        return {}
    played: dict[frozenset[str], list[StageMatch]] = {}
    for met in stage_matches(tournament, out_of.scores.fields(out_of.stage)):
        if met.played and met.match.nets[met.match.teams[0]].unit == "IMP":
            played.setdefault(frozenset(met.entrants), []).append(met)
    text, found = Phrase("carried from %(source)s", source=out_of.stage.name), dict[tuple[str, str], Derivation]()
    for matches in played.values():
        one, two = matches[0].entrants
        ahead, behind = (one, two) if sum(_lead(met, one) for met in matches) >= 0 else (two, one)
        parts = [
            given(_lead(met, ahead), Phrase("in %(session)s", session=met.of.session), unit="IMP") for met in matches
        ]
        leads = Phrase("%(ahead)s ahead of %(behind)s", ahead=ahead, behind=behind)
        lead = derived(Rule.SUM, leads, parts, unit="IMP")
        share = given(rules.part, "the share that is carried")
        carried = _rounded(derived(Rule.PRODUCT, "the share of it", [share, lead], unit="IMP"), text, rules)
        if carried.value and not tournament.qualified.word(way, ahead):
            found[ahead, behind] = carried
    return found


def by_match(rules: CarryRules, into: Stage) -> bool:
    """Whether what is carried belongs to a match of two, and to nobody by himself."""
    return rules.by == "matches" and into.format == "knockout"


def _lead(met: StageMatch, entrant: str) -> Fraction:
    return met.match.lead if met.entrants[0] == entrant else -met.match.lead


def most_carried(scores: TournamentScores, into: Stage, standing_of: StandingOf) -> dict[str, Derivation]:
    """The most that each could have carried by the White Book's rule, of every board a top; nobody by another rule."""
    said, stages = scores.tournament.qualified, scores.tournament.stages
    sources = said.sources(into.name)
    if len(sources) != 1:
        return {}
    out_of = standing_of(scores, stages[sources[0]])
    way = (out_of.stage.name, into.name)
    rules = said.rules(way)
    if rules is None or rules.by != "white-book":
        return {}
    own = tuple(row for row in out_of.rows if not said.word(way, row.entrant))
    carrying = CarryingStage(out_of, into, rules, own, dict(_scored(out_of)))
    final = _top_of_final(carrying)
    found = {row.entrant: _matchpoints(carrying, row) for row in own}
    return {
        entrant: derived(Rule.PRODUCT, "the most to carry", [_share(carrying), qualifier.boards, final], unit="MP")
        for entrant, qualifier in found.items()
        if final and qualifier
    }


def _scored(out_of: Overall) -> Iterator[tuple[tuple[str, str], tuple[Scoreboard, str]]]:
    for field in out_of.fields:
        for row in field.rows:
            of, contestant = field.own(row.contestant)
            yield (of.session, contestant), (field.scoreboard, row.contestant)


def _rounded(exact: Derivation, text: str, rules: CarryRules) -> Derivation:
    found = rounded(
        exact,
        Phrase("%(what)s, rounded to %(unit)s", what=text, unit=rules.unit),
        RoundTo(Fraction(rules.unit), rules.rounding),
    )
    return (
        exact.saying(Phrase("%(carried)s, %(what)s", carried=phrase_of(text), what=phrase_of(exact.text)))
        if found is exact
        else found
    )


def _white_book(carrying: CarryingStage) -> dict[str, Derivation]:
    """CF = ½ × SQ × (NumQ/MaxQ) × (MaxF/NumF); nothing where one of the stages has no matchpoints yet."""
    final = _top_of_final(carrying)
    found = {row.entrant: _matchpoints(carrying, row) for row in carrying.rows}
    return {
        entrant: derived(
            Rule.PRODUCT,
            "share × SQ × NumQ/MaxQ × MaxF/NumF",
            [_share(carrying), qualifier.score, qualifier.boards_by_tops, final],
            law=LAW,
            unit=carrying.unit,
        )
        for entrant, qualifier in found.items()
        if final and qualifier
    }


class _Matchpoints(NamedTuple):
    """A contestant's matchpoints in the qualifier, of how many at most, on how many boards."""

    score: Derivation
    most: Derivation
    boards: Derivation

    @property
    def boards_by_tops(self) -> Derivation:
        return derived(Rule.QUOTIENT, "NumQ/MaxQ", [self.boards, self.most])


def _matchpoints(carrying: CarryingStage, row: OverallRow) -> _Matchpoints | None:
    """The matchpoints of the sessions that count, of the boards they are factored to; None where one has none.

    Each as its session ranks it: who sat out a round as scheduled carries as if he had scored as well on it, and not
    less for having had to (White Book §2.4.7); where the regulations of the session factor nothing, his own.
    """
    own, tops, boards = list[Derivation](), list[Derivation](), list[Derivation]()
    for figure in row.counted:
        where = figure.of.session, figure.contestant
        if where not in carrying.scored:  # of a bye: no session has a score of it
            continue
        scoreboard, label = carrying.scored[where]
        if scoreboard.in_matches or not scoreboard.top:
            return None
        of = scoreboard.tally.boards_of_total(label)
        own.append(
            total_in_short(
                scoreboard,
                label,
                Phrase("%(session)s, as %(contestant)s", session=figure.of.session, contestant=figure.contestant),
            )
        )
        tops.append(
            given(
                of * scoreboard.top,
                Phrase("%(session)s, %(of)s boards of %(top)s", session=figure.of.session, of=of, top=scoreboard.top),
            )
        )
        boards.append(given(of, figure.of.session))
    sums = (
        (own, Phrase("SQ, matchpoints as ranked")),
        (tops, Phrase("MaxQ, the most there were")),
        (boards, Phrase("NumQ, boards of them")),
    )
    return _Matchpoints(*(derived(Rule.SUM, text, parts) for parts, text in sums)) if own else None


def _top_of_final(carrying: CarryingStage) -> Derivation | None:
    """MaxF/NumF: the top announced, or what the boards of its sessions have; None while there are none."""
    if carrying.rules.top:
        return given(carrying.rules.top, "MaxF/NumF, the top announced")
    played = [
        (len(field.scoreboard.session.boards), field.scoreboard.top, field.sections[0][0].session)
        for field in carrying.scores.fields(carrying.into)
        if field.scoreboard.top
    ]
    if not played:
        return None
    most = [
        given(
            boards * top, Phrase("%(session)s, %(boards)s boards of %(top)s", session=session, boards=boards, top=top)
        )
        for boards, top, session in played
    ]
    number = [given(boards, session) for boards, _, session in played]
    parts = [derived(Rule.SUM, "MaxF, the most there are", most), derived(Rule.SUM, "NumF, boards", number)]
    return derived(Rule.QUOTIENT, "MaxF/NumF", parts)


def _share(carrying: CarryingStage) -> Derivation:
    return given(carrying.rules.part, "the share that is carried")


def _shared(carrying: CarryingStage, score: Derivation) -> Derivation:
    parts = [_share(carrying), score]
    return derived(Rule.PRODUCT, "the share of it", parts, unit=carrying.unit)


def _of_score(carrying: CarryingStage) -> dict[str, Derivation]:
    return {row.entrant: _shared(carrying, row.total.derivation()) for row in carrying.rows}


def _over_average(carrying: CarryingStage) -> dict[str, Derivation]:
    averages = {row.entrant: _average(carrying, row) for row in carrying.rows}
    return {
        row.entrant: _shared(carrying, derived(Rule.DIFFERENCE, "over average", [row.total.derivation(), average]))
        for row in carrying.rows
        if (average := averages[row.entrant])
    }


def _average(carrying: CarryingStage, row: OverallRow) -> Derivation | None:
    """50 %; half the matchpoints there were; no IMPs; elsewhere the mean of the stage."""
    match carrying.out_of.stage.rules.adds:
        case "percent":
            return given(50, "average", unit="%")
        case "imps":
            return given(0, "average", unit="IMP")
        case "matchpoints":
            found = _matchpoints(carrying, row)
            return found and derived(Rule.QUOTIENT, "average, half the most", [found.most, given(2, "two")])
    rows = carrying.out_of.rows
    totals = derived(Rule.SUM, "all totals", [each.total.derivation() for each in rows])
    return derived(Rule.QUOTIENT, "the mean of the stage", [totals, given(len(rows), "contestants")])


def _table(carrying: CarryingStage) -> dict[str, Derivation]:
    figures = [
        given(each, Phrase("place %(at)s", at=at), unit=carrying.unit)
        for at, each in enumerate(carrying.rules.figures, 1)
    ]
    return _by_place(carrying, lambda count: from_table(figures, count, carrying.unit))


def _spread(carrying: CarryingStage) -> dict[str, Derivation]:
    first, last = carrying.rules.figures
    return _by_place(carrying, lambda count: evenly(first, last, count, carrying.unit))


def _by_place(carrying: CarryingStage, figures: Callable[[int], list[Derivation]]) -> dict[str, Derivation]:
    """By place among those who carry, for each direction; equals share the figures of the places they take."""
    sides = (None,) if carrying.out_of.stage.rules.winners == 1 else tuple(Side)
    found: dict[str, Derivation] = {}
    for side in sides:
        own = [row for row in carrying.rows if side in (None, row.direction)]
        rows = sorted(own, key=lambda row: row.rank or len(carrying.out_of.rows) + 1)
        worth = figures(len(rows))
        for row in rows:
            level = [figure for other, figure in zip(rows, worth, strict=True) if other.rank == row.rank]
            if len(level) > 1:
                parts = [derived(Rule.SUM, "the places they take", level), given(len(level), "level contestants")]
                level = [derived(Rule.QUOTIENT, "the mean of their places", parts, unit=level[0].unit)]
            found[row.entrant] = level[0]
    return found


def _matches(carrying: CarryingStage) -> dict[str, Derivation]:
    out_of, adds = carrying.out_of, carrying.into.rules.adds
    parts = of_bracket(out_of.bracket) if out_of.bracket else of_sessions(out_of.scores.tournament, out_of.fields, adds)
    scored = against_qualifiers(parts, adds, [row.entrant for row in carrying.rows])
    return {entrant: _shared(carrying, each) for entrant, each in scored.items()}


_RULES: Mapping[CarryBy, Callable[[CarryingStage], dict[str, Derivation]]] = {
    "white-book": _white_book,
    "over-average": _over_average,
    "share": _of_score,
    "table": _table,
    "spread": _spread,
    "matches": _matches,
}
