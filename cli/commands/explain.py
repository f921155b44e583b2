"""explain: why a score is what it is."""

from collections.abc import Iterator
from typing import Any

import click

from cli.desk.desk import Desk, score_json, score_text, signed_text
from cli.desk.notation import BoardAndTable, where
from cli.desk.settings import Looking
from cli.screens.telling import told
from cli.screens.times import clock
from cli.screens.wording import side_name
from ledger.bridge import Side, ns_score
from ledger.commands import Where
from ledger.errors import Misuse, Refusal
from ledger.events.play import ResultCorrected, ResultRecorded
from ledger.laws.rounding import Rounding, decimal_text, short_text
from ledger.projections.explanation import Explanation, Milestone
from ledger.projections.explanation import explain as explained
from ledger.projections.matches import total_unit
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks, total_derivation
from ledger.scoring.derivation import Derivation
from ledger.scoring.rule import Rule
from ledger.session import TableBoard
from ledger.session.places import known, labelled, require_table


@click.command(cls=Looking)
@click.argument("board", type=BoardAndTable(), required=False)
@click.option("--table", metavar="TABLE", help="The table (or write the board as 23/1).")
@click.option("--ns", metavar="CONTESTANT", help="Who sat North–South.")
@click.option("--ew", metavar="CONTESTANT", help="Who sat East–West.")
@click.option("--round", "round_", type=click.IntRange(1, 999), help="The round, where teams meet again.")
@click.option("--side", type=click.Choice(["NS", "EW"], case_sensitive=False), help="Whose score [default: NS].")
@click.option("--contestant", metavar="CONTESTANT", help="Whose score; without a board, the session total.")
@click.pass_context
def explain(
    context: click.Context,
    board: tuple[int, str | None] | None,
    table: str | None,
    ns: str | None,
    ew: str | None,
    round_: int | None,
    side: str | None,
    contestant: str | None,
) -> None:
    """Why a score is what it is: the events behind it, and the arithmetic, step by step.

    \b
    Examples:
      bridge-ledger explain 23 --table 1 --side NS
      bridge-ledger explain 23 --ew 7EW             that pair's own score
      bridge-ledger explain --contestant 7EW        its session total
    """
    desk = Desk(context)
    scoreboard = desk.scoreboard()
    if board is None:
        _total(desk, scoreboard, contestant)
        return
    place, chosen = _meant(scoreboard, where(board, table, ns, ew, round_), side, contestant)
    played = require_table(scoreboard.session, place)
    session = scoreboard.session
    told_ = explained(desk.office.log(session.id, session.number), session.id, played, chosen)
    if desk.settings.json:
        desk.json("explain/1", session, _json(told_, scoreboard.totals.rounding))
    else:
        _print(desk, told_, scoreboard)


def _meant(scoreboard: Scoreboard, place: Where, side: str | None, contestant: str | None) -> tuple[Where, Side]:
    """Which line, and which side of it: --side, or the side of the one contestant named."""
    if contestant:
        label = known(scoreboard.session, contestant)
        for seated in scoreboard.session.boards.get(place.board, {}):
            if label in seated.pair:
                chosen = Side.NS if seated.ns == label else Side.EW
                return Where(place.board, place.table, seated.ns, seated.ew, place.round), chosen
        raise Refusal(
            "no-such-contestant",
            f"contestant {label} has no score on board {place.board}",
            f"`board {place.board}` shows who has",
        )
    place = labelled(scoreboard.session, place)
    return place, Side(side.upper()) if side else Side.EW if place.ew and not place.ns else Side.NS


def _total(desk: Desk, scoreboard: Scoreboard, contestant: str | None) -> None:
    if not contestant:
        raise Misuse(
            "usage", "explain what?", "a board and a table: `explain 23 --table 1`; or --contestant 7 for a total"
        )
    label = known(scoreboard.session, contestant)
    if label not in ranks(scoreboard):
        raise Refusal("no-such-contestant", f"contestant {label} has no score", "`standings` shows who has")
    derivation = total_derivation(scoreboard, label)
    mode = scoreboard.totals.rounding
    if desk.settings.json:
        desk.json(
            "explain/1", scoreboard.session, {"contestant": label, "derivation": derivation_json(derivation, mode)}
        )
        return
    desk.say(
        f"{decimal_text(derivation.value, 2, mode)} {total_unit(scoreboard) if scoreboard.teams else scoreboard.unit}   session total of {label}"
    )
    for line in derivation_lines(derivation):
        desk.say(line)


def _json(told_: Explanation, mode: Rounding) -> dict[str, Any]:
    return {
        "board": told_.played.board,
        "table": told_.played.table,
        "side": told_.side.value,
        "contestant": told_.contestant,
        "ruling": told_.played.case,
        "story": [
            {
                "number": milestone.envelope.number,
                "name": milestone.envelope.name.partition("/")[0],
                "before": score_json(milestone.before, mode),
                "after": score_json(milestone.after, mode),
            }
            for milestone in told_.story
        ],
        "derivation": derivation_json(told_.derivation, mode),
    }


