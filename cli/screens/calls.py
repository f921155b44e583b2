"""Open, close and show polls by phone; file, list and save the evidence of a call."""

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
from ledger.recording.effect import Effect
from ledger.recording.machine_state import Acknowledged, PhonePolls, served_at
from ledger.session import Call, Session
from ledger.session.case_numbers import require_open_call
from ledger.session.cases import OpenedPoll
from ledger.subjects.calls.facts import ClosePoll, FileEvidence, OpenPoll, PollOpened
from ledger.subjects.calls.state import open_polls, pieces


def open_poll(desk: Desk, command: OpenPoll, url: str) -> None:
    """Open a poll by phone, and print a link for each player, once; Misuse (usage) without a state folder."""
    _phone_polls(desk, desk.before())  # refused before anything is recorded
    effect = effects.submit(desk, command)
    # a link is shown once: a repeated command hands out no second one
    kept, once = desk.office.acknowledged, not (effect.supposed or effect.repeated)
    links = poll_links(kept, effect, url) if kept and once else []
    effects.report(desk, effect, links=links)
    if links and not desk.settings.json:
        desk.say("", "The links, one for each player; each works once and is not shown again:")
        for link in links:
            desk.say(f"  {link}")


def poll_links(kept: Acknowledged, effect: Effect, url: str = "") -> list[str]:
    """Return a new link for each player of the poll that a command opened; none once somebody has answered it."""
    opened, phones, session = effect.events[0], PhonePolls(kept), effect.after.id
    assert isinstance(opened.event, PollOpened)
    if (progress := phones.of(session, opened.number)) and progress.answered:
        return []
    return [f"{phones_url(kept, url)}/poll/{code}" for code in phones.open(session, opened.number, opened.event.links)]


def phones_url(kept: Acknowledged, url: str = "") -> str:
    """Return the address where players' phones find the pages: as typed, or where `serve` was last."""
    return (url or served_at(kept) or "http://localhost:8000").rstrip("/")


def close_poll(desk: Desk, case: str) -> None:
    """Record the answers sent by phone, and close the poll; Refusal (no-open-poll) if the call has no open poll."""
    session = desk.before()
    number, _ = _require_open_poll(session, case)
    phones = _phone_polls(desk, session)
    with phones.lock_answers(desk.session_id, number) as answers:  # no answer may come between reading and closing
        effect = effects.submit(desk, ClosePoll(case, answers))
        if not effect.supposed:
            phones.close(desk.session_id, number)
    effects.report(desk, effect)


def print_poll(desk: Desk, case: str) -> None:
    """Print how many players have answered an open poll, not their answers; Refusal (no-open-poll) without a poll."""
    session = desk.session()
    phones = _phone_polls(desk, session)
    number, opened = _require_open_poll(session, case)
    returned = phones.of(session.id, number)
    if desk.settings.json:
        poll = {"case": case, "opened": number, "question": opened.question, "links": opened.links}
        desk.json("poll/1", poll | {"answered": returned.answered if returned else None})
        return
    desk.say(f"{case} poll (#{number}): {opened.question}")
    if returned:
        desk.say(f"  answered by {returned.answered} of {counted(opened.links, 'player')}")
    else:
        desk.say("  the links were handed out on another computer: ask there how many have answered")


def _require_open_poll(session: Session, case: str) -> OpenedPoll:
    if poll := require_open_call(session, case).poll:
        return poll
    hint = f'`call poll {case} "your call?" --open 5` opens one'
    raise Refusal("no-open-poll", f"{case} has no poll that waits for answers", hint)


def _phone_polls(desk: Desk, session: Session) -> PhonePolls:
    if desk.office.acknowledged:
        phones = PhonePolls(desk.office.acknowledged)
        if not desk.settings.as_of:
            phones.forget(session.id, open_polls(session))
        return phones
    raise Misuse("usage", "a poll by phone needs a folder on this computer", "BRIDGE_LEDGER_STATE=FOLDER")


def file_evidence(desk: Desk, case: str, path: Path, what: str, *, public: bool) -> None:
    """File evidence from a file; a file that cannot be filed is refused before anything is recorded."""
    require_open_call(desk.before(), case)
    file = read_evidence(path)
    command = FileEvidence(case, file.kind, file.size, file.sha256, what, public)
    effects.record(desk, command, how=Submission(file=file))


def list_evidence(desk: Desk, case: str) -> None:
    """Print the evidence of a call, and why a deleted piece is gone."""
    session = desk.session()
    call = require_open_call(session, case)
    gone = desk.office.evidence.states(session.id, call)
    answer = EvidenceAnswer(case, tuple(piece_row(at, each, gone[at]) for at, each in pieces(call)))
    desk.answer(answer, [answer.table], session)


def save_evidence(desk: Desk, case: str, number: int, path: Path) -> None:
    """Save a piece of evidence to a file."""
    session = desk.session()
    call: Call = require_open_call(session, case)
    piece = desk.office.evidence.save(session.id, call, number, path)
    if desk.settings.json:
        saved = {"case": case, "file": str(path), **as_json(piece_row(number, piece, ""))}
        desk.print_json_of_state("evidence-saved/1", session, saved)
    else:
        kept = f"{KINDS[piece.filed.kind]}, {size_text(piece.filed.size)}, as it was recorded (#{piece.number})"
        desk.say(f"{path}: piece {number} of {case}, {kept}")
