"""The list of all commands with a few words each, for `--help` and Tab, without loading any command."""

import textwrap
from collections.abc import Iterator
from functools import partial
from importlib import import_module

import click

from ledger.version import __version__

PROGRAM = "bridge-ledger"

COMPLETE = "_BRIDGE_LEDGER_COMPLETE"
"""The variable in which a shell asks for completions."""

SECTIONS = {
    "Set up": {
        "init": "Make a new ledger",
        "upgrade": "Bring a ledger up to this version",
        "session": "Open, list, show and close sessions",
        "tournament": "An event of several sessions, and its standing",
        "regulations": "Profiles of regulations: list, compare, make, sign",
        "use": "Remember which session is meant in this folder",
        "official": "Who may record what",
        "person": "The players' names: list, correct and erase",
        "text": "What was written and said about people: list and erase",
        "import": "Record a result file: USEBIO, PBN, CSV, or a bundle",
        "export": "Write a session to a bundle that checks itself",
        "backup": "Copy the whole ledger while desks record",
        "restore": "Put a backup in the place of a ledger that is gone",
        "demo": "Play one evening in a throw-away ledger",
    },
    "Record": {
        "movement": "Who sits where in each round: lay it down, change, show",
        "devices": "The Bridgemates on the tables: set them up, record results",
        "result": "Record table results",
        "enter": "Enter slips one after the other, as scorers type them",
        "deal": "Record the cards of a board",
        "auction": "Record what a table bid",
        "contestant": "Sit-outs, substitutes, withdrawals: who takes part",
        "call": "Record calls to a table: facts, polls, answers",
        "ruling": "Give, amend, withdraw and show rulings",
        "penalty": "Impose, withdraw and list penalties",
        "match": "Findings about a match: shortened, void, wrong opponents",
        "appeal": "Lodge, hear and decide appeals",
        "casebook": "What cases are about, and comments on them",
        "check": "What needs a decision before the scores are published",
        "publish": "Make the official score available",
        "undo": "Take an event or a case back",
    },
    "Stay": {
        "desk": "Stay at the desk: the same commands, answered at once",
        "serve": "The pages on every phone in the hall, live",
    },
    "Look": {
        "board": "The traveller of a board",
        "standings": "The ranked field",
        "scorecard": "A contestant's evening, board by board",
        "explain": "Why a score is what it is",
        "log": "The events, newest first",
        "show": "One event, or the story of one case",
        "diff": "What changed between two moments",
        "replay": "Rebuild the scores from event 1",
        "stakes": "What each outcome of an appeal would change",
        "cases": "Find cases over sessions, tournaments and years",
        "report": "Pages: audit, standings, boards, cases, guide cards, a site",
    },
    "Trust": {
        "verify": "Check the whole ledger, or a seal, a receipt, a bundle, tiles",
        "seal": "Sign what the log is now",
        "witness": "Sign another office's seal, if it extends the last",
        "receipt": "Prove one case, or one event, by a seal",
    },
    "Help": {
        "help": "The manual, a topic a page: `help` lists them",
        "doctor": "Is everything as it should be, here and in the ledger?",
        "changes": "What is new, version by version",
        "completion": "Complete what is typed by the Tab key",
    },
}
"""The commands by section of `--help`, each with what it does."""

_COMMANDS_OF_MODULE = {
    "ledgers": ("init", "upgrade", "use", "backup", "restore"),
    "exchange": ("import", "export", "devices"),
    "person": ("text",),
    "deal": ("auction",),
    "result": ("enter",),
    "casebook": ("cases",),
    "staying": ("desk", "serve"),
    "lookups": ("board", "standings", "scorecard", "explain", "log", "show", "diff", "replay", "stakes"),
    "trust": ("verify", "seal", "witness", "receipt"),
    "manual": ("help", "doctor", "changes", "completion"),
}
"""The modules of `cli.commands` with several commands; any other module has the command of its own name."""

_MODULE_OF_COMMAND = {name: module for module, names in _COMMANDS_OF_MODULE.items() for name in names}

COMMANDS = {name: about for names in SECTIONS.values() for name, about in names.items()}
HELP = ("-h", "--help")
WIDEST = 120
_NARROWEST_TEXT = 24
_wrap = partial(textwrap.wrap, break_on_hyphens=False)


def command(name: str) -> click.Command | None:
    """Import the module of a command and return the command; None if there is no such command."""
    if name not in COMMANDS:
        return None
    attribute = f"{name}_" if name in ("import", "help") else name  # `import` is a keyword, `help` a builtin
    loaded = getattr(import_module(f"cli.commands.{_MODULE_OF_COMMAND.get(name, name)}"), attribute)
    assert isinstance(loaded, click.Command)
    return loaded


def version() -> str:
    """Return the program's name and version."""
    return f"{PROGRAM}, version {__version__}"


def page(width: int) -> Iterator[str]:
    """Yield the lines of `--help`: every command by section, and where to begin."""
    yield f"Usage: {PROGRAM} COMMAND … [OPTIONS]"
    yield ""
    yield from _wrap('A ruling ledger for duplicate bridge: every score answers the question "why?".', width)
    yield ""
    margin, column = max(map(len, SECTIONS)) + 2, max(map(len, COMMANDS))
    for section, commands in SECTIONS.items():
        heading = section
        for name, about in commands.items():
            first, *more = _wrap(about, max(width - margin - column - 2, _NARROWEST_TEXT))
            yield f"{heading:<{margin}}{name:<{column}}  {first}"
            yield from (f"{'':<{margin + column}}  {line}" for line in more)
            heading = ""
    yield ""
    yield from _wrap(f"Begin: {PROGRAM} help first-evening; or see it work: {PROGRAM} demo", width)
    yield from _wrap(f"All topics: {PROGRAM} help; of a command: {PROGRAM} COMMAND --help", width)
    yield f"Options every command takes: {PROGRAM} help options"
