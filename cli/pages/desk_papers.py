"""The papers a desk is asked for: the form of a case, the slip for the table, the notice to a contestant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cli.desk.desk import Desk
from cli.pages.appeal_forms import appeal_sheet
from cli.pages.desk_reports import asked, put
from cli.pages.events import head_of
from cli.pages.history import steps
from cli.pages.links import OnePage
from cli.pages.notices import notice
from cli.pages.printing import Press
from cli.pages.ruling_forms import penalty_sheet, ruling_sheet
from cli.pages.sheets import FormSheet
from cli.pages.slips import Slip, penalty_slip, ruling_slip
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.case_numbers import require_appeal, require_case, require_penalty
from ledger.session.places import require_contestant


def write_form(desk: Desk, case: str, out: Path, language: str) -> None:
    """The form of a ruling, a penalty or an appeal; refused where there is no such case."""
    scoreboard, log = asked(desk)
    title, sheet = _sheet(scoreboard, log, case.upper())
    _put(desk, out, language, scoreboard, "form.html", {"title": title, "sheet": sheet})


def write_slip(desk: Desk, case: str, out: Path, language: str) -> None:
    """The slip of a ruling or a penalty; refused where there is no such case."""
    scoreboard, _ = asked(desk)
    title, slip = _slip(scoreboard.session, case.upper())
    _put(desk, out, language, scoreboard, "slip.html", {"title": title, "slip": slip})


def write_notice(desk: Desk, contestant: str, out: Path, language: str) -> None:
    """The notice to a contestant; refused where it is not entered."""
    scoreboard, log = asked(desk)
    whom = require_contestant(scoreboard.session, contestant)
    _put(desk, out, language, scoreboard, "notice.html", {"notice": notice(scoreboard, log, whom)})


def _put(
    desk: Desk, out: Path, language: str, scoreboard: Scoreboard, template: str, view: Mapping[str, object]
) -> None:
    session = scoreboard.session
    page = Press(language).page(template, OnePage(session), {"head": head_of(session), **view})
    put(desk, out, page, session.recorded_at)


def _sheet(scoreboard: Scoreboard, log: list[Envelope], case: str) -> tuple[str, FormSheet]:
    session = scoreboard.session
    match case[:1]:
        case "A":
            return "Appeal", appeal_sheet(session, require_appeal(session, case))
        case "P":
            return "Penalty", penalty_sheet(session, require_penalty(session, case))
        case "C":
            raise _no_paper(f"{case} is a call to a table", "its form is that of the ruling that answers it")
        case _:
            return "Ruling", ruling_sheet(scoreboard, steps(log, session.id), require_case(session, case))


def _slip(session: Session, case: str) -> tuple[str, Slip]:
    match case[:1]:
        case "P":
            return "Penalty", penalty_slip(session, require_penalty(session, case))
        case "A" | "C":
            raise _no_paper(f"{case} is no ruling", f"`show {case}` tells it; an appeal has a form")
        case _:
            return "Ruling", ruling_slip(session, require_case(session, case))


def _no_paper(what: str, hint: str) -> Refusal:
    return Refusal("no-such-case", f"{what}: there is no such paper of it", hint)
