"""Standings with their matches; scorecards; and explanations of scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, ScoreValue, fill_row
from cli.views.finality import ScoresFinality, finality_value
from cli.views.matches import MatchRow, MissedRow, match_table, match_values, missed_value, missed_values
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable, Part, Text
from cli.words.finality import finality_lines
from cli.words.matches import unbalanced_note
from cli.words.notation import decimal_text
from cli.words.rulings import latest_ruling
from cli.words.scores import ScoreLetters, legend, marks_of_contestants, same_direction_lines
from cli.words.vocabulary import STANDINGS, side_name
from ledger.bridge import Seat, Side
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.laws.rounding import Rounding, exact_text
from ledger.projections.evening import Role, evening_of
from ledger.projections.finality import finality
from ledger.projections.match_boards import total_unit
from ledger.projections.names import names_of
from ledger.projections.planned import find_progress
from ledger.projections.scoreboard import Scoreboard, boards_of
from ledger.projections.standings import CardLine, Ranking, Scorecard, standings
from ledger.projections.tally import Standing
from ledger.scoring.derivation import Rule
from ledger.subjects.rulings.facts import Offender

if TYPE_CHECKING:
    from ledger.projections.ripple import Explanation, UnlessComparison


class StandingsRow(Struct, frozen=True, kw_only=True):
    """A contestant in the standings; `event`: the cause of no place or of a substitute; `marks`: cases by mark."""

    rank: int | None
    contestant: str
    score: ScoreValue | None
    percent: ScoreValue | None
    boards: int
    standing: Standing | None = None
    event: int | None
    names: str
    ruled: bool
    rulings: tuple[str, ...]
    marks: dict[str, tuple[str, ...]]

    @property
    def standing_text(self) -> str:
        """Why a contestant has no place, or that it has a substitute, with the event: 'withdrawn (#45)'; else ''."""
        return (STANDINGS[self.standing] if self.standing else "") + (f" (#{self.event})" if self.event else "")


class RankedField(Struct, frozen=True):
    """Contestants who are ranked together (all, or one direction), and the unit of their scores."""

    direction: Literal["NS", "EW"] | None
    unit: str
    rows: tuple[StandingsRow, ...]

    def table(self, heading: str, *, names: bool = False) -> AnswerTable:
        """Return the ranking as a table; `heading`: over the scores; `names`: add the players' names."""
        in_percent = any(row.percent for row in self.rows)
        same = len({row.boards for row in self.rows}) == 1  # a page leaves out a column of equal numbers
        places = (SCREEN, PLAIN) if same else (SCREEN, PLAIN, PAGE)
        columns = [
            AnswerColumn("rank", number=True),
            AnswerColumn("contestant", under=True),
            AnswerColumn("names", beneath=True, on=(SCREEN,) if names else ()),
            AnswerColumn("score", heading, number=True, aside=in_percent, unprinted=in_percent),
            AnswerColumn("percent", "%", number=True, optional=True),
            AnswerColumn("boards", number=True, spare=1, aside=True, unprinted=True, on=places),
            AnswerColumn("ruled", on=(PLAIN,)),
            AnswerColumn("marks", "", lambda row: " ".join(row.marks), optional=True, on=(SCREEN,)),
            AnswerColumn("rulings", nothing="", optional=True, aside=True, unprinted=True, on=(PAGE,)),
            AnswerColumn("standing_text", "standing", optional=True, aside=True),
        ]
        return AnswerTable(self.rows, columns, side_name(self.direction) if self.direction else "")


class StandingsAnswer(Answer, frozen=True, kw_only=True):
    """The standings of a session; if scored by matches, with those played (`matches`) and not played (`missed`)."""

    fields: tuple[RankedField, ...]
    matches: tuple[MatchRow, ...] | UnsetType = UNSET
    missed: tuple[MissedRow, ...] | UnsetType = UNSET
    finality: ScoresFinality


def standings_value(scoreboard: Scoreboard, now: int) -> StandingsAnswer:
    """Return the standings of a session as an answer, with their finality at the time `now` (µs UTC)."""
    marks, names = marks_of_contestants(scoreboard.session), names_of(scoreboard.session)
    return StandingsAnswer(
        fields=tuple(field_value(scoreboard, field, names, marks) for field in standings(scoreboard)),
        matches=match_values(scoreboard) if scoreboard.in_matches else UNSET,
        missed=missed_values(scoreboard) if scoreboard.in_matches else UNSET,
        finality=finality_value(finality(scoreboard.session), now),
    )


