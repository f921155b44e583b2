"""The state of a sitting at `enter`: the slip asked, the meaning of a typed line, and moving back. No terminal here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from cli.entry.agenda import (
    Plan,
    SlipSeats,
    Slot,
    belong_together,
    is_entered,
    movement_of,
    next_slot,
    planned_at,
    recorded_play,
    seats_at,
    slots,
)
from cli.entry.slip_lines import SlipEntry, record_command, split_seats_and_outcome, words_of
from cli.terminal.settings import check_text
from ledger.bridge import Side
from ledger.errors import Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.labels import members, natural
from ledger.recording.effect import KnownTricks
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import label_address, require_board, require_contestant, sits_at_one_table
from ledger.subjects.movement.state import Deviation
from ledger.subjects.participation.facts import BoardNotPlayed, PlayPostponed
from ledger.subjects.play.facts import ContestantsEntered, CorrectResult, ResultRecorded, VoidResult
from ledger.subjects.seating.facts import CorrectSeating

if TYPE_CHECKING:
    from ledger.kernel.fact import Command


Word = Literal["help", "skip", "next", "undo", "back", "end", "keep"]
"""Commands that may be typed instead of a slip; `keep` is an empty line."""

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
    """A typed line that asks to go to another board, and possibly to one of its tables ('' for none)."""

    board: int
    table: str


class WrittenSlip(NamedTuple):
    """A slip as the scorer typed it: table, contestants and outcome; None for what was not typed.

    `seats`: '' for North–South if only one contestant was typed.
    """

    slot: Slot | None
    seats: tuple[str, str] | None
    noted: SlipEntry


def read_typed(text: str, *, teams: bool = False) -> Word | GoTo | WrittenSlip:
    """Read a typed line as a word, a board to go to, or a slip; Unreadable or Misuse if it is none of these."""
    check_text("the line", text := text.replace("\t", " "))
    if word := WORDS.get(text.strip().lower()):
        return word
    words = words_of(text)
    address = _ADDRESS.fullmatch(words[0]) if words else None
    if address and not words[1:]:
        return GoTo(int(address[1]), address[2])
    if address and not address[2]:
        raise Misuse("bad-table", f"which table of board {address[1]}?", f"{address[1]}/3 4sn=")
    slot = Slot(int(address[1]), address[2]) if address else None
    return WrittenSlip(slot, *split_seats_and_outcome(words[1:] if address else words, teams=teams))


def full_labels(session: Session, typed: tuple[str, str], slot: Slot, round_: int | None) -> SlipSeats:
    """Return two typed contestants by their full labels in the session; '14EW 1NS' means that they swapped sides."""
    ns, ew = typed
    turned = session.opening.winners == 2 and (ns.upper().endswith("EW") or ew.upper().endswith("NS"))
    where = label_address(
        session,
        Where(slot.board, None, _label_as_entered(session, ns), _label_as_entered(session, ew), switched=turned),
    )
    return SlipSeats(where.ns or "", where.ew or "", round_, certain=True)


def seats_text(session: Session, seats: SlipSeats) -> str:
    """Format contestants as a scorer types them: '1 14' for 1NS v 14EW; names with blanks in quotes."""
    labels = [label_without_side(session, label, side) for label, side in ((seats.ns, Side.NS), (seats.ew, Side.EW))]
    quoted = [f'"{label}"' if " " in label else label for label in labels]
    return " ".join(quoted[: 1 if not seats.ew else 2]) if seats.ns else ""


def _label_as_entered(session: Session, label: str) -> str:
    return label.upper() if sits_at_one_table(session) else label


def label_without_side(session: Session, label: str, side: Side) -> str:
    """Return a contestant's label without its direction: '1' for '1NS'; unchanged in a session with one winner."""
    return label.removesuffix(side.value) if session.opening.winners == 2 else label


REASON = "typed again"
"""The reason recorded for correcting a slip of the same sitting, or one that is asked again."""

TAKEN_BACK = "taken back at once"
"""The reason recorded for taking back a slip."""


