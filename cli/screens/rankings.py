"""The standings: each field ranked, and under teams their matches."""

from collections.abc import Sequence
from fractions import Fraction

from cli.desk.desk import Desk
from cli.screens.same_way import same_way_lines
from cli.screens.scores import places_of, score_json, score_text
from cli.screens.vocabulary import STANDINGS, side_name
from ledger.laws.rounding import Rounding, decimal_text
from ledger.projections.marks import Mark
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, Row, standings
from ledger.projections.victory_points import percentage, total_unit

OWN_TOTALS = "* a board does not balance: each team's own total, what it lost taken off"


def print_standings(desk: Desk) -> None:
    """The ranked field, or both fields where there are two winners."""
    scoreboard = desk.scoreboard()
    fields = standings(scoreboard)
    if desk.settings.json:
        desk.json_at("standings/1", scoreboard.session, standings_json(scoreboard, fields))
        return
    names = {} if desk.settings.plain else names_of(scoreboard.session)
    for field in fields:
        if not desk.settings.plain and field.direction:
            desk.say(*([] if field is fields[0] else [""]), side_name(field.direction.value))
        _print_field(desk, field, scoreboard, names)
    if scoreboard.in_matches and not desk.settings.plain:
        _print_matches(desk, scoreboard)
    if not any(field.rows for field in fields):
        desk.aside(_none_yet(scoreboard))
    for lines in same_way_lines(scoreboard):
        desk.aside(*lines)


def _none_yet(scoreboard: Scoreboard) -> str:
    """Why nobody is ranked."""
    if scoreboard.teams and any(played.results for played in scoreboard.session.table_boards()):
        both = "a board counts once both rooms have it, with the two teams the other way round"
        return f"no board has two rooms yet: {both}; `board N` shows who sat where, `result correct` puts it right"
    return "no results yet: `result add`, or `import FILE`"


def _print_field(desk: Desk, field: Ranking, scoreboard: Scoreboard, names: dict[str, str]) -> None:
    unit = total_unit(scoreboard) if scoreboard.in_matches else "score"
    columns = _columns(field.rows, names, unit, scoreboard.totals.rounding, plain=desk.settings.plain)
    desk.table(list(columns), list(zip(*columns.values(), strict=True)))


def _columns(
    rows: Sequence[Row], names: dict[str, str], unit: str, mode: Rounding, *, plain: bool
) -> dict[str, list[str]]:
    """Each column of a ranking under its heading; a program that reads (plain) finds every column but the names."""
    columns = {">rank": [str(row.rank or "–") for row in rows], "contestant": [row.contestant for row in rows]}
    if names:
        columns["names"] = [names.get(row.contestant, "") for row in rows]
    columns[f">{unit}"] = [score_text(row.total if row.boards or row.rank else None, mode) for row in rows]
    if plain or any(row.percent is not None for row in rows):
        columns[">%"] = [score_text(row.percent, mode) for row in rows]
    columns[">boards"] = [str(row.boards) for row in rows]
    columns["ruled" if plain else ""] = ["*" if row.ruled else "" for row in rows]
    if plain or any(row.mark for row in rows):
        columns["standing"] = [mark_text(row.mark) for row in rows]
    return columns


def mark_text(mark: Mark | None) -> str:
    """'withdrawn (#45)': what a contestant is marked with, and where that is said; '' where it is not."""
    if mark is None:
        return ""
    return STANDINGS[mark.standing] + (f" (#{mark.number})" if mark.number else "")


def _print_matches(desk: Desk, scoreboard: Scoreboard) -> None:
    if rows := match_rows(scoreboard):
        desk.say("", "Matches")
        desk.table(list(rows[0]), [list(row.values()) for row in rows])
        if not all(_balanced(match) for match in scoreboard.matches.values() if match.boards):
            desk.say(OWN_TOTALS)


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


def standings_json(scoreboard: Scoreboard, fields: tuple[Ranking, ...]) -> dict[str, object]:
    """The standings as JSON."""
    mode = scoreboard.totals.rounding
    found: dict[str, object] = {"fields": [_field_json(field, mode) for field in fields]}
    if scoreboard.in_matches:
        found["matches"] = [_match_json(match, mode) for match in scoreboard.matches.values()]
        found["missed"] = [missed_json(each, mode) for each in scoreboard.missed_matches]
    return found


def _field_json(field: Ranking, mode: Rounding) -> dict[str, object]:
    direction = field.direction.value if field.direction else None
    return {"direction": direction, "rows": [_row_json(row, mode) for row in field.rows]}


def _row_json(row: Row, mode: Rounding) -> dict[str, object]:
    return {
        "rank": row.rank,
        "contestant": row.contestant,
        "score": {"exact": str(row.exact), "text": score_text(row.total, mode)} if row.boards or row.rank else None,
        "percent": score_json(row.percent, mode),
        "boards": row.boards,
        "standing": row.mark.standing if row.mark else None,
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


def _match_json(match: Match, mode: Rounding) -> dict[str, object]:
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