def field_value(
    scoreboard: Scoreboard, field: Ranking, names: Mapping[str, str], marks: Mapping[str, ScoreLetters]
) -> RankedField:
    """Return a ranking as an answer; `names`: the players of each contestant; `marks`: its marks and cases."""
    mode, rows = scoreboard.totals.rounding, []
    for row in field.rows:
        boards = boards_of(scoreboard, row.contestant) if row.ruled else ()
        total = ScoreValue(exact_text(row.exact), decimal_text(row.total, 2, mode))
        place = fill_row(
            StandingsRow,
            *(row, row.mark),
            mode=mode,
            names=names.get(row.contestant, ""),
            score=total if row.boards or row.rank else None,
            rulings=sorted({case for _, each in boards for case in each.cases}),
            marks=marks[row.contestant].told if row.contestant in marks else {},
            event=(row.mark.number or None) if row.mark else None,
        )
        rows.append(place)
    return RankedField(field.direction.value if field.direction else None, unit_of(scoreboard), tuple(rows))


def unit_of(scoreboard: Scoreboard) -> str:
    """Return the unit of the totals: VP if IMPs or matchpoints of a match are converted, else the unit of a board."""
    return total_unit(scoreboard) if scoreboard.in_matches else scoreboard.unit


def standings_parts(scoreboard: Scoreboard, value: StandingsAnswer, now: int) -> Iterator[Part]:
    """Yield the standings for a screen: rankings, matches, legend, progress of play, finality, warnings."""
    session = scoreboard.session
    rows = [row for field in value.fields for row in field.rows]
    for field in value.fields:
        yield field.table(field.unit if scoreboard.in_matches else "score", names=any(row.names for row in rows))
    if table := match_table(scoreboard, value.matches or (), value.missed or ()):
        yield table
        if not all(match.balanced or match.void for match in value.matches or () if match.boards):
            yield Text("say", (unbalanced_note(),))
    yield Text("legend", (legend(row.marks for row in rows),))
    if not rows:
        none_yet = "no results yet: `result add`, or `import FILE`"
        if scoreboard.teams and any(played.results for played in session.table_boards()):
            both = "a board counts once both rooms have it, with the two teams the other way round"
            where = "`board N` shows who sat where, `result correct` puts it right"
            none_yet = f"no board has two rooms yet: {both}; {where}"
        yield Text("aside", (none_yet,), plain=True)
    if how_far := find_progress(session):
        yield Text("aside", (str(how_far),))
    if session.publications:
        yield Text("aside", tuple(finality_lines(finality(session), now)))
    most = max((row.boards for row in rows), default=0)
    if not scoreboard.in_matches and (beyond := scoreboard.regulations.standings.beyond(most)):
        yield Text("aside", (beyond,), plain=True)
    for lines in same_direction_lines(scoreboard):
        yield Text("hint-aside", lines, plain=True)


# Scorecards


class RulingOnCard(Struct, frozen=True):
    """The ruling that gave the score of a board on a scorecard."""

    case: str
    text: str
    laws: tuple[str, ...]
    offender: Offender


class CardRow(Struct, frozen=True, kw_only=True):
    """A board on a scorecard; of the two rows of a team's board, only one has the score (`earned`), the other null."""

    board: int
    round: int | None
    table: str | None
    side: Side
    partner: str | None
    opponents: str
    result: str | None
    declarer: Seat | None
    lead: str | None
    tricks: int | None
    score: int | None
    earned: ScoreValue | None
    percent: ScoreValue | None
    ruling: RulingOnCard | None


class CardPenalty(Struct, frozen=True):
    """A penalty of the contestant, on its scorecard."""

    case: str
    amount: ScoreValue
    unit: PenaltyUnit
    laws: tuple[str, ...]
    reason: str


class CardMatch(Struct, frozen=True):
    """A match of the contestant, on its scorecard."""

    round: int | None
    teams: tuple[str, ...]
    boards: int
    scores: dict[str, ScoreValue]
    victory_points: dict[str, ScoreValue]


class RoleRow(Struct, frozen=True):
    """The average of the boards on which the contestant's player at a seat was declarer, leader or defender."""

    role: Role
    seat: Seat
    boards: int
    average: ScoreValue


