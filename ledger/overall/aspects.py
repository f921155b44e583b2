"""Every value of a tournament that scores can move: totals, places, winners, cuts, draws.

Each value ("aspect") is one function here; the ripple compares the aspects of two moments, and the stakes of an appeal
the aspects of each outcome. NUMBERS are the aspects that a published standing shows; the digest of a publication covers
them. A tournament's publication is final when all of its sessions are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from ledger.digests import STANDING
from ledger.kernel.fact import StreamHead
from ledger.labels import Phrase, natural
from ledger.laws.regulations import in_time
from ledger.laws.rounding import exact_text
from ledger.overall.carry import carried_into, carried_into_bracket
from ledger.overall.field_of_play import session_matches
from ledger.overall.figures import totals_unit
from ledger.overall.qualifying import Selected, list_placed, recut, select
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, split_by_winner
from ledger.overall.standing import overall
from ledger.overall.swiss import find_wrong_opponents
from ledger.projections.finality import Finality, PeriodEnds, ScoresState, Undecided, finality
from ledger.projections.matches import Match
from ledger.projections.ripple import PossibleDecision, Stakes
from ledger.subjects.publications.facts import PublishedStage, PublishStanding
from ledger.subjects.tournaments.facts import Stage

Value = Fraction | int | str
"""A place (an int), an exact score, or a name or text."""


class AspectKey(NamedTuple):
    """The key of a tournament's value: its stage, its kind ('place', 'winner', …), and its contestant or match."""

    stage: str
    kind: str
    whose: str


class Named(str):
    """A text made of several names, with the names in `parts`.

    >>> Named("{} v {}", "Smith v Jones", "Berg"), Named("{} v {}", "Smith", "Jones v Berg").parts
    ('Smith v Jones v Berg', ('Smith', 'Jones v Berg'))
    """

    __slots__ = ("parts",)
    # A name may contain any words: the text alone does not show where one name ends.
    parts: tuple[str, ...]

    def __new__(cls, form: str, *parts: str) -> "Named":
        """Return the text `form` with a name in place of each `{}`."""
        named = super().__new__(cls, form.format(*parts))
        named.parts = parts
        return named


StageValues = Iterator[tuple[str, str, Value]]
"""Values of one stage: the kind of value, its contestant or match, and the value."""


def aspects(scores: TournamentScores) -> dict[AspectKey, Value]:
    """Return every value of a tournament that scores can move, stage by stage, the best contestants first."""
    values: dict[AspectKey, Value] = {}
    for stage in scores.tournament.stages.values():
        standing = overall(scores, stage)
        for aspect in (*NUMBERS, *DERIVED_ASPECTS):
            values |= {AspectKey(stage.name, kind, subject): value for kind, subject, value in aspect(standing)}
    return values


def _yield_totals(standing: Overall) -> StageValues:
    for row in standing.rows:
        yield "total", row.entrant, row.total.value


def _yield_places(standing: Overall) -> StageValues:
    still_in = standing.still_in  # teams still in the bracket share the first place, and hold none yet
    for part in split_by_winner(standing):
        for rank, row in part.rows:
            if rank is not None and row.entrant not in still_in:
                yield "place", row.entrant, rank


def _yield_winners(standing: Overall) -> StageValues:
    if standing.bracket:
        for name, bracket_match in standing.bracket.matches.items():
            if bracket_match.winners:
                yield "winner", name, Named(" and ".join(["{}"] * len(bracket_match.winners)), *bracket_match.winners)
        return
    for name, match, entrants in _walk_matches(standing):
        if match.boards and match.winner is not None:
            yield "winner", name, entrants[match.winner]


def _yield_match_scores(standing: Overall) -> StageValues:
    for name, match in standing.bracket.matches.items() if standing.bracket else ():
        for team in match.teams if match.begun else ():
            scores = (meeting.scores[team].value for meeting in match.meetings if team in meeting.teams)
            yield "score", Named("{} ({})", team, name), sum(scores, Fraction(0))


def _yield_victory_points(standing: Overall) -> StageValues:
    for name, match, entrants in _walk_matches(standing):
        for team, points in match.victory_points.items():
            yield "victory points", Named("{} ({})", entrants[team], name), points.value


