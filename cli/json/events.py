"""Events as JSON, and how they moved the scores."""

from collections.abc import Sequence

from cli.words.scores import score_json
from ledger.facts import Envelope
from ledger.facts.clocks import WrongClocks, with_right_times
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import Change, RankChange, Ripple
from ledger.recording.bodies import body_json
from ledger.session.moment import iso


def event_json(
    envelope: Envelope, wrong: WrongClocks, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP
) -> dict[str, object]:
    """An event as JSON, with its ripple where one is at hand; and its times where `wrong` clocks were corrected."""
    found: dict[str, object] = {
        "number": envelope.number,
        "name": envelope.name,
        "occurred_at": iso(envelope.occurred_at),
        "recorded_at": iso(envelope.recorded_at),
        "by": envelope.by,
        "because": list(envelope.because),
        "command_id": envelope.command_id,
        "digest": envelope.digest.hex(),
        "body": body_json(envelope.event),
    }
    told = with_right_times(envelope, wrong)
    if told is not envelope:
        found["corrected"] = {"occurred_at": iso(told.occurred_at), "recorded_at": iso(told.recorded_at)}
    return found | ripple_json(moved, mode) if moved is not None else found


def ripple_json(moved: Ripple, mode: Rounding) -> dict[str, object]:
    """A ripple as JSON."""
    return {"ripple": [_change_json(change, mode) for change in moved.changes], "ranks": ranks_json(moved.ranks)}


def _change_json(change: Change, mode: Rounding) -> dict[str, object]:
    before, after = score_json(change.before, mode), score_json(change.after, mode)
    return {"contestant": change.contestant, "board": change.board, "before": before, "after": after}


def ranks_json(changes: Sequence[RankChange]) -> list[dict[str, object]]:
    """Changes of place as JSON."""
    return [{"contestant": change.contestant, "before": change.before, "after": change.after} for change in changes]
