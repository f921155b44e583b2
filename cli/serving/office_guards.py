"""What a device may record and see: the commands of the forms, undoing its own events, no board still to be played."""

import re
from collections.abc import Iterable, Iterator, Mapping

from cli.options.addresses import case_named
from ledger.errors import Conflict, Refusal
from ledger.kernel.fact import Command, Event, TakenBack
from ledger.labels import boards_text
from ledger.office import Office
from ledger.projections.planned import boards_to_come_for
from ledger.recording import Submission
from ledger.recording.effect import Effect
from ledger.recording.machine_state import Acknowledged, PhonePolls
from ledger.session import Session
from ledger.subjects.appeals.facts import DecideAppeal, HearAppeal, LodgeAppeal, ScreenAppeal, WithdrawAppeal
from ledger.subjects.calls.facts import AddCall, AnswerCall, ClosePoll, FileEvidence, OpenPoll, StateFacts, TakePoll
from ledger.subjects.deals import CorrectAuction, RecordAuction
from ledger.subjects.office.facts import CommandSigned
from ledger.subjects.play.facts import CorrectResult, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import GiveRuling, NotifySides, Undo
from ledger.subjects.tournaments.state import session_of
from ledger.trust.commands import command_name

COMMANDS = {
    command_name(kind): kind
    for kind in (
        *(RecordResult, CorrectResult, GiveRuling, NotifySides, RecordAuction, CorrectAuction, PublishScores, Undo),
        *(AddCall, StateFacts, AnswerCall, FileEvidence, TakePoll, OpenPoll, ClosePoll),
        *(LodgeAppeal, ScreenAppeal, HearAppeal, DecideAppeal, WithdrawAppeal),
    )
}
"""The commands that the pages' forms lead to; no other is taken."""


def submit(office: Office, session: Session, command: Command, how: Submission, kept: Acknowledged) -> Effect:
    """Record a command; Conflict (not-as-shown): another player has answered the poll that it closes."""
    poll = session.calls[command.case].poll if isinstance(command, ClosePoll) else None
    if not (isinstance(command, ClosePoll) and poll) or office.events_recorded_under(session.id, how.command_id):
        return office.submit(session.id, command, how)
    phones = PhonePolls(kept)
    with phones.lock_answers(session.id, poll.number) as answers:  # no answer may come between reading and closing
        if answers != command.answers:
            raise Conflict("not-as-shown", "another player has answered meanwhile", "look at the answers again")
        effect = office.submit(session.id, command, how)
        phones.close(session.id, poll.number)
    return effect


# Undoing


def last_recorded(office: Office, session: Session, device: str) -> list[int]:
    """Return the events, not taken back, that a device recorded last under one command; [] if it recorded none."""
    signed = (each for each in reversed(list(office.log(session.id, session.number))) if is_of(each.event, device))
    in_force = ([each for each in envelope.because if each not in session.taken_back] for envelope in signed)
    return next(filter(None, in_force), [])


def is_of(event: Event, device: str) -> bool:
    """Return whether an event is the signature of a device."""
    return isinstance(event, CommandSigned) and event.device == device


def check_undone(office: Office, session: Session, command: Command, device: str) -> None:
    """Refuse (not-your-office) to undo, from a device, anything but what it recorded last."""
    if isinstance(command, Undo) and command.target.number not in last_recorded(office, session, device):
        number = command.target.number
        raise Refusal(
            "not-your-office", f"#{number} is not what {device} recorded last", f"`undo {number}` at the desk"
        )


# Boards still to be played


def check_seen(session: Session, boards: Iterable[int], official: str) -> None:
    """Refuse (still-to-play) what is about boards that the official has still to play himself."""
    if to_come := {*boards} & boards_to_come_for(session, official):
        why = f"{official} has still to play {boards_text(sorted(to_come))}"
        raise Refusal("still-to-play", why, "another director looks at it")


def boards_of(what: Command | Event, session: Session) -> Iterator[int]:
    """Yield the boards that a command or an event is about, itself or by its cases."""
    board = getattr(getattr(what, "where", what), "board", None)
    yield from [board] if board else ()
    cases = [getattr(what, name, None) for name in ("case", "call", "beside", "order")]
    for case in filter(None, (*cases, *getattr(what, "together", ()))):
        yield from board_of_case(case, session)
    if isinstance(what, TakenBack):
        yield from boards_of(session.reversible[what.of][0], session)
    if isinstance(what, Undo):
        yield from boards_of(what.target.event, session)


def board_of_case(case: str, session: Session) -> list[int]:
    """Return the board of a call, a ruling, an appeal or a penalty; [] if it has none."""
    if appeal := session.appeals.get(case):
        case = appeal.against
    if penalty := session.penalties.get(case):
        case = penalty.imposed.beside or ""
    call, ruling = session.calls.get(case), session.rulings.get(case)
    board = ruling.board if ruling else call.called.board if call else None
    return [board] if board else []


def boards_named(fields: Mapping[str, list[str]], session: Session) -> Iterator[int]:
    """Yield the boards that a form names, before it is read: a refusal of what it says would tell something of them."""
    named = (text for name in ("board", "now_board") for text in fields.get(name, ()))
    yield from (int(digits[0]) for text in named if (digits := re.match(r"\s*\d{1,15}", text)))
    for text in (text for name in ("case", "call", "what", "together") for text in fields.get(name, ())):
        yield from board_of_case(case_named(text) or "", session)


def boards_in(effect: Effect) -> Iterator[int]:
    """Yield the boards that the events of an effect are about, and those on which scores move."""
    yield from (each.board for each in effect.ripple().changes)
    for each in effect.events:
        yield from boards_of(each.event, session_of(effect.after))
