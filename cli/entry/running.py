"""A sitting at a terminal: a slip is asked, read, recorded, acknowledged; then the next one is asked."""

import shutil
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from cli.desk.desk import Desk
from cli.entry.agenda import is_in, movement_of, slots
from cli.entry.asking import LinePrompt, SpecialKey
from cli.entry.sitting import NO_MORE, TAKEN_BACK, IntendedSlip, Question, SeatsUnknown, Sitting, TakeBack, read
from cli.entry.typed import GoTo, Word, WrittenSlip
from cli.entry.views import HELP, Screen, View, doubted, noted_text, score_text, view
from cli.screens import mistakes
from cli.screens.effects import anything_out, what_is_out
from cli.words.headlines import headline
from cli.words.vocabulary import counted
from ledger.bridge import Unreadable
from ledger.errors import Conflict, Misuse, Refusal, Unavailable
from ledger.facts import Command, Envelope, Undo
from ledger.facts.play import ContestantsEntered
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.effect import Effect
from ledger.session import Session, Stream

_Answer = TypeVar("_Answer")

_MENDABLE = (Refusal, Misuse, Conflict, Unreadable)
"""What a scorer answers by typing the line again."""


class SittingSummary(NamedTuple):
    """How a sitting ended: how many slips were new, and how many are in of all there should be."""

    entered: int
    slips: int
    of: int


