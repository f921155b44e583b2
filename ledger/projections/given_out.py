"""Which scores were given out: how far a log may be told to who plays, and what the office keeps until it publishes.

From a publication on, what is decided about the scores that were given out is told as it is recorded. A result that
comes in, or a board that is added, is not: it is given out by the next publication, and what follows it with it.
"""

from collections.abc import Sequence

from ledger.facts import Envelope
from ledger.facts.heads import StreamHead
from ledger.facts.matches import MatchScored
from ledger.facts.play import BoardsAdded, ResultRecorded
from ledger.facts.publications import PublicationRecalled, ScoresPublished, StandingPublished


def given_out(log: Sequence[Envelope]) -> int:
    """The last event of a session that may be told; 0 where no publication is in force."""
    published = list[int]()
    for envelope in log:
        if isinstance(envelope.event, ScoresPublished):
            published.append(envelope.number)
        elif isinstance(envelope.event, PublicationRecalled):
            del published[-1:]
    if not published:
        return 0
    return next((each.number - 1 for each in log[published[-1] :] if _comes_in(each)), len(log))


def _comes_in(envelope: Envelope) -> bool:
    """Whether further play comes in, and nothing that was taken back is said again."""
    return isinstance(envelope.event, ResultRecorded | MatchScored | BoardsAdded) and not envelope.because


def heads_given_out(log: Sequence[Envelope]) -> dict[str, int]:
    """Up to which event of each stream the standings of a tournament were given out that are in force."""
    published = list[tuple[StreamHead, ...]]()
    for envelope in log:
        if isinstance(envelope.event, StandingPublished):
            published.append(envelope.event.heads)
        elif isinstance(envelope.event, PublicationRecalled):
            del published[-1:]
    found: dict[str, int] = {}
    for head in (head for heads in published for head in heads):
        found[head.session] = max(head.number, found.get(head.session, 0))
    return found
