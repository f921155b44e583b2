"""The standings, with the matches under them; scorecards, and what a score rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, ScoreValue, as_json, fields, score_or_none
from cli.views.finality import ScoresFinality, finality_value
from cli.views.matches import MatchRow, MissedRow, match_table, match_values, missed_value, missed_values
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable, Part, Text
from cli.words.finality import finality_lines
from cli.words.matches import own_totals
from cli.words.notation import decimal_text
from cli.words.rulings import cases_json
from cli.words.scores import Marks, legend, marks_of_contestants, same_way_lines, score_json
from cli.words.vocabulary import STANDINGS, side_name
from ledger.laws.rounding import Rounding, exact_text
from ledger.projections.finality import finality
from ledger.projections.match_boards import total_unit
from ledger.projections.names import names_of
from ledger.projections.planned import reached
from ledger.projections.scoreboard import Scoreboard, boards_of
from ledger.projections.standings import Ranking, standings
from ledger.projections.tally import Standing

if TYPE_CHECKING:
    from ledger.laws.rounding import Rounding
    from ledger.projections.ripple import Explanation, UnlessComparison
    from ledger.projections.standings import CardLine, Scorecard
    from ledger.scoring.derivation import Derivation


class StandingsRow(Struct, frozen=True, kw_only=True):
    """A contestant's place; `event` says why it has none, or who sat there in its stead; `marks` have their cases."""

    rank: int | None
    contestant: str
    score: ScoreValue | None
    percent: ScoreValue | None
    boards: int
    standing: Standing | None
    event: int | None
    names: str
    ruled: bool
    rulings: tuple[str, ...]
    marks: dict[str, tuple[str, ...]]

    @property
    def standing_text(self) -> str:
        """'withdrawn (#45)'."""
        return (STANDINGS[self.standing] if self.standing else "") + (f" (#{self.event})" if self.event else "")


class RankedField(Struct, frozen=True):
    """Contestants who are ranked together, all of them or those of one direction; `unit` is that of their scores."""

    direction: Literal["NS", "EW"] | None
    unit: str
    rows: tuple[StandingsRow, ...]

    def table(self, heading: str, *, names: bool = False) -> AnswerTable:
        """The field under its columns; `heading`: that of the scores; `names`: a screen shows who plays."""
        in_percent = any(row.percent for row in self.rows)
        same = len({row.boards for row in self.rows}) == 1  # a page does not tell of each row what is so of all
        told = (SCREEN, PLAIN) if same else (SCREEN, PLAIN, PAGE)
        columns = [
            AnswerColumn("rank", number=True),
            AnswerColumn("contestant", under=True),
            AnswerColumn("names", beneath=True, on=(SCREEN,) if names else ()),
            AnswerColumn("score", heading, number=True, aside=in_percent, unprinted=in_percent),
            AnswerColumn("percent", "%", number=True, optional=True),
            AnswerColumn("boards", number=True, spare=1, aside=True, unprinted=True, on=told),
            AnswerColumn("ruled", on=(PLAIN,)),
            AnswerColumn("marks", "", lambda row: " ".join(row.marks), optional=True, on=(SCREEN,)),
            AnswerColumn("rulings", nothing="", optional=True, aside=True, unprinted=True, on=(PAGE,)),
            AnswerColumn("standing_text", "standing", optional=True, aside=True),
        ]
        return AnswerTable(self.rows, columns, side_name(self.direction) if self.direction else "")


class StandingsAnswer(Answer, frozen=True, kw_only=True):
    """The standings; of contestants who are ranked by matches, also these, and those they could not play."""

    schema: ClassVar = "standings/1"

    fields: tuple[RankedField, ...]
    matches: tuple[MatchRow, ...] | UnsetType = UNSET
    missed: tuple[MissedRow, ...] | UnsetType = UNSET
    finality: ScoresFinality


def standings_value(scoreboard: Scoreboard, now: int) -> StandingsAnswer:
    """The standings of a session at a time (µs UTC)."""
    marks, names = marks_of_contestants(scoreboard.session), names_of(scoreboard.session)
    return StandingsAnswer(
        fields=tuple(field_value(scoreboard, field, names, marks) for field in standings(scoreboard)),
        matches=match_values(scoreboard) if scoreboard.in_matches else UNSET,
        missed=missed_values(scoreboard) if scoreboard.in_matches else UNSET,
        finality=finality_value(finality(scoreboard.session), now),
    )


def field_value(
    scoreboard: Scoreboard, field: Ranking, names: Mapping[str, str], marks: Mapping[str, Marks]
) -> RankedField:
    """A field with what it says of each contestant."""
    mode, rows = scoreboard.totals.rounding, []
    for row in field.rows:
        boards = boards_of(scoreboard, row.contestant) if row.ruled else ()
        total = ScoreValue(exact_text(row.exact), decimal_text(row.total, 2, mode))
        place = StandingsRow(
            rank=row.rank,
            contestant=row.contestant,
            names=names.get(row.contestant, ""),
            score=total if row.boards or row.rank else None,
            percent=score_or_none(row.percent, mode),
            boards=row.boards,
            ruled=row.ruled,
            rulings=tuple(sorted({case for _, each in boards for case in each.cases})),
            marks=marks[row.contestant].told if row.contestant in marks else {},
            standing=row.mark.standing if row.mark else None,
            event=(row.mark.number or None) if row.mark else None,
        )
        rows.append(place)
    return RankedField(field.direction.value if field.direction else None, unit_of(scoreboard), tuple(rows))


