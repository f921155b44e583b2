"""The poster for the wall: whose pages these are, where they stand, and the address as a QR code."""

from __future__ import annotations

from cli.pages.events import head_of
from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.qr import svg
from cli.pages.tournaments.front import head_of as head_of_tournament
from ledger.overall.scores import TournamentScores
from ledger.session import Session


@in_its_language
def poster(press: Press, of: Session | TournamentScores, url: str) -> str:
    """The page of it."""
    head = head_of(of) if isinstance(of, Session) else head_of_tournament(of)
    return press.page("poster.html", NoLinks(), {"head": head, "url": url, "code": svg(url)})
