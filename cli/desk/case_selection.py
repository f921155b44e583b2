"""Which cases are meant, over sessions and tournaments: for a book of them, and for figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.addresses import AddressedCase
from ledger.errors import Corrupt
from ledger.projections.case_filter import CaseFilter
from ledger.projections.casework import CaseFile, case_file, case_of, cases_in
from ledger.session import Session


class SelectedCase(NamedTuple):
    """A case that is meant, with the session it is of."""

    session: Session
    case: CaseFile


class CasesWanted(NamedTuple):
    """Cases by number ('R-0001', 'friday/R-0001'), else all of these sessions and tournaments that are meant by `only`;
    `withdrawn`: those too that were taken back.
    """

    cases: Sequence[AddressedCase]
    streams: Sequence[str]
    only: CaseFilter
    withdrawn: bool = False


class CasesOfSession(NamedTuple):
    """A session with those of its cases that are meant; there may be none."""

    session: Session
    cases: list[CaseFile]


class SessionLeftOut(NamedTuple):
    """A session that is meant, and does not hold; `why` is what is wrong with it."""

    name: str
    why: str


class SessionsFound(NamedTuple):
    """The sessions that are meant, each with its cases, and those left out because they do not hold."""

    sessions: Sequence[CasesOfSession]
    left_out: Sequence[SessionLeftOut]


class Selection(NamedTuple):
    """The cases that are meant, in their order, the sessions they were looked for in, and those left out."""

    cases: Sequence[SelectedCase]
    sessions: Sequence[Session]
    left_out: Sequence[SessionLeftOut] = ()


def selected_cases(desk: Desk, wanted: CasesWanted) -> Selection:
    """The cases that were typed, each once, in that order; else all that are meant, session by session."""
    if wanted.cases:
        typed = _typed(desk, wanted)
        return Selection(typed, list({each.session.id: each.session for each in typed}.values()))
    found, left_out = sessions_with_cases(desk, wanted)
    cases = [SelectedCase(each.session, case) for each in found for case in each.cases]
    return Selection(cases, [each.session for each in found], left_out)


def sessions_with_cases(desk: Desk, wanted: CasesWanted) -> SessionsFound:
    """The sessions that are meant, of a tournament all of them, each with its cases; those of other days not.

    One of several that does not hold is left out; Corrupt where none holds.
    """
    found: list[CasesOfSession] = []
    broken: dict[str, Corrupt] = {}
    for name in dict.fromkeys(_sessions(desk, wanted.streams or [desk.session_id])):
        try:
            meant = _session(desk, name)
            if wanted.only.of_day(meant.session.opening.date or ""):
                found.append(_cases_of(meant, wanted))
        except Corrupt as error:
            broken[name] = error
    if broken and not found:
        raise next(iter(broken.values()))
    return SessionsFound(found, [SessionLeftOut(name, error.message) for name, error in broken.items()])


def _cases_of(meant: _SessionMeant, wanted: CasesWanted) -> CasesOfSession:
    numbers = cases_in(meant.session, withdrawn=wanted.withdrawn)
    cases = (case_file(meant.session, number, meant.tournament) for number in numbers)
    return CasesOfSession(meant.session, [case for case in cases if wanted.only.takes(case)])


def _typed(desk: Desk, wanted: CasesWanted) -> list[SelectedCase]:
    sessions = dict[str, _SessionMeant]()
    found = dict[tuple[str, str], SelectedCase]()
    for addressed, case in wanted.cases:
        name = addressed or desk.session_id
        if name not in sessions:
            sessions[name] = _session(desk, name)
        meant = sessions[name]
        number = case_of(meant.session, case)
        found[name, number] = SelectedCase(meant.session, case_file(meant.session, number, meant.tournament))
    return [each for each in found.values() if wanted.only.takes(each.case)]


def _sessions(desk: Desk, streams: Sequence[str]) -> Iterator[str]:
    """The sessions by name; of a tournament, those of it in their order."""
    tournaments = desk.office.tournaments
    for name in streams:
        yield from tournaments.stream(name).sessions if tournaments.is_one(name) else (name,)


class _SessionMeant(NamedTuple):
    """A session, and what the tournament it belongs to is called; '' for none."""

    session: Session
    tournament: str


def _session(desk: Desk, name: str) -> _SessionMeant:
    session = desk.office.tournaments.tell_names(desk.office.session(desk.office.the_session(name)))
    tournament = desk.office.tournaments.of_session(session.id)
    opened = desk.office.tournaments.stream(tournament).opened if tournament else None
    return _SessionMeant(session, (opened.title or tournament or "") if opened else "")
