"""The rounds of a stage over all its sessions: matches by round, their worth, and figures up to a round.

A session's round numbers are the stage's; where a later sitting starts again at a number already played, its rounds
continue the count. A match without a known round belongs to the first round of its session. A round may be worth a
match, half of one (three teams met one another), or a bye.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ledger.errors import Refusal
from ledger.labels import Phrase, phrase_of
from ledger.laws.regulations import Added, StageRules
from ledger.overall.field_of_play import FieldOfPlay, stage_matches
from ledger.overall.figures import UNITS, Figure, figures
from ledger.projections.match_boards import total_unit, victory_points
from ledger.projections.matches import Match, deduct, part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import Mark
from ledger.scoring.derivation import Derivation, Rule, as_number, derive, leaf, round_to_unit
from ledger.subjects.tournaments.facts import SessionAdded, Stage
from ledger.subjects.tournaments.state import Tournament


class RoundMatch(NamedTuple):
    """A match of a stage: its round in the stage and in its session, and the two entrants."""

    round: int
    of: SessionAdded
    own_round: int
    entrants: tuple[str, str]
    match: Match

    def other(self, entrant: str) -> str:
        """Return the opponent of one of the match's two entrants."""
        return self.entrants[self.entrants[0] == entrant]


def round_matches(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> list[RoundMatch]:
    """Return every match of a stage that has boards or is void, by round."""
    counted_on = rounds_before(fields)
    numbered = (
        RoundMatch(counted_on[each.of.sitting] + each.own_round, each.of, each.own_round, each.entrants, each.match)
        for each in stage_matches(tournament, fields)
        if each.match.boards or each.match.void
    )
    return sorted(numbered, key=lambda each: (each.round, each.of.section, each.entrants))


def rounds_before(fields: Sequence[FieldOfPlay]) -> dict[int, int]:
    """Return what to add to each sitting's round numbers to get the stage's; 0 where both are the same."""
    added, last = dict[int, int](), 0
    for sitting in sorted({field.sitting for field in fields}):
        numbers = set[int]()
        for played in (field.scoreboard for field in fields if field.sitting == sitting):
            numbers |= {round_ or 1 for (round_, _), match in played.matches.items() if match.boards or match.void}
            numbers |= {each.round or 1 for each in played.session.table_boards() if each.results}
            numbers |= {each.fact.round or 1 for each in played.missed_matches}
        # A sitting that starts again at a number already played continues the count
        added[sitting] = last if numbers and min(numbers) <= last else 0
        last = max([last, *(added[sitting] + round_ for round_ in numbers)])
    return added


def own_rounds(fields: Sequence[FieldOfPlay], after_round: int | None) -> dict[int, int] | None:
    """Return the number of a stage's round within each sitting; None if `after_round` is None (all rounds count)."""
    if after_round is None:
        return None
    return {sitting: after_round - on for sitting, on in rounds_before(fields).items()}


_OF_THE_POINTS = ("wrong seating", "mismatch")
"""Findings that set the victory points of a match independently of its IMPs."""


InRound = tuple[int, str]
"""A round of the stage, and a contestant of the tournament."""


class RoundWorth:
    """The contestants' scores in the rounds of a stage, half matches and byes included: in all rounds, or up to one."""

    def __init__(
        self, tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
    ) -> None:
        self._tournament = tournament
        self._stage = stage
        self._fields = fields
        drawn = tournament.drawn.of(stage.name)
        self._drawn = [each for each in drawn if after_round is None or each.round <= after_round]
        self._three = {each.round: {*each.triangle} for each in self._drawn if each.triangle}

    @cached_property
    def matches(self) -> list[RoundMatch]:
        """Every match of the stage, by round."""
        return round_matches(self._tournament, self._fields)

    def of_match(self, met: RoundMatch, entrant: str) -> Derivation | None:
        """Return a contestant's score for a match; None if the match has none in the unit the stage adds up."""
        whole = match_worth(met.match, met.match.teams[met.entrants.index(entrant)], self._stage.rules.adds)
        return self._derive_half(met, entrant, whole) if whole and self._is_half(met) else whole

    def halves(self) -> Iterator[tuple[str, str, Derivation]]:
        """Yield session, contestant and deduction for each half match, which its session scores as a whole one."""
        if not self._three:
            return
        for met in self.matches:
            for entrant, team in zip(met.entrants, met.match.teams, strict=True) if self._is_half(met) else ():
                if whole := match_worth(met.match, team, self._stage.rules.adds):
                    half = self._derive_half(met, entrant, whole)
                    less = derive(
                        Rule.DIFFERENCE,
                        Phrase("%(what)s, not a whole one", what=phrase_of(half.text)),
                        [half, whole],
                        unit=whole.unit,
                    )
                    yield met.of.session, entrant, less

    def _is_half(self, met: RoundMatch) -> bool:
        """Return whether a match is one of the half matches that three teams, drawn together, play in a round."""
        # Only the draw knows: in a session two whole matches of a team in one round are usual. IMPs are not halved,
        # and pairs have a scale for the number of boards (golden E03).
        three = self._three.get(met.round, set())
        return {*met.entrants} <= three and self._stage.rules.adds in _HALVED and self._scored[met.of.session].teams

    def _derive_half(self, met: RoundMatch, entrant: str, whole: Derivation) -> Derivation:
        """Return the score of a half match: by the scale for half matches, or half of the session's score."""
        text, scoreboard = (
            Phrase("round %(round)s, against %(other)s: a half match", round=met.round, other=met.other(entrant)),
            self._scored[met.of.session],
        )
        rules = scoreboard.regulations.matches
        own_scale = rules.half == "doubled" and not rules.further_forms and met.match.note not in _OF_THE_POINTS
        if own_scale and self._stage.rules.adds == "victory-points":
            net = met.match.nets[met.match.teams[met.entrants.index(entrant)]]
            return victory_points(scoreboard, net, met.match.boards, half=True).saying(text)
        half = leaf(Fraction(1, 2), text)
        return derive(Rule.PRODUCT, "a half match", [half, whole], unit=UNITS[self._stage.rules.adds])

    @cached_property
    def _scored(self) -> dict[str, Scoreboard]:
        return {added.session: field.scoreboard for field in self._fields for added, _ in field.sections}

    @property
    def missed(self) -> dict[InRound, Derivation]:
        """The scores for rounds without a match, by round and contestant, if they have the stage's unit."""
        byes = {key: worth for key, (_, worth) in self.byes.items()}
        unit = UNITS[self._stage.rules.adds]
        return byes | {key: worth for key, worth in self._by_session.items() if worth.unit == unit}

    @cached_property
    def byes(self) -> dict[InRound, tuple[str, Derivation]]:
        """The session and score of each bye in a played round, unless a session scores it; {} for percentages."""
        drawn = [each for each in self._drawn if each.bye and self._stage.rules.adds != "percent"]
        if not drawn:
            return {}
        scored = {(met.round, entrant) for met in self.matches for entrant in met.entrants} | self._by_session.keys()
        where = {met.round: met.of.session for met in reversed(self.matches)}
        # What the stage's regulation gives for a round without a match (golden E04)
        worth, unit = self._stage.rules.bye_worth, UNITS[self._stage.rules.adds]
        return {
            (each.round, each.bye): (
                where[each.round],
                leaf(worth, Phrase("bye in round %(round)s", round=each.round), unit=unit),
            )
            for each in drawn
            if each.round in where and (each.round, each.bye) not in scored
        }

    @cached_property
    def _by_session(self) -> dict[InRound, Derivation]:
        """The scores that sessions give for matches not played, by round and contestant."""
        counted_on = rounds_before(self._fields)
        return {
            (
                counted_on[field.sitting] + (each.fact.round or 1),
                field.entrant(self._tournament, each.fact.contestant),
            ): each.worth
            for field in self._fields
            for each in field.scoreboard.missed_matches
        }


_HALVED = ("victory-points", "wins")
"""The units in which a half match counts half of its session's score."""


def match_worth(match: Match, team: str, adds: Added) -> Derivation | None:
    """Return a team's score for a match in the unit the stage adds up; None if the match has no such score."""
    if adds == "wins":
        return None if match.void else won_part(match, team)
    if adds == "imps":
        return match.nets[team] if match.nets[team].unit == UNITS[adds] else None
    return match.victory_points.get(team) if adds == "victory-points" else None


def won_part(match: Match, team: str) -> Derivation:
    """Return the part of a match a team has won: 1, ½ or 0."""
    how = "tied" if match.winner is None else "won" if match.winner == team else "lost"
    return leaf(part_won(match.winner, team), Phrase("round %(round)s: %(how)s", round=match.round, how=phrase_of(how)))


def stage_figures(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
) -> Iterator[Figure]:
    """Yield the figures of a stage, session by session, byes included; of all rounds, or up to `after_round`.

    Refusal (no-matches) if `after_round` is given and a session is not ranked by matches.
    """
    worth = RoundWorth(tournament, stage, fields, after_round)
    # What the draw adds to the sessions' figures, by session and entrant: byes, and deductions for half matches
    beside = dict[tuple[str, str], tuple[Derivation, ...]]()
    byes = ((session, entrant, bye) for (_, entrant), (session, bye) in worth.byes.items())
    for session, entrant, part in (*byes, *worth.halves()):
        beside[session, entrant] = (*beside.get((session, entrant), ()), part)
    up_to = own_rounds(fields, after_round)
    if up_to is None:
        base_figures = figures(tournament, fields, stage.rules)
    else:
        base_figures = (
            figure
            for field in fields
            for figure in _compute_figures_up_to(tournament, field, stage.rules, up_to[field.sitting])
        )
    for figure in base_figures:
        if more := beside.pop((figure.of.session, figure.entrant), ()):
            value = figure.value.derivation()
            text = Phrase("%(what)s, with what the draw says", what=phrase_of(value.text))
            yield figure._replace(value=as_number(derive(Rule.SUM, text, [value, *more], unit=value.unit)))
        else:
            yield figure
    for (session, entrant), more in beside.items():
        total = derive(Rule.SUM, "no match played", more, unit=UNITS[stage.rules.adds])
        yield Figure(entrant, tournament.sessions[session], entrant, as_number(total), 0)


def _compute_figures_up_to(
    tournament: Tournament, field: FieldOfPlay, rules: StageRules, last: int
) -> Iterator[Figure]:
    scoreboard = field.scoreboard
    if not scoreboard.in_matches or rules.adds == "percent":
        added = field.sections[0][0]
        message = f"{added.session} is not ranked by matches: it has no standing after a round"
        hint = f"`tournament stage amend {added.stage} --adds victory-points`; pairs need matches converted into VPs"
        raise Refusal("no-matches", message, hint)
    marks: dict[str, Mark | None] = {row.contestant: row.mark for row in field.rows}
    played = [match for (round_, _), match in scoreboard.matches.items() if match.boards and (round_ or 1) <= last]
    missed = [each.fact for each in scoreboard.missed_matches if (each.fact.round or 1) <= last]
    teams = [team for match in played for team in match.teams]
    for contestant in dict.fromkeys([*teams, *(fact.contestant for fact in missed)]):
        matches = [match for match in played if contestant in match.teams]
        boards = sum(match.boards for match in matches)
        added, label = field.origin(contestant)
        value = _derive_total_up_to(scoreboard, contestant, matches, rules, last)
        value = value.saying(
            Phrase(
                "sitting %(sitting)s, %(session)s, as %(label)s, up to round %(last)s",
                sitting=added.sitting,
                session=added.session,
                label=label,
                last=last,
            )
        )
        entrant = tournament.entrant_of(added.session, label)
        yield Figure(entrant, added, label, as_number(value), boards, marks.get(contestant))


def _derive_total_up_to(
    scoreboard: Scoreboard, contestant: str, matches: list[Match], rules: StageRules, last: int
) -> Derivation:
    """Return the total of some matches; a victory point penalty without a round counts as of the first round."""
    text = Phrase.counted("%(number)s match", "%(number)s matches", len(matches))
    if rules.adds == "wins":
        return derive(Rule.SUM, text, [won_part(match, contestant) for match in matches if not match.void])
    if rules.adds == "imps" and total_unit(scoreboard) == "VP":
        nets = (match_worth(match, contestant, rules.adds) for match in matches)
        return derive(Rule.SUM, text, [net for net in nets if net], unit=UNITS[rules.adds])
    parts = [(match.victory_points or match.nets)[contestant] for match in matches]
    parts += [
        each.worth
        for each in scoreboard.missed_matches
        if each.fact.contestant == contestant and (each.fact.round or 1) <= last
    ]
    parts += [
        deduct(scoreboard, each)
        for each in scoreboard.session.penalties_of(contestant)
        if each.imposed.unit == "VP" and (each.imposed.round or 1) <= last
    ]
    exact, totals = derive(Rule.SUM, text, parts, unit=UNITS[rules.adds]), scoreboard.totals
    return round_to_unit(exact, totals.unit, totals.rounding)
