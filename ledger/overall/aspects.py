"""What a tournament shows of itself at one moment, fact by fact: what may move.

Whatever else hangs on the scores of sessions is one more function here: then the ripple tells it, and the stakes of an
appeal do. What is given out as the standing itself is among NUMBERS: the digest of what was published holds those.

A ruling of Friday moves Sunday's places: the ripple compares two moments. A publication has the numbers that are given
out and their digest, and is final when all of its sessions are.
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
from ledger.overall.figures import totals_in
from ledger.overall.qualifying import Selected, placed, recut, select
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, fields
from ledger.overall.standing import overall
from ledger.overall.swiss import drawn_otherwise
from ledger.projections.finality import Finality, PeriodEnds, ScoresState, Undecided, finality
from ledger.projections.matches import Match
from ledger.projections.ripple import Prospect, Stakes
from ledger.subjects.publications.facts import PublishedStage, PublishStanding
from ledger.subjects.tournaments.facts import Stage

Value = Fraction | int | str
"""A place (an int), a score (exact), or who or what it is."""


class AspectKey(NamedTuple):
    """Of which stage, what it is in a word or two ('place', 'total', 'winner', 'would go on to final'), and whose."""

    stage: str
    kind: str
    whose: str


class Named(str):
    """What is told with several names in one text, and those names, each by itself (`parts`).

    A name may hold any words: in the text alone nobody could tell where one ends.

    >>> Named("{} v {}", "Smith v Jones", "Berg"), Named("{} v {}", "Smith", "Jones v Berg").parts
    ('Smith v Jones v Berg', ('Smith', 'Jones v Berg'))
    """

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, form: str, *parts: str) -> "Named":
        """The text: the names, put into a form."""
        named = super().__new__(cls, form.format(*parts))
        named.parts = parts
        return named


Told = Iterator[tuple[str, str, Value]]
"""Facts of a stage: each its kind, whose it is, and the value."""


def aspects(scores: TournamentScores) -> dict[AspectKey, Value]:
    """Everything that may move, by stage; in each the totals and places in order of places."""
    found: dict[AspectKey, Value] = {}
    for stage in scores.tournament.stages.values():
        standing = overall(scores, stage)
        for aspect in (*NUMBERS, *WHAT_FOLLOWS):
            found |= {AspectKey(stage.name, kind, whose): value for kind, whose, value in aspect(standing)}
    return found


def _totals(standing: Overall) -> Told:
    for row in standing.rows:
        yield "total", row.entrant, row.total.value


def _places(standing: Overall) -> Told:
    still_in = standing.still_in
    for part in fields(standing):
        for rank, row in part.rows:
            if rank is not None and row.entrant not in still_in:
                yield "place", row.entrant, rank


def _winners(standing: Overall) -> Told:
    if standing.bracket:
        for name, found in standing.bracket.matches.items():
            if found.winners:
                yield "winner", name, Named(" and ".join(["{}"] * len(found.winners)), *found.winners)
        return
    for name, match, entrants in _matches(standing):
        if match.boards and match.winner is not None:
            yield "winner", name, entrants[match.winner]


def _scores_of_matches(standing: Overall) -> Told:
    for name, found in standing.bracket.matches.items() if standing.bracket else ():
        for team in found.teams if found.begun else ():
            own = (each.scores[team].value for each in found.meetings if team in each.teams)
            yield "score", Named("{} ({})", team, name), sum(own, Fraction(0))


def _victory_points(standing: Overall) -> Told:
    for name, match, entrants in _matches(standing):
        for team, points in match.victory_points.items():
            yield "victory points", Named("{} ({})", entrants[team], name), points.value


def _matches(standing: Overall) -> Iterator[tuple[str, Match, dict[str, str]]]:
    scores = standing.scores
    for met in session_matches(scores.tournament, scores.played(standing.stage.name)):
        of_round = f", round {met.match.round}" if met.match.round else ""  # in what was given out, for ever
        one, two = sorted(met.entrants, key=natural)
        entrants = dict(zip(met.match.teams, met.entrants, strict=True))
        yield Named("{}{}: {} v {}", met.of.session, of_round, one, two), met.match, entrants


def _carried(standing: Overall) -> Told:
    for entrant, carried in carried_into(standing.scores, standing.stage, overall).items():
        yield "carried forward", entrant, carried.value
    if standing.stage.format == "knockout":
        for (ahead, behind), carried in carried_into_bracket(standing.scores, standing.stage, overall).between.items():
            yield "carried forward", Phrase("%(ahead)s (against %(behind)s)", ahead=ahead, behind=behind), carried.value


def _would_go_on(standing: Overall) -> Told:
    for (source, into), cut in standing.scores.tournament.qualified.cuts.items():
        if source == standing.stage.name:
            found = recut(cut, standing)
            yield from ((Phrase("would go on to %(into)s", into=into), each, "yes, by place") for each in found.instead)
            yield from ((Phrase("would go on to %(into)s", into=into), each, "no, by place") for each in found.out)
            yield from (
                (Phrase("would go on to %(into)s", into=into), each, "level for the last place") for each in found.tied
            )
            then = {each: seed for seed, each in enumerate(found.cut.now, start=1)}
            for now, each in enumerate(found.order, start=1):
                if then.get(each, now) != now:
                    seeds = Phrase("%(now)s by place, %(then)s at the cut", now=now, then=then[each])
                    yield Phrase("seed in %(into)s", into=found.cut.said.into), each, seeds


def _drawn_otherwise(standing: Overall) -> Told:
    """Who met, or was drawn against, somebody other than is right as the scores are: a fault is judged elsewhere."""
    for each in drawn_otherwise(standing.scores, standing.stage.name):
        met, right = (" and ".join(opponents) or "a bye" for opponents in (each.met, each.correct))
        yield (
            "drawn wrongly",
            Phrase("%(entrant)s in round %(round)s", entrant=each.entrant, round=each.round),
            Phrase("%(met)s instead of %(right)s", met=met, right=right),
        )


def _turned(standing: Overall) -> Told:
    for each in standing.bracket.turned if standing.bracket else ():
        yield (
            "turned",
            each.match,
            Phrase(
                "won by %(winner)s, and %(went_on)s has played %(into)s",
                winner=each.winner,
                went_on=each.went_on,
                into=each.into,
            ),
        )


NUMBERS: tuple[Callable[[Overall], Told], ...] = (_totals, _places, _winners, _scores_of_matches, _victory_points)
"""What is told of a standing itself."""

GIVEN_OUT = ("total", "place", "winner", "score", "victory points")
"""The kinds of these."""

WHAT_FOLLOWS: tuple[Callable[[Overall], Told], ...] = (_carried, _would_go_on, _drawn_otherwise, _turned)
"""What else hangs on it."""


class OverallChange(Struct, frozen=True, gc=False):
    """One thing that changed: of which stage, what, whose, before and after; None where there was, or is, none."""

    stage: str
    kind: str
    whose: str
    before: Value | None
    after: Value | None


@dataclass(frozen=True, slots=True)
class OverallRipple:
    """Everything of a tournament that moved, by stage; `stages`: those something moved in, as they are afterwards.

    `recounted`: those of them whose totals were of another unit before, as they were; what lies between the two is no
    score.
    """

    moved: tuple[OverallChange, ...] = ()
    stages: tuple[Stage, ...] = ()
    recounted: tuple[Stage, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.moved)

    def of(self, stage: str, *kinds: str) -> list[OverallChange]:
        """What moved in a stage: of these kinds, or of any."""
        return [each for each in self.moved if each.stage == stage and (not kinds or each.kind in kinds)]


def overall_ripple(before: TournamentScores, after: TournamentScores) -> OverallRipple:
    """What moved between two moments of a tournament, in order of the later one; nothing where its numbers are one."""
    was = aspects(before)
    now = aspects(before.going_on(after.tournament, after.scoreboards))
    # Behind what there is now what there is no longer
    moved = tuple(
        OverallChange(*key, was.get(key), now.get(key))
        for key in [*now, *(key for key in was if key not in now)]
        if was.get(key) != now.get(key) and not _told_otherwise(key, before, after)
    )
    stages = before.tournament.stages | after.tournament.stages
    touched = {each.stage for each in moved}
    moved_in = tuple(stage for name, stage in stages.items() if name in touched)
    were = [before.tournament.stages.get(each.name, each) for each in moved_in]
    changed = (totals_in(was.rules) != totals_in(now.rules) for was, now in zip(were, moved_in, strict=True))
    recounted = tuple(compress(were, changed))
    return OverallRipple(moved, moved_in, recounted)


def _told_otherwise(key: AspectKey, before: TournamentScores, after: TournamentScores) -> bool:
    """Whether it is who won a match of a session that is told by a bracket at one of the moments alone."""
    brackets = [each.tournament.knockouts.bracket(key.stage) for each in (before, after)]
    drawn = {match.name for each in brackets if each for match in each.matches}
    return key.kind == "winner" and None in brackets and bool(drawn) and key.whose not in drawn


@dataclass(frozen=True)
class OverallStakes:
    """A tournament as it is, with the session that is at stake in it; `cut`: how many of the stage qualify."""

    now: TournamentScores
    stage: str
    cut: int | None

    def moved(self, prospect: Prospect) -> OverallRipple:
        """What would move."""
        return overall_ripple(self.now, self._if(prospect))

    def qualifying(self, prospect: Prospect) -> tuple[list[str], list[str]]:
        """Who would come in above the cut, and who would drop out; who is level for the last place is neither."""
        now, then = self.above, self.above_if(prospect)
        coming, dropping = (
            {*then.qualified} - {*now.qualified},
            {*now.qualified, *now.tied} - {*then.qualified, *then.tied},
        )
        return sorted(coming, key=natural), sorted(dropping, key=natural)

    @cached_property
    def above(self) -> Selected:
        """Who is above the cut as it stands, and who is level for its last place."""
        return self._above(self.now)

    def above_if(self, prospect: Prospect) -> Selected:
        """The same, as it would be."""
        return self._above(self._if(prospect))

    def changes(self, prospect: Prospect) -> bool:
        """Whether a prospect changes anything but totals, or who qualifies."""
        at_cut = self.above_if(prospect)
        others = (at_cut.qualified, at_cut.tied) != (self.above.qualified, self.above.tied)
        return others or any(each.kind != "total" for each in self.moved(prospect).moved)

    def _if(self, prospect: Prospect) -> TournamentScores:
        return self.now.with_scores(prospect.scoreboard)

    def _above(self, scores: TournamentScores) -> Selected:
        if self.cut is None:
            return Selected((), ())
        standing = overall(scores, scores.tournament.stages[self.stage])
        return select(placed(standing, "direction" if standing.stage.rules.winners == 2 else ""), self.cut)


def overall_stakes(scores: TournamentScores, at_stake: Stakes) -> OverallStakes | None:
    """What hangs on it over the tournament its session belongs to; None where it belongs to none."""
    added = scores.tournament.sessions.get(at_stake.now.session.id)
    return OverallStakes(scores.with_scores(at_stake.now), added.stage, at_stake.cut) if added else None


def overall_digest(scores: TournamentScores, stage: Stage) -> str:
    """Over every place, total and match of a stage, exact, in an order that hangs on nothing typed.

    Two moments have the same digest only if none of these moves from one to the other; what merely follows from them
    (who would go on, whom a draw would pair) is no number that was given out.
    """
    standing = overall(scores, stage)
    return STANDING.of_value(in_fixed_order(told for aspect in NUMBERS for told in aspect(standing)))


def in_fixed_order(told: Told) -> list[list[Any]]:
    """Facts of a stage as JSON has them: the kind, whose it is, and the value, with each name by itself."""
    facts = ([kind, _apart(whose), _apart(value)] for kind, whose, value in told)
    return sorted(facts, key=msgspec.json.encode)


def _apart(value: Value) -> str | int | list[Any]:
    if isinstance(value, Named):
        return [_apart(each) for each in value.parts]
    return exact_text(value) if isinstance(value, Fraction) else value


def publishing(scores: TournamentScores, note: str, stage: str | None = None) -> PublishStanding:
    """The standing at this moment, to be given out, of one stage or of all with scores; Misuse (no-such-stage)."""
    if stage is not None:
        scores.tournament.named_stage(stage)
    heads = tuple(StreamHead(name, number, digest.hex()) for name, number, digest in scores.heads)
    wanted = [each for name, each in scores.tournament.stages.items() if stage in (None, name)]
    scored = [each for each in wanted if overall(scores, each).rows]
    stages = tuple(PublishedStage(each.name, overall_digest(scores, each)) for each in scored)
    settled = [scores.tournament.settled_at, *(each.session.settled_at for each in scores.scoreboards.values())]
    return PublishStanding(note, stage, stages, heads, max(settled))


def moved_since(scores: TournamentScores) -> dict[str, int]:
    """The stages whose standing was given out and is another by now, with the event that gave it out.

    Where a session it was given out over is not here, or not as far as then, nobody can tell.
    """
    stages, out = scores.tournament.stages, scores.tournament.out
    here = {each: scoreboard.session.number for each, scoreboard in scores.scoreboards.items()}
    moved: dict[str, int] = {}
    for name, (number, numbers) in out.items():
        heads = scores.tournament.published[number].heads
        claimed = (head for head in heads if head.session in scores.tournament.sessions)
        all_here = all(here.get(head.session, 0) >= head.number for head in claimed)
        if all_here and (name not in stages or overall_digest(scores, stages[name]) != numbers):
            moved[name] = number
    return moved


class OverallFinality(NamedTuple):
    """What stands between a tournament and its final standing: the finality of each of its sessions.

    The tournament has no such period of its own: only its publication can be taken back for a while, and what was given
    out stays given out. `published`: whether its standing was given out; `missing`: its sessions that are not here.
    """

    tournament: str
    published: bool
    sessions: tuple[Finality, ...]
    missing: tuple[str, ...]

    @property
    def unpublished(self) -> tuple[str, ...]:
        """The sessions whose scores are not available."""
        return (*(each.stream for each in self.sessions if not each.published), *self.missing)

    @property
    def undecided(self) -> tuple[tuple[str, Undecided], ...]:
        """What is still to be decided, each with its session."""
        return tuple((each.stream, undecided) for each in self.sessions for undecided in each.undecided)

    @property
    def untold(self) -> tuple[tuple[str, str], ...]:
        """The rulings of which both sides are still to be told, each with its session."""
        return tuple((each.stream, case) for each in self.sessions for case in each.untold)

    @property
    def periods(self) -> PeriodEnds | None:
        """The latest end of each period in any session, the cases with theirs; None while a session is unpublished."""
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
        """When the last period ends (µs UTC), and in which session; None while one is unpublished."""
        ends = ((each.periods.last, each.stream) for each in self.sessions if each.periods)
        return None if self.unpublished else max(ends, default=None)

    @property
    def at(self) -> int | None:
        """The moment after which the standing is final (µs UTC, Law 92B); None while that is not known."""
        is_open = self.undecided or self.untold or not self.published
        return None if is_open or self.last is None else self.last[0]

    def state(self, now: int) -> ScoresState:
        """The state of the standing at a time (µs UTC)."""
        if not self.published:
            return "unpublished"
        return "provisional" if in_time(now, self.at) else "final"


def overall_finality(scores: TournamentScores) -> OverallFinality:
    """The finality of a tournament's standing: that of each of its sessions."""
    tournament, here = scores.tournament, scores.scoreboards
    sessions = tuple(finality(here[name].session) for name in tournament.sessions if name in here)
    missing = tuple(name for name in tournament.sessions if name not in here)
    return OverallFinality(tournament.id, bool(tournament.publications), sessions, missing)
