"""The words that Tab offers for a value: words of the ledger, read from its file, and our own; and Tab in bash.

The placeholder in the help decides what is offered: CONTESTANT, STAGE, LAW. Nothing here loads the office.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from cli.terminal import overview
from cli.terminal.settings import settings
from cli.words.vocabulary import MOVEMENTS
from ledger.errors.visible import is_plain

if TYPE_CHECKING:
    from ledger.recording.known_words import KnownWords

Words = Iterable[str] | Mapping[str, str]
"""Words that may be typed, or a mapping of such words to their meanings."""


class CompletedText(click.types.StringParamType):
    """The option type of a text that Tab completes with words of the ledger; `files`: also with file names."""

    def __init__(self, words: Callable[[click.Context], Words], *, files: bool = False) -> None:
        self._words = words
        self._files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Return the words that begin with the typed letters, after a request for file names if `files` is set."""
        files = [CompletionItem(incomplete, type="file")] if self._files else []
        # files first: click's bash script drops the words before a request for file names
        return [*files, *completions(self._words(ctx), incomplete)]


def completions(words: Words, begun: str) -> Iterator[CompletionItem[str]]:
    """Yield the words that begin with `begun`, ignoring case; skip words with control characters."""
    for word, about in words.items() if isinstance(words, Mapping) else ((each, "") for each in words):
        if word.casefold().startswith(begun.casefold()) and is_plain(word):
            yield CompletionItem(word, help=about if is_plain(about) else "")


def ledger_words(context: click.Context) -> KnownWords:
    """Return the words that the ledger knows for Tab: those of this run's session, or of --tournament."""
    from ledger.recording.known_words import KnownWords  # loads SQLite: only for words of the ledger

    run = settings(context)
    return KnownWords(run.database, run.tournament or run.session_id)


def boards(context: click.Context, begun: str) -> list[str]:
    """Return the boards that Tab offers; after a slash, the typed board with each table: '7/3'."""
    words = ledger_words(context)
    board, slash, _ = begun.partition("/")
    return [f"{board}/{table}" for table in words.tables()] if slash else [str(each) for each in words.boards()]


_KINDS_OF_CASES = {
    **dict.fromkeys(("appeal", "order", "together"), "A"),
    "call": "C",
    "ruling": "R",
    "penalty": "P",
    "lodge": "RP",
    "stakes": "AR",
    "casebook": "RAP",
}
"""The kinds of cases a parameter or a command is about, by its name."""


def cases(context: click.Context, parameter: click.Parameter) -> dict[str, str]:
    """Return the cases that Tab offers for a parameter: only appeals, for example, for a command on appeals."""
    names = (parameter.name, context.info_name, context.parent and context.parent.info_name)
    kinds = next((_KINDS_OF_CASES[each] for each in names if each in _KINDS_OF_CASES), "RACP")
    return ledger_words(context).cases(kinds)


def _contestants(context: click.Context) -> list[str]:
    words = ledger_words(context)
    return words.entrants() if " tournament " in context.command_path else words.contestants()


def _moments(context: click.Context) -> dict[str, str]:
    """Return the moments that Tab offers: the opening, the end of play, and just before and after each case."""
    after = ledger_words(context).cases("RACP")
    before = {f"{case}-": f"just before {about}" for case, about in after.items()}
    return {"start": "the session was opened", "end-of-play": "after the last result recorded", **after, **before}


def _laws(_: object = None) -> dict[str, str]:
    from ledger.laws.edition import newest_edition  # a command is read without the Laws

    laws = newest_edition().laws
    sections = {f"{law}{letter}": title for law, (title, letters) in laws.items() for letter in letters}
    return {str(law): title for law, (title, _) in laws.items()} | sections


def _shipped_names(folder: str, ending: str) -> list[str]:
    names = os.listdir(Path(__file__).parents[2] / folder)
    return sorted(each.removesuffix(ending) for each in names if each.endswith(ending))


MOVEMENT = CompletedText(lambda _: MOVEMENTS)

_TEXTS_BY_NAMES = (
    (CompletedText(_contestants), "CONTESTANT CONTESTANT... CONTESTANTS TEAM contestant opponent team"),
    (CompletedText(lambda context: ledger_words(context).sessions()), "SESSION [SESSION] session streams"),
    (CompletedText(lambda context: ledger_words(context).tournaments), "TOURNAMENT"),
    (CompletedText(lambda context: ledger_words(context).stages()), "STAGE [STAGE] stage"),
    (CompletedText(lambda context: ledger_words(context).tables()), "TABLE"),
    (CompletedText(lambda context: ledger_words(context).officials()), "by consulted chairman scribe director"),
    (CompletedText(lambda context: ledger_words(context).cases("RACP")), "what"),
    (CompletedText(_moments), "WHEN earlier later"),
    (CompletedText(_laws), "LAW"),
    (CompletedText(lambda _: [*_shipped_names("cli/help", ".md"), *overview.COMMANDS, *_laws()]), "topic"),
    (CompletedText(lambda _: _shipped_names("ledger/laws/profiles", ".toml"), files=True), "NAME|FILE.toml one other"),
    (CompletedText(lambda _: ("en", "de"), files=True), "LANGUAGE"),
    (CompletedText(lambda _: (), files=True), "FILE|URL DIR|URL FILE.csv KEY SEAL|EVENT sign_with"),
)
"""Types that Tab completes, each with the placeholders and the parameter names it is used for."""

_TEXT_OF_NAME = {name: words for words, names in _TEXTS_BY_NAMES for name in names.split()}


def type_of(parameter: click.Parameter) -> click.ParamType[object]:
    """Return the type of a parameter; a plain text gets a type that Tab completes, by its placeholder or name."""
    if parameter.type is not click.STRING:
        return parameter.type
    return _TEXT_OF_NAME.get(parameter.metavar or "") or _TEXT_OF_NAME.get(parameter.name or "") or parameter.type


@add_completion_class
class Bash(BashComplete):
    """Tab completion in bash: it quotes words with blanks, and joins '--session=fri', which bash splits into three."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the unfinished word at the cursor."""
        words, begun = super().get_completion_args()
        return [each for each in words if each != "="], begun

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Format a completion for bash; do not close a quotation that bash closes itself."""
        import shlex

        words, at = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
        is_open = at < len(words) and words[at][:1] in ("'", '"')
        return f"{item.type},{item.value if is_open or item.type != 'plain' else shlex.quote(item.value)}"
