"""standings: the ranked field."""

from typing import Any

import click

from cli.desk.desk import Desk, score_json, score_text
from cli.desk.settings import Looking
from cli.screens.wording import side_name
from ledger.laws.rounding import Rounding, short_text
from ledger.projections.matches import Match, matches, total_unit
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Field
from ledger.projections.standings import standings as ranked


@click.command(cls=Looking)
@click.pass_context
def standings(context: click.Context) -> None:
    """The ranked field, or both fields where there are two winners. A star marks who has a ruling on a board.

    \b
    Examples:
      bridge-ledger standings
      bridge-ledger standings --as-of R-0001-     just before that ruling
    """
    desk = Desk(context)
    scoreboard = desk.scoreboard()
    fields, mode = ranked(scoreboard), scoreboard.totals.rounding
    if desk.settings.json:
        shown = {"fields": [_json(field, mode) for field in fields]}
        if scoreboard.teams:
            shown["matches"] = [_match_json(match, mode) for match in matches(scoreboard)]
        desk.json("standings/1", scoreboard.session, shown)
        return
    people = {} if desk.settings.plain else desk.store.people.of(scoreboard.session.id)
    names = {
        contestant: " & ".join(person.name for person in found if person.name) for contestant, found in people.items()
    }
    for field in fields:
        if not desk.settings.plain and field.direction:
            desk.say(f"{'' if field is fields[0] else chr(10)}{side_name(field.direction)}")
        _print_field(desk, field, scoreboard, names)
    if scoreboard.teams and not desk.settings.plain:
        _print_matches(desk, scoreboard, mode)
    if not any(field.rows for field in fields):
        desk.aside("no results yet: `result add`, or `import FILE`")


def _print_matches(desk: Desk, scoreboard: Scoreboard, mode: Rounding) -> None:
    found = [match for match in matches(scoreboard) if match.boards]
    if not found:
        return
    desk.say("\nMatches")
    columns = [
        "round",
        "teams",
        ">boards",
        f">{scoreboard.unit}",
        *([">VP"] if found[0].victory_points else []),
        "winner",
    ]
    desk.table(columns, [_match_row(match, mode) for match in found])


def _match_row(match: Match, mode: Rounding) -> list[str]:
    imps = " : ".join(short_text(match.scores[team].value, 2, mode) for team in match.teams)
    points = (
        [" : ".join(score_text(match.victory_points[team].value, mode) for team in match.teams)]
        if match.victory_points
        else []
    )
    return [str(match.round or "–"), " v ".join(match.teams), str(match.boards), imps, *points, match.winner or "tied"]


def _match_json(match: Match, mode: Rounding) -> dict[str, Any]:
    return {
        "round": match.round,
        "teams": list(match.teams),
        "boards": match.boards,
        "winner": match.winner,
        "scores": {team: score_json(told.value, mode) for team, told in match.scores.items()},
        "victory_points": {team: score_json(told.value, mode) for team, told in match.victory_points.items()},
    }


def _print_field(desk: Desk, field: Field, scoreboard: Scoreboard, names: dict[str, str]) -> None:
    mode = scoreboard.totals.rounding
    unit = total_unit(scoreboard) if scoreboard.teams else "score"
    percent = desk.settings.plain or any(row.percent is not None for row in field.rows)
    columns = {
        ">rank": [str(row.rank) for row in field.rows],
        "contestant": [row.contestant for row in field.rows],
        **({"names": [names.get(row.contestant, "") for row in field.rows]} if names else {}),
        f">{unit}": [score_text(row.total, mode) for row in field.rows],
        **({">%": [score_text(row.percent, mode) for row in field.rows]} if percent else {}),
        ">boards": [str(row.boards) for row in field.rows],
        "ruled" if desk.settings.plain else "": ["*" if row.ruled else "" for row in field.rows],
    }
    desk.table(list(columns), list(zip(*columns.values(), strict=True)))


def _json(field: Field, mode: Rounding) -> dict[str, Any]:
    return {
        "direction": field.direction.value if field.direction else None,
        "rows": [
            {
                "rank": row.rank,
                "contestant": row.contestant,
                "score": {"exact": str(row.exact), "text": score_text(row.total, mode)},
                "percent": score_json(row.percent, mode),
                "boards": row.boards,
            }
            for row in field.rows
        ],
    }
