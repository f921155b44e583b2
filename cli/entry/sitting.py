"""A sitting at `enter`: which slip is asked, what a typed line makes of it, the way back to others. No terminal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

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
from cli.entry.slip_lines import SlipEntry, recording, seats_and_noted, words_of
from cli.terminal.settings import check_text
from ledger.bridge import Side
from ledger.errors import Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.labels import members, natural
from ledger.scoring.line import Seating
from ledger.session import Session
from ledger.session.places import labelled, require_board, require_contestant, sits_once
from ledger.subjects.participation.facts import BoardNotPlayed, PlayPostponed
from ledger.subjects.play.facts import ContestantsEntered, CorrectResult, ResultRecorded, VoidResult
from ledger.subjects.seating.facts import CorrectSeating

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.kernel.fact import Envelope
    from ledger.session import Session, TableBoard
    from ledger.subjects.commands import Command
    from ledger.subjects.movement.state import Deviation


Word = Literal["help", "skip", "next", "undo", "back", "end", "keep"]
"""What may be typed instead of a slip; `keep` is an empty line."""

WORDS: dict[str, Word] = {
    "": "keep",
    **dict.fromkeys(("?", "h", "help"), "help"),
    **dict.fromkeys(("s", "skip"), "skip"),
    **dict.fromkeys(("n", "next"), "next"),
    **dict.fromkeys(("u", "undo"), "undo"),
    **dict.fromkeys(("b", "back"), "back"),
    **dict.fromkeys(("q", "quit", "exit"), "end"),
}
_ADDRESS = re.compile(r"([0-9]{1,4})/([^\s/]{0,12})")


class GoTo(NamedTuple):
    """Another board, or a table of it ('' where none is named), is to be asked next."""

    board: int
    table: str


class WrittenSlip(NamedTuple):
    """A slip as it was typed: whose it is, and what it says; None for what was not typed.

    `seats`: '' for North–South where one contestant alone was typed.
    """

    slot: Slot | None
    seats: tuple[str, str] | None
    noted: SlipEntry


def read_typed(text: str, *, teams: bool = False) -> Word | GoTo | WrittenSlip:
    """Read a line. Unreadable or Misuse where it is nothing of the sort; `teams`: contestants are called by name.

    >>> read_typed("5/3 1 14 4sn= sa").slot, read_typed("5/3 1 14 4sn= sa").seats
    (Slot(board=5, table='3', round=None), ('1', '14'))
    """
    check_text("the line", text := text.replace("\t", " "))
    if word := WORDS.get(text.strip().lower()):
        return word
    words = words_of(text)
    found = _ADDRESS.fullmatch(words[0]) if words else None
    if found and not words[1:]:
        return GoTo(int(found[1]), found[2])
    if found and not found[2]:
        raise Misuse("bad-table", f"which table of board {found[1]}?", f"{found[1]}/3 4sn=")
    slot = Slot(int(found[1]), found[2]) if found else None
    return WrittenSlip(slot, *seats_and_noted(words[1:] if found else words, teams=teams))


def in_full(session: Session, typed: tuple[str, str], slot: Slot, round_: int | None) -> SlipSeats:
    """Two contestants as they were typed, called as the session calls them; 14EW 1NS sat the other way round."""
    ns, ew = typed
    turned = session.opening.winners == 2 and (ns.upper().endswith("EW") or ew.upper().endswith("NS"))
    where = labelled(session, Where(slot.board, None, _upper(session, ns), _upper(session, ew), switched=turned))
    return SlipSeats(where.ns or "", where.ew or "", round_, certain=True)


def seats_text(session: Session, seats: SlipSeats) -> str:
    """Contestants as they are typed: '1 14' for 1NS v 14EW, in quotes where a name has blanks; up to the unknown."""
    labels = [short(session, label, side) for label, side in ((seats.ns, Side.NS), (seats.ew, Side.EW))]
    said = [f'"{label}"' if " " in label else label for label in labels]
    return " ".join(said[: 1 if not seats.ew else 2]) if seats.ns else ""


def _upper(session: Session, label: str) -> str:
    return label.upper() if sits_once(session) else label


def short(session: Session, label: str, side: Side) -> str:
    """A contestant as it is called where its side is known: 1 for 1NS."""
    return label.removesuffix(side.value) if session.opening.winners == 2 else label


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
        played = line_of(session, slot)
        if earlier and not slot.table:
            pair = (earlier.seats.ns, earlier.seats.ew)
            played = next((each for each in session.boards[slot.board].values() if each.seating.pair == pair), None)
        noted = _noted(played) or (earlier.noted if earlier else None)
        known = f"{seats_text(session, seats)} {noted}" if seats and noted else ""
        return Question(slot, seats, self.draft or known, played, self.back)

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
            self._require_free(session, slot, seats, there.played)
        commands = tuple(_commands(session, slot, seats, written.noted, there.played))
        return IntendedSlip(slot, seats, written.noted, commands, bool(there.played and not there.played.pending))

    def otherwise(self, session: Session, entry: IntendedSlip) -> Deviation | None:
        """In what a slip is otherwise than planned, where it says so for the first time."""
        known = line_of(session, entry.slot)
        if not entry.commands or (known and known.seating.pair == (entry.seats.ns, entry.seats.ew)):
            return None
        return self._deviation(session, entry.slot, entry.seats)

    def _deviation(self, session: Session, slot: Slot, seats: SlipSeats) -> Deviation | None:
        movement = movement_of(session, self.plan)
        if movement is None:
            return None
        planned = planned_at(movement, slot)
        round_ = seats.round or (planned.round if planned else None)
        return movement.deviation(slot.board, Seating(seats.ns, seats.ew, round_, slot.table or None))

    def _require_free(self, session: Session, slot: Slot, seats: SlipSeats, here: TableBoard | None) -> None:
        """Refuse contestants who are not entered, or who have another table on the board; teams have two.

        The refusal names whom the movement has there: a wrong number is a slip far more often than a wrong result.
        """
        try:
            _require_free(session, slot, seats, here)
        except Refusal as refusal:
            deviation = self._deviation(session, slot, seats)
            otherwise = f"; {deviation}" if deviation and deviation.planned else ""
            raise Refusal(refusal.code, f"{refusal.message}{otherwise}", refusal.hint) from None

    def _seats(self, session: Session, question: Question, there: Question, written: WrittenSlip) -> SlipSeats:
        """Who sits there: who was typed, is known, or is proposed before the line; for another slip nobody saw that."""
        slot = there.slot
        round_ = there.seats.round if there.seats else None
        if written.seats:
            ns, ew = written.seats
            if not ns:  # East–West alone was typed: North–South is who is proposed
                ns = there.seats.ns if there.seats and not there.seats.ew else ""
                if not ns:
                    wrong = f"who sat at {slot}: {ew} and who else?"
                    raise Misuse("bad-table", wrong, f"both before the result: 1 {ew} 4sn=")
            return in_full(session, (ns, ew), slot, round_)
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
        self.draft, self.mistaken, self.unseated = "", False, False

    def _leave(self, slot: Slot) -> None:
        self.passed.add(slot)
        self.after, self.wanted = slot, None


def read(session: Session, text: str) -> Word | GoTo | WrittenSlip:
    """What was typed, as this session's contestants are called."""
    return read_typed(text, teams=not sits_once(session))


