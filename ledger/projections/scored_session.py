"""A session's boards scored, each when it is asked for: what matches and totals are made of.

How each board of a session is put before its form of scoring: who is expected, what is cancelled, what awards rest on.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, Self

from msgspec import structs

from ledger.bridge import Result, Side, ns_score
from ledger.labels import Phrase, phrase_of
from ledger.laws.adjustment import (
    Artificial,
    Awarded,
    Grade,
    RectifiedResult,
    SelfInflicted,
    Stands,
    Weighting,
    law_of,
    rests_on_result,
    weightings,
)
from ledger.laws.regulations import BoardRounding, Regulations, Totals
from ledger.projections.artificial import ArtificialScores, Beside, Meetings, ShareOf
from ledger.scoring.board import BoardScores, Score, ScoredBoard, lone_lines, lone_sides, score_board
from ledger.scoring.derivation import Derivation
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share, each_side
from ledger.session import Board, ScoreInForce, Session, TableBoard
from ledger.session.settled import results_without_board
from ledger.session.state import all_play_all, is_cancelled, left_after_half, met_nobody
from ledger.subjects.evolving import SupposedRuling, if_ruled
from ledger.subjects.participation.facts import BoardNotPlayed, ContestantWithdrew, SatOut
from ledger.subjects.participation.state import sit_outs_against
from ledger.subjects.rulings.facts import offending_sides
from ledger.subjects.rulings.state import together

AverageOf = Callable[[str, TableBoard], Derivation | None]
"""A contestant's average on its other boards."""

Shares = tuple[Derivation, ...]
"""What a side has, one for each of two individuals; nothing where it has no score."""

_COMPLEMENT = "86B2(b)"


def _no_board(played: TableBoard, note: str, events: tuple[int, ...]) -> Line:
    return Line(played.seating, played.table, None, events=events, note=note)


def _without_board(played: TableBoard, number: int, fact: BoardNotPlayed) -> Line:
    """The line of a result whose other room has no board: a board of two teams is one, in both rooms."""
    text = Phrase("no board for either side")
    if fact.replaced_by:
        text = Phrase("no board for either side, board %(board)s in its place", board=fact.replaced_by)
    return _no_board(played, text, (number,))


def grades(fact: BoardNotPlayed) -> Artificial:
    """Average minus for who is at fault, average for who is partly, else average plus (Law 12C2(a); golden U01)."""
    at_fault, partly = offending_sides(fact.fault), offending_sides(fact.partly)
    ns, ew = (Grade("A-" if side in at_fault else "A" if side in partly else "A+") for side in Side)
    return Artificial(ns, ew)


def _sat_out(session: Session, played: TableBoard, fact: SatOut, share: ShareOf, average: AverageOf) -> Line:
    """Each side's score: who sat out as the regulations say, who withdrew an average minus, where it has one at all."""
    assert played.absence is not None
    whose = next(side for side in Side if fact.contestant in played.seating.contestants(side))
    lost = fact.opponent is not None and left_after_half(session, fact.opponent)
    theirs: Shares = ()
    if lost:
        # Average plus after a withdrawal; in an all-play-all on the first boards of the match alone
        first = session.regulations.participation.indemnity_boards
        later = all_play_all(session) and fact.boards.index(played.board) >= first
        own = share(Grade("A" if later else "A+"), played, whose)
        _, withdrew = session.participation.last(ContestantWithdrew, fact.opponent or "") or (0, None)
        is_first = sit_outs_against(session, played.board, fact.opponent)[:1] == [played]
        if withdrew and withdrew.good_reason and is_first:
            grade = Grade(str(40 - withdrew.fine)) if withdrew.fine else Grade("A-")
            theirs = share(grade, played, whose.other)
    else:
        own = _scheduled(session, played, whose, share, average)
    events = (played.absence.number,)
    if not (own or theirs):
        return _no_board(played, Phrase("%(contestant)s sits out: no board", contestant=fact.contestant), events)
    shares = Share(own, theirs) if whose is Side.NS else Share(theirs, own)
    return Line(played.seating, played.table, None, shares, None, events, "sits out")


def _scheduled(session: Session, played: TableBoard, side: Side, share: ShareOf, average: AverageOf) -> Shares:
    """What a scheduled sit-out is worth (golden U02); nothing where it is no board."""
    match session.regulations.participation.sit_out:
        case "none":
            return ()
        case "60%":
            return share(Grade("60"), played, side)
        case "average-plus":
            return share(Grade("A+"), played, side)
        case "average":
            return share(Grade("A"), played, side)
        case "own-average":
            flat = share(Grade("A"), played, side)
            return tuple(average(each, played) or flat[0] for each in played.seating.contestants(side))


