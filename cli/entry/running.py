"""A sitting at a terminal: a slip is asked, read, recorded, acknowledged; then the next one is asked."""

import os
import shutil
import sys
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from cli.desk.desk import Desk
from cli.entry.agenda import Plan, boards_per_round, is_in, movement_of, slots
from cli.entry.asking import HELP, LinePrompt, Screen, SpecialKey, View, concerns_of, noted_text, score_text, view
from cli.entry.sitting import (
    NO_MORE,
    TAKEN_BACK,
    GoTo,
    IntendedSlip,
    Question,
    SeatsUnknown,
    Sitting,
    TakeBack,
    Word,
    WrittenSlip,
    read,
)
from cli.screens import mistakes
from cli.screens.effects import anything_out, what_is_out
from cli.terminal.prompts import told_to_end
from cli.terminal.settings import Settings
from cli.words.events import headline
from cli.words.vocabulary import counted
from ledger.bounds.files import TABLES
from ledger.bridge import Unreadable
from ledger.errors import Conflict, Misuse, Refusal, Unavailable
from ledger.kernel.fact import Envelope
from ledger.labels import TABLE
from ledger.recording import TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.session import Session, Stream
from ledger.session.places import require_board
from ledger.subjects.commands import Command
from ledger.subjects.play.facts import ContestantsEntered
from ledger.subjects.rulings.facts import Undo

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
            scoreboard = self._reached(lambda: self.desk.office.scoreboard(self._name))
            size = shutil.get_terminal_size()
            screen = Screen(size.columns, size.lines, self.desk.symbols)
            answer = self.asking.ask(view(scoreboard, self.sitting, question, screen))
            if isinstance(answer, SpecialKey):
                if not self._pressed(answer):
                    break
                continue
            try:
                session = self._session()
                typed = read(session, answer)
                if isinstance(typed, WrittenSlip):
                    self._record(self.sitting.entry(session, question, typed), session)
                elif isinstance(typed, GoTo):
                    self.sitting.go_to(session, typed)
                elif not self._word(typed, question, session):
                    break
            except _MENDABLE as error:
                self.desk.say(*mistakes.lines(replace(mistakes.of_input(error, self.desk.settings), excerpt=())))
                self.sitting.refused(answer, unseated=isinstance(error, SeatsUnknown))
                # A refused line whose slip was recorded elsewhere meanwhile is none for the next one asked.
                if self.sitting.question(self._session()).slot != question.slot:
                    self.sitting.abandon()
                    self.desk.say(
                        f"{question.slot} was recorded meanwhile, at another desk: `{answer}` is not recorded"
                    )
        session = self._session()
        order, movement = slots(session, self.sitting.plan), movement_of(session, self.sitting.plan)
        return SittingSummary(
            sum(not act.before and not act.corrects for act in self.sitting.acts),
            sum(is_in(session, each, movement) for each in order),
            len(order),
        )

    def _session(self) -> Session:
        return self._reached(lambda: self.desk.office.session(self._name))

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

    # What is pressed, and typed

    def _pressed(self, key: SpecialKey) -> bool:
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
        if not entry.commands:
            self.desk.say(f"{entry.slot}  as it was: {noted_text(entry.noted, entry.slot.board, self.desk.symbols)}")
            self.sitting.acknowledge(entry, ())
            return
        if (otherwise := self.sitting.otherwise(session, entry)) is not None:
            seats = f"{entry.seats.ns} v {entry.seats.ew}"
            above = [f"{entry.slot}  {seats} is otherwise than planned: {otherwise}"]
            if not self._agreed(View(above, "Keep it? [y/N] ", "", lambda _: [])):
                self.desk.say("not recorded")
                self.sitting.abandon()
                return
        concerns = concerns_of(session, self.sitting, entry)
        events = self._submit(entry.commands, consented=self._consented and not entry.corrects)
        if not events:
            self.sitting.abandon()
            return
        self._say(events, entry)
        if concerns:
            self.desk.say(*(f"  {text}" for text in concerns))
        self.sitting.acknowledge(entry, events)

    def _submit(self, commands: Sequence[Command | TakeBack], *, consented: bool = False) -> tuple[Envelope, ...]:
        """Record commands one after the other, once all of them are known to be accepted; none where it is not wished.

        It is asked once for all of them, before the first; `consented`: it was asked already.
        """
        meant = [self._undoing(each) if isinstance(each, TakeBack) else each for each in commands]
        session = self._session()
        consented = consented or self.desk.settings.yes or not self._reached(lambda: anything_out(self.desk, session))
        if len(meant) > 1 or not consented:
            tried: list[Effect] = []
            for command in meant:
                tried.append(self._trial(command, tried[-1].after if tried else None))
            if not consented and not self._wished(tried):
                self.desk.say("not recorded")
                return ()
        return tuple(envelope for each in meant for envelope in self._sent(each).events)

    def _sent(self, command: Command) -> Effect:
        """Record a command, once, however often it has to be sent until the database answers."""
        command_id = self.desk.settings.command_id or str(uuid.uuid4())
        return self._reached(lambda: self.desk.submit(command, how=Submission(command_id)))

    def _trial(self, command: Command, supposing: Stream | None) -> Effect:
        return self._reached(lambda: self.desk.submit(command, how=TRIAL._replace(supposing=supposing)))

    def _wished(self, tried: Sequence[Effect]) -> bool:
        """Whether it is to be recorded: shown and asked where it changes scores that are out."""
        out = next(filter(None, (what_is_out(each) for each in tried)), "")
        if not out:
            return True
        would = [f"Would record {headline(said, each.after)}" for each in tried for said in each.events]
        return self._agreed(View(would, f"{out} Record it? [y/N] ", "", lambda _: []))

    def _agreed(self, view: View) -> bool:
        answer = self.asking.ask(view)
        return isinstance(answer, str) and answer.strip().lower() in ("y", "yes")

    def _undoing(self, what: TakeBack) -> Command:
        return Undo(self._reached(lambda: self.desk.office.event(self._name, what.number)), TAKEN_BACK)

    def _say(self, events: tuple[Envelope, ...], entry: IntendedSlip | None = None) -> None:
        session = self._session()
        said = [headline(each, session) for each in events if not isinstance(each.event, ContestantsEntered)]
        score = f"   {score_text(entry.noted, entry.slot.board)}" if entry and entry.noted.result else ""
        self.desk.say(*said[:-1], f"{said[-1]}{score}")

    def _take_back(self) -> None:
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


