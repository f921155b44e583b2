"""The selection of cases over sessions and tournaments, for a book of cases and for statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.options.addresses import AddressedCase
from cli.words.case_statistics import StatisticsByPeriod
from ledger import (
    CaseFile,
    CaseFilter,
    Corrupt,
    RecordedCases,
    Refusal,
    Session,
    case_file,
    case_names,
    case_statistics,
    ruled_case_of,
    steps_by_number,
)


class SelectedCase(NamedTuple):
    """A selected case, and the session to which it belongs."""

    session: Session
    case: CaseFile


class CaseChoice(NamedTuple):
    """The choice of cases that pass the filter `only`: those named in `cases`, or, if none is named, all of `streams`.

    Without `streams`: all of this run's session. `withdrawn`: include withdrawn cases.
    """

    cases: Sequence[AddressedCase]
    streams: Sequence[str]
    only: CaseFilter
    withdrawn: bool = False


class CasesOfSession(NamedTuple):
    """A session with its selected cases, possibly none."""

    session: Session
    cases: list[CaseFile]


class SessionLeftOut(NamedTuple):
    """A session that was left out because its log is damaged, and the error message that says so."""

    name: str
    why: str


class SessionsFound(NamedTuple):
    """The sessions found, each with its selected cases, and the sessions left out because their logs are damaged."""

    sessions: Sequence[CasesOfSession]
    left_out: Sequence[SessionLeftOut]


class Selection(NamedTuple):
    """The selected cases in order, the sessions they were selected from, and the sessions with a damaged log."""

    cases: Sequence[SelectedCase]
    sessions: Sequence[Session]
    left_out: Sequence[SessionLeftOut] = ()


def selected_cases(desk: Desk, wanted: CaseChoice) -> Selection:
    """Return the named cases (without names, all of the chosen sessions) that pass the filter, each once."""
    if wanted.cases:
        sessions = dict[str, _SourceSession]()
        chosen = dict[tuple[str, str], SelectedCase]()
        for addressed, case in wanted.cases:
            name = addressed or desk.session_id
            if name not in sessions:
                sessions[name] = _source_session(desk, name)
            source = sessions[name]
            number = ruled_case_of(source.session, case)
            chosen[name, number] = SelectedCase(source.session, case_file(source.session, number, source.tournament))
        typed = [each for each in chosen.values() if wanted.only.takes(each.case)]
        if not typed:
            wanted.only.check_editions()
        return Selection(typed, list({each.session.id: each.session for each in typed}.values()))
    sessions_found, left_out = sessions_with_cases(desk, wanted)
    cases = [SelectedCase(each.session, case) for each in sessions_found for case in each.cases]
    return Selection(cases, [each.session for each in sessions_found], left_out)


def sessions_with_cases(desk: Desk, wanted: CaseChoice) -> SessionsFound:
    """Return the chosen sessions of the days asked for, with their cases; a tournament stands for all its sessions.

    Sessions with a damaged log are left out; Corrupt if all are damaged, Refusal (no-cases) if none is of those days.
    """
    sessions: list[CasesOfSession] = []
    broken: dict[str, Corrupt] = {}
    tournaments, names, undated = desk.office.tournaments, list[str](), list[str]()
    for stream in wanted.streams or [desk.session_id]:
        names += tournaments.stream(stream).sessions if tournaments.is_one(stream) else [stream]
    for name in dict.fromkeys(names):
        try:
            source = _source_session(desk, name)
            day = source.session.opening.date or ""
            if wanted.only.of_day(day):
                numbers = case_names(source.session, withdrawn=wanted.withdrawn)
                cases = (case_file(source.session, number, source.tournament) for number in numbers)
                cases_of = CasesOfSession(source.session, [case for case in cases if wanted.only.takes(case)])
                sessions.append(cases_of)
            elif not day:
                undated.append(name)
        except Corrupt as error:
            broken[name] = error
    if broken and not sessions:
        raise next(iter(broken.values()))
    if not sessions:
        message, hint = "no session is dated within these days", "widen --since and --until, or name another by --of"
        if undated:
            message = f"no day is known of {', '.join(undated)}, and days are asked for"
            hint = "leave --since and --until out; `session open --date DAY` gives a day"
        elif not names:
            message, hint = "the tournament has no session", "`tournament add NAME` adds one, or name another by --of"
        raise Refusal("no-cases", message, hint)
    if not any(each.cases for each in sessions):
        wanted.only.check_editions()
    return SessionsFound(sessions, [SessionLeftOut(name, error.message) for name, error in broken.items()])


class _SourceSession(NamedTuple):
    """A session, and the title of its tournament ('' for none)."""

    session: Session
    tournament: str


def _source_session(desk: Desk, name: str) -> _SourceSession:
    session = desk.office.tournaments.add_names_from_tournament(desk.office.session(desk.office.resolve_session(name)))
    tournament = desk.office.tournaments.of_session(session.id)
    opened = desk.office.tournaments.stream(tournament).opened if tournament else None
    return _SourceSession(session, (opened.title or tournament or "") if opened else "")


class GatheredStatistics(NamedTuple):
    """Statistics over the selected cases, by year or in total.

    `whole`: the caller may read the names of directors with few cases. `moment`: the last event counted, µs UTC.
    """

    over: StatisticsByPeriod
    whole: bool
    moment: int
    left_out: Sequence[SessionLeftOut]


def gather_statistics(desk: Desk, wanted: CaseChoice, *, by_year: bool) -> GatheredStatistics:
    """Return statistics over the selected cases; Refusal (no-cases) if no session is dated within the days given."""
    sessions, left_out = sessions_with_cases(desk, wanted)
    records = []
    for session, cases in sessions:
        decisions = [decided.number for case in cases for decided in case.decisions]
        log = desk.office.log(session.id) if decisions else ()  # the log is read only for decisions
        records.append(RecordedCases(session, cases, steps_by_number(log, session.id, decisions)))
    over = {"": case_statistics(records)}
    if by_year:
        years = sorted({_year(each.session) for each in records})
        over = {year or "?": case_statistics(each for each in records if _year(each.session) == year) for year in years}
    moment = max(each.session.recorded_at for each in records)
    # Only the chief director reads the names of directors with few cases; without officials, anyone may.
    whole = all(
        not each.session.officials or "chief-director" in each.session.officials.offices(desk.settings.official or "")
        for each in records
    )
    return GatheredStatistics(over, whole, moment, left_out)


def _year(session: Session) -> str:
    return (session.opening.date or "")[:4]
