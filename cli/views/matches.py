"""Matches as the standings list them: what each side has, who leads, the sets; and matches that were not played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from cli.views.answers import Answer, ScoreValue, score, scores
from cli.views.tables import SCREEN, AnswerColumn, AnswerTable, text_of
from cli.words.events import event_text
from cli.words.language import Wording, say
from cli.words.matches import marks_of_matches
from cli.words.notation import decimal_text
from cli.words.scores import places_of
from ledger.laws.rounding import Rounding
from ledger.projections.match_boards import IN_POINTS, percentage, total_unit
from ledger.projections.matches import Match
from ledger.projections.scoreboard import MatchSet, MissedMatch, Scoreboard, sets_of, totals_after
from ledger.recording.sessions import body_json
from ledger.session import Session

_FOUND = Wording(
    {each: each for each in (*("mismatch", "points alone", "result alone", "shortened", "void", "wrong seating"),)}
)


class SetRow(Struct, frozen=True):
    """A set of a knockout match and what each side has by then; without a round, what was carried in or is fined."""

    round: int | None
    boards: int | None
    scores: dict[str, ScoreValue]
    totals: dict[str, ScoreValue]


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match: what each side has, what it won less what it lost, and by how much the first leads."""

    round: int | None
    teams: tuple[str, str]
    boards: int
    winner: str | None
    found: str | None
    balanced: bool
    lead: ScoreValue
    scores: dict[str, ScoreValue]
    nets: dict[str, ScoreValue]
    victory_points: dict[str, ScoreValue]
    percents: dict[str, ScoreValue]
    totals: dict[str, ScoreValue]
    marks: dict[str, tuple[str, ...]]
    sets: tuple[SetRow, ...]

    @property
    def void(self) -> bool:
        """Whether nobody has won it, nor tied."""
        return self.found in ("void", "wrong seating")

    @property
    def in_points(self) -> bool:
        """Whether nothing of it counts but its victory points."""
        return self.found in ("wrong seating", IN_POINTS)


class MissedRow(Struct, frozen=True):
    """A match that a team could not play, and what it has for it."""

    round: int | None
    team: str
    opponent: str | None
    score: ScoreValue
    event: int


_Line = MatchRow | SetRow | MissedRow


def match_values(scoreboard: Scoreboard) -> tuple[MatchRow, ...]:
    """Every match, those without boards too."""
    played = {key: match for key, match in scoreboard.matches.items() if match.boards}
    totals, sets, marks = totals_after(scoreboard), sets_of(scoreboard), marks_of_matches(scoreboard, played)
    in_percent, mode = bool(scoreboard.top and not scoreboard.teams), scoreboard.totals.rounding
    found = []
    for key, match in scoreboard.matches.items():
        own = {team: match.scores[team] for team in match.teams if team in match.scores}
        told = in_percent and match.boards and match.victory_points
        shares = {team: percentage(scoreboard, each, match.boards).value for team, each in own.items()} if told else {}
        row = MatchRow(
            round=match.round,
            teams=match.teams,
            boards=match.boards,
            winner=match.winner,
            found=match.note or None,
            balanced=match.balanced,
            lead=score(match.lead, mode),
            scores=scores({team: each.value for team, each in own.items()}, mode),
            nets=scores({team: each.value for team, each in match.nets.items()}, mode),
            victory_points=scores({team: each.value for team, each in match.victory_points.items()}, mode),
            percents=scores(shares, mode),
            totals=scores(totals.get(key, {})),
            marks=marks[key].told if key in marks else {},
            sets=tuple(_sets(match, sets.get(key, ()))),
        )
        found.append(row)
    return tuple(found)


def _sets(match: Match, sets: Sequence[MatchSet]) -> list[SetRow]:
    by_then = {team: match.scores[team].value - sum(each.scores[team] for each in sets) for team in match.teams}
    rows = [SetRow(None, None, scores(by_then), scores(by_then))] if sets and any(by_then.values()) else []
    for each in sets:
        by_then = {team: by_then[team] + each.scores[team] for team in match.teams}
        own = {team: each.scores[team] for team in match.teams}
        rows.append(SetRow(each.round, each.boards, scores(own), scores(by_then)))
    return rows


def missed_values(scoreboard: Scoreboard) -> tuple[MissedRow, ...]:
    """Every match that somebody could not play."""
    return tuple(missed_value(each, scoreboard) for each in scoreboard.missed_matches)


def missed_value(missed: MissedMatch, scoreboard: Scoreboard) -> MissedRow:
    """A match that was not played."""
    fact, worth = missed.fact, score(missed.worth.value, scoreboard.totals.rounding)
    return MissedRow(fact.round, fact.contestant, fact.opponent, worth, missed.number)


def match_table(
    scoreboard: Scoreboard, matches: Sequence[MatchRow], missed: Sequence[MissedRow], *, sets: bool = True
) -> AnswerTable | None:
    """The matches that have boards, their sets under them, then those not played; None where there are none."""
    played = [match for match in matches if match.boards]
    rows: list[_Line] = []
    for match in played:
        rows += [match, *(match.sets if sets else ())]
    return AnswerTable([*rows, *missed], _columns(scoreboard, played), "Matches", plain=False) if played else None


