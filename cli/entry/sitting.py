"""A sitting: which slip is asked, what a typed line makes of it, and the way back to the slips before. No terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from cli.entry.agenda import (
    Plan,
    SlipSeats,
    Slot,
    is_in,
    line_of,
    movement_of,
    next_slot,
    planned_at,
    seats_at,
    slots,
    together,
)
from cli.entry.shorthand import SlipEntry
from cli.entry.slip_lines import recording
from cli.entry.typed import GoTo, Word, WrittenSlip, in_full, read_typed, seats_text
from ledger.errors import Misuse, Refusal
from ledger.facts import CorrectResult, CorrectSeating, VoidResult, Where
from ledger.facts.participation import BoardNotPlayed, PlayPostponed
from ledger.facts.play import ContestantsEntered, ResultRecorded
from ledger.labels import natural
from ledger.scoring.line import Seating
from ledger.session.places import require_board, require_contestant, sits_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.facts import Command, Envelope
    from ledger.session import Session, TableBoard
    from ledger.session.movement import Deviation

REASON = "typed again"
"""Why a result was corrected that was entered in the same sitting, or asked again."""

TAKEN_BACK = "taken back at once"
"""Why what was entered was taken back."""


class SeatsUnknown(Misuse):
    """Nobody knows who sat at a table: the line has to say it."""


class EnteredSlip(NamedTuple):
    """A slip that was acknowledged: what it says, and of whom."""

    slot: Slot
    seats: SlipSeats
    noted: SlipEntry


class TakeBack(NamedTuple):
    """An event is to be taken back, as `undo` does."""

    number: int


class RecordedSlip(NamedTuple):
    """Something that was recorded in this sitting: of which slip, what that said before, and the events, in order.

    `before`: None where the slip was not one that one had gone back to; `corrects`: it was recorded already.
    """

    at: int
    before: EnteredSlip | None
    events: tuple[Envelope, ...]
    corrects: bool = False


class Question(NamedTuple):
    """What is asked: a slip, who sits there if that is known, and the line as it stands before anything is typed.

    `played`: what is recorded there, where it is asked again. `back`: how many slips back it is; 0 for the next.
    """

    slot: Slot
    seats: SlipSeats | None
    text: str
    played: TableBoard | None = None
    back: int = 0


class IntendedSlip(NamedTuple):
    """A slip that is to be recorded, and the commands that do it; none where all of it is recorded already.

    `corrects`: something else is recorded there, and it was not said that it is to be played later.
    """

    slot: Slot
    seats: SlipSeats
    noted: SlipEntry
    commands: tuple[Command | TakeBack, ...]
    corrects: bool


NO_MORE = Question(Slot(0, ""), None, "")
"""What is asked when there is no slip left: whether it is the end, or one goes back to one of them."""


@dataclass
class Sitting:
    """Where a sitting is: what was acknowledged, what was passed over, and what is asked now.

    `back`: how many slips one has gone back. `draft`: a line that was not recorded, offered again;
    `mistaken` where it was refused, `unseated` where that was because nobody knows who sat there.
    """

    plan: Plan
    acknowledged: list[EnteredSlip] = field(default_factory=list)
    acts: list[RecordedSlip] = field(default_factory=list)
    passed: set[Slot] = field(default_factory=set)
    after: Slot | None = None
    wanted: Slot | None = None
    back: int = 0
    draft: str = ""
    mistaken: bool = False
    unseated: bool = False

    # What is asked

    def question(self, session: Session) -> Question:
        """What is asked now; `NO_MORE` where every slip is in, or was passed over."""
        if self.back:
            earlier = self.acknowledged[-self.back]
            return self._about(session, earlier.slot, earlier)
        slot = self.wanted or next_slot(session, self.plan, self.after, self.passed)
        return self._about(session, slot) if slot else NO_MORE._replace(text=self.draft)

    def _about(self, session: Session, slot: Slot, earlier: EnteredSlip | None = None) -> Question:
        seats = seats_at(session, self.plan, slot) or (earlier.seats if earlier else None)
        played = line_of(session, slot) if slot.table else _line_with(session, slot, earlier)
        text = self.draft or _text(session, seats, _noted(played) or (earlier.noted if earlier else None))
        return Question(slot, seats, text, played, self.back)

    # What is typed

    def entry(self, session: Session, question: Question, written: WrittenSlip) -> IntendedSlip:
        """What a typed slip is to be recorded as. Misuse (bad-table) where nobody knows who sat there."""
        slot = written.slot or question.slot
        if slot == NO_MORE.slot:
            raise Misuse("bad-table", "every slip is in: of which board and table is this?", "5/3 4sn=")
        require_board(session, slot.board)
        there = question if slot == question.slot else self._about(session, slot)
        seats = self._seats(session, question, there, written)
        if written.seats:
            _require_free(session, slot, seats, there.played)
        commands = tuple(_commands(session, slot, seats, written.noted, there.played))
        return IntendedSlip(slot, seats, written.noted, commands, bool(there.played and not there.played.pending))

    def otherwise(self, session: Session, entry: IntendedSlip) -> Deviation | None:
        """In what a slip is otherwise than planned, where it says so for the first time."""
        movement, slot, seats = movement_of(session, self.plan), entry.slot, entry.seats
        if movement is None or not entry.commands:
            return None
        known = line_of(session, slot)
        if known and known.seating.pair == (seats.ns, seats.ew):
            return None
        planned = planned_at(movement, slot)
        round_ = seats.round or (planned.round if planned else None)
        return movement.deviation(slot.board, Seating(seats.ns, seats.ew, round_, slot.table or None))

    def _seats(self, session: Session, question: Question, there: Question, written: WrittenSlip) -> SlipSeats:
        """Who sits there: who was typed, is known, or is proposed before the line; for another slip nobody saw that."""
        slot = there.slot
        round_ = there.seats.round if there.seats else None
        if written.seats:
            return in_full(session, _both(written.seats, there, slot), slot, round_)
        if there.seats and (there.seats.certain or (there.seats.ew and slot == question.slot)):
            return there.seats
        example = "Oslo Bergen 4sn=" if not sits_once(session) else "1 14 4sn="
        hint = f"North–South's and East–West's before the result: {example}"
        raise SeatsUnknown("bad-table", f"who sat at {slot}?", hint)

    def acknowledge(self, entry: IntendedSlip, events: tuple[Envelope, ...]) -> None:
        """A slip is recorded: on to the next, or on in the row of those one has gone back to."""
        said = EnteredSlip(entry.slot, entry.seats, entry.noted)
        at = len(self.acknowledged) - self.back
        before = self.acknowledged[at] if self.back else None
        self.acknowledged[at:] = [said, *self.acknowledged[at + 1 :]]
        if events:
            self.acts.append(RecordedSlip(at, before, events, entry.corrects))
        if before is None:
            self._leave(entry.slot)
        self.abandon()

    def refused(self, text: str, *, unseated: bool = False) -> None:
        """A line was not recorded: it is offered again, to be mended; `unseated`: who sat there is to stand before."""
        self.draft, self.mistaken, self.unseated = text, True, unseated

    def undoing(self, events: tuple[Envelope, ...]) -> Iterator[Command | TakeBack]:
        """The commands that take events back, the last first: a result that was recorded is voided."""
        for envelope in reversed(events):
            if isinstance(event := envelope.event, ResultRecorded):
                yield VoidResult(Where(event.board, event.table, event.ns, event.ew, event.round), TAKEN_BACK)
            elif not isinstance(event, ContestantsEntered):
                yield TakeBack(envelope.number)

    # The way on, and back

    def skip(self, session: Session) -> None:
        """Leave the slip that is asked out; or, where one has gone back, go on from there."""
        question = self.question(session)
        self._forget()
        if self.back:
            self.back = 0
        elif question != NO_MORE:
            self._leave(question.slot)

    def next_board(self, session: Session) -> None:
        """Leave the rest of the board out, or of the table's round."""
        question = self.question(session)
        self._forget()
        self.back = 0
        if question == NO_MORE:
            return
        rest = [each for each in slots(session, self.plan) if together(session, self.plan, each, question.slot)]
        since = rest.index(question.slot) if question.slot in rest else 0
        movement = movement_of(session, self.plan)
        self.passed |= {each for each in rest[since:] if not is_in(session, each, movement)}
        self._leave(question.slot)

    def go_to(self, session: Session, place: GoTo) -> None:
        """Ask another slip next, and go on from it. Refusal (no-such-board) where there is no such board."""
        require_board(session, place.board)
        self._forget()
        self.back = 0
        of_board = [each for each in slots(session, self.plan) if each.board == place.board]
        open_ = [each for each in of_board if not is_in(session, each)] or of_board or [Slot(place.board, "")]
        self.wanted = Slot(place.board, place.table) if place.table else open_[0]
        self.passed.discard(self.wanted)

    def step(self, by: int) -> bool:
        """Go back (1) to the slip before, or forward (-1); whether there was one."""
        there = self.back + by
        if not 0 <= there <= len(self.acknowledged):
            return False
        self._forget()
        self.back = there
        return True

    def abandon(self) -> None:
        """What was typed goes; and one is where one was before one went back."""
        self._forget()
        self.back = 0

    def taken_back(self, session: Session) -> None:
        """The last that was recorded is taken back: its slip is asked again, as it was typed."""
        act = self.acts.pop()
        last = self.acknowledged[act.at]
        self.acknowledged[act.at : act.at + 1] = [act.before] if act.before else []
        self.passed.discard(last.slot)
        self.abandon()
        self.wanted = last.slot
        self.draft = f"{seats_text(session, last.seats)} {last.noted}"

    def _forget(self) -> None:
        """What was typed and not recorded is not offered again."""
        self.draft, self.mistaken, self.unseated = "", False, False

    def _leave(self, slot: Slot) -> None:
        self.passed.add(slot)
        self.after, self.wanted = slot, None


