"""Polls by phone: opened, with a link for each player; how many have answered; closed."""

from cli.desk.desk import Desk
from cli.screens import effects
from cli.words.vocabulary import counted
from ledger.errors import Misuse, Refusal
from ledger.facts import ClosePoll, OpenPoll
from ledger.recording.machine_state import served_at
from ledger.recording.phone_polls import PhonePolls
from ledger.session import Session, session_of
from ledger.session.case_numbers import require_open_call
from ledger.session.cases import OpenedPoll
from ledger.session.polls import open_polls


def open_poll(desk: Desk, command: OpenPoll, url: str | None) -> None:
    """Open a poll, and print a link for each player: they are told once."""
    _phones(desk, desk.before())
    effect = effects.submit(desk, command)
    number = effect.events[0].number
    links: list[str] = []
    if not (effect.supposed or effect.repeated):
        phones = _phones(desk, session_of(effect.after))
        at = (url or _served_at(desk) or "http://localhost:8000").rstrip("/")
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


def _served_at(desk: Desk) -> str:
    kept = desk.office.acknowledged
    return served_at(kept) if kept else ""


def _opened(session: Session, case: str) -> OpenedPoll:
    if found := require_open_call(session, case).poll:
        return found
    hint = f'`call poll {case} "your call?" --open 5` opens one'
    raise Refusal("no-open-poll", f"{case} has no poll that waits for answers", hint)


def _phones(desk: Desk, session: Session) -> PhonePolls:
    """What came by phone, without that of polls which were taken back."""
    if desk.office.acknowledged:
        found = PhonePolls(desk.office.acknowledged)
        if not desk.settings.as_of:
            found.forget(session.id, open_polls(session))
        return found
    raise Misuse("usage", "a poll by phone wants a folder of this machine's own", "BRIDGE_LEDGER_STATE=FOLDER")
