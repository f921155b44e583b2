"""Who takes part in a session: entered, with who they are, and taken out where that was a mistake."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import astuple

from ledger.bounds.tournaments import CALLED
from ledger.decide.people import named_at_entry
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.errors.visible import is_plain
from ledger.facts import EnterContestants, OpenSession, RemoveContestants, Undo
from ledger.facts.participation import AtTableFact
from ledger.facts.play import ContestantsEntered, ContestantsRemoved, SessionOpened
from ledger.labels import LABEL, direction
from ledger.overall.people import people_of
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.session.movement import seats
from ledger.session.places import require_contestant


def enter(contestants: Iterable[str], opening: OpenSession | SessionOpened) -> tuple[ProposedEvent, ...]:
    """Enter contestants, by labels that fit the field, each once; nothing where there are none."""
    labels = tuple(contestants)
    check_each_once(labels)
    for label in labels:
        check_label(label, opening)
    return (ProposedEvent(ContestantsEntered(labels)),) if labels else ()


def check_each_once(labels: Sequence[str]) -> None:
    """Refuse a list that names somebody twice: one of the two is meant for another."""
    if twice := [label for label, times in Counter(labels).items() if times > 1]:
        names = ", ".join(twice)
        raise Refusal("bad-contestants", f"{names} {'is' if len(twice) == 1 else 'are'} named twice", "name each once")


def check_label(label: str, opening: OpenSession | SessionOpened) -> None:
    """Refuse a label that is no number, or that has no direction where directions are ranked apart."""
    if FORMS[opening.scoring].teams():
        if not (label.strip() == label and is_plain(label) and CALLED.hold(len(label))):
            message = f"at most {CALLED.most} characters in one line"
            raise Refusal("bad-contestants", f"{label[:80]!r} is no name for a team", message)
        return
    if not LABEL.fullmatch(label):
        raise Refusal(
            "bad-contestants",
            f"{label!r} is no contestant's number",
            "contestants are 1, 2, … or 1NS, 1EW, …; names are kept apart",
        )
    if (opening.winners == 2) != bool(direction(label)):
        hint = "write 1NS or 1EW" if opening.winners == 2 else "write 1, or open the session with --winners 2"
        raise Refusal("wrong-field", f"contestant {label} does not fit a field with {_winners(opening.winners)}", hint)


def _winners(winners: int) -> str:
    return "one winner" if winners == 1 else "two winners (North–South and East–West ranked apart)"


def enter_contestants(command: EnterContestants, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Enter contestants who are not entered yet, and name those whose players are said and not known yet."""
    check_each_once(command.contestants)
    new = [contestant for contestant in command.contestants if contestant not in session.contestants]
    entered, players = enter(new, session.opening), named_at_entry(command.players, people_of(session), session.players)
    if not (entered or players):
        raise Refusal("nothing-to-change", "they are all entered already", "`session show`")
    return *entered, *players


def remove_contestants(command: RemoveContestants, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Contestants who were entered by mistake are taken out; refused where anything was ever recorded of one."""
    contestants = tuple(dict.fromkeys(command.contestants))
    for contestant in contestants:
        require_contestant(session, contestant)
        _check_nothing_of(contestant, session)
    return (ProposedEvent(ContestantsRemoved(contestants, command.reason)),)


def _check_nothing_of(contestant: str, session: Session) -> None:
    if recorded := next(_recorded_of(session, contestant), ""):
        hint = f"`contestant withdraw {contestant}`, for somebody who leaves; `contestant phantom`, for nobody"
        raise Refusal("has-dependants", f"{recorded} is of {contestant}: who was recorded stays in the log", hint)


def _recorded_of(session: Session, contestant: str) -> Iterator[str]:
    """What somebody recorded of a contestant, even if it was taken back: all that may come back."""
    for played in (*session.table_boards(), *session.voided.values()):
        if any(contestant in each.everyone for each in (played.seating, *(was.was for was in played.reseated))):
            yield f"#{played.events[0]}"
    for number, laid_down in session.movements.ever.items():
        if any(contestant in seats(each).everyone for each in laid_down.tables):
            yield f"the movement of #{number}"
    for number, fact in (*session.participation.ever.items(), *session.findings.ever.items()):
        if not isinstance(fact, AtTableFact) and contestant in _strings(astuple(fact)):
            yield f"#{number}"
    for call in session.calls.values():
        if contestant in (call.called.ns, call.called.ew):
            yield call.case
    for penalty in session.penalties.values():
        if penalty.imposed.contestant == contestant:
            yield penalty.imposed.case
    if contestant in session.carry_over:
        yield f"#{min(session.carry_over[contestant].ever)}"


def _strings(values: Iterable[object]) -> Iterator[str]:
    for each in values:
        if isinstance(each, str):
            yield each
        elif isinstance(each, tuple):
            yield from _strings(each)


def _unenter(event: ContestantsEntered, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Those of them who are still in are taken out, where nothing was recorded of any."""
    there = tuple(each for each in event.contestants if each in session.contestants)
    if not there:
        raise Refusal("undo-nothing", "they were taken out already", "`contestant list` shows who takes part")
    for contestant in there:
        _check_nothing_of(contestant, session)
    return (ProposedEvent(ContestantsRemoved(there, command.reason), (command.target.number,)),)


HANDLERS: Handlers = {EnterContestants: enter_contestants, RemoveContestants: remove_contestants}

UNDO: Undoing = {ContestantsEntered: _unenter}