def fields(board: Board, line: Callable[[TableBoard], Line], uncounted: Set[Seating]) -> Iterator[Field]:
    """A field for a board, or for each version of it (Law 87); a result of the tables `uncounted` counts for nobody."""
    versions = {played.version for played in board.values() if played.versions}
    if not versions:
        yield _field(board, line, uncounted)
        return
    found: list[Field] = []
    for version in dict.fromkeys(played.version for played in board.values()):
        same = {seating: played for seating, played in board.items() if played.version == version}
        field = _field(same, line, uncounted)
        field.versions = found
        found.append(field)
    yield from found


def _field(board: Board, line: Callable[[TableBoard], Line], uncounted: Set[Seating]) -> Field:
    """Tables with the same plain result are one kind; one with a ruling, an uncounted or no result is its own."""
    keys: list[Hashable] = [
        played.seating if played.cases or not played.results else played.results[-1].result for played in board.values()
    ]
    if uncounted:
        keys = [seating if seating in uncounted else key for seating, key in zip(board, keys, strict=True)]
    kinds = {key: line(played) for key, played in dict(zip(keys, board.values(), strict=True)).items()}
    return Field(list(board), keys, kinds, board)


def plain_line(played: TableBoard) -> Line:
    """The table result as it is; outside the field where nothing was played."""
    if not played.results:
        return Line(played.seating, played.table, None)
    last = played.results[-1]
    return Line(played.seating, played.table, _plain_entries(last.result, played.board), events=(last.number,))


def ruled_line(session: Session, played: TableBoard, share: ShareOf) -> Line:
    """What the rulings in force made of a table's board: a claim of its result, the others of either side's score."""
    ruled, line = together(session, played), plain_line(played)
    made = _Made(played, session.regulations, share)
    if ruled.claim:
        line = made.of(ruled.claim, line)
    if ruled.ns is None or ruled.ew is None:
        return line
    if ruled.each_side:
        return each_side(made.of(ruled.ns, line), made.of(ruled.ew, line))
    return made.of(ruled.ns, line)


class _Made(NamedTuple):
    """What one ruling makes of a table's board; `share` says what artificial awards are worth."""

    played: TableBoard
    regulations: Regulations
    share: ShareOf

    def of(self, score: ScoreInForce, before: Line) -> Line:
        """The line by a score in force; `before` is the line it rests on: the table result, or that of a claim."""
        adjustment, board = score.adjustment, self.played.board
        line = _resting(score, before) if rests_on_result(adjustment) else _taking_its_place(score, before)
        match adjustment:
            case Stands():
                return line
            case Artificial(ns, ew, unless):
                shares = self.share(ns, self.played, Side.NS), self.share(ew, self.played, Side.EW)
                # The offenders, where the Laws give them the complement of what the others get (Law 86B2(b))
                balances = any(law.startswith(_COMPLEMENT) for law in score.laws)
                complement = Side(score.offender) if balances and score.offender in ("NS", "EW") else None
                return structs.replace(line, award=Share(*shares, entry(unless, board)), complement=complement)
            case Awarded(ns, ew):
                return structs.replace(line, award=GivenOutright(ns, ew))
            case SelfInflicted() as damage:
                return _damaged(line, damage, board, self.regulations)
            case _:
                entries = {side: entry(weighting, board) for side, weighting in weightings(adjustment).items()}
                return structs.replace(line, entries=entries)


def _taking_its_place(score: ScoreInForce, before: Line) -> Line:
    """A line of which nothing is left of what was there, but who offended in that too."""
    offenders = _offenders(score, before)
    law, note = law_of(score.adjustment), score.case
    rests = before.events if isinstance(score.adjustment, RectifiedResult) else ()
    events = tuple(sorted((*rests, score.number)))
    return Line(before.seating, before.table, None, law=law, events=events, note=note, offenders=offenders)


def _resting(score: ScoreInForce, before: Line) -> Line:
    stands = isinstance(score.adjustment, Stands)
    claim = bool(before.note)
    return structs.replace(
        before,
        law=before.law if stands else law_of(score.adjustment),
        events=(*before.events, score.number) if claim else before.events if stands else (score.number,),
        note=f"{before.note}, {score.case}" if claim else "" if stands else score.case,
        offenders=_offenders(score, before),
    )


def _offenders(score: ScoreInForce, before: Line) -> frozenset[Side]:
    return offending_sides(score.offender) | (before.offenders or frozenset())


def _cancelled_result(line: Line, sides: Sequence[Side], board: Board, share: ShareOf) -> Line:
    """A line of which the result of these sides is cancelled: average plus, for neither is at fault (Law 12C2(a))."""
    ns, ew = (
        tuple(
            each.saying(Phrase("a result by itself, cancelled: %(what)s", what=phrase_of(each.text)))
            for each in share(Grade("A+"), board[line.seating], side)
        )
        for side in Side
    )
    cancelled = Line(line.seating, line.table, None, Share(ns, ew), "12C2", line.events, offenders=frozenset())
    if len(sides) == len(Side):
        return cancelled
    one, two = (cancelled if side in sides else line.of(side) for side in Side)
    entries = {side: line.entry(side) for side in Side if side not in sides and line.in_field(side)}
    return structs.replace(line, entries=entries or None, award=EachSide(one, two, ruled=False))


