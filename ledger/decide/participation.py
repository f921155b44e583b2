"""Who takes part: boards not played or played later, substitutes, withdrawals, disqualifications; and undo: what was
stated is recalled, unless something rests on it.
"""

from typing import get_args

from msgspec import structs

from ledger.bounds.tournaments import FINED
from ledger.decide.entering import enter
from ledger.decide.people import named
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.seats import check_free, new_seating, unentered
from ledger.decide.sitting_out import check_missed, check_not_there
from ledger.errors import Refusal
from ledger.facts import Undo, Where
from ledger.facts.participation import (
    AtTableFact,
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    OfContestant,
    ParticipationRecalled,
    ParticipationRestored,
    PhantomDeclared,
    PlayPostponed,
    PostponePlay,
    SatOut,
    SeatSubstitute,
    StandingWithheld,
    SubstituteSeated,
    TakingPart,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.labels import direction
from ledger.scoring.forms import FORMS
from ledger.session import Session, TableBoard
from ledger.session.participation import absent_from
from ledger.session.places import known, meant, require_contestant


def leave_unplayed(command: LeaveUnplayed, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Boards a table did not play; also those that were to be played later, and were not."""
    boards = dict.fromkeys((command.where.board, *command.also))
    found = [
        event for board in boards for event in _unplayed(command, structs.replace(command.where, board=board), session)
    ]
    return tuple(dict.fromkeys(found))


def _unplayed(command: LeaveUnplayed, at: Where, session: Session) -> tuple[ProposedEvent, ...]:
    where, played = meant(session, at)
    _check_nothing_there(played, BoardNotPlayed)
    seating = played.seating if played else new_seating(session, where)
    event = BoardNotPlayed(
        where.board,
        *seating.pair,
        **seating.at(where.round, where.table).place,
        fault=command.fault,
        partly=command.partly,
        scored=command.scored,
        reason=command.reason,
    )
    because = (played.absence.number,) if played and played.absence else ()
    return *enter(unentered(session, seating), session.opening), ProposedEvent(event, because)


def postpone_play(command: PostponePlay, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A board a table is to play later."""
    where, played = meant(session, command.where)
    _check_nothing_there(played, PlayPostponed, BoardNotPlayed)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = PlayPostponed(where.board, *seating.pair, **place, reason=command.reason)
    return *enter(unentered(session, seating), session.opening), ProposedEvent(event)


def _check_nothing_there(played: TableBoard | None, *said: type[AtTableFact]) -> None:
    """Refuse a table that has a result, a ruling, or one of these statements already."""
    if played is None:
        return
    if played.results:
        number = played.results[-1].number
        hint = "`result void` it first, if it never was"
        raise Refusal("result-exists", f"{played.name} has {played.result} (#{number})", hint)
    if played.cases:
        hint = f"`ruling withdraw {played.cases[-1]}` first"
        raise Refusal("already-ruled", f"{played.name} has {' and '.join(played.cases)}", hint)
    if played.absence and isinstance(played.absent, (SatOut, *said)):
        number = played.absence.number
        raise Refusal(
            "nothing-to-change", f"#{number} says of {played.name} that it was not played", f"`undo {number}`"
        )


def declare_phantom(command: DeclarePhantom, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that is nobody; boards that waited for it are cancelled."""
    contestant = known(session, command.contestant)
    event = PhantomDeclared(contestant, command.reason)
    _check_new(session, event)
    check_nobody(session, contestant)
    entering = enter([] if contestant in session.contestants else [contestant], session.opening)
    return *entering, ProposedEvent(event)


def check_nobody(session: Session, contestant: str) -> None:
    """Refuse to call nobody whom a score is there of."""
    hint = f"who leaves in mid-session: `contestant withdraw {contestant}`"
    for _, played in session.boards_of(contestant):
        if played.results or played.cases:
            raise Refusal("takes-part", f"{contestant} has a score: {played.name}", hint)


def seat_substitute(command: SeatSubstitute, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Who sat in a seat in somebody's stead; refused where he sat elsewhere at the time."""
    contestant = require_contestant(session, command.contestant)
    if (said := direction(contestant)) and command.seat not in said:
        raise Refusal("wrong-field", f"{contestant} does not sit {command.seat}", f"--seat {contestant[-2]}")
    for other, player in command.elsewhere:
        _check_not_seated(session, other, player, command.rounds)
    own = (other for other, player in command.elsewhere if not _substitutes(session, other, player))
    plays_for = next(own, None)
    rounds = tuple(sorted(set(command.rounds)))
    event = SubstituteSeated(contestant, command.seat, command.player, rounds, plays_for, command.reason)
    for number, fact in session.participation.all(SubstituteSeated, contestant):
        if (fact.seat, fact.player, fact.rounds) == (event.seat, event.player, event.rounds):
            raise Refusal("nothing-to-change", f"#{number} says so already", "`contestant list`")
    return *named(command.named, session.players), ProposedEvent(event)


def _check_not_seated(session: Session, contestant: str, player: int, rounds: tuple[int, ...]) -> None:
    """Refuse a substitute who sits with another contestant at the time: with his own, or as a substitute there."""
    seated = _substitutes(session, contestant, player)
    for side, played in session.boards_of(contestant):
        there = not seated or any(not fact.rounds or played.round in fact.rounds for fact in seated)
        if there and (played.results or played.cases) and (not rounds or played.round in rounds):
            when = f" in round {played.round}" if played.round else ""
            raise Refusal(
                "sits-elsewhere",
                f"he plays for {contestant}, which sits {side.value}{when}: {played.name}",
                "--rounds says when he sat there; another player of that name: --member tells them apart",
            )


def _substitutes(session: Session, contestant: str, player: int) -> list[SubstituteSeated]:
    """When a player sat with a contestant as a substitute; never, where he is one of its own."""
    return [fact for _, fact in session.participation.all(SubstituteSeated, contestant) if fact.player == player]


def withhold_standing(command: WithholdStanding, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that plays without standing: its opponents' scores stay as they are."""
    contestant = require_contestant(session, command.contestant)
    event = StandingWithheld(contestant, command.cause, command.reason)
    _check_new(session, event)
    return (ProposedEvent(event),)


def withdraw_contestant(command: WithdrawContestant, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that takes no further part, once it has taken some."""
    contestant = require_contestant(session, command.contestant)
    event = ContestantWithdrew(
        contestant, command.after_round, command.of, command.good_reason, command.fine, command.reason, command.stand
    )
    _check_new(session, event)
    check_has_played(session, contestant, command.after_round)
    _check_fine(session, command)
    return (ProposedEvent(event),)


def check_has_played(session: Session, contestant: str, after_round: int | None) -> None:
    """Refuse that a contestant withdrew that has played nothing, or that played in a later round."""
    played = [each for _, each in session.boards_of(contestant) if each.results or each.cases]
    if not played:
        raise Refusal(
            "never-played",
            f"{contestant} has no board yet: who never came does not withdraw",
            f"`contestant phantom {contestant}`: nobody is {contestant}, and who meets it sits out",
        )
    later = [each for each in played if after_round and (each.round or 0) > after_round]
    if later:
        message = f"{contestant} played in round {later[0].round}: {later[0].name}"
        raise Refusal("takes-part", message, "is --after-round right? or `result void` what never was")


def _check_fine(session: Session, command: WithdrawContestant) -> None:
    if not FINED.hold(command.fine):
        raise Refusal(
            "wrong-unit", f"a fine on a missed board is {FINED.least} to {FINED.most} per cent of the top", "--fine 10"
        )
    if command.fine and FORMS[session.opening.scoring].top(session.expected, session.regulations) is None:
        raise Refusal("wrong-unit", "per cent of a top are taken where there is one", "`penalty add`, in IMPs or VPs")
    if command.fine and not command.good_reason:
        hint = "--good-reason, where it keeps its place; else leave --fine out"
        raise Refusal("wrong-unit", "who withdraws for no good reason has nothing on the boards it missed", hint)


def disqualify_contestant(command: DisqualifyContestant, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant disqualified, on the authority that may (Law 91B)."""
    contestant = require_contestant(session, command.contestant)
    if not command.authority.strip():
        message = "a contestant is disqualified with somebody's approval (Law 91B)"
        raise Refusal("no-authority", message, '--authority "the tournament organiser"')
    event = ContestantDisqualified(contestant, command.authority, command.laws, command.reason)
    _check_new(session, event)
    return (ProposedEvent(event),)


def _check_new(session: Session, event: OfContestant) -> None:
    """Refuse what was said of a contestant already, so or otherwise: what stands is taken back before it is changed."""
    found = session.participation.last(type(event), event.contestant)
    if found is None:
        return
    number, stands = found
    if stands == event:
        raise Refusal("nothing-to-change", f"#{number} says so of {event.contestant}", f"`undo {number}` takes it back")
    raise Refusal(
        "nothing-to-change",
        f"#{number} says otherwise of {event.contestant}, and stands: {_said(stands)}",
        f"to change it: `undo {number}`, then say it anew",
    )


def _said(stands: OfContestant) -> str:
    """What a statement says, but for of whom: as it is typed, since it is typed again to be changed."""
    said = []
    for name, value in structs.asdict(stands).items():
        if name != "contestant" and value not in ("", None, False, (), 0):
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            said.append(name.replace("_", "-") if value is True else f"{name.replace('_', '-')} {text}")
    return "; ".join(said) or "without any more"


HANDLERS: Handlers = {
    LeaveUnplayed: leave_unplayed,
    PostponePlay: postpone_play,
    DeclarePhantom: declare_phantom,
    SeatSubstitute: seat_substitute,
    WithholdStanding: withhold_standing,
    WithdrawContestant: withdraw_contestant,
    DisqualifyContestant: disqualify_contestant,
}


def _recall(event: TakingPart, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    return _recalled(command.target.number, command, session)


def _recall_again(
    event: ParticipationRestored, command: Undo, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    return _recalled(event.of, command, session)


def _recalled(number: int, command: Undo, session: Session) -> tuple[ProposedEvent, ...]:
    fact = session.participation.facts.get(number)
    if fact is None:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`log` tells when")
    _check_nothing_rests_on(session, number, fact)
    return (ProposedEvent(ParticipationRecalled(number, command.reason), (command.target.number,)),)


def _check_nothing_rests_on(session: Session, number: int, fact: TakingPart) -> None:
    """Refuse to take back what a ruling, a result or a sit-out rests on."""
    for board, seating in absent_from(session, fact):
        played = session.line(board, seating)
        if played and played.cases:
            case = played.cases[-1]
            raise Refusal("has-dependants", f"{case} rules on {played.name}", f"`ruling withdraw {case}` first")
        if played and played.results and isinstance(fact, PlayPostponed):
            last = played.results[-1].number
            raise Refusal("has-dependants", f"{played.name} was played since (#{last})", f"undo {last} first")
    if isinstance(fact, ContestantWithdrew | PhantomDeclared):
        for later, sat_out in session.participation.all(SatOut):
            if sat_out.opponent == fact.contestant:
                message = f"{sat_out.contestant} sits out for it (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")


def _restore(event: ParticipationRecalled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What was stated holds again, beneath what was said later; refused where what was played since says otherwise."""
    gone = session.participation.taken_back.get(event.of)
    if gone is None:
        raise Refusal("undo-nothing", f"#{event.of} holds again already", "`log` tells since when")
    for board, seating in absent_from(session, gone.fact):
        played = session.line(board, seating)
        if played and (played.results or played.cases):
            message = f"{played.name} has {' and '.join(played.cases) or played.result} since"
            raise Refusal("has-dependants", message, f"`board {board}`")
        if played is None:
            check_free(session, board, seating)
    _check_still_so(session, gone.fact)
    return (ProposedEvent(ParticipationRestored(event.of, command.reason), (command.target.number,)),)


def _check_still_so(session: Session, fact: TakingPart) -> None:
    """Refuse what nobody could state now: of somebody who has played since, or sits out for one who takes part."""
    if isinstance(fact, PhantomDeclared):
        check_nobody(session, fact.contestant)
    if isinstance(fact, ContestantWithdrew):
        check_has_played(session, fact.contestant, fact.after_round)
    if isinstance(fact, SatOut):
        if fact.opponent:
            check_not_there(session, fact.opponent)
        check_missed(session, fact)


UNDO: Undoing = {
    **dict.fromkeys(get_args(TakingPart), _recall),
    ParticipationRecalled: _restore,
    ParticipationRestored: _recall_again,
}
