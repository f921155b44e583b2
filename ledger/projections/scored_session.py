"""A session's boards, scored on demand by its form of scoring; matches and totals are built on them.

Each table's board becomes a line: its result, or what rulings, sit-outs and cancellations make of the result.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
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
    needs_table_result,
    weightings,
)
from ledger.laws.edition import Edition
from ledger.laws.regulations import BoardRounding, Regulations, Totals
from ledger.projections.artificial import ArtificialScores, Meetings, ScoresElsewhere, ShareOf
from ledger.scoring.board import BoardScores, Score, ScoredBoard, lone_lines, lone_sides, score_board
from ledger.scoring.derivation import Derivation
from ledger.scoring.forms import FORMS, FormName
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share, each_side
from ledger.session import Board, ScoreInForce, Session, TableBoard
from ledger.session.settled import results_without_board
from ledger.session.state import all_play_all, has_left_after_half, is_against_phantom, is_cancelled
from ledger.subjects.evolving import SupposedRuling, suppose_ruled
from ledger.subjects.participation.facts import BoardNotPlayed, ContestantWithdrew, SatOut
from ledger.subjects.participation.state import sit_outs_against
from ledger.subjects.rulings.facts import offending_sides
from ledger.subjects.rulings.state import combine_rulings

Shares = tuple[Derivation, ...]
"""A side's scores: one, or one for each of two individuals; empty without a score."""


def _no_board(played: TableBoard, note: str, events: tuple[int, ...]) -> Line:
    return Line(played.seating, played.table, None, events=events, note=note)


def _make_line_without_board(played: TableBoard, number: int, fact: BoardNotPlayed) -> Line:
    # a board of two teams is one in both rooms: without the other room there is no board in this one
    text = Phrase("no board for either side")
    if fact.replaced_by:
        text = Phrase("no board for either side, board %(board)s in its place", board=fact.replaced_by)
    return _no_board(played, text, (number,))


def grades(fact: BoardNotPlayed) -> Artificial:
    """Return the awards for a board not played: A- for a side at fault, A if partly, else A+ (12C2(a); golden U01)."""
    at_fault, partly = offending_sides(fact.fault), offending_sides(fact.partly)
    ns, ew = (Grade("A-" if side in at_fault else "A" if side in partly else "A+") for side in Side)
    return Artificial(ns, ew)


def _make_sit_out_line(
    session: Session, played: TableBoard, fact: SatOut, share: ShareOf, scores: ArtificialScores
) -> Line:
    """Return the line of a sit-out: the contestant's score by regulation, and the A- of an opponent that withdrew."""
    assert played.absence is not None
    side = next(side for side in Side if fact.contestant in played.seating.contestants(side))
    after_half = fact.opponent is not None and has_left_after_half(session, fact.opponent)
    opponents_shares: Shares = ()
    if after_half:
        # Average plus after a withdrawal; in an all-play-all on the first boards of the match alone
        first = session.regulations.participation.indemnity_boards
        later = all_play_all(session) and fact.boards.index(played.board) >= first
        shares_due = share(Grade("A" if later else "A+"), played, side)
        _, withdrew = session.participation.last(ContestantWithdrew, fact.opponent or "") or (0, None)
        is_first = sit_outs_against(session, played.board, fact.opponent)[:1] == [played]
        if withdrew and withdrew.good_reason and is_first:
            grade = Grade(str(40 - withdrew.fine)) if withdrew.fine else Grade("A-")
            opponents_shares = share(grade, played, side.other)
    else:
        shares_due = _shares_due(session, played, side, share, scores)
    events = (played.absence.number,)
    if not (shares_due or opponents_shares):
        return _no_board(played, Phrase("%(contestant)s sits out: no board", contestant=fact.contestant), events)
    shares = Share(shares_due, opponents_shares) if side is Side.NS else Share(opponents_shares, shares_due)
    return Line(played.seating, played.table, None, shares, None, events, "sits out")


def _shares_due(session: Session, played: TableBoard, side: Side, share: ShareOf, scores: ArtificialScores) -> Shares:
    """Return a side's scores for a scheduled sit-out (golden U02); empty if the sit-out is no board."""
    match session.regulations.participation.sit_out:
        case "none":
            return ()
        case "60%":  # flat, also where a director's 60% is another way to write A+
            return tuple(scores.flat(Grade("60")) for _ in played.seating.contestants(side))
        case "average-plus":
            return share(Grade("A+"), played, side)
        case "average":
            return share(Grade("A"), played, side)
        case "own-average":
            flat = share(Grade("A"), played, side)
            return tuple(scores.average(each, played) or flat[0] for each in played.seating.contestants(side))


