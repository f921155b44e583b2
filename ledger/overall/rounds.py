"""The rounds of a stage, over all its sessions: which there are, who met whom in each, what a round is worth (a match,
half of one where three teams met one another, or no match), and the figures of the stage up to a round.

A session's own round numbers are the stage's; where a later sitting begins at a number that was played already, its
rounds are counted on. A match of which no round is known is of the first round of its session.

The figures of the stage are made of what its rounds are worth, and the pages show the same round by round. What a bye
is worth, and what is too much where three met one another in half matches, is part of that.
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
from ledger.projections.matches import Match, part_won, taken
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import Mark
from ledger.scoring.derivation import Derivation, Rule, derived, given, in_unit, told
from ledger.subjects.tournaments.facts import SessionAdded, Stage
from ledger.subjects.tournaments.state import Tournament


class RoundMatch(NamedTuple):
    """A match of a stage: its round there and in its session, and the two as the tournament calls them."""

    round: int
    of: SessionAdded
    own_round: int
    entrants: tuple[str, str]
    match: Match

    def other(self, entrant: str) -> str:
        """Whom one of the two met."""
        return self.entrants[self.entrants[0] == entrant]


def round_matches(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> list[RoundMatch]:
    """Every match of a stage that has boards, or of which something was found, by round."""
    counted_on = rounds_before(fields)
    found = (
        RoundMatch(counted_on[each.of.sitting] + each.own_round, each.of, each.own_round, each.entrants, each.match)
        for each in stage_matches(tournament, fields)
        if each.match.boards or each.match.void
    )
    return sorted(found, key=lambda each: (each.round, each.of.section, each.entrants))


def rounds_before(fields: Sequence[FieldOfPlay]) -> dict[int, int]:
    """How much the rounds of each sitting are counted on: by 0 where its own numbers are the stage's."""
    found, last = dict[int, int](), 0
    for sitting in sorted({field.sitting for field in fields}):
        own = set[int]()
        for played in (field.scoreboard for field in fields if field.sitting == sitting):
            own |= {round_ or 1 for (round_, _), match in played.matches.items() if match.boards or match.void}
            own |= {each.round or 1 for each in played.session.table_boards() if each.results}
            own |= {each.fact.round or 1 for each in played.missed_matches}
        found[sitting] = last if own and min(own) <= last else 0
        last = max([last, *(found[sitting] + round_ for round_ in own)])
    return found


def own_rounds(fields: Sequence[FieldOfPlay], after_round: int | None) -> dict[int, int] | None:
    """What a round of the stage is in each sitting, by the sitting's own numbers; None where all rounds are meant."""
    if after_round is None:
        return None
    return {sitting: after_round - on for sitting, on in rounds_before(fields).items()}


_OF_THE_POINTS = ("wrong seating", "mismatch")
"""What is found of the victory points of a match, whatever its IMPs are."""


InRound = tuple[int, str]
"""A round of the stage, and a contestant of the tournament."""


class RoundWorth:
    """The rounds of a stage as its rules add them up, and as it was drawn; of all rounds, or of those up to one."""

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

    # Matches

    def of_match(self, met: RoundMatch, entrant: str) -> Derivation | None:
        """What one has of a match; None where it has nothing that is added up."""
        whole = match_worth(met.match, met.match.teams[met.entrants.index(entrant)], self._stage.rules.adds)
        return self._half(met, entrant, whole) if whole and self._is_half(met) else whole

    def halves(self) -> Iterator[tuple[str, str, Derivation]]:
        """What half matches are too much in their sessions: in which, whose, and how much less."""
        if not self._three:
            return
        for met in self.matches:
            for entrant, team in zip(met.entrants, met.match.teams, strict=True) if self._is_half(met) else ():
                if whole := match_worth(met.match, team, self._stage.rules.adds):
                    half = self._half(met, entrant, whole)
                    less = derived(
                        Rule.DIFFERENCE,
                        Phrase("%(what)s, not a whole one", what=phrase_of(half.text)),
                        [half, whole],
                        unit=whole.unit,
                    )
                    yield met.of.session, entrant, less

    def _is_half(self, met: RoundMatch) -> bool:
        """Whether it is one of the two matches that each of three drawn together plays in a round.

        Each is worth half its victory points by the scale for its own boards (golden E03), or half of it won; IMPs are
        of so many boards anyway. A session does not know why a team met two others: there two whole matches are usual.
        Pairs have a scale.
        """
        three = self._three.get(met.round, set())
        return {*met.entrants} <= three and self._stage.rules.adds in _HALVED and met.of.session in self._of_teams

    @cached_property
    def _of_teams(self) -> set[str]:
        return {added.session for field in self._fields if field.scoreboard.teams for added, _ in field.sections}

    def _half(self, met: RoundMatch, entrant: str, whole: Derivation) -> Derivation:
        """What a half match is worth: by the scale of half matches, or half of what its session has."""
        text, scoreboard = (
            Phrase("round %(round)s, against %(other)s: a half match", round=met.round, other=met.other(entrant)),
            self._scored[met.of.session],
        )
        own_scale = scoreboard.regulations.matches.half == "doubled" and met.match.note not in _OF_THE_POINTS
        if own_scale and self._stage.rules.adds == "victory-points":
            net = met.match.nets[met.match.teams[met.entrants.index(entrant)]]
            return victory_points(scoreboard, net, met.match.boards, half=True).saying(text)
        half = given(Fraction(1, 2), text)
        return derived(Rule.PRODUCT, "a half match", [half, whole], unit=UNITS[self._stage.rules.adds])

    @cached_property
    def _scored(self) -> dict[str, Scoreboard]:
        return {added.session: field.scoreboard for field in self._fields for added, _ in field.sections}

    # No match

    @property
    def missed(self) -> dict[InRound, Derivation]:
        """What rounds without a match are worth, by the draw or by the session, where the stage adds that up."""
        byes = {key: worth for key, (_, worth) in self.byes.items()}
        unit = UNITS[self._stage.rules.adds]
        return byes | {key: worth for key, worth in self._by_session.items() if worth.unit == unit}

    @cached_property
    def byes(self) -> dict[InRound, tuple[str, Derivation]]:
        """What byes of played rounds are worth, and in which session; nothing where percentages are added up."""
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
                given(worth, Phrase("bye in round %(round)s", round=each.round), unit=unit),
            )
            for each in drawn
            if each.round in where and (each.round, each.bye) not in scored
        }

    @cached_property
    def _by_session(self) -> dict[InRound, Derivation]:
        """What sessions give for a match that could not be played."""
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
"""What of a half match is half of what its session has of it."""