class EntryRun:
    """One sitting: the office, what was entered so far, and who asks for lines.

    `consented`: the scores were out as it began, and it was asked once for all slips that are new.
    """

    def __init__(self, desk: Desk, sitting: Sitting, asking: LinePrompt, *, consented: bool = False) -> None:
        self.desk = desk
        self.sitting = sitting
        self.asking = asking
        self._consented = consented
        self._name = desk.session_id

    def run(self) -> SittingSummary:
        """Ask for slips until it is ended; what was acknowledged is recorded."""
        while True:
            question = self.sitting.question(self._session())
            answer = self.asking.ask(view(self._scores(), self.sitting, question, self._screen()))
            if isinstance(answer, SpecialKey):
                if not self._pressed(answer):
                    break
                continue
            try:
                if not self._typed(question, answer):
                    break
            except _MENDABLE as error:
                self.desk.say(*mistakes.lines(replace(mistakes.of_input(error, self.desk.settings), excerpt=())))
                self.sitting.refused(answer, unseated=isinstance(error, SeatsUnknown))
                self._drop_if_in(question, answer)
        session = self._session()
        order, movement = slots(session, self.sitting.plan), movement_of(session, self.sitting.plan)
        return SittingSummary(
            sum(not act.before and not act.corrects for act in self.sitting.acts),
            sum(is_in(session, each, movement) for each in order),
            len(order),
        )

    def _drop_if_in(self, question: Question, text: str) -> None:
        """Let a refused line go where its slip was recorded elsewhere meanwhile: it is none for the next one asked."""
        if self.sitting.question(self._session()).slot != question.slot:
            self.sitting.abandon()
            self.desk.say(f"{question.slot} was recorded meanwhile, at another desk: `{text}` is not recorded")

    def _session(self) -> Session:
        return self._reached(lambda: self.desk.office.session(self._name))

    def _scores(self) -> Scoreboard:
        return self._reached(lambda: self.desk.office.scoreboard(self._name))

    def _reached(self, ask: Callable[[], _Answer]) -> _Answer:
        """What the database answers; while it does not, that is said, and asked again when the scorer wishes.

        Raises Unavailable where he ends the sitting instead.
        """
        while True:
            try:
                return ask()
            except Unavailable as error:
                self.desk.say(*mistakes.told(error))
                answer = self.asking.ask(View([], "Enter tries it again, q ends: ", "", lambda _: []))
                if answer is SpecialKey.END or (isinstance(answer, str) and answer.strip().lower() in ("q", "quit")):
                    raise

    def _screen(self) -> Screen:
        size = shutil.get_terminal_size()
        return Screen(size.columns, size.lines, self.desk.symbols)

    # What is pressed, and typed

    def _pressed(self, key: SpecialKey) -> bool:
        """What a key does; False where it ends the sitting."""
        match key:
            case SpecialKey.UP if not self.sitting.step(1):
                self.desk.say("there is no slip before: `result correct` puts right what was recorded earlier")
            case SpecialKey.DOWN:
                self.sitting.step(-1)
            case SpecialKey.TAB:
                self.sitting.skip(self._session())
            case SpecialKey.ABANDON:
                self.sitting.abandon()
        return key is not SpecialKey.END

    def _typed(self, question: Question, text: str) -> bool:
        """What a line does; False where it ends the sitting."""
        session = self._session()
        typed = read(session, text)
        if isinstance(typed, WrittenSlip):
            self._record(self.sitting.entry(session, question, typed), session)
        elif isinstance(typed, GoTo):
            self.sitting.go_to(session, typed)
        else:
            return self._word(typed, question, session)
        return True

    def _word(self, word: Word, question: Question, session: Session) -> bool:
        match word:
            case "help":
                self.desk.say(*HELP.splitlines())
            case "skip":
                self.sitting.skip(session)
            case "next":
                self.sitting.next_board(session)
            case "undo":
                self._take_back()
            case "back":
                self._pressed(SpecialKey.UP)
            case "keep" if question.slot == NO_MORE.slot:
                return False
            case "keep" if question.played and question.played.results:
                self.sitting.skip(session)
            case "keep":
                self.desk.say(f"{question.slot}: and the result? 4sn= 3nn-1 p +620; s skips this slip")
        return word != "end"

    # What is recorded

    def _record(self, entry: IntendedSlip, session: Session) -> None:
        """Record a slip, all of it or nothing, and say what was understood."""
        if not entry.commands:
            self.desk.say(f"{entry.slot}  as it was: {noted_text(entry.noted, entry.slot.board, self.desk.symbols)}")
            self.sitting.acknowledge(entry, ())
            return
        if not self._kept(session, entry):
            self.desk.say("not recorded")
            self.sitting.abandon()
            return
        doubts = doubted(session, self.sitting, entry)
        events = self._submit(entry.commands, consented=self._consented and not entry.corrects)
        if not events:
            self.sitting.abandon()
            return
        self._say(events, entry)
        if doubts:
            self.desk.say(*(f"  {text}" for text in doubts))
        self.sitting.acknowledge(entry, events)

    def _kept(self, session: Session, entry: IntendedSlip) -> bool:
        """Whether a slip is kept though it is otherwise than planned, where it is: that is asked."""
        found = self.sitting.otherwise(session, entry)
        if found is None:
            return True
        above = [f"{entry.slot}  {entry.seats.ns} v {entry.seats.ew} is otherwise than planned: {found}"]
        answer = self.asking.ask(View(above, "Keep it? [y/N] ", "", lambda _: []))
        return isinstance(answer, str) and answer.strip().lower() in ("y", "yes")

    def _submit(self, commands: Sequence[Command | TakeBack], *, consented: bool = False) -> tuple[Envelope, ...]:
        """Record commands one after the other, once all of them are known to be accepted; none where it is not wished.

        It is asked once for all of them, before the first; `consented`: it was asked already.
        """
        meant = [self._undoing(each) if isinstance(each, TakeBack) else each for each in commands]
        session = self._session()
        consented = consented or self.desk.settings.yes or not self._reached(lambda: anything_out(self.desk, session))
        if len(meant) > 1 or not consented:
            tried = self._tried(meant)
            if not consented and not self._wished(tried):
                self.desk.say("not recorded")
                return ()
        return tuple(envelope for each in meant for envelope in self._sent(each).events)

    def _sent(self, command: Command) -> Effect:
        """Record a command, once, however often it has to be sent until the database answers."""
        command_id = self.desk.settings.command_id or str(uuid.uuid4())
        return self._reached(lambda: self.desk.submit(command, command_id=command_id))

    def _tried(self, commands: Sequence[Command]) -> list[Effect]:
        """What commands would do, each as if those before it were recorded."""
        tried: list[Effect] = []
        for command in commands:
            tried.append(self._trial(command, tried[-1].after if tried else None))
        return tried

    def _trial(self, command: Command, supposing: Stream | None) -> Effect:
        return self._reached(lambda: self.desk.submit(command, dry_run=True, supposing=supposing))

    def _wished(self, tried: Sequence[Effect]) -> bool:
        """Whether it is to be recorded: shown and asked where it changes scores that are out."""
        out = next(filter(None, (what_is_out(each) for each in tried)), "")
        if not out:
            return True
        would = [f"Would record {headline(said, each.after)}" for each in tried for said in each.events]
        answer = self.asking.ask(View(would, f"{out} Record it? [y/N] ", "", lambda _: []))
        return isinstance(answer, str) and answer.strip().lower() in ("y", "yes")

    def _undoing(self, what: TakeBack) -> Command:
        return Undo(self._reached(lambda: self.desk.office.event(self._name, what.number)), TAKEN_BACK)

    def _say(self, events: tuple[Envelope, ...], entry: IntendedSlip | None = None) -> None:
        session = self._session()
        said = [headline(each, session) for each in events if not isinstance(each.event, ContestantsEntered)]
        score = f"   {score_text(entry.noted, entry.slot.board)}" if entry and entry.noted.result else ""
        self.desk.say(*said[:-1], f"{said[-1]}{score}")

    def _take_back(self) -> None:
        """Take back what was recorded last in this sitting; its slip is asked again."""
        if not self.sitting.acts:
            self.desk.say("nothing was recorded in this sitting: `undo` takes back what was recorded earlier")
            return
        events = self._submit(tuple(self.sitting.undoing(self.sitting.acts[-1].events)))
        if events:
            self._say(events)
            self.sitting.taken_back(self._session())


def ended(sat: SittingSummary) -> list[str]:
    """What is said at the end."""
    done = f"{counted(sat.entered, 'slip')} entered; {sat.slips} of {sat.of} are in"
    return [done, *(["`enter` goes on with those that are missing"] if sat.slips < sat.of else [])]
