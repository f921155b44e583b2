"""The boards of each match, from either room, with the director's findings about the match; and a side's score on them.

A removed board is worth A+ to a side not at fault and A− to a side at fault, flat, in the unit of a board: 3 IMPs, or
per cent of the top. Of a void match half the boards, rounded up, are worth that, the others A (White Book §3.3.6–9;
golden T06–T08). Match scores are converted into victory points by the regulations' scale (spec §2.8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.bridge.scales import PercentScale
from ledger.labels import Phrase, phrase_of
from ledger.laws.adjustment import Grade
from ledger.laws.rounding import Rounding, RoundTo, decimal_text
from ledger.projections.artificial import MatchKey
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.derivation import Derivation, Rule, derive, leaf, round_off
from ledger.scoring.imps import CrossImpBoard
from ledger.scoring.line import Share
from ledger.session import TableBoard
from ledger.session.state import is_cancelled
from ledger.subjects.matches.facts import MatchFinding, MatchScored, MatchShortened, MatchVoided
from ledger.subjects.participation.facts import SatOut

_POOL = 20  # the victory points of a match by the WBF's scales
_SCALES = {
    Rule.VP_CONTINUOUS: Phrase("by the WBF's continuous scale"),
    Rule.VP_DISCRETE: Phrase("by the discrete scale"),
    Rule.VP_TABLE: Phrase("by the regulations' table"),
}
_TO_WHOLE = RoundTo(Fraction(1), Rounding.HALF_AWAY_FROM_AVERAGE)


def scale(scoreboard: ScoredSession) -> Rule | None:
    """Return the rule that converts matches into victory points; None if scores stay totals."""
    return scoreboard.form.victory_points(scoreboard.regulations)


def victory_points(scoreboard: ScoredSession, score: Derivation, boards: int, half: bool = False) -> Derivation:
    """Convert a match score into victory points by the regulations (Law 78D); unchanged without a scale or boards.

    IMPs are first rounded to whole ones, halves away from 0 (golden W06). `half`: a half match of pairs is worth half
    the victory points, by the regulations' own table for half matches (golden T02), as a match of twice the boards and
    twice the margin (golden P28), or as half of a match of its boards.
    """
    rule = scale(scoreboard)
    if rule is None or not boards:
        return score
    if half and rule in _SCALES and scoreboard.regulations.matches.half == "doubled":
        whole = round_off(score, "rounded to whole IMPs for the scale", _TO_WHOLE)
        if rule is Rule.VP_DISCRETE:
            parts = [whole, leaf(boards, "boards")]
            return derive(
                Rule.VP_HALF,
                Phrase("victory points %(scale)s of half matches", scale=_SCALES[rule]),
                parts,
                law=scoreboard.regulations.cited("conditions-of-contest"),
                unit="VP",
            )
        twice = derive(Rule.PRODUCT, "twice the margin", [leaf(2, "2"), whole], unit="IMP")
        points = _by_scale(scoreboard, rule, twice, 2 * boards)
        return derive(Rule.PRODUCT, "a half match", [leaf(Fraction(1, 2), "½"), points], unit="VP")
    if rule is Rule.SUM:
        return derive(rule, Phrase("the score of the boards itself"), [score], unit="VP")
    points = _by_scale(scoreboard, rule, score, boards, half)
    if not half or _has_half_match_scale(scoreboard):
        return points
    return derive(Rule.PRODUCT, "a half match", [leaf(Fraction(1, 2), "½"), points], unit="VP")


def _by_scale(scoreboard: ScoredSession, rule: Rule, score: Derivation, boards: int, half: bool = False) -> Derivation:
    law = scoreboard.regulations.cited("conditions-of-contest")
    if rule is Rule.VP_PERCENT:
        share, match = percentage(scoreboard, score, boards), "half match" if half else "match"
        text = Phrase(
            "victory points for %(share)s%% of a %(match)s of %(boards)s boards",
            share=decimal_text(share.value),
            match=phrase_of(match),
            boards=boards,
        )
        terms = _percent_scale(scoreboard, half)
        return derive(rule, text, [share, leaf(boards, "boards")], law=law, unit="VP", terms=terms)
    text, whole = (
        Phrase("victory points %(scale)s", scale=_SCALES[rule]),
        round_off(score, "rounded to whole IMPs for the scale", _TO_WHOLE),
    )
    if rule is Rule.VP_TABLE:
        return derive(rule, text, [whole], law=law, unit="VP", terms=scoreboard.regulations.matches.table)
    return derive(rule, text, [whole, leaf(boards, "boards")], law=law, unit="VP")


def percentage(scoreboard: ScoredSession, score: Derivation, boards: int) -> Derivation:
    """Return a match's matchpoint score as a percentage of the tops of its boards; 50 without a top."""
    if not scoreboard.top:
        return leaf(50, "no other result to compare with: an average")
    tops = leaf(
        (scoreboard.top or Fraction(0)) * boards,
        Phrase("tops of %(boards)s boards", boards=boards),
        unit=scoreboard.unit,
    )
    share = derive(Rule.QUOTIENT, "of the tops", [score, tops])
    return derive(Rule.PRODUCT, "percentage of the match", [leaf(100, "per cent"), share])


