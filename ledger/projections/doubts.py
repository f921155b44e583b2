"""Doubts: results that one slip of the pen explains far better than the bridge of the evening does.

A model says how likely a result is at its table: given the results of the other tables, and as far as known the cards,
their double-dummy tricks and the card led. It says the same of every result that one slip could have turned into the
recorded one. If all slips together, each times how often it is made, are likelier by e^`LEAST`, the likeliest is told.

No score depends on the model, so that it alone calculates in floats. Its weights were found on 10 published evenings
with 2,898 contracts (every second file of `python -m tests.bench.doubts`): each weight was raised and lowered by steps
of 12 and 40 % for as long as all results, each left out in turn, became likelier by that. `tests.bench.doubts` measures
on the other evenings; `help checking` has its figures.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from math import exp, log
from typing import NamedTuple

from msgspec import structs

from ledger.bridge import Result, Seat, Unreadable, ns_score, parse_card
from ledger.bridge.board import SUITS, Deal
from ledger.bridge.double_dummy import Tricks, points
from ledger.bridge.result import STRAINS
from ledger.laws.rounding import decimal_text
from ledger.projections.concerns import Concern, ConcernCode, concern_about
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard

LEAST = 0.5
"""A slip is told if it explains a result better by this logarithm (1.6 times, how rare slips are included)."""

RARITY = {"score": 60, "partner": 300, "strain": 320, "side": 400, "tricks": 400, "exchange": 400, "sign": 600}
RARITY |= {"level": 800, "twice": 1000, "doubling": 1500, "board": 2500}
"""The kinds of slips: each is made once in so many results, for each result that it could have been."""
_FREQUENT = -log(min(RARITY.values()))

# The weight of what is known without the other tables, counted in tables
_STRAIN_CARDS, _STRAIN_HABIT, _DECLARER, _LEVEL, _TRICKS = 3.83, 1.12, 1.28, 2.45, 1.43
# How likely a side plays in a strain, by its cards: trumps (5 or fewer … 10), points, minor, double-dummy tricks
_FIT = (-3.2, -3.2, -3.2, -3.2, -3.2, -3.2, -1.96, -1.41, 0.0, 0.8, 1.29)
_POINTS, _POINTS_NOTRUMP, _MINOR, _NOTRUMP, _DOUBLE_DUMMY = 0.085, 0.216, -1.14, -1.25, 0.3
_LONGER, _STRONGER = 0.86, 0.15  # the partner with more trumps declares; at notrumps the one with more points
_HABIT = (0.10, 0.11, 0.20, 0.24, 0.35)  # strains played, where no cards are known; and levels, by the kind of strain
_LEVELS = {
    **dict.fromkeys("CD", (0.30, 0.28, 0.16, 0.06, 0.14, 0.05, 0.01)),
    **dict.fromkeys("HS", (0.10, 0.30, 0.13, 0.38, 0.03, 0.05, 0.01)),
    "N": (0.36, 0.14, 0.38, 0.02, 0.01, 0.07, 0.02),
}
_LEVEL_SPREAD = 1.57
# The spread of tricks about those of another table, of double dummy, of the cards, of the opponents' 13.3 − theirs
_BY_TABLE, _BY_DOUBLE_DUMMY, _BY_CARDS, _BY_OPPONENTS, _BY_LEVEL = 0.456, 0.889, 1.33, 1.6, 1.26
_TRICKS_OF_BOTH = 13.3
_DOUBLED_MADE, _DOUBLED_DOWN = 0.036, 0.162
# The suit led, by its length in the leader's hand, against notrumps and against a suit; trumps; aces and kings
_LED_NOTRUMP = (0, 0.2, 0.28, 0.4, 1.35, *[3.0] * 9)
_LED_SUIT = (0, 1.9, 1.0, 0.75, 0.9, *[1.2] * 9)
_LED_TRUMP, _LED_HONOUR = 0.17, {"A": 0.3, "K": 0.4}
_WRONG_LEADS, _LEADS = 0.21, 15.0  # leads from a wrong hand in an evening of which no lead is known, of so many


class Slip(NamedTuple):
    """A slip: the result that would stand here without it, and the other board it concerns, with its play there."""

    kind: str
    result: Result
    board: int = 0
    elsewhere: TableBoard | None = None


class Doubt(NamedTuple):
    """A table's result that one slip explains better; `odds`: the logarithm of how much better; `reason`: a sign."""

    played: TableBoard
    slip: Slip
    odds: float
    reason: str

    @property
    def question(self) -> str:
        """The question to ask: '4SE= (-420): 4SN= (+420)?'."""
        result, kind, board = self.played.result, self.slip.kind, self.played.board
        assert result is not None
        if kind == "exchange":
            return f"{result} here and {self.slip.result} on board {self.slip.board}: are the two exchanged?"
        if kind in ("board", "twice"):
            asked = f"is it of board {self.slip.board}" if kind == "board" else f"board {self.slip.board} again"
        else:
            asked = _scored(self.slip.result, board)
        return f"{_scored(result, board)}: {asked}?"

    def corrected(self, session: Session) -> Session:
        """Return the session as it would be without the slip; unchanged if the right result is unknown."""
        new = [] if self.slip.kind in ("board", "twice") else [(self.played, self.slip.result)]
        if self.slip.kind == "exchange" and self.slip.elsewhere and self.played.result:
            new.append((self.slip.elsewhere, self.played.result))
        boards = dict(session.boards)
        for played, result in new:
            last = structs.replace(played.results[-1], result=result)
            line = structs.replace(played, results=(*played.results[:-1], last))
            boards[played.board] = {**boards[played.board], played.seating: line}
        return replace(session, boards=boards)


