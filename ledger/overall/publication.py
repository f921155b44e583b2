"""Giving out a tournament's standing: the numbers that are given out and their digest, and when it is final: what all
of its sessions have to do with it.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from ledger.digests import STANDING
from ledger.facts import PublishStanding
from ledger.facts.heads import StreamHead
from ledger.facts.publications import PublishedStage
from ledger.facts.tournaments import Stage
from ledger.laws.rounding import exact_text
from ledger.overall.aspects import NUMBERS, Named, Told, Value
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import overall
from ledger.session import Session, Stream
from ledger.session.rulings import appeal_deadline, request_deadline, ruling_state


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
    """The standing as it is at this moment, to be given out: of one stage, or of all that have scores.

    Misuse (no-such-stage) where there is none of that name.
    """
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
    return {
        name: number
        for name, (number, numbers) in out.items()
        if _all_here(scores, number) and (name not in stages or overall_digest(scores, stages[name]) != numbers)
    }


def _all_here(scores: TournamentScores, publication: int) -> bool:
    """Whether every session a standing was given out over is here as far as then, or was taken out since."""
    here = {each: scoreboard.session.number for each, scoreboard in scores.scoreboards.items()}
    then = scores.tournament.published[publication].heads
    claimed = (head for head in then if head.session in scores.tournament.sessions)
    return all(here.get(head.session, 0) >= head.number for head in claimed)


class Finality(NamedTuple):
    """What stands between a tournament and its final standing.

    `unpublished`: streams whose scores are not available; `open_appeals`: cases still to be decided, by session;
    `ends`: until when something may be asked for, appealed or corrected in a stream (µs UTC), where that is known.
    """

    unpublished: tuple[str, ...]
    open_appeals: tuple[tuple[str, str], ...]
    ends: dict[str, int]

    @property
    def at(self) -> tuple[int, str] | None:
        """When it is final, and by the periods of which stream; None where that is not known yet."""
        if self.unpublished or self.open_appeals:
            return None
        return max(((end, name) for name, end in self.ends.items()), default=None)


def finality(scores: TournamentScores, now: int) -> Finality:
    """When the standing is final: once the periods of the tournament and of its last session are over (Law 92B)."""
    sessions = _sessions(scores)
    streams: list[Stream] = [scores.tournament, *sessions]
    unpublished = [each.id for each in streams if not each.publications]
    unpublished += [name for name in scores.tournament.sessions if name not in scores.scoreboards]
    appeals = tuple((each.id, case) for each in sessions for case, appeal in each.appeals.items() if appeal.open)
    ends = {each.id: end for each in streams if (end := _last_moment(each, now)) is not None}
    return Finality(tuple(unpublished), appeals, ends)


def _sessions(scores: TournamentScores) -> list[Session]:
    own = scores.tournament.sessions
    return [scores.scoreboards[name].session for name in own if name in scores.scoreboards]


def _last_moment(stream: Stream, now: int) -> int | None:
    """When the last period of a stream ends: its own, or that of a ruling given late."""
    own = request_deadline(stream)
    if own is None or not isinstance(stream, Session):
        return own
    standing = [each for each in stream.rulings.values() if ruling_state(stream, each, now) == "standing"]
    late = [end for each in standing if (end := appeal_deadline(stream, each)) is not None]
    return max([own, *late])
