"""Print the open concerns of a session or tournament, the commands that settle them, and results still missing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from cli.desk.desk import Desk
from cli.options.addresses import AddressedCase
from cli.screens.boards import session_tricks
from cli.views.cases import ComparedAnswer, case_comparison
from cli.views.checks import ChecksAnswer, checks_value, place_text, play_of_concern
from cli.views.tables import Part, Text
from cli.words.cases import compared_rows
from cli.words.play import sit_out_command
from cli.words.vocabulary import counted
from ledger.errors import UNREADABLE_STREAM
from ledger.kernel.fact import Command
from ledger.overall.before_a_draw import concerns_in, find_missing_sit_outs
from ledger.overall.people import KnownAs, OtherPeople, PlaysAs, find_people_known_twice, other_people, people_of
from ledger.overall.scores import TournamentScores
from ledger.projections.casework import case_file
from ledger.projections.checking import CheckReport, DifferingRulings, check, unlike_rulings_between
from ledger.projections.concerns import Concern, ConcernCode
from ledger.projections.doubts import doubtful_results
from ledger.projections.movement import MissingSitOut, Uncompared, missing_sit_outs, sit_out_text, why_not_compared
from ledger.projections.planned import group_missing_slips, played_otherwise
from ledger.projections.scoreboard import Scoreboard
from ledger.recording import TRIAL
from ledger.session import Session
from ledger.session.places import shortest_address
from ledger.trust.said_in_time import said_in_time

SAID_IN_TIME = "nothing to do: the log keeps who recorded it and when; a wrong clock is corrected by `session clock`"
"""What to do about an event that was recorded late but is said to have happened in time."""

LATE_BY_CLOCK = "`undo`, and record it anew with --reopen; if it was in time, correct the clock: `session clock`"
"""What to do about an event that is late by the corrected clocks."""

_CONFIRM = "`check confirm BOARD --by-sides NS,EW`"
_SEEN = '`check confirm BOARD --reason "the traveller has it so"`'
_AGREED = f"`result correct BOARD RESULT --agreed NS,EW`, or {_CONFIRM}"

_WORKED_OFF_BY: dict[ConcernCode, str] = {
    "no-score": "`result add`, or `ruling add BOARD --artificial A+/A-` where it cannot be played; "
    "`session remove-boards`, where nobody played a board; `contestant sit-out`",
    "to-play": "`result add`, or `result not-played`",
    "not-as-planned": "`result correct BOARD --now-ns 5 --now-ew 12`, or `--now-board 10`; `movement change`; where it "
    "was played so: `ruling add BOARD --stands --law 15`, or `check confirm`",
    "not-as-drawn": "`result correct BOARD --now-ns Norway --now-ew Oslo`, where others sat there; where they met: "
    "`tournament draws` says what to judge, `match void` cancels it",
    "pair-twice": "`result void` and `result add`, where somebody else sat there; else `check confirm`",
    "impossible-score": _AGREED,
    "likely-slip": f"`result correct BOARD RESULT --agreed NS,EW`, or `--now-board NUMBER`; where it is right: {_SEEN}",
    "boards-exchanged": f"`result correct BOARD --now-board NUMBER --exchange`; where it is right: {_SEEN}",
    "other-contract": f"{_AGREED}, or `auction correct BOARD CALLS`",
    "other-tricks": _AGREED,
    "other-cards": f"`deal correct BOARD DEAL`, or `undo` of the auction and play; or {_CONFIRM}",
    "revoke": f"`ruling add BOARD --transfer 1 --law 64`, where it was not settled at the table; or {_CONFIRM}",
    "sides-unbalanced": "`ruling amend CASE`, with what the file does not say; where there is a result: "
    "`check confirm BOARD --by-sides NS,EW`",
    "nothing-to-compare": "`ruling add BOARD --artificial A+/A+ --offender outside --law 87`, where a ruling is there "
    "`ruling amend`; or `check confirm BOARD --by-sides NS,EW`",
    "queried": "`check confirm BOARD --by-sides NS,EW`, or `result correct BOARD RESULT --agreed NS,EW`",
    "provisional-ruling": "`ruling amend` gives the ruling",
    "untold-ruling": "`ruling notify CASE`",
    "other-result": "`ruling confirm CASE`, where it holds; else `ruling amend CASE --result RESULT`",
    "ruled-otherwise": "`check differs R-0003 R-0001`, or `check differs R-0003 friday-b/R-0001`, shows both; "
    "with --reason it says why; else `ruling amend CASE --result RESULT`",
    "open-call": "`ruling add BOARD --result RESULT --call CASE`, or `call answer`",
    "open-appeal": "`appeal hear`, `appeal decide`; where the ruling was superseded, `appeal confirm` or "
    "`appeal withdraw`",
    "set-aside": "`import queue resolve 57`, once it is recorded; or `import queue skip 57`",
    "said-in-time": SAID_IN_TIME,
    "late-by-clock": LATE_BY_CLOCK,
}

_OF_TWO_ROOMS: dict[Uncompared, tuple[str, str]] = {
    "both rooms sat the same way round": (
        "both rooms the same way round",
        "`result correct BOARD --swapped` of the room recorded wrongly, or, played so, "
        "`ruling add BOARD --artificial A-/A- --law %(result-of-one-room)s --offender both`",
    ),
    "the two teams met at more than two tables": (
        "more than two tables",
        "`result void` of what was not played; teams of eight: `session open NAME --scoring teams-of-eight`",
    ),
    "the two rooms played different versions": (
        "different versions",
        "`result foul BOARD --version VERSION` of the other room, if it played the same; else by fault: "
        "`ruling add BOARD --artificial A+/A+ --law %(fouled-board)s --offender none`, where no player is to blame",
    ),
}

_OF_TEAMS_NOT_AS_PLANNED = (
    "`result correct BOARD --now-ns Norway --now-ew Oslo`, where others sat there, or `--now-board 10`; "
    "`movement change`; where they met: `match mismatch Norway Oslo --round 2 --correct Malta --at-fault`, "
    "`match void` cancels it; or `check confirm`"
)

_SHOWN = 12


def print_checks(desk: Desk, *, with_tricks: bool) -> None:
    """Print the concerns of a session as tables or JSON; `with_tricks` compares results with the cards as well."""
    scoreboard = desk.scoreboard()
    checked = _check(desk, scoreboard, with_tricks=with_tricks)
    value = checks_value(checked, scoreboard.session)
    desk.answer(value, _parts(desk, value, checked.open, scoreboard), scoreboard.session)


def _check(desk: Desk, scoreboard: Scoreboard, *, with_tricks: bool = False) -> CheckReport:
    session = scoreboard.session
    tricks = session_tricks(desk, session) if with_tricks else desk.office.solved_deals.by_board(session)
    return check(scoreboard, tricks, concerns_outside_scores(desk, session), unlike_rulings_elsewhere(desk, session))


def _parts(desk: Desk, value: ChecksAnswer, open_: Sequence[Concern], scoreboard: Scoreboard) -> Iterator[Part]:
    if desk.settings.plain:
        yield value.everything
        return
    yield Text("say", (f"{counted(len(open_), 'thing')} to look at" if open_ else "nothing to look at",))
    if open_:
        yield Text("say", ("",))
        yield value.still_open
        yield Text("hint", ("", "What settles them", *_settling_lines(desk, open_, scoreboard)))
    if value.worked_off:
        yield value.done


def open_concerns(desk: Desk) -> Sequence[Concern]:
    """Return the open concerns that a publication of the session's scores would leave."""
    return _check(desk, desk.office.scoreboard(desk.session_id)).open


