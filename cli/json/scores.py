"""Scores as JSON: standings, scorecards, derivations, what one score rests on, and what a file printed beside it."""

from fractions import Fraction

from cli.words.rulings import cases_json
from cli.words.scores import score_json, score_text
from ledger.laws.rounding import Rounding
from ledger.projections.explanation import Explanation, Milestone, UnlessComparison
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.scorecards import CardLine, Scorecard
from ledger.projections.standings import Ranking, Row
from ledger.scoring.derivation import Derivation
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


def derivation_json(node: Derivation, mode: Rounding) -> dict[str, object]:
    """A derivation as JSON: `rule` says how the value follows from the parts."""
    return {
        "value": score_json(node.value, mode),
        "text": node.text,
        "rule": node.rule.value,
        "unit": node.unit,
        "law": node.law,
        "events": list(node.events),
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


def standings_json(scoreboard: Scoreboard, fields: tuple[Ranking, ...]) -> dict[str, object]:
    """The standings as JSON."""
    mode = scoreboard.totals.rounding
    found: dict[str, object] = {"fields": [_field_json(field, mode) for field in fields]}
    if scoreboard.in_matches:
        found["matches"] = [_ranked_match_json(match, mode) for match in scoreboard.matches.values()]
        found["missed"] = [missed_json(each, mode) for each in scoreboard.missed_matches]
    return found


def _field_json(field: Ranking, mode: Rounding) -> dict[str, object]:
    direction = field.direction.value if field.direction else None
    return {"direction": direction, "rows": [_ranked_row_json(row, mode) for row in field.rows]}


def _ranked_row_json(row: Row, mode: Rounding) -> dict[str, object]:
    return {
        "rank": row.rank,
        "contestant": row.contestant,
        "score": {"exact": str(row.exact), "text": score_text(row.total, mode)} if row.boards or row.rank else None,
        "percent": score_json(row.percent, mode),
        "boards": row.boards,
        "standing": row.mark.standing if row.mark else None,
    }


def explanation_json(why: Explanation, mode: Rounding) -> dict[str, object]:
    """One score, with its derivation and the events that moved it."""
    return {
        "board": why.played.board,
        "table": why.played.table,
        "side": why.side.value,
        "contestant": why.contestant,
        **cases_json(why.played),
        "story": [_milestone_json(milestone, mode) for milestone in why.milestones],
        "derivation": derivation_json(why.derivation, mode),
    }


def missed_json(missed: MissedMatch, mode: Rounding) -> dict[str, object]:
    """A match a team could not play, and what it has for it, as JSON."""
    fact = missed.fact
    return {
        "round": fact.round,
        "team": fact.contestant,
        "opponent": fact.opponent,
        "score": score_json(missed.worth.value, mode),
        "event": missed.number,
    }


def _milestone_json(milestone: Milestone, mode: Rounding) -> dict[str, object]:
    return {
        "number": milestone.envelope.number,
        "name": milestone.envelope.name.partition("/")[0],
        "before": score_json(milestone.before, mode),
        "after": score_json(milestone.after, mode),
    }


def _ranked_match_json(match: Match, mode: Rounding) -> dict[str, object]:
    return {
        "round": match.round,
        "teams": list(match.teams),
        "boards": match.boards,
        "winner": match.winner,
        "found": match.note or None,
        "balanced": match.balanced,
        "lead": score_json(match.lead, mode),
        "scores": {team: score_json(score.value, mode) for team, score in match.scores.items()},
        "nets": {team: score_json(net.value, mode) for team, net in match.nets.items()},
        "victory_points": {team: score_json(points.value, mode) for team, points in match.victory_points.items()},
    }
