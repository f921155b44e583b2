"""USEBIO 1.0–1.3 result files of pairs, in the flat and in the sectioned layout.

The DTD a file names is never fetched, and entities are refused. The matchpoints printed on a line are for
display (rounded, or raw on boards with missing lines); where no way of printing explains them, the office
that made the file awarded them, and so do we: "imported, not stated".
"""

import re
from collections import defaultdict
from datetime import date
from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ledger.bridge import Result
from ledger.commands import SheetLine, Where
from ledger.decide.opening import LABEL
from ledger.errors import Misuse
from ledger.events.people import Player
from ledger.exchange.printed import PrintedLine, awards
from ledger.exchange.sheet import (
    Sheet,
    artificial_score,
    board_number,
    contract_result,
    lead_card,
    plain_title,
    read_bytes,
    require_plain,
    shortened,
    table_name,
    why,
)
from ledger.files import MIB
from ledger.laws.adjustment import Adjustment
from ledger.scoring.forms import FORMS, FormName

# What a file says of its form of scoring: the type of the event, and the method of scoring a board.
_FORMS: dict[tuple[str, str], FormName] = {
    ("MP_PAIRS", ""): "matchpoints",
    ("PAIRS", ""): "matchpoints",
    ("PAIRS", "MATCH_POINTS"): "matchpoints",
    ("MP_PAIRS", "MATCH_POINTS"): "matchpoints",
    ("BUTLER_PAIRS", ""): "butler",
    ("PAIRS", "BUTLER_IMPS"): "butler",
    ("CROSS_IMP", ""): "cross-imps",
    ("PAIRS", "CROSS_IMPS"): "cross-imps",
}


_LONGEST, _MOST_TAGS = 16 * MIB, 600_000
"""Of a file: 750 tables of 24 boards, with the deals, are 7 MiB and 400,000 tags."""


def read_usebio(path: Path, tie: Fraction) -> Sheet:
    """Read a USEBIO file; Misuse (bad-file) where it is none, or of a form of scoring not known here.

    `tie` is the worth of a tie on the scale the session will be scored on.
    """
    event = _event(path)
    sheet = Sheet(
        name=_text(event, "EVENT_IDENTIFIER") or _text(event, "EVENT_ID") or path.stem,
        title=plain_title(_text(event, "EVENT_DESCRIPTION") or _text(event, "TITLE"), path),
        date=_iso_date(_text(event, "DATE")),
        winners=2 if _winner_type(event) == "2" else 1,
        program=_text(event, "PROGRAM_NAME"),
        scoring=_form(path, event),
    )
    reader = _Reader(path, event, sheet)
    reader.participants()
    reader.boards(tie)
    return sheet