class SeatsUnknown(Misuse):
    """An error: the contestants at the table are unknown, so the scorer must type them."""


class EnteredSlip(NamedTuple):
    """A slip that the scorer entered and the ledger recorded."""

    slot: Slot
    seats: SlipSeats
    noted: SlipEntry


class TakeBack(NamedTuple):
    """The number of an event that is to be undone, as `undo` does."""

    number: int


class RecordedSlip(NamedTuple):
    """The events that recorded one slip in this run of `enter`, in order.

    `at`: the slip's index in `EntryState.acknowledged`. `before`: its former content if the scorer had gone back to it.
    `corrects`: the table already had an outcome.
    """

    at: int
    before: EnteredSlip | None
    events: tuple[Envelope, ...]
    corrects: bool = False


class Question(NamedTuple):
    """A question for a slip: its board and table, its contestants if known, and the first text of the input line.

    `played`: the recorded play, if any. `back`: how many slips the scorer went back to it; 0 for the next slip.
    """

    slot: Slot
    seats: SlipSeats | None
    text: str
    played: TableBoard | None = None
    back: int = 0


class IntendedSlip(NamedTuple):
    """A slip that was read but not recorded, with the commands that record it (none if all is recorded already).

    `corrects`: the table has an outcome already, not merely a board to be played later.
    """

    slot: Slot
    seats: SlipSeats
    noted: SlipEntry
    commands: tuple[Command | TakeBack, ...]
    corrects: bool


NO_MORE = Question(Slot(0, ""), None, "")
"""The question when no slip is missing: end the sitting, or go back to a slip."""