def _scored(result: Result, board: int) -> str:
    return str(result) if result.bare_score is not None else f"{result} ({ns_score(result, board):+d})"


_Row = tuple[Result, str | None]
"""A result and the card led, suit first."""
_Mark = tuple[str, int | str, int]
"""Something that tables are counted by: what it is, of which side and strain (or of which card), and how much."""


@lru_cache(maxsize=65536)
def _contract(result: Result) -> tuple[int, int, int, int, int] | None:
    """Return declarer's seat (0 North, clockwise), strain (0 clubs), level, tricks, and how often it was doubled."""
    if not (played := result.played):
        return None
    strain, doubled = STRAINS.index(played.strain), len(played.doubling)
    return "NESW".index(played.declarer.value), strain, played.level, played.tricks, doubled


class _Cards:
    """What the cards of a board make likely, by seat and strain."""

    def __init__(self, deal: Deal, tricks: Tricks | None) -> None:
        self.known_tricks = tricks is not None
        self.points = [points(deal)[seat] for seat in Seat]
        hands = [deal.hands[seat] for seat in Seat]
        self.lengths = [[len(hand[SUITS.index(suit)]) for suit in STRAINS[:4]] for hand in hands]
        suits = [(suit, seat, hand[at]) for at, suit in enumerate(SUITS) for seat, hand in enumerate(hands)]
        self.holders = {suit + rank: seat for suit, seat, ranks in suits for rank in ranks}
        self.tricks = [
            [tricks[strain, seat] if tricks else self._expect(at, each) for each, strain in enumerate(STRAINS)]
            for at, seat in enumerate(Seat)
        ]
        weights = [exp(self._weigh(side, strain)) for side in (0, 1) for strain in range(5)]
        self.strains = [each / sum(weights) for each in weights]

    def _weigh(self, side: int, strain: int) -> float:
        most = max(self.tricks[side][strain], self.tricks[side + 2][strain]) if self.known_tricks else 7 + (strain < 4)
        strength = self.points[side] + self.points[side + 2] - 20
        if strain == 4:
            return _NOTRUMP + _POINTS_NOTRUMP * strength + _DOUBLE_DUMMY * (most - 7)
        fit = _FIT[min(10, self.lengths[side][strain] + self.lengths[side + 2][strain])]
        return fit + _POINTS * strength + _DOUBLE_DUMMY * (most - 8) + (_MINOR if strain < 2 else 0)

    def _expect(self, seat: int, strain: int) -> float:
        partner = (seat + 2) % 4
        strength = self.points[seat] + self.points[partner] - 20
        if strain == 4:
            return 6.6 + strength / 3
        return 7.6 + 0.75 * (self.lengths[seat][strain] + self.lengths[partner][strain] - 8) + 0.3 * strength

    def declares(self, seat: int, strain: int) -> float:
        """Return how likely a seat rather than its partner declares its side's contract in a strain."""
        held, weight = (self.points, _STRONGER) if strain == 4 else ([each[strain] for each in self.lengths], _LONGER)
        return 1 / (1 + exp(weight * (held[(seat + 2) % 4] - held[seat])))

    def leads(self, card: str, strain: int, wrong: float, leader: int) -> float:
        """Return how likely a card is led; `wrong`: the share of leads that are recorded of a wrong hand."""
        apart = (self.holders[card] - leader) % 4
        if apart:
            return wrong * (0.5 if apart == 2 else 0.25)
        rank = 1.3 * _LED_HONOUR.get(card[1], 1) if strain == 4 else 1
        by_length = _LED_NOTRUMP if strain == 4 else _LED_SUIT
        suits = [by_length[held] for held in self.lengths[leader]]
        if strain < 4 and suits[strain]:
            suits[strain] = _LED_TRUMP
        return (1 - wrong) * 4 * suits[STRAINS.index(card[0])] / sum(suits) * rank