class _Reader:
    def __init__(self, path: Path, event: Element, sheet: Sheet) -> None:
        self.path, self.event, self.sheet = path, event, sheet
        sections = list(event.iter("SECTION"))
        self.sections: list[tuple[str, Element]] = [
            (_section_letters(section, at), section) for at, section in enumerate(sections)
        ] or [("", event)]
        if len(self.sections) == 1:
            self.sections = [("", self.sections[0][1])]

    def participants(self) -> None:
        """Contestants by number, players' names apart, and the totals the file prints."""
        found: dict[str, None] = {}
        for letters, section in self.sections:
            for pair in section.iter("PAIR"):
                number = _text(pair, "PAIR_NUMBER")
                if not number or (pair.find("PLAYER") is None and pair.find("TOTAL_SCORE") is None):
                    continue
                label = self._label(letters, number, _text(pair, "DIRECTION"))
                try:
                    if not LABEL.fullmatch(label):
                        raise ValueError(f"{shortened(label)!r} is no contestant's number")
                    found[label] = None
                    self._participant(label, pair)
                except ValueError as error:
                    self.sheet.problems.append((f"{self.path.name} pair {shortened(label)}", why(error)))
        self.sheet.contestants = tuple(found)
        self.sheet.players = list({(each.contestant, each.seat): each for each in self.sheet.players}.values())

    def _participant(self, label: str, pair: Element) -> None:
        """One contestant's total and players; ValueError where no list could show their names."""
        players = [
            Player(label, seat, _text(player, "PLAYER_NAME"), _text(player, "NATIONAL_ID_NUMBER"))
            for seat, player in enumerate(pair.findall("PLAYER"), start=1)
        ]
        for each in players:
            require_plain(each.name, each.member_number)
        self.sheet.players += players
        if total := _text(pair, "TOTAL_SCORE"):
            self.sheet.published[label] = shortened(total)

    def boards(self, tie: Fraction) -> None:
        """Every traveller line; lines of the same board in several sections are one field."""
        printed: dict[int, list[PrintedLine]] = defaultdict(list)
        for letters, section in self.sections:
            for board in section.iter("BOARD"):
                self._board(letters, board, printed)
        found: dict[str, Adjustment] = {}
        if self.sheet.scoring and FORMS[self.sheet.scoring].unit == "MP":
            found, notes, problems = awards(printed, tie)
            self.sheet.notes.extend(notes)
            self.sheet.problems.extend(problems)
        doubtful = {place for place, _ in self.sheet.problems}
        for line in (line for lines in printed.values() for line in lines if line.place not in doubtful):
            adjustment = found.get(line.place, line.stated)
            self.sheet.lines.append(SheetLine(line.place, line.where, line.result, adjustment, lead=line.lead))

    def _board(self, letters: str, board: Element, printed: dict[int, list[PrintedLine]]) -> None:
        lines = board.findall("TRAVELLER_LINE")
        text = _text(board, "BOARD_NUMBER")
        for at, line in enumerate(lines, start=1):
            place = f"{self.path.name} board {shortened(text)} line {at}" + (f" section {letters}" if letters else "")
            try:
                read = self._line(place, letters, board_number(text), line)
            except ValueError as error:
                self.sheet.problems.append((place, why(error)))
                continue
            if read.result or read.stated:
                printed[read.where.board].append(read)
            else:
                self.sheet.unplayed.append(place)

    def _line(self, place: str, letters: str, board: int, line: Element) -> PrintedLine:
        ns, ew = (self._label(letters, _text(line, f"{side}_PAIR_NUMBER"), side) for side in ("NS", "EW"))
        require_plain(ns, ew)
        stated, result = _stated(line, board)
        return PrintedLine(
            place,
            Where(board, table_name(_text(line, "TABLE_NUMBER")), ns, ew),
            result,
            stated,
            lead_card(_text(line, "LEAD")),
            _text(line, "NS_MATCH_POINTS"),
            _text(line, "EW_MATCH_POINTS"),
        )

    def _label(self, letters: str, number: str, direction: str) -> str:
        label = f"{letters}{number.upper()}"
        if self.sheet.winners == 2 and label[-1:].isdigit():
            label += {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(direction.upper(), direction.upper())
        return label


def _event(path: Path) -> Element:
    data = read_bytes(path, _LONGEST)
    if data.count(b"<") > _MOST_TAGS:
        more = f"{path} has more than {_MOST_TAGS} tags, as no result file has"
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
    events = root.findall("EVENT") if root.tag == "USEBIO" else []
    if len(events) > 1:
        raise Misuse("bad-file", f"{path} holds {len(events)} events", "export one file an event")
    event = next(iter(events), None)
    if event is None:
        raise Misuse(
            "bad-file",
            f"{path} is XML, but no USEBIO event (its root is {shortened(root.tag)!r})",
            "export it as USEBIO, or make a CSV",
        )
    return event


def _decoded(data: bytes) -> bytes | str:
    """Bytes that say no encoding and are no UTF-8 are ISO 8859-1, as older programs write."""
    if b"encoding" in data[:200].partition(b"?>")[0]:
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")
    return data


def _form(path: Path, event: Element) -> FormName:
    kind, method = event.get("EVENT_TYPE", ""), _text(event, "BOARD_SCORING_METHOD")
    if form := _FORMS.get((kind, method)):
        return form
    message = " ".join(filter(None, (kind or "unknown", method)))
    raise Misuse(
        "bad-file",
        f"{path} is of the form {shortened(message)}",
        "matchpoint, Butler and cross-IMP pairs can be imported",
    )


def _stated(line: Element, board: int) -> tuple[Adjustment | None, Result | None]:
    score = _text(line, "SCORE").upper()
    if artificial := artificial_score(score):
        return artificial, None
    if score[:1].isalpha():
        raise ValueError(f"score {shortened(score)} is not a number and no artificial score such as A6040")
    contract, declarer, tricks = (_text(line, tag) for tag in ("CONTRACT", "PLAYED_BY", "TRICKS"))
    if score and not (declarer and tricks) and contract.upper() != "PASS":
        contract = declarer = tricks = ""  # the score alone is stated in full
    return None, contract_result(contract, declarer, tricks, score, board)


def _winner_type(event: Element) -> str:
    return next((element.text or "" for element in event.iter("WINNER_TYPE")), "").strip()


def _section_letters(section: Element, at: int) -> str:
    letters = (section.get("SECTION_ID") or "").strip().upper()
    return letters if letters.isalpha() and len(letters) <= 3 else chr(ord("A") + at % 26)


def _text(element: Element, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _iso_date(text: str) -> str | None:
    day = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})", text)
    try:
        return date(int(day[3]), int(day[2]), int(day[1])).isoformat() if day else date.fromisoformat(text).isoformat()
    except ValueError:
        return None
