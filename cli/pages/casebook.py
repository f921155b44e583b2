"""The book of cases: title and preface, a list of the cases, each at length, an index by subject and by law."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cli.desk.case_selection import Selection
from cli.pages.anonymity import Naming
from cli.pages.book_chapters import BookCase, book_case
from cli.pages.case_statistics import FiguresPage, figures
from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.table import Cell, PageTable, TableRow
from cli.words.appeals import outcome_text
from cli.words.case_search import sessions_left_out
from cli.words.language import Wording, say
from cli.words.vocabulary import SUBJECTS, counted
from ledger.facts import Envelope
from ledger.labels import natural
from ledger.laws.citation import law_title
from ledger.laws.subjects import SUBJECTS as ALL_SUBJECTS
from ledger.projections.case_statistics import CaseAt, RecordedCases, case_statistics
from ledger.projections.casework import CaseFile, case_steps
from ledger.session import Session

Logs = Callable[[str], Iterable[Envelope]]
"""The log of a session, by its name."""


class IndexLine(NamedTuple):
    """An entry of an index: a subject or a Law, and the numbers of its cases, each with where it stands."""

    entry: str
    cases: Sequence[tuple[int, str]]


class Book(NamedTuple):
    """Everything a book has."""

    title: str
    size: str
    preface: Sequence[str]
    contents: PageTable
    cases: Sequence[BookCase]
    by_subject: Sequence[IndexLine]
    by_law: Sequence[IndexLine]
    statistics: FiguresPage
    left_out: tuple[str, Sequence[str]]


@in_its_language
def casebook(press: Press, title: str, preface: Sequence[str], selected: Selection, logs: Logs, naming: Naming) -> str:
    """The page of a book; the cases are numbered in the order in which they are given."""
    records = [_recorded(session, selected, logs) for session in selected.sessions]
    steps = {each.session.id: each.steps for each in records}
    cases = [
        book_case(number, each, steps[each.session.id], naming) for number, each in enumerate(selected.cases, start=1)
    ]
    numbered = list(zip(cases, (each.case for each in selected.cases), strict=True))
    contents, by_subject, by_law = _contents(numbered), _by_subject(numbered), _by_law(numbered)
    statistics = _statistics(numbered, records, naming)
    size = counted(len(cases), "case")
    left_out = sessions_left_out(selected.left_out)
    book = Book(title or say("Casebook"), size, preface, contents, cases, by_subject, by_law, statistics, left_out)
    return press.page("casebook.html", NoLinks(), {"head": None, "book": book})


_Numbered = Sequence[tuple[BookCase, CaseFile]]


_HEADINGS = Wording({"no.": "no.", "date": "date", "subject": "subject"})


def _recorded(session: Session, selected: Selection, logs: Logs) -> RecordedCases:
    cases = [each.case for each in selected.cases if each.session.id == session.id]
    return RecordedCases(session, cases, case_steps(logs(session.id), session.id, cases) if cases else {})


def _statistics(numbered: _Numbered, records: Sequence[RecordedCases], naming: Naming) -> FiguresPage:
    """Figures over the cases of the book, each of which is named by its number in it; of whom, only where it names."""
    chapters = {CaseAt(case.session.id, case.case): book for book, case in numbered}

    def named(at: CaseAt) -> Cell:
        return Cell(str(chapters[at].number), f"#{chapters[at].anchor}")

    return figures({"": case_statistics(records)}, named, people=naming.named)


def _contents(numbered: _Numbered) -> PageTable:
    number, date, subject = f">{_HEADINGS['no.']}", _HEADINGS["date"], _HEADINGS["subject"]
    columns = [number, "event", date, ">board", subject, "score", "appeal"]
    rows = [
        TableRow(
            [
                Cell(str(book.number), f"#{book.anchor}"),
                Cell(book.event),
                Cell(case.session.date),
                Cell(str(case.board or "")),
                Cell(book.subjects),
                Cell(book.score),
                Cell(", ".join(outcome_text(file.appeal) for file in case.appeals)),
            ]
        )
        for book, case in numbered
    ]
    return PageTable("Cases", columns, rows, aside=frozenset({date, subject, "score", "appeal"}), under="event")


def _by_subject(numbered: _Numbered) -> list[IndexLine]:
    found = {subject: [book for book, case in numbered if subject in case.subjects] for subject in ALL_SUBJECTS}
    lines = [IndexLine(SUBJECTS[subject], _places(cases)) for subject, cases in found.items() if cases]
    return sorted(lines, key=lambda line: line.entry.casefold())


def _by_law(numbered: _Numbered) -> list[IndexLine]:
    laws = sorted({law for _, case in numbered for law in case.laws}, key=natural)
    found = {law: [book for book, case in numbered if law in case.laws] for law in laws}
    return [IndexLine(f"{law}  {say(law_title(law))}", _places(cases)) for law, cases in found.items()]


def _places(cases: Iterable[BookCase]) -> list[tuple[int, str]]:
    return [(case.number, case.anchor) for case in cases]