_cards = lru_cache(maxsize=1024)(lambda deal, tricks: _Cards(deal, dict(tricks) if tricks else None))


@cache
def _spread(by: float) -> tuple[float, ...]:
    share = exp(-1 / by)
    return tuple(exp(-apart / by) * (1 - share) / (1 + share) for apart in range(14))


@lru_cache(maxsize=65536)
def _marks(row: _Row) -> tuple[_Mark, ...]:
    """Return everything under which a row is counted."""
    if (contract := _contract(row[0])) is None:
        return () if row[0].bare_score is not None else (("passed", 0, 0),)
    seat, strain, level, tricks, doubled = contract
    declared = seat % 2 * 5 + strain
    led = (("led", row[1], (seat + 1) % 4),) if row[1] else ()
    marks = ("side", seat % 2, 0), ("declared", declared, 0), ("seat", declared, seat), ("level", declared, level)
    return (*marks, ("tricks", declared, tricks), ("doubled", declared, doubled), *led)


class _Field:
    """The results of all tables that played one version of a board, counted by their marks."""

    def __init__(self, board: int, rows: Iterable[_Row], cards: _Cards | None, wrong_leads: float) -> None:
        self.board, self.cards, self.wrong_leads = board, cards, wrong_leads
        self.tables, self.seen, self.scores = 0, Counter[_Mark](), Counter[int]()
        for row in rows:
            self.put(row)
        self.usual: dict[_Row, float] = {}

    def put(self, row: _Row, times: int = 1) -> None:
        """Add a row, or with -1 take it away."""
        self.tables += times
        self.scores[ns_score(row[0], self.board)] += times
        for mark in _marks(row):
            self.seen[mark] += times

    def declared(self, row: _Row) -> int:
        """Return how many tables declared the strain of a row from the same side."""
        contract = _contract(row[0])
        return self.seen["declared", contract[0] % 2 * 5 + contract[1], 0] if contract else 0

    def log(self, row: _Row) -> float:
        """Return the logarithm of how likely a row is at one more table of this board."""
        contract, bare, seen = _contract(row[0]), row[0].bare_score, self.seen
        if contract is None:
            if bare is None:
                return log((seen["passed", 0, 0] + 0.03) / (self.tables + 1))
            near = sum(times for each, times in self.scores.items() if abs(each - bare) <= 20)
            same = sum(times for each, times in self.scores.items() if each * bare > 0)
            alike = self.scores[bare] + 0.3 * near + 0.12 * same
            return log((alike + (0.01 if bare % 50 == 0 else 0.02)) / (self.tables + 1) / 2)
        seat, strain, level, tricks, doubled = contract
        side, cards = seat % 2, self.cards
        ours, theirs = side * 5 + strain, (1 - side) * 5 + strain
        tables, opponents = seen["declared", ours, 0], seen["declared", theirs, 0]
        weight, share = _STRAIN_HABIT, _HABIT[strain] * (seen["side", side, 0] + 7.4) / (self.tables + 14.8)
        expected, by, chance = level + 6 + 0.0, _BY_LEVEL, 0.5
        if cards:
            weight, share, chance = _STRAIN_CARDS, cards.strains[ours], cards.declares(seat, strain)
            expected, by = cards.tricks[seat][strain], _BY_DOUBLE_DUMMY if cards.known_tricks else _BY_CARDS
        elif opponents:
            taken = sum(each * seen["tricks", theirs, each] for each in range(14))
            expected, by = _TRICKS_OF_BOTH - taken / opponents, _BY_OPPONENTS
        sure = (tables + weight * share) / (self.tables + weight)
        sure *= (seen["seat", ours, seat] + _DECLARER * chance) / (tables + _DECLARER)
        alike, mean, nearness = 0.0, expected, _spread(_BY_TABLE)
        for each in range(14) if tables else ():
            if times := seen["tricks", ours, each]:
                alike, mean = alike + times * nearness[abs(tricks - each)], mean + times * each
        mean /= tables + 1
        usual = _LEVELS[STRAINS[strain]]
        levels = [share * exp(-abs(each - mean) / _LEVEL_SPREAD) for each, share in enumerate(usual, start=7)]
        sure *= (seen["level", ours, level] + _LEVEL * levels[level - 1] / sum(levels)) / (tables + _LEVEL)
        apart = abs(tricks - (0.25 * (level + 6) + 0.75 * expected))
        sure *= (alike + _TRICKS * _spread(by)[0] * exp(-apart / by)) / (tables + _TRICKS)
        doubles = (tables - seen["doubled", ours, 0]) / 2 + (_DOUBLED_DOWN if tricks < level + 6 else _DOUBLED_MADE)
        doubles /= tables / 2 + 1
        sure *= (1 - doubles, 0.95 * doubles, 0.05 * doubles)[doubled]
        if row[1] and cards:
            sure *= cards.leads(row[1], strain, self.wrong_leads, (seat + 1) % 4)
        elif row[1]:
            led = sum(seen["led", row[1], each] for each in range(4))
            sure *= (seen["led", row[1], (seat + 1) % 4] + 0.5) / (led + 2)
        return log(sure)


