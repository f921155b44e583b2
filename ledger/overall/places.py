"""The places of a stage: contestants without one and why, duplicate scores of a sitting, and tie-breaking.

Remarks come from the sessions and the rules of the stage (`overall_marks`), and from cuts and withdrawals
(`find_unranked`). Ties are split by the regulations' list of rules, one after the other (White Book 2025 §3.2): each
rule is applied to the groups still tied, or the list begins again for each group, as regulated. A rule that cannot be
applied is skipped, with its reason. Most rules compare matches between contestants, or their boards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from typing import Literal, NamedTuple, get_args

from ledger.bridge import Side
from ledger.labels import Phrase, all_of
from ledger.laws.regulations import TieBreak
from ledger.laws.rounding import short_text
from ledger.overall.field_of_play import FieldOfPlay, stage_matches
from ledger.overall.figures import Figure, select_counted_figures
from ledger.projections.match_boards import BoardsWon, boards_won
from ledger.projections.matches import WonAndLost, part_won
from ledger.projections.scoreboard import boards_of
from ledger.subjects.qualifying.state import WithdrawnEntrant
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament

OverallStanding = Literal[
    "disqualified",
    "withdrawn",
    "not-qualified",
    "not-entered",
    "without-standing",
    "too-few-sessions",
    "too-few-boards",
    "substitute",
]

_ORDER: tuple[OverallStanding, ...] = get_args(OverallStanding)


class OverallMark(NamedTuple):
    """A remark on a contestant ('withdrawn', …), the event behind the remark, and whether the contestant has a place.

    `session` is the session of the event, '' for the tournament itself.
    """

    standing: OverallStanding
    session: str = ""
    number: int | None = None
    ranked: bool = False


def overall_marks(
    tournament: Tournament, stage: Stage, figures_of: Mapping[str, Sequence[Figure]], fields: Sequence[FieldOfPlay]
) -> dict[str, OverallMark]:
    """Return one remark for each contestant that has any; one that costs the place outweighs all others."""
    # Marks of the sessions, but not "too few boards": the stage counts boards of all sessions itself
    session_marks: dict[str, list[OverallMark]] = {}
    for field in fields:
        for row in field.rows:
            if row.mark and row.mark.standing != "too-few-boards":
                added, contestant = field.origin(row.contestant)
                number = row.mark.number and field.own_number(row.mark.number)
                marked_as = OverallMark(row.mark.standing, added.session, number, row.mark.ranked)
                session_marks.setdefault(tournament.entrant_of(added.session, contestant), []).append(marked_as)
    most = max((_count_boards(stage, entrant_marks) for entrant_marks in figures_of.values()), default=0)
    least = stage.rules.least.least(most)
    marked: dict[str, list[OverallMark]] = {}
    for entrant, figures in figures_of.items():
        counting = sum(figure.counts for figure in figures)
        entrant_marks = marked[entrant] = [
            mark._replace(ranked=True) if mark.standing == "without-standing" and counting else mark
            for mark in session_marks.get(entrant, ())
        ]
        if tournament.entrants and entrant not in tournament.entrants:
            entrant_marks.append(OverallMark("not-entered"))
        if stage.format == "sessions" and counting < stage.rules.least_sessions:
            entrant_marks.append(OverallMark("too-few-sessions"))
        elif stage.format == "sessions" and _count_boards(stage, figures) < least:
            entrant_marks.append(OverallMark("too-few-boards"))
    return {
        entrant: min(entrant_marks, key=lambda mark: (mark.ranked, _ORDER.index(mark.standing)))
        for entrant, entrant_marks in marked.items()
        if entrant_marks
    }


def _count_boards(stage: Stage, figures: Sequence[Figure]) -> int:
    return sum(figure.boards for figure in select_counted_figures(figures, stage.rules))


def find_unranked(tournament: Tournament, stage: str, entrants: Iterable[str]) -> dict[str, OverallMark]:
    """Return remarks on contestants without a place: withdrawn, or not qualified for a stage that a cut leads to."""
    qualified, marks = tournament.qualified, dict[str, OverallMark]()
    taking_part = qualified.qualifiers(stage)
    for entrant in entrants:
        withdrawal = qualified.withdrawn.get(entrant)
        if withdrawal and loses_place(tournament, stage, withdrawal):
            marks[entrant] = OverallMark("withdrawn", number=withdrawal.number)
        elif taking_part is not None and entrant not in taking_part:
            marks[entrant] = OverallMark("not-qualified")
    return marks


def loses_place(tournament: Tournament, stage: str, withdrawal: WithdrawnEntrant) -> bool:
    """Return whether a withdrawn contestant has no place in a stage: one it left unfinished, or a later one.

    A stage is unfinished if it went on, with another sitting or a round drawn. A contestant with a good reason that had
    played half the sittings keeps its place there (White Book §2.4).
    """
    order = list(tournament.stages)
    if withdrawal.said.stage != stage:
        return order.index(stage) > order.index(withdrawal.said.stage)
    sittings = tournament.sittings(stage)
    played_half = 2 * sum(sitting <= withdrawal.said.sitting for sitting in sittings) >= len(sittings)
    return stage_went_on_since(tournament, withdrawal) and not (withdrawal.said.good_reason and played_half)


def stage_went_on_since(tournament: Tournament, withdrawal: WithdrawnEntrant) -> bool:
    """Return whether a stage went on after a withdrawal: with a sitting, or a round drawn without the contestant."""
    fact = withdrawal.said
    drawn = tournament.drawn.was_drawn_without(fact.entrant, fact.stage, withdrawal.number)
    return drawn or fact.sitting < tournament.last_sitting(fact.stage)


def can_go_on(tournament: Tournament, stage: str) -> bool:
    """Return True if a stage may still have sittings: no later stage has a session."""
    order = list(tournament.stages)
    return not any(tournament.in_stage(later) for later in order[order.index(stage) + 1 :])


class ScoredTwice(NamedTuple):
    """Several scores of one contestant in one sitting, which are all added up."""

    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        """The note for the standing: 'Oslo has 2 scores of sitting 1, as Oslo of friday_a and as Oslo of friday_b'."""
        first = self.figures[0]
        return Phrase(
            "%(entrant)s has %(number)s scores of sitting %(sitting)s, %(where)s",
            entrant=first.entrant,
            number=len(self.figures),
            sitting=first.of.sitting,
            where=all_of(
                [
                    Phrase("as %(contestant)s of %(session)s", contestant=each.contestant, session=each.of.session)
                    for each in self.figures
                ]
            ),
        )


def find_double_scores(figures: Sequence[Figure]) -> Iterator[ScoredTwice]:
    """Yield the sittings in which a contestant has several scores; `figures`: all of the contestant's, by sitting."""
    played = (each for each in figures if each.boards)  # a bye has none
    for _, group in groupby(played, lambda each: each.of.sitting):
        if len(together := tuple(group)) > 1:
            yield ScoredTwice(together)