def concerns_outside_scores(desk: Desk, session: Session) -> list[Concern]:
    """Return a session's concerns that come from its tournament and its log, not from its scores."""
    of_tournament = concerns_in(scores, desk.session_id) if (scores := _scores_around(desk)) else []
    return [*of_tournament, *said_in_time(desk.office.log(session.id), session)]


def _scores_around(desk: Desk) -> TournamentScores | None:
    # the concerns of a tournament are those of today: an earlier moment has none
    if not desk.settings.as_of:
        with suppress(*UNREADABLE_STREAM):  # an unreadable session does not stop this check; `verify` reports it
            return desk.office.tournaments.around(desk.session_id)
    return None


def sit_outs_to_record(desk: Desk, session: Session) -> list[MissingSitOut]:
    """Return the sit-outs that a session's movement or its tournament's draws require, and that are not recorded."""
    scores = _scores_around(desk)
    return missing_sit_outs(session) + (find_missing_sit_outs(scores, session.id) if scores else [])


def unlike_rulings_elsewhere(desk: Desk, session: Session) -> list[DifferingRulings]:
    """Return rulings elsewhere in the tournament that score the same cards differently; [] with --as-of."""
    if desk.settings.as_of:
        return []
    try:
        scores = desk.office.tournaments.around(desk.session_id) if session.deals and session.rulings else None
    except UNREADABLE_STREAM as error:  # the check goes on without the comparison, and says so
        desk.aside(f"note: not compared with the other sessions of the tournament: {error.message}")
        return []
    sessions = (board.session for name, board in scores.scoreboards.items() if name != session.id) if scores else ()
    return unlike_rulings_between(session, sessions)


