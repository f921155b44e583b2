"""The standings: each field ranked, and under teams their matches."""

from collections.abc import Mapping, Sequence

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.screens.match_tables import print_matches
from cli.screens.same_way import same_way_lines
from cli.screens.score_marks import Marks, legend, marks_of_contestants
from cli.screens.scores import score_json, score_text
from cli.screens.vocabulary import STANDINGS, side_name
from ledger.laws.rounding import Rounding
from ledger.projections.marks import Mark
from ledger.projections.matches import Match
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, Row, standings
from ledger.projections.victory_points import total_unit


def print_standings(desk: Desk) -> None:
    """The ranked field, or both fields where there are two winners."""
    scoreboard = desk.scoreboard()
    fields = standings(scoreboard)
    if desk.settings.json:
        desk.json_at("standings/1", scoreboard.session, standings_json(scoreboard, fields))
        return
    marks = marks_of_contestants(scoreboard.session)
    for field in fields:
        if not desk.settings.plain and field.direction:
            desk.say(*([] if field is fields[0] else [""]), side_name(field.direction.value))
        _print_field(desk, field, scoreboard, marks)
    if scoreboard.in_matches and not desk.settings.plain:
        print_matches(desk, scoreboard)
    desk.legend(legend(marks[row.contestant] for field in fields for row in field.rows if row.contestant in marks))
    if not any(field.rows for field in fields):
        desk.aside(_none_yet(scoreboard))
    most = max((row.boards for field in fields for row in field.rows), default=0)
    if not scoreboard.in_matches and (beyond := scoreboard.regulations.standings.beyond(most)):
        desk.aside(beyond)
    for lines in same_way_lines(scoreboard):
        desk.hint_aside(*lines)


def _none_yet(scoreboard: Scoreboard) -> str:
    """Why nobody is ranked."""
    if scoreboard.teams and any(played.results for played in scoreboard.session.table_boards()):
        both = "a board counts once both rooms have it, with the two teams the other way round"
        return f"no board has two rooms yet: {both}; `board N` shows who sat where, `result correct` puts it right"
    return "no results yet: `result add`, or `import FILE`"


def _print_field(desk: Desk, field: Ranking, scoreboard: Scoreboard, marks: Mapping[str, Marks]) -> None:
    names = {} if desk.settings.plain else names_of(scoreboard.session)
    unit = total_unit(scoreboard) if scoreboard.in_matches else "score"
    columns = _columns(field.rows, names, unit, scoreboard.totals.rounding, plain=desk.settings.plain)
    if not desk.settings.plain:
        columns |= {"": [str(marks.get(row.contestant, "")) for row in field.rows]}
    columns = {name: cells for name, cells in columns.items() if name or any(cells)}
    layout = Layout(spare=(">boards",), beneath=("names",))
    desk.table(list(columns), list(zip(*columns.values(), strict=True)), layout=layout)


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
