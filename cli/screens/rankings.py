"""The standings, and the table of matches under them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cli.desk.desk import Desk
from cli.json.scores import standings_json
from cli.terminal.tables import Layout
from cli.words.match_rows import before_the_sets, marks_of_matches, match_rows, own_totals
from cli.words.scores import Marks, legend, marks_of_contestants, places_of, same_way_lines, score_text, standing_mark
from cli.words.vocabulary import side_name
from ledger.laws.rounding import Rounding, decimal_text
from ledger.projections.match_progress import MatchSet, sets_of, totals_after
from ledger.projections.matches import Match
from ledger.projections.meetings import MatchKey
from ledger.projections.names import names_of
from ledger.projections.planned import reached
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, Row, standings
from ledger.projections.victory_points import total_unit

_TOTAL = ">total"

_SPARE = ("winner", ">%", ">boards")


def print_matches(desk: Desk, scoreboard: Scoreboard) -> None:
    """Every match, each under the headings of its columns."""
    if not (rows := match_rows(scoreboard)):
        return
    who = "teams" if scoreboard.teams else "pairs"
    played = {key: match for key, match in scoreboard.matches.items() if match.boards}
    table = list(_with_progress(scoreboard, rows, played))
    columns = {name: [row.get(name, "") for row in table] for name in {name: None for row in table for name in row}}
    desk.say("", "Matches")
    shown = {name: cells for name, cells in columns.items() if name or any(cells)}
    desk.table(list(shown), list(zip(*shown.values(), strict=True)), layout=Layout(_SPARE, (who,)))
    if not all(match.balanced or match.void for match in played.values()):
        desk.say(own_totals())


def _with_progress(
    scoreboard: Scoreboard, rows: Sequence[dict[str, str]], played: Mapping[MatchKey, Match]
) -> Iterator[dict[str, str]]:
    """The rows with what each side has by then, each match's sets under it, and its marks."""
    totals, sets, marks = totals_after(scoreboard), sets_of(scoreboard), marks_of_matches(scoreboard, played)
    for row, (key, match) in zip(rows, played.items(), strict=False):
        progress = {_TOTAL: _beside(match, totals[key], 2)} if key in totals else {_TOTAL: ""} if sets else {}
        yield _before_winner(row, progress) | {"": str(marks.get(key, ""))}
        yield from _set_rows(scoreboard, match, sets.get(key, []))
    yield from rows[len(played) :]


def _before_winner(row: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """A row with a column more, before the one that says who has won."""
    last = {name: row[name] for name in ("winner", "found") if name in row}
    return {name: text for name, text in row.items() if name not in last} | more | last


def _set_rows(scoreboard: Scoreboard, match: Match, sets: Sequence[MatchSet]) -> Iterator[dict[str, str]]:
    """What was carried in or is fined, and each set, with what each side has by then: at the end the match's score."""
    who, unit = "teams" if scoreboard.teams else "pairs", f">{scoreboard.unit}"
    places = max((places_of(value) for each in sets for value in each.scores.values()), default=0)
    places = max(places, *(places_of(score.value) for score in match.scores.values()))
    by_then = before_the_sets(match, sets)
    if sets and any(by_then.values()):
        text = _beside(match, by_then, places)
        yield {who: "  beside the boards", unit: text, _TOTAL: text}
    for each in sets:
        by_then = {team: by_then[team] + each.scores[team] for team in match.teams}
        yield {
            who: f"  set {each.round}",
            ">boards": str(each.boards),
            unit: _beside(match, each.scores, places),
            _TOTAL: _beside(match, by_then, places),
        }


def _beside(match: Match, scores: Mapping[str, Fraction], places: int) -> str:
    """'12.0 : 3.5', in the order of the match."""
    return " : ".join(decimal_text(scores[team], places) for team in match.teams)


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
    if (how_far := reached(scoreboard.session)) and not desk.settings.plain:
        desk.aside(str(how_far))
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
        columns["standing"] = [standing_mark(row.mark) for row in rows]
    return columns
