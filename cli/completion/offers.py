"""What is offered in the place of a word that is begun: the words the ledger knows, and our own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from cli.desk.settings import settings
from cli.screens import manual
from ledger.errors.visible import is_plain
from ledger.laws.citation import LAWS
from ledger.recording.known_tournaments import TournamentsOfFile
from ledger.recording.known_words import KnownWords, WordsOfFile

Offer = Callable[[click.Context, str], Iterable[CompletionItem[str]]]
"""What is offered for a word that begins so, in a command as far as it is typed."""

_HOUSE = Path(__file__).parents[2]
_WITHOUT_A_RESULT = ("result add", "result not-played", "result late-play")
_ANY_TABLE = ("call add", "result foul")
_CASES_OF = {"ruling": "R", "call": "C", "penalty": "P", "appeal": "A", "appeal lodge": "RP", "stakes": "AR"}


def known_words(context: click.Context) -> KnownWords:
    """The words of the ledger meant: those the settings bring, or what its file says at a glance."""
    asked = settings(context)
    known = asked.known_words
    if known and asked.session_id in (None, known.session_id):
        return known
    return WordsOfFile(asked.database, asked.session_id)


def known_tournaments(context: click.Context) -> TournamentsOfFile:
    """The words of the tournaments of the ledger meant, as its file says them at a glance."""
    asked = settings(context)
    return TournamentsOfFile(asked.database, context.params.get("named") or asked.session_id)


def path(context: click.Context) -> str:
    """The command without the program: 'ruling add', 'board'."""
    names, at = list[str](), context
    while at.parent:
        names.insert(0, at.info_name or "")
        at = at.parent
    return " ".join(names)


def beginning(words: Iterable[str] | Mapping[str, str], begun: str) -> list[CompletionItem[str]]:
    """The words that begin so, in capitals or not, each with what is said of it; none that would steer a screen."""
    said = words if isinstance(words, Mapping) else dict.fromkeys(words, "")
    return [
        CompletionItem(word, help=about if is_plain(about) else None)
        for word, about in said.items()
        if word.casefold().startswith(begun.casefold()) and is_plain(word)
    ]


# Of the ledger


def sessions(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The sessions."""
    return beginning(known_words(context).sessions(), begun)


def contestants(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Who takes part: in the session, or in the tournament where the command is about one."""
    if path(context).startswith("tournament "):
        return beginning(known_tournaments(context).entrants(), begun)
    return beginning(known_words(context).contestants(), begun)


def tournaments(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The tournaments."""
    return beginning(known_tournaments(context).names, begun)


def stages(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The stages of the tournament; none where a new one is named."""
    if path(context) == "tournament stage add":
        return []
    return beginning(known_tournaments(context).stages(), begun)


def sessions_of_tournament(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The sessions that belong to the tournament; to be added, those that belong to none."""
    known = known_tournaments(context)
    return beginning(known.free_sessions() if path(context) == "tournament add" else known.sessions(), begun)


def links(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """A contestant of the session named before, and who of the tournament that is: '5NS=', '5NS=12'."""
    contestant, equals, _ = begun.partition("=")
    if equals:
        return beginning((f"{contestant}={each}" for each in known_tournaments(context).entrants()), begun)
    there = WordsOfFile(settings(context).database, context.params.get("of_session"))
    return beginning((f"{each}=" for each in there.contestants()), begun)


def officials(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Who holds an office."""
    return beginning(known_words(context).officials(), begun)


def boards(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The boards."""
    return beginning(map(str, known_words(context).boards()), begun)


def boards_and_tables(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The boards; and where a table may stand beside it, those of the board that is written."""
    if _board(context):
        return []
    board, slash, _ = begun.partition("/")
    found = [] if slash else boards(context, begun)
    if board.isdecimal() and any(each.name == "table" for each in context.command.params):
        found += beginning((f"{board}/{table}" for table in _tables(context, int(board))), begun)
    return found


def tables(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The tables of the board that was typed before."""
    board = _board(context)
    return beginning(_tables(context, board) if board else (), begun)


def _board(context: click.Context) -> int:
    """The board that was typed before; 0 for none. With an option begun after it, click has it among what is left."""
    typed = context.params.get("board") or [each.partition("/")[0] for each in context.args]
    return int(typed[0]) if typed and str(typed[0]).isdecimal() else 0


def _tables(context: click.Context, board: int) -> Iterable[str]:
    command = path(context)
    wanted = None if command in _ANY_TABLE else command not in _WITHOUT_A_RESULT
    return known_words(context).tables(board, wanted)


def every_table(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The tables of the session: one of them it really was."""
    return beginning(known_words(context).tables(_board(context)), begun)


def cases(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The cases the command is about, the newest of each kind first."""
    command = path(context)
    kinds = _CASES_OF.get(command) or _CASES_OF.get(command.partition(" ")[0], "RACP")
    return beginning(known_words(context).cases(kinds), begun)


def cases_of(kinds: str) -> Offer:
    """The cases of some kinds."""
    return lambda context, begun: beginning(known_words(context).cases(kinds), begun)


def moments(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Moments: the beginning, the end of play, just after a case, and just before it."""
    of_cases = known_words(context).cases()
    before = {f"{case}-": f"just before {about}" for case, about in of_cases.items()}
    named = {"start": "the session was opened", "end-of-play": "before the first ruling or correction", "@": "now"}
    return beginning({**named, **of_cases, **before}, begun)


# Our own


def laws(_context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The Laws; and of the one that is written, its sections."""
    found = {str(law): title for law, (title, _) in LAWS.items()}
    for law, (title, letters) in LAWS.items():
        if begun.startswith(str(law)):
            found |= {f"{law}{letter}": title for letter in letters}
    return beginning(found, begun)


def topics(context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Topics of the manual, and commands; after them the Laws, and the commands below."""
    before: tuple[str, ...] = context.params.get("topic") or ()
    if before[:1] == ("laws",):
        return laws(context, begun)
    command: click.Command | None = context.find_root().command
    for name in before:
        command = command.get_command(context.find_root(), name) if isinstance(command, click.Group) else None
    below = command.list_commands(context) if isinstance(command, click.Group) else []
    return beginning([*(() if before else manual.topics()), *below], begun)


def profiles(_context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Regulations that come with the program, or a file."""
    shipped = (_HOUSE / "ledger" / "laws" / "profiles").glob("*.toml")
    return [*a_file(_context, begun), *beginning(sorted(each.stem for each in shipped), begun)]


def languages(_context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """The languages a page's own words come in, or a file."""
    translated = (_HOUSE / "cli" / "pages" / "locale").glob("*.po")
    return [*a_file(_context, begun), *beginning(sorted(("en", *(each.stem for each in translated))), begun)]


def a_file(_context: click.Context, begun: str) -> list[CompletionItem[str]]:
    """Files, which the shell knows itself; what else is offered stands after this, for bash forgets what was before."""
    return [CompletionItem(begun, type="file")]
