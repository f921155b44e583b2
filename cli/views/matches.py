"""Matches as listed in the standings: scores, leader, sets; and matches that were not played."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from cli.views.answers import ScoreValue, fill_row, score, scores
from cli.views.tables import SCREEN, AnswerColumn, AnswerTable, text_of
from cli.words.language import Wording, say
from cli.words.matches import marks_of_matches
from cli.words.notation import decimal_text
from cli.words.scores import decimals_needed
from ledger.laws.rounding import Rounding
from ledger.projections.match_boards import IN_POINTS, percentage, total_unit
from ledger.projections.matches import Match
from ledger.projections.scoreboard import MatchSet, MissedMatch, Scoreboard, knockout_sets, totals_after_matches

_NOTES = ("mismatch", "points alone", "result alone", "shortened", "void", "wrong seating")
_FOUND = Wording({each: each for each in _NOTES})


class SetRow(Struct, frozen=True):
    """A set of a knockout match, and the totals after it; a row without a round is the carry-over less fines."""

    round: int | None
    boards: int | None
    scores: dict[str, ScoreValue]
    totals: dict[str, ScoreValue]


class MatchRow(Struct, frozen=True, kw_only=True):
    """A match in the standings, with the score and net score of each side, and the lead of the first side."""

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
        """True if the match is void or was seated wrongly: it has neither a winner nor a tie."""
        return self.found in ("void", "wrong seating")

    @property
    def in_points(self) -> bool:
        """True if only the victory points of the match count: it was wrongly seated, or recorded in points."""
        return self.found in ("wrong seating", IN_POINTS)


class MissedRow(Struct, frozen=True):
    """A match that a team could not play because it sat out, and the team's score for it."""

    round: int | None
    team: str
    opponent: str | None
    score: ScoreValue
    event: int


_Line = MatchRow | SetRow | MissedRow


def match_values(scoreboard: Scoreboard) -> tuple[MatchRow, ...]:
    """Return every match of a session as a row, even a match without boards yet."""
    played = {key: match for key, match in scoreboard.matches.items() if match.boards}
    totals, sets = totals_after_matches(scoreboard), knockout_sets(scoreboard)
    marks = marks_of_matches(scoreboard, played)
    in_percent, mode = bool(scoreboard.top and not scoreboard.teams), scoreboard.totals.rounding
    rows = []
    for key, match in scoreboard.matches.items():
        scores_of = {team: match.scores[team] for team in match.teams if team in match.scores}
        shares = scores_of if in_percent and match.boards and match.victory_points else {}
        row = fill_row(
            MatchRow,
            match,
            mode=mode,
            found=match.note or None,
            scores=scores_of,
            percents={team: percentage(scoreboard, each, match.boards).value for team, each in shares.items()},
            totals=scores(totals.get(key, {})),
            marks=marks[key].told if key in marks else {},
            sets=_sets(match, sets.get(key, ())),
        )
        rows.append(row)
    return tuple(rows)


def _sets(match: Match, sets: Sequence[MatchSet]) -> list[SetRow]:
    # The total before the first set, what was carried in less fines, is a row without a round.
    by_then = {team: match.scores[team].value - sum(each.scores[team] for each in sets) for team in match.teams}
    rows = [SetRow(None, None, scores(by_then), scores(by_then))] if sets and any(by_then.values()) else []
    for played in sets:
        by_then = {team: by_then[team] + played.scores[team] for team in match.teams}
        values = {team: played.scores[team] for team in match.teams}
        rows.append(SetRow(played.round, played.boards, scores(values), scores(by_then)))
    return rows


def missed_values(scoreboard: Scoreboard) -> tuple[MissedRow, ...]:
    """Return a row for every match that a contestant of a session missed by a sit-out."""
    return tuple(missed_value(each, scoreboard) for each in scoreboard.missed_matches)


def missed_value(missed: MissedMatch, scoreboard: Scoreboard) -> MissedRow:
    """Return a match that a contestant missed by a sit-out as a row."""
    fact, worth = missed.fact, score(missed.worth.value, scoreboard.totals.rounding)
    return MissedRow(fact.round, fact.contestant, fact.opponent, worth, missed.number)


