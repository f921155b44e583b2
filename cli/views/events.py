"""The events of a log, how they moved the scores, and what the outcomes of a case would move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, ScoreValue, as_json, fields, score_or_none
from cli.words.events import event_text
from cli.words.scores import score_json
from ledger.bridge import Side
from ledger.kernel.fact import Envelope
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import RankChange, Ripple
from ledger.recording.sessions import body_json
from ledger.session import Stream
from ledger.session.moment import iso
from ledger.subjects.clocks.facts import with_right_times

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallRipple, OverallStakes, Value
    from ledger.projections.ripple import Prospect, Stakes


class EventTimes(Struct, frozen=True):
    """When something happened, and when it was recorded."""

    occurred_at: str
    recorded_at: str


class ScoreBeforeAndAfter(Struct, frozen=True):
    """What a contestant had on a board before, and has after."""

    contestant: str
    board: int
    before: ScoreValue | None
    after: ScoreValue | None


class PlaceBeforeAndAfter(Struct, frozen=True):
    """The place of a contestant before and after."""

    contestant: str
    before: int | None
    after: int | None


class RippleOfScores(Struct, frozen=True):
    """Every score and every place that changed."""

    ripple: tuple[ScoreBeforeAndAfter, ...]
    ranks: tuple[PlaceBeforeAndAfter, ...]


class EventRow(Struct, frozen=True, kw_only=True):
    """An event; `corrected`: its times where its clock was wrong; `ripple` and `ranks`: where they are asked for."""

    number: int
    name: str
    occurred_at: str
    recorded_at: str
    by: str
    because: tuple[int, ...]
    command_id: str
    digest: str
    body: dict[str, Any]
    text: str
    corrected: EventTimes | UnsetType = UNSET
    ripple: tuple[ScoreBeforeAndAfter, ...] | UnsetType = UNSET
    ranks: tuple[PlaceBeforeAndAfter, ...] | UnsetType = UNSET


class LogEvents(Answer, frozen=True):
    """The events that are asked for."""

    schema: ClassVar = "log/1"

    events: tuple[EventRow, ...]


class OneEvent(Answer, frozen=True):
    """An event: the one asked for, or with `log --follow` the next."""

    schema: ClassVar = "event/1"

    event: EventRow


def event_value(
    envelope: Envelope, stream: Stream | None, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP
) -> EventRow:
    """Return an event, with its ripple where one is at hand.

    `stream`: the state of the log then or later, which knows of corrected clocks and of events taken back.
    """
    told, change = (
        with_right_times(envelope, stream.wrong_clocks if stream else {}),
        None if moved is None else ripple_value(moved, mode),
    )
    return EventRow(
        number=envelope.number,
        name=envelope.name,
        occurred_at=iso(envelope.occurred_at),
        recorded_at=iso(envelope.recorded_at),
        by=envelope.by,
        because=tuple(envelope.because),
        command_id=envelope.command_id,
        digest=envelope.digest.hex(),
        body=body_json(envelope.event),
        text=event_text(envelope.event, stream),
        corrected=UNSET if told is envelope else EventTimes(iso(told.occurred_at), iso(told.recorded_at)),
        ripple=change.ripple if change else UNSET,
        ranks=change.ranks if change else UNSET,
    )


def events_json(envelopes: Iterable[Envelope], stream: Stream | None) -> list[dict[str, Any]]:
    """Events of one log as JSON."""
    return [as_json(event_value(envelope, stream)) for envelope in envelopes]


def ripple_value(moved: Ripple, mode: Rounding) -> RippleOfScores:
    """The scores and places that changed."""
    changes = []
    for each in moved.changes:
        before, after = score_or_none(each.before, mode), score_or_none(each.after, mode)
        changes.append(ScoreBeforeAndAfter(each.contestant, each.board, before, after))
    return RippleOfScores(tuple(changes), moved_places(moved.ranks))


def moved_places(changes: Sequence[RankChange]) -> tuple[PlaceBeforeAndAfter, ...]:
    """Changes of place."""
    return tuple(PlaceBeforeAndAfter(change.contestant, change.before, change.after) for change in changes)


def overall_changes_json(at_stake: OverallStakes | None, prospect: Prospect) -> dict[str, object]:
    """The same for JSON; nothing where the session belongs to no tournament."""
    if at_stake is None:
        return {}
    coming, dropping = at_stake.qualifying(prospect)
    moved = overall_ripple_json(at_stake.moved(prospect))
    level = list(at_stake.above_if(prospect).tied)
    return {"tournament": {"name": at_stake.now.tournament.id, **moved, "in": coming, "out": dropping, "level": level}}


def moved_event_json(envelope: Envelope, stream: Stream | None, moved: OverallRipple | None) -> dict[str, object]:
    """An event of a tournament, with what it moved there."""
    found = {"session": envelope.session, **as_json(event_value(envelope, stream))}
    return found | {"tournament": overall_ripple_json(moved)} if moved is not None else found


def decisive(at_stake: Stakes, overall: OverallStakes | None) -> bool:
    """Whether any outcome changes more than scores, in the session or over its tournament."""
    in_session = any(at_stake.changes(prospect) for prospect in at_stake.prospects) or bool(at_stake.at_any_result)
    return in_session or (overall is not None and any(overall.changes(each) for each in at_stake.prospects))


def outcomes_json(name: str, at_stake: Stakes, overall: OverallStakes | None, untold: str) -> dict[str, object]:
    """Every outcome of a case that is in question, with what it would change; `untold`: why not in a tournament."""
    ruling, any_result = at_stake.ruling, at_stake.at_any_result
    found = {"tournament_untold": untold} if untold else {}
    return found | {
        "case": name,
        "ruling": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "cut": at_stake.cut,
        "outcomes": [
            _prospect_json(at_stake, prospect) | overall_changes_json(overall, prospect)
            for prospect in at_stake.prospects
        ],
        "at_any_result": None if any_result is None else [as_json(each) for each in moved_places(any_result)],
        "decisive": decisive(at_stake, overall) or (None if untold else False),
    }


def overall_ripple_json(moved: OverallRipple) -> dict[str, object]:
    """What moved over a tournament, as JSON: the stages, and every thing with its value before and after."""
    modes = {stage.name: stage.rules.rounding for stage in moved.stages}
    return {
        "stages": [stage.name for stage in moved.stages],
        "moved": [
            {
                **fields(each, "stage", "kind", "whose"),
                "before": _figure_json(each.before, modes[each.stage]),
                "after": _figure_json(each.after, modes[each.stage]),
            }
            for each in moved.moved
        ],
    }


def _prospect_json(at_stake: Stakes, prospect: Prospect) -> dict[str, object]:
    mode = at_stake.now.totals.rounding
    coming, dropping = at_stake.qualifying(prospect)
    match = at_stake.match(prospect)
    return {
        "outcome": prospect.name,
        "text": repr(prospect.adjustment) if prospect.adjustment else "as ruled",
        **{side.value.lower(): score_json(at_stake.value(prospect, side), mode) for side in Side},
        "ranks": [as_json(each) for each in moved_places(prospect.moved.ranks)],
        "in": coming,
        "out": dropping,
        "changes": at_stake.changes(prospect),
        "match": match
        and {
            "teams": list(match.teams),
            "winner": match.winner,
            "imps": {team: score_json(score.value) for team, score in match.scores.items()},
            "vp": {team: score_json(points.value) for team, points in match.victory_points.items()},
        },
    }


def _figure_json(value: Value | None, mode: Rounding) -> object:
    return score_json(value, mode) if isinstance(value, Fraction) else value