def _walk_matches(standing: Overall) -> Iterator[tuple[str, Match, dict[str, str]]]:
    scores = standing.scores
    for met in session_matches(scores.tournament, scores.played(standing.stage.name)):
        of_round = (
            f", round {met.match.round}" if met.match.round else ""
        )  # published digests contain this text: it can never change
        one, two = sorted(met.entrants, key=natural)
        entrants = dict(zip(met.match.teams, met.entrants, strict=True))
        yield Named("{}{}: {} v {}", met.of.session, of_round, one, two), met.match, entrants


def _yield_carry_forwards(standing: Overall) -> StageValues:
    for entrant, carried in carried_into(standing.scores, standing.stage, overall).items():
        yield "carried forward", entrant, carried.value
    if standing.stage.format == "knockout":
        for (ahead, behind), carried in carried_into_bracket(standing.scores, standing.stage, overall).between.items():
            yield "carried forward", Phrase("%(ahead)s (against %(behind)s)", ahead=ahead, behind=behind), carried.value


def _yield_changed_qualifiers(standing: Overall) -> StageValues:
    for (source, into), cut in standing.scores.tournament.qualified.cuts.items():
        if source == standing.stage.name:
            redone = recut(cut, standing)
            going_on = Phrase("would go on to %(into)s", into=into)
            yield from ((going_on, entrant, "yes, by place") for entrant in redone.instead)
            yield from ((going_on, entrant, "no, by place") for entrant in redone.out)
            yield from ((going_on, entrant, "level for the last place") for entrant in redone.tied)
            seeds = {entrant: seed for seed, entrant in enumerate(redone.cut.now, start=1)}
            for place, entrant in enumerate(redone.order, start=1):
                if seeds.get(entrant, place) != place:
                    text = Phrase("%(now)s by place, %(then)s at the cut", now=place, then=seeds[entrant])
                    yield Phrase("seed in %(into)s", into=redone.cut.said.into), entrant, text


def _yield_wrong_opponents(standing: Overall) -> StageValues:
    """Yield each contestant who met, or was drawn against, another opponent than the current scores call for."""
    for wrong in find_wrong_opponents(standing.scores, standing.stage.name):
        met, right = (" and ".join(opponents) or "a bye" for opponents in (wrong.met, wrong.correct))
        yield (
            "drawn wrongly",
            Phrase("%(entrant)s in round %(round)s", entrant=wrong.entrant, round=wrong.round),
            Phrase("%(met)s instead of %(right)s", met=met, right=right),
        )


def _yield_reversed_matches(standing: Overall) -> StageValues:
    for match in standing.bracket.turned if standing.bracket else ():
        yield (
            "turned",
            match.match,
            Phrase(
                "won by %(winner)s, and %(went_on)s has played %(into)s",
                winner=match.winner,
                went_on=match.went_on,
                into=match.into,
            ),
        )


NUMBERS: tuple[Callable[[Overall], StageValues], ...] = (
    _yield_totals,
    _yield_places,
    _yield_winners,
    _yield_match_scores,
    _yield_victory_points,
)
"""The functions that yield the values a published standing shows."""

GIVEN_OUT = ("total", "place", "winner", "score", "victory points")
"""The kinds of value that the functions of NUMBERS yield."""

DERIVED_ASPECTS: tuple[Callable[[Overall], StageValues], ...] = (
    _yield_carry_forwards,
    _yield_changed_qualifiers,
    _yield_wrong_opponents,
    _yield_reversed_matches,
)
"""The functions that yield values following from a standing, which are not published with it."""


class OverallChange(Struct, frozen=True, gc=False):
    """A value of a stage before and after a change; `before` or `after` is None where the value does not exist."""

    stage: str
    kind: str
    whose: str
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class OverallRipple:
    """Every value of a tournament that moved between two moments.

    `stages`: the stages with moved values, as they are afterwards. `recounted`: those of them whose totals had another
    unit before, as they were then; a difference between two units is no score.
    """

    moved: tuple[OverallChange, ...] = ()
    stages: tuple[Stage, ...] = ()
    recounted: tuple[Stage, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.moved)

    def of(self, stage: str, *kinds: str) -> list[OverallChange]:
        """Return the changes of a stage, limited to `kinds` where any are given."""
        return [each for each in self.moved if each.stage == stage and (not kinds or each.kind in kinds)]