def pool(scoreboard: ScoredSession, half: bool = False) -> Fraction:
    """Return the victory points two contestants share in a match, or in a half match (`half`)."""
    rule, rules = scale(scoreboard), scoreboard.regulations.matches
    if rule is Rule.VP_TABLE:
        whole = Fraction(rules.table[0][1]) + Fraction(rules.table[0][2])
    elif rule is Rule.SUM:  # the points of as many boards as the longest match has
        boards = max((len(tables.boards) for tables in match_tables(scoreboard)), default=0)
        whole = (scoreboard.top or Fraction(0)) * boards
    else:
        whole = Fraction(_percent_scale(scoreboard, half).pool if rule is Rule.VP_PERCENT else _POOL)
    for _, table in rules.further_forms if scoreboard.form.rooms == 2 else ():
        whole += Fraction(table[0][1]) + Fraction(table[0][2])
    return whole / 2 if half and not _has_half_match_scale(scoreboard) else whole


def also_scored(
    scoreboard: ScoredSession, pair: tuple[str, str], counted: Sequence[TableBoard], found: Found | None
) -> list[Derivation]:
    """Return the victory points that the first of a match's teams has by further forms of scoring, as regulated."""
    added: list[Derivation] = []
    law = scoreboard.regulations.cited("conditions-of-contest")
    for form, table in scoreboard.regulations.matches.further_forms if scoreboard.form.rooms == 2 else ():
        scored = scoreboard.in_form(form)
        own, theirs = (
            derive(Rule.SUM, team, board_scores(scored, team, counted, found), unit=scored.unit) for team in pair
        )
        margin = own if scored.top is None else derive(Rule.DIFFERENCE, Phrase("won less lost"), [own, theirs])
        whole = round_off(margin, Phrase("%(form)s, in whole points", form=Phrase(form)), _TO_WHOLE)
        text = Phrase("victory points by the table for %(form)s", form=Phrase(form))
        added.append(derive(Rule.VP_TABLE, text, [whole], law=law, unit="VP", terms=table))
    return added


def _has_half_match_scale(scoreboard: ScoredSession) -> bool:
    return scale(scoreboard) is Rule.VP_PERCENT and bool(scoreboard.regulations.matches.percent_half)


def _percent_scale(scoreboard: ScoredSession, half: bool) -> PercentScale:
    rules = scoreboard.regulations.matches
    return PercentScale(rules.percent_half if half and rules.percent_half else rules.percent_full)


def total_unit(scoreboard: ScoredSession) -> str:
    """Return the unit of totals: 'VP' if matches are converted, else the unit of a board."""
    return "VP" if scale(scoreboard) else scoreboard.unit


_Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round (0: not recorded) and number, each once, from either room."""


class MatchTables(NamedTuple):
    """A match's boards by round (0: not recorded) and number, the director's finding, and a flag for a half match."""

    key: MatchKey
    by_round: Mapping[tuple[int, int], TableBoard]
    found: Found | None
    half: bool

    @property
    def boards(self) -> list[TableBoard]:
        """The boards of the match, each once."""
        return list(self.by_round.values())

    @property
    def takes_place(self) -> bool:
        """True if boards of the match, or its result without boards, are recorded."""
        return bool(self.by_round) or isinstance(self.finding, MatchScored)

    @property
    def begins(self) -> int:
        """The round in which the match begins; 0 if not recorded."""
        return min((round_ for round_, _ in self.by_round), default=self.key[0])

    @property
    def finding(self) -> MatchFinding | None:
        """The director's finding about the match; None without one."""
        return self.found[1] if self.found else None

    @property
    def home(self) -> tuple[str, str]:
        """The two contestants of the match, North–South of the first board first."""
        if self.by_round:
            return self.boards[0].seating.pair
        return self.finding.teams if self.finding else self.key[1]


def match_tables(scoreboard: ScoredSession) -> list[MatchTables]:
    """Return the boards and the director's finding of every match, in order of rounds and names."""
    boards_of: dict[MatchKey, _Boards] = {}
    for played in scoreboard.session.table_boards():
        alone = not all(played.seating.pair) or isinstance(played.absent, SatOut)
        if not alone and not is_cancelled(played, scoreboard.scoring.cancelled):
            boards = boards_of.setdefault(scoreboard.meetings.match_of(played), {})
            at = scoreboard.meetings.round_of(played) or 0, played.board
            # read from the first room, unless only a later one counts
            earlier = boards.get(at)
            boards[at] = earlier if earlier and scoreboard.counts(earlier) else played
    findings: dict[MatchKey, Found] = {
        scoreboard.meetings.match_between(finding.teams, finding.round): (number, finding)
        for number, finding in scoreboard.session.findings.facts.items()
        if isinstance(finding, MatchFinding)
    }
    keys = sorted(boards_of.keys() | findings.keys())
    halves = frozenset[MatchKey]()
    if not scoreboard.teams:
        whole = [key for key in keys if key[0] and not (key in findings and isinstance(findings[key][1], MatchVoided))]
        met = Counter((round_, team) for round_, teams in whole for team in teams)
        halves = frozenset((round_, teams) for round_, teams in whole if any(met[round_, team] > 1 for team in teams))
    return [MatchTables(key, boards_of.get(key, {}), findings.get(key), key in halves) for key in keys]


def first_matches(tables: Sequence[MatchTables]) -> dict[str, MatchKey]:
    """Return each team's first match, to which its carry-over and general penalties belong."""
    taking_place = [each for each in tables if each.takes_place]
    by_round = sorted(taking_place, key=lambda each: (each.begins, each.key[1]))
    return {team: each.key for each in reversed(by_round) for team in each.key[1]}


Found = tuple[int, MatchFinding]
"""A finding about a match, with the number of its event."""

_WRONG_SEATING = {True: 40, False: 60}
"""Per cent of a round's victory points after wrong seating, by the side being at fault."""