def fields(board: Board, line: Callable[[TableBoard], Line], uncounted: Set[Seating]) -> Iterator[Field]:
    """Yield the field of a board, or of each version (Law 87); `uncounted`: tables left out of all comparisons."""
    versions = {played.version for played in board.values() if played.versions}
    if not versions:
        yield _make_field(board, line, uncounted)
        return
    version_fields: list[Field] = []
    for version in dict.fromkeys(played.version for played in board.values()):
        tables = {seating: played for seating, played in board.items() if played.version == version}
        field = _make_field(tables, line, uncounted)
        field.versions = version_fields
        version_fields.append(field)
    yield from version_fields


def _make_field(board: Board, line: Callable[[TableBoard], Line], uncounted: Set[Seating]) -> Field:
    # tables with one plain result are one kind; a ruling, or no counting result, is a kind of its own
    keys: list[Hashable] = [
        played.seating if played.cases or not played.results else played.results[-1].result for played in board.values()
    ]
    if uncounted:
        keys = [seating if seating in uncounted else key for seating, key in zip(board, keys, strict=True)]
    kinds = {key: line(played) for key, played in dict(zip(keys, board.values(), strict=True)).items()}
    return Field(list(board), keys, kinds, board)


def line_of_table_result(played: TableBoard) -> Line:
    """Return the line of a table's result; without a result, a line that is not compared."""
    if not played.results:
        return Line(played.seating, played.table, None)
    last = played.results[-1]
    return Line(played.seating, played.table, _plain_entries(last.result, played.board), events=(last.number,))


def ruled_line(session: Session, played: TableBoard, share: ShareOf) -> Line:
    """Return a table's line by its rulings in force: first the result of a claim, then both sides' scores."""
    ruled, line = combine_rulings(session, played), line_of_table_result(played)
    ruled_lines = _RuledLines(played, session.regulations, share)
    if ruled.claim:
        line = ruled_lines.of(ruled.claim, line)
    if ruled.ns is None or ruled.ew is None:
        return line
    if ruled.each_side:
        law = session.regulations.cited("adjusted-score")
        return each_side(ruled_lines.of(ruled.ns, line), ruled_lines.of(ruled.ew, line), law)
    return ruled_lines.of(ruled.ns, line)


class _RuledLines(NamedTuple):
    """The lines of rulings on a table's board; `share` computes the worth of artificial awards."""

    played: TableBoard
    regulations: Regulations
    share: ShareOf

    def of(self, score: ScoreInForce, before: Line) -> Line:
        """Return the line of a score in force; `before`: the line of the table result or claim the score rests on."""
        adjustment, board = score.adjustment, self.played.board
        line = (
            _keep_line(score, before, self.regulations.edition)
            if needs_table_result(adjustment)
            else _replace_line(score, before, self.regulations.edition)
        )
        match adjustment:
            case Stands():
                return line
            case Artificial(ns, ew, unless):
                shares = self.share(ns, self.played, Side.NS), self.share(ew, self.played, Side.EW)
                # Law 86B2(b) gives the offenders the complement of the non-offenders' score
                balances = "result-of-other-room" in score.matters
                complement = Side(score.offender) if balances and score.offender in ("NS", "EW") else None
                return structs.replace(line, award=Share(*shares, entry(unless, board)), complement=complement)
            case Awarded(ns, ew):
                return structs.replace(line, award=GivenOutright(ns, ew))
            case SelfInflicted() as damage:
                return _make_damage_line(line, damage, board, self.regulations)
            case _:
                entries = {side: entry(weighting, board) for side, weighting in weightings(adjustment).items()}
                return structs.replace(line, entries=entries)


def _replace_line(score: ScoreInForce, before: Line, edition: Edition) -> Line:
    """Return a new line for a score that replaces the result; offenders in the earlier line remain offenders."""
    offenders = offending_sides(score.offender) | (before.offenders or frozenset())
    law, note = edition.law_of(score.adjustment, score.laws), score.case
    earlier_events = before.events if isinstance(score.adjustment, RectifiedResult) else ()
    events = tuple(sorted((*earlier_events, score.number)))
    return Line(before.seating, before.table, None, law=law, events=events, note=note, offenders=offenders)


def _keep_line(score: ScoreInForce, before: Line, edition: Edition) -> Line:
    stands = isinstance(score.adjustment, Stands)
    claim = bool(before.note)
    return structs.replace(
        before,
        law=before.law if stands else edition.law_of(score.adjustment, score.laws),
        events=(*before.events, score.number) if claim else before.events if stands else (score.number,),
        note=f"{before.note}, {score.case}" if claim else "" if stands else score.case,
        offenders=offending_sides(score.offender) | (before.offenders or frozenset()),
    )


