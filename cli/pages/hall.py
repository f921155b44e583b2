"""Pages that only a served hall shows: waiting for scores, polls, a missing page; and addresses as QR codes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from cli.pages.history import head_of
from cli.pages.links import Links
from cli.pages.printing import FORM, Press, in_press_language
from cli.pages.standings import ranked_fields
from cli.words.deals import call_mark_text, hand_lines
from cli.words.notation import call_text
from ledger.bounds.files import POLL_ANSWER
from ledger.bridge import dealer, vulnerability
from ledger.bridge.auction import CLOCKWISE
from ledger.errors import Misuse
from ledger.files import require_no_login
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.subjects.calls.facts import PollOpened

if TYPE_CHECKING:
    from segno import QRCode


_QUIET = 4
"""The width in modules of the quiet zone that scanners need around a code (ISO/IEC 18004)."""

_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""The character for two modules above each other, keyed by (upper is light, lower is light)."""


def require_url(text: str) -> str:
    """Return a typed web address with a final '/'; Misuse (usage) if no browser opens it, or it has a login."""
    require_no_login(text)
    plain = text.isascii() and text.isprintable() and not set(text) & set(" <>\"'`\\")
    if not (plain and text.startswith(("http://", "https://")) and len(text.partition("//")[2]) > 0):
        what = f"{text} is no address of a page" if text else "the poster needs the address of the pages"
        raise Misuse("usage", what, "--url https://results.example.org/thursday/")
    return text if text.endswith("/") else f"{text}/"


@cache
def _code(text: str) -> QRCode:
    import segno

    return segno.make_qr(text, error="m")  # a torn poster can still be read


def code_svg(text: str) -> Markup:
    """Return the QR code of an address as SVG, one dark path on white."""
    rows = [list(row) for row in _code(text).matrix_iter(border=_QUIET)]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    box = f'viewBox="0 0 {len(rows)} {len(rows)}"'
    return Markup(
        '<svg class="qr" {} role="img" shape-rendering="crispEdges"><title>{}</title>'
        '<rect width="100%" height="100%" fill="#fff"/><path fill="#000" d="{}"/></svg>'
    ).format(Markup(box), text, path)


def code_lines(text: str) -> list[str]:
    """Return the QR code of an address as lines of text for a dark terminal."""
    rows = [[not dark for dark in row] for row in _code(text).matrix_iter(border=_QUIET // 2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def waiting_page(
    press: Press, session: Session, scoreboard: Scoreboard | None = None, **awaited: str | bool
) -> dict[str, str]:
    """Return the page for people who wait for scores, by its file name; with `scoreboard` it shows the places.

    `awaited`: one of `published` (time of publication), `running` (True: running scores), `expected` (time expected).
    """
    with press.speaking():
        fields = ranked_fields(scoreboard, Links()) if scoreboard else []
        always = {"head": head_of(session), "site": True, "banner": Markup(""), "fields": fields}
        view = {"published": "", "running": False, "expected": "", **always, **awaited}
        return {"index.html": press.page("waiting.html", Links(), view)}


@in_press_language
def missing_page(press: Press, home: str = "") -> str:
    """Return the page for an address that does not exist; `home`: the relative address of the first page."""
    return press.page("missing.html", Links(), {"head": None, "home": home, "script": None})


_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}

_VULNERABLE = {"None": "Nobody", "NS": "North–South", "EW": "East–West", "Both": "Everybody"}


class PollAsked(NamedTuple):
    """A poll put to a player, with the number of its board if the board is known."""

    opened: PollOpened
    board: int | None


def _poll_content(asked: PollAsked) -> dict[str, object]:
    """Return what the poll's page shows: a hand, the auction in columns, the question, and no fact of the table."""
    opened, board = asked
    hand, seats, calls = tuple(opened.hand.split(".")), list[str](), list[str]()
    if auction := opened.auction:
        first = CLOCKWISE.index(auction.calls[0].seat)
        seats = [CLOCKWISE[(first + at) % 4].value for at in range(4)]
        calls = [call_text(each.call, True) + call_mark_text(each.mark) for each in auction.calls]
        calls += [] if auction.is_over else ["?"]
    return {
        "question": opened.question,
        "seat": _SEATS.get(opened.seat or "", ""),
        "hand": hand_lines((hand[0], hand[1], hand[2], hand[3]), symbols=True) if len(hand) == 4 else [],
        "dealer": _SEATS[dealer(board).value] if board else "",
        "vulnerable": _VULNERABLE[vulnerability(board).value] if board else "",
        "seats": seats,
        "calls": [calls[at : at + 4] for at in range(0, len(calls), 4)],
    }


def poll_page(press: Press, asked: PollAsked | None = None, **view: object) -> str:
    """Return the page of a poll for a player with a valid link, or, without `asked`, the page that asks for a code.

    `chose`, `considered`: the fields as filled in; `wrong`: the answer or the code is invalid; `thanks`: an answer was
    taken, without a name.
    """
    always: Mapping[str, object] = dict.fromkeys(("head", "banner", "thanks", "wrong"))
    still = {"site": True, "script": "", "chose": "", "considered": ""}  # no reload while a player fills it in
    with press.speaking():
        it = _poll_content(asked) if asked else None
        return press.page("poll.html", Links(), {**always, **still, "it": it, "most": POLL_ANSWER.most, **view}, FORM)
