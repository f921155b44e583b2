"""Which cases are meant, over sessions and tournaments: for a book of them, and for figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.addresses import AddressedCase
from cli.words.case_statistics import Spanned
from ledger import (
    CaseFile,
    CaseFilter,
    Corrupt,
    RecordedCases,
    Refusal,
    Session,
    case_file,
    case_of,
    case_statistics,
    cases_in,
    steps_at,
)


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
        sessions = dict[str, _SessionMeant]()
        chosen = dict[tuple[str, str], SelectedCase]()
        for addressed, case in wanted.cases:
            name = addressed or desk.session_id
            if name not in sessions:
                sessions[name] = _session(desk, name)
            meant = sessions[name]
            number = case_of(meant.session, case)
            chosen[name, number] = SelectedCase(meant.session, case_file(meant.session, number, meant.tournament))
        typed = [each for each in chosen.values() if wanted.only.takes(each.case)]
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
    tournaments, names = desk.office.tournaments, list[str]()
    for stream in wanted.streams or [desk.session_id]:
        names += tournaments.stream(stream).sessions if tournaments.is_one(stream) else [stream]
    for name in dict.fromkeys(names):
        try:
            meant = _session(desk, name)
            if wanted.only.of_day(meant.session.opening.date or ""):
                numbers = cases_in(meant.session, withdrawn=wanted.withdrawn)
                cases = (case_file(meant.session, number, meant.tournament) for number in numbers)
                cases_of = CasesOfSession(meant.session, [case for case in cases if wanted.only.takes(case)])
                found.append(cases_of)
        except Corrupt as error:
            broken[name] = error
    if broken and not found:
        raise next(iter(broken.values()))
    return SessionsFound(found, [SessionLeftOut(name, error.message) for name, error in broken.items()])


class _SessionMeant(NamedTuple):
    """A session, and what the tournament it belongs to is called; '' for none."""

    session: Session
    tournament: str


def _session(desk: Desk, name: str) -> _SessionMeant:
    session = desk.office.tournaments.tell_names(desk.office.session(desk.office.the_session(name)))
    tournament = desk.office.tournaments.of_session(session.id)
    opened = desk.office.tournaments.stream(tournament).opened if tournament else None
    return _SessionMeant(session, (opened.title or tournament or "") if opened else "")


class FiguresAsked(NamedTuple):
    """The figures by year or over all, whether all of them may be read here, of when they are (µs UTC), and the
    sessions that are not in them because they do not hold.
    """

    over: Spanned
    whole: bool
    moment: int
    left_out: Sequence[SessionLeftOut]


def gathered(desk: Desk, wanted: CasesWanted, *, by_year: bool) -> FiguresAsked:
    """The figures over what is meant. Refusal (no-cases) where no session is of such days."""
    found, left_out = sessions_with_cases(desk, wanted)
    records = []
    for session, cases in found:
        decisions = [decided.number for case in cases for decided in case.decisions]
        log = desk.office.log(session.id) if decisions else ()  # only for these the log is read
        records.append(RecordedCases(session, cases, steps_at(log, session.id, decisions)))
    if not records:
        raise Refusal("no-cases", "no session is of these days", "wider: another --of, --since and --until")
    over = {"": case_statistics(records)}
    if by_year:
        years = sorted({_year(each.session) for each in records})
        over = {year or "?": case_statistics(each for each in records if _year(each.session) == year) for year in years}
    moment = max(each.session.recorded_at for each in records)
    # Who asks reads all of it as the chief director; where nobody was appointed, everybody is whatever he says.
    whole = all(
        not each.session.officials or "chief-director" in each.session.officials.offices(desk.settings.official or "")
        for each in records
    )
    return FiguresAsked(over, whole, moment, left_out)


def _year(session: Session) -> str:
    return (session.opening.date or "")[:4]
