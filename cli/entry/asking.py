"""The input line of a sitting at a terminal, with the board above the line and feedback while one types.

prompt_toolkit draws the line, and is loaded only here. The lines above disappear when the line is done; the
acknowledgement is printed instead, and scrolls up.
"""

import dataclasses
import textwrap
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import NamedTuple

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output

from cli.entry.agenda import Plan, movement_of, planned_at, progress
from cli.entry.sitting import (
    NO_MORE,
    EntryState,
    GoTo,
    IntendedSlip,
    Question,
    Word,
    WrittenSlip,
    label_without_side,
    read,
    seats_text,
)
from cli.entry.slip_lines import SlipEntry, question_for_missing
from cli.terminal import tables
from cli.terminal.screen import make_safe
from cli.words.travellers import traveller_of
from ledger.bridge import Side, Unreadable, dealer, ns_score, vulnerability
from ledger.errors import Misuse, Refusal
from ledger.labels import boards_text
from ledger.projections.concerns import impossible_text
from ledger.projections.doubts import SlipModel
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.tables import RecordedResult

_LEAST = -1
"""Slips are told from here on (`LEAST` elsewhere): whoever holds the slip of paper looks again at once."""


def suspicions(session: Session, sitting: EntryState, entry: IntendedSlip) -> list[str]:
    """Return the likely errors in a slip, a text each; none without a result."""
    result, lead, _ = entry.noted
    if result is None:
        return []
    slot, seats = entry.slot, entry.seats
    seating = Seating(seats.ns, seats.ew, seats.round, slot.table or None)
    supposed = TableBoard(slot.board, seating, slot.table, results=(RecordedResult(0, result, lead, False),))
    board = {
        key: played
        for key, played in session.boards[slot.board].items()
        if not (slot.table and played.table == slot.table) and played.seating.pair != seating.pair
    }
    boards = {**session.boards, slot.board: {**board, seating: supposed}}
    evening = SlipModel(dataclasses.replace(session, boards=boards), sitting.known_tricks(session))
    texts = [impossible_text(result, slot.board)]
    if not texts[0]:
        doubt = evening.doubt(supposed, _LEAST)
        texts = [f"{doubt.question} {doubt.reason}".strip() if doubt else evening.wrong_lead(supposed)]
    at = len(sitting.acknowledged) - sitting.back - 1
    before = sitting.acknowledged[at] if at >= 0 else None
    if before and before.slot.board != slot.board and result.played and before.noted == entry.noted:
        texts.append(f"the slip before, {before.slot}, was {result} too")
    return list(filter(None, texts))


HELP = """\
4sn=  4s n +1  3nn-2  4sxe-1  p  +620  -100    the result; behind it the lead, if it is there: 4sn= sa
1 14 4sn=         with who sat there, North–South first
np  lp            not played; played later
5/3   5/3 4sn=    another board or table: ask it next, or record it at once
arrow up, b       the slip before, to look at or to correct; arrow down: forward again
s, Tab  n         skip this slip; skip the rest of the board
u                 take back what was recorded last
q, Ctrl-D  Ctrl-C    end; forget the line
"""

_FEEDBACK_OF_WORD: dict[Word, str] = {
    "help": "Enter: what can be typed",
    "skip": "Enter: skip this slip",
    "next": "Enter: skip the rest of the board",
    "undo": "Enter: take back what was recorded last",
    "back": "Enter: back to the slip before",
    "end": "Enter: end; recorded slips stay recorded",
}

_NARROW_WIDTH, _MIDDLE_WIDTH = 60, 100

_COLUMNS = {
    _NARROW_WIDTH: ("table", "NS", "EW", "contract", ">NS+", ">NS-"),
    _MIDDLE_WIDTH: ("table", "version", "NS", "EW", "contract", "lead", ">NS+", ">NS-"),
}

_LINES_AROUND = 8
"""Lines of the screen besides the traveller: heading, prompt, feedback, and the latest slips above."""

_FEWEST_LINES = 3


class Screen(NamedTuple):
    """The size of the screen, and whether it has suit symbols."""

    width: int
    height: int
    symbols: bool


class View(NamedTuple):
    """A question on the screen: the lines above the input line, its prompt, its first text, and the feedback.

    `from_start`: the cursor stands before the text, where facts are missing; `selected`: the first letter typed
    replaces the text; `completed`: completes the text at Tab, which otherwise leaves the line.
    """

    above: list[str]
    prompt: str
    text: str
    reading: Callable[[str], list[str]]
    from_start: bool = False
    selected: bool = False
    completed: Callable[[str], str] | None = None


