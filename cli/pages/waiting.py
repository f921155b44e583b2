"""The one page of a session whose site cannot be shown yet: what is awaited, or places and totals alone; and what is
answered where there is no page at all.

Results and cards of a board would tell who still has to play it; places and totals do not.
"""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from cli.pages.events import head_of
from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.standings import ranked_fields
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session


class Awaited(NamedTuple):
    """What is said of them: when they were `published`, that they are `running`, or when they are `expected`."""

    published: str = ""
    running: bool = False
    expected: str = ""


def waiting_page(
    press: Press, session: Session, awaited: Awaited, scoreboard: Scoreboard | None = None
) -> dict[str, str]:
    """The page by its name; `scoreboard`: whose places stand on it."""
    with press.speaking():
        view = {
            "head": head_of(session),
            "site": True,
            "banner": Markup(""),
            "fields": ranked_fields(scoreboard, NoLinks()) if scoreboard else [],
            **awaited._asdict(),
        }
        return {"index.html": press.page("waiting.html", NoLinks(), view)}


@in_its_language
def missing_page(press: Press, home: str = "") -> str:
    """What is answered where there is no page; `home`: the way from there to the first."""
    return press.page("missing.html", NoLinks(), {"head": None, "home": home, "script": None})
