"""What a command led to, as it will stand in the log."""

from ledger.decide import Actor, Response
from ledger.events import Envelope
from ledger.session import Stream
from ledger.store import codec


def enveloped(
    stream: Stream, response: Response, command_id: str, actor: Actor, recorded_at: int
) -> tuple[Envelope, ...]:
    """The events a command led to, as they will stand in the log, whose time never runs backwards.

    Two desks' clocks differ by a little, and a clock is put right now and then.
    """
    recorded_at = max(recorded_at, stream.recorded_at)
    return tuple(
        Envelope(
            stream.id,
            stream.number + 1 + part,
            codec.name_of(each.event),
            each.event,
            command_id,
            part,
            actor.at,
            recorded_at,
            actor.by,
            each.because,
        )
        for part, each in enumerate(response.uncommitted)
    )
