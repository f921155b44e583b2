"""The reports of a session, each a single file without links to other files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.pages import boards, cases, standings
from cli.pages.cards import Cards, SessionChanges
from cli.pages.chart import charts, moments
from cli.pages.hands import boards_over
from cli.pages.history import History, events_table, head_of, list_publications
from cli.pages.links import OnePage, slugs
from cli.pages.periods import ScoresState
from cli.pages.printing import Press, in_press_language
from cli.pages.table import Outline, facts_table
from cli.words.language import say, tell
from cli.words.notation import board_ranges_text
from cli.words.times import day_text
from cli.words.vocabulary import SCORINGS
from ledger.kernel.fact import Envelope
from ledger.projections.casework import related_cases, related_events
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.solved_deals import SolvedDeals
from ledger.session.places import require_board, require_contestant

_EVERYTHING = range(1, 2**31)


@in_press_language
def standings_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], now: int, *, why: bool) -> str:
    """Return the page of the standings and if they are final; `why`: with the derivation of totals, and the log."""
    links = OnePage(scoreboard.session, events=_EVERYTHING if why else (), totals=why)
    return press.page("standings.html", links, _standings(scoreboard, log, now, links, why=why))


def _standings(
    scoreboard: Scoreboard, log: Sequence[Envelope], now: int, links: OnePage, *, why: bool = True
) -> dict[str, object]:
    session, totals = scoreboard.session, list[Outline]()
    if why:
        anchors, names = slugs(session), names_of(session)
        totals = [
            standings.total_outline(scoreboard, each, f"total-{anchors[each]}", names)
            for each in standings.list_ranked(scoreboard)
        ]
    return {
        "head": head_of(session),
        "state": ScoresState(session, now).whole(),
        "fields": standings.ranked_fields(scoreboard, links),
        "matches": standings.matches(scoreboard),
        "match_scores": standings.match_outlines(scoreboard) if why else [],
        "totals": totals,
        "log": events_table(log, session) if why else None,
    }


@in_press_language
def scorecard_report(
    press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], now: int, *, contestant: str, why: bool
) -> str:
    """Return the page of a contestant: its place, boards and changes; `why`: with its total's derivation, and the log.

    Refused if the contestant is not entered.
    """
    session, contestant = scoreboard.session, require_contestant(scoreboard.session, contestant)
    links = OnePage(session, events=_EVERYTHING if why else ())
    history = History(session.id, log)
    first = next((each for each in list_publications(history, log) if not each.recalled), None)
    changes = SessionChanges(scoreboard, history.steps, first, history.before_last) if first else None
    card = Cards(scoreboard, links, changes, ScoresState(session, now)).of(contestant)
    view = {
        "head": head_of(session),
        "card": card if why else {**card, "outlines": []},
        "log": events_table(log, session) if why else None,
    }
    return press.page("contestant.html", links, view)


@in_press_language
def board_report(
    press: Press,
    scoreboard: Scoreboard,
    log: Sequence[Envelope],
    now: int,
    *,
    board: int,
    why: bool,
    solved: SolvedDeals,
) -> str:
    """Return the page of a board: hands, traveller, frequencies, rulings; `why`: with derivations, and its events.

    Refused if the board is not in the session.
    """
    session = scoreboard.session
    require_board(session, board)
    lines = session.boards[board].values()
    rulings = [case for case, ruling in session.rulings.items() if ruling.board == board]
    related = {each for case in rulings for each in related_cases(session, case)}
    ruled = sorted(related - session.calls.keys(), key=lambda case: ("RPA".index(case[0]), case))
    numbers = {number for played in lines for number in played.events}
    numbers |= {each.number for case in ruled for each in related_events(session, log, case)}
    tricks = solved.solve(filter(None, [session.deal(board)]))
    links = OnePage(session, events=numbers if why else (), cases=ruled, boards={board} if why else ())
    view = {
        "head": head_of(session),
        "board": boards.board_view(scoreboard, board, links, boards_over(scoreboard), tricks),
        "state": ScoresState(session, now).of_board(board),
        "cases": cases.case_views(scoreboard, log, History(session.id, log).steps, ruled, links, now),
        "in_short": not why,
        "log": events_table((each for each in log if each.number in numbers), session) if why else None,
    }
    return press.page("board.html", links, view)


@in_press_language
def register_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], now: int) -> str:
    """Return the page of the register of rulings, with every ruling and penalty at length."""
    session = scoreboard.session
    view = {"heading": "Register of rulings", "nothing": "No rulings.", "table": cases.register_table(session, now)}
    return _cases(press, scoreboard, log, now, [*session.rulings, *session.penalties], view)


@in_press_language
def docket_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], now: int) -> str:
    """Return the page of the docket of appeals, with every appeal at length."""
    session = scoreboard.session
    view = {"heading": "List of appeals", "nothing": "No appeals.", "table": cases.docket_table(session)}
    return _cases(press, scoreboard, log, now, list(session.appeals), view)


def _cases(
    press: Press,
    scoreboard: Scoreboard,
    log: Sequence[Envelope],
    now: int,
    named: list[str],
    beside: Mapping[str, object],
) -> str:
    session = scoreboard.session
    numbers = {each.number for case in named for each in related_events(session, log, case)}
    links = OnePage(session, events=numbers, cases=named, scores=cases.derivation_anchors(scoreboard, named))
    view = {
        **beside,
        "head": head_of(session),
        "state": ScoresState(session, now).whole(),
        "cases": cases.case_views(scoreboard, log, History(session.id, log).steps, named, links, now),
        "log": events_table((each for each in log if each.number in numbers), session) if numbers else None,
    }
    return press.page("cases.html", links, view)


@in_press_language
def audit_report(press: Press, scoreboard: Scoreboard, log: Sequence[Envelope], now: int, *, seal: str) -> str:
    """Return the audit page of a session, from its digest to its last event; `seal`: the last seal, '' if none."""
    session, opening = scoreboard.session, scoreboard.session.opening
    contestants = say("%(number)s contestants", number=len(session.contestants))
    winners = say("two winners") if opening.winners == 2 else say("one field")
    facts = {
        say("Session"): session.id,
        say("Date"): day_text(opening.date) or "–",
        say("Scoring"): f"{SCORINGS[opening.scoring]}, {winners}",
        say("Regulations"): tell(session.regulations.title),
        say("Played"): f"{board_ranges_text(sorted(session.boards))}, {contestants}",
        say("Events"): str(session.number),
        say("Digest"): session.digest.hex(),
    }
    named = [*session.rulings, *session.penalties, *session.appeals]
    scores = cases.derivation_anchors(scoreboard, named)
    links = OnePage(session, events=_EVERYTHING, cases=named, scores=scores, totals=True)
    view = {
        **_standings(scoreboard, log, now, links),
        "facts": facts_table(facts),
        "seal": seal,
        "charts": charts(scoreboard, moments(scoreboard, log)),
        "rulings": cases.register_table(session, now),
        "appeals": cases.docket_table(session),
        "cases": cases.case_views(scoreboard, log, History(session.id, log).steps, named, links, now),
    }
    return press.page("audit.html", links, view)
