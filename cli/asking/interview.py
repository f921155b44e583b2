"""One interview: questions on a terminal, each answer checked at once by what reads it on the command line.

An answer that cannot be read is told as an error is. A text then stands there to be put right; a number of a list, or
y or n, is typed anew. Enter takes the default, or leaves out what may be left out; `?` tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from cli.desk.desk import Desk
from cli.screens import mistakes
from cli.terminal import prompts, screen
from cli.terminal.settings import check_text
from ledger.bridge import Unreadable
from ledger.errors import Misuse, Problem
from ledger.session.case_numbers import case_name

if TYPE_CHECKING:
    from ledger.session import Session

_KEPT = "It stands there to be put right; Ctrl-U empties the line."
_FURTHER = " " * 5
"""Before the further lines of a choice."""
Given = Mapping[str, str | bool | list[str]]
"""What was typed, by the names of the parameters."""
Read = Callable[[str], object]


class Interview:
    """What was typed already, and the words that the answers add to it."""

    def __init__(self, context: click.Context, given: Given) -> None:
        self.given = given
        self.words: list[str] = []
        self._context = context
        self._begun = False

    @cached_property
    def desk(self) -> Desk:
        """The desk, to look at the session the answers are about."""
        return Desk(self._context, writing=True)

    @property
    def session(self) -> Session:
        """The session the command will be decided on."""
        return self.desk.before()

    def typed(self, name: str) -> str | None:
        """The text that was typed for a parameter; None where none was."""
        value = self.given.get(name)
        return value if isinstance(value, str) else None

    def typed_words(self, name: str) -> list[str]:
        """The words that were typed for a parameter which takes several."""
        value = self.given.get(name)
        return list(value) if isinstance(value, list) else []

    def say(self, *lines: str) -> None:
        """Tell something between two questions, folded at words where the screen is narrow."""
        for line in lines:
            further = _FURTHER if line.startswith("  ") else ""
            screen.put_aside(*(wrap(line, _width(), subsequent_indent=further) or [""]))

    # Asking

    def text(self, flag: str, asked: str, read: Read | None = None, *, needed: bool = False, more: str = "") -> str:
        """A text for an option ('' for an argument); '' where it was left out."""
        said = self.ask(asked, read, needed=needed, more=more)
        if said:
            self._add(flag, said)
        return said

    def texts(self, flag: str, asked: str, read: Read | None = None, *, more: str = "") -> list[str]:
        """Several texts, with commas between them, each for an option that can be repeated."""

        def read_each(text: str) -> None:
            for piece in _pieces(text):
                if read:
                    read(piece)

        found = _pieces(self.ask(f"{asked} (several with commas)", read_each, needed=False, more=more))
        for piece in found:
            self._add(flag, piece)
        return found

    def choice(
        self, asked: str, choices: Sequence[tuple[str, str]], default: str = "", *, needed: bool = False, more: str = ""
    ) -> str:
        """One of a numbered list, by its number or its name; adds nothing by itself."""
        names = [name for name, _ in choices]
        width = max(map(len, names))
        listed = [f"  {at}  {name:{width}}  {text}" for at, (name, text) in enumerate(choices, start=1)]

        def read(text: str) -> str:
            by_number = names[int(text) - 1 : int(text)] if text.isascii() and text.isdigit() and int(text) else []
            for name in (*by_number, *names):
                if name in by_number or name.casefold() in (text.casefold(), (case_name(text) or "").casefold()):
                    return name
            raise Misuse("usage", f"{text!r} is none of these", f"1 to {len(names)}, or a name")

        self.begin()
        self.say(asked, *listed)
        while True:
            said = self._answer("number", read, default, needed=needed, kept=False)
            if said != "?":
                return str(read(said)) if said else ""
            self.say(asked, *listed, *filter(None, [more]))

    def option(
        self,
        flag: str,
        asked: str,
        choices: Mapping[str, str],
        default: str = "",
        *,
        needed: bool = False,
        more: str = "",
    ) -> str:
        """The same, for an option that takes the name."""
        found = self.choice(asked, list(choices.items()), default, needed=needed, more=more)
        if found:
            self._add(flag, found)
        return found

    def yes_or_no(self, asked: str, yes: str, no: str, more: str) -> bool | None:
        """Yes or no, each a flag; None where nothing is said of it."""

        def read(text: str) -> bool:
            if text.casefold() not in ("y", "yes", "n", "no"):
                raise Misuse("usage", f"{text!r} is neither", "y or n; Enter leaves it open")
            return text.casefold().startswith("y")

        said = self.ask(f"{asked} (y, n)", read, needed=False, more=more, kept=False)
        flag = (yes if read(said) else no) if said else ""
        self.words += [flag] if flag else []
        return read(said) if said else None

    def add(self, *words: str) -> None:
        """Add words that are no answer by themselves."""
        self.words += words

    def _add(self, flag: str, value: str) -> None:
        if flag and value.startswith("-"):
            self.words.append(f"{flag}={value}")
        else:
            self.words += [flag, value] if flag else [value]

    # A question and its answer

    def ask(self, asked: str, read: Read | None, *, needed: bool, more: str = "", kept: bool = True) -> str:
        """A text that is for who asks to add; '' where it was left out."""
        self.begin()
        self.say(asked)
        while (said := self._answer("", read, needed=needed, kept=kept)) == "?":
            self.say(more or "There is no more to say of it here: `bridge-ledger help notation`.")
        return said

    def _answer(self, what: str, read: Read | None, default: str = "", *, needed: bool, kept: bool) -> str:
        """A line that can be read, '' where it was left out, or '?', also behind a text `kept` to be put right."""
        prompt, before = f"{what}{f' [{default}]' if default else ''}> ", ""
        while True:
            said = prompts.line(prompt, before) or default
            if said in ("?", f"{before}?") or (not said and not needed):
                return said[-1:]
            try:
                if not said:
                    raise Misuse(
                        "usage", "this has to be said", "? tells more; Ctrl-C ends it, and nothing is recorded"
                    )
                check_text("the answer", said)
                if read:
                    read(said)
            except (Problem, Unreadable, click.UsageError) as error:
                screen.put_aside(*mistakes.told(error))
                before = said if kept else ""
                self.say(*([_KEPT] if before else []))
            else:
                return said

    def begin(self) -> None:
        """Say once how it goes, and leave a line empty."""
        if not self._begun:
            self._begun = True
            self.say("", "What was not typed is asked. Enter leaves out what may be left out; ? tells more.")
            self.say("Ctrl-C ends it, and nothing is recorded.")
        self.say("")


def no_option(text: str) -> None:
    """Misuse where an answer would be read as an option on the command line."""
    if text.startswith("-"):
        raise Misuse("usage", "what begins with - would be read as an option", "begin with a word")


def _width() -> int:
    """Columns to fold what is asked at."""
    return get_terminal_size((80, 24)).columns


def _pieces(text: str) -> list[str]:
    return [piece.strip() for piece in text.split(",") if piece.strip()]