def _require_free(session: Session, slot: Slot, seats: SlipSeats, here: TableBoard | None) -> None:
    """Refuse contestants who are not entered, or who have another table on the board; teams have two."""
    if session.opening.entry == "listed":
        for contestant in (seats.ns, seats.ew):
            require_contestant(session, contestant)
    if not sits_once(session):
        return
    sitting = {*members(seats.ns), *members(seats.ew)}
    for played in session.boards[slot.board].values():
        if (both := sitting & {*played.seating.everyone}) and (here is None or played.seating != here.seating):
            who = str(played.seating) if both == sitting else min(both, key=natural)
            at = f"at table {played.table}" if played.table else f"as {played.seating}"
            hint = f"{slot.board}/{played.table} asks it again" if played.table else "s skips this slip"
            raise Refusal("played-already", f"{who} is in, {at}", hint)


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


def _commands(
    session: Session, slot: Slot, seats: SlipSeats, noted: SlipEntry, played: TableBoard | None
) -> Iterator[Command | TakeBack]:
    where = seats.where(session, slot)
    reseated = played is not None and played.seating.pair != (seats.ns, seats.ew)
    if played is None:
        yield recording(where, noted)
    elif played.absence and isinstance(played.absent, BoardNotPlayed) and (reseated or noted != _noted(played)):
        yield TakeBack(played.absence.number)
        yield recording(where, noted)
    else:
        if reseated:
            recorded = Where(played.board, played.table, *played.seating.pair, played.round)
            yield CorrectSeating(recorded, where, reason=REASON)
        if noted != _noted(played):
            if played.result is None:
                yield recording(where, noted)
            elif noted.result is None:
                yield VoidResult(where, REASON)
                if not (played.absence and noted.without == "later"):  # then that it is to be played holds again
                    yield recording(where, noted)
            else:
                yield CorrectResult(where, noted.result, noted.lead, REASON, no_lead=not noted.lead)
