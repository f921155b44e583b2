"""Matches in rows: a line each, with what both sides have, for a screen and for a page."""

from fractions import Fraction

from cli.screens.scores import places_of, score_text
from ledger.laws.rounding import Rounding, decimal_text
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import percentage, total_unit

OWN_TOTALS = "* a board does not balance: each team's own total, what it lost taken off"


def match_rows(scoreboard: Scoreboard) -> list[dict[str, str]]:
    """Every match with boards, and every one that could not be played, under the headings of its columns."""
    played = [match for match in scoreboard.matches.values() if match.boards]
    if not played:
        return []
    mode = scoreboard.totals.rounding
    places = max(places_of(value, mode) for match in played for value in _values(match))
    rows = [_match_row(match, scoreboard, places) for match in played]
    rows += [_missed_row(each, scoreboard, rows[0]) for each in scoreboard.missed_matches]
    columns = [name for name in rows[0] if name != "found" or any(match.note for match in played)]
    return [{name: row[name] for name in columns} for row in rows]


def _values(match: Match) -> list[Fraction]:
    """What is printed of a match in the unit of its boards."""
    scores = [score.value for score in match.scores.values()]
    return [match.lead, *scores] if match.balanced else scores


def _match_row(match: Match, scoreboard: Scoreboard, places: int) -> dict[str, str]:
    """A match under the headings of its columns; its scores to so many places."""
    mode = scoreboard.totals.rounding
    row = {"round": str(match.round or "–"), "teams" if scoreboard.teams else "pairs": " v ".join(match.teams)}
    row[">boards"] = str(match.boards)
    row[f">{scoreboard.unit}"] = _score_text(match, places, mode)
    if match.victory_points and scoreboard.top and not scoreboard.teams:
        shares = (percentage(scoreboard, match.scores[team], match.boards).value for team in match.teams)
        row[">%"] = " : ".join(score_text(share, mode) for share in shares)
    if match.note == "wrong seating":
        row |= dict.fromkeys((name for name in row if name in (f">{scoreboard.unit}", ">%")), "–")
    if match.victory_points:
        row[">VP"] = " : ".join(score_text(match.victory_points[team].value, mode) for team in match.teams)
    return row | {"winner": _winner(match, scoreboard, places), "found": match.note}


def _score_text(match: Match, places: int, mode: Rounding) -> str:
    """'12 : 10', '7.50 : 0.00'; with a star where a board does not balance: the two are each one's own total."""
    text = " : ".join(decimal_text(match.scores[team].value, places, mode) for team in match.teams)
    return text if _balanced(match) else f"{text} *"


def _balanced(match: Match) -> bool:
    """Whether what one side has the other has not; of a void match nobody says."""
    return match.balanced or match.void


def _winner(match: Match, scoreboard: Scoreboard, places: int) -> str:
    """'H by 3.5'; by how much is not said of matchpoints, nor where each has its own total."""
    if match.winner is None:
        return "–" if match.void else "tied"
    if not match.balanced or (scoreboard.top and not scoreboard.teams):
        return match.winner
    return f"{match.winner} by {decimal_text(abs(match.lead), places, scoreboard.totals.rounding)}"


def _missed_row(missed: MissedMatch, scoreboard: Scoreboard, headings: dict[str, str]) -> dict[str, str]:
    """A match one of the two could not play, and what the other has for it, under the headings of a match."""
    fact, row = missed.fact, dict.fromkeys(headings, "")
    row["round"], row[">boards"] = str(fact.round or "–"), "–"
    met = f"{fact.contestant} v {fact.opponent}" if fact.opponent else f"{fact.contestant} sits out"
    row["teams" if scoreboard.teams else "pairs"] = met
    row[f">{total_unit(scoreboard)}"] = score_text(missed.worth.value, scoreboard.totals.rounding)
    return row | {"winner": "not played"}
