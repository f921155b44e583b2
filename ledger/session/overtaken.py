"""Rulings that were given on another result than their table now has, or on another pair at it: that was corrected
since, and nobody looked again.

A ruling stays in force whatever becomes of the result beneath it (Law 79C is no ruling). Whether it still holds is for
the director: he confirms it, states it anew or takes it back. That a line in the queue was seen to says nothing of it:
any scorer may say that.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.bridge import Result
from ledger.facts.rulings import Judgement
from ledger.labels.phrases import Phrase, all_of
from ledger.session.cases import Ruling, Version
from ledger.session.queue import waiting
from ledger.session.state import Session
from ledger.session.tables import TableBoard


class RestsOn(NamedTuple):
    """What a ruling on a table's board rests on: the result there, None where there was none, and who met."""

    result: Result | None
    pair: tuple[str, str]


class Overtaken(NamedTuple):
    """A ruling, what it was given on, what is there now, and the number of the event that says so.

    `looked`: how somebody looked at it last: 'R-0001 was given'.
    """

    ruling: Ruling
    was: RestsOn
    now: RestsOn
    number: int
    looked: str

    @property
    def fact(self) -> str:
        """'R-0001 was given on 5HW-1, now 5HW-2'; of other pairs, 'on 3 v 4, now 4 v 3'."""
        changed = [_words(*each) for each in zip(self.was, self.now, strict=True) if each[0] != each[1]]
        was, now = map(all_of, zip(*changed, strict=True))
        return Phrase("%(looked)s on %(was)s, now %(now)s", looked=self.looked, was=was, now=now)

    @property
    def text(self) -> str:
        """What is put to the director."""
        return f"{self.fact}: does it still hold?"


def _words(was: object, now: object) -> tuple[Phrase, Phrase]:
    return _rested_on(was), _rested_on(now)


def _rested_on(what: object) -> Phrase:
    if isinstance(what, tuple):
        return Phrase("%(ns)s v %(ew)s", ns=what[0], ew=what[1])
    return Phrase("no result") if what is None else Phrase("%(result)s", result=str(what))


def overtaken(session: Session) -> list[Overtaken]:
    """The rulings in force on what changed since, board by board, until somebody looked at them again."""
    ruled = {ruling.board for ruling in session.rulings.values()}
    boards = (session.boards.get(board, {}) for board in sorted(ruled))
    return [found for board in boards for played in board.values() for found in overtaken_at(session, played)]


def newly_overtaken(before: Session, after: Session) -> list[Overtaken]:
    """Those that were not to be looked at before, or on something else."""
    already = {(each.text, each.number) for each in overtaken(before)}
    return [each for each in overtaken(after) if (each.text, each.number) not in already]


def not_queued(session: Session) -> list[Overtaken]:
    """Those of them that no line in the queue puts to the director."""
    asked = {each.line.why for each in waiting(session)}
    return [each for each in overtaken(session) if each.text not in asked]


def overtaken_at(session: Session, played: TableBoard) -> Iterator[Overtaken]:
    """Those on one table's board."""
    found = (found_at(session, played, ruling) for ruling in session.rulings_of(played))
    yield from (each for each in found if each)


def found_at(session: Session, played: TableBoard, ruling: Ruling) -> Overtaken | None:
    """What changed beneath a ruling on a table's board since a director, or a committee, looked at it; None: nothing.

    What a result file awards is no ruling of his; and the first result a table has contradicts nothing.
    """
    if ruling.by_file:
        return None
    since, looked = _looked(session, ruling)
    before = [each.result for each in played.results if each.number < since]
    now = RestsOn(played.result, played.seating.pair)
    was = RestsOn(before[-1] if before and played.results else now.result, played.seating_at(since).pair)
    if was == now:
        return None
    results = played.results[-1].number if was.result != now.result else 0
    seats = played.reseated[-1].number if was.pair != now.pair else 0
    return Overtaken(ruling, was, now, max(results, seats), looked)


def _looked(session: Session, ruling: Ruling) -> tuple[int, str]:
    """When somebody last looked at a ruling, as the number of an event, and how."""
    case = ruling.case
    looks = [(_said_first(ruling.versions), Phrase("%(case)s was given", case=case))]
    looks += [(number, Phrase("%(case)s was confirmed", case=case)) for number in ruling.confirmed]
    looks += [
        (each.number, Phrase("%(appeal)s decided %(case)s", appeal=each.decision.case, case=case))
        for each in session.decisions_on(case)
    ]
    return max(looks)


def _said_first(versions: tuple[Version, ...]) -> int:
    """The number of the event that first said what a ruling says now.

    Who takes an amendment back says again what was said before it: that rests on what was there when it was said.
    """
    at = len(versions) - 1
    while at >= 2 and _same(versions[at], versions[at - 2]):
        at -= 2
    return versions[at].number


def _same(one: Version, other: Version) -> bool:
    """Whether two versions of a ruling say the same; the reason may be why the one between them was taken back."""
    said = (name for name in Judgement.__struct_fields__ if name not in ("reason", "imported"))
    return all(getattr(one.judgement, name) == getattr(other.judgement, name) for name in said)


def rests_on(session: Session, found: Overtaken) -> list[str]:
    """The open appeals and the penalties that rest on a ruling, by their cases: A-0001, P-0001."""
    rulings, case = [found.ruling.case], found.ruling.given.supersedes
    while case:  # a penalty stays with the ruling it was given with, though another took its place
        rulings.append(case)
        case = session.rulings[case].given.supersedes
    against = session.appeals_of(found.ruling.case)
    beside = {*rulings, *(each.case for each in against)}
    penalties = [each for each in session.penalties.values() if each.imposed.beside in beside and not each.withdrawn]
    return [
        *(each.case for each in against if each.open),
        *(each.imposed.case for each in penalties),
        *(appeal.case for each in penalties for appeal in session.appeals_of(each.imposed.case) if appeal.open),
    ]
