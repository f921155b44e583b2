"""Who takes part: boards not played or played later, sit-outs, substitutes, withdrawals, disqualifications; undo."""

from collections.abc import Sequence
from typing import get_args

from msgspec import structs

from ledger.bounds.tournaments import FINED
from ledger.errors import Refusal
from ledger.guards.boards import boards_played, meets_too_often, sit_outs_instead_of, sits_out_round
from ledger.guards.entering import enter, named
from ledger.guards.seats import check_free, new_seating, unentered
from ledger.kernel.fact import TakenBack
from ledger.labels import boards_text, direction
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import converted, known, meant, require_board, require_contestant
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, event_of, taking_back
from ledger.session.settled import replacements_in
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.movement.state import are_individuals, movements, seats
from ledger.subjects.participation.facts import (
    AtTableFact,
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    OfContestant,
    PhantomDeclared,
    PlayPostponed,
    PostponePlay,
    SatOut,
    SeatSubstitute,
    SitOut,
    StandingWithheld,
    SubstituteSeated,
    TakingPart,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.subjects.participation.state import absent_from, sit_outs_against
from ledger.subjects.rulings.facts import Undo


def sit_out(command: SitOut, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that sits out: as scheduled, or since who it would have met is not there."""
    contestant = require_contestant(session, command.contestant)
    opponent = require_contestant(session, command.opponent) if command.opponent else None
    numbers = check_not_there(session, opponent) if opponent else ()
    for board in command.boards:
        require_board(session, board)
    event = SatOut(contestant, tuple(sorted(set(command.boards))), opponent, command.round, command.reason)
    _check_boards_said(session, event, gone=bool(numbers))
    for number, fact in session.participation.all(SatOut, contestant):
        if (fact.round, fact.boards) == (event.round, event.boards):
            raise Refusal("nothing-to-change", f"{contestant} sits out there already (#{number})", f"`undo {number}`")
    check_missed(session, event)
    for board, seating in absent_from(session, event):
        check_free_to_sit_out(session, event, board, seating)
    return (ProposedEvent(event, numbers),)


def check_free_to_sit_out(session: Session, fact: SatOut, board: int, seating: Seating) -> None:
    """Refuse a sit-out on a board that the contestant has, or on which others miss the same opponent.

    Of individuals, the three who were to sit with somebody who left miss that opponent on the same board.
    """
    others = []
    for played in sit_outs_against(session, board, fact.opponent):
        other = played.absent
        if not isinstance(other, SatOut) or other.contestant == fact.contestant:
            continue
        if None in (other.round, fact.round) or other.round == fact.round:  # a round nobody said may be any
            others.append(played)
    individuals = bool(others) and are_individuals(session)
    check_free(session, board, seating, without=others[:_WITH_HIM] if individuals else ())


_WITH_HIM = 2
"""How many more individuals of a table miss somebody who left: a fourth who misses the same opponent sat elsewhere."""


def check_not_there(session: Session, opponent: str) -> tuple[int, ...]:
    """The event that says that an opponent is not there; refused where none does."""
    participation = session.participation
    if withdrew := participation.last(ContestantWithdrew, opponent):
        return (withdrew[0],)
    if phantom := participation.last(PhantomDeclared, opponent):
        return (phantom[0],)
    if disqualified := participation.last(ContestantDisqualified, opponent):
        return (disqualified[0],)
    raise Refusal(
        "takes-part",
        f"{opponent} takes part, so nobody sits out against it",
        f"`contestant withdraw {opponent}`, or `contestant phantom {opponent}`, first; "
        "a board they did not play: `result not-played`",
    )


def _check_boards_said(session: Session, event: SatOut, *, gone: bool) -> None:
    """Refuse a sit-out that has a score, and does not say on which boards; teams sit out a whole match.

    Pairs may miss half of one, and have the other half on the other boards of the round.
    """
    scored = gone or session.regulations.participation.sit_out != "none"
    teams = FORMS[session.opening.scoring].teams() or gone
    if scored and event.boards and event.round is not None and converted(session) and teams:
        message = f"by victory points {event.contestant} sits out a whole match, not boards of it"
        raise Refusal("which-boards", message, "leave --boards out: --round says which match")
    if scored and not event.boards and not converted(session):
        raise Refusal("which-boards", f"which boards does {event.contestant} sit out?", "--boards 11-12")
    if not event.boards and event.round is None:
        raise Refusal("which-boards", f"when does {event.contestant} sit out?", "--round 3, or --boards 11-12")


# Nobody sits out what it played


def check_missed(session: Session, event: SatOut) -> None:
    """Refuse to sit out a round that was played, or to miss whom one has met.

    Pairs may play some boards of a round, and sit out others. In an all-play-all two meet as often as all do.
    """
    whose, opponent = event.contestant, event.opponent
    whole_round = event.round is not None and sits_out_round(session, event)
    played = [each for each in boards_played(session, whose) if each.round == event.round] if whole_round else []
    if played:
        hint = "which round did it sit out? --round N; a match broken off: `match shorten`, or `match void`"
        raise Refusal("played-already", f"{whose} played, so it did not sit out: {_meeting_text(played)}", hint)
    if opponent is None or not meets_too_often(session, whose, opponent, event.round):
        return
    others = sit_outs_instead_of(session, whose, opponent)
    if missed := [number for number, fact in others if fact.round != event.round]:
        message = f"{whose} sits out against {opponent} already (#{missed[-1]})"
        raise Refusal("nothing-to-change", message, f"`undo {missed[-1]}`, if that was the wrong round")
    number, _ = session.participation.last(ContestantWithdrew, opponent) or (0, None)
    met = _meeting_text(boards_played(session, whose, opponent))
    raise Refusal(
        "played-already",
        f"{whose} met {opponent}, so it missed no match against it: {met}",
        "whom does it miss? --against; where all meet more than once: "
        f"`undo {number}`, then `contestant withdraw {opponent} … --of N`, its matches in all",
    )


def _meeting_text(played: Sequence[TableBoard]) -> str:
    """'boards 1–4, C v D in round 1': a meeting that is recorded; the first, where there are several."""
    first = played[0]
    same = {each.board for each in played if (each.seating.match, each.round) == (first.seating.match, first.round)}
    when = f" in round {first.round}" if first.round else ""
    return f"{boards_text(sorted(same))}, {first.seating}{when}"


def leave_unplayed(command: LeaveUnplayed, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Boards a table did not play; also those that were to be played later, and were not."""
    boards, replacement = dict.fromkeys((command.where.board, *command.also)), command.replaced_by
    if replacement is not None and command.also:
        hint = "one board after the other, each with --replaced-by"
        raise Refusal("which-boards", f"in the place of which board was board {replacement} played?", hint)
    if replacement == command.where.board:
        message = f"board {replacement} cannot be in its own place"
        raise Refusal("which-boards", message, "--replaced-by: the other board")
    if replacement is not None and command.scored:
        message = f"board {command.where.board} is no board for either side where board {replacement} was played for it"
        raise Refusal("which-boards", message, "--no-score, without a fault")
    found = list[ProposedEvent]()
    for board in boards:
        where, played = meant(session, structs.replace(command.where, board=board))
        _check_nothing_there(played, BoardNotPlayed)
        seating = played.seating if played else new_seating(session, where)
        place = {"board": board, "ns": seating.ns, "ew": seating.ew, **seating.at(where.round, where.table).place}
        event = event_of(BoardNotPlayed, command, **place)
        _check_can_replace(session, event)
        because = (played.absence.number,) if played and played.absence else ()
        found += (*enter(unentered(session, seating), session.opening), ProposedEvent(event, because))
    return tuple(dict.fromkeys(found))


def _check_can_replace(session: Session, fact: BoardNotPlayed) -> None:
    """Refuse a replacement that is not in the session, or that the match has already: by plan, or for another board."""
    replacement, match = fact.replaced_by, fact.seating.match
    if replacement is None:
        return
    if replacement not in session.boards:
        message = f"board {replacement} is not in this session"
        raise Refusal("no-such-board", message, f"`session add-boards {replacement}` first")
    hint = "--replaced-by: a board that the match does not have; one more: `session add-boards`"
    for planned in (each for _, event in movements(session) for each in event.tables):
        if replacement in planned.boards and seats(planned).match == match and fact.round in (None, planned.round):
            message = f"{fact.seating} is to play board {replacement} by the movement, in round {planned.round}"
            raise Refusal("which-boards", message, hint)
    for number, other in replacements_in(session, match, fact.round):
        if other.board == fact.board and other.replaced_by == replacement:  # the same, said of the other room
            continue
        if fact.board == other.board or replacement in (other.board, other.replaced_by):
            message = (
                f"{other.seating} played board {other.replaced_by} in the place of board {other.board} (#{number})"
            )
            raise Refusal("which-boards", message, f"{hint}; or `undo {number}` first")


def postpone_play(command: PostponePlay, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A board a table is to play later."""
    where, played = meant(session, command.where)
    _check_nothing_there(played, PlayPostponed, BoardNotPlayed)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = PlayPostponed(where.board, *seating.pair, **place, reason=command.reason)
    return *enter(unentered(session, seating), session.opening), ProposedEvent(event)


def _check_nothing_there(played: TableBoard | None, *said: type[AtTableFact]) -> None:
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
        message = f"#{number} says of {played.name} that it was not played"
        raise Refusal("nothing-to-change", message, f"`undo {number}`")


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
            message = f"he plays for {contestant}, which sits {side.value}{when}: {played.name}"
            hint = "--rounds says when he sat there; another player of that name: --member tells them apart"
            raise Refusal("sits-elsewhere", message, hint)


def _substitutes(session: Session, contestant: str, player: int) -> list[SubstituteSeated]:
    return [fact for _, fact in session.participation.all(SubstituteSeated, contestant) if fact.player == player]


def withhold_standing(command: WithholdStanding, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that plays without standing: its opponents' scores stay as they are."""
    contestant = require_contestant(session, command.contestant)
    event = event_of(StandingWithheld, command, contestant=contestant)
    _check_new(session, event)
    return (ProposedEvent(event),)


def withdraw_contestant(command: WithdrawContestant, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that takes no further part, once it has taken some."""
    contestant = require_contestant(session, command.contestant)
    event = event_of(ContestantWithdrew, command, contestant=contestant)
    _check_new(session, event)
    check_has_played(session, contestant, command.after_round)
    if not FINED.hold(command.fine):
        message = f"a fine on a missed board is {FINED.least} to {FINED.most} per cent of the top"
        raise Refusal("wrong-unit", message, "--fine 10")
    if command.fine and FORMS[session.opening.scoring].top(session.expected, session.regulations) is None:
        raise Refusal("wrong-unit", "per cent of a top are taken where there is one", "`penalty add`, in IMPs or VPs")
    if command.fine and not command.good_reason:
        hint = "--good-reason, where it keeps its place; else leave --fine out"
        raise Refusal("wrong-unit", "who withdraws for no good reason has nothing on the boards it missed", hint)
    return (ProposedEvent(event),)


def check_has_played(session: Session, contestant: str, after_round: int | None) -> None:
    """Refuse that a contestant withdrew that has played nothing, or that played in a later round."""
    played = [each for _, each in session.boards_of(contestant) if each.results or each.cases]
    if not played:
        hint = f"`contestant phantom {contestant}`: nobody is {contestant}, and who meets it sits out"
        raise Refusal("never-played", f"{contestant} has no board yet: who never came does not withdraw", hint)
    later = [each for each in played if after_round and (each.round or 0) > after_round]
    if later:
        message = f"{contestant} played in round {later[0].round}: {later[0].name}"
        raise Refusal("takes-part", message, "is --after-round right? or `result void` what never was")


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
    said = []
    for name, value in structs.asdict(stands).items():
        if name != "contestant" and value not in ("", None, False, (), 0):
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            said.append(name.replace("_", "-") if value is True else f"{name.replace('_', '-')} {text}")
    more = "; ".join(said) or "without any more"
    message = f"#{number} says otherwise of {event.contestant}, and stands: {more}"
    raise Refusal("nothing-to-change", message, f"to change it: `undo {number}`, then say it anew")


def _recall(event: TakingPart, command: Undo, session: Session, actor: Actor) -> TakenBack:
    number = taking_back(command).of
    fact = session.participation.facts.get(number)
    if fact is None:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`log` tells when")
    _check_nothing_rests_on(session, number, fact)
    return taking_back(command)


def _check_nothing_rests_on(session: Session, number: int, fact: TakingPart) -> None:
    for board, seating in absent_from(session, fact):
        played = session.line(board, seating)
        if played and played.cases:
            case = played.cases[-1]
            raise Refusal("has-dependants", f"{case} rules on {played.name}", f"`ruling withdraw {case}` first")
        if played and played.results and isinstance(fact, PlayPostponed):
            last = played.results[-1].number
            raise Refusal("has-dependants", f"{played.name} was played since (#{last})", f"undo {last} first")
    if isinstance(fact, BoardNotPlayed):
        for later, replaced in replacements_in(session, fact.seating.match, fact.round):
            if replaced.board == fact.replaced_by:
                message = f"board {replaced.replaced_by} was played in the place of board {replaced.board} (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")
    if isinstance(fact, ContestantWithdrew | PhantomDeclared | ContestantDisqualified):
        for later, sat_out in session.participation.all(SatOut):
            if sat_out.opponent == fact.contestant:
                message = f"{sat_out.contestant} sits out for it (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")


def _restore(event: TakingPart, command: Undo, session: Session, actor: Actor) -> TakenBack:
    back = taking_back(command)
    gone = session.participation.taken_back.get(back.of)
    if gone is None:
        raise Refusal("undo-nothing", f"#{back.of} holds again already", "`log` tells since when")
    for board, seating in absent_from(session, gone.fact):
        played = session.line(board, seating)
        if played and (played.results or played.cases):
            message = f"{played.name} has {' and '.join(played.cases) or played.result} since"
            raise Refusal("has-dependants", message, f"`board {board}`")
        if played is None and isinstance(gone.fact, SatOut):
            check_free_to_sit_out(session, gone.fact, board, seating)
        elif played is None:
            check_free(session, board, seating)
    # What nobody could state now: of somebody who has played since, or sits out for one who takes part
    fact = gone.fact
    if isinstance(fact, PhantomDeclared):
        check_nobody(session, fact.contestant)
    if isinstance(fact, ContestantWithdrew):
        check_has_played(session, fact.contestant, fact.after_round)
    if isinstance(fact, BoardNotPlayed):
        _check_can_replace(session, fact)
    if isinstance(fact, SatOut):
        if fact.opponent:
            check_not_there(session, fact.opponent)
        check_missed(session, fact)
    return back


UNDO: Undoing = dict.fromkeys(get_args(TakingPart), _recall)

AGAIN: Undoing = dict.fromkeys(get_args(TakingPart), _restore)


HANDLERS: Handlers = {
    SitOut: sit_out,
    LeaveUnplayed: leave_unplayed,
    PostponePlay: postpone_play,
    DeclarePhantom: declare_phantom,
    SeatSubstitute: seat_substitute,
    WithholdStanding: withhold_standing,
    WithdrawContestant: withdraw_contestant,
    DisqualifyContestant: disqualify_contestant,
}
