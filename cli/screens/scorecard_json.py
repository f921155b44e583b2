"""A contestant's scorecard as JSON."""

from fractions import Fraction

from cli.screens.rankings import missed_json
from cli.screens.scores import score_json
from ledger.laws.rounding import Rounding
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import CardLine, Scorecard
from ledger.session import PenaltyInForce


def card_json(card: Scorecard, scoreboard: Scoreboard) -> dict[str, object]:
    """A scorecard as JSON."""
    row, mode = card.row, scoreboard.totals.rounding
    return {
        "contestant": card.contestant,
        "unit": card.unit,
        "board_unit": scoreboard.unit,
        "lines": [_line_json(line, card.contestant, mode) for line in card.lines],
        "penalties": [_penalty_json(each) for each in card.penalties],
        "matches": [_match_json(match, mode) for match in card.matches],
        "missed": [missed_json(each, mode) for each in card.missed],
        "total": score_json(row.total, mode) if row else None,
        "percent": score_json(row.percent, mode) if row else None,
        "boards": row.boards if row else 0,
        "rank": row.rank if row else None,
        "of": card.of,
    }


def _line_json(line: CardLine, contestant: str, mode: Rounding) -> dict[str, object]:
    result, played = line.result, line.result.played if line.result else None
    return {
        "board": line.played.board,
        "round": line.played.round,
        "table": line.played.table,
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
        "ruling": _ruling_json(line),
    }


def _match_json(match: Match, mode: Rounding) -> dict[str, object]:
    points: dict[str, Fraction] = {team: each.value for team, each in match.victory_points.items()}
    return {
        "round": match.round,
        "teams": list(match.teams),
        "boards": match.boards,
        "scores": {team: score_json(score.value, mode) for team, score in match.scores.items()},
        "victory_points": {team: score_json(value, mode) for team, value in points.items()},
    }


def _ruling_json(line: CardLine) -> dict[str, object] | None:
    score = line.ruling
    if score is None:
        return None
    return {"case": score.case, "text": repr(score.adjustment), "laws": list(score.laws), "offender": score.offender}


def _penalty_json(penalty: PenaltyInForce) -> dict[str, object]:
    imposed = penalty.imposed
    return {
        "case": imposed.case,
        "amount": score_json(imposed.amount),
        "unit": imposed.unit,
        "laws": list(imposed.laws),
        "reason": imposed.reason,
    }