@lru_cache(maxsize=65536)
def _possible_slips(result: Result) -> tuple[Slip, ...]:
    """Return the slips at one result that could have led to a recorded one."""
    if result.bare_score is not None:
        return (Slip("score", Result(f"{-result.bare_score:+d}")),) if result.bare_score else ()
    if not (played := result.played):
        return ()
    seat, tricks = played.declarer, played.tricks
    variants = [
        *(("side", played._replace(declarer=other)) for other in (seat.left, seat.left.left.left)),
        ("partner", played._replace(declarer=seat.left.left)),
        *(("strain", played._replace(strain=other)) for other in STRAINS),
        *(("level", played._replace(level=played.level + by)) for by in (-1, 1)),
        *(("level", played._replace(level=played.level + by, tricks=tricks + by)) for by in (-1, 1)),
        *(("tricks", played._replace(tricks=tricks + by)) for by in (-2, -1, 1, 2)),
        ("sign", played._replace(tricks=tricks - 2 * played.margin)),
        ("doubling", played._replace(doubling="" if played.doubling else "X")),
    ]
    possible = [(kind, each) for kind, each in variants if 1 <= each.level <= 7 and 0 <= each.tricks <= 13]
    return tuple(Slip(kind, Result.of(*each)) for kind, each in possible if each != played)