def overall_ripple(before: TournamentScores, after: TournamentScores) -> OverallRipple:
    """Return the values of a tournament that differ between two moments; values that no longer exist come last."""
    old = aspects(before)
    new = aspects(before.going_on(after.tournament, after.scoreboards))
    # Values that no longer exist come last
    moved = tuple(
        OverallChange(*key, old.get(key), new.get(key))
        for key in [*new, *(key for key in old if key not in new)]
        if old.get(key) != new.get(key) and not _moved_into_bracket(key, before, after)
    )
    stages = before.tournament.stages | after.tournament.stages
    touched = {each.stage for each in moved}
    moved_in = tuple(stage for name, stage in stages.items() if name in touched)
    were = [before.tournament.stages.get(each.name, each) for each in moved_in]
    changed = (totals_unit(old.rules) != totals_unit(new.rules) for old, new in zip(were, moved_in, strict=True))
    recounted = tuple(compress(were, changed))
    return OverallRipple(moved, moved_in, recounted)


def _moved_into_bracket(key: AspectKey, before: TournamentScores, after: TournamentScores) -> bool:
    """Return whether a winner only got another key: a drawn bracket has its own names for a stage's matches."""
    # A drawn bracket has its own names for the matches of its sessions: renaming moves nothing
    brackets = [each.tournament.knockouts.bracket(key.stage) for each in (before, after)]
    drawn = {match.name for each in brackets if each for match in each.matches}
    return key.kind == "winner" and None in brackets and bool(drawn) and key.whose not in drawn


@dataclass(frozen=True)
class OverallStakes:
    """The stakes of a ruling for the tournament; `now`: the current scores; `cut`: how many qualify, if known."""

    now: TournamentScores
    stage: str
    cut: int | None

    def moved(self, prospect: PossibleDecision) -> OverallRipple:
        """Return every value of the tournament that a possible decision on the ruling would move."""
        return overall_ripple(self.now, self.now.with_scores(prospect.scoreboard))

    def qualifying(self, prospect: PossibleDecision) -> tuple[list[str], list[str]]:
        """Return the contestants that a possible decision lifts above the cut, and those it drops below.

        A contestant that comes into a tie for the last qualifying place is in neither list.
        """
        current, prospective = self.above, self.above_if(prospect)
        coming, dropping = (
            {*prospective.qualified} - {*current.qualified},
            {*current.qualified, *current.tied} - {*prospective.qualified, *prospective.tied},
        )
        return sorted(coming, key=natural), sorted(dropping, key=natural)

    @cached_property
    def above(self) -> Selected:
        """The contestants who qualify by the current scores, and those tied for the last qualifying place."""
        return self._select_above_cut(self.now)

    def above_if(self, prospect: PossibleDecision) -> Selected:
        """Return the contestants who would qualify by a possible decision, and those tied for the last place."""
        return self._select_above_cut(self.now.with_scores(prospect.scoreboard))

    def changes(self, prospect: PossibleDecision) -> bool:
        """Return whether a possible decision changes a place, a match, a draw or the qualifiers, not totals alone."""
        at_cut = self.above_if(prospect)
        cut_moves = (at_cut.qualified, at_cut.tied) != (self.above.qualified, self.above.tied)
        return cut_moves or any(each.kind != "total" for each in self.moved(prospect).moved)

    def _select_above_cut(self, scores: TournamentScores) -> Selected:
        if self.cut is None:
            return Selected((), ())
        standing = overall(scores, scores.tournament.stages[self.stage])
        return select(list_placed(standing, "direction" if standing.stage.rules.winners == 2 else ""), self.cut)


def overall_stakes(scores: TournamentScores, at_stake: Stakes) -> OverallStakes | None:
    """Return the stakes of a ruling for its tournament; None if the ruling's session belongs to no tournament."""
    added = scores.tournament.sessions.get(at_stake.now.session.id)
    return OverallStakes(scores.with_scores(at_stake.now), added.stage, at_stake.cut) if added else None


def overall_digest(scores: TournamentScores, stage: Stage) -> str:
    """Return the digest of all exact places, totals, winners and match scores of a stage.

    Equal digests mean that none of these values moved. Values that only follow from them (who would go on, whom a draw
    would pair) are not published and not covered.
    """
    standing = overall(scores, stage)
    return STANDING.of_value(sort_values(value for aspect in NUMBERS for value in aspect(standing)))


def sort_values(values: StageValues) -> list[list[Any]]:
    """Return a stage's values as sorted lists [kind, contestant or match, value], ready for JSON."""
    facts = ([kind, _split_names(whose), _split_names(value)] for kind, whose, value in values)
    return sorted(facts, key=msgspec.json.encode)


def _split_names(value: Value) -> str | int | list[Any]:
    if isinstance(value, Named):
        return [_split_names(each) for each in value.parts]
    return exact_text(value) if isinstance(value, Fraction) else value