@dataclass
class EntryState:
    """The state of data entry at `enter`: the slips recorded, the slips passed over, and the slip that is asked now.

    `after`: the slip left last; `wanted`: a slip to ask out of order; `back`: how many slips the scorer has gone back.
    `draft`: a line not recorded, offered again; `mistaken`: it was refused; `unseated`: for unknown contestants.
    `known_tricks`: the double-dummy tricks that this machine knows.
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
    known_tricks: KnownTricks = lambda _: {}

    # The question

    def question(self, session: Session) -> Question:
        """Return the current question; `NO_MORE` if every slip has an outcome or was passed over."""
        if self.back:
            earlier = self.acknowledged[-self.back]
            return self._question_about(session, earlier.slot, earlier)
        slot = self.wanted or next_slot(session, self.plan, self.after, self.passed)
        return self._question_about(session, slot) if slot else NO_MORE._replace(text=self.draft)

    def _question_about(self, session: Session, slot: Slot, earlier: EnteredSlip | None = None) -> Question:
        seats = seats_at(session, self.plan, slot) or (earlier.seats if earlier else None)
        played = recorded_play(session, slot)
        if earlier and not slot.table:
            pair = (earlier.seats.ns, earlier.seats.ew)
            played = next((each for each in session.boards[slot.board].values() if each.seating.pair == pair), None)
        noted = _recorded_entry(played) or (earlier.noted if earlier else None)
        known = f"{seats_text(session, seats)} {noted}" if seats and noted else ""
        return Question(slot, seats, self.draft or known, played, self.back)

    # The answer

    def entry(self, session: Session, question: Question, written: WrittenSlip) -> IntendedSlip:
        """Return a typed slip with its commands; Misuse (bad-table) if seats are unknown, Refusal if they are wrong."""
        slot = written.slot or question.slot
        if slot == NO_MORE.slot:
            raise Misuse("bad-table", "every slip is in: of which board and table is this?", "5/3 4sn=")
        require_board(session, slot.board)
        target = question if slot == question.slot else self._question_about(session, slot)
        seats = self._seats(session, question, target, written)
        if written.seats:
            self._require_free(session, slot, seats, target.played)
        commands = tuple(_recording_commands(session, slot, seats, written.noted, target.played))
        return IntendedSlip(slot, seats, written.noted, commands, bool(target.played and not target.played.pending))

    def otherwise(self, session: Session, entry: IntendedSlip) -> Deviation | None:
        """Return how a slip deviates from the movement; None for no deviation, or if its seats are recorded already."""
        known = recorded_play(session, entry.slot)
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
        try:
            _require_free(session, slot, seats, here)
        except Refusal as refusal:
            deviation = self._deviation(session, slot, seats)
            # Name the planned contestants: a mistyped number is far more likely than wrong seats.
            otherwise = f"; {deviation}" if deviation and deviation.planned else ""
            raise Refusal(refusal.code, f"{refusal.message}{otherwise}", refusal.hint) from None

    def _seats(self, session: Session, question: Question, target: Question, written: WrittenSlip) -> SlipSeats:
        """Return the contestants of a slip: typed, else known, else as proposed; Misuse (bad-table) if unknown."""
        slot = target.slot
        round_ = target.seats.round if target.seats else None
        if written.seats:
            ns, ew = written.seats
            if not ns:  # only East–West was typed: North–South is the proposed pair
                ns = target.seats.ns if target.seats and not target.seats.ew else ""
                if not ns:
                    wrong = f"who sat at {slot}: {ew} and who else?"
                    raise Misuse("bad-table", wrong, f"both before the result: 1 {ew} 4sn=")
            return full_labels(session, (ns, ew), slot, round_)
        if target.seats and (target.seats.certain or (target.seats.ew and slot == question.slot)):
            return target.seats
        example = "Oslo Bergen 4sn=" if not sits_at_one_table(session) else "1 14 4sn="
        hint = f"North–South's and East–West's before the result: {example}"
        raise SeatsUnknown("bad-table", f"who sat at {slot}?", hint)

    def acknowledge(self, entry: IntendedSlip, events: tuple[Envelope, ...]) -> None:
        """Note that a slip was entered and go on: to the next slip, or from an earlier one back to the newest."""
        entered = EnteredSlip(entry.slot, entry.seats, entry.noted)
        at = len(self.acknowledged) - self.back
        before = self.acknowledged[at] if self.back else None
        self.acknowledged[at:] = [entered, *self.acknowledged[at + 1 :]]
        if events:
            self.acts.append(RecordedSlip(at, before, events, entry.corrects))
        if before is None:
            self._move_on_from(entry.slot)
        self.abandon()

    def refused(self, text: str, *, unseated: bool = False) -> None:
        """Keep a refused line, to be corrected; `unseated`: it lacks contestants, and the cursor is at its start."""
        self.draft, self.mistaken, self.unseated = text, True, unseated

    def undoing(self, events: tuple[Envelope, ...]) -> Iterator[Command | TakeBack]:
        """Yield the commands that undo events, the last event first: a result is voided, entered contestants stay."""
        for envelope in reversed(events):
            if isinstance(event := envelope.event, ResultRecorded):
                yield VoidResult(Where(event.board, event.table, event.ns, event.ew, event.round), TAKEN_BACK)
            elif not isinstance(event, ContestantsEntered):
                yield TakeBack(envelope.number)

    # Moving on and back

    def skip(self, session: Session) -> None:
        """Pass over the slip that is asked; after a step back to an earlier slip, return to the newest one."""
        question = self.question(session)
        self._forget_draft()
        if self.back:
            self.back = 0
        elif question != NO_MORE:
            self._move_on_from(question.slot)

    def next_board(self, session: Session) -> None:
        """Pass over the slips still missing of this board, or, if slips are asked by round, of this table's round."""
        question = self.question(session)
        self._forget_draft()
        self.back = 0
        if question == NO_MORE:
            return
        group = [each for each in slots(session, self.plan) if belong_together(session, self.plan, each, question.slot)]
        since = group.index(question.slot) if question.slot in group else 0
        movement = movement_of(session, self.plan)
        self.passed |= {each for each in group[since:] if not is_entered(session, each, movement)}
        self._move_on_from(question.slot)

    def go_to(self, session: Session, place: GoTo) -> None:
        """Ask next for a board's slip at the typed table, or else its first open slip; Refusal (no-such-board)."""
        require_board(session, place.board)
        self._forget_draft()
        self.back = 0
        of_board = [each for each in slots(session, self.plan) if each.board == place.board]
        open_ = [each for each in of_board if not is_entered(session, each)] or of_board or [Slot(place.board, "")]
        self.wanted = Slot(place.board, place.table) if place.table else open_[0]
        self.passed.discard(self.wanted)

    def step(self, by: int) -> bool:
        """Go back by one slip (1), or forward by one (-1); return True if there was a slip to go to."""
        target = self.back + by
        if not 0 <= target <= len(self.acknowledged):
            return False
        self._forget_draft()
        self.back = target
        return True

    def abandon(self) -> None:
        """Discard the typed line; after a step back to an earlier slip, return to the newest one."""
        self._forget_draft()
        self.back = 0

    def taken_back(self, session: Session) -> None:
        """Note that the events of the last slip were undone; ask for this slip next, with its old text to edit."""
        act = self.acts.pop()
        last = self.acknowledged[act.at]
        self.acknowledged[act.at : act.at + 1] = [act.before] if act.before else []
        self.passed.discard(last.slot)
        self.abandon()
        self.wanted = last.slot
        self.draft = f"{seats_text(session, last.seats)} {last.noted}"

    def _forget_draft(self) -> None:
        self.draft, self.mistaken, self.unseated = "", False, False

    def _move_on_from(self, slot: Slot) -> None:
        self.passed.add(slot)
        self.after, self.wanted = slot, None