def match_table(
    scoreboard: Scoreboard, matches: Sequence[MatchRow], missed: Sequence[MissedRow], *, sets: bool = True
) -> AnswerTable | None:
    """Return a table of the matches with boards, their sets, and the missed matches; None if no match has boards."""
    played = [match for match in matches if match.boards]
    rows: list[_Line] = []
    for match in played:
        rows += [match, *(match.sets if sets else ())]
    return AnswerTable([*rows, *missed], _columns(scoreboard, played), "Matches", plain=False) if played else None


class _MatchTexts(NamedTuple):
    """The texts in the cells of a table of matches; `places`: the number of decimals in all of them."""

    mode: Rounding
    places: int
    in_points: bool
    """True if the score for a match not played is in victory points."""
    by_lead: bool
    """True if the winner has a margin: 'H by 3.5'."""

    def both(self, values: Mapping[str, ScoreValue]) -> str:
        """Format both sides' scores: '12.0 : 3.5'."""
        return " : ".join(decimal_text(each.value, self.places, self.mode) for each in values.values())

    def scores(self, row: _Line) -> str:
        """Format the scores of both sides; a star marks an unbalanced match, in which each side has its own total."""
        match row:
            case MissedRow():
                return "" if self.in_points else row.score.text
            case MatchRow() if row.in_points:
                return "–"
            case MatchRow() if not (row.balanced or row.void):
                return f"{self.both(row.scores)} *"
        return self.both(row.scores)

    def boards(self, row: _Line) -> str:
        return "–" if isinstance(row, MissedRow) else text_of(row.boards, "")

    def percents(self, row: _Line) -> str:
        return ("–" if row.in_points else text_of(row.percents)) if isinstance(row, MatchRow) else ""

    def victory_points(self, row: _Line) -> str:
        if isinstance(row, MissedRow):
            return row.score.text if self.in_points else ""
        return text_of(row.victory_points) if isinstance(row, MatchRow) else ""

    def totals(self, row: _Line) -> str:
        if isinstance(row, SetRow):
            return self.both(row.totals)
        return text_of(row.totals) if isinstance(row, MatchRow) else ""

    def winner(self, row: _Line) -> str:
        """Format the winner: 'H by 3.5'; without a margin for matchpoints and unbalanced matches."""
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
    values = [each for match in played for each in match.scores.values()]
    values += [each.lead for each in played if each.balanced]
    places = max(decimals_needed(each.value, mode) for each in values)
    by_lead = bool(scoreboard.teams or not scoreboard.top) and not scoreboard.regulations.matches.further_forms
    texts = _MatchTexts(mode, places, in_points=total_unit(scoreboard) == "VP", by_lead=by_lead)
    return [
        AnswerColumn("round", say=lambda row: "" if isinstance(row, SetRow) else text_of(row.round), aside=True),
        AnswerColumn("teams", "teams" if scoreboard.teams else "pairs", _teams_text, beneath=True, under=True),
        AnswerColumn("boards", say=texts.boards, number=True, spare=3, aside=True),
        AnswerColumn("scores", scoreboard.unit, texts.scores, number=True),
        AnswerColumn("percents", "%", texts.percents, number=True, optional=True, spare=2),
        AnswerColumn("victory_points", "VP", texts.victory_points, number=True, optional=True),
        AnswerColumn("totals", "total", texts.totals, number=True, optional=True, on=(SCREEN,)),
        AnswerColumn("winner", say=texts.winner, spare=1, aside=True),
        AnswerColumn(
            "found", say=lambda row: _FOUND[note] if (note := getattr(row, "found", "")) else "", optional=True
        ),
        AnswerColumn("marks", "", lambda row: " ".join(getattr(row, "marks", ())), optional=True, on=(SCREEN,)),
    ]


def _teams_text(row: _Line) -> str:
    match row:
        case MatchRow():
            return say(" v ").join(row.teams)
        case MissedRow(opponent=None | ""):
            return say("%(contestant)s sits out", contestant=row.team)
        case MissedRow():
            return say("%(contestant)s v %(opponent)s", contestant=row.team, opponent=row.opponent)
    return f"  set {row.round}" if row.round else "  carry-over and fines"