class TiedMatch(NamedTuple):
    """A match of two contestants: by side, victory points (or 1, ½, 0), IMPs if known, and the part of the match won.

    `boards`: the boards that each won, a drawn one counting half, and how many there were. For pairs without matches:
    the points on boards they played against each other.
    """

    teams: tuple[str, str]
    points: tuple[Fraction, Fraction]
    imps: tuple[WonAndLost, WonAndLost] | None = None
    won: tuple[Fraction, Fraction] | None = None
    boards: tuple[BoardsWon, BoardsWon] | None = None

    @property
    def turned(self) -> "TiedMatch":
        """The match with its sides exchanged."""
        imps, won, boards = (
            self.imps and self.imps[::-1],
            self.won and self.won[::-1],
            self.boards and self.boards[::-1],
        )
        return TiedMatch(self.teams[::-1], self.points[::-1], imps, won, boards)


def matches(
    tournament: Tournament, fields: Sequence[FieldOfPlay], up_to: Mapping[int, int] | None = None
) -> list[TiedMatch]:
    """Return a stage's matches that were played and not voided; `up_to`: the last round of each sitting that counts."""
    tied_matches: list[TiedMatch] = []
    for met in stage_matches(tournament, fields):
        if met.played and (up_to is None or met.own_round <= up_to[met.of.sitting]):
            match, (one, two) = met.match, met.match.teams
            won = part_won(match.winner, one), part_won(match.winner, two)
            points = match.victory_points
            worth = (points[one].value, points[two].value) if points else won
            imps = (match.imps[one], match.imps[two]) if match.imps else None
            boards = (match.boards_won[one], match.boards_won[two]) if match.boards_won else None
            tied_matches.append(TiedMatch(met.entrants, worth, imps, won, boards))
    return tied_matches


