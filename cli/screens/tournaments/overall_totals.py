"""Why a contestant's total in a stage is what it is: the sum with all its steps, and where each session tells more."""

from collections.abc import Iterator
from shlex import quote

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import heads_json, overall_total_json
from cli.screens.tournaments.overview import say_heads
from cli.words.derivations import derivation_lines
from cli.words.knockouts import told_match_text
from cli.words.overalls import mark_text, substitute_lines, tie_lines, total_text
from cli.words.scores import score_text
from ledger.errors import Refusal
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overalls
from ledger.overall.telling import board_across, told_across, told_matches


def explain_overall(
    desk: Desk, named: str | None, contestant: str, stage: str | None, board: int | None = None
) -> None:
    """A contestant's total in one stage, or in each it has one in; refused where it has none.

    With a board: what it has on that one, across the sections.
    """
    scores = at_moment(desk, named)
    rows = [(found, _row(found, contestant)) for found in overalls(scores, stage)]
    found = [(each, row) for each, row in rows if row]
    if not found:
        where = f"in {stage}" if stage else f"in {scores.tournament.id}"
        raise Refusal(
            "no-such-contestant", f"{contestant} has no score {where}", "`tournament standings` shows who has"
        )
    if desk.settings.json:
        payload = {"heads": heads_json(scores), "stages": [overall_total_json(*each, board) for each in found]}
        desk.json_at("overall-explain/1", scores.tournament, payload)
        return
    say_heads(desk, scores)
    for each in found:
        told = _lines(*each) if board is None else _board_lines(*each, board)
        for line in (*([] if each is found[0] else [""]), *told):
            desk.say_long(line, len(line) - len(line.lstrip()) + _MOVED_IN)
        desk.hint("", *_way_on(*each, board))


def _board_lines(found: Overall, row: OverallRow, board: int) -> Iterator[str]:
    told = list(board_across(found, row, board))
    if not told:
        own = row.last
        hint = f"`explain {board} {quote(own.contestant)} --session {own.of.session}`" if own else "`tournament show`"
        raise Refusal("no-such-board", f"{row.entrant} has no board {board} scored across sections", hint)
    for figure, each in told:
        value = score_text(each.value, found.stage.rules.rounding)
        yield f"{value} {each.unit}   {row.entrant} on board {board}, sitting {figure.of.sitting}, across the sections"
        yield from derivation_lines(each)


_MOVED_IN = 7
"""How far what is folded stands deeper: as deep as the words after a number."""


def _row(found: Overall, contestant: str) -> OverallRow | None:
    """Whoever is called so, in capitals or not."""
    return found.row(contestant) or next(
        (row for row in found.rows if row.entrant.casefold() == contestant.casefold()), None
    )


def _lines(found: Overall, row: OverallRow) -> Iterator[str]:
    total = total_text(row.total.value, found.stage.rules)
    unit = found.unit or "won"
    yield f"{total} {unit}   total of {row.entrant} in {found.stage.name}, {_place(found, row)}"
    yield from derivation_lines(row.total.derivation())
    left = [figure for figure in row.figures if figure not in row.counted]
    for figure in left:
        why = "without standing there" if not figure.counts else f"not one of the best {found.stage.rules.best}"
        value = score_text(figure.value.value, found.stage.rules.rounding)
        yield f"  {value:>8}  {figure.value.derivation().text}   does not count: {why}"
    for match in told_matches(found, row):
        yield from ("", told_match_text(match, row.entrant))
        for each in match.scores:
            yield from derivation_lines(each)
    for figure, told in told_across(found, row):
        yield ""
        yield f"Sitting {figure.of.sitting}, {figure.of.session}, across the sections: {figure.contestant}"
        for each in told:
            yield from derivation_lines(each)
    beneath = [*tie_lines(found, row.entrant), *substitute_lines(found, row.entrant), *found.notes]
    yield from ["", *beneath] if beneath else []


def _place(found: Overall, row: OverallRow) -> str:
    """Its place in words; 'still in' where a bracket goes on with it."""
    if row.entrant in found.still_in:
        return "still in"
    return f"place {row.rank}" if row.rank else f"no place: {mark_text(row.mark)}"


def _way_on(found: Overall, row: OverallRow, board: int | None) -> Iterator[str]:
    """Where each session tells more."""
    across = {(figure.of.session, figure.contestant) for figure, _ in told_across(found, row)}
    for figure in row.figures:
        own, at = quote(figure.contestant), figure.of.session
        card = f"`scorecard {own} --session {at}`"
        if (at, figure.contestant) in across:
            one = f", `tournament explain {quote(row.entrant)} {quote(found.stage.name)} --board 1`"
            yield f"The boards in {at}: {card}{'' if board else one}"
        else:
            yield f"Its total in {at}: `explain --contestant {own} --session {at}`, {card}"
