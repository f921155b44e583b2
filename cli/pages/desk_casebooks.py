"""The book of cases a desk is asked for: which cases go into it, in which order, and where it is put."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.declared import PageOptions
from cli.pages.anonymity import Naming
from cli.pages.book_chapters import SelectedCase
from cli.pages.casebook import casebook
from cli.pages.desk_reports import put
from cli.pages.printing import Press
from ledger.bounds.files import PREFACE
from ledger.errors import Misuse, Refusal
from ledger.files import read_file
from ledger.projections.case_filter import CaseFilter
from ledger.projections.casework import case_file, case_of, cases_in
from ledger.session import Session


class BookWanted(NamedTuple):
    """What is to be in a book: cases by number ('R-0001', 'friday/R-0001'), else all of these sessions and tournaments
    that are meant by `only`; `withdrawn`: those too that were taken back.
    """

    cases: Sequence[str]
    streams: Sequence[str]
    only: CaseFilter
    withdrawn: bool
    title: str
    preface: Path | None
    naming: Naming


def write_casebook(desk: Desk, out: Path, look: PageOptions, wanted: BookWanted) -> None:
    """The book; Refusal (no-cases) where there would be none in it."""
    preface = _preface(wanted.preface) if wanted.preface else []
    selected = list(_typed(desk, wanted) if wanted.cases else _found(desk, wanted))
    if not selected:
        hint = "`report register` lists the rulings; wider: another --of, fewer --law and --subject"
        raise Refusal("no-cases", "there is no case for this book", hint)
    moment = max(each.session.recorded_at for each in selected)
    page = casebook(Press.of(look), wanted.title, preface, selected, desk.office.log, wanted.naming)
    put(desk, out, page, moment)


def _typed(desk: Desk, wanted: BookWanted) -> Iterator[SelectedCase]:
    """The cases that were typed, each once, in that order."""
    sessions = dict[str, SessionMeant]()
    found = dict[tuple[str, str], SelectedCase]()
    for typed in wanted.cases:
        name, _, case = typed.rpartition("/")
        name = name or desk.session_id
        meant = sessions.setdefault(name, _session(desk, name))
        number = case_of(meant.session, case)
        found[name, number] = SelectedCase(meant.session, case_file(meant.session, number, meant.tournament))
    return (each for each in found.values() if wanted.only.takes(each.case))


def _found(desk: Desk, wanted: BookWanted) -> Iterator[SelectedCase]:
    """Every case that is meant of the sessions that are."""
    for name in dict.fromkeys(_sessions(desk, wanted.streams or [desk.session_id])):
        meant = _session(desk, name)
        for case in cases_in(meant.session, withdrawn=wanted.withdrawn):
            file = case_file(meant.session, case, meant.tournament)
            if wanted.only.takes(file):
                yield SelectedCase(meant.session, file)


def _sessions(desk: Desk, streams: Sequence[str]) -> Iterator[str]:
    """The sessions by name; of a tournament, those of it in their order."""
    tournaments = desk.office.tournaments.names()
    for name in streams:
        yield from desk.office.tournaments.stream(name).sessions if name in tournaments else (name,)


class SessionMeant(NamedTuple):
    """A session, and what the tournament it belongs to is called; '' for none."""

    session: Session
    tournament: str


def _session(desk: Desk, name: str) -> SessionMeant:
    session = desk.office.tournaments.tell_names(desk.office.session(desk.office.the_session(name)))
    tournament = desk.office.tournaments.of_session(session.id)
    opened = desk.office.tournaments.stream(tournament).opened if tournament else None
    return SessionMeant(session, (opened.title or tournament or "") if opened else "")


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