def on_boards(tournament: Tournament, fields: Sequence[FieldOfPlay], tied: Sequence[str]) -> list[TiedMatch]:
    """Return what some contestants scored against each other on single boards, in sessions without matches."""
    tied_matches = []
    for field in fields:
        if not field.scoreboard.in_matches:
            scoreboard = field.scoreboard
            for played in scoreboard.session.table_boards():
                labels = played.seating.pair
                scored = all(scoreboard.counts(played, side) for side in Side)
                if scored and all(label in scoreboard.session.contestants for label in labels):
                    points = scoreboard.value(played, Side.NS), scoreboard.value(played, Side.EW)
                    teams = field.entrant(tournament, labels[0]), field.entrant(tournament, labels[1])
                    if {*teams} <= {*tied}:
                        tied_matches.append(TiedMatch(teams, points))
    return tied_matches


class TieStep(NamedTuple):
    """A rule applied to tied contestants: the value of each, best first, or the reason why the rule was skipped."""

    rule: TieBreak
    has: tuple[tuple[str, str], ...] = ()
    skipped: str = ""


class TieSplit(NamedTuple):
    """Contestants with equal totals, the rules applied to them, and the resulting groups, best first."""

    tied: tuple[str, ...]
    steps: tuple[TieStep, ...]
    order: tuple[tuple[str, ...], ...]


class _Worth(NamedTuple):
    """A contestant's value by a tie-breaking rule; `beyond`: more than any number (no IMPs lost); `words`: its text.

    `further` separates equal values.
    """

    value: Fraction
    beyond: bool = False
    words: str = ""
    further: Fraction = Fraction(0)

    @property
    def order(self) -> tuple[bool, Fraction, Fraction]:
        return self.beyond, self.value, self.further

    @property
    def text(self) -> str:
        return self.words or short_text(self.value, 4)


Applied = Mapping[str, _Worth] | str
"""The value of each tied contestant by a rule, or the reason why the rule does not apply."""


@dataclass(frozen=True)
class Ties:
    """The basis for splitting the ties of a stage; `up_to`: the last round of each sitting to count, None for all."""

    tournament: Tournament
    stage: Stage
    fields: Sequence[FieldOfPlay]
    figures: Mapping[str, Sequence[Figure]]
    totals: Mapping[str, Fraction]
    up_to: Mapping[int, int] | None = None

    def split(self, tied: Sequence[str]) -> TieSplit:
        """Split contestants with equal totals by the tie-breaking rules, as far as the rules separate them."""
        steps: list[TieStep] = []
        order = self._split_by(tuple(tied), self.stage.rules.ties, steps)
        return TieSplit(tuple(tied), tuple(steps), tuple(order))

    def _split_by(
        self, tied: tuple[str, ...], rules: Sequence[TieBreak], steps: list[TieStep]
    ) -> list[tuple[str, ...]]:
        if len(tied) == 1 or not rules or rules[0] in ("shared", "again"):
            return [tied]
        worth = (rules[0] in _OF_MATCHES and _find_without_match(self, tied)) or _COMPARE[rules[0]](self, tied)
        if isinstance(worth, str):
            steps.append(TieStep(rules[0], skipped=worth))
            return self._split_by(tied, rules[1:], steps)
        by_worth = sorted(tied, key=lambda entrant: worth[entrant].order, reverse=True)
        steps.append(TieStep(rules[0], tuple((entrant, worth[entrant].text) for entrant in by_worth)))
        groups: dict[tuple[bool, Fraction, Fraction], list[str]] = {}
        for entrant in by_worth:
            groups.setdefault(worth[entrant].order, []).append(entrant)
        next_rules = self.stage.rules.ties if len(groups) > 1 and rules[-1] == "again" else rules[1:]
        return [part for group in groups.values() for part in self._split_by(tuple(group), next_rules, steps)]

    @cached_property
    def matches(self) -> list[TiedMatch]:
        """Every played match of the stage, up to the round that counts."""
        return matches(self.tournament, self.fields, self.up_to)

    @cached_property
    def last_sitting(self) -> int:
        """The last sitting of the stage that has scores."""
        return max(figure.of.sitting for entrant_figures in self.figures.values() for figure in entrant_figures)

    def of(self, entrant: str) -> list[TiedMatch]:
        """Return the matches of a contestant, each with the contestant's side first."""
        return [met if met.teams[0] == entrant else met.turned for met in self.matches if entrant in met.teams]


