"""The loop of a sitting at a terminal: a slip is asked, read, recorded and acknowledged; then the next one is asked."""

import os
import shutil
import sys
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from cli.desk.desk import Desk
from cli.entry.agenda import Plan, boards_per_round, is_entered, movement_of, slots
from cli.entry.asking import (
    HELP,
    Screen,
    SpecialKey,
    TerminalPrompt,
    View,
    concerns_of,
    score_text,
    slip_outcome_text,
    view,
)
from cli.entry.sitting import (
    NO_MORE,
    TAKEN_BACK,
    EntryState,
    GoTo,
    IntendedSlip,
    Question,
    SeatsUnknown,
    TakeBack,
    Word,
    WrittenSlip,
    read,
)
from cli.screens import mistakes
from cli.screens.effects import published_change_text, was_published
from cli.terminal.prompts import ending_on_signal
from cli.terminal.settings import Settings
from cli.words.events import headline
from cli.words.vocabulary import counted
from ledger.bounds.files import TABLES
from ledger.bridge import Unreadable
from ledger.errors import Conflict, Misuse, Refusal, Unavailable
from ledger.kernel.fact import Command, Envelope
from ledger.labels import TABLE
from ledger.recording import TRIAL, Submission
from ledger.recording.effect import Effect
from ledger.session import Session, Stream
from ledger.session.places import require_board
from ledger.subjects.play.facts import ContestantsEntered
from ledger.subjects.rulings.facts import Undo

_Answer = TypeVar("_Answer")

_CORRECTABLE = (Refusal, Misuse, Conflict, Unreadable)
"""Errors that a scorer corrects by typing the line again."""


class SittingSummary(NamedTuple):
    """The counts when `enter` ends: slips `entered` in this run, and `slips` with an outcome `of` all slips."""

    entered: int
    slips: int
    of: int


class EntryRun:
    """A loop that asks for slips and records them: its desk, its state, and its prompt.

    `consented`: the scores were published before the sitting, and changing them was confirmed once for all new slips.
    """

    def __init__(self, desk: Desk, sitting: EntryState, asking: TerminalPrompt, *, consented: bool = False) -> None:
        self.desk = desk
        self.sitting = sitting
        self.asking = asking
        self._consented = consented
        self._name = desk.session_id

    def run(self) -> SittingSummary:
        """Ask for slips until the scorer ends; each slip is recorded before the next one is asked."""
        while True:
            question = self.sitting.question(self._session())
            scoreboard = self._retry(lambda: self.desk.office.scoreboard(self._name))
            size = shutil.get_terminal_size()
            screen = Screen(size.columns, size.lines, self.desk.symbols)
            answer = self.asking.ask(view(scoreboard, self.sitting, question, screen))
            if isinstance(answer, SpecialKey):
                if not self._obey_key(answer):
                    break
                continue
            try:
                session = self._session()
                typed = read(session, answer)
                if isinstance(typed, WrittenSlip):
                    self._record(self.sitting.entry(session, question, typed), session)
                elif isinstance(typed, GoTo):
                    self.sitting.go_to(session, typed)
                elif not self._obey_word(typed, question, session):
                    break
            except _CORRECTABLE as error:
                mistake = mistakes.mistake_in_input(error, self.desk.settings)
                self.desk.say(*mistakes.lines(replace(mistake, excerpt=())))
                self.sitting.refused(answer, unseated=isinstance(error, SeatsUnknown))
                # If another desk recorded the slip meanwhile, the refused line is no draft for the next slip.
                if self.sitting.question(self._session()).slot != question.slot:
                    self.sitting.abandon()
                    meanwhile = f"{question.slot} was recorded meanwhile, at another desk"
                    self.desk.say(f"{meanwhile}: `{answer}` is not recorded")
        session = self._session()
        order, movement = slots(session, self.sitting.plan), movement_of(session, self.sitting.plan)
        return SittingSummary(
            sum(not act.before and not act.corrects for act in self.sitting.acts),
            sum(is_entered(session, each, movement) for each in order),
            len(order),
        )

    def _session(self) -> Session:
        return self._retry(lambda: self.desk.office.session(self._name))

    def _retry(self, ask: Callable[[], _Answer]) -> _Answer:
        """Call `ask` until the database answers, and return the answer; after an outage, wait for Enter.

        Raises Unavailable if the scorer ends the sitting instead.
        """
        while True:
            try:
                return ask()
            except Unavailable as error:
                self.desk.say(*mistakes.error_lines(error))
                answer = self.asking.ask(View([], "Enter tries it again, q ends: ", "", lambda _: []))
                if answer is SpecialKey.END or (isinstance(answer, str) and answer.strip().lower() in ("q", "quit")):
                    raise

    # Keys and words

    def _obey_key(self, key: SpecialKey) -> bool:
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

    def _obey_word(self, word: Word, question: Question, session: Session) -> bool:
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
                self._obey_key(SpecialKey.UP)
            case "keep" if question.slot == NO_MORE.slot:
                return False
            case "keep" if question.played and question.played.results:
                self.sitting.skip(session)
            case "keep":
                self.desk.say(f"{question.slot}: and the result? 4sn= 3nn-1 p +620; s skips this slip")
        return word != "end"

    # Recording

    def _record(self, entry: IntendedSlip, session: Session) -> None:
        if not entry.commands:
            outcome = slip_outcome_text(entry.noted, entry.slot.board, self.desk.symbols)
            self.desk.say(f"{entry.slot}  as it was: {outcome}")
            self.sitting.acknowledge(entry, ())
            return
        if (otherwise := self.sitting.otherwise(session, entry)) is not None:
            seats = f"{entry.seats.ns} v {entry.seats.ew}"
            above = [f"{entry.slot}  {seats} is not as planned: {otherwise}"]
            if not self._agrees(View(above, "Keep it? [y/N] ", "", lambda _: [])):
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
        """Record all commands in order, or none if one would be refused or the scorer declines.

        If scores were published, the scorer first confirms all changes at once; `consented`: this was done before.
        """
        resolved = [self._undo_command(each) if isinstance(each, TakeBack) else each for each in commands]
        session = self._session()
        consented = consented or self.desk.settings.yes or not self._retry(lambda: was_published(self.desk, session))
        if len(resolved) > 1 or not consented:
            # Try each command on the state after the one before, so that none is recorded unless all are accepted.
            tried: list[Effect] = []
            for command in resolved:
                tried.append(self._try(command, tried[-1].after if tried else None))
            if not consented and not self._is_wanted(tried):
                self.desk.say("not recorded")
                return ()
        return tuple(envelope for each in resolved for envelope in self._send(each).events)

    def _send(self, command: Command) -> Effect:
        """Record one command; repeat it with the same command id until the database answers."""
        command_id = self.desk.settings.command_id or str(uuid.uuid4())
        return self._retry(lambda: self.desk.submit(command, how=Submission(command_id)))

    def _try(self, command: Command, supposing: Stream | None) -> Effect:
        return self._retry(lambda: self.desk.submit(command, how=TRIAL._replace(supposing=supposing)))

    def _is_wanted(self, tried: Sequence[Effect]) -> bool:
        """Return True if the commands are to be recorded; ask the scorer if they change published scores."""
        out = next(filter(None, (published_change_text(each) for each in tried)), "")
        if not out:
            return True
        would = [f"Would record {headline(envelope, each.after)}" for each in tried for envelope in each.events]
        return self._agrees(View(would, f"{out} Record it? [y/N] ", "", lambda _: []))

    def _agrees(self, view: View) -> bool:
        answer = self.asking.ask(view)
        return isinstance(answer, str) and answer.strip().lower() in ("y", "yes")

    def _undo_command(self, what: TakeBack) -> Command:
        return Undo(self._retry(lambda: self.desk.office.event(self._name, what.number)), TAKEN_BACK)

    def _say(self, events: tuple[Envelope, ...], entry: IntendedSlip | None = None) -> None:
        session = self._session()
        headlines = [headline(each, session) for each in events if not isinstance(each.event, ContestantsEntered)]
        score = f"   {score_text(entry.noted, entry.slot.board)}" if entry and entry.noted.result else ""
        self.desk.say(*headlines[:-1], f"{headlines[-1]}{score}")

    def _take_back(self) -> None:
        if not self.sitting.acts:
            self.desk.say("nothing was recorded in this sitting: `undo` takes back what was recorded earlier")
            return
        events = self._submit(tuple(self.sitting.undoing(self.sitting.acts[-1].events)))
        if events:
            self._say(events)
            self.sitting.taken_back(self._session())


