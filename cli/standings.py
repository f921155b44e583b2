"""standings: the ranked field."""

from typing import Any

import click

from cli.desk import Desk, score_json, score_text
from cli.settings import Looking
from cli.wording import side_name
from ledger.projections.standings import Field, Row
from ledger.projections.standings import standings as ranked
from ledger.rounding import Rounding


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
        desk.json("standings/1", scoreboard.session, {"fields": [_json(field, mode) for field in fields]})
        return
    people = {} if desk.settings.plain else desk.store.people(scoreboard.session.id)
    names = {
        contestant: " & ".join(person.name for person in found if person.name) for contestant, found in people.items()
    }
    for field in fields:
        if not desk.settings.plain and field.direction:
            desk.say(f"{'' if field is fields[0] else chr(10)}{side_name(field.direction)}")
        columns = [
            ">rank",
            "contestant",
            *(["names"] if names else []),
            ">score",
            ">%",
            ">boards",
            *([""] if not desk.settings.plain else ["ruled"]),
        ]
        desk.table(columns, [_row(row, names, mode) for row in field.rows])
    if not any(field.rows for field in fields):
        desk.aside("no results yet: `result add`, or `import FILE`")


def _row(row: Row, names: dict[str, str], mode: Rounding) -> list[str]:
    named = [names.get(row.contestant, "")] if names else []
    return [
        str(row.rank),
        row.contestant,
        *named,
        score_text(row.total, mode),
        score_text(row.percent, mode),
        str(row.boards),
        "*" if row.ruled else "",
    ]


def _json(field: Field, mode: Rounding) -> dict[str, Any]:
    return {
        "direction": field.direction.value if field.direction else None,
        "rows": [
            {
                "rank": row.rank, "contestant": row.contestant, "score": {"exact": str(row.exact), "text": score_text(row.total, mode)},
                "percent": score_json(row.percent, mode), "boards": row.boards,
            }
            for row in field.rows
        ],
    }  # fmt: skip