def compare_cases(desk: Desk, case: str, other: AddressedCase) -> None:
    """Print two cases side by side, field by field."""
    session = desk.session()
    second_session = desk.office.session(desk.office.resolve_session(other.session)) if other.session else session
    one, two = case_file(session, case), case_file(second_session, other.case)
    if desk.settings.json:
        desk.answer(ComparedAnswer(case_comparison(one), case_comparison(two)), (), session)
        return
    rows = [[label, first or "–", second or "–"] for label, first, second in compared_rows(one, two)]
    desk.table(["", *(f"{each.case} of {each.session.id}" for each in (one, two))], rows)


def _settling_lines(desk: Desk, open_: Sequence[Concern], scoreboard: Scoreboard) -> Iterator[str]:
    """Yield the commands that settle open concerns; concerns with the same command share a line."""
    codes = {each.code for each in open_}
    for code, commands in _TYPED_IN_FULL.items():
        yield from (f"  {code}: `{each}`" for each in (commands(desk, scoreboard.session) if code in codes else ()))
    ways: dict[str, dict[str, list[Concern]]] = {}
    for concern in (each for each in open_ if each.code in _WORKED_OFF_BY):
        kind, way = _settling_command(concern, scoreboard)
        ways.setdefault(way, {}).setdefault(kind, []).append(concern)
    for way, kinds in ways.items():
        one, *more = chain.from_iterable(kinds.values())
        yield f"  {', '.join(kinds)}: {way if more else _named_in(way, one, scoreboard.session)}"


def _named_in(way: str, concern: Concern, session: Session) -> str:
    """Put the board and the case of a concern into the command that settles it."""
    played = play_of_concern(concern, session)
    place = f"{concern.board}/{concern.table}" if concern.board and concern.table else "BOARD"
    board = shortest_address(session, played) if played else place
    return way.replace(" BOARD", f" {board}").replace(" CASE", f" {concern.case or 'CASE'}")


_TYPED_IN_FULL: dict[ConcernCode, Callable[[Desk, Session], Iterator[str]]] = {
    "no-sit-out": lambda desk, session: map(sit_out_command, sit_outs_to_record(desk, session))
}
"""The concerns whose settling commands are printed in full, without a word to fill in."""


def _settling_command(concern: Concern, scoreboard: Scoreboard) -> tuple[str, str]:
    """Return a concern's code, with a detail if the command depends on it, and the command that settles it."""
    played = play_of_concern(concern, scoreboard.session) if scoreboard.teams else None
    if concern.code == "no-score" and played and (two := _OF_TWO_ROOMS.get(why_not_compared(scoreboard, played))):
        return f"no-score, {two[0]}", scoreboard.regulations.edition.fill(two[1])
    if concern.code == "set-aside" and concern.case:
        return "set-aside, a ruling to look at again", _WORKED_OFF_BY["other-result"]
    if concern.code == "other-cards" and not concern.seating:
        return "other-cards, of a whole board", "`deal correct BOARD DEAL`, or `undo` of the auction and play"
    if concern.code == "not-as-planned" and scoreboard.in_matches:
        return concern.code, _OF_TEAMS_NOT_AS_PLANNED
    return concern.code, _WORKED_OFF_BY[concern.code]


def open_concern_lines(open_: Sequence[Concern]) -> Iterator[str]:
    """Yield a line for each open concern, twelve at most; nothing if none is open."""
    if open_:
        yield f"Open ({len(open_)}), `check` lists them:"
    for concern in open_[:_SHOWN]:
        yield f"  {concern.code}: {place_text(concern)}: {concern.text}"
    if len(open_) > _SHOWN:
        yield f"  … and {len(open_) - _SHOWN} more"


_TournamentConcern = OtherPeople | KnownAs | Concern

_WAYS = {
    "other-people": "`tournament link SESSION CONTESTANT=ENTRANT`, where it is somebody else; "
    "`tournament link SESSION --other-people CONTESTANT`, where it is the same; `contestant substitute`",
    "known-otherwise": "`tournament link SESSION CONTESTANT=ENTRANT`",
    "said-in-time": SAID_IN_TIME,
    "late-by-clock": LATE_BY_CLOCK,
}