def closing_lines(sat: SittingSummary) -> list[str]:
    """Return the last lines that `enter` prints: the counts of slips, and how to go on."""
    done = f"{counted(sat.entered, 'slip')} entered; {sat.slips} of {sat.of} are in"
    return [done, *(["`enter` goes on with those that are missing"] if sat.slips < sat.of else [])]


def plan(
    boards: tuple[int, ...], tables: str | None, section: str, *, by_round: bool, per_round: int | None, again: bool
) -> Plan:
    """Return which slips to ask for, and in which order, from the options of `enter`."""
    return Plan(boards, _parse_tables(tables, section), section, by_round, per_round, again)


def _parse_tables(text: str | None, section: str) -> tuple[str, ...]:
    """Parse tables: their names, or their number ('13' for 1 to 13); () for None. Misuse (bad-table) if invalid."""
    if text is None:
        return ()
    if text.isascii() and text.isdecimal():
        if not TABLES.hold(int(text[:9])):
            raise Misuse("bad-table", f"{text[:20]} is no number of tables", "--tables 13, the number of tables")
        return tuple(f"{section}{number}" for number in range(1, int(text) + 1))
    named = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in named:
        if not TABLE.fullmatch(name):
            raise Misuse("bad-table", f"{name[:30]!r} is no name for a table", "--tables 13, or --tables open,closed")
    return named


def require_terminal(asked: Settings) -> None:
    """Raise Misuse (usage) without a terminal, or with --no-input, --dry-run or --json."""
    if asked.dry_run or asked.json:
        hint = "`result add - -n < slips.txt` tries slips, with --json for programs"
        raise Misuse("usage", "`enter` records each slip as it is typed", hint)
    if asked.no_input or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Misuse("usage", "`enter` needs a terminal", "`result add - < slips.txt`, a slip a line")


def enter_slips(desk: Desk, wanted: Plan) -> None:
    """Ask for slips and record them until the scorer ends; Misuse (usage) if the boards of a round are unknown."""
    session = desk.before()
    for board in wanted.boards:
        require_board(session, board)
    if wanted.by_round and not movement_of(session, wanted) and boards_per_round(session, wanted) is None:
        raise Misuse("usage", "how many boards does a table play in a round?", "--per-round 2")
    if consented := was_published(desk, session):
        desk.confirm("The scores were given out, and what you enter changes them. Go on?")
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # no need to ask the terminal for the cursor position
    desk.say(f"{session.id}: {counted(len(wanted.boards or session.boards), 'board')}; ? help, q ends")
    with ending_on_signal():
        sat = EntryRun(
            desk,
            EntryState(wanted, known_tricks=desk.office.solved_deals.by_board),
            TerminalPrompt(),
            consented=consented,
        ).run()
    desk.hint(*closing_lines(sat))
