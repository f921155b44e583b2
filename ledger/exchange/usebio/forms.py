"""What a USEBIO event says of its form of scoring, and of whom it ranks together."""

from pathlib import Path
from xml.etree.ElementTree import Element

from ledger.errors import Misuse
from ledger.exchange.sheet import shortened
from ledger.exchange.usebio.document import text_of
from ledger.scoring.forms import FormName

_PAIRS: dict[str, FormName] = {"MATCH_POINTS": "matchpoints", "BUTLER_IMPS": "butler", "CROSS_IMPS": "cross-imps"}
_TEAMS: dict[str, FormName] = {"IMPS": "teams", "PAB": "board-a-match", "BAM": "board-a-match"}
_EVENTS: dict[str, tuple[FormName, dict[str, FormName]]] = {
    "PAIRS": ("matchpoints", _PAIRS),
    "MP_PAIRS": ("matchpoints", _PAIRS),
    "SWISS_PAIRS": ("matchpoints", _PAIRS),
    "BUTLER_PAIRS": ("butler", _PAIRS),
    "CROSS_IMP": ("cross-imps", _PAIRS),
    "INDIVIDUAL": ("matchpoints", _PAIRS),
    "TEAMS": ("teams", _TEAMS),
    "SWISS_TEAMS": ("teams", _TEAMS),
}
"""By the type of the event: its form where it says no more, and by the method of scoring a board."""

_METHODS = {"MATCHPOINTS": "MATCH_POINTS", "MPS": "MATCH_POINTS", "BUTLER": "BUTLER_IMPS", "XIMPS": "CROSS_IMPS"}


def form_of(path: Path, event: Element) -> FormName:
    """The form of scoring; Misuse (bad-file) where it is none we know: aggregate, hybrid."""
    kind, method = event.get("EVENT_TYPE", "").upper(), text_of(event, "BOARD_SCORING_METHOD").upper()
    plain, by_method = _EVENTS.get(kind, (None, {}))
    form = by_method.get(_METHODS.get(method, method)) if method else plain
    if form is None:
        said = " ".join(filter(None, (kind or "unknown", method)))
        raise Misuse(
            "bad-file",
            f"{path} is of the form {shortened(said)}",
            "pairs and individuals at matchpoints, Butler or cross-IMPs, teams at IMPs or board-a-match can be read",
        )
    return form


def is_individual(event: Element) -> bool:
    """Whether players are ranked one by one, and change partners."""
    return event.get("EVENT_TYPE", "").upper() == "INDIVIDUAL"


def is_swiss_pairs(event: Element) -> bool:
    """Whether pairs are ranked by the victory points of their matches."""
    return event.get("EVENT_TYPE", "").upper() == "SWISS_PAIRS"


def two_fields(event: Element) -> bool:
    """Whether North–South and East–West are ranked apart: as the file says, else as its pairs are numbered."""
    stated = next((element.text or "" for element in event.iter("WINNER_TYPE")), "").strip()
    if stated:
        return stated == "2"
    sat: dict[str, set[str]] = {}
    for pair in event.iter("PAIR"):
        if number := text_of(pair, "PAIR_NUMBER").upper():
            sat.setdefault(number, set()).add(text_of(pair, "DIRECTION").upper())
    numbered_apart = bool(sat) and all(number.endswith(("NS", "EW")) for number in sat)
    return numbered_apart or any({"NS", "EW"} <= directions for directions in sat.values())
