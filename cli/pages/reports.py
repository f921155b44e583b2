"""The reports, each one file that holds everything it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.pages import boards, cases, standings
from cli.pages.cards import card_view
from cli.pages.changes import given_out
from cli.pages.chart import charts
from cli.pages.columns import moments
from cli.pages.events import events_table, head_of
from cli.pages.history import History, steps
from cli.pages.links import OnePage, slugs
from cli.pages.own_changes import ChangesOfAll
from cli.pages.printing import Press, in_its_language
from cli.pages.table import Outline, PageTable, plain_row
from cli.words.language import say, tell
from cli.words.notation import boards_said
from cli.words.times import day_text
from cli.words.vocabulary import SCORINGS
from ledger.facts import Envelope
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import placed
from ledger.projections.timeline import related_cases, related_events
from ledger.session import Session

_EVERYTHING = range(1, 2**31)


@in_its_language
def standings_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], *, why: bool) -> str:
    """The ranked field; with `why` how every total comes about, and the log."""
    session = scoreboard.session
    links = OnePage(session, events=_EVERYTHING if why else (), totals=why)
    view = {
        "head": head_of(session),
        "fields": standings.ranked_fields(scoreboard, links),
        "matches": standings.matches(scoreboard),
        "match_scores": standings.match_outlines(scoreboard) if why else [],
        "totals": _totals(scoreboard) if why else [],
        "log": events_table(log, session) if why else None,
    }
    return press.page("standings.html", links, view)


@in_its_language
def scorecard_report(
    press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], contestant: str, *, why: bool
) -> str:
    """A contestant's place, what changed for it, and its boards; with `why` how its total comes about, and the log."""
    session = scoreboard.session
    links = OnePage(session, events=_EVERYTHING if why else ())
    history = History(session.id, log)
    first = next((each for each in given_out(history, log) if not each.recalled), None)
    changes = ChangesOfAll(scoreboard, history.steps, first, dict(placed(scoreboard))) if first else None
    card = card_view(scoreboard, links, contestant, changes)
    view = {
        "head": head_of(session),
        "card": card if why else card._replace(outlines=[]),
        "log": events_table(log, session) if why else None,
    }
    return press.page("contestant.html", links, view)


def _totals(scoreboard: Scoreboard) -> list[Outline]:
    """How each total comes about, under the name its number leads to."""
    anchors, names = slugs(scoreboard.session), names_of(scoreboard.session)
    return [
        standings.total_outline(scoreboard, each, f"total-{anchors[each]}", names)
        for each in standings.placed(scoreboard)
    ]


@in_its_language
def board_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], board: int, *, why: bool) -> str:
    """A board: hands, traveller, frequencies, its rulings; with `why` how each score comes about, and its events."""
    session = scoreboard.session
    lines = session.boards[board].values()
    ruled = _cases_on(session, board)
    numbers = {number for played in lines for number in played.events}
    numbers |= {each.number for case in ruled for each in related_events(session, log, case)}
    links = OnePage(session, events=numbers if why else (), cases=ruled, boards={board} if why else ())
    view = {
        "head": head_of(session),
        "board": boards.board_view(scoreboard, board, links),
        "cases": cases.case_views(scoreboard, log, steps(log, session.id), ruled, links),
        "in_short": not why,
        "log": events_table((each for each in log if each.number in numbers), session) if why else None,
    }
    return press.page("board.html", links, view)


def _cases_on(session: Session, board: int) -> list[str]:
    """The rulings of a board, in force or not, and the appeals and penalties that belong to them."""
    rulings = [case for case, ruling in session.rulings.items() if ruling.board == board]
    found = {each for case in rulings for each in related_cases(session, case)}
    return sorted(found - session.calls.keys(), key=lambda case: ("RPA".index(case[0]), case))


@in_its_language
def register_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope]) -> str:
    """The register, and every ruling and penalty at length."""
    session = scoreboard.session
    named = [*session.rulings, *session.penalties]
    told = _CaseList("Register of rulings", "No rulings.", cases.register_table(session), named)
    return _cases(press, scoreboard, log, told)


@in_its_language
def docket_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope]) -> str:
    """The docket, and every appeal at length."""
    session = scoreboard.session
    told = _CaseList("Docket of appeals", "No appeals.", cases.docket_table(session), list(session.appeals))
    return _cases(press, scoreboard, log, told)


class _CaseList(NamedTuple):
    """A list of cases: its heading, what stands there where it is empty, its table, and the cases told at length."""

    heading: str
    nothing: str
    table: PageTable | None
    named: list[str]


def _cases(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], told: _CaseList) -> str:
    session, named = scoreboard.session, told.named
    numbers = {each.number for case in named for each in related_events(session, log, case)}
    links = OnePage(session, events=numbers, cases=named, scores=cases.explained_scores(scoreboard, named))
    view = {
        "head": head_of(session),
        "heading": told.heading,
        "nothing": told.nothing,
        "table": told.table,
        "cases": cases.case_views(scoreboard, log, steps(log, session.id), named, links),
        "log": events_table((each for each in log if each.number in numbers), session) if numbers else None,
    }
    return press.page("cases.html", links, view)


@in_its_language
def audit_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], seal: str) -> str:
    """The session from its digest to its last event."""
    session = scoreboard.session
    named = [*session.rulings, *session.penalties, *session.appeals]
    scores = cases.explained_scores(scoreboard, named)
    links = OnePage(session, events=_EVERYTHING, cases=named, scores=scores, totals=True)
    view = {
        "head": head_of(session),
        "facts": _facts(scoreboard),
        "seal": seal,
        "fields": standings.ranked_fields(scoreboard, links),
        "matches": standings.matches(scoreboard),
        "match_scores": standings.match_outlines(scoreboard),
        "charts": charts(scoreboard, moments(scoreboard, log)),
        "rulings": cases.register_table(session),
        "appeals": cases.docket_table(session),
        "cases": cases.case_views(scoreboard, log, steps(log, session.id), named, links),
        "totals": _totals(scoreboard),
        "log": events_table(log, session),
    }
    return press.page("audit.html", links, view)


def _facts(scoreboard: Scoreboard) -> PageTable:
    """What session this is, in a few lines."""
    session, opening = scoreboard.session, scoreboard.session.opening
    contestants = say("%(number)s contestants", number=len(session.contestants))
    winners = say("two winners") if opening.winners == 2 else say("one field")
    said = {
        say("Session"): session.id,
        say("Date"): day_text(opening.date) or "–",
        say("Scoring"): f"{SCORINGS[opening.scoring]}, {winners}",
        say("Regulations"): tell(session.regulations.title),
        say("Played"): f"{boards_said(sorted(session.boards))}, {contestants}",
        say("Events"): str(session.number),
        say("Digest"): session.digest.hex(),
    }
    return PageTable("Front page", ["what", "as recorded"], [plain_row([what, told]) for what, told in said.items()])