class SlipModel:
    """A session as the model sees it; `tricks`: double-dummy tricks of the boards' deals, as far as known."""

    def __init__(self, session: Session, tricks: Mapping[int, Tricks] | None = None) -> None:
        self._session, known = session, {at: tuple(each.items()) for at, each in (tricks or {}).items()}
        self._cards = {at: _cards(deal, known.get(at)) for at in session.deals if (deal := session.deal(at))}
        self._fields: dict[tuple[int, str], _Field | None] = {}
        self.other_cards: dict[int, int] = {}
        self._wrong = self._leads = 0
        for number in list(self._cards):
            hands = (self._wrong_hand(each) for each in session.boards.get(number, {}).values())
            leads = [each for each in hands if each is not None]
            wrong = sum(map(bool, leads))
            if wrong == len(leads) > 1:
                self.other_cards[number] = wrong
                del self._cards[number]
            else:
                self._wrong, self._leads = self._wrong + wrong, self._leads + len(leads)

    def _wrong_hand(self, played: TableBoard) -> str | None:
        """Return the seat that holds the card led, '' if it is the leader's; None if either is unknown."""
        # the cards that are known are those of the first version
        cards, row = None if played.version else self._cards.get(played.board), _row(played)
        if not cards or not row or not row[1] or not (contract := _contract(row[0])):
            return None
        return "" if (holder := cards.holders[row[1]]) == (contract[0] + 1) % 4 else "NESW"[holder]

    def wrong_lead(self, played: TableBoard) -> str:
        """Return 'N has the SA that was led', if a hand other than the leader's holds the card led; else ''."""
        return f"{hand} has the {played.lead} that was led" if (hand := self._wrong_hand(played)) else ""

    def doubt(self, played: TableBoard, least: float = LEAST) -> Doubt | None:
        """Return the doubt about a table's result; None if no slip is likelier by `least`."""
        row, field = _row(played), self._field(played.board, played.version)
        if row is None or field is None or (field.tables < 2 and not field.cards):
            return None
        certain = _FREQUENT - least
        if field.usual.get(row, certain) > certain:
            return None
        field.put(row, -1)
        field.wrong_leads = self._wrong_leads(bool(lead := self.wrong_lead(played)))
        try:
            usual = field.usual[row] = field.log(row)
            if usual > certain:
                return None
            # one other table, without cards, shows at most that the other side declared
            is_enough = field.cards or field.tables > 1
            slips = (each for each in _possible_slips(row[0]) if is_enough or each.kind in ("side", "score"))
            odds = {each: field.log((each.result, row[1])) - usual for each in slips}
            odds |= self._slips_of_boards(played, row, field, usual) if is_enough else ()
            chances = {slip: exp(each) / RARITY[slip.kind] for slip, each in odds.items()}
            if (total := sum(chances.values())) <= exp(least):
                return None
            slip = max(chances, key=lambda each: chances[each])
            return Doubt(played, slip, log(total), _reason(row, slip, field, lead))
        finally:
            field.put(row)

    def _slips_of_boards(
        self, played: TableBoard, row: _Row, field: _Field, usual: float
    ) -> Iterator[tuple[Slip, float]]:
        """Yield slips between this board and the next ones of the same table, with their odds."""
        for number in (played.board - 1, played.board + 1, played.board - 2, played.board + 2):
            other = self._session.boards.get(number, {}).get(played.seating)
            elsewhere, theirs = self._field(number, other.version if other else ""), _row(other) if other else None
            if elsewhere is None or (other and (other.round != played.round or other.absent or other.cases)):
                continue
            is_next = abs(number - played.board) == 1
            if other is None or theirs is None:
                if is_next and elsewhere.declared(row):  # the table has no result of the other board: this may be it
                    yield Slip("board", row[0], number), elsewhere.log(row) - usual
            elif theirs == row and is_next:
                yield Slip("twice", row[0], number, other), -usual
            elif theirs[0] != row[0] and elsewhere.tables > 2:
                elsewhere.put(theirs, -1)
                better = field.log(theirs) - usual + elsewhere.log(row) - elsewhere.log(theirs)
                elsewhere.put(theirs)
                yield Slip("exchange", theirs[0], number, other), better

    def _field(self, board: int, version: str) -> _Field | None:
        key = board, version
        if key not in self._fields:
            lines = [each for each in self._session.boards.get(board, {}).values() if each.version == version]
            rows = [row for each in lines if (row := _row(each))]
            field = (
                _Field(board, rows, None if version else self._cards.get(board), self._wrong_leads()) if rows else None
            )
            self._fields[key] = field
        return self._fields[key]

    def _wrong_leads(self, without: int = 0) -> float:
        return (_WRONG_LEADS + self._wrong - without) / (_LEADS + self._leads)