def match_worth(match: Match, team: str, adds: Added) -> Derivation | None:
    """What the session has of a match for one of its two, in what the stage adds up; None where it has nothing."""
    if adds == "wins":
        return None if match.void else won(match, team)
    if adds == "imps":
        return match.nets[team] if match.nets[team].unit == UNITS[adds] else None
    return match.victory_points.get(team) if adds == "victory-points" else None


def won(match: Match, team: str) -> Derivation:
    """What of a match is won."""
    how = "tied" if match.winner is None else "won" if match.winner == team else "lost"
    return given(
        part_won(match.winner, team), Phrase("round %(round)s: %(how)s", round=match.round, how=phrase_of(how))
    )


def stage_figures(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
) -> Iterator[Figure]:
    """The figures of a stage, session by session: of all rounds, or of those up to one; with what byes are worth."""
    worth = RoundWorth(tournament, stage, fields, after_round)
    # What the draw adds to the sessions' figures, by session and entrant: byes, and what half matches are too much
    beside = dict[tuple[str, str], tuple[Derivation, ...]]()
    byes = ((session, entrant, bye) for (_, entrant), (session, bye) in worth.byes.items())
    for session, entrant, part in (*byes, *worth.halves()):
        beside[session, entrant] = (*beside.get((session, entrant), ()), part)
    up_to = own_rounds(fields, after_round)
    if up_to is None:
        found = figures(tournament, fields, stage.rules)
    else:
        found = (
            figure
            for field in fields
            for figure in _figures_up_to(tournament, field, stage.rules, up_to[field.sitting])
        )
    for figure in found:
        if more := beside.pop((figure.of.session, figure.entrant), ()):
            own = figure.value.derivation()
            text = Phrase("%(what)s, with what the draw says", what=phrase_of(own.text))
            yield figure._replace(value=told(derived(Rule.SUM, text, [own, *more], unit=own.unit)))
        else:
            yield figure
    for (session, entrant), more in beside.items():
        total = derived(Rule.SUM, "no match played", more, unit=UNITS[stage.rules.adds])
        yield Figure(entrant, tournament.sessions[session], entrant, told(total), 0)


def _figures_up_to(tournament: Tournament, field: FieldOfPlay, rules: StageRules, last: int) -> Iterator[Figure]:
    scoreboard = field.scoreboard
    if not scoreboard.in_matches or rules.adds == "percent":
        of = field.sections[0][0]
        message = f"{of.session} is not ranked by matches: it has no standing after a round"
        hint = f"`tournament stage amend {of.stage} --adds victory-points`; pairs: matches that are converted"
        raise Refusal("no-matches", message, hint)
    marks: dict[str, Mark | None] = {row.contestant: row.mark for row in field.rows}
    played = [match for (round_, _), match in scoreboard.matches.items() if match.boards and (round_ or 1) <= last]
    missed = [each.fact for each in scoreboard.missed_matches if (each.fact.round or 1) <= last]
    teams = [team for match in played for team in match.teams]
    for contestant in dict.fromkeys([*teams, *(fact.contestant for fact in missed)]):
        own = [match for match in played if contestant in match.teams]
        boards = sum(match.boards for match in own)
        of, label = field.own(contestant)
        value = _total_up_to(scoreboard, contestant, own, rules, last)
        value = value.saying(
            Phrase(
                "sitting %(sitting)s, %(session)s, as %(label)s, up to round %(last)s",
                sitting=of.sitting,
                session=of.session,
                label=label,
                last=last,
            )
        )
        entrant = tournament.entrant_of(of.session, label)
        yield Figure(entrant, of, label, told(value), boards, marks.get(contestant))


def _total_up_to(scoreboard: Scoreboard, contestant: str, own: list[Match], rules: StageRules, last: int) -> Derivation:
    """What matches up to a round come to; a penalty in victory points that names no round is off from the first."""
    text = Phrase.counted("%(number)s match", "%(number)s matches", len(own))
    if rules.adds == "wins":
        return derived(Rule.SUM, text, [won(match, contestant) for match in own if not match.void])
    if rules.adds == "imps" and total_unit(scoreboard) == "VP":
        nets = (match_worth(match, contestant, rules.adds) for match in own)
        return derived(Rule.SUM, text, [net for net in nets if net], unit=UNITS[rules.adds])
    parts = [(match.victory_points or match.nets)[contestant] for match in own]
    parts += [
        each.worth
        for each in scoreboard.missed_matches
        if each.fact.contestant == contestant and (each.fact.round or 1) <= last
    ]
    parts += [
        taken(scoreboard, each)
        for each in scoreboard.session.penalties_of(contestant)
        if each.imposed.unit == "VP" and (each.imposed.round or 1) <= last
    ]
    exact, totals = derived(Rule.SUM, text, parts, unit=UNITS[rules.adds]), scoreboard.totals
    return in_unit(exact, totals.unit, totals.rounding)