def unit_of(scoreboard: Scoreboard) -> str:
    """What totals are in."""
    return total_unit(scoreboard) if scoreboard.in_matches else scoreboard.unit


def standings_parts(scoreboard: Scoreboard, value: StandingsAnswer, now: int) -> Iterator[Part]:
    """What a screen shows of the standings, and says beside them."""
    session = scoreboard.session
    rows = [row for field in value.fields for row in field.rows]
    for field in value.fields:
        yield field.table(field.unit if scoreboard.in_matches else "score", names=any(row.names for row in rows))
    if table := match_table(scoreboard, value.matches or (), value.missed or ()):
        yield table
        if not all(match.balanced or match.void for match in value.matches or () if match.boards):
            yield Text("say", (own_totals(),))
    yield Text("legend", (legend(row.marks for row in rows),))
    if not rows:
        none_yet = "no results yet: `result add`, or `import FILE`"
        if scoreboard.teams and any(played.results for played in session.table_boards()):
            both = "a board counts once both rooms have it, with the two teams the other way round"
            where = "`board N` shows who sat where, `result correct` puts it right"
            none_yet = f"no board has two rooms yet: {both}; {where}"
        yield Text("aside", (none_yet,), plain=True)
    if how_far := reached(session):
        yield Text("aside", (str(how_far),))
    if session.publications:
        yield Text("aside", tuple(finality_lines(finality(session), now)))
    most = max((row.boards for row in rows), default=0)
    if not scoreboard.in_matches and (beyond := scoreboard.regulations.standings.beyond(most)):
        yield Text("aside", (beyond,), plain=True)
    for lines in same_way_lines(scoreboard):
        yield Text("hint-aside", lines, plain=True)


def card_json(card: Scorecard, scoreboard: Scoreboard) -> dict[str, object]:
    """A scorecard as JSON."""
    row, mode = card.row, scoreboard.totals.rounding
    return {
        "contestant": card.contestant,
        "unit": card.unit,
        "board_unit": scoreboard.unit,
        "lines": [_line_json(line, card.contestant, mode) for line in card.lines],
        "penalties": [
            {
                "case": each.imposed.case,
                "amount": score_json(each.imposed.amount),
                **fields(each.imposed, "unit", "laws", "reason"),
            }
            for each in card.penalties
        ],
        "matches": [
            {
                **fields(match, "round", "teams", "boards"),
                "scores": {team: score_json(each.value, mode) for team, each in match.scores.items()},
                "victory_points": {team: score_json(each.value, mode) for team, each in match.victory_points.items()},
            }
            for match in card.matches
        ],
        "missed": [as_json(missed_value(each, scoreboard)) for each in card.missed],
        "total": score_json(row.total, mode) if row else None,
        "percent": score_json(row.percent, mode) if row else None,
        "boards": row.boards if row else 0,
        "rank": row.rank if row else None,
        "of": card.of,
    }


def _line_json(line: CardLine, contestant: str, mode: Rounding) -> dict[str, object]:
    result, ruling, played = line.result, line.ruling, line.result.played if line.result else None
    return {
        **fields(line.played, "board", "round", "table"),
        "side": line.side.value,
        "partner": line.partner(contestant) or None,
        "opponents": line.opponents,
        "result": str(result) if result and result.bare_score is None else None,
        "declarer": played.declarer.value if played else None,
        "lead": line.played.lead,
        "tricks": played.tricks if played else None,
        "score": line.score,
        "earned": score_json(line.earned, mode),
        "percent": score_json(line.percent, mode),
        "ruling": ruling
        and {
            "case": ruling.case,
            "text": repr(ruling.adjustment),
            "laws": list(ruling.laws),
            "offender": ruling.offender,
        },
    }


def derivation_json(node: Derivation, mode: Rounding) -> dict[str, object]:
    """A derivation as JSON: `rule` says how the value follows from the parts."""
    return {
        "value": score_json(node.value, mode),
        "text": node.text,
        "rule": node.rule.value,
        **fields(node, "unit", "law", "events"),
        "parts": [derivation_json(part, mode) for part in node.parts],
    }


def compared_json(found: UnlessComparison, mode: Rounding) -> dict[str, object]:
    """The same for a program."""
    return {
        "case": found.case,
        "side": found.side.value,
        "artificial": score_json(found.by_award, mode),
        "assigned": score_json(found.assigned, mode),
        "taken": "assigned" if found.gives_way else "artificial",
    }


def explanation_json(why: Explanation, mode: Rounding) -> dict[str, object]:
    """One score, with its derivation and the events that moved it."""
    return {
        "board": why.played.board,
        "table": why.played.table,
        "side": why.side.value,
        "contestant": why.contestant,
        **cases_json(why.played),
        "story": [
            {
                "number": each.envelope.number,
                "name": each.envelope.name.partition("/")[0],
                "before": score_json(each.before, mode),
                "after": score_json(each.after, mode),
            }
            for each in why.milestones
        ],
        "derivation": derivation_json(why.derivation, mode),
    }
