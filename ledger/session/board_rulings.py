"""The rulings in force on one table's board, together: which of them says what a side scores.

A claim (Laws 68–71) is a ruling of fact: what it says takes the place of the table result. An infraction is ruled on
against one side, or against both, or with no offender at all; where each side has committed one, each scores what the
ruling in which it is the offender says (Law 12C1). The order in which they were given makes no difference.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from ledger.bridge import Side
from ledger.laws.adjustment import Assigned, Claim, Stands
from ledger.session.cases import InForce, Ruling
from ledger.session.state import Session
from ledger.session.tables import TableBoard

CLAIM_LAWS = ("68", "69", "70", "71")


class Together(NamedTuple):
    """What the rulings in force make of a table's board: of its result, and of each side's score (None: the result)."""

    claim: InForce | None
    ns: InForce | None
    ew: InForce | None

    def of(self, side: Side) -> InForce | None:
        """The score in force that says what a side has; the claim where there is no other."""
        return (self.ns if side is Side.NS else self.ew) or self.claim

    @property
    def each_side(self) -> bool:
        """Whether both sides offended, and each is ruled on by itself."""
        return self.ns is not self.ew

    @property
    def all(self) -> list[InForce]:
        """Every score in force, the claim last: the others rest on it."""
        scores = (self.ns, self.ew if self.each_side else None, self.claim)
        return [score for score in scores if score]


def together(session: Session, played: TableBoard) -> Together:
    """What the rulings in force on a table's board come to."""
    rulings = session.rulings_of(played)
    claims = [session.in_force(ruling) for ruling in rulings if is_claim(session, ruling)]
    others = [session.in_force(ruling) for ruling in rulings if not is_claim(session, ruling)]
    against = {score.offender: score for score in others}
    claim = claims[-1] if claims else None
    if "NS" in against and "EW" in against:
        return Together(claim, against["NS"], against["EW"])
    only = others[-1] if others else None
    return Together(claim, only, only)


def is_claim(session: Session, ruling: Ruling) -> bool:
    """Whether a ruling is one on a claim or concession: of fact, with one result for both sides."""
    said, now = ruling.judgement, session.in_force(ruling).adjustment
    about_a_claim = isinstance(said.adjustment, Claim) or any(law.startswith(CLAIM_LAWS) for law in said.laws)
    return about_a_claim and isinstance(now, Claim | Assigned | Stands)


def beside(session: Session, ruling: Ruling) -> list[Ruling]:
    """The other rulings in force on the table's board of one that is."""
    played = session.boards[ruling.board].get(ruling.seating)
    rulings = session.rulings_of(played) if played and ruling.case in played.cases else []
    return [each for each in rulings if each.case != ruling.case]


def clashing(session: Session, rulings: Iterable[Ruling]) -> tuple[Ruling, Ruling] | None:
    """Two rulings of which only one can be in force on a table's board, the later last; None where all go together."""
    pairs = combinations(rulings, 2)
    return next((pair for pair in pairs if not _go_together(session, *pair)), None)


def _go_together(session: Session, one: Ruling, other: Ruling) -> bool:
    """A claim beside an infraction, or an infraction by each side."""
    claims = is_claim(session, one), is_claim(session, other)
    if any(claims):
        return not all(claims)
    return {session.in_force(ruling).offender for ruling in (one, other)} == {"NS", "EW"}