class _Said(NamedTuple):
    """How the lines of a table of matches are said: with the decimals that one of them wants, all of them."""

    mode: Rounding
    places: int
    in_points: bool
    """Whether what a missed match is worth is victory points."""

    by_lead: bool
    """Whether it is said by how much somebody won."""

    def both(self, values: Mapping[str, ScoreValue]) -> str:
        """'12.0 : 3.5'."""
        return " : ".join(decimal_text(each.value, self.places, self.mode) for each in values.values())

    def scores(self, row: _Line) -> str:
        """What each side has; a star where a board does not balance: then it is each one's own total."""
        match row:
            case MissedRow():
                return "" if self.in_points else row.score.text
            case MatchRow() if row.in_points:
                return "–"
            case MatchRow() if not (row.balanced or row.void):
                return f"{self.both(row.scores)} *"
        return self.both(row.scores)

    def victory_points(self, row: _Line) -> str:
        """What the match is converted to."""
        if isinstance(row, MissedRow):
            return row.score.text if self.in_points else ""
        return text_of(row.victory_points) if isinstance(row, MatchRow) else ""

    def totals(self, row: _Line) -> str:
        """What each side has by then: after a match, or after a set of it."""
        if isinstance(row, SetRow):
            return self.both(row.totals)
        return text_of(row.totals) if isinstance(row, MatchRow) else ""

    def winner(self, row: _Line) -> str:
        """'H by 3.5'; by how much is not said of matchpoints, nor where each has its own total."""
        if not isinstance(row, MatchRow):
            return say("not played") if isinstance(row, MissedRow) else ""
        if row.winner is None:
            return "–" if row.void else say("tied")
        if not (self.by_lead and row.balanced) or row.found == IN_POINTS:
            return row.winner
        lead = decimal_text(abs(row.lead.value), self.places, self.mode)
        return say("%(winner)s by %(lead)s", winner=row.winner, lead=lead)


def _columns(scoreboard: Scoreboard, played: Sequence[MatchRow]) -> list[AnswerColumn]:
    mode = scoreboard.totals.rounding
    own = [
        *(each for match in played for each in match.scores.values()),
        *(each.lead for each in played if each.balanced),
    ]
    said = _Said(
        mode,
        max(places_of(each.value, mode) for each in own),
        in_points=total_unit(scoreboard) == "VP",
        by_lead=bool(scoreboard.teams or not scoreboard.top),
    )
    return [
        AnswerColumn("round", say=lambda row: "" if isinstance(row, SetRow) else text_of(row.round), aside=True),
        AnswerColumn("teams", "teams" if scoreboard.teams else "pairs", _who, beneath=True, under=True),
        AnswerColumn(
            "boards",
            say=lambda row: "–" if isinstance(row, MissedRow) else text_of(row.boards, ""),
            number=True,
            spare=3,
            aside=True,
        ),
        AnswerColumn("scores", scoreboard.unit, said.scores, number=True),
        AnswerColumn(
            "percents",
            "%",
            lambda row: ("–" if row.in_points else text_of(row.percents)) if isinstance(row, MatchRow) else "",
            number=True,
            optional=True,
            spare=2,
        ),
        AnswerColumn("victory_points", "VP", said.victory_points, number=True, optional=True),
        AnswerColumn("totals", "total", said.totals, number=True, optional=True, on=(SCREEN,)),
        AnswerColumn("winner", say=said.winner, spare=1, aside=True),
        AnswerColumn(
            "found", say=lambda row: _FOUND[row.found] if isinstance(row, MatchRow) and row.found else "", optional=True
        ),
        AnswerColumn(
            "marks",
            "",
            lambda row: " ".join(row.marks) if isinstance(row, MatchRow) else "",
            optional=True,
            on=(SCREEN,),
        ),
    ]


def _who(row: _Line) -> str:
    match row:
        case MatchRow():
            return say(" v ").join(row.teams)
        case MissedRow(opponent=None | ""):
            return say("%(contestant)s sits out", contestant=row.team)
        case MissedRow():
            return say("%(contestant)s v %(opponent)s", contestant=row.team, opponent=row.opponent)
    return f"  set {row.round}" if row.round else "  beside the boards"


class FindingRow(Struct, frozen=True):
    """What was found of a match, and the number of its event."""

    number: int
    finding: dict[str, Any]
    text: str


class FindingsAnswer(Answer, frozen=True):
    """Everything that was found of a match and not taken back."""

    schema: ClassVar = "matches/1"

    found: tuple[FindingRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The list of it."""
        columns = (AnswerColumn("event", say=lambda row: f"#{row.number}"), AnswerColumn("text", "what"))
        return AnswerTable(self.found, columns, without="nothing was found of a match yet")


def findings_value(session: Session) -> FindingsAnswer:
    """What was found of the matches of a session."""
    found = session.findings.facts.items()
    return FindingsAnswer(tuple(FindingRow(number, body_json(each), event_text(each)) for number, each in found))
