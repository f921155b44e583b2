"""Polls and evidence of a call: shown, asked for, filed and saved."""

from pathlib import Path

from cli.desk.desk import Desk
from cli.screens import effects
from cli.views.answers import as_json
from cli.views.calls import EvidenceAnswer, piece_row
from cli.words.calls import KINDS, size_text
from cli.words.vocabulary import counted
from ledger.errors import Misuse, Refusal
from ledger.exchange.evidence import read_evidence
from ledger.recording import Submission
from ledger.recording.machine_state import PhonePolls, served_at
from ledger.session import Call, Session
from ledger.session.case_numbers import require_open_call
from ledger.session.cases import OpenedPoll
from ledger.subjects.calls.facts import ClosePoll, FileEvidence, OpenPoll
from ledger.subjects.calls.state import open_polls, pieces
from ledger.subjects.tournaments.state import session_of


def open_poll(desk: Desk, command: OpenPoll, url: str | None) -> None:
    """Open a poll, and print a link for each player: they are told once."""
    _phones(desk, desk.before())
    effect = effects.submit(desk, command)
    number = effect.events[0].number
    links: list[str] = []
    if not (effect.supposed or effect.repeated):
        phones = _phones(desk, session_of(effect.after))
        kept = desk.office.acknowledged
        at = (url or (kept and served_at(kept)) or "http://localhost:8000").rstrip("/")
        links = [f"{at}/poll/{code}" for code in phones.open(desk.session_id, number, command.links)]
    effects.report(desk, effect, links=links)
    if links and not desk.settings.json:
        desk.say("", "One for each player, good once, and not told again:")
        for link in links:
            desk.say(f"  {link}")


def close_poll(desk: Desk, case: str) -> None:
    """Make what came by phone a fact of the call."""
    session = desk.before()
    number, _ = _opened(session, case)
    phones = _phones(desk, session)
    with phones.held(desk.session_id, number) as answers:
        effect = effects.submit(desk, ClosePoll(case, answers))
        if not effect.supposed:
            phones.close(desk.session_id, number)
    effects.report(desk, effect)


def tell_poll(desk: Desk, case: str) -> None:
    """How many have answered; what, is told when it is closed."""
    session = desk.session()
    phones = _phones(desk, session)
    number, opened = _opened(session, case)
    come = phones.of(session.id, number)
    if desk.settings.json:
        said = {"case": case, "opened": number, "question": opened.question, "links": opened.links}
        desk.json("poll/1", said | {"answered": come.answered if come else None})
        return
    desk.say(f"{case} poll (#{number}): {opened.question}")
    if come:
        desk.say(f"  answered by {come.answered} of {counted(opened.links, 'player')}")
    else:
        desk.say("  the links were handed out on another computer: ask there how many have answered")


def _opened(session: Session, case: str) -> OpenedPoll:
    if found := require_open_call(session, case).poll:
        return found
    hint = f'`call poll {case} "your call?" --open 5` opens one'
    raise Refusal("no-open-poll", f"{case} has no poll that waits for answers", hint)


def _phones(desk: Desk, session: Session) -> PhonePolls:
    if desk.office.acknowledged:
        found = PhonePolls(desk.office.acknowledged)
        if not desk.settings.as_of:
            found.forget(session.id, open_polls(session))
        return found
    raise Misuse("usage", "a poll by phone wants a folder of this machine's own", "BRIDGE_LEDGER_STATE=FOLDER")


def file_evidence(desk: Desk, case: str, path: Path, what: str, *, public: bool) -> None:
    """File what is in a file; who it is of, and what is wrong with it, is told before anything is recorded."""
    require_open_call(desk.before(), case)
    file = read_evidence(path)
    command = FileEvidence(case, file.kind, file.size, file.sha256, what, public)
    effects.record(desk, command, how=Submission(file=file))


def list_evidence(desk: Desk, case: str) -> None:
    """The evidence of a call, and of what is not here any more why."""
    session = desk.session()
    call = require_open_call(session, case)
    gone = desk.office.evidence.states(session.id, call)
    found = EvidenceAnswer(case, tuple(piece_row(at, each, gone[at]) for at, each in pieces(call)))
    desk.answer(found, [found.table], session)


def save_evidence(desk: Desk, case: str, number: int, path: Path) -> None:
    """Write a piece to a file."""
    session = desk.session()
    call: Call = require_open_call(session, case)
    piece = desk.office.evidence.save(session.id, call, number, path)
    if desk.settings.json:
        desk.json_at(
            "evidence-saved/1", session, {"case": case, "file": str(path), **as_json(piece_row(number, piece, ""))}
        )
    else:
        kept = f"{KINDS[piece.filed.kind]}, {size_text(piece.filed.size)}, as it was recorded (#{piece.number})"
        desk.say(f"{path}: piece {number} of {case}, {kept}")
