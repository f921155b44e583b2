"""`enter` from its options to its end: on a terminal, in a session that is open, once it is known what to ask."""

import os
import sys

from cli.desk.desk import Desk
from cli.entry.agenda import Plan, boards_per_round, movement_of
from cli.entry.sitting import Sitting
from cli.screens.effects import anything_out
from cli.terminal.prompts import told_to_end
from cli.terminal.settings import Settings
from cli.words.vocabulary import counted
from ledger.bounds.files import TABLES
from ledger.errors import Misuse
from ledger.labels import TABLE
from ledger.session.places import require_board


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
    from cli.entry.running import EntryRun, ended

    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # nothing here depends on where on the screen the line stands
    desk.say(f"{session.id}: {counted(len(wanted.boards or session.boards), 'board')}; ? help, q ends")
    with told_to_end():
        sat = EntryRun(desk, Sitting(wanted), TerminalPrompt(), consented=consented).run()
    desk.hint(*ended(sat))