def view(scoreboard: Scoreboard, sitting: EntryState, question: Question, screen: Screen) -> View:
    """Return the view of a question: the board's heading and traveller, the prompt, and the text to begin with."""
    session = scoreboard.session
    if question.slot == NO_MORE.slot:
        above, prompt = ["every slip is in, or was skipped"], "the end> "
    else:
        above = [heading(session, sitting.plan, question, screen), *_traveller(scoreboard, question, screen), ""]
        again = " again" if question.played and question.played.results else ""
        prompt = f"{question.slot}{again}{_pair_text(session, question)}> "
    return View(
        above,
        prompt,
        question.text,
        lambda text: feedback_on(session, sitting, question, text, screen),
        from_start=sitting.unseated,
        selected=sitting.mistaken and not sitting.unseated,
    )


def heading(session: Session, plan: Plan, question: Question, screen: Screen) -> str:
    """Format the line on the board and on how many slips are entered, shortened for a narrow screen."""
    count, board = progress(session, plan, question.slot), question.slot.board
    slips = f"{count.slips} of {count.of} slips"
    seats = f"Board {board}  dealer {dealer(board).value}, vul {vulnerability(board).value}"
    if planned := planned_at(movement_of(session, plan), question.slot):
        place = f"round {planned.round}, table {planned.table}: {boards_text(list(planned.boards))}"
        full = f"{place}   {seats}   {slips}"
        return full if len(full) <= screen.width else f"{place}  {count.slips}/{count.of}"
    done = f"board {count.board} of {count.boards}, {count.in_at_board} of {count.tables} tables; {slips}"
    short = f"Board {board}  {count.in_at_board}/{count.tables}, {count.slips}/{count.of}"
    return f"{seats}   {done}" if len(seats) + len(done) + 3 <= screen.width else short


def _pair_text(session: Session, question: Question) -> str:
    """Return the contestants of a slip: '  1 v 14', with '?' if uncertain; '' if unknown or in the input line."""
    seats = question.seats
    if seats is None or not seats.ns or question.text.startswith(seats_text(session, seats)):
        return ""
    ns, ew = (label_without_side(session, label, side) for label, side in ((seats.ns, Side.NS), (seats.ew, Side.EW)))
    return f"  {ns} v {ew}{'' if seats.certain else '?'}"


