"""What every event on a table's board keeps to: the Laws it cites are there, in the one form they are written in; a
ruling's score that is out changes for a cause; who is not there scores nothing; and what goes together, on a table's
board and in both rooms of a team's. Guards that every command passes.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.bridge.notation import Unreadable
from ledger.decide.response import ProposedEvent
from ledger.decide.sitting_out import check_sits_out
from ledger.errors import Refusal
from ledger.facts import Envelope, Event
from ledger.facts.participation import BoardNotPlayed, ContestantWithdrew, PhantomDeclared, PlayPostponed, SatOut
from ledger.facts.play import ResultRecorded
from ledger.facts.register import KIND_OF
from ledger.facts.rulings import Judgement, RulingAmended, RulingGiven, RulingWithdrawn
from ledger.facts.seating import SeatingCorrected
from ledger.laws.adjustment import Artificial, Awarded, SelfInflicted, rests_on_result
from ledger.laws.citation import parse_law
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Board, Ruling, Session, TableBoard, clashing, evolve, together
from ledger.session.rulings import is_claim


def check_citations(event: Event) -> None:
    """Unreadable (no-such-law) where an event cites what the Laws have not, or in another form: '12c1c'."""
    laws: object = getattr(event, "laws", ())
    for law in laws if isinstance(laws, tuple) else ():  # what is no tuple of texts is refused where it is written
        if isinstance(law, str) and (written := parse_law(law)) != law:
            raise Unreadable("no-such-law", f"Law {law} is written {written}", text=law, marks=((0, len(law)),))


def _score(judgement: Judgement) -> tuple[object, ...]:
    return judgement.adjustment, judgement.offender, judgement.provisional


def check_cause(session: Session, event: Event) -> None:
    """Refuse a change that says no cause, once scores were given out or the ruling was appealed.

    With a cause a new ruling supersedes the old one; a withdrawal says its reason. What a result file states is
    somebody else's to explain.
    """
    if not isinstance(event, RulingAmended | RulingWithdrawn) or event.imported:
        return
    ruling = session.rulings[event.case]
    if ruling.judgement.provisional or not (session.given_out or session.appeals_of(ruling.case)):
        return
    if isinstance(event, RulingAmended) and _score(event) != _score(ruling.judgement):
        raise Refusal(
            "needs-cause",
            f"the score of {ruling.case} is out: why does it change?",
            f"`ruling amend {ruling.case} … --cause …`: second-thoughts, director-error (Law 82C), or order",
        )
    if isinstance(event, RulingWithdrawn) and not event.reason.strip():
        raise Refusal(
            "needs-cause", f"the score of {ruling.case} is out: why is it withdrawn?", '--reason "wrong table"'
        )


def check_takes_part(session: Session, event: Event) -> None:
    """Refuse a result of who is nobody or had withdrawn, and one on a board that was not played or was sat out."""
    if not session.participation.facts:
        return
    if isinstance(event, ResultRecorded | PlayPostponed):
        _check_there(session, event.seating.everyone, event.round)
    if isinstance(event, ResultRecorded | RulingGiven | BoardNotPlayed):
        check_sits_out(session, event.seating)
    if isinstance(event, SeatingCorrected):
        _check_seated(session, event)
    if isinstance(event, ResultRecorded | RulingGiven):
        _check_played(session, event.board, event.seating, ruled=isinstance(event, RulingGiven))


def _check_there(session: Session, contestants: Iterable[str], round_: int | None) -> None:
    for contestant in contestants:
        if phantom := session.participation.last(PhantomDeclared, contestant):
            message = f"{contestant} is nobody (#{phantom[0]})"
            raise Refusal("not-there", message, f"`undo {phantom[0]}`, if somebody came after all")
        number, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
        if withdrew and withdrew.after_round and (round_ or 0) > withdrew.after_round:
            message = f"{contestant} withdrew after round {withdrew.after_round} (#{number})"
            raise Refusal("not-there", message, f"is the round right? `undo {number}`, if it did not withdraw")


def _check_seated(session: Session, event: SeatingCorrected) -> None:
    """Of those who were not there before, at this table in this round; a board not played is nobody's result."""
    for table in event.tables:
        played = session.line(event.board, table.was)
        if played is None or isinstance(played.absent, BoardNotPlayed):
            continue
        before = table.was.everyone if table.now.round == played.round else ()
        new = [each for each in table.now.everyone if each not in before]
        _check_there(session, new, table.now.round)
        if new:
            check_sits_out(session, table.now)


def _check_played(session: Session, board: int, seating: Seating, *, ruled: bool) -> None:
    """A ruling says what a board is worth that was not played; it makes no result of it."""
    played = session.line(board, seating)
    absent = (SatOut,) if ruled else (SatOut, BoardNotPlayed)
    if played and played.absence and isinstance(played.absence.fact, absent):
        number = played.absence.number
        raise Refusal("not-played", f"{played.name} was not played (#{number})", f"`undo {number}`, if it was")


_WHOLE_BOARD = (Artificial, Awarded)

_FOR_ALL_TABLES = (Awarded, SelfInflicted)
"""What says of one of four tables what the board is worth; an artificial score is for its own two comparisons."""

