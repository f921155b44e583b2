"""What belongs to each match: the boards the two met on, in either room, and what the director found of it; and what
its boards come to for one of the two: those it played, and those that were removed or void.

A removed board is worth A+ to who was not at fault and A− to who was, flat, in the unit of a board: 3 IMPs, or
per cent of the top. Of a void match half the boards, rounded up, are worth that, the others A (White Book §3.3.6–9;
golden T06–T08).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.facts.matches import MatchScored, MatchShortened, MatchVoided, OfMatch
from ledger.facts.participation import SatOut
from ledger.labels.phrases import Phrase, phrase_of
from ledger.laws.adjustment import Grade
from ledger.projections.meetings import MatchKey
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.cross_imps import CrossImpBoard
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.line import Share
from ledger.session import TableBoard
from ledger.session.state import is_cancelled

_Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


class MatchTables(NamedTuple):
    """What is known of a match: its boards by round and number, what was found of it, and whether it is a half match.

    The round of a board is 0 where none was said.
    """

    key: MatchKey
    by_round: Mapping[tuple[int, int], TableBoard]
    found: Found | None
    half: bool

    @property
    def boards(self) -> list[TableBoard]:
        """Its boards, each once."""
        return list(self.by_round.values())

    @property
    def takes_place(self) -> bool:
        """Whether boards of it are known, or its bare result."""
        return bool(self.by_round) or isinstance(self.finding, MatchScored)

    @property
    def begins(self) -> int:
        """The round it begins in; 0 where none was said."""
        return min((round_ for round_, _ in self.by_round), default=self.key[0])

    @property
    def finding(self) -> OfMatch | None:
        """What was found of it."""
        return self.found[1] if self.found else None

    @property
    def home(self) -> tuple[str, str]:
        """The two, first who sat North–South on the first board."""
        if self.by_round:
            return self.boards[0].seating.pair
        return self.finding.teams if self.finding else self.key[1]


def match_tables(scoreboard: ScoredSession) -> list[MatchTables]:
    """What belongs to every match, in order of rounds and names."""
    played, findings = _played(scoreboard), _findings(scoreboard)
    keys = sorted(played.keys() | findings.keys())
    halves = frozenset[MatchKey]() if scoreboard.teams else _halves(keys, findings)
    return [MatchTables(key, played.get(key, {}), findings.get(key), key in halves) for key in keys]


def _played(scoreboard: ScoredSession) -> dict[MatchKey, _Boards]:
    """The boards of every match; who sits out or is alone at a table plays none, and what was cancelled is none."""
    found: dict[MatchKey, _Boards] = {}
    for played in scoreboard.session.table_boards():
        alone = not all(played.seating.pair) or isinstance(played.absent, SatOut)
        if not alone and not is_cancelled(played, scoreboard.scoring.cancelled):
            boards = found.setdefault(scoreboard.meetings.match_of(played), {})
            at = scoreboard.meetings.round_of(played) or 0, played.board
            boards[at] = _scored(scoreboard, boards.get(at), played)
    return found


def _scored(scoreboard: ScoredSession, earlier: TableBoard | None, played: TableBoard) -> TableBoard:
    """The room a board of a match is read from: the first, or one that counts where that has no other room."""
    return earlier if earlier and scoreboard.counts(earlier) else played


def _findings(scoreboard: ScoredSession) -> dict[MatchKey, Found]:
    """What was found of matches: that they were shortened, or void."""
    return {
        scoreboard.meetings.match_between(finding.teams, finding.round): (number, finding)
        for number, finding in scoreboard.session.findings.facts.items()
        if isinstance(finding, OfMatch)
    }


def _halves(keys: Iterable[MatchKey], findings: Mapping[MatchKey, Found]) -> frozenset[MatchKey]:
    """The half matches: of one who meets two opponents in a round, neither match being void."""
    whole = [key for key in keys if key[0] and not (key in findings and isinstance(findings[key][1], MatchVoided))]
    met = Counter((round_, team) for round_, teams in whole for team in teams)
    return frozenset((round_, teams) for round_, teams in whole if any(met[round_, team] > 1 for team in teams))


def first_matches(tables: Sequence[MatchTables]) -> dict[str, MatchKey]:
    """The match a team's carry-over and general penalties belong to: the first it has boards of, or a bare result."""
    played = [each for each in tables if each.takes_place]
    in_order = sorted(played, key=lambda each: (each.begins, each.key[1]))
    return {team: each.key for each in reversed(in_order) for team in each.key[1]}