def _damaged(line: Line, ruled: SelfInflicted, board: int, regulations: Regulations) -> Line:
    """Law 12C1(e): the non-offenders' score by A, B and C, and what the others are compared with (golden D41, D42)."""
    nos = Side(ruled.nos)
    damage = Damage(nos, line.entry(nos), entry(ruled.b, board), entry(ruled.c, board))
    match regulations.self_inflicted.field:
        case "table-result":
            seen = damage.a
        case "assigned-b":
            seen = damage.b
        case "signed-mixture":
            seen = (*damage.a, *damage.b, *(outcome._replace(weight=-outcome.weight) for outcome in damage.c))
    return structs.replace(line, entries={nos: seen, nos.other: damage.b}, award=damage)


@lru_cache(maxsize=65536)
def _plain_entries(result: Result, board: int) -> Mapping[Side, Entry]:
    return MappingProxyType(dict.fromkeys(Side, (_outcome(result, board),)))


def entry(weighting: Weighting, board: int) -> Entry:
    """How a weighting counts: each outcome with its weight and score."""
    if len(weighting) == 1:
        return (_outcome(weighting[0].result, board),)
    return tuple(Outcome(part.weight, ns_score(part.result, board), str(part.result)) for part in weighting)


def _outcome(result: Result, board: int) -> Outcome:
    return Outcome(1, ns_score(result, board), "" if result.bare_score is not None else str(result))


class SessionScoring:
    """Works out any board of a session. It keeps none; `artificial` remembers the averages it had to find."""

    def __init__(self, session: Session, beside: Beside | None = None) -> None:
        self.session = session
        self.cancelled = session.cancelled
        self._without_board = results_without_board(session)
        self.expected = session.expected_without(self.cancelled)
        self.form = FORMS[session.opening.scoring]
        self.meetings = Meetings(session, self.form)
        self.artificial = ArtificialScores(self.meetings, self.expected, self.scored, beside)

    def scored(self, board: Board, share: ShareOf | None = None) -> BoardScores:
        """A board, or some tables of it: one field, or one for each version of a fouled board.

        `share` says what artificial awards are worth, where that is not the whole truth.
        """
        worth = share or self.artificial.share
        uncounted: Set[Seating] = frozenset()
        if self.cancelled or self._without_board:  # a simultaneous has thousands of tables, and none of these
            uncounted = {
                seating
                for seating, played in board.items()
                if is_cancelled(played, self.cancelled) or (played.board, seating) in self._without_board
            }
        versions: list[ScoredBoard] = []
        for field in fields(board, lambda played: self._line(played, worth), uncounted):
            scored = score_board(self.form, field, self.expected, self.session.regulations)
            cancelled = frozenset[Seating]()
            # Results that have no other to be compared with are average plus by regulation (Law 87B)
            cancels = scored.cancels_lone_results(scored.expected, scored.regulations)
            while cancels and (lone := lone_lines(scored)):
                instead = [_cancelled_result(line, lone_sides(scored, line), board, worth) for line in lone]
                scored = scored.replacing(instead)
                cancelled = scored.cancelled = cancelled.union(line.seating for line in lone)
            versions.append(scored)
        return BoardScores(*versions)

    def line(self, played: TableBoard) -> Line:
        """How a table's board goes to the form of scoring: its result, or what rulings made of it."""
        return self._line(played, self.artificial.share)

    def _line(self, played: TableBoard, share: ShareOf) -> Line:
        if self.cancelled and is_cancelled(played, self.cancelled):
            gone = next(each for each in played.seating.everyone if each in self.cancelled)
            number, _ = self.session.participation.last(ContestantWithdrew, gone) or (0, None)
            return _no_board(played, Phrase("cancelled: %(gone)s withdrew before half", gone=gone), (number,))
        if self._without_board and (finding := self._without_board.get((played.board, played.seating))):
            return _without_board(played, *finding)
        if played.absent:
            assert played.absence is not None
            match played.absence.fact:
                case BoardNotPlayed() as fact:
                    events = (played.absence.number,)
                    if met_nobody(self.session, played):
                        return _no_board(played, Phrase("cancelled: nobody came"), events)
                    if not fact.scored:
                        return _no_board(played, Phrase("not played: no board for either side"), events)
                    award = grades(fact)
                    shares = Share(share(award.ns, played, Side.NS), share(award.ew, played, Side.EW))
                    blamed = offending_sides(fact.fault) | offending_sides(fact.partly)
                    return Line(
                        played.seating,
                        played.table,
                        None,
                        shares,
                        law_of(award),
                        events,
                        "not played",
                        offenders=blamed,
                    )
                case SatOut() as fact:
                    return _sat_out(self.session, played, fact, share, self.artificial.average)
                case _:
                    return _no_board(played, Phrase("still to be played"), (played.absence.number,))
        return ruled_line(self.session, played, share) if played.cases else plain_line(played)