def _row(played: TableBoard) -> _Row | None:
    if not played.results:
        return None
    result, lead = played.result_and_lead
    return result, _card(lead) if lead else None


@lru_cache(maxsize=4096)
def _card(text: str) -> str | None:
    try:
        return parse_card(text)
    except Unreadable:
        return None


_STRAIN_NAMES = ("clubs", "diamonds", "hearts", "spades", "notrumps")


def _reason(row: _Row, slip: Slip, field: _Field, wrong_lead: str) -> str:
    """Return what speaks for a slip: the other tables, the hand with the card led, the cards; '' between boards."""
    old, new, signs = _contract(row[0]), _contract(slip.result), []
    if slip.board or not old or not new:
        return ""
    seat, strain = new[:2]
    side, others = ("NS", "EW")[seat % 2], field.declared((slip.result, None))
    if slip.kind == "partner":
        same = field.seen["seat", seat % 2 * 5 + strain, seat]
        signs.append(f"{same} of {others} others were declared by {'NESW'[seat]}")
    else:
        signs.append(f"{others} of {field.tables} others played {_STRAIN_NAMES[strain]} by {side}")
    if wrong_lead:
        signs.append(wrong_lead)
    if (cards := field.cards) and cards.known_tricks and abs(cards.tricks[old[0]][old[1]] - old[3]) > 1:
        signs.append(f"double dummy has {cards.tricks[old[0]][old[1]]} tricks")
    return ", ".join(signs)


def doubtful_results(
    scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None = None, plays: Iterable[TableBoard] | None = None
) -> list[Concern]:
    """Return the doubts about results (all, or those of `plays`), worst first by the scores a correction would move.

    `tricks`: double-dummy tricks of the boards' deals, as far as known. Of two exchanged results the first is told.
    """
    session, evening = scoreboard.session, SlipModel(scoreboard.session, tricks)
    doubts = list(filter(None, map(evening.doubt, session.table_boards() if plays is None else plays)))
    told: list[TableBoard] = []
    concerns: list[tuple[Fraction, Concern]] = []
    for number, leads in evening.other_cards.items() if plays is None else ():
        text = f"none of the {leads} leads is in the leader's hand: are these the cards of another board?"
        concerns.append((Fraction(0), Concern("other-cards", text, number)))
    for doubt in doubts:
        if doubt.slip.kind == "exchange" and doubt.slip.elsewhere in told:
            continue
        told.append(doubt.played)
        moved = ripple(scoreboard, Scoreboard(doubt.corrected(session), scoreboard)).changes
        text = "; ".join(filter(None, (doubt.question, doubt.reason)))
        if moved:
            most = max(moved, key=lambda each: abs(each.difference))
            scores = (decimal_text(each) if each is not None else "–" for each in (most.before, most.after))
            number = len({each.contestant for each in moved})
            text += f"; it would move {number} scores, {most.contestant} {' → '.join(scores)} {scoreboard.unit}"
        code: ConcernCode = "boards-exchanged" if doubt.slip.kind == "exchange" else "likely-slip"
        size = sum((abs(each.difference) for each in moved), Fraction(0))
        concerns.append((size, concern_about(code, doubt.played, text)))
    return [concern for _, concern in sorted(concerns, key=lambda each: -each[0])]