Found = tuple[int, OfMatch]
"""What was found of a match, and the number of the event that says so."""

_WRONG_SEATING = {True: 40, False: 60}
"""Per cent of the victory points of a round that was void because of wrong seating, by whether one was at fault."""


def board_scores(
    scoreboard: ScoredSession, team: str, counted: Sequence[TableBoard], found: Found | None
) -> list[Derivation]:
    """What a contestant's score in a match is the sum of, before penalties."""
    artificial = _artificial(scoreboard, team, found) if found else []
    if found and scoreboard.form.one_match:
        theirs = _artificial(scoreboard, next(each for each in found[1].teams if each != team), found)
        artificial = [_averaged(*each) for each in zip(artificial, theirs, strict=True)]
    if scoreboard.form is CrossImpBoard and scoreboard.in_matches:
        return [_ximpq(scoreboard, team, counted, artificial)]
    return [*(_on_board(scoreboard, team, played) for played in counted), *artificial]


def _on_board(scoreboard: ScoredSession, team: str, played: TableBoard) -> Derivation:
    """A contestant's score on a board of a match, resting on the events of every room."""
    return given(
        scoreboard.value(played, _side(team, played)),
        Phrase("board %(board)s", board=played.board),
        events=tuple(sorted({number for room in scoreboard.rooms(played) for number in room.events})),
        unit=scoreboard.unit,
    )


def _side(team: str, played: TableBoard) -> Side:
    return Side.NS if played.seating.ns == team else Side.EW


# What was found of the match


def note(finding: OfMatch | None) -> str:
    """What was found of a match, in a word; '' where nothing was."""
    match finding:
        case None:
            return ""
        case MatchVoided(wrong_seating=wrong):
            return "wrong seating" if wrong else "void"
        case MatchScored(unit=unit):
            return IN_POINTS if unit == "VP" else "result alone"
    return "shortened"


IN_POINTS = "points alone"
"""Of a match of which nothing but the victory points is known."""


def playable(tables: Sequence[TableBoard], finding: OfMatch | None) -> list[TableBoard]:
    """The boards of a match that count as they were played."""
    match finding:
        case MatchShortened() | MatchScored():
            return [played for played in tables if played.board not in finding.called_off]
        case MatchVoided():
            return []
    return list(tables)


def not_played(finding: OfMatch | None) -> int:
    """How many boards of a match count without having been played."""
    return len(finding.called_off) if finding else 0


def stated_share(team: str, found: Found | None, pool: Fraction) -> Derivation | None:
    """The victory points that are stated outright: told, or of a round that was void because of wrong seating."""
    if found and isinstance(told := found[1], MatchScored) and told.unit == "VP":
        return given(told.of(team), "as it was told, without its boards", events=(found[0],), unit="VP")
    if not (found and isinstance(found[1], MatchVoided) and found[1].wrong_seating):
        return None
    number, finding = found
    percent = _WRONG_SEATING[team in finding.at_fault]
    parts = [given(Fraction(percent, 100), f"{percent}%"), given(pool, "points of a match", unit="VP")]
    text = Phrase("void: wrong seating, its fault") if percent < 50 else Phrase("void: wrong seating, not its fault")
    return derived(Rule.PRODUCT, text, parts, events=(number,), unit="VP")


# Boards that were not played


def _artificial(scoreboard: ScoredSession, team: str, found: Found) -> list[Derivation]:
    number, finding = found
    match finding:
        case MatchShortened():
            awards = [(Phrase("removed"), len(finding.removed), _grade(team, finding))]
        case MatchVoided(wrong_seating=False):
            half = (len(finding.boards) + 1) // 2
            void, left = Phrase("void"), len(finding.boards) - half
            awards = [(void, half, _grade(team, finding)), (void, left, Grade("A"))]
        case MatchScored(unit=unit) if unit != "VP":
            return _told(team, finding, number)
        case _:
            return []
    return [_awarded(scoreboard, what, boards, grade, number) for what, boards, grade in awards if boards]


