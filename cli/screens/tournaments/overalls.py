"""The standings of a tournament: every contestant's figures by sitting, the total, the place."""

from collections.abc import Sequence

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.desk.tournaments import at_moment
from cli.screens.scores import score_json, score_text
from cli.screens.tournaments.brackets import NO_BRACKET
from cli.screens.tournaments.heads import heads_json, say_heads
from cli.screens.tournaments.knockout_places import print_places
from cli.screens.tournaments.overview import say_missing
from cli.screens.tournaments.publishing import say_moved
from cli.screens.tournaments.substitute_lines import substitute_lines, substitutes_json
from cli.screens.tournaments.tie_lines import tie_lines, ties_json
from cli.screens.vocabulary import OVERALL_STANDINGS, side_name
from ledger.overall.marking import OverallMark
from ledger.overall.rankings import PartRanking, RankedBy, fields, rankings
from ledger.overall.standing import Overall, OverallRow, overalls
from ledger.overall.substitutes import substitutes
from ledger.projections.names import names_of


def print_overalls(
    desk: Desk, named: str | None, stage: str | None, by: RankedBy | None = None, after_round: int | None = None
) -> None:
    """The standing of one stage, or of each; in parts, or as it was after a round, where that is asked."""
    scores = at_moment(desk, named)
    found = overalls(scores, stage, after_round)
    if desk.settings.json:
        shown = {"heads": heads_json(scores), "stages": [_overall_json(each, by) for each in found]}
        desk.json_at("overall/1", scores.tournament, shown)
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            after = f", after round {after_round}" if after_round else ""
            desk.say(*([] if each is found[0] else [""]), each.stage.name + after)
        _print(desk, each, by)
    say_moved(desk, scores)
    if not found:
        desk.hint_aside("no stage yet: `tournament stage add NAME`")


def _print(desk: Desk, found: Overall, by: RankedBy | None) -> None:
    if found.bracket and not by:
        print_places(desk, found.bracket)
        return
    if found.stage.format == "knockout":
        desk.hint_aside(NO_BRACKET.format(found.stage.name))
        return
    parts = rankings(found, by) if by else fields(found)
    for part in parts:
        if part.name and not desk.settings.plain:
            desk.say(*([] if part is parts[0] else [""]), _title(part, by))
        _table(desk, found, part, by)
    if parts and not desk.settings.plain:
        desk.say(*tie_lines(found), *substitute_lines(found), *found.notes)
        if found.way_out:
            desk.hint(found.way_out)
    if not found.rows:
        desk.aside(f"no scores in {found.stage.name} yet")
    elif not parts:
        desk.hint_aside("nobody is in a stratum yet: `tournament enter 1-12 --stratum B`")
    say_missing(desk, [each.session for each in found.scores.tournament.in_stage(found.stage.name)])


def _title(part: PartRanking, by: RankedBy | None) -> str:
    """'Section A', 'Stratum B', 'North–South'."""
    if by in (None, "direction"):
        return side_name(part.name)
    return f"{by.capitalize() if by else ''} {part.name}"


def _table(desk: Desk, found: Overall, part: PartRanking, by: RankedBy | None) -> None:
    mode, rows = found.stage.rules.rounding, [row for _, row in part.rows]
    columns = {">rank": [str(rank or "–") for rank, _ in part.rows], "contestant": [row.entrant for row in rows]}
    if not desk.settings.plain and any(names := entrant_names(found, rows)):
        columns["names"] = names
    if desk.settings.plain or any(row.carried for row in rows):
        columns[">carried"] = [score_text(row.carried.value, mode) if row.carried else "–" for row in rows]
    for sitting in found.sittings:
        columns[f">{sitting}"] = [figure_text(row, sitting, found) for row in rows]
    columns[f">{found.unit or 'won'}"] = [score_text(row.total.value, mode) for row in rows]
    columns[">boards"] = [str(row.boards) for row in rows]
    if desk.settings.plain or any(row.mark for row in rows):
        columns["standing"] = [mark_text(row.mark) for row in rows]
    if desk.settings.plain and by:
        columns[by] = [part.name] * len(rows)
    desk.table(list(columns), list(zip(*columns.values(), strict=True)), layout=_LAYOUT)


_LAYOUT = Layout(spare=(">boards",), beneath=("names",))


def entrant_names(found: Overall, rows: Sequence[OverallRow]) -> list[str]:
    """Who the contestants are, by the first session that knows it; substitutes are told beneath."""
    others = {(each.session.id, each.fact.contestant, each.fact.player) for each in substitutes(found)}
    known = {
        name: names_of(scoreboard.session, {(whose, player) for at, whose, player in others if at == name})
        for name, scoreboard in found.scores.scoreboards.items()
    }
    names = ((known[each.of.session].get(each.contestant, "") for each in row.figures) for row in rows)
    return [next(filter(None, each), "") for each in names]


def mark_text(mark: OverallMark | None) -> str:
    """'withdrawn (friday #45)': what a contestant is marked with, and where that is said; '' where it is not."""
    if mark is None:
        return ""
    where = " ".join(filter(None, (mark.session, f"#{mark.number}" if mark.number else "")))
    return OVERALL_STANDINGS[mark.standing] + (f" ({where})" if where else "")


def figure_text(row: OverallRow, sitting: int, found: Overall) -> str:
    """What a contestant has of a sitting, in brackets where it does not count; '–' where it did not play."""
    own = [figure for figure in row.figures if figure.of.sitting == sitting]
    mode = found.stage.rules.rounding
    texts = (
        score_text(each.value.value, mode) if each in row.counted else f"({score_text(each.value.value, mode)})"
        for each in own
    )
    return " ".join(texts) or "–"


def _overall_json(found: Overall, by: RankedBy | None) -> dict[str, object]:
    stage: dict[str, object] = {
        "stage": found.stage.name,
        "unit": found.unit,
        "rows": [row_json(row, found) for row in found.rows],
        "ties": ties_json(found),
        "substitutes": substitutes_json(found),
        "notes": found.notes,
    }
    return stage | ({"by": by, "fields": _fields_json(rankings(found, by))} if by else {})


def _fields_json(parts: Sequence[PartRanking]) -> list[dict[str, object]]:
    return [
        {"name": part.name, "rows": [{"rank": rank, "contestant": row.entrant} for rank, row in part.rows]}
        for part in parts
    ]


def row_json(row: OverallRow, found: Overall) -> dict[str, object]:
    """A contestant's line of a standing."""
    mode = found.stage.rules.rounding
    return {
        "rank": row.rank,
        "contestant": row.entrant,
        "direction": row.direction.value if row.direction else None,
        "total": score_json(row.total.value, mode),
        "boards": row.boards,
        "carried": score_json(row.carried.value, mode) if row.carried else None,
        "standing": row.mark.standing if row.mark else None,
        "sessions": [
            {
                "session": each.of.session,
                "sitting": each.of.sitting,
                "contestant": each.contestant,
                "score": score_json(each.value.value, mode),
                "counts": each in row.counted,
            }
            for each in row.figures
        ],
    }