def derivation_json(node: Derivation, mode: Rounding) -> dict[str, Any]:
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


def _print(desk: Desk, told_: Explanation, scoreboard: Scoreboard) -> None:
    mode = scoreboard.totals.rounding
    value, top = told_.derivation.value, told_.top
    of_top = (
        f" of {short_text(top)} {scoreboard.unit} ({decimal_text(100 * value / top)}%)"
        if top
        else f" {scoreboard.unit}"
    )
    whose = f"{told_.played.name}, {side_name(told_.side)}, contestant {told_.contestant}"
    desk.say(f"{decimal_text(value, 2, mode)}{of_top}   {whose}")
    for milestone in told_.story:
        desk.say(_milestone(milestone, told_.played))
    desk.say()
    for line in derivation_lines(told_.derivation):
        desk.say(line)
    other = told_.side.other
    theirs = score_text(scoreboard.score(told_.played, other).value, mode)
    named = f"--table {told_.played.table}" if told_.played.table else f"--ns {told_.played.seating.ns}"
    desk.say(
        f"\nThe other side, {told_.played.seating.contestant(other)}: {theirs}   `bridge-ledger explain {told_.played.board} {named} --side {other.value}`"
    )


def _milestone(milestone: Milestone, played: TableBoard) -> str:
    """A line of the story: the table's own result with its score, or what an event did to this score."""
    envelope, event = milestone.envelope, milestone.envelope.event
    text = f"  #{envelope.number:<5}{clock(envelope.occurred_at)}  {told(event)}"
    own = isinstance(event, ResultRecorded | ResultCorrected) and event.seating.may_be(played.seating)
    if own and isinstance(event, ResultRecorded | ResultCorrected):
        text += f"   NS {ns_score(event.result, event.board):+d}"
    if milestone.before is None or milestone.after is None or milestone.before == milestone.after:
        return text
    return f"{text}   {decimal_text(milestone.before)} → {decimal_text(milestone.after)} ({signed_text(milestone.after - milestone.before)})"


_SAID_BY_THE_FORMULA = (
    "own score",
    "theirs",
    "two teams",
    "turned",
    "weight",
    "win",
    "tie",
    "loss",
    "score",
    "results",
    "boards",
    "per tie",
    "results expected",
    "results compared",
)


def derivation_lines(node: Derivation) -> Iterator[str]:
    """A derivation as an indented outline.

    Comparisons with many tables are gathered by what they are worth; what was told once is not told again.
    """
    yield from _outline(node, 1, set())


def _outline(node: Derivation, depth: int, seen: set[Derivation]) -> Iterator[str]:
    again = bool(node.parts) and node in seen
    seen.add(node)
    yield f"{'  ' * depth}{_value(node):>8}  {_sentence(node)}{' (as above)' if again else ''}"
    if again:
        return
    if _is_comparison(node):
        yield from _gathered(node, depth + 1, seen)
        return
    for part in node.parts:
        if part.parts or part.text not in _SAID_BY_THE_FORMULA:
            yield from _outline(part, depth + 1, seen)


def _value(node: Derivation) -> str:
    return decimal_text(node.value) if node.unit else short_text(node.value, 4)


def _sentence(node: Derivation) -> str:
    notes = [f"Law {node.law}"] if node.law else []
    notes += [f"#{number}" for number in node.events]
    return node.text + _formula(node) + (f"   ({', '.join(notes)})" if notes else "")


def _formula(node: Derivation) -> str:
    values = [_value(part) for part in node.parts]
    match node.rule:
        case Rule.PRODUCT:
            return f" = {' × '.join(values)}"
        case Rule.QUOTIENT:
            return f" = {values[0]} / {values[1]}"
        case Rule.DIFFERENCE:
            return f" = {' − '.join(values)}"
        case Rule.NEUBERG:
            return f" = ({values[0]} + 1) × {values[1]} / {values[2]} − 1"
        case Rule.SUM if node.parts and not _is_comparison(node):
            return f" = {' + '.join(values)}"
    return ""


def _is_comparison(node: Derivation) -> bool:
    return node.rule is Rule.SUM and any(": " in part.text and not part.parts for part in node.parts)


def _gathered(node: Derivation, depth: int, seen: set[Derivation]) -> Iterator[str]:
    """'2.00 each  win: table 2 -100, table 4 +170', and one by one the tables that count as a weighting."""
    groups: dict[tuple[str, str], list[str]] = {}
    for part in node.parts:
        if not part.parts:
            who, _, how = part.text.rpartition(": ")
            groups.setdefault((_value(part), how), []).append(who)
    for (value, how), tables in sorted(groups.items(), key=lambda item: -_hundredths(item[0][0])):
        yield f"{'  ' * depth}{value:>8}  each {how} ({len(tables)}): {', '.join(tables)}"
    for part in node.parts:
        if part.parts:
            yield from _outline(part, depth, seen)


def _hundredths(text: str) -> int:
    return int(text.replace(".", ""))