def board_scores(
    scoreboard: ScoredSession, team: str, counted: Sequence[TableBoard], found: Found | None
) -> list[Derivation]:
    """Return the board scores whose sum is a contestant's score in a match, before penalties."""
    artificial = _derive_artificial_scores(scoreboard, team, found) if found else []
    if found and scoreboard.form.one_match:
        theirs = _derive_artificial_scores(scoreboard, next(each for each in found[1].teams if each != team), found)
        artificial = [_average_both_sides(scoreboard, *each) for each in zip(artificial, theirs, strict=True)]
    if scoreboard.form is CrossImpBoard and scoreboard.in_matches:
        # artificial boards are in IMPs of the match, boards with results are weighted by the root of their comparisons
        by_root: dict[int, list[Derivation]] = {1: list(artificial)} if artificial else {}
        for played in counted:
            pairings, score = _undivide(scoreboard, team, played)
            by_root.setdefault(pairings, []).append(score)
        parts = []
        for pairings, scores in sorted(by_root.items()):
            text = (
                Phrase("IMPs of the match")
                if pairings == 1
                else Phrase("boards with %(pairings)s comparisons on each", pairings=pairings)
            )
            parts += [derive(Rule.SUM, text, scores, unit="IMP"), leaf(pairings, "comparisons")]
        return [derive(Rule.XIMPQ, "XIMPQ, in whole IMPs", parts, unit="IMP")]
    return [*(_derive_board_score(scoreboard, team, played) for played in counted), *artificial]


def _derive_board_score(scoreboard: ScoredSession, team: str, played: TableBoard) -> Derivation:
    return leaf(
        scoreboard.value(played, side_of_team(team, played)),
        Phrase("board %(board)s", board=played.board),
        events=tuple(sorted({number for room in scoreboard.rooms(played) for number in room.events})),
        unit=scoreboard.unit,
    )


class BoardsWon(NamedTuple):
    """How many boards a contestant won, a drawn one counting half, and how many it played."""

    won: Fraction
    of: int


def boards_won(scoreboard: ScoredSession, contestant: str, boards: Iterable[tuple[Side, TableBoard]]) -> BoardsWon:
    """Return how many boards were won: those on which a contestant scored more than the average of the board."""
    margins = [
        scoreboard.value(played, side, contestant) - scoreboard.board(played.board).part(played.seating).average
        for side, played in boards
        if not played.absent and scoreboard.counts(played, side)
    ]
    return BoardsWon(Fraction(sum(1 + (margin > 0) - (margin < 0) for margin in margins), 2), len(margins))


def side_of_team(team: str, played: TableBoard) -> Side:
    """Return the direction of a team at one of its tables."""
    return Side.NS if played.seating.ns == team else Side.EW


def note(finding: MatchFinding | None) -> str:
    """Return the finding about a match in a word or two: 'void', 'shortened'; '' without a finding."""
    match finding:
        case None:
            return ""
        case MatchVoided(wrong_seating=wrong):
            return "wrong seating" if wrong else "void"
        case MatchScored(unit=unit):
            return IN_POINTS if unit == "VP" else RESULT_ALONE
    return "shortened"


IN_POINTS, RESULT_ALONE = "points alone", "result alone"
"""Notes of a match known only by its victory points, or only by both sides' scores."""


def playable(tables: Sequence[TableBoard], finding: MatchFinding | None) -> list[TableBoard]:
    """Return the boards of a match that count as played."""
    match finding:
        case MatchShortened() | MatchScored():
            return [played for played in tables if played.board not in finding.called_off]
        case MatchVoided():
            return []
    return list(tables)


def not_played(finding: MatchFinding | None) -> int:
    """Return how many boards of a match count without having been played."""
    return len(finding.called_off) if finding else 0


def stated_victory_points(team: str, found: Found | None, pool: Fraction) -> Derivation | None:
    """Return a team's victory points if recorded without boards or set for wrong seating; None if boards give them."""
    if found and isinstance(scored := found[1], MatchScored) and scored.unit == "VP":
        return leaf(scored.of(team), "as it was reported, without its boards", events=(found[0],), unit="VP")
    if not (found and isinstance(found[1], MatchVoided) and found[1].wrong_seating):
        return None
    number, finding = found
    percent = _WRONG_SEATING[team in finding.at_fault]
    parts = [leaf(Fraction(percent, 100), f"{percent}%"), leaf(pool, "points of a match", unit="VP")]
    text = Phrase("void: wrong seating, its fault") if percent < 50 else Phrase("void: wrong seating, not its fault")
    return derive(Rule.PRODUCT, text, parts, events=(number,), unit="VP")


