"""What there is: every command with what it does, and where its module is; nothing of how it is typed.

`--help` and `--version` alone are answered from here, before anything else is loaded.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from functools import partial

from cli.terminal import screen
from ledger.version import __version__

PROGRAM = "bridge-ledger"

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("cli.commands.init:init", "Make a new ledger"),
    "upgrade": ("cli.commands.upgrade:upgrade", "Bring a ledger up to this version"),
    "session": ("cli.commands.session:session", "Open, list, show and close sessions"),
    "regulations": ("cli.commands.regulations:regulations", "Profiles of regulations: list, compare, make, sign"),
    "use": ("cli.commands.use:use", "Remember which session is meant in this folder"),
    "official": ("cli.commands.official:official", "Who may record what"),
    "person": ("cli.commands.person:person", "The players' names: list, correct and erase"),
    "text": ("cli.commands.text:text", "What was written and said about people: list and erase"),
    "import": ("cli.commands.import_:import_", "Record a result file: USEBIO, PBN, CSV, or a bundle"),
    "export": ("cli.commands.export:export", "Write a session to a bundle that checks itself"),
    "backup": ("cli.commands.backup:backup", "Copy the whole ledger while desks record"),
    "restore": ("cli.commands.restore:restore", "Put a backup in the place of a ledger that is gone"),
    "demo": ("cli.commands.demo:demo", "Play one evening in a throw-away ledger"),
    "movement": ("cli.commands.movement:movement", "Who sits where in each round: lay it down, change, show"),
    "devices": ("cli.commands.devices:devices", "The Bridgemates on the tables: tell them, and hear them"),
    "result": ("cli.commands.result:result", "Record table results"),
    "enter": ("cli.commands.enter:enter", "Enter slips one after the other, as scorers type them"),
    "deal": ("cli.commands.deal:deal", "Record the cards of a board"),
    "auction": ("cli.commands.auction:auction", "Record what a table bid"),
    "tournament": ("cli.commands.tournament:tournament", "An event of several sessions, and its standing"),
    "contestant": ("cli.commands.contestant:contestant", "Sit-outs, substitutes, withdrawals: who takes part"),
    "call": ("cli.commands.call:call", "Record calls to a table: facts, polls, answers"),
    "ruling": ("cli.commands.ruling:ruling", "Give, amend, withdraw and show rulings"),
    "penalty": ("cli.commands.penalty:penalty", "Impose, withdraw and list penalties"),
    "match": ("cli.commands.match:match", "What was found of a match: shortened, void, mismatched"),
    "appeal": ("cli.commands.appeal:appeal", "Lodge, hear and decide appeals"),
    "cases": ("cli.commands.cases:cases", "Find cases over sessions, tournaments and years"),
    "casebook": ("cli.commands.casebook:casebook", "What cases are about, and comments on them"),
    "memo": ("cli.commands.memo:memo", "The recorder's memos, for those they were granted to"),
    "check": ("cli.commands.check:check", "What wants a person before the scores are given out"),
    "publish": ("cli.commands.publish:publish", "Make the official score available"),
    "undo": ("cli.commands.undo:undo", "Take an event or a case back"),
    "board": ("cli.commands.board:board", "The traveller of a board"),
    "standings": ("cli.commands.standings:standings", "The ranked field"),
    "scorecard": ("cli.commands.scorecard:scorecard", "A contestant's evening, board by board"),
    "explain": ("cli.commands.explain:explain", "Why a score is what it is"),
    "log": ("cli.commands.log:log", "The events, newest first"),
    "show": ("cli.commands.show:show", "One event, or the story of one case"),
    "diff": ("cli.commands.diff:diff", "What changed between two moments"),
    "replay": ("cli.commands.replay:replay", "Rebuild the scores from event 1"),
    "stakes": ("cli.commands.stakes:stakes", "What hangs on an appeal"),
    "report": ("cli.commands.report:report", "Pages: audit, standings, boards, cases, guide cards, a site"),
    "verify": ("cli.commands.verify:verify", "Check the whole ledger, or a seal, a receipt, a bundle, tiles"),
    "seal": ("cli.commands.seal:seal", "Sign what the log is now"),
    "witness": ("cli.commands.witness:witness", "Sign another office's seal, if it extends the last"),
    "receipt": ("cli.commands.receipt:receipt", "Prove one case, or one event, by a seal"),
    "desk": ("cli.commands.desk:desk", "Stay at the desk: the same commands, answered at once"),
    "watch": ("cli.commands.watch:watch", "One screen that keeps itself up to date"),
    "serve": ("cli.commands.serve:serve", "The pages on every phone in the hall, live"),
    "doctor": ("cli.commands.doctor:doctor", "Is everything as it should be, here and in the ledger?"),
    "changes": ("cli.commands.changes:changes", "What is new, version by version"),
    "completion": ("cli.commands.completion:completion", "Complete what is typed by the Tab key"),
    "help": ("cli.commands.help_:help_", "The manual, a topic a page: `help` lists them"),
}

SECTIONS = {
    "Set up": (
        *(
            "init",
            "upgrade",
            "session",
            "tournament",
            "regulations",
            "use",
            "official",
            "person",
            "text",
            "import",
            "export",
            "backup",
            "restore",
            "demo",
        ),
    ),
    "Record": (
        "movement",
        "devices",
        "result",
        "enter",
        "deal",
        "auction",
        "contestant",
        "call",
        "ruling",
        "penalty",
        "match",
        "appeal",
        "casebook",
        "memo",
        "check",
        "publish",
        "undo",
    ),
    "Stay": ("desk", "watch", "serve"),
    "Look": (
        "board",
        "standings",
        "scorecard",
        "explain",
        "log",
        "show",
        "diff",
        "replay",
        "stakes",
        "cases",
        "report",
    ),
    "Trust": ("verify", "seal", "witness", "receipt"),
    "Help": ("help", "doctor", "changes", "completion"),
}

HELP = ("-h", "--help")

WIDEST = 120

_NARROWEST, _NARROWEST_TEXT, _MARGIN = 50, 24, 2

_wrapped = partial(textwrap.wrap, break_on_hyphens=False)


def told(arguments: list[str]) -> bool:
    """Tell the version or the commands where that is all that is asked; whether it was, and is told."""
    if arguments not in (["--version"], *([each] for each in HELP)):
        return False
    screen.prepare()
    try:
        screen.put(*([version()] if arguments == ["--version"] else page(_width())))
        screen.flush()
    except BrokenPipeError:
        screen.silence()  # what reads our output has gone
    except OSError:
        return False  # there is no room: who tells that tries it again
    return True


def version() -> str:
    """The program and its version."""
    return f"{PROGRAM}, version {__version__}"


def _width() -> int:
    """How wide a page of help is: as click has it."""
    return max(min(shutil.get_terminal_size().columns, WIDEST) - _MARGIN, _NARROWEST)


def page(width: int) -> Iterator[str]:
    """The commands with what they do, by section; and where to begin."""
    yield f"Usage: {PROGRAM} COMMAND … [OPTIONS]"
    yield ""
    yield from _wrapped('A ruling ledger for duplicate bridge: every score answers the question "why?".', width)
    yield ""
    margin, column = max(map(len, SECTIONS)) + 2, max(map(len, COMMANDS))
    for section, names in SECTIONS.items():
        heading = section
        for name in names:
            first, *others = _wrapped(COMMANDS[name][1], max(width - margin - column - 2, _NARROWEST_TEXT))
            yield f"{heading:<{margin}}{name:<{column}}  {first}"
            yield from (f"{'':<{margin + column}}  {line}" for line in others)
            heading = ""
    yield ""
    yield from _wrapped(f"Begin: {PROGRAM} help first-evening; or see it work: {PROGRAM} demo", width)
    yield from _wrapped(f"All topics: {PROGRAM} help; of a command: {PROGRAM} COMMAND --help", width)
    yield f"Options every command takes: {PROGRAM} help options"