def _cancel_result(line: Line, sides: Sequence[Side], board: Board, share: ShareOf, edition: Edition) -> Line:
    """Return a line with the result of `sides` cancelled: average plus, as neither is at fault (Law 12C2(a))."""
    ns, ew = (
        tuple(
            each.saying(Phrase("a result by itself, cancelled: %(what)s", what=phrase_of(each.text)))
            for each in share(Grade("A+"), board[line.seating], side)
        )
        for side in Side
    )
    law = edition.cited("artificial-score")
    cancelled = Line(line.seating, line.table, None, Share(ns, ew), law, line.events, offenders=frozenset())
    if len(sides) == len(Side):
        return cancelled
    one, two = (cancelled if side in sides else line.of(side) for side in Side)
    entries = {side: line.entry(side) for side in Side if side not in sides and line.in_field(side)}
    return structs.replace(line, entries=entries or None, award=EachSide(one, two, ruled=False))


def _make_damage_line(line: Line, ruled: SelfInflicted, board: int, regulations: Regulations) -> Line:
    """Return the line of self-inflicted damage (Law 12C1(e)), from the table result and scores `b`, `c` (D41, D42)."""
    nos = Side(ruled.nos)
    damage = Damage(nos, line.entry(nos), entry(ruled.b, board), entry(ruled.c, board))
    match regulations.self_inflicted.field:
        case "table-result":
            compared = damage.a
        case "assigned-b":
            compared = damage.b
        case "signed-mixture":
            compared = (*damage.a, *damage.b, *(outcome._replace(weight=-outcome.weight) for outcome in damage.c))
    return structs.replace(line, entries={nos: compared, nos.other: damage.b}, award=damage)


@lru_cache(maxsize=65536)
def _plain_entries(result: Result, board: int) -> Mapping[Side, Entry]:
    return MappingProxyType(dict.fromkeys(Side, (_make_outcome(result, board),)))


def entry(weighting: Weighting, board: int) -> Entry:
    """Return a weighting as an entry: each outcome with its weight and score."""
    if len(weighting) == 1:
        return (_make_outcome(weighting[0].result, board),)
    return tuple(Outcome(part.weight, ns_score(part.result, board), str(part.result)) for part in weighting)


def _make_outcome(result: Result, board: int) -> Outcome:
    return Outcome(1, ns_score(result, board), "" if result.bare_score is not None else str(result))


class SessionScoring:
    """The scoring of a session, which computes any board and keeps none; `artificial` keeps computed averages."""

    def __init__(self, session: Session, beside: ScoresElsewhere | None = None) -> None:
        self.session = session
        self.cancelled = session.cancelled
        self._without_board = results_without_board(session)
        self.expected = session.results_due(self.cancelled)
        self.form = FORMS[session.opening.scoring]
        self.meetings = Meetings(session, self.form)
        self.artificial = ArtificialScores(self.meetings, self.expected, self.scored, beside)

    def scored(self, board: Board, share: ShareOf | None = None) -> BoardScores:
        """Score a board, or some tables of a board, as one field, or one for each version of a fouled board.

        `share` replaces the computation of artificial awards.
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
            # by regulation a result without a comparison is average plus (Law 87B)
            cancels = scored.cancels_lone_results(scored.expected, scored.regulations)
            edition = scored.regulations.edition
            while cancels and (lone := lone_lines(scored)):
                instead = [_cancel_result(line, lone_sides(scored, line), board, worth, edition) for line in lone]
                scored = scored.replacing(instead)
                cancelled = scored.cancelled = cancelled.union(line.seating for line in lone)
            versions.append(scored)
        return BoardScores(*versions)

    def line(self, played: TableBoard) -> Line:
        """Return the line of a table's board: the result or ruling as the form of scoring takes it."""
        return self._line(played, self.artificial.share)

    def _line(self, played: TableBoard, share: ShareOf) -> Line:
        if self.cancelled and is_cancelled(played, self.cancelled):
            withdrawn = next(each for each in played.seating.everyone if each in self.cancelled)
            number, _ = self.session.participation.last(ContestantWithdrew, withdrawn) or (0, None)
            return _no_board(played, Phrase("cancelled: %(gone)s withdrew before half", gone=withdrawn), (number,))
        if self._without_board and (finding := self._without_board.get((played.board, played.seating))):
            return _make_line_without_board(played, *finding)
        if played.absent:
            assert played.absence is not None
            match played.absence.fact:
                case BoardNotPlayed() as fact:
                    events = (played.absence.number,)
                    if is_against_phantom(self.session, played):
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
                        self.session.regulations.edition.law_of(award),
                        events,
                        "not played",
                        offenders=blamed,
                    )
                case SatOut() as fact:
                    return _make_sit_out_line(self.session, played, fact, share, self.artificial)
                case _:
                    return _no_board(played, Phrase("still to be played"), (played.absence.number,))
        return ruled_line(self.session, played, share) if played.cases else line_of_table_result(played)


