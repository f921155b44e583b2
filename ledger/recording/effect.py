"""What came of a command: what was recorded, and what it moved."""

from dataclasses import dataclass

from ledger.decide import Remark
from ledger.errors import Problem
from ledger.events import Envelope
from ledger.projections.numbers import numbers_digest
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Stream
from ledger.trust.seal import Seal


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of a command: the events, the session or tournament and its scores before and after, and what moved.

    A session that has just been opened had no scores before. `seal`: what a publication was sealed with; `unsealed`:
    why it was not, though the office has a key.
    """

    events: tuple[Envelope, ...]
    before: Stream
    after: Stream
    scores_before: Scoreboard | None
    scores_after: Scoreboard | None
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    repeated: bool = False
    seal: Seal | None = None
    unsealed: Problem | None = None

    def ripple(self) -> Ripple:
        """Who moved, and by how much; nothing where the session has just been opened."""
        before, after = self.scores_before, self.scores_after
        if before is None or after is None:
            return Ripple()
        after.go_on_from(before.completed())
        return ripple(before, after)

    @property
    def changes_what_is_out(self) -> bool:
        """Whether scores were given out, and any number of them is another afterwards: a place, a total, a score."""
        before, after = self.scores_before, self.scores_after
        if not self.before.given_out or before is None or after is None:
            return False
        after.go_on_from(before.completed())
        return numbers_digest(before) != numbers_digest(after)