def scores_if(session: Session, played: TableBoard, supposed_ruling: SupposedRuling) -> dict[Side, Fraction]:
    """What both sides of a table would have for its board if this were ruled. No other board is worked out."""
    supposed = if_ruled(session, played.board, played.seating, supposed_ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board])
    return {side: score.value for side, score in scores[played.seating].items()}


class ScoredSession:
    """Every side's score on every board of a session, and what its form of scoring states.

    `beside`: what contestants scored in other sessions of the stage, where Law 12C2(c) looks at these too; by itself a
    session knows its own boards alone.
    """

    def __init__(self, session: Session, beside: Beside | None = None) -> None:
        self.session = session
        self.regulations = session.regulations
        self.scoring = SessionScoring(session, beside)
        self._boards: dict[int, BoardScores] = {}

    # What the form of scoring states, for this session

    @property
    def form(self) -> type[ScoredBoard]:
        """The form of scoring."""
        return self.scoring.form

    @property
    def artificial(self) -> ArtificialScores:
        """What artificial awards are worth."""
        return self.scoring.artificial

    @property
    def meetings(self) -> Meetings:
        """Which boards belong to which match and round."""
        return self.scoring.meetings

    @property
    def unit(self) -> str:
        """What scores are in: 'MP', 'IMP', or 'points' at board-a-match."""
        return self.form.unit

    @property
    def totals(self) -> Totals:
        """How session totals are factored and rounded."""
        return self.form.totals(self.regulations)

    @property
    def rounding(self) -> BoardRounding:
        """How one contestant's score on one board is rounded."""
        return self.form.board_rounding(self.regulations)

    @property
    def teams(self) -> bool:
        """Whether contestants are teams, with two rooms to a board."""
        return self.form.teams()

    @property
    def in_matches(self) -> bool:
        """Whether contestants are ranked by their matches: teams, and pairs whose matches are converted."""
        return self.form.in_matches(self.regulations)

    @property
    def top(self) -> Fraction | None:
        """The top of a board, what the best possible score on it earns; None where scores are IMPs."""
        return self.artificial.top

    # Boards

    def board(self, number: int) -> BoardScores:
        """Both sides' scores at every table of a board."""
        if number not in self._boards:
            self._boards[number] = self.scoring.scored(self.session.boards[number])
        return self._boards[number]

    def datum(self, number: int) -> int | None:
        """The datum of a board at Butler, North–South's; None in other forms, and where versions have one each."""
        return self.board(number).datum

    @property
    def complete(self) -> bool:
        """Whether every board was worked out."""
        return self._boards.keys() == self.session.boards.keys()

    def completed(self) -> Self:
        """The same, with every board worked out."""
        for number in self.session.boards:
            self.board(number)
        return self

    # Tables

    def line(self, played: TableBoard) -> Line:
        """How a table's board counts: its result, or what a ruling made of it."""
        return self.board(played.board).line(played.seating)

    def counted(self, line: Line, side: Side) -> Entry:
        """How a line counts for the others of a side's field; nothing where it is outside."""
        return self.form.counted(line, side, self.regulations)

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make this score: one, or both rooms of a team's board."""
        return self.meetings.rooms(played)

    def value(self, played: TableBoard, side: Side, contestant: str | None = None) -> Fraction:
        """The number of a side's score at a table on a board, or of one contestant's; none yet is 0."""
        return self.board(played.board).pairs[played.seating].of(side, contestant) or Fraction(0)

    def counts(self, played: TableBoard, side: Side = Side.NS) -> bool:
        """Whether a side has a score at a table on a board: not where the other room is missing, or it is no board."""
        return self.board(played.board).pairs[played.seating].of(side) is not None

    def score(self, played: TableBoard, side: Side, contestant: str | None = None) -> Score:
        """A side's score on a board, or that of one of its two individuals; the side's is the first one's."""
        scores = self.board(played.board)
        return scores.score_of(played.seating, side, contestant) if contestant else scores[played.seating][side]

    def own_scores(self, played: TableBoard, side: Side) -> list[Fraction | None]:
        """What a side has; of two individuals who differ, what each of them has. None where it cannot be scored yet."""
        pair, contestants = self.board(played.board).pairs[played.seating], played.seating.contestants(side)
        apart = any(whose in contestants for whose, _ in pair.beside)
        return [pair.of(side, each) for each in (contestants if apart else contestants[:1])]
