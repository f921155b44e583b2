"""The ripple over a tournament: what of its standings moves when the scores of one session, or its own rules, change.

A ruling of Friday moves Sunday's places. What may move is listed in `aspects`; here two moments of it are compared.
"""

from dataclasses import dataclass
from itertools import compress

from msgspec import Struct

from ledger.facts.tournaments import Stage
from ledger.overall.aspects import AspectKey, Value, aspects
from ledger.overall.figures import totals_in
from ledger.overall.scores import TournamentScores


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
    moved = tuple(
        OverallChange(*key, was.get(key), now.get(key))
        for key in _in_order(was, now)
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


def _in_order(was: dict[AspectKey, Value], now: dict[AspectKey, Value]) -> list[AspectKey]:
    """Everything there is now, as it stands; behind it what there is no longer."""
    return [*now, *(key for key in was if key not in now)]
