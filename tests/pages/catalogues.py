"""The catalogues of the pages, and what is still to be said in each; `python -m tests.pages.catalogues` adds to them
what the program says by now, with an empty translation.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from cli.pages.catalogues import languages
from tests.pages.extraction import CONTEXT, PAGES, texts_of_python, texts_of_templates


def catalogue(language: str) -> Catalog:
    """A catalogue as it is."""
    return read_po(BytesIO((PAGES / "locale" / f"{language}.po").read_bytes()), abort_invalid=True)


@cache
def texts() -> frozenset[str]:
    """Every text the program says on a page: of two for one and for several, the one."""
    found = {*texts_of_python(), *texts_of_templates()}
    return frozenset(each if isinstance(each, str) else each[0] for each in found) - {""}


@cache
def known(language: str, *, empty: bool = False) -> frozenset[str]:
    """What a catalogue translates; `empty`: also what it has and leaves to be translated."""
    return frozenset(_key(each) for each in catalogue(language) if each.id and (empty or _is_said(each)))


def untranslated(language: str) -> list[str]:
    """What is still to be said in a language."""
    return sorted(texts() - known(language))


def _key(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT}{text}" if message.context else text


def _is_said(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, (list, tuple)) else bool(message.string)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def entry(text: str | tuple[str, str], plurals: int) -> str:
    """A text to be translated, as a catalogue has it: one that depends on a number so many times."""
    if isinstance(text, tuple):
        one, several = map(_quoted, text)
        empty = "".join(f'msgstr[{at}] ""\n' for at in range(plurals))
        return f"\nmsgid {one}\nmsgid_plural {several}\n{empty}"
    context, _, said = text.rpartition(CONTEXT)
    return (f"\nmsgctxt {_quoted(context)}" if context else "") + f'\nmsgid {_quoted(said)}\nmsgstr ""\n'


def main() -> None:
    """Add what is new to every catalogue."""
    everything = [*texts_of_python(), *sorted(texts_of_templates(), key=str)]
    for language in languages()[1:]:
        there = known(language, empty=True)
        new = [each for each in everything if each and (each if isinstance(each, str) else each[0]) not in there]
        with (PAGES / "locale" / f"{language}.po").open("a") as file:
            plurals = catalogue(language).num_plurals
            file.writelines(entry(each, plurals) for each in dict.fromkeys(new) if each != ("", ""))


if __name__ == "__main__":
    main()
