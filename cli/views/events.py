"""The events of a log, the changes they made to scores, and findings about matches."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import Answer, ScoreValue, as_json, fill_row, score
from cli.views.tables import AnswerColumn, AnswerTable
from cli.words.events import event_text
from ledger.kernel.fact import Envelope, StreamHead
from ledger.laws.rounding import Rounding
from ledger.projections.ripple import RankChange, Ripple
from ledger.recording.sessions import body_json
from ledger.session import Session, Stream
from ledger.session.moment import iso
from ledger.subjects.clocks.facts import with_corrected_times

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallRipple, Value


class EventTimes(Struct, frozen=True):
    """The times of an event: when it happened, and when it was recorded."""

    occurred_at: str
    recorded_at: str


class ScoreBeforeAndAfter(Struct, frozen=True):
    """The score of a contestant on a board, before and after a change."""

    contestant: str
    board: int
    before: ScoreValue | None
    after: ScoreValue | None


class RippleOfScores(Struct, frozen=True):
    """The changes that events made in a session: the scores on boards and the places that changed."""

    ripple: tuple[ScoreBeforeAndAfter, ...]
    ranks: tuple[RankChange, ...]


class EventRow(Struct, frozen=True, kw_only=True):
    """An event; `corrected`: its times after a clock correction; `ripple`, `ranks`: its changes, if asked for."""

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
    ranks: tuple[RankChange, ...] | UnsetType = UNSET


class LogEvents(Answer, frozen=True):
    """The selected events of a log."""

    schema: ClassVar = "log/1"

    events: tuple[EventRow, ...]


class DiffAnswer(Answer, RippleOfScores, frozen=True, kw_only=True):
    """The changes in a session between two moments; `from`, `to`: the number of the last event before each moment."""

    earlier: int = field(name="from")
    later: int = field(name="to")


class OneEvent(Answer, frozen=True):
    """One event: the one that was asked for, or, with `log --follow`, a new one."""

    schema: ClassVar = "event/1"

    event: EventRow


def event_value(
    envelope: Envelope, stream: Stream | None, moved: Ripple | None = None, mode: Rounding = Rounding.HALF_UP
) -> EventRow:
    """Return an event as a row; `moved`: the changes it made, if they are to be shown.

    `stream`: the state at that event or later, which knows corrected clocks and withdrawn events; or None.
    """
    corrected = with_corrected_times(envelope, stream.wrong_clocks if stream else {})
    times = EventTimes(iso(corrected.occurred_at), iso(corrected.recorded_at))
    return fill_row(
        EventRow,
        envelope,
        mode=mode,
        occurred_at=iso(envelope.occurred_at),
        recorded_at=iso(envelope.recorded_at),
        digest=envelope.digest.hex(),
        body=body_json(envelope.event),
        text=event_text(envelope.event, stream),
        corrected=UNSET if corrected is envelope else times,
        ripple=UNSET if moved is None else moved.changes,
        ranks=UNSET if moved is None else moved.ranks,
    )


def events_json(envelopes: Iterable[Envelope], stream: Stream | None) -> list[dict[str, Any]]:
    """Convert events of one log to JSON."""
    return [as_json(event_value(envelope, stream)) for envelope in envelopes]


def ripple_value(moved: Ripple, mode: Rounding) -> RippleOfScores:
    """Convert a ripple to an answer: the scores and places that changed."""
    return fill_row(RippleOfScores, moved, mode=mode, ripple=moved.changes)


# Over a tournament


class OverallMove(Struct, frozen=True):
    """A value in a stage of a tournament (a total, a place, a winner …) before and after a change."""

    stage: str
    kind: str
    whose: str
    before: ScoreValue | int | str | None
    after: ScoreValue | int | str | None


class OverallMoves(Struct, frozen=True, kw_only=True):
    """The changes in a tournament; `stages`: those with changes; `name`: the tournament if a session is asked about."""

    name: str | UnsetType = UNSET
    stages: tuple[str, ...]
    moved: tuple[OverallMove, ...]


def overall_moves(moved: OverallRipple, name: str | UnsetType = UNSET) -> OverallMoves:
    """Convert changes in a tournament to an answer; `name`: the tournament, if the question was about a session."""
    modes = {stage.name: stage.rules.rounding for stage in moved.stages}

    def figure(value: Value | None, stage: str) -> ScoreValue | int | str | None:
        return score(value, modes[stage]) if isinstance(value, Fraction) else value

    moves = [
        fill_row(OverallMove, each, before=figure(each.before, each.stage), after=figure(each.after, each.stage))
        for each in moved.moved
    ]
    return OverallMoves(name=name, stages=tuple(modes), moved=tuple(moves))


class TournamentEvent(EventRow, frozen=True, kw_only=True):
    """An event of a tournament or of one of its sessions; `tournament`: the changes it made there, if asked for."""

    session: str
    tournament: OverallMoves | UnsetType = UNSET


class FindingRow(Struct, frozen=True):
    """A finding about a match, with the number of its event."""

    number: int
    finding: dict[str, Any]
    text: str


class FindingsAnswer(Answer, frozen=True):
    """The directors' findings in force about matches, such as that a match is void."""

    schema: ClassVar = "matches/1"

    found: tuple[FindingRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The findings as a table."""
        columns = (AnswerColumn("event", say=lambda row: f"#{row.number}"), AnswerColumn("text", "what"))
        return AnswerTable(self.found, columns, without="no findings about matches yet")


def findings_value(session: Session) -> FindingsAnswer:
    """Return the findings in force about the matches of a session as an answer."""
    facts = session.findings.facts.items()
    return FindingsAnswer(tuple(FindingRow(number, body_json(each), event_text(each)) for number, each in facts))


class OverallLogAnswer(Answer, frozen=True):
    """The events of all streams of a tournament (`tournament log`)."""

    events: tuple[TournamentEvent, ...]


class OverallRippleAnswer(Answer, frozen=True):
    """The changes that an event, or the decisive events of a case, made in a tournament (`tournament ripple`)."""

    events: tuple[TournamentEvent, ...]


class OverallDiffAnswer(Answer, OverallMoves, frozen=True, kw_only=True):
    """The changes in a tournament between two moments (`tournament diff`), with the last event of each stream."""

    earlier: tuple[StreamHead, ...] = field(name="from")
    later: tuple[StreamHead, ...] = field(name="to")


def tournament_event(envelope: Envelope, stream: Stream | None, moved: OverallRipple | None = None) -> TournamentEvent:
    """Return an event of a tournament or of its sessions as a row; `moved`: the changes it made, if to be shown."""
    event, moves = event_value(envelope, stream), UNSET if moved is None else overall_moves(moved)
    return fill_row(TournamentEvent, event, envelope, tournament=moves)
