"""An address as a QR code: for a page, and for a terminal."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ledger.errors import Misuse, Unavailable

if TYPE_CHECKING:
    from segno import QRCode

_QUIET = 4
"""The empty modules around it that scanners want (ISO/IEC 18004)."""

_HINT = "pip install 'bridge-ledger[serve]'"

_HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Two lines of modules in one of a terminal, by which of them is light."""


def require_url(text: str) -> str:
    """An address that was typed, as it goes on the wall; Misuse (usage) where no browser could open it."""
    plain = text.isascii() and text.isprintable() and not set(text) & set(" <>\"'`\\")
    if not (plain and text.startswith(("http://", "https://")) and len(text.partition("//")[2]) > 0):
        raise Misuse("usage", f"{text} is no address of a page", "--url https://results.example.org/thursday/")
    return text if text.endswith("/") else f"{text}/"


@cache
def _code(text: str) -> QRCode:
    """The code, of a level that a torn poster still has; Unavailable (tool-missing) without what makes it."""
    try:
        import segno
    except ImportError:
        raise Unavailable("tool-missing", "QR codes are made by segno, which is not installed", _HINT) from None
    return segno.make_qr(text, error="m")


def svg(text: str) -> Markup:
    """The code as a drawing, one dark path on white."""
    rows = [list(row) for row in _code(text).matrix_iter(border=_QUIET)]
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    box = f'viewBox="0 0 {len(rows)} {len(rows)}"'
    return Markup(
        '<svg class="qr" {} role="img" shape-rendering="crispEdges"><title>{}</title>'
        '<rect width="100%" height="100%" fill="#fff"/><path fill="#000" d="{}"/></svg>'
    ).format(Markup(box), text, path)


def lines(text: str) -> list[str]:
    """The code for a dark terminal, two rows of it in a line."""
    rows = [[not dark for dark in row] for row in _code(text).matrix_iter(border=_QUIET // 2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