def _traveller(scoreboard: Scoreboard, question: Question, screen: Screen) -> list[str]:
    board = question.slot.board
    traveller = traveller_of(scoreboard, board, symbols=screen.symbols)
    if not traveller.lines:
        return ["no slip yet"]
    kept = next((kept for width, kept in _COLUMNS.items() if screen.width < width), tuple(traveller.columns[:-1]))
    at = [number for number, column in enumerate(traveller.columns) if column in kept]
    room = max(_FEWEST_LINES, screen.height - _LINES_AROUND)
    of_slip = (n for n, each in enumerate(traveller.lines) if each.table == question.slot.table)
    at_row = next(of_slip, len(traveller.lines))
    start = max(0, min(at_row - room // 2, len(traveller.lines) - room))
    rows = [row for played in traveller.lines[start : start + room] for row in traveller.rows(played)]
    columns = [traveller.columns[number] for number in at]
    return list(tables.draw_table(columns, [[row[number] for number in at] for row in rows[:room]], screen.width))


def feedback_on(session: Session, sitting: EntryState, question: Question, text: str, screen: Screen) -> list[str]:
    """Return feedback on a typed text: the slip as understood, its score and concerns, or what is missing."""
    try:
        typed = read(session, text)
        if isinstance(typed, WrittenSlip):
            entry = sitting.entry(session, question, typed)
            return [format_slip(entry, screen), *concerns_of(session, sitting, entry)]
    except (Unreadable, Misuse, Refusal) as error:
        questions = (question_for_missing(" ".join(text.split()[at:])) for at in (0, 2, 1))
        return [next(filter(None, questions), f"{error.message} …")]
    if isinstance(typed, GoTo):
        return [f"Enter: board {typed.board}{f' table {typed.table}' if typed.table else ''} next"]
    if typed in _FEEDBACK_OF_WORD:
        return [_FEEDBACK_OF_WORD[typed]]
    if question.played and question.played.results:
        return ["Enter: leave it as it is"]
    if question.slot == NO_MORE.slot:
        return ["Enter: end; arrow up: back to the slips; 5/3: another one"]
    return ["the result: 4sn= 3nn-1 p +620; ? help"]


def concerns_of(session: Session, sitting: EntryState, entry: IntendedSlip) -> list[str]:
    """Return possible errors in a slip, a line each; a deviation from the movement comes first."""
    deviation = sitting.otherwise(session, entry)
    planned = [f"not as planned: {deviation}"] if deviation else []
    return [f"look again: {text}" for text in (*planned, *suspicions(session, sitting, entry))]


def format_slip(entry: IntendedSlip, screen: Screen) -> str:
    """Format a slip in canonical form: '5/3 1NS v 14EW 4♠N= lead SA → NS +620, vul NS'."""
    who = f"{entry.slot}  {entry.seats.ns} v {entry.seats.ew}"
    return f"{who}  {slip_outcome_text(entry.noted, entry.slot.board, screen.symbols)}"


def slip_outcome_text(noted: SlipEntry, board: int, symbols: bool) -> str:
    """Format the result and lead of a slip with the score, or the reason for no result."""
    if noted.result is None:
        return "not played, no board for either side" if noted.without == "not-played" else "to be played later"
    result = noted.result.pretty if symbols else str(noted.result)
    lead = f"  lead {noted.lead}" if noted.lead else ""
    return f"{result}{lead} {'→' if symbols else '='} {score_text(noted, board)}"


def score_text(noted: SlipEntry, board: int) -> str:
    """Format the score of a slip's result: 'NS +620, vul NS'."""
    score = ns_score(noted.result, board) if noted.result else 0
    return f"{f'NS {score:+d}' if score else 0}, vul {vulnerability(board).value}"


class SpecialKey(Enum):
    """A key pressed instead of Enter."""

    UP = "up"
    DOWN = "down"
    TAB = "tab"
    ABANDON = "c-c"
    END = "c-d"


class TerminalPrompt:
    """A prompt on a terminal; `input` and `output` replace the terminal for a program that types."""

    def __init__(self, *, input: Input | None = None, output: Output | None = None) -> None:
        self._completed: Callable[[str], str] | None = None
        keys = KeyBindings()
        for key in (SpecialKey.UP, SpecialKey.DOWN):
            keys.add(key.value)(_exit_with(key))
        keys.add(SpecialKey.TAB.value)(self._complete)
        # eager: with a selection, Ctrl-C would wait for a second key (`c-c >` indents) and swallow it.
        keys.add(SpecialKey.ABANDON.value, eager=True)(_exit_with(SpecialKey.ABANDON))
        # The line may be filled with a recorded slip: Ctrl-D ends the sitting only where there is nothing to delete.
        at_its_end = Condition(lambda: get_app().current_buffer.document.is_cursor_at_the_end)
        keys.add(SpecialKey.END.value, filter=at_its_end)(_exit_with(SpecialKey.END))
        self._session: PromptSession[str | SpecialKey] = PromptSession(
            key_bindings=keys,
            history=DummyHistory(),
            reserve_space_for_menu=0,
            erase_when_done=True,
            input=input,
            output=output,
        )

    def ask(self, view: View) -> str | SpecialKey:
        """Show a question; return the text typed, or the key pressed instead of Enter."""
        self._completed = view.completed
        above, text = self._fold(view.above), Document(view.text, 0 if view.from_start else None)
        reading = cache(lambda typed: "\n".join(self._fold(view.reading(typed))))  # called several times per redraw

        def message() -> str:
            """Return what stands before the cursor: the lines above, the present feedback, and the prompt."""
            feedback = filter(None, [reading(self._session.default_buffer.text)])
            return "\n".join([*above, *feedback, make_safe(view.prompt)])

        try:
            return self._session.prompt(message, default=text, pre_run=self._select if view.selected else None)
        except KeyboardInterrupt:
            return SpecialKey.ABANDON
        except EOFError:
            return SpecialKey.END

    def _fold(self, lines: Iterable[str]) -> list[str]:
        # prompt_toolkit wraps only the last line, and cuts longer lines above it
        width = max(self._session.output.get_size().columns - 1, 20)
        return [part for line in lines for part in textwrap.wrap(make_safe(line), width) or [""]]

    def _select(self) -> None:
        buffer = self._session.default_buffer
        buffer.cursor_position = 0
        buffer.start_selection()
        if buffer.selection_state:
            buffer.selection_state.enter_shift_mode()
        buffer.cursor_position = len(buffer.text)

    def _complete(self, event: KeyPressEvent) -> None:
        if self._completed is None:
            _exit_with(SpecialKey.TAB)(event)
        else:
            event.current_buffer.text = self._completed(event.current_buffer.text)
            event.current_buffer.cursor_position = len(event.current_buffer.text)


def _exit_with(key: SpecialKey) -> Callable[[KeyPressEvent], None]:
    def leave(event: KeyPressEvent) -> None:
        if not event.app.is_done:
            event.app.exit(result=key)

    return leave
