"""What wants a person before the scores of a session or tournament are given out, and what of it was worked off.

What is missing of the movements of sessions, and what was played otherwise, told before scores are built on.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from cli.desk.desk import Desk
from cli.options.addresses import AddressedCase
from cli.screens.boards import session_tricks
from cli.views.cases import ComparedAnswer, compared_case
from cli.views.checks import ChecksAnswer, checks_value, concerned, place_text
from cli.views.tables import Part, Text
from cli.words.cases import compared_rows
from cli.words.play import sit_out_command
from cli.words.vocabulary import counted
from ledger.errors import OTHERS_UNREAD
from ledger.overall.before_a_draw import concerns_in, unmet_in
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, known_otherwise, other_people, people_of
from ledger.overall.scores import TournamentScores
from ledger.projections.casework import case_file
from ledger.projections.checking import UnlikeRulings, check, unlike_between
from ledger.projections.concerns import Concern, ConcernCode
from ledger.projections.movement import MissingSitOut, Uncompared, missing_sit_outs, sit_out_text, uncompared
from ledger.projections.planned import grouped, played_otherwise
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL
from ledger.session import Session
from ledger.subjects.commands import Command
from ledger.trust.said_in_time import said_in_time

SAID_IN_TIME = "nothing: it stays said who recorded it and when; where a clock was wrong, `session clock`"
"""What can be done about what a director recorded late and says to have happened in time."""

LATE_BY_CLOCK = "`undo`, and record it anew with --reopen; where it was in time, `session clock`"
"""What can be done about what is late by the clocks as they were corrected since."""

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
    "nothing-to-compare": "`ruling add … --artificial A+/A+ --offender outside --law 87`, where a ruling is there "
    "`ruling amend`; or `check confirm … --by-sides NS,EW`",
    "queried": "`check confirm … --by-sides NS,EW`, or `result correct … --agreed NS,EW`",
    "provisional-ruling": "`ruling amend` gives the ruling",
    "untold-ruling": "`ruling notify R-0001`",
    "other-result": "`ruling confirm …`, where it holds; else `ruling amend …`",
    "ruled-otherwise": "`check differs R-0003 R-0001`, or `check differs R-0003 friday-b/R-0001`, shows both; "
    "with --reason it says why; else `ruling amend …`",
    "open-call": "`ruling add … --call C-0001`, or `call answer`",
    "open-appeal": "`appeal hear`, `appeal decide`; where the ruling was superseded, `appeal confirm` or "
    "`appeal withdraw`",
    "set-aside": "`import queue resolve 57`, once it is recorded; or `import queue skip 57`",
    "said-in-time": SAID_IN_TIME,
    "late-by-clock": LATE_BY_CLOCK,
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

_OF_TEAMS_NOT_AS_PLANNED = (
    "`result correct … --now-ns Norway --now-ew Oslo`, where others sat there, or `--now-board 10`; `movement change`; "
    "where they met: `match mismatch Norway Oslo --round 2 --correct Malta --at-fault`, `match void` cancels it; "
    "or `check confirm`"
)

_SHOWN = 12


def print_checks(desk: Desk, *, with_tricks: bool) -> None:
    """The list, as tables or as JSON; with tricks, results are held against the cards too."""
    scoreboard = desk.scoreboard()
    session = scoreboard.session
    tricks = session_tricks(session) if with_tricks else None
    found = check(scoreboard, tricks, concerns_beside(desk, session), unlike_elsewhere(desk, session))
    value = checks_value(found, session)
    desk.answer(value, _parts(desk, value, found.open, scoreboard), session)


def _parts(desk: Desk, value: ChecksAnswer, open_: Sequence[Concern], scoreboard: Scoreboard) -> Iterator[Part]:
    if desk.settings.plain:
        yield value.everything
        return
    yield Text("say", (f"{counted(len(open_), 'thing')} to look at" if open_ else "nothing to look at",))
    if open_:
        yield Text("say", ("",))
        yield value.still_open
        yield Text("hint", ("", "What works them off", *_ways_out(desk, open_, scoreboard)))
    if value.worked_off:
        yield value.done


def concerns_beside(desk: Desk, session: Session) -> list[Concern]:
    """Concerns about a session that its scores do not show: what its tournament says of it, and its log."""
    return [*undrawn_concerns(desk), *said_in_time(desk.office.log(session.id), session)]


def undrawn_concerns(desk: Desk) -> list[Concern]:
    """What the draws of its tournament say of the session; of an earlier moment nothing is said."""
    scores = _scores_around(desk)
    return concerns_in(scores, desk.session_id) if scores else []


def _scores_around(desk: Desk) -> TournamentScores | None:
    if not desk.settings.as_of:
        with suppress(*OTHERS_UNREAD):  # another session that cannot be read stops nobody's check; `verify` tells of it
            return desk.office.tournaments.around(desk.session_id)
    return None


def sit_outs_to_record(desk: Desk, session: Session) -> list[MissingSitOut]:
    """Return the sit-outs of a session that its movement or the draws of its tournament want recorded."""
    scores = _scores_around(desk)
    return missing_sit_outs(session) + (unmet_in(scores, session.id) if scores else [])


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
        desk.answer(ComparedAnswer(compared_case(one), compared_case(two)), (), session)
        return
    rows = [[label, left or "–", right or "–"] for label, left, right in compared_rows(one, two)]
    desk.table(["", *(f"{each.case} of {each.session.id}" for each in (one, two))], rows)


def _ways_out(desk: Desk, open_: Sequence[Concern], scoreboard: Scoreboard) -> Iterator[str]:
    """Yield what to type for what is open: in full where that is known, and kinds that have one way out together."""
    codes = {each.code for each in open_}
    for code, commands in _TYPED_IN_FULL.items():
        yield from (f"  {code}: `{each}`" for each in (commands(desk, scoreboard.session) if code in codes else ()))
    ways: dict[str, dict[str, None]] = {}
    for concern in (each for each in open_ if each.code in _WORKED_OFF_BY):
        kind, way = _way_out(concern, scoreboard)
        ways.setdefault(way, {})[kind] = None
    yield from (f"  {', '.join(kinds)}: {way}" for way, kinds in ways.items())


_TYPED_IN_FULL: dict[ConcernCode, Callable[[Desk, Session], Iterator[str]]] = {
    "no-sit-out": lambda desk, session: map(sit_out_command, sit_outs_to_record(desk, session))
}
"""What of the concerns is worked off by commands that can be given in full."""


def _way_out(concern: Concern, scoreboard: Scoreboard) -> tuple[str, str]:
    """What kind of thing it is, and what to type.

    Two rooms that are not compared have their results; what waits in the queue may be a ruling to look at again.
    """
    played = concerned(concern, scoreboard.session) if scoreboard.teams else None
    if concern.code == "no-score" and played and (two := _OF_TWO_ROOMS.get(uncompared(scoreboard, played))):
        return f"no-score, {two[0]}", two[1]
    if concern.code == "set-aside" and concern.case:
        return "set-aside, a ruling to look at again", _WORKED_OFF_BY["other-result"]
    if concern.code == "not-as-planned" and scoreboard.in_matches:
        return concern.code, _OF_TEAMS_NOT_AS_PLANNED
    return concern.code, _WORKED_OFF_BY[concern.code]


def open_lines(open_: Sequence[Concern]) -> Iterator[str]:
    """What is open, a line each, as many as one reads; nothing where nothing is."""
    if open_:
        yield f"Open ({len(open_)}), `check` lists them:"
    for concern in open_[:_SHOWN]:
        yield f"  {concern.code}: {place_text(concern)}: {concern.text}"
    if len(open_) > _SHOWN:
        yield f"  … and {len(open_) - _SHOWN} more"


_Found = OtherPeople | KnownAs | Concern

_WAYS = {
    "other-people": "`tournament link SESSION CONTESTANT=ENTRANT`, where it is somebody else; "
    "`tournament link SESSION --other-people CONTESTANT`, where it is the same; `contestant substitute`",
    "known-otherwise": "`tournament link SESSION CONTESTANT=ENTRANT`",
    "said-in-time": SAID_IN_TIME,
    "late-by-clock": LATE_BY_CLOCK,
}


def print_tournament_checks(desk: Desk, name: str) -> None:
    """The contestants who are other people in one session than in another, and the people who are two contestants; and
    what is said to have happened within a period of the tournament that was over.
    """
    scores = desk.office.tournaments.at(name, desk.settings.as_of)
    known = {each: people_of(board.session) for each, board in scores.scoreboards.items()}
    found: list[_Found] = [*other_people(scores.tournament, known)]
    found += known_otherwise(scores.tournament, known)
    found += said_in_time(desk.office.log(name), scores.tournament)
    if desk.settings.json:
        desk.json_at("tournament-check/1", scores.tournament, {"open": [_as_json(each) for each in found]})
        return
    if not desk.settings.plain:
        desk.say(f"{counted(len(found), 'thing')} to look at" if found else "nothing to look at")
    if found:
        desk.say(*[] if desk.settings.plain else [""])
        desk.table(["what", "where", "says"], [_tournament_row(each) for each in found])
        desk.hint("", "What works them off", *(f"  {code}: {_WAYS[code]}" for code in dict.fromkeys(map(_code, found))))


def _code(found: _Found) -> str:
    if isinstance(found, Concern):
        return found.code
    return "other-people" if isinstance(found, OtherPeople) else "known-otherwise"


def _tournament_row(found: _Found) -> list[str]:
    if isinstance(found, Concern):
        return [found.code, "–", found.text]
    known = f", as {found.known}" if isinstance(found, KnownAs) else ""
    says = f"{found.here.names}; in {found.there.session} {found.there.contestant}, {found.there.names}{known}"
    return [_code(found), f"{found.entrant}: {found.here.contestant} of {found.here.session}", says]


def _as_json(found: _Found) -> dict[str, object]:
    if isinstance(found, Concern):
        return {"what": found.code, "says": found.text}
    known = {"known": found.known} if isinstance(found, KnownAs) else {}
    here, there = _played(found.here), _played(found.there)
    return {"what": _code(found), "contestant": found.entrant, **known, "here": here, "there": there}


def _played(each: PlaysAs) -> dict[str, str]:
    return {"session": each.session, "contestant": each.contestant, "who": each.names}


_LISTED = 8


def missing_lines(session: Session) -> Iterator[str]:
    """What is missing of a session's movement, a line each, as many as one reads; nothing where it has none."""
    found = [each.text for each in grouped(session)]
    found += [sit_out_text(session, each) for each in missing_sit_outs(session)]
    if found:
        yield f"Missing in {session.id}, `check --session {session.id}` lists it:"
    yield from (f"  {text}" for text in found[:_LISTED])
    if len(found) > _LISTED:
        yield f"  … and {len(found) - _LISTED} more"


def ask_for_missing(desk: Desk, command: Command, tournament: str, stage: str, question: str) -> None:
    """Say what is missing or otherwise in the sessions of a stage, and ask whether to go on; with --yes, say it."""
    scores = desk.office.tournaments.scores(tournament)
    names = [each.session for each in scores.tournament.in_stage(stage) if each.session in scores.scoreboards]
    found = [line for name in names for line in missing_lines(scores.scoreboards[name].session)]
    for name in names:
        texts = [each.text for each in concerns_in(scores, name)]
        played = played_otherwise(scores.scoreboards[name].session)
        texts += [f"{each.played.seating}, board {each.played.board}: {each.deviation}" for each in played]
        if texts:
            found.append(f"Played otherwise in {name}, `check --session {name}` lists it:")
        found += [f"  {each}" for each in texts[:_LISTED]]
        if len(texts) > _LISTED:
            found.append(f"  … and {len(texts) - _LISTED} more")
    if not found or desk.office.recorded_with(tournament, desk.settings.command_id):
        return
    told = desk.settings.yes or desk.settings.dry_run
    if not told:
        desk.submit(command, tournament, TRIAL)  # what is refused need not be asked
    desk.hint_aside(*found)
    if not told:
        desk.confirm(question)