def read(session: Session, text: str) -> Word | GoTo | WrittenSlip:
    """What was typed, as this session's contestants are called."""
    return read_typed(text, teams=not sits_once(session))


def _text(session: Session, seats: SlipSeats | None, noted: SlipEntry | None) -> str:
    """The line as it stands before anything is typed: what is recorded there."""
    return f"{seats_text(session, seats)} {noted}" if seats and noted else ""


def _require_free(session: Session, slot: Slot, seats: SlipSeats, here: TableBoard | None) -> None:
    """Refuse contestants who are not entered, or who have another table on the board; teams have two."""
    if session.opening.entry == "listed":
        for contestant in (seats.ns, seats.ew):
            require_contestant(session, contestant)
    if not sits_once(session):
        return
    sitting = {*seats.ns.split("+"), *seats.ew.split("+")}
    for played in session.boards[slot.board].values():
        if (both := sitting & {*played.seating.everyone}) and (here is None or played.seating != here.seating):
            who = str(played.seating) if both == sitting else min(both, key=natural)
            at = f"at table {played.table}" if played.table else f"as {played.seating}"
            hint = f"{slot.board}/{played.table} asks it again" if played.table else "s skips this slip"
            raise Refusal("played-already", f"{who} is in, {at}", hint)


def _both(typed: tuple[str, str], there: Question, slot: Slot) -> tuple[str, str]:
    """Both sides, where East–West alone was typed: North–South is who is proposed. Misuse where nobody is."""
    ns, ew = typed
    if ns:
        return typed
    if there.seats and there.seats.ns and not there.seats.ew:
        return there.seats.ns, ew
    raise Misuse("bad-table", f"who sat at {slot}: {ew} and who else?", f"both before the result: 1 {ew} 4sn=")