def _averaged(own: Derivation, theirs: Derivation) -> Derivation:
    """Awards of a knockout that do not balance: half of what is between them."""
    if own.value == -theirs.value:
        return own
    apart = derived(
        Rule.DIFFERENCE,
        Phrase("%(own)s, less the opponents' %(theirs)s", own=phrase_of(own.text), theirs=phrase_of(theirs.text)),
        [own, theirs],
        unit=own.unit,
    )
    return derived(
        Rule.QUOTIENT,
        Phrase("%(what)s, halved", what=phrase_of(own.text)),
        [apart, given(2, "sides")],
        law="12C4",
        unit=own.unit,
    )


def _told(team: str, told: MatchScored, number: int) -> list[Derivation]:
    """A bare result as it was told: what the team won and what it lost, the first of the two before the other.

    Of points of board-a-match what it has.
    """
    boards = Phrase.counted("%(number)s board", "%(number)s boards", len(told.boards))
    return [
        given(
            has if who == team else -has,
            Phrase("%(who)s on %(boards)s not kept", who=who, boards=boards),
            events=(number,),
            unit=told.unit,
        )
        for who, has in zip(told.teams, told.scores, strict=True)
        if told.unit == "IMP" or who == team
    ]


def _grade(team: str, finding: OfMatch) -> Grade:
    return Grade("A-" if team in finding.at_fault else "A+")


def _awarded(scoreboard: ScoredSession, what: Phrase, boards: int, grade: Grade, number: int) -> Derivation:
    """So many boards at what a grade is worth: in IMPs as they are, in matchpoints of the top."""
    each = scoreboard.artificial.whole(grade)
    if scoreboard.form is CrossImpBoard:
        each = _a_comparison(scoreboard, each)
    text = Phrase.counted(
        "%(number)s board %(what)s, %(grade)s each",
        "%(number)s boards %(what)s, %(grade)s each",
        boards,
        what=what,
        grade=grade,
    )
    return derived(Rule.PRODUCT, text, [given(boards, "boards"), each], events=(number,), unit=scoreboard.unit)


# Cross-IMPs


def _ximpq(
    scoreboard: ScoredSession, team: str, counted: Sequence[TableBoard], artificial: Sequence[Derivation]
) -> Derivation:
    """The whole IMPs of a match at cross-IMPs: artificial boards are in IMPs of the match, the others by their root."""
    by_root: dict[int, list[Derivation]] = {1: list(artificial)} if artificial else {}
    for played in counted:
        pairings, score = _undivided(scoreboard, team, played)
        by_root.setdefault(pairings, []).append(score)
    parts = []
    for pairings, scores in sorted(by_root.items()):
        text = (
            Phrase("IMPs of the match")
            if pairings == 1
            else Phrase("boards with %(pairings)s comparisons on each", pairings=pairings)
        )
        parts += [derived(Rule.SUM, text, scores, unit="IMP"), given(pairings, "comparisons")]
    return derived(Rule.XIMPQ, "XIMPQ, in whole IMPs", parts, unit="IMP")


def _undivided(scoreboard: ScoredSession, team: str, played: TableBoard) -> tuple[int, Derivation]:
    """A score at cross-IMPs as the sum of its comparisons, and how many there are on the board."""
    score, board = _on_board(scoreboard, team, played), scoreboard.board(played.board).part(played.seating)
    assert isinstance(board, CrossImpBoard)
    if isinstance(scoreboard.line(played).award, Share):
        return 1, _a_comparison(scoreboard, score)
    side = _side(team, played)
    divisor, pairings = board.divisor(side), board.pairings(side)
    if divisor == 1:
        return pairings, score
    times = given(divisor, scoreboard.regulations.cross_imps.divisor)
    return pairings, derived(
        Rule.PRODUCT, Phrase("board %(board)s, undivided", board=played.board), [score, times], unit="IMP"
    )


def _a_comparison(scoreboard: ScoredSession, score: Derivation) -> Derivation:
    """An artificial score in IMPs as it is of one comparison, where boards are scored by the sum of all."""
    comparisons = scoreboard.artificial.comparisons
    if comparisons == 1:
        return score
    return derived(
        Rule.QUOTIENT,
        Phrase("%(what)s, a comparison", what=phrase_of(score.text)),
        [score, given(comparisons, "comparisons")],
        unit="IMP",
    )