def publish_command(scores: TournamentScores, note: str, stage: str | None = None) -> PublishStanding:
    """Return the command that publishes one stage, or all stages with scores; Misuse for an unknown stage."""
    if stage is not None:
        scores.tournament.named_stage(stage)
    heads = tuple(StreamHead(name, number, digest.hex()) for name, number, digest in scores.heads)
    wanted = [each for name, each in scores.tournament.stages.items() if stage in (None, name)]
    scored = [each for each in wanted if overall(scores, each).rows]
    stages = tuple(PublishedStage(each.name, overall_digest(scores, each)) for each in scored)
    settled = [scores.tournament.settled_at, *(each.session.settled_at for each in scores.scoreboards.values())]
    return PublishStanding(note, stage, stages, heads, max(settled))


def moved_since(scores: TournamentScores) -> dict[str, int]:
    """Return the stages changed or removed since their publication, each with the number of the publishing event.

    Left out: publications that cover a session missing from this ledger, or shorter here than it was then.
    """
    stages, out = scores.tournament.stages, scores.tournament.out
    lengths = {each: scoreboard.session.number for each, scoreboard in scores.scoreboards.items()}
    moved: dict[str, int] = {}
    for name, (number, numbers) in out.items():
        heads = scores.tournament.published[number].heads
        claimed = (head for head in heads if head.session in scores.tournament.sessions)
        all_here = all(lengths.get(head.session, 0) >= head.number for head in claimed)
        if all_here and (name not in stages or overall_digest(scores, stages[name]) != numbers):
            moved[name] = number
    return moved


class OverallFinality(NamedTuple):
    """The periods and open decisions that keep a tournament's standing from being final, session by session.

    A tournament has no correction or appeal period of its own. `published`: True if a standing was published;
    `missing`: its sessions that are not in this ledger.
    """

    tournament: str
    published: bool
    sessions: tuple[Finality, ...]
    missing: tuple[str, ...]

    @property
    def unpublished(self) -> tuple[str, ...]:
        """The sessions whose scores are unpublished or missing."""
        return (*(each.stream for each in self.sessions if not each.published), *self.missing)

    @property
    def undecided(self) -> tuple[tuple[str, Undecided], ...]:
        """The cases and results that are still undecided, each with the name of its session."""
        return tuple((each.stream, undecided) for each in self.sessions for undecided in each.undecided)

    @property
    def untold(self) -> tuple[tuple[str, str], ...]:
        """The session and case number of each ruling of which the sides have not been notified."""
        return tuple((each.stream, case) for each in self.sessions for case in each.untold)

    @property
    def periods(self) -> PeriodEnds | None:
        """The latest ends of all sessions' correction, request and appeal periods; None unless all are published."""
        known = {each.stream: each.periods for each in self.sessions if each.periods}
        if self.unpublished or not known:
            return None
        corrections, requests, appeals = (
            max(ends) for ends in zip(*(each[:3] for each in known.values()), strict=True)
        )
        later = ((f"{name} {case}", end) for name, each in known.items() for case, end in each.later_appeals.items())
        return PeriodEnds(corrections, requests, appeals, {case: end for case, end in later if end > appeals})

    @property
    def last(self) -> tuple[int, str] | None:
        """The latest end of the sessions' periods for corrections and appeals (µs UTC), and the session that has it.

        None without sessions, or while one is unpublished.
        """
        ends = ((each.periods.last, each.stream) for each in self.sessions if each.periods)
        return None if self.unpublished else max(ends, default=None)

    @property
    def at(self) -> int | None:
        """The moment after which the standing is final (µs UTC, Law 92B); None while unknown."""
        is_open = self.undecided or self.untold or not self.published
        return None if is_open or self.last is None else self.last[0]

    def state(self, now: int) -> ScoresState:
        """Return whether the standing is unpublished, provisional or final at a time (µs UTC)."""
        if not self.published:
            return "unpublished"
        return "provisional" if in_time(now, self.at) else "final"


def overall_finality(scores: TournamentScores) -> OverallFinality:
    """Return the finality of a tournament's standing, from the finality of each of its sessions."""
    tournament, scoreboards = scores.tournament, scores.scoreboards
    sessions = tuple(finality(scoreboards[name].session) for name in tournament.sessions if name in scoreboards)
    missing = tuple(name for name in tournament.sessions if name not in scoreboards)
    return OverallFinality(tournament.id, bool(tournament.publications), sessions, missing)