def scores_under(session: Session, played: TableBoard, supposed_ruling: SupposedRuling) -> dict[Side, Fraction]:
    """Return both sides' scores at a table if a supposed ruling were in force; only that board is computed."""
    supposed = suppose_ruled(session, played.board, played.seating, supposed_ruling)
    scores = SessionScoring(supposed).scored(supposed.boards[played.board])
    return {side: score.value for side, score in scores[played.seating].items()}


class ScoredSession:
    """The scores of both sides on every board of a session, and the properties of its form of scoring.

    `beside`: contestants' scores in further sessions of the stage, which Law 12C2(c) may need; a session knows its own
    boards alone.
    """

    def __init__(self, session: Session, beside: ScoresElsewhere | None = None) -> None:
        self.session = session
        self.regulations = session.regulations
        self.scoring = SessionScoring(session, beside)
        self._boards: dict[int, BoardScores] = {}
        self._in_forms: dict[FormName, ScoredSession] = {}

    def in_form(self, form: FormName) -> "ScoredSession":
        """Return the same session scored by another form."""
        if form not in self._in_forms:
            opening = structs.replace(self.session.opening, scoring=form)
            self._in_forms[form] = ScoredSession(replace(self.session, opened=opening))
        return self._in_forms[form]

    @property
    def form(self) -> type[ScoredBoard]:
        """The session's form of scoring, a class."""
        return self.scoring.form

    @property
    def artificial(self) -> ArtificialScores:
        """The worth of the session's artificial awards."""
        return self.scoring.artificial

    @property
    def meetings(self) -> Meetings:
        """The meetings: match and round of each table's board."""
        return self.scoring.meetings

    @property
    def unit(self) -> str:
        """The unit of scores: 'MP', 'IMP', or 'points'."""
        return self.form.unit

    @property
    def totals(self) -> Totals:
        """The rules to factor and round session totals."""
        return self.form.totals(self.regulations)

    @property
    def rounding(self) -> BoardRounding:
        """The rule to round one contestant's score on one board."""
        return self.form.board_rounding(self.regulations)

    @property
    def teams(self) -> bool:
        """True if contestants are teams, who play each board in two or more rooms."""
        return self.form.teams()

    @property
    def in_matches(self) -> bool:
        """True if contestants are ranked by matches: teams, and pairs whose matches are converted."""
        return self.form.in_matches(self.regulations)

    @property
    def top(self) -> Fraction | None:
        """The top of a board, its best possible score; None in IMPs."""
        return self.artificial.top

    def board(self, number: int) -> BoardScores:
        """Return both sides' scores at every table of a board."""
        if number not in self._boards:
            self._boards[number] = self.scoring.scored(self.session.boards[number])
        return self._boards[number]

    def datum(self, number: int) -> int | None:
        """Return a board's North–South datum at Butler; None in other forms, and for a board with versions."""
        return self.board(number).datum

    @property
    def complete(self) -> bool:
        """True if every board has been scored."""
        return self._boards.keys() == self.session.boards.keys()

    def completed(self) -> Self:
        """Score every board that is not scored yet, and return this object."""
        for number in self.session.boards:
            self.board(number)
        return self

    def line(self, played: TableBoard) -> Line:
        """Return the line of a table's board: the result or ruling as the form of scoring takes it."""
        return self.board(played.board).line(played.seating)

    def counted(self, line: Line, side: Side) -> Entry:
        """Return the entry with which other lines in a side's field are compared; empty outside the field."""
        return self.form.counted(line, side, self.regulations)

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """Return the tables whose results make up a score: one, or all rooms of a team's board."""
        return self.meetings.rooms(played)

    def value(self, played: TableBoard, side: Side, contestant: str | None = None) -> Fraction:
        """Return the value of a side's score at a table, or of one contestant's; 0 without a score."""
        return self.board(played.board).pairs[played.seating].of(side, contestant) or Fraction(0)

    def counts(self, played: TableBoard, side: Side = Side.NS) -> bool:
        """Return whether a side has a score at a table; False while a room is missing, or if no board is counted."""
        return self.board(played.board).pairs[played.seating].of(side) is not None

    def score(self, played: TableBoard, side: Side, contestant: str | None = None) -> Score:
        """Return a side's score at a table, or one individual's; of a side's two individuals, the first one's."""
        scores = self.board(played.board)
        return scores.score_of(played.seating, side, contestant) if contestant else scores[played.seating][side]

    def own_scores(self, played: TableBoard, side: Side) -> list[Fraction | None]:
        """Return a side's scores at a table: one, or two if its individuals differ; None for no score yet."""
        pair, contestants = self.board(played.board).pairs[played.seating], played.seating.contestants(side)
        differ = any(whose in contestants for whose, _ in pair.beside)
        return [pair.of(side, each) for each in (contestants if differ else contestants[:1])]
