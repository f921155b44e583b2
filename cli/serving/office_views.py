"""The office's pages as HTML: what waits now, a table, a form with the effect it would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.pages.history import changes_table, head_of, places_text
from cli.pages.links import Links
from cli.pages.printing import Press
from cli.serving.forms import FORMS
from cli.shell.watched_session import (
    Overview,
    appeal_text,
    clock_text,
    line_texts,
    outdated_ruling_text,
    queried_text,
    ruling_text,
    untold_ruling_text,
)
from cli.views.checks import place_text
from cli.words.events import event_text
from cli.words.movement import late_table_text
from cli.words.notation import seating_text
from cli.words.rulings import kind_text
from cli.words.times import clock, find_period_ends
from ledger.laws.advice import ADVICE
from ledger.office import Office
from ledger.projections.names import names_first, names_of
from ledger.projections.planned import boards_to_come_for
from ledger.recording.effect import Effect
from ledger.session import Session, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.calls.state import call_state, is_open
from ledger.subjects.movement.state import plan_of
from ledger.subjects.office.facts import SigningEvent
from ledger.subjects.rulings.facts import Judgement, RulingAmended, RulingGiven
from ledger.subjects.tournaments.state import session_of

_NOWHERE = Links()


class _Asked(NamedTuple):
    office: Office
    session: Session
    query: Mapping[str, str]
    hidden: frozenset[int]
    """The boards that the official has still to play."""


class OfficeViews:
    """The pages in the language of a press; their names are '' (Now), 'table' and 'form'.

    An official who plays is shown no result, ruling or words of a call on a board that he has still to play.
    """

    def __init__(self, press: Press) -> None:
        self._press = press
        self._views = {"": self._now, "table": self._table, "form": self._form}

    def page(self, office: Office, session: str, official: str, name: str, query: Mapping[str, str]) -> str | None:
        """Return a page of a session for an official; None if there is none of that name."""
        if name not in self._views:
            return None
        now = office.session(session)
        office.tournaments.add_names_for_pages(now)
        with self._press.speaking():
            view = self._views[name](_Asked(office, now, query, boards_to_come_for(now, official)))
            return self._print(f"office_{name or 'now'}.html", {"head": head_of(now), **view})

    def enter(self, *, pairing: bool) -> str:
        """Return the page on which a device is paired, or begins its visit."""
        with self._press.speaking():
            return self._print("office_enter.html", {"head": None, "pairing": pairing})

    def _print(self, template: str, view: Mapping[str, object]) -> str:
        return self._press.page(template, _NOWHERE, {"site": True, "banner": "", "script": "", **view}, OFFICE)

    def effect(self, effect: Effect, now: int, notes: Sequence[str]) -> str:
        """Return what a command did, or would do, as a part of a page."""
        session = session_of(effect.after)
        with self._press.speaking():
            events = [each for each in effect.events if not isinstance(each.event, SigningEvent)]
            judged = [each.event for each in events if isinstance(each.event, Judgement | Decision)]
            cases = [each.case for each in judged if isinstance(each, RulingGiven | RulingAmended)]
            moved, edition = effect.ripple(), session.regulations.edition
            scores = effect.scores_after
            view = {
                "supposed": effect.supposed,
                "events": [(each.number, event_text(each.event, session)) for each in events],
                "kinds": [kind_text(each.adjustment, edition) for each in judged if each.adjustment],
                "changes": changes_table(moved, scores, _NOWHERE, effect.events) if scores else None,
                "places": places_text(moved, names_of(session)),
                "advice": [edition.fill(ADVICE[code]) for event in judged for code in event.advice],
                "until": [
                    f"{clock(ends)}: {', '.join(what)}"
                    for ends, what in find_period_ends(session, now).items()
                    if ends > now
                ],
                "notes": [*notes, *(f"look again: {place_text(each)}: {each.text}" for each in effect.doubts)],
                "tell": [case for case in cases if not (effect.supposed or session.rulings[case].told)],
                "links": _NOWHERE,
            }
            return self._press.part("office_effect.html", view)

    # What waits now

    def _now(self, asked: _Asked) -> dict[str, object]:
        office, session, hidden = asked.office, asked.session, asked.hidden
        seen = Overview(office.scoreboard(session.id), max(office.clock(), session.recorded_at), ())
        calls = sorted(seen.calls, key=lambda call: call.at)
        return {
            "calls": [
                {
                    "case": each.case,
                    "board": each.called.board,
                    "table": each.called.table,
                    "since": seen.since(each.at),
                    "clock": clock(each.at),
                    "alleged": each.called.alleged if each.called.board not in hidden else None,
                    "caller": each.called.caller,
                    "state": call_state(session, each),
                }
                for each in calls
            ],
            "sections": [
                section
                for section in (
                    ("late", [late_table_text(each) for each in seen.late]),
                    ("queue", line_texts(seen)),
                    ("appeals", [appeal_text(seen, each) for each in seen.appeals]),
                    ("clocks", [clock_text(seen.now, *each) for each in seen.clocks.items()]),
                    ("provisional", [ruling_text(each) for each in seen.provisional if each.board not in hidden]),
                    ("untold", [untold_ruling_text(each) for each in seen.untold]),
                    (
                        "again",
                        [
                            outdated_ruling_text(seen, each)
                            for each in seen.look_again
                            if each.ruling.board not in hidden
                        ],
                    ),
                    ("queried", [queried_text(each) for each in seen.queried if each.board not in hidden]),
                )
                if section[1]
            ],
            "untold": [each.case for each in seen.untold],
            "tables": _tables(session, seen),
        }

    # A table

    def _table(self, asked: _Asked) -> dict[str, object]:
        session, table = asked.session, asked.query.get("table", "")[:20]
        played = [each for each in session.table_boards() if each.table == table]
        planned = [each for each in plan_of(session).tables if each.table == table and each.played]
        last = max((each.round or 0 for each in played), default=0)
        rounds = {each.round for each in planned} | {each.round or 0 for each in played}
        groups = []
        for number in sorted(rounds, key=lambda each: (each > last, each if each > last else -each)):
            meetings = [each for each in planned if each.round == number]
            here = {each.board: each for each in played if (each.round or 0) == number}
            seats = [(each.seating.ns, each.seating.ew) for each in here.values()]
            seats += [(each.ns, each.ew) for each in meetings]
            boards = sorted({*here, *(board for each in meetings for board in each.boards)})
            rows = [_row(session, board, here.get(board), seats[0], asked.hidden) for board in boards]
            sides = [names_first(each, names_of(session)) for each in seats[0]]
            groups.append({"round": number, "sides": sides, "rows": rows})
        return {"table": table, "groups": groups}

    # A form

    def _form(self, asked: _Asked) -> dict[str, object]:
        session, query = asked.session, asked.query
        form, board, table = (query.get(name, "")[:60] for name in ("form", "board", "table"))
        tables = (each for each in session.table_boards() if str(each.board) == board and each.table == table)
        line = next((each for each in tables if each.board not in asked.hidden), None)
        seats = line.seating.pair if line else tuple(query.get(name, "")[:60] for name in ("ns", "ew"))
        calls = ((case, call) for case, call in session.calls.items() if is_open(session, call))
        return {
            "form": form if form in FORMS else FORMS[0],
            "board": board,
            "table": table,
            "case": query.get("case", "")[:20],
            "seats": seats,
            "who": seating_text(line.seating) if line else " v ".join(filter(None, seats)),
            "result": str(line.results[-1].result) if line and line.results else "",
            "calls": [
                (case, call.called.alleged)
                for case, call in calls
                if str(call.called.board or board) == board and call.called.board not in asked.hidden
            ],
            "chosen": query.get("call", ""),
        }


def _row(
    session: Session, board: int, line: TableBoard | None, seats: tuple[str, str], hidden: frozenset[int]
) -> dict[str, object]:
    """Return a board at a table: who sat there, the result and the rulings; neither of these on a hidden board."""
    ns, ew = line.seating.pair if line else seats
    seen = line if line and board not in hidden else None
    rulings = session.rulings_of(seen) if seen else ()
    return {
        "board": board,
        "hidden": board in hidden,
        "result": str(seen.results[-1].result) if seen and seen.results else "",
        "ns": ns,
        "ew": ew,
        "ruled": [kind_text(session.in_force(each).adjustment, session.regulations.edition) for each in rulings],
    }


def _tables(session: Session, seen: Overview) -> list[str]:
    """Return the tables of the current round, or those with a result, in the order of the plan."""
    planned = [each.planned.table for each in seen.tables]
    played = (each.table for each in session.table_boards() if each.table)
    return planned or list(dict.fromkeys(played))


OFFICE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The policy of the office's pages: one script, of their own server; a form is sent by that script alone."""
