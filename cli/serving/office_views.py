"""The office's pages as HTML: what waits now, a table, a form with the effect it would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from cli.pages import handouts
from cli.pages.hall import code_svg
from cli.pages.history import Head, changes_table, head_of, places_text
from cli.pages.links import Links
from cli.pages.printing import Press
from cli.pages.waiting import now_view
from cli.serving.forms import FilledIn
from cli.serving.office_forms import PageAsked, case_view, cases_view, form_view
from cli.serving.office_guards import board_of_case
from cli.views.checks import place_text
from cli.words.calls import threshold_lines
from cli.words.events import case_of_event, event_text
from cli.words.finality import contest_text
from cli.words.language import say
from cli.words.rulings import kind_text
from cli.words.times import clock, find_period_ends
from ledger.errors import Problem
from ledger.laws.advice import ADVICE
from ledger.office import Office
from ledger.projections.names import names_first, names_of
from ledger.projections.planned import boards_to_come_for
from ledger.recording.effect import Effect
from ledger.session import Session, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.calls.facts import PollTaken
from ledger.subjects.movement.state import plan_of
from ledger.subjects.office.facts import SigningEvent
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.tournaments.state import session_of

_NOWHERE = Links()


class OfficeViews:
    """The pages in the language of a press: Now, and of a session 'table', 'cases', 'case' and 'form'.

    An official who plays is shown no result, ruling or words of a call on a board that he has still to play.
    """

    def __init__(self, press: Press) -> None:
        self._press = press
        self._views = {"table": self._table, "cases": cases_view, "case": case_view, "form": form_view}

    def now(self, office: Office, name: str, officials: Mapping[str, str]) -> str:
        """Return the first page of a session or tournament; `officials`: by session, who looks, '' for a screen."""
        with self._press.speaking():
            stream = office.stream(name)
            title = stream.opened.title if stream.opened else ""
            head = Head(title or name, name, stream.number, "", stream.digest.hex()[:16])
            view = {"head": head, "may_rule": any(officials.values()), "officials": officials}
            return self._print("office_now.html", {**view, **now_view(office, name, officials)})

    def page(
        self, office: Office, session: str, official: str, name: str, query: Mapping[str, str], device: str
    ) -> str | None:
        """Return a page of a session for the device of an official; None if there is none of that name."""
        if name not in self._views:
            return None
        now = office.session(session)
        office.tournaments.add_names_from_tournament(now)
        with self._press.speaking():
            view = self._views[name](PageAsked(office, now, query, device, official, boards_to_come_for(now, official)))
            if view is None:
                return None
            return self._print(f"office_{name}.html", {"head": head_of(now), **view})

    def enter(self, *, pairing: bool) -> str:
        """Return the page on which a device is paired, or begins its visit."""
        with self._press.speaking():
            return self._print("office_enter.html", {"head": None, "pairing": pairing})

    def _print(self, template: str, view: Mapping[str, object]) -> str:
        return self._press.page(template, _NOWHERE, {"site": True, "banner": "", "script": "", **view}, OFFICE)

    def effect(
        self, effect: Effect, office: Office, official: str, filled: FilledIn | None = None, links: Sequence[str] = ()
    ) -> str:
        """Return what a command did, or would do, as a part of a page; `links`: what it hands out, as QR codes."""
        session = office.tournaments.add_names_from_tournament(session_of(effect.after))
        now = office.clock()
        with self._press.speaking():
            events = [each for each in effect.events if not isinstance(each.event, SigningEvent)]
            judged = [each.event for each in events if isinstance(each.event, Judgement | Decision)]
            cases = {_ruling_of(session, case_of_event(each) or "") for each in judged} & {*session.rulings}
            moved, edition = effect.ripple(), session.regulations.edition
            scores, hidden = effect.scores_after, boards_to_come_for(session, official)
            concerns = filled.concerns if filled else ()
            view = {
                "session": session.id,
                "supposed": effect.supposed,
                "events": [(each.number, event_text(each.event, session)) for each in events],
                "changes": changes_table(moved, scores, _NOWHERE, effect.events) if scores else None,
                "places": places_text(moved, names_of(session)),
                "overall": _overall_lines(effect),
                "advice": [edition.fill(ADVICE[code]) for event in judged for code in event.advice],
                "contest": [
                    f"{case}: {contest_text(session, session.rulings[case], now, counting=True)}"
                    for case in sorted(cases)
                ],
                "until": [
                    f"{clock(ends)}: {', '.join(what)}"
                    for ends, what in find_period_ends(session, now).items()
                    if ends > now
                ],
                "polls": [threshold_lines(each.event, edition) for each in events if isinstance(each.event, PollTaken)],
                "notes": [
                    *(filled.notes if filled else ()),
                    *(f"{say('look again')}: {place_text(each)}: {each.text}" for each in effect.doubts),
                ],
                "concerns": [
                    f"{place_text(each)}: {each.text}"
                    for each in concerns
                    if each.board not in hidden and hidden.isdisjoint(board_of_case(each.case or "", session))
                ],
                "codes": [code_svg(each) for each in links],
                "tell": [case for case in sorted(cases) if not (effect.supposed or session.rulings[case].told)],
                "case": next(filter(None, (case_of_event(each.event) for each in events)), ""),
                "links": _NOWHERE,
            }
            return self._press.part("office_effect.html", view)

    def slip(self, office: Office, name: str, case: str) -> str:
        """Return the slip of a ruling as a page to be kept, with its receipt if the office has a key to seal with."""
        session, receipt = office.session(name), ""
        with suppress(Problem):  # the ruling is recorded and told, whatever becomes of the seal
            if office.key:
                office.seals.give(name, office.key)
                receipt = office.seals.receipt(session, case, key=office.key.public, by_key=True).text
        office.tournaments.add_names_for_pages(session)
        with self._press.speaking():
            view = {"head": head_of(session), **handouts.slip(office.scoreboard(name), None, case), "receipt": receipt}
            return self._press.page("slip.html", _NOWHERE, view)

    # A table

    def _table(self, asked: PageAsked) -> dict[str, object]:
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


def _ruling_of(session: Session, case: str) -> str:
    """Return the ruling that a case is, or against which it is an appeal."""
    return session.appeals[case].against if case in session.appeals else case


def _overall_lines(effect: Effect) -> list[str]:
    """Return the places that move in the tournament, or why they are unknown."""
    if trouble := effect.overall_trouble:
        return [trouble.message]
    if (overall := effect.overall) is None:
        return []
    return [
        f"{overall.name}, {stage.name}: {each.whose} {each.before or say('new')} → {each.after or say('out')}"
        for stage in overall.moved.stages
        for each in overall.moved.of(stage.name, "place")
    ]


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


OFFICE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The policy of the office's pages: one script, of their own server; a form is sent by that script alone."""