def _compare_between(ties: Ties, tied: Sequence[str]) -> Applied:
    met = [each for each in ties.matches if {*each.teams} <= {*tied}] or on_boards(ties.tournament, ties.fields, tied)
    known = {frozenset(each.teams) for each in met}
    if missing := [pair for pair in combinations(tied, 2) if frozenset(pair) not in known]:
        return Phrase("%(missing)s have not met", missing=" and ".join(missing[0]))
    worth = _sum_by_contestant(tied, [(each.teams[at], each.points[at]) for each in met for at in (0, 1)])
    if len(tied) > 2 or len({each.value for each in worth.values()}) > 1 or not all(each.imps for each in met):
        return worth
    # Level in victory points, two contestants are compared by the basic method of the match (White Book 143.7.1(a))
    nets = _sum_by_contestant(
        tied, [(each.teams[at], imps.won - imps.lost) for each in met for at, imps in enumerate(each.imps or ())]
    )
    return {
        each: worth[each]._replace(
            further=net.value,
            words=Phrase("%(points)s and %(net)s IMP", points=worth[each].text, net=_signed(net.value)),
        )
        for each, net in nets.items()
    }


def _signed(value: Fraction) -> str:
    return f"{'+' if value > 0 else ''}{short_text(value)}"


def _sum_by_contestant(tied: Sequence[str], parts: Sequence[tuple[str, Fraction]]) -> dict[str, _Worth]:
    return {each: _Worth(sum((worth for whose, worth in parts if whose == each), Fraction(0))) for each in tied}


def _compare_last_session(ties: Ties, tied: Sequence[str]) -> Applied:
    last = ties.last_sitting
    if absent := [each for each in tied if all(figure.of.sitting != last for figure in ties.figures[each])]:
        return Phrase("%(absent)s did not play in sitting %(last)s", absent=absent[0], last=last)
    parts = [(each, figure.value.value) for each in tied for figure in ties.figures[each] if figure.of.sitting == last]
    return _sum_by_contestant(tied, parts)


def _compare_wins(ties: Ties, tied: Sequence[str]) -> Applied:
    return _sum_by_contestant(tied, [(each, met.won[0]) for each in tied for met in ties.of(each) if met.won])


def _compare_wins_share(ties: Ties, tied: Sequence[str]) -> Applied:
    return {each: _share([(met.won[0], 1) for met in ties.of(each) if met.won]) for each in tied}


def _share(parts: Sequence[tuple[Fraction, int]]) -> _Worth:
    won, all_ = sum((won for won, _ in parts), Fraction(0)), sum(many for _, many in parts)
    words = Phrase("%(won)s of %(all)s", won=short_text(won), all=all_)
    return _Worth(won / all_ if all_ else won, words=words)


def _compare_count_back(ties: Ties, tied: Sequence[str]) -> Applied:
    parts = {each: [met.boards[0] for met in ties.of(each) if met.boards] for each in tied}
    for field in ties.fields if not ties.matches else ():
        for label in field.scoreboard.session.contestants:
            if (entrant := field.entrant(ties.tournament, label)) in parts:
                parts[entrant].append(boards_won(field.scoreboard, label, boards_of(field.scoreboard, label)))
    if unknown := next((each for each in tied if not any(many for _, many in parts[each])), None):
        return Phrase("%(unknown)s has no board whose score is known", unknown=unknown)
    return {each: _share(won) for each, won in parts.items()}