def _derive_artificial_scores(scoreboard: ScoredSession, team: str, found: Found) -> list[Derivation]:
    number, finding = found
    match finding:
        case MatchShortened():
            awards = [(Phrase("removed"), len(finding.removed), _grade(team, finding))]
        case MatchVoided(wrong_seating=False):
            half = (len(finding.boards) + 1) // 2
            void, remaining = Phrase("void"), len(finding.boards) - half
            awards = [(void, half, _grade(team, finding)), (void, remaining, Grade("A"))]
        case MatchScored(unit=unit) if unit != "VP":
            # in IMPs the team's own figure and its opponents', at board-a-match its own points alone
            boards = Phrase.counted("%(number)s board", "%(number)s boards", len(finding.boards))
            return [
                leaf(
                    has if who == team else -has,
                    Phrase("%(who)s on %(boards)s not kept", who=who, boards=boards),
                    events=(number,),
                    unit=finding.unit,
                )
                for who, has in zip(finding.teams, finding.scores, strict=True)
                if scoreboard.top is None or who == team
            ]
        case _:
            return []
    awarded: list[Derivation] = []
    for what, many, grade in awards:
        if many:
            award = scoreboard.artificial.whole(grade)
            if scoreboard.form is CrossImpBoard:
                award = _divide_by_comparisons(scoreboard, award)
            one, several = "%(number)s board %(what)s, %(grade)s each", "%(number)s boards %(what)s, %(grade)s each"
            text = Phrase.counted(one, several, many, what=what, grade=grade)
            parts = [leaf(many, "boards"), award]
            awarded.append(derive(Rule.PRODUCT, text, parts, events=(number,), unit=scoreboard.unit))
    return awarded


def _average_both_sides(scoreboard: ScoredSession, score: Derivation, theirs: Derivation) -> Derivation:
    if score.value == -theirs.value:
        return score
    difference = derive(
        Rule.DIFFERENCE,
        Phrase("%(own)s, less the opponents' %(theirs)s", own=phrase_of(score.text), theirs=phrase_of(theirs.text)),
        [score, theirs],
        unit=score.unit,
    )
    return derive(
        Rule.QUOTIENT,
        Phrase("%(what)s, halved", what=phrase_of(score.text)),
        [difference, leaf(2, "sides")],
        law=scoreboard.regulations.cited("non-balancing"),
        unit=score.unit,
    )


def _grade(team: str, finding: MatchFinding) -> Grade:
    return Grade("A-" if team in finding.at_fault else "A+")


def _undivide(scoreboard: ScoredSession, team: str, played: TableBoard) -> tuple[int, Derivation]:
    score, board = _derive_board_score(scoreboard, team, played), scoreboard.board(played.board).part(played.seating)
    assert isinstance(board, CrossImpBoard)
    if isinstance(scoreboard.line(played).award, Share):
        return 1, _divide_by_comparisons(scoreboard, score)
    side = side_of_team(team, played)
    divisor, pairings = board.divisor(side), board.pairings(side)
    if divisor == 1:
        return pairings, score
    times = leaf(divisor, scoreboard.regulations.cross_imps.divisor)
    return pairings, derive(
        Rule.PRODUCT, Phrase("board %(board)s, undivided", board=played.board), [score, times], unit="IMP"
    )


def _divide_by_comparisons(scoreboard: ScoredSession, score: Derivation) -> Derivation:
    comparisons = scoreboard.artificial.comparisons  # more than 1 where a board is scored by the sum of comparisons
    if comparisons == 1:
        return score
    return derive(
        Rule.QUOTIENT,
        Phrase("%(what)s, a comparison", what=phrase_of(score.text)),
        [score, leaf(comparisons, "comparisons")],
        unit="IMP",
    )
