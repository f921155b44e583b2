"""Answering a Tab: what may stand in the place of a word that is begun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cli.completion.offers import OFFERS, CompletionRequest
from cli.completion.typed import TypedLine, read
from cli.terminal.settings import Settings
from ledger.errors.visible import is_plain

_FILES = {"files": "file", "folders": "dir"}


class OfferedWord(NamedTuple):
    """What may be typed, and what is said of it; `kind`: 'file' or 'dir' where the shell looks for those itself."""

    value: str
    about: str = ""
    kind: str = "plain"


def answer(before: list[str], begun: str, settings: Settings) -> list[OfferedWord]:
    """What may stand in the place of a word that is begun after others."""
    typed = read(before, begun)
    if typed is None:
        return []
    asked = CompletionRequest(typed, _settings(typed, settings))
    if typed.names_an_option:
        return _beginning(_options(typed), typed.begun)
    if wanted := typed.wants:
        return [each._replace(value=f"{typed.lead}{each.value}") for each in _values(asked, wanted.takes)]
    return _beginning(typed.command.below.items(), typed.begun)


def _settings(typed: TypedLine, settings: Settings) -> Settings:
    """The settings with what was typed of them: the database, the session."""
    found = Settings()
    vars(found).update(vars(settings))
    for name in ("db", "session"):
        if said := typed.given.get(name):
            setattr(found, name, said[-1])
            found.known_words = None  # of the session that is at hand, not of that one
    return found


def _options(typed: TypedLine) -> Iterator[tuple[str, str]]:
    """The names of the options that can still be given, with what they mean; the help's own comes last."""
    for each in typed.command.parameters:
        if each.again or each.name not in typed.given:
            yield from ((name, each.about) for name in each.names)
    yield from ((name, "Show this message and exit.") for name in ("-h", "--help"))


def _values(asked: CompletionRequest, takes: str) -> Iterator[OfferedWord]:
    """What a value is offered; files first, for bash forgets what was before them."""
    if takes.startswith("="):
        yield from _beginning(((each, "") for each in takes[1:].split("|")), asked.begun)
        return
    for named in takes.split():
        name, _, how = named.partition(":")
        if name in _FILES:
            yield OfferedWord(asked.begun, kind=_FILES[name])
        elif name in OFFERS:
            words = OFFERS[name](asked, how)
            said = words.items() if hasattr(words, "items") else ((each, "") for each in words)
            yield from _beginning(said, asked.begun)


def _beginning(words: Iterable[tuple[str, str]], begun: str) -> list[OfferedWord]:
    """The words that begin so, in capitals or not, each with what is said of it; none that would steer a screen."""
    return [
        OfferedWord(word, about if is_plain(about) else "")
        for word, about in words
        if word.casefold().startswith(begun.casefold()) and is_plain(word)
    ]