def _compare_partners(ties: Ties, tied: Sequence[str]) -> Applied:
    """Return each individual's opponents' totals divided by its partners' totals (White Book 143.5.2)."""
    worth: dict[str, _Worth] = {}
    for each in tied:
        met: dict[bool, set[tuple[int, int, str]]] = {True: set(), False: set()}
        for at, field in enumerate(ties.fields):
            for played in field.scoreboard.session.table_boards():
                for side, names in zip(Side, played.seating.members, strict=True):
                    entrants = [field.entrant(ties.tournament, name) for name in names]
                    if each in entrants and len(entrants) > 1 and field.scoreboard.counts(played, side):
                        across = played.seating.contestants(side.other)
                        opponents = [field.entrant(ties.tournament, name) for name in across]
                        round_ = played.round or 0
                        met[True] |= {(at, round_, who) for who in entrants if who != each}
                        met[False] |= {(at, round_, who) for who in opponents}
        partners, opponents_total = (
            sum((ties.totals.get(who, Fraction(0)) for *_, who in met[which]), Fraction(0)) for which in (True, False)
        )
        if not partners:
            return Phrase("%(who)s has played with no partner who has a score", who=each)
        worth[each] = _Worth(opponents_total / partners)
    return worth


def _compare_quotient(ties: Ties, tied: Sequence[str]) -> Applied:
    scores = _won_and_lost(ties, tied)
    if isinstance(scores, str):
        return scores
    worth: dict[str, _Worth] = {}
    for entrant, (won, lost) in scores.items():
        none_lost = Phrase("%(won)s and none lost", won=short_text(won))
        worth[entrant] = _Worth(won / lost) if lost else _Worth(won, beyond=True, words=none_lost)
    return worth


def _compare_net_imps(ties: Ties, tied: Sequence[str]) -> Applied:
    scores = _won_and_lost(ties, tied)
    if isinstance(scores, str):
        return scores
    return {each: _Worth(won - lost, words=_signed(won - lost)) for each, (won, lost) in scores.items()}


def _won_and_lost(ties: Ties, tied: Sequence[str]) -> dict[str, WonAndLost] | str:
    imps = {entrant: [met.imps[0] for met in ties.of(entrant) if met.imps] for entrant in tied}
    if unknown := next((entrant for entrant in tied if not imps[entrant]), None):
        return Phrase("%(unknown)s has no match whose IMPs are known", unknown=unknown)
    return {
        entrant: WonAndLost(*(sum(parts, Fraction(0)) for parts in zip(*scores, strict=True)))
        for entrant, scores in imps.items()
    }


def _compare_common(ties: Ties, tied: Sequence[str]) -> Applied:
    everybody = set.intersection(*({met.teams[1] for met in ties.of(each)} for each in tied)) - {*tied}
    if not everybody:
        return Phrase("nobody has met all of them")
    return _sum_by_contestant(
        tied, [(each, met.points[0]) for each in tied for met in ties.of(each) if met.teams[1] in everybody]
    )


def _compare_swiss_points(ties: Ties, tied: Sequence[str]) -> Applied:
    totals = ties.totals
    return _sum_by_contestant(
        tied, [(each, totals.get(met.teams[1], Fraction(0))) for each in tied for met in ties.of(each)]
    )


def _compare_lot(ties: Ties, tied: Sequence[str]) -> Applied:
    order = ties.tournament.lot(ties.stage.name, tied)
    if order is None:
        return Phrase("no lot was drawn for %(tied)s", tied=", ".join(tied))
    return {
        each: _Worth(Fraction(-at), words=Phrase("drawn %(at)s", at=at))
        for at, each in enumerate(order, 1)
        if each in tied
    }


def _find_without_match(ties: Ties, tied: Sequence[str]) -> str:
    absent = next((each for each in tied if not ties.of(each)), None)
    return Phrase("%(absent)s has played no match", absent=absent) if absent else ""


_OF_MATCHES: tuple[TieBreak, ...] = (
    *("wins", "wins-share", "imp-quotient", "net-imps", "common-opponents", "swiss-points"),
)

_COMPARE: dict[TieBreak, Callable[[Ties, Sequence[str]], Applied]] = {
    "between": _compare_between,
    "last-session": _compare_last_session,
    "wins": _compare_wins,
    "wins-share": _compare_wins_share,
    "imp-quotient": _compare_quotient,
    "net-imps": _compare_net_imps,
    "count-back": _compare_count_back,
    "opponents-by-partners": _compare_partners,
    "common-opponents": _compare_common,
    "swiss-points": _compare_swiss_points,
    "draw": _compare_lot,
}
