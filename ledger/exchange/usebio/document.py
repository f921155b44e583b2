"""Parts that all readers of USEBIO share: bounded XML without entities, an event's form and rankings, the sheet."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ledger.bounds.files import TAGS, USEBIO
from ledger.bridge import Result, is_passed_out
from ledger.errors import Misuse
from ledger.exchange.fields import Winners
from ledger.exchange.sheet import (
    NOT_PLAYED,
    LineCrossImps,
    Sheet,
    artificial_score,
    contract_result,
    read_bytes,
    reason_of,
    require_plain,
    section_letters,
    shorten,
)
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Adjustment, Awarded
from ledger.laws.rounding import read_decimal
from ledger.scoring.forms import FORMS, FormName
from ledger.subjects.sheets import SheetLine


def read_root(path: Path) -> Element:
    """Return the root element of an XML file. Misuse (bad-file): no XML, entities, too many tags, unknown encoding."""
    data = read_bytes(path, USEBIO)
    if data.count(b"<") > TAGS.most:
        more = f"{path} has more than {TAGS.most} tags, as no result file has"
        raise Misuse("bad-file", more, "is it the file you meant?")
    content: bytes | str = data
    if not (data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"encoding" in data[:200].partition(b"?>")[0]):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:  # bytes that say no encoding and are no UTF-8: as older programs write
            content = data.decode("iso-8859-1")
    try:
        root: Element = fromstring(content)
    except ParseError as error:
        message = f"{path} is no complete XML file: {error}"
        raise Misuse("bad-file", message, "export it again; was the copy cut short?") from error
    except DefusedXmlException as error:
        message = f"{path} defines XML entities, which result files have no need of"
        raise Misuse("bad-file", message, "export it again from the scoring program") from error
    except (LookupError, ValueError) as error:
        raise Misuse("bad-file", f"{path} names an encoding that is not known: {error}", "save it as UTF-8") from error
    return root


def text_of(element: Element, *tags: str) -> str:
    """Return the text of the first of these child elements that has one; '' if none has."""
    return next((text for tag in tags if (text := (element.findtext(tag) or "").strip())), "")


def iso_date(text: str) -> str | None:
    """Return a date (05/03/2026 or 2026-03-05) as 2026-03-05; None if the text is no date."""
    day = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    try:
        return date(int(day[3]), int(day[2]), int(day[1])).isoformat() if day else date.fromisoformat(text).isoformat()
    except ValueError:
        return None


_PAIRS: dict[str, FormName] = {"MATCH_POINTS": "matchpoints", "BUTLER_IMPS": "butler", "CROSS_IMPS": "cross-imps"}
_TEAMS: dict[str, FormName] = {
    "IMPS": "teams",
    "PAB": "board-a-match",
    "BAM": "board-a-match",
    "AGGREGATE": "total-points",
}

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
"""By the type of the event: its default form, and its forms by the method of scoring a board."""

_METHODS = {"MATCHPOINTS": "MATCH_POINTS", "MPS": "MATCH_POINTS", "BUTLER": "BUTLER_IMPS", "XIMPS": "CROSS_IMPS"}


def form_of(path: Path, event: Element) -> FormName:
    """Return the form of scoring of an event. Misuse (bad-file): a form that the ledger does not have."""
    if is_ours(event) and text_of(event, "MATCH_SCORING_METHOD") == "IMPS":
        return "knockout"
    kind, method = event.get("EVENT_TYPE", "").upper(), text_of(event, "BOARD_SCORING_METHOD").upper()
    plain, by_method = _EVENTS.get(kind, (None, {}))
    form = by_method.get(_METHODS.get(method, method)) if method else plain
    if form is None:
        form_text = " ".join(filter(None, (kind or "unknown", method)))
        hint = "pairs at matchpoints, Butler or cross-IMPs, teams at IMPs, board-a-match or total points can be read"
        raise Misuse("bad-file", f"{path} is of the form {shorten(form_text)}", hint)
    return form


_BOARD_A_MATCH_SCALES = {"PAB": "2/1/0", "BAM": "1/0.5/0"}
"""The scale each word for board-a-match stands for: a board won is two points, or one."""


def stated_regulations(event: Element, scoring: FormName) -> dict[str, str]:
    """Return the regulations (name → value) that follow from an event's scoring methods.

    These are the points per board at board-a-match, and for teams scored in IMPs "no conversion to victory points".
    This program writes MATCH_SCORING_METHOD as VPS for matches with victory points, as IMPS only for a knockout.
    """
    of_boards = text_of(event, "BOARD_SCORING_METHOD").upper()
    of_matches = text_of(event, "MATCH_SCORING_METHOD", "SCORING_METHOD").upper()
    if scoring == "board-a-match":
        return {"board_a_match.scale": _BOARD_A_MATCH_SCALES[of_boards]}
    in_imps = not of_matches if is_ours(event) else of_matches == "IMPS"
    return {"matches.vp": "none", "matches.table": "[]"} if scoring == "teams" and in_imps else {}


def is_ours(event: Element) -> bool:
    """Return whether this program wrote the file."""
    return text_of(event, "PROGRAM_NAME").startswith("bridge-ledger")


def is_individual(event: Element) -> bool:
    """Return whether the event is an individual: players change partners and are ranked one by one."""
    return event.get("EVENT_TYPE", "").upper() == "INDIVIDUAL"


def winners_stated(event: Element) -> Winners | None:
    """Return the number of rankings, as stated or as the pair numbers show; None if neither tells."""
    stated = next((element.text or "" for element in event.iter("WINNER_TYPE")), "").strip()
    if stated:
        return 2 if stated == "2" else 1
    sat: dict[str, set[str]] = {}
    for pair in event.iter("PAIR"):
        if number := text_of(pair, "PAIR_NUMBER").upper():
            sat.setdefault(number, set()).add(text_of(pair, "DIRECTION").upper())
    numbered_apart = bool(sat) and all(number.endswith(("NS", "EW")) for number in sat)
    return 2 if numbered_apart or any({"NS", "EW"} <= directions for directions in sat.values()) else None


_SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS")


@dataclass(slots=True)
class Reading:
    """The state while a file is read: `teams` (number → label), and `met`, the number of traveller lines so far."""

    path: Path
    event: Element
    sheet: Sheet
    teams: dict[str, str] = field(default_factory=dict)
    met: int = 0

    def sections(self) -> Iterator[tuple[str, Element]]:
        """Yield each section's letters and element; only ('', event) if sections do not list contestants separately."""
        sections = list(self.event.iter("SECTION"))
        apart = len(sections) > 1 and all(section.find("PARTICIPANTS") is not None for section in sections)
        if not apart:
            yield "", self.event
            return
        for at, section in enumerate(sections):
            yield section_letters(section.get("SECTION_ID") or "", at), section

    def label(self, letters: str, number: str, direction: str) -> str:
        """Return a pair's label: 7; 7NS if the file has two rankings; A7 if the pair is in section A of several."""
        label = f"{letters}{number.upper()}"
        if self.sheet.winners == 2 and label[-1:].isdigit():
            label += _SIDES.get(direction.upper(), direction.upper())
        return label

    def problem(self, place: str, error: ValueError) -> None:
        """Add a problem to the sheet for an element that cannot be read."""
        self.sheet.problems.append((place, reason_of(error)))

    def record(self, place: str, lines: Sequence[Element], where: Callable[[], Where]) -> None:
        """Read a table's result on a board into the sheet; `lines`: a traveller line, or two of half a table each."""
        self.met += len(lines)
        if self.sheet.read_record(place, lambda place: self.line(place, lines[0], where())):
            ns, ew = _points(lines[0])
            if not self.teams:
                self.sheet.printed.of_line(place, ns, ew)
            elif ns or ew:  # of teams, what every pair has against every other
                texts = ns, ew, text_of(lines[0], "NS_PAIR_NUMBER"), text_of(lines[0], "EW_PAIR_NUMBER")
                self.sheet.printed.crossed[place] = LineCrossImps(*map(shorten, texts))

    def line(self, place: str, line: Element, where: Where) -> SheetLine:
        """Return a traveller line as a line of the sheet; ValueError if the line cannot be read."""
        require_plain(where.ns, where.ew)
        stated, result = _read_score(line, where.board)
        if not (stated or result or FORMS[self.sheet.scoring or "matchpoints"].teams()):
            ns, ew = _points(line)
            if (ns + ew).strip("0.,+-"):
                if not (ns and ew):
                    raise ValueError(f"it gives points without a score, and to one side alone: {shorten(ns or ew)}")
                stated = Awarded(read_decimal(ns), read_decimal(ew), "out")
        contract = text_of(line, "CONTRACT")
        if result and contract and not (is_passed_out(contract) or _has_declarer_and_tricks(line)):
            why_left_out = "declarer or tricks are missing, so its score is kept alone"
            self.sheet.notes.append((place, f"its contract {shorten(contract)} is left out: {why_left_out}"))
        if not (result or stated):
            return SheetLine(place, where)
        return SheetLine(place, where, result, stated, self.sheet.lead(place, text_of(line, "LEAD")))

    def leave_out(self, lines: int, place: str, reason: str) -> None:
        """Count a number of traveller lines as unread, and add a problem with the reason."""
        self.met += lines
        self.sheet.records += lines
        self.sheet.unread += lines
        self.sheet.problems.append((place, reason))


_RESULT = ("CONTRACT", "PLAYED_BY", "TRICKS")


def _has_declarer_and_tricks(line: Element) -> bool:
    return all(text_of(line, tag) for tag in _RESULT[1:])


def _points(line: Element) -> tuple[str, str]:
    ns, ew = (text_of(line, *(f"{side}_{points}" for points in _POINTS)) for side in ("NS", "EW"))
    return ns, ew


def _read_score(line: Element, board: int) -> tuple[Adjustment | None, Result | None]:
    score = text_of(line, "SCORE").upper()
    if artificial := artificial_score(score):
        return artificial, None
    if score[:1].isalpha():
        raise ValueError(f"score {shorten(score)} is not a number and no artificial score such as A6040")
    contract, declarer, tricks = (text_of(line, tag) for tag in _RESULT)
    kept = is_passed_out(contract) or contract.upper() in NOT_PLAYED
    if score and not (_has_declarer_and_tricks(line) or kept):
        contract = declarer = tricks = ""  # the score alone is stated in full
    return None, contract_result(contract, declarer, tricks, score, board)
