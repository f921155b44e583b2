"""The book of cases a desk is asked for: which cases go into it, in which order, and where it is put."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cli.desk.case_figures import gathered
from cli.desk.case_selection import CasesWanted, selected_cases
from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.anonymity import Naming
from cli.pages.case_statistics import statistics_page
from cli.pages.casebook import casebook
from cli.pages.desk_reports import put
from cli.pages.printing import Press
from cli.screens.case_statistics import say_left_out
from ledger.bounds.files import PREFACE
from ledger.errors import Misuse, Refusal
from ledger.files import read_file


class BookWanted(NamedTuple):
    """Which cases are to be in a book, what it is called, what stands before them, and how people are named."""

    cases: CasesWanted
    title: str
    preface: Path | None
    naming: Naming


def write_casebook(desk: Desk, out: Path, look: PageOptions, wanted: BookWanted) -> None:
    """The book; Refusal (no-cases) where there would be none in it."""
    preface = _preface(wanted.preface) if wanted.preface else []
    selected = selected_cases(desk, wanted.cases)
    if not selected.cases:
        hint = "`report register` lists the rulings; wider: another --of, fewer --law and --subject"
        raise Refusal("no-cases", "there is no case for this book", hint)
    moment = max(session.recorded_at for session in selected.sessions)
    page = casebook(Press.of(look), wanted.title, preface, selected, desk.office.log, wanted.naming)
    put(desk, out, page, moment)
    say_left_out(desk, selected.left_out)


def write_statistics(desk: Desk, out: Path, look: PageOptions, wanted: CasesWanted, *, by_year: bool) -> None:
    """The figures on a page."""
    found = gathered(desk, wanted, by_year=by_year)
    page = statistics_page(Press.of(look), found.over, found.left_out, whole=found.whole)
    put(desk, out, page, found.moment)
    say_left_out(desk, found.left_out)


def _preface(path: Path) -> list[str]:
    """The paragraphs of a file of text, which empty lines part."""
    try:
        text = read_file(path, PREFACE).decode("utf-8-sig")
    except OSError as error:
        raise Misuse("no-such-file", f"{path} cannot be read: {error.strerror}", "--preface FILE, a text") from None
    except UnicodeDecodeError:
        raise Misuse("bad-file", f"{path} is no text in UTF-8", "--preface FILE, a text") from None
    paragraphs = (" ".join(lines.split()) for lines in text.replace("\r\n", "\n").split("\n\n"))
    return [each for each in paragraphs if each]