class EveningRow(Struct, frozen=True):
    """The numbers of the best and worst boards, and averages by role: per cent if `in_percent`, else points a board."""

    in_percent: bool
    best: tuple[int, ...]
    worst: tuple[int, ...]
    roles: tuple[RoleRow, ...]


class ScorecardAnswer(Answer, frozen=True, kw_only=True):
    """The scorecard of a contestant; `of`: how many contestants are ranked together with it."""

    contestant: str
    unit: str
    board_unit: str
    lines: tuple[CardRow, ...]
    penalties: tuple[CardPenalty, ...]
    matches: tuple[CardMatch, ...]
    missed: tuple[MissedRow, ...]
    evening: EveningRow
    total: ScoreValue | None = None
    percent: ScoreValue | None = None
    boards: int = 0
    rank: int | None = None
    of: int


def card_value(card: Scorecard, scoreboard: Scoreboard) -> ScorecardAnswer:
    """Return a contestant's scorecard as an answer."""
    mode, evening = scoreboard.totals.rounding, evening_of(card)
    best, worst = ([line.played.board for line in lines] for lines in (evening.best, evening.worst))
    return fill_row(
        ScorecardAnswer,
        *(card, card.row),
        mode=mode,
        board_unit=scoreboard.unit,
        lines=[card_row(line, card.contestant, mode) for line in card.lines],
        penalties=[fill_row(CardPenalty, each.imposed) for each in card.penalties],
        missed=[missed_value(each, scoreboard) for each in card.missed],
        evening=fill_row(EveningRow, evening, mode=mode, best=best, worst=worst),
    )


def card_row(line: CardLine, contestant: str, mode: Rounding) -> CardRow:
    """Return a line of a contestant's scorecard as a row."""
    result, ruling, played = line.result, line.ruling, line.result.played if line.result else None
    return fill_row(
        CardRow,
        *(line, line.played),
        mode=mode,
        partner=line.partner(contestant) or None,
        result=str(result) if result and result.bare_score is None else None,
        declarer=played.declarer if played else None,
        tricks=played.tricks if played else None,
        ruling=ruling and fill_row(RulingOnCard, ruling, text=repr(ruling.adjustment)),
    )


# Explanations


class DerivationRow(Struct, frozen=True):
    """A number in a derivation, the `parts` it is calculated from, and the `rule` that says how."""

    value: ScoreValue
    text: str
    rule: Rule
    unit: str
    law: str | None
    events: tuple[int, ...]
    parts: tuple[DerivationRow, ...]


class StoryRow(Struct, frozen=True):
    """An event that changed a score, and the score before and after the event."""

    number: int
    name: str
    before: ScoreValue | None
    after: ScoreValue | None


class UnlessRow(Struct, frozen=True):
    """Both scores of a ruling with --unless: artificial and assigned; `taken`: which of them counts."""

    case: str
    side: Side
    by_award: ScoreValue = msgspec.field(name="artificial")
    assigned: ScoreValue | None
    taken: Literal["assigned", "artificial"]


class ExplainAnswer(Answer, frozen=True, kw_only=True):
    """The explanation of a score or a total; `compared`: both scores of a ruling with --unless."""

    board: int | UnsetType = UNSET
    table: str | UnsetType | None = UNSET
    side: Side | UnsetType = UNSET
    contestant: str
    ruling: str | UnsetType | None = UNSET
    cases: tuple[str, ...] | UnsetType = UNSET
    story: tuple[StoryRow, ...] | UnsetType = UNSET
    derivation: DerivationRow
    compared: UnlessRow | UnsetType | None = UNSET


def explain_value(why: Explanation, comparison: UnlessComparison | None, mode: Rounding) -> ExplainAnswer:
    """Return the explanation of a score; `comparison`: both scores of a ruling with --unless."""
    milestones = [(each, each.envelope.name.partition("/")[0]) for each in why.milestones]
    taken = "assigned" if comparison and comparison.gives_way else "artificial"
    return fill_row(
        ExplainAnswer,
        *(why, why.played),
        mode=mode,
        ruling=latest_ruling(why.played),
        story=[fill_row(StoryRow, each, each.envelope, mode=mode, name=name) for each, name in milestones],
        compared=comparison and fill_row(UnlessRow, comparison, mode=mode, taken=taken),
    )
