"""What every part of the reader of USEBIO shares: the XML, read without entities and without its DTD, of a size such a
file can have; what an event says of its form of scoring and of whom it ranks together; and the sheet that is filled.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ledger.bounds.files import TAGS, USEBIO
from ledger.bridge import Result, is_passed_out
from ledger.errors import Misuse
from ledger.exchange.sheet import (
    LineCrossImps,
    Sheet,
    artificial_score,
    contract_result,
    read_bytes,
    require_plain,
    shortened,
    why,
)
from ledger.facts import SheetLine, Where
from ledger.laws.adjustment import Adjustment
from ledger.scoring.forms import FormName


def read_root(path: Path) -> Element:
    """The root of a USEBIO file; Misuse (bad-file) where it is none."""
    data = read_bytes(path, USEBIO)
    if data.count(b"<") > TAGS.most:
        more = f"{path} has more than {TAGS.most} tags, as no result file has"
        raise Misuse("bad-file", more, "is it the file you meant?")
    try:
        root: Element = fromstring(_decoded(data))
    except ParseError as error:
        raise Misuse(
            "bad-file", f"{path} is no complete XML file: {error}", "export it again; was the copy cut short?"
        ) from error
    except DefusedXmlException as error:
        raise Misuse(
            "bad-file",
            f"{path} defines XML entities, which result files have no need of",
            "export it again from the scoring program",
        ) from error
    except (LookupError, ValueError) as error:
        raise Misuse("bad-file", f"{path} names an encoding that is not known: {error}", "save it as UTF-8") from error
    return root


def the_event(path: Path, root: Element) -> Element:
    """The one event of a file; Misuse (bad-file) where it holds none, or several."""
    events = root.findall("EVENT") if root.tag == "USEBIO" else []
    if len(events) > 1:
        raise Misuse("bad-file", f"{path} holds {len(events)} events", "export one file an event")
    if not events:
        raise Misuse(
            "bad-file",
            f"{path} is XML, but no USEBIO event (its root is {shortened(root.tag)!r})",
            "export it as USEBIO, or make a CSV",
        )
    return events[0]


def _decoded(data: bytes) -> bytes | str:
    """Bytes that say no encoding and are no UTF-8 are ISO 8859-1, as older programs write."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"encoding" in data[:200].partition(b"?>")[0]:
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")
    return data


def text_of(element: Element, *tags: str) -> str:
    """The text of the first of these tags that has one; '' where none has."""
    return next((text for tag in tags if (text := (element.findtext(tag) or "").strip())), "")


def iso_date(text: str) -> str | None:
    """A day as files write it, 05/03/2026 or 2026-03-05, as the latter; None where it is none."""
    day = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    try:
        return date(int(day[3]), int(day[2]), int(day[1])).isoformat() if day else date.fromisoformat(text).isoformat()
    except ValueError:
        return None


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
    if is_ours(event) and text_of(event, "MATCH_SCORING_METHOD") == "IMPS":
        return "knockout"
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


def is_ours(event: Element) -> bool:
    """Whether this program wrote the file."""
    return text_of(event, "PROGRAM_NAME").startswith("bridge-ledger")


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


_SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}

_POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS")


@dataclass(slots=True)
class Reading:
    """A file being read: `teams` are the labels of teams by their number in the file."""

    path: Path
    event: Element
    sheet: Sheet
    teams: dict[str, str] = field(default_factory=dict)

    def sections(self) -> Iterator[tuple[str, Element]]:
        """The parts of the event with contestants of their own, and the letters those are told apart by."""
        sections = list(self.event.iter("SECTION"))
        apart = len(sections) > 1 and all(section.find("PARTICIPANTS") is not None for section in sections)
        if not apart:
            yield "", self.event
            return
        for at, section in enumerate(sections):
            yield _section_letters(section, at), section

    def label(self, letters: str, number: str, direction: str) -> str:
        """What a pair is called in the log: 7, 7NS where the directions are ranked apart, A7 in one of two sections."""
        label = f"{letters}{number.upper()}"
        if self.sheet.winners == 2 and label[-1:].isdigit():
            label += _SIDES.get(direction.upper(), direction.upper())
        return label

    def problem(self, place: str, error: ValueError) -> None:
        """Keep what could not be read, for a person."""
        self.sheet.problems.append((place, why(error)))

    def record(self, place: str, where: Where, line: Element) -> None:
        """A traveller line, to the sheet; ValueError where it cannot be read."""
        require_plain(where.ns, where.ew)
        stated, result = _stated(line, where.board)
        if not (result or stated):
            self.sheet.unplayed.append(place)
            return
        lead = self.sheet.lead(place, text_of(line, "LEAD"))
        self.sheet.lines.append(SheetLine(place, where, result, stated, lead))
        self._keep_figures(place, line)

    def _keep_figures(self, place: str, line: Element) -> None:
        """What the line prints of its score: of teams, what every pair has against every other."""
        ns, ew = (text_of(line, *(f"{side}_{points}" for points in _POINTS)) for side in ("NS", "EW"))
        if not self.teams:
            self.sheet.printed.of_line(place, ns, ew)
        elif ns or ew:
            texts = ns, ew, text_of(line, "NS_PAIR_NUMBER"), text_of(line, "EW_PAIR_NUMBER")
            self.sheet.printed.crossed[place] = LineCrossImps(*map(shortened, texts))


def _stated(line: Element, board: int) -> tuple[Adjustment | None, Result | None]:
    score = text_of(line, "SCORE").upper()
    if artificial := artificial_score(score):
        return artificial, None
    if score[:1].isalpha():
        raise ValueError(f"score {shortened(score)} is not a number and no artificial score such as A6040")
    contract, declarer, tricks = (text_of(line, tag) for tag in ("CONTRACT", "PLAYED_BY", "TRICKS"))
    if score and not (declarer and tricks) and not is_passed_out(contract):
        contract = declarer = tricks = ""  # the score alone is stated in full
    return None, contract_result(contract, declarer, tricks, score, board)


def _section_letters(section: Element, at: int) -> str:
    letters = (section.get("SECTION_ID") or "").strip().upper()
    return letters if letters.isascii() and letters.isalpha() and len(letters) <= 3 else chr(ord("A") + at % 26)