def print_tournament_checks(desk: Desk, name: str) -> None:
    """Print the concerns of a tournament as a table or JSON: players who differ between sessions, and late records."""
    scores = desk.office.tournaments.at(name, desk.settings.as_of)
    known = {each: people_of(board.session) for each, board in scores.scoreboards.items()}
    concerns: list[_TournamentConcern] = [*other_people(scores.tournament, known)]
    concerns += find_people_known_twice(scores.tournament, known)
    concerns += said_in_time(desk.office.log(name), scores.tournament)
    if desk.settings.json:
        value = {"open": [_as_json(each) for each in concerns]}
        desk.print_json_of_state("tournament-check/1", scores.tournament, value)
        return
    if not desk.settings.plain:
        desk.say(f"{counted(len(concerns), 'thing')} to look at" if concerns else "nothing to look at")
    if concerns:
        desk.say(*[] if desk.settings.plain else [""])
        desk.table(["what", "where", "says"], [_tournament_row(each) for each in concerns])
        codes = dict.fromkeys(map(_code, concerns))
        desk.hint("", "What settles them", *(f"  {code}: {_WAYS[code]}" for code in codes))


def _code(concern: _TournamentConcern) -> str:
    if isinstance(concern, Concern):
        return concern.code
    return "other-people" if isinstance(concern, OtherPeople) else "known-otherwise"


def _tournament_row(concern: _TournamentConcern) -> list[str]:
    if isinstance(concern, Concern):
        return [concern.code, "–", concern.text]
    known = f", as {concern.known}" if isinstance(concern, KnownAs) else ""
    says = f"{concern.here.names}; in {concern.there.session} {concern.there.contestant}, {concern.there.names}{known}"
    return [_code(concern), f"{concern.entrant}: {concern.here.contestant} of {concern.here.session}", says]


def _as_json(concern: _TournamentConcern) -> dict[str, object]:
    if isinstance(concern, Concern):
        return {"what": concern.code, "says": concern.text}
    known = {"known": concern.known} if isinstance(concern, KnownAs) else {}
    first, second = _contestant_json(concern.here), _contestant_json(concern.there)
    return {"what": _code(concern), "contestant": concern.entrant, **known, "here": first, "there": second}


def _contestant_json(player: PlaysAs) -> dict[str, str]:
    return {"session": player.session, "contestant": player.contestant, "who": player.names}


_LISTED = 8


def missing_lines(session: Session) -> Iterator[str]:
    """Yield a line for each result or sit-out that a session's movement still lacks, eight at most."""
    lines = [each.text for each in group_missing_slips(session)]
    lines += [sit_out_text(session, each) for each in missing_sit_outs(session)]
    if lines:
        yield f"Missing in {session.id}, `check --session {session.id}` lists it:"
    yield from (f"  {text}" for text in lines[:_LISTED])
    if len(lines) > _LISTED:
        yield f"  … and {len(lines) - _LISTED} more"


def ask_despite_missing(desk: Desk, command: Command, tournament: str, stage: str, question: str) -> None:
    """Print what is missing, unplanned or doubtful in a stage's sessions; ask whether to go on (not with --yes)."""
    scores = desk.office.tournaments.scores(tournament)
    names = [each.session for each in scores.tournament.in_stage(stage) if each.session in scores.scoreboards]
    lines = [line for name in names for line in missing_lines(scores.scoreboards[name].session)]
    for name in names:
        session, texts = scores.scoreboards[name].session, [each.text for each in concerns_in(scores, name)]
        played = played_otherwise(session)
        texts += [f"{each.played.seating}, board {each.played.board}: {each.deviation}" for each in played]
        plays = [each for each in session.table_boards() if not each.confirmed]
        doubts = doubtful_results(scores.scoreboards[name], desk.office.solved_deals.by_board(session), plays)
        texts += [f"{place_text(each)}: {each.text}" for each in doubts]
        if texts:
            lines.append(f"To look at in {name}, `check --session {name}` lists it:")
        lines += [f"  {each}" for each in texts[:_LISTED]]
        if len(texts) > _LISTED:
            lines.append(f"  … and {len(texts) - _LISTED} more")
    if not lines or desk.office.events_recorded_under(tournament, desk.settings.command_id):
        return
    answered = desk.settings.yes or desk.settings.dry_run
    if not answered:
        desk.submit(command, tournament, TRIAL)  # a command that will be refused asks nothing
    desk.hint_aside(*lines)
    if not answered:
        desk.confirm(question)