def _noted(played: TableBoard | None) -> SlipEntry | None:
    if played is None:
        return None
    if played.result:
        return SlipEntry(played.result, played.lead)
    match played.absent:
        case PlayPostponed():
            return SlipEntry(None, None, "later")
        case BoardNotPlayed(scored=False):
            return SlipEntry(None, None, "not-played")
    return None


def _line_with(session: Session, slot: Slot, earlier: EnteredSlip | None) -> TableBoard | None:
    if earlier is None:
        return None
    pair = (earlier.seats.ns, earlier.seats.ew)
    return next((each for each in session.boards[slot.board].values() if each.seating.pair == pair), None)


def _commands(
    session: Session, slot: Slot, seats: SlipSeats, noted: SlipEntry, played: TableBoard | None
) -> Iterator[Command | TakeBack]:
    """What records a slip at a table, whatever is recorded there; nothing where it says what is."""
    where = seats.where(session, slot)
    reseated = played is not None and played.seating.pair != (seats.ns, seats.ew)
    if played is None:
        yield recording(where, noted)
    elif played.absence and isinstance(played.absent, BoardNotPlayed) and (reseated or noted != _noted(played)):
        yield TakeBack(played.absence.number)
        yield recording(where, noted)
    else:
        if reseated:
            yield CorrectSeating(_recorded(played), where, reason=REASON)
        if noted != _noted(played):
            yield from _replacing(where, noted, played)


def _replacing(where: Where, noted: SlipEntry, played: TableBoard) -> Iterator[Command]:
    """What puts a slip in the place of what is recorded."""
    if played.result is None:
        yield recording(where, noted)
    elif noted.result is None:
        yield VoidResult(where, REASON)
        if not (played.absence and noted.without == "later"):  # then that it is to be played holds again
            yield recording(where, noted)
    else:
        yield CorrectResult(where, noted.result, noted.lead, REASON, no_lead=not noted.lead)


def _recorded(played: TableBoard) -> Where:
    return Where(played.board, played.table, *played.seating.pair, played.round)
