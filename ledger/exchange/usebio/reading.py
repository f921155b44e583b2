"""What every part of the reader of USEBIO shares: the event, the sheet that is filled, how contestants are called."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

from ledger.bridge import Result, is_passed_out
from ledger.commands import SheetLine, Where
from ledger.exchange.figures import Crossed
from ledger.exchange.sheet import Sheet, artificial_score, contract_result, require_plain, shortened, why
from ledger.exchange.usebio.document import text_of
from ledger.laws.adjustment import Adjustment

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
            self.sheet.printed.crossed[place] = Crossed(*map(shortened, texts))


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
