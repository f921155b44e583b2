"""Cases: one of them with its story, the register of rulings and the docket of appeals, of one session or of all."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.json.cases import case_json, docket_json, ruling_json
from cli.screens.seals import last_seal_json, say_last_seal
from cli.words.cases import hand_lines, require_known_case, state_lines
from cli.words.event_details import page_lines
from cli.words.events import wrong_clock_text
from cli.words.registers import DOCKET_COLUMNS, REGISTER_COLUMNS, docket_row, register_row, ruling_row
from cli.words.times import RECORDED_LATER, moment_text, span_text, until_text
from ledger.facts import Envelope
from ledger.facts.clocks import with_right_times
from ledger.facts.free_text import has_texts
from ledger.projections.timeline import related_cases, related_events
from ledger.session import Session, Stream, Tournament
from ledger.session.appeals import docket
from ledger.session.moment import iso
from ledger.session.rulings import correction_deadline, register, request_deadline


class ListedSessions(NamedTuple):
    """The stream that is meant, and the sessions whose cases are listed: itself, or those of a tournament."""

    stream: Stream
    sessions: Sequence[Session]

    def columns(self, columns: Sequence[str]) -> list[str]:
        """The headings; where there are several sessions, with theirs before them."""
        return [*(["session"] if isinstance(self.stream, Tournament) else []), *columns]

    def row(self, session: Session, row: Sequence[str]) -> list[str]:
        """A line under them."""
        return [*([session.id] if isinstance(self.stream, Tournament) else []), *row]

    def json(self, session: Session, said: dict[str, object]) -> dict[str, object]:
        """The same as JSON."""
        return {"session": session.id, **said} if isinstance(self.stream, Tournament) else said


def asked(desk: Desk) -> ListedSessions:
    """What is meant, at the moment asked for; of a tournament, its sessions as they all were then."""
    if not desk.office.tournaments.is_one(desk.session_id):
        session = desk.session()
        return ListedSessions(session, [session])
    scores = desk.office.tournaments.at(desk.session_id, desk.settings.as_of)
    return ListedSessions(scores.tournament, [each.session for each in scores.scoreboards.values()])


def say_periods(out: Output, stream: Stream, now: int) -> None:
    """When the periods end; not among tab-separated lines."""
    if out.settings.plain:
        return
    if not stream.publications:
        said = "published, and taken back" if stream.given_out else "not published"
        out.say(f"Scores {said}: no period is running.", "")
        return
    corrections, requests = until_text(correction_deadline(stream), now), until_text(request_deadline(stream), now)
    out.say(f"Corrections of the score: {corrections}.")
    out.say(f"Rulings and appeals: {requests}; a later ruling has its own time.", "")


def print_docket(desk: Desk) -> None:
    """The docket, as a table or as JSON; of a tournament, that of all of its sessions."""
    over = asked(desk)
    now = desk.now(over.stream)
    entries = [(session, entry) for session in over.sessions for entry in docket(session)]
    if desk.settings.json:
        appeals = [over.json(session, docket_json(entry)) for session, entry in entries]
        seal = last_seal_json(desk, over.stream)
        desk.json_at("docket/1", over.stream, {"now": iso(now), "appeals": appeals, "seal": seal})
        return
    say_periods(desk, over.stream, now)
    if entries or desk.settings.plain:
        rows = [over.row(session, docket_row(entry, session, now)) for session, entry in entries]
        desk.cards(over.columns(DOCKET_COLUMNS), [[*map(desk.in_suits, row)] for row in rows])
    else:
        desk.say("no appeals yet")
    say_last_seal(desk, over.stream)


def print_register(desk: Desk) -> None:
    """The register, as a table or as JSON; of a tournament, that of all of its sessions."""
    over = asked(desk)
    now = desk.now(over.stream)
    entries = [(session, entry) for session in over.sessions for entry in register(session, now)]
    if desk.settings.json:
        rulings = [over.json(session, ruling_json(entry)) for session, entry in entries]
        seal = last_seal_json(desk, over.stream)
        desk.json_at("register/1", over.stream, {"now": iso(now), "rulings": rulings, "seal": seal})
        return
    say_periods(desk, over.stream, now)
    if entries or desk.settings.plain:
        rows = [over.row(session, register_row(entry, now)) for session, entry in entries]
        desk.cards(over.columns(REGISTER_COLUMNS), [[*map(desk.in_suits, row)] for row in rows])
    else:
        desk.say("no rulings yet")
    say_last_seal(desk, over.stream)


def print_rulings(desk: Desk) -> None:
    """The rulings of the session, with what is in force."""
    session = desk.session()
    entries = register(session, desk.now(session))
    if desk.settings.json:
        desk.json_at("rulings/1", session, {"rulings": [ruling_json(entry) for entry in entries]})
        return
    rows = [ruling_row(entry) for entry in entries]
    desk.table_or("no rulings yet", ["case", ">board", "contestants", "law", "score", "state", "reason"], rows)


def show_case(desk: Desk, name: str) -> None:
    """Print the whole story a case belongs to, its own state first."""
    session, case = desk.session(), name.upper()
    require_known_case(session, case)
    log = related_events(session, desk.office.log(session.id, session.number), case)
    if desk.settings.json:
        desk.json_at("case/1", session, case_json(session, case, log, desk.now(session)))
    else:
        _print(desk, session, case, log)


def _print(desk: Desk, session: Session, case: str, log: list[Envelope]) -> None:
    now = desk.now(session)
    for each in sorted(related_cases(session, case), key=lambda each: (each != case, "CRAPM".index(each[0]), each)):
        for line in state_lines(session, each, now, desk.symbols):
            desk.say(line)
        if each in session.rulings:
            for line in hand_lines(session, session.rulings[each], desk.symbols):
                desk.say(line)
    for envelope in log:
        desk.say("", f"#{envelope.number}  {_when(envelope, session, now)}  {envelope.by}")
        in_own_words = has_texts(type(envelope.event))  # those are shown as they were written
        for line in page_lines(envelope.event, session, desk.symbols):
            desk.say(f"  {line if in_own_words else desk.in_suits(line)}")


def _when(envelope: Envelope, session: Session, now: int) -> str:
    told = with_right_times(envelope, session.wrong_clocks)
    happened = moment_text(told.occurred_at, now)
    later = told.recorded_at - told.occurred_at
    recorded = f" (recorded {span_text(later)} later)" if later >= RECORDED_LATER else ""
    return happened + recorded + wrong_clock_text(envelope, told).replace("  ", "")