_AWARDS = (*_WHOLE_BOARD, SelfInflicted)


def check_beside(session: Session, uncommitted: Sequence[ProposedEvent]) -> None:
    """Refuse rulings that cannot be in force together, and what would rest on a table that is no longer there."""
    if session.opened is None or not any(KIND_OF[type(each.event)].settles for each in uncommitted):
        return
    supposed = [
        Envelope(session.id, session.number + at, "", each.event, "", 0, 0, 0, "", each.because)
        for at, each in enumerate(uncommitted, start=1)
    ]
    change = _Change(session, evolve(session, *supposed))
    for number, board in change.after.boards.items():
        if board is not session.boards.get(number):
            change.check(board)
            change.check_told(session.boards.get(number, {}), board)


def not_played(played: TableBoard) -> bool:
    """Whether a table did not play a board, and that is scored."""
    return isinstance(played.absent, BoardNotPlayed) and played.absent.scored


class _Change(NamedTuple):
    """The session before and after what would be recorded."""

    before: Session
    after: Session

    def check(self, board: Board) -> None:
        """Refuse what cannot be, at any table of a board or in two rooms of it."""
        ruled = [played for played in board.values() if played.cases]
        for played in ruled:
            self._check_table(played)
            self._check_rests(played)
        form = FORMS[self.after.opening.scoring]
        alone = _WHOLE_BOARD if form.rooms == 2 else _FOR_ALL_TABLES
        for played in board.values():
            for other in form.other_tables(board, played.seating):
                if played.cases:
                    self._check_rooms(played, other, alone)
                if form.rooms == 2 and not_played(played):
                    self._check_played(played, other)

    def check_told(self, before: Board, after: Board) -> None:
        """Refuse to take away all that a table had, where it has been told since how it bid and played."""
        kept = {
            each.number for board in (after, self.after.voided) for line in board.values() for each in line.auctions
        }
        for played in before.values():
            told = played.auctions[-1] if played.auctions else None
            if told and told.record and told.number not in kept:
                message = (
                    f"#{told.number} tells how {played.name} was bid, and nothing else would be said of that table"
                )
                raise Refusal("has-dependants", message, f"`undo {told.number}` first")

    def _check_table(self, played: TableBoard) -> None:
        found = clashing(self.after, self.after.rulings_of(played))
        if found:
            stays = self._stays(*found)
            raise Refusal(
                "already-ruled",
                f"{played.name} already has {stays.case} (#{stays.number})",
                f"`ruling amend {stays.case} …`, or `ruling withdraw {stays.case}`; {self._what_may(stays)}",
            )

    def _what_may(self, stays: Ruling) -> str:
        """What a ruling beside another may be."""
        if is_claim(self.after, stays):
            return "beside the ruling on the claim: one on an infraction, without the claim's law"
        offender = self.after.in_force(stays).offender
        other = {"NS": "EW", "EW": "NS"}.get(offender)
        infraction = f", or one on an infraction by {other} (--offender {other})" if other else ""
        return f"beside it: a ruling on a claim (--claim){infraction}"

    def _check_rests(self, played: TableBoard) -> None:
        """Refuse to take away the claim's result, where nothing was played, that another ruling rests on."""
        if played.result:
            return
        ruled = together(self.after, played)
        for score in ruled.all:
            if rests_on_result(score.adjustment) and (ruled.claim is None or score is ruled.claim):
                raise Refusal(
                    "has-dependants",
                    f"{score.case} rests on a result of {played.name}, and there would be none",
                    f"`ruling withdraw {score.case}` first, or `result add`",
                )

    def _check_rooms(self, here: TableBoard, there: TableBoard, alone: tuple[type, ...]) -> None:
        """Refuse an award in one room beside one, in the other, that says what the whole board is worth."""
        whole = next(self._rulings(here, alone), None)
        other = next(self._rulings(there, _AWARDS), None)
        if whole and other:
            stays = self._stays(whole, other)
            message = f"{stays.case} says what the board is worth, in the other room"
            if stays is other:
                message = f"{whole.case} would say what the board is worth, and {stays.case} rules on the other room"
            hint = "an artificial score, or one given outright, is for the whole board, and stands alone"
            raise Refusal("already-ruled", message, f"`ruling amend {stays.case} …`: {hint}")

    def _check_played(self, here: TableBoard, there: TableBoard) -> None:
        """Refuse a second award beside that for a board that was not played: it is the whole board's."""
        ruled = next(self._rulings(there, _AWARDS), None)
        if ruled or not_played(there):
            number = here.absence.number if here.absence else 0
            message = f"#{number} says that {here.name} was not played, and scores the whole board"
            hint = f"who was at fault in either room is said once, for the board: `undo {number}`, then --fault both"
            raise Refusal("already-ruled", message, hint)

    def _rulings(self, played: TableBoard, kinds: tuple[type, ...]) -> Iterator[Ruling]:
        rulings = self.after.rulings_of(played)
        return (each for each in rulings if isinstance(self.after.in_force(each).adjustment, kinds))

    def _stays(self, one: Ruling, other: Ruling) -> Ruling:
        """Of two rulings, that which is in force as before."""
        return other if self.before.rulings.get(other.case) is other else one
