"""Words that a shell has taken apart: what was to be one text, and was not quoted."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from ledger.errors import Misuse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TEXTS = ("alleged", "cards", "contestants", "facts", "question", "result_", "team", "who")
"""The arguments that may have blanks in them."""
_PROSE = ("--weighted", "--split", "--self-inflicted", "--facts", "--findings", "--reason", "--legal-route", "--unless")
"""The options whose text has blanks in it, as a rule."""
_BY_PARTS = {"--split": "NS: 4SN=; EW: 4SN-1", "--self-inflicted": "B: 4SN=; C: 4SN-1"}
"""What is written in parts with a semicolon, at which a shell ends the command."""


def unquoted(context: click.Context, words: Sequence[str]) -> Misuse | None:
    """What to quote of a command line with words too many; None where they are no part of a text.

    Raises click.NoSuchOption where an option that is none was taken for a word.
    """
    command = context.command
    known = {name for param in command.params for name in param.opts + param.secondary_opts}
    for word in words:
        if word.startswith("--") and (name := word.partition("=")[0]) not in known and len(name) > 2:
            raise click.NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=context)
    for option, texts in _options_with_words(command, words):
        text = _BY_PARTS.get(option) or " ".join(texts)
        return _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')
    places = [param for param in command.params if isinstance(param, click.Argument)]
    loose = _loose_words(command, words)
    if not places or places[-1].name not in _TEXTS or len(loose) <= len(places):
        return None
    texts = loose[len(places) - 1 :]
    return _quote_it(f"{len(texts)} words stand where one text belongs", f'"{" ".join(texts)}"')


def check_quoted(command: click.Command, words: Sequence[str]) -> None:
    """Misuse (unquoted) where words after a text would be taken for more of the place, which was named before it."""
    places = [param for param in command.params if isinstance(param, click.Argument)]
    if len(places) != 1 or places[0].nargs != -1 or not words or words[0].startswith("-"):
        return
    for option, texts in _options_with_words(command, words):
        if option in _PROSE:
            text = _BY_PARTS.get(option) or " ".join(texts)
            raise _quote_it(f"{option} is followed by {len(texts)} words, not one text", f'{option} "{text}"')


def _quote_it(message: str, quoted: str) -> Misuse:
    return Misuse("unquoted", message, f"quote it: {quoted}")


def _options_with_words(command: click.Command, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The options that take a free text and have further words behind it."""
    free = {name for param in command.params if _is_free_text(param) for name in param.opts}
    known = {name for param in command.params for name in param.opts}
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in free:
            behind = ([value] if equals and word.startswith("--") else []) + _until_option(words[at + 1 :], known)
            if len(behind) > 1:
                yield name, behind


def _is_free_text(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not param.is_flag and isinstance(param.type, click.types.StringParamType)


def _until_option(words: Sequence[str], known: set[str]) -> list[str]:
    """The words before the next option; one with a single dash may be a text, where it is no option there is."""
    end = next((at for at, word in enumerate(words) if word.startswith("--") or word in known), len(words))
    return list(words[:end])


def _loose_words(command: click.Command, words: Sequence[str]) -> list[str]:
    """The words that belong to no option."""
    valued = {name for param in command.params for name in param.opts if not getattr(param, "is_flag", True)}
    known = {name for param in command.params for name in param.opts}
    found, after_option = [], False
    for word in words:
        if not after_option and not word.startswith("--") and word not in known:
            found.append(word)
        after_option = word in valued
    return found
