"""What wants a person before the scores are given out, and what of it was worked off."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from cli.desk.desk import Desk
from cli.json.casework import compared_json
from cli.json.play import checked_json, concerned
from cli.options.addresses import AddressedCase
from cli.screens.deals import session_tricks
from cli.words.casework import compared_rows
from cli.words.vocabulary import counted
from ledger.errors import OTHERS_UNREAD
from ledger.overall.undrawn import undrawn_in
from ledger.projections.casework import case_file
from ledger.projections.checking import CheckReport, SettledConcern, check
from ledger.projections.concerns import Concern, ConcernCode
from ledger.projections.like_rulings import UnlikeRulings, unlike_between
from ledger.projections.movement import Uncompared, uncompared
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard

_WORKED_OFF_BY: dict[ConcernCode, str] = {
    "no-score": "`result add`, or `ruling add … --artificial A+/A-` where it cannot be played; "
    "`session remove-boards`, where nobody played a board; `contestant sit-out`",
    "to-play": "`result add`, or `result not-played`",
    "not-as-planned": "`result correct … --now-ns 5 --now-ew 12`, or `--now-board 10`; `movement change`; where it was "
    "played so: `ruling add … --law 15`, or `check confirm`",
    "not-as-drawn": "`result correct … --now-ns Norway --now-ew Oslo`, where others sat there; where they met: "
    "`tournament draws` says what to judge, `match void` cancels it",
    "pair-twice": "`result void` and `result add`, where somebody else sat there; else `check confirm`",
    "impossible-score": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "far-from-field": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "other-side-declares": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "lead-elsewhere": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "boards-exchanged": "`result correct … --now-board 2 --exchange`, or `check confirm … --by-sides NS,EW`",
    "far-from-cards": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "other-contract": "`result correct … --agreed NS,EW`, or `auction correct …`, or `check confirm …`",
    "other-tricks": "`result correct … --agreed NS,EW`, or `check confirm … --by-sides NS,EW`",
    "other-cards": "`deal correct …`, or `undo` of the auction and play; or `check confirm …`",
    "revoke": "`ruling add … --law 64`, where it was not settled at the table; or `check confirm …`",
    "sides-unbalanced": "`ruling amend`, with what the file does not say; or `check confirm`",
    "queried": "`check confirm … --by-sides NS,EW`, or `result correct … --agreed NS,EW`",
    "provisional-ruling": "`ruling amend` gives the ruling",
    "other-result": "`ruling confirm …`, where it holds; else `ruling amend …`",
    "ruled-otherwise": "`check differs R-0003 R-0001`, or `check differs R-0003 friday-b/R-0001`, shows both; "
    "with --reason it says why; else `ruling amend …`",
    "open-call": "`ruling add … --call C-0001`, or `call answer`",
    "open-appeal": "`appeal hear`, `appeal decide`",
    "set-aside": "`import queue resolve 57`, once it is recorded; or `import queue skip 57`",
}

_OF_TWO_ROOMS: dict[Uncompared, tuple[str, str]] = {
    "both rooms sat the same way round": (
        "both rooms the same way round",
        "`result correct … --swapped` of the room recorded wrongly, or, played so, "
        "`ruling add … --artificial A-/A- --law 86B2 --offender both`",
    ),
    "the two teams met at more than two tables": (
        "more than two tables",
        "`result void` of what was not played; teams of eight: `session open … --scoring teams-of-eight`",
    ),
    "the two rooms played different versions": (
        "different versions",
        "`result foul … --version …` of the other room, if it played the same; else by fault (Laws 87, 86B2): "
        "`ruling add … --artificial A+/A+ --law 87 --offender none`, where no player is to blame",
    ),
}

_SHOWN = 12


def print_checks(desk: Desk, *, with_tricks: bool) -> None:
    """The list, as tables or as JSON; with tricks, results are held against the cards too."""
    scoreboard = desk.scoreboard()
    session = scoreboard.session
    tricks = session_tricks(session) if with_tricks else None
    found = check(scoreboard, tricks, undrawn_concerns(desk), unlike_elsewhere(desk, session))
    if desk.settings.json:
        desk.json_at("check/1", session, checked_json(found, session))
    elif desk.settings.plain:
        rows = [("open", *_row(each, session)) for each in found.open]
        rows += [(f"worked off by #{each.number}", *_row(each.concern, session)) for each in found.worked_off]
        desk.table(["state", "what", "where", "says"], rows)
    else:
        _print(desk, found, scoreboard)


def undrawn_concerns(desk: Desk) -> list[Concern]:
    """Matches of the session that its tournament did not draw; of an earlier moment nothing is said."""
    if desk.settings.as_of:
        return []
    with suppress(*OTHERS_UNREAD):  # another session that cannot be read stops nobody's check; `verify` tells of it
        scores = desk.office.tournaments.around(desk.session_id)
        return [each.concern for each in undrawn_in(scores, desk.session_id)] if scores else []
    return []


def unlike_elsewhere(desk: Desk, session: Session) -> list[UnlikeRulings]:
    """Rulings in other sessions of its tournament on the same cards, with other scores; of no earlier moment."""
    if desk.settings.as_of:
        return []
    try:
        scores = desk.office.tournaments.around(desk.session_id) if session.deals and session.rulings else None
    except OTHERS_UNREAD as error:  # it stops nobody's check, but he knows what was not looked at
        desk.aside(f"note: not held against the other sessions of the tournament: {error.message}")
        return []
    others = (board.session for name, board in scores.scoreboards.items() if name != session.id) if scores else ()
    return unlike_between(session, others)


def compare_cases(desk: Desk, case: str, other: AddressedCase) -> None:
    """Two cases side by side, field by field."""
    session = desk.session()
    there = desk.office.session(desk.office.the_session(other.session)) if other.session else session
    one, two = case_file(session, case), case_file(there, other.case)
    if desk.settings.json:
        desk.json_at("compared/1", session, {"here": compared_json(one), "there": compared_json(two)})
        return
    rows = [[label, left or "–", right or "–"] for label, left, right in compared_rows(one, two)]
    desk.table(["", *(f"{each.case} of {each.session.id}" for each in (one, two))], rows)


def _print(desk: Desk, found: CheckReport, scoreboard: Scoreboard) -> None:
    session = scoreboard.session
    desk.say(f"{counted(len(found.open), 'thing')} to look at" if found.open else "nothing to look at")
    if found.open:
        desk.say()
        desk.cards(["what", "where", "says"], [_row(each, session) for each in found.open])
        desk.hint("", "What works them off", *_ways_out(found.open, scoreboard))
    if found.worked_off:
        desk.say("", "Worked off")
        desk.cards(["what", "where", "says", "settled"], [_settled_row(each, session) for each in found.worked_off])


def _ways_out(open_: Sequence[Concern], scoreboard: Scoreboard) -> Iterator[str]:
    """What to type for what is open, kinds that have the same way out together."""
    ways: dict[str, dict[str, None]] = {}
    for concern in open_:
        kind, way = _way_out(concern, scoreboard)
        ways.setdefault(way, {})[kind] = None
    yield from (f"  {', '.join(kinds)}: {way}" for way, kinds in ways.items())


def _way_out(concern: Concern, scoreboard: Scoreboard) -> tuple[str, str]:
    """What kind of thing it is, and what to type.

    Two rooms that are not compared have their results; what waits in the queue may be a ruling to look at again.
    """
    played = concerned(concern, scoreboard.session) if scoreboard.teams else None
    if concern.code == "no-score" and played and (two := _OF_TWO_ROOMS.get(uncompared(scoreboard, played))):
        return f"no-score, {two[0]}", two[1]
    if concern.code == "set-aside" and concern.case:
        return "set-aside, a ruling to look at again", _WORKED_OFF_BY["other-result"]
    return concern.code, _WORKED_OFF_BY[concern.code]


def _settled_row(settled: SettledConcern, session: Session) -> list[str]:
    return [*_row(settled.concern, session), f"{settled.how} (#{settled.number})"]


def _row(concern: Concern, session: Session) -> list[str]:
    """What, where, and the facts; with who has confirmed it so far, where a side has."""
    played = concerned(concern, session)
    said = f"; {' and '.join(sorted(played.confirmed_by))} confirms it" if played and _half_confirmed(played) else ""
    return [concern.code, place_text(concern), concern.text + said]


def _half_confirmed(played: TableBoard) -> bool:
    return bool(played.confirmed_by) and not played.confirmed


def place_text(concern: Concern) -> str:
    """'board 7 table 3, 5NS v 2EW', 'C-0001, board 7'; '–' where it is about a round."""
    parts = [concern.case or ""]
    if concern.board:
        parts.append(f"board {concern.board}" + (f" table {concern.table}" if concern.table else ""))
    elif concern.table:
        parts.append(f"table {concern.table}")
    if concern.seating:
        parts.append(str(concern.seating))
    return ", ".join(part for part in parts if part) or "–"


def open_lines(open_: Sequence[Concern]) -> Iterator[str]:
    """What is open, a line each, as many as one reads; nothing where nothing is."""
    if open_:
        yield f"Open ({len(open_)}), `check` lists them:"
    for concern in open_[:_SHOWN]:
        yield f"  {concern.code}: {place_text(concern)}: {concern.text}"
    if len(open_) > _SHOWN:
        yield f"  … and {len(open_) - _SHOWN} more"