def plan(
    boards: tuple[int, ...], tables: str | None, section: str, *, by_round: bool, per_round: int | None, again: bool
) -> Plan:
    """How a sitting goes, as its options say."""
    return Plan(boards, _tables(tables, section), section, by_round, per_round, again)


def _tables(text: str | None, section: str) -> tuple[str, ...]:
    """The names of the tables; Misuse (bad-table) where they are none.

    >>> _tables("3", "A"), _tables("open, closed", "")
    (('A1', 'A2', 'A3'), ('open', 'closed'))
    """
    if text is None:
        return ()
    if text.isascii() and text.isdecimal():
        if not TABLES.hold(int(text[:9])):
            raise Misuse("bad-table", f"{text[:20]} tables?", "how many there are: --tables 13")
        return tuple(f"{section}{number}" for number in range(1, int(text) + 1))
    named = tuple(each.strip() for each in text.split(",") if each.strip())
    for each in named:
        if not TABLE.fullmatch(each):
            raise Misuse("bad-table", f"{each[:30]!r} is no name for a table", "--tables 13, or --tables open,closed")
    return named


def require_terminal(asked: Settings) -> None:
    """Misuse where there is nobody to ask: no terminal, or it is forbidden; and where nothing is to be recorded."""
    if asked.dry_run or asked.json:
        hint = "`result add - -n < slips.txt` tries slips, with --json for programs"
        raise Misuse("usage", "`enter` records each slip as it is typed", hint)
    if asked.no_input or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misuse(
            "usage", "`enter` asks on a terminal, and here is none", "`result add - < slips.txt`, a slip a line"
        )


def enter_slips(desk: Desk, wanted: Plan) -> None:
    """A sitting at this terminal."""
    session = desk.before()
    for board in wanted.boards:
        require_board(session, board)
    if wanted.by_round and not movement_of(session, wanted) and boards_per_round(session, wanted) is None:
        raise Misuse("usage", "how many boards does a table play in a round?", "--per-round 2")
    if consented := anything_out(desk, session):
        desk.confirm("The scores were given out, and what you enter changes them. Go on?")
    from cli.entry.asking import TerminalPrompt

    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # nothing here depends on where on the screen the line stands
    desk.say(f"{session.id}: {counted(len(wanted.boards or session.boards), 'board')}; ? help, q ends")
    with told_to_end():
        sat = EntryRun(desk, Sitting(wanted), TerminalPrompt(), consented=consented).run()
    desk.hint(*ended(sat))