def read(session: Session, text: str) -> Word | GoTo | WrittenSlip:
    """Read a typed line; in a session of teams, the contestants are names instead of numbers."""
    return read_typed(text, teams=not sits_at_one_table(session))


def _require_free(session: Session, slot: Slot, seats: SlipSeats, here: TableBoard | None) -> None:
    """Refuse contestants who are not entered, or who (teams excepted) already sit at another table on the board."""
    if session.opening.entry == "listed":
        for contestant in (seats.ns, seats.ew):
            require_contestant(session, contestant)
    if not sits_at_one_table(session):
        return
    sitting = {*members(seats.ns), *members(seats.ew)}
    for played in session.boards[slot.board].values():
        if (both := sitting & {*played.seating.everyone}) and (here is None or played.seating != here.seating):
            who = str(played.seating) if both == sitting else min(both, key=natural)
            at = f"at table {played.table}" if played.table else f"as {played.seating}"
            again = f"type {slot.board}/{played.table}, to go back to that slip and correct it"
            hint = again if played.table else "type s, to skip this slip"
            raise Refusal("played-already", f"{who} has a result on board {slot.board} already, {at}", hint)


def _recorded_entry(played: TableBoard | None) -> SlipEntry | None:
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


def _recording_commands(
    session: Session, slot: Slot, seats: SlipSeats, noted: SlipEntry, played: TableBoard | None
) -> Iterator[Command | TakeBack]:
    where = seats.where(session, slot)
    reseated = played is not None and played.seating.pair != (seats.ns, seats.ew)
    if played is None:
        yield record_command(where, noted)
    elif (
        played.absence and isinstance(played.absent, BoardNotPlayed) and (reseated or noted != _recorded_entry(played))
    ):
        yield TakeBack(played.absence.number)
        yield record_command(where, noted)
    else:
        if reseated:
            recorded = Where(played.board, played.table, *played.seating.pair, played.round)
            yield CorrectSeating(recorded, where, reason=REASON)
        if noted != _recorded_entry(played):
            if played.result is None:
                yield record_command(where, noted)
            elif noted.result is None:
                yield VoidResult(where, REASON)
                if not (played.absence and noted.without == "later"):  # voiding restores the postponement
                    yield record_command(where, noted)
            else:
                yield CorrectResult(where, noted.result, noted.lead, REASON, no_lead=not noted.lead)
