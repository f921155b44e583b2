"""What is on an evening: so that a run can say how much of it was compared."""

from collections.abc import Iterator

from tests.oracle.congress import Event
from tests.oracle.evening import Evening, Table
from tests.oracle.swiss_teams import SwissEvent

RULES = (
    *("matchpoints.scale", "matchpoints.fewer_results", "matchpoints.weighted_field", "self_inflicted.field"),
    *("self_inflicted.weighted", "total.factoring", "cross_imps.divisor", "cross_imps.fewer_results", "butler.trim"),
    *("knockout.rounded", "matches.vp", "matches.also", "board_a_match.scale", "participation.sit_out"),
)
"""Regulations of which every value is counted."""


def features(dealt: Evening | Event | SwissEvent) -> set[str]:
    """The names of what there is."""
    if isinstance(dealt, SwissEvent):
        found = {*of_evening(dealt.evening)}
        found |= {f"half matches {dealt.evening.rules['matches.half']}" for each in dealt.rounds if each.triangle}
        return found | {"a bye" for each in dealt.rounds if each.bye}
    if isinstance(dealt, Event):
        return {*of_event(dealt)}.union(*(of_evening(each.evening) for each in dealt.sessions))
    return {*of_evening(dealt)}


def of_event(event: Event) -> Iterator[str]:
    """What there is of sessions that add up."""
    yield f"adds {event.rules['adds']}"
    for name in ("factored", "session_unit", "ties", "best"):
        if event.rules[name] not in ("none", "exact", "", "0"):
            yield f"{name} {event.rules[name]}"
    if event.rules["across"] == "true":
        yield "sections, scored across"
    elif any(each.section for each in event.sessions):
        yield "sections, each by itself"
    if event.final:
        yield f"carried by {event.carry['by']}"


def of_evening(evening: Evening) -> Iterator[str]:
    """What there is of boards and matches."""
    for name in RULES:
        if name in evening.rules:
            yield f"{name} {evening.rules[name]}"
    rulings = [ruling for table in evening.tables for ruling in table.rulings]
    for ruling in rulings:
        yield f"ruling: {ruling.kind}" + (
            ", or a result that is better" if ruling.kind == "artificial" and ruling.ns else ""
        )
    awards = any(each.kind == "artificial" for each in rulings) or any(each.unplayed for each in evening.tables)
    if awards:
        yield f"12C2(c), window {evening.rules.get('artificial.window', 'session')}"
    if awards and evening.rules["artificial.further"]:
        yield "12C2(d)"
    if rulings and any(value == "toward-nos" for value in evening.rules.values()):
        yield "rounded to the non-offenders"
    if any("+" in table.ns for table in evening.tables):
        yield "individuals"
    for board in range(1, evening.boards + 1):
        yield from of_board(evening.at(board))
    yield from (f"match: {each.kind}" for each in evening.found)
    if any(each.opponent for each in evening.penalties):
        yield "a penalty before the conversion"
    if evening.sat_out:
        yield "a round sat out"
    if evening.carried:
        yield "carry-over"


def of_board(tables: list[Table]) -> Iterator[str]:
    """What there is of one board."""
    versions = {table.version for table in tables if table.version}
    if versions:
        weighted = any(len(ruling.ns) > 1 for table in tables for ruling in table.rulings)
        yield f"{len(versions) + 1} versions of a board" + (", with weights" if weighted else "")
    cards = [table.version for table in tables if table.result is not None and not table.rulings]
    if len(tables) > 1 and any(cards.count(version) == 1 for version in cards):
        yield "a result alone, or beside rulings only"
    both = [table for table in tables if any(ruling.kind == "self-inflicted" for ruling in table.rulings)]
    if any({one.ns, one.ew} == {two.ns, two.ew} and one is not two for one in both for two in both):
        yield "12C1(e) in both rooms"
