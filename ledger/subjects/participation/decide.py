"""Decide who takes part: boards not played, sit-outs, substitutes, withdrawals, disqualifications; and undo."""

from collections.abc import Sequence
from typing import get_args

from msgspec import structs

from ledger.bounds.tournaments import FINED
from ledger.errors import Refusal
from ledger.guards.boards import boards_played, meets_too_often, sit_outs_instead_of, sits_out_round
from ledger.guards.entering import enter_new, name_unknown_players
from ledger.guards.seats import check_free, new_seating
from ledger.labels import boards_text, direction, joined
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import converts_matches, label_as_entered, require_board, require_contestant, resolve_address
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of, undoing_event
from ledger.session.settled import match_replacements
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.movement.state import are_individuals, movements, seats
from ledger.subjects.participation import facts
from ledger.subjects.participation.state import sit_outs_against, unplayed_seats
from ledger.subjects.rulings.facts import Undo


def sit_out(command: facts.SitOut, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that a contestant sits out; refused if it played there, or if the stated opponent takes part."""
    contestant = require_contestant(session, command.contestant)
    opponent = require_contestant(session, command.opponent) if command.opponent else None
    numbers = require_absence(session, opponent) if opponent else ()
    for board in command.boards:
        require_board(session, board)
    event = facts.SatOut(contestant, tuple(sorted(set(command.boards))), opponent, command.round, command.reason)
    # A sit-out with a score names its boards; teams sit out a whole match. Pairs may sit out half a match and play
    # the second half on the remaining boards of the round
    scored = bool(numbers) or session.regulations.participation.sit_out != "none"
    whole_match = converts_matches(session) and (numbers or FORMS[session.opening.scoring].teams())
    if scored and event.boards and event.round is not None and whole_match:
        message = f"by victory points {contestant} sits out a whole match, not boards of it"
        raise Refusal("which-boards", message, "leave --boards out: --round says which match")
    if scored and not event.boards and not converts_matches(session):
        raise Refusal("which-boards", f"which boards does {contestant} sit out?", "--boards 11-12")
    if not event.boards and event.round is None:
        raise Refusal("which-boards", f"when does {contestant} sit out?", "--round 3, or --boards 11-12")
    for number, fact in session.participation.all(facts.SatOut, contestant):
        if (fact.round, fact.boards) == (event.round, event.boards):
            raise Refusal("nothing-to-change", f"{contestant} sits out there already (#{number})", f"`undo {number}`")
    check_sit_out_round(session, event)
    for board, seating in unplayed_seats(session, event):
        check_free_to_sit_out(session, event, board, seating)
    return (ProposedEvent(event, numbers),)


def check_free_to_sit_out(session: Session, fact: facts.SatOut, board: int, seating: Seating) -> None:
    """Refuse a sit-out if the contestant has played the board, or if too many miss one absent opponent."""
    missing = []
    for played in sit_outs_against(session, board, fact.opponent):
        sit_out = played.absent
        if not isinstance(sit_out, facts.SatOut) or sit_out.contestant == fact.contestant:
            continue
        if None in (sit_out.round, fact.round) or sit_out.round == fact.round:  # an unstated round may be any
            missing.append(played)
    individuals = bool(missing) and are_individuals(session)
    check_free(session, board, seating, without=missing[:_WITH_HIM] if individuals else ())


_WITH_HIM = 2
"""Three individuals miss a player who left their table, so two more besides the first; a fourth sat elsewhere."""


def require_absence(session: Session, opponent: str) -> tuple[int, ...]:
    """Return the number of the event that made an opponent absent, as a tuple; refused if the opponent takes part."""
    participation = session.participation
    if withdrew := participation.last(facts.ContestantWithdrew, opponent):
        return (withdrew[0],)
    if phantom := participation.last(facts.PhantomDeclared, opponent):
        return (phantom[0],)
    if disqualified := participation.last(facts.ContestantDisqualified, opponent):
        return (disqualified[0],)
    raise Refusal(
        "takes-part",
        f"{opponent} takes part, so nobody sits out against it",
        f"`contestant withdraw {opponent}`, or `contestant phantom {opponent}`, first; "
        "a board they did not play: `result not-played`",
    )


# Rounds played cannot be sat out


def check_sit_out_round(session: Session, event: facts.SatOut) -> None:
    """Refuse a sit-out of a round in which the contestant played, or against an opponent it has met.

    Pairs may play some boards of a round and sit out the rest. In an all-play-all two meet as often as all do.
    """
    whose, opponent = event.contestant, event.opponent
    whole_round = event.round is not None and sits_out_round(session, event)
    played = [each for each in boards_played(session, whose) if each.round == event.round] if whole_round else []
    if played:
        hint = "--round N: the round that it sat out; if the match was broken off: `match shorten`, or `match void`"
        raise Refusal("played-already", f"{whose} played, so it did not sit out: {_meeting_text(played)}", hint)
    if opponent is None or not meets_too_often(session, whose, opponent, event.round):
        return
    sit_outs = sit_outs_instead_of(session, whose, opponent)
    if missed := [number for number, fact in sit_outs if fact.round != event.round]:
        message = f"{whose} sits out against {opponent} already (#{missed[-1]})"
        raise Refusal("nothing-to-change", message, f"`undo {missed[-1]}`, if that was the wrong round")
    number, _ = session.participation.last(facts.ContestantWithdrew, opponent) or (0, None)
    met = _meeting_text(boards_played(session, whose, opponent))
    raise Refusal(
        "played-already",
        f"{whose} met {opponent}, so it missed no match against it: {met}",
        "name the opponent that it misses: --against; if all meet more than once: "
        f"`undo {number}`, then `contestant withdraw {opponent} --of N`, its matches in all",
    )


def _meeting_text(played: Sequence[TableBoard]) -> str:
    """Return the boards, contestants and round of a match in words: 'boards 1–4, C v D in round 1'."""
    first = played[0]
    same = {each.board for each in played if (each.seating.match, each.round) == (first.seating.match, first.round)}
    when = f" in round {first.round}" if first.round else ""
    return f"{boards_text(sorted(same))}, {first.seating}{when}"


def leave_unplayed(command: facts.LeaveUnplayed, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record boards that a table did not play; refused given a result, ruling or sit-out, or if recorded already."""
    boards, replacement = dict.fromkeys((command.where.board, *command.also)), command.replaced_by
    if replacement is not None and command.also:
        hint = "a command for each board, with its own --replaced-by"
        raise Refusal("which-boards", f"which board did board {replacement} replace?", hint)
    if replacement == command.where.board:
        message = f"board {replacement} cannot replace itself"
        raise Refusal("which-boards", message, "--replaced-by N: the board played instead")
    if replacement is not None and command.scored:
        message = f"board {command.where.board} has no score for either side if board {replacement} was played instead"
        raise Refusal("which-boards", message, "--no-score, without a fault")
    proposed = list[ProposedEvent]()
    for board in boards:
        where, played = resolve_address(session, structs.replace(command.where, board=board))
        _check_no_play(played, facts.BoardNotPlayed)
        seating = played.seating if played else new_seating(session, where)
        place = {"board": board, "ns": seating.ns, "ew": seating.ew, **seating.at(where.round, where.table).place}
        event = event_of(facts.BoardNotPlayed, command, **place)
        _check_can_replace(session, event)
        because = (played.absence.number,) if played and played.absence else ()
        proposed += (*enter_new(seating.everyone, session), ProposedEvent(event, because))
    return tuple(dict.fromkeys(proposed))


def _check_can_replace(session: Session, fact: facts.BoardNotPlayed) -> None:
    """Refuse a replacement board that the session lacks, or that the match has already."""
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
    for number, swap in match_replacements(session, match, fact.round):
        if swap.board == fact.board and swap.replaced_by == replacement:  # stated for the second room
            continue
        if fact.board == swap.board or replacement in (swap.board, swap.replaced_by):
            message = f"{swap.seating} played board {swap.replaced_by} in the place of board {swap.board} (#{number})"
            raise Refusal("which-boards", message, f"{hint}; or `undo {number}` first")


def postpone_play(command: facts.PostponePlay, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Postpone a table's play of a board; refused given a result, ruling or sit-out, or if unplayed or postponed."""
    where, played = resolve_address(session, command.where)
    _check_no_play(played, facts.PlayPostponed, facts.BoardNotPlayed)
    seating = played.seating if played else new_seating(session, where)
    place = seating.at(where.round, where.table).place
    event = facts.PlayPostponed(where.board, *seating.pair, **place, reason=command.reason)
    return *enter_new(seating.everyone, session), ProposedEvent(event)


def _check_no_play(played: TableBoard | None, *kinds: type[facts.AtTableFact]) -> None:
    if played is None:
        return
    if played.results:
        number = played.results[-1].number
        hint = "`result void` first, if that was recorded by mistake"
        raise Refusal("result-exists", f"{played.name} has {played.result} (#{number})", hint)
    if played.cases:
        hint = f"`undo {played.cases[-1]}` first"
        raise Refusal("already-ruled", f"{joined(played.cases)} rules on {played.name} already", hint)
    if played.absence and isinstance(played.absent, (facts.SatOut, *kinds)):
        number = played.absence.number
        message = f"#{number} records already that {played.name} was not played"
        raise Refusal("nothing-to-change", message, f"`undo {number}`")


def declare_phantom(command: facts.DeclarePhantom, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Declare a contestant a phantom, whose opponents sit out; refused if the contestant has a score."""
    contestant = label_as_entered(session, command.contestant)
    event = facts.PhantomDeclared(contestant, command.reason)
    _check_new(session, event)
    check_phantom(session, contestant)
    entering = enter_new([contestant], session)
    return *entering, ProposedEvent(event)


def check_phantom(session: Session, contestant: str) -> None:
    """Refuse to declare a contestant a phantom if it has a score on any board."""
    hint = f"who leaves in mid-session: `contestant withdraw {contestant}`"
    for _, played in session.boards_of(contestant):
        if played.results or played.cases:
            raise Refusal("takes-part", f"{contestant} has a score: {played.name}", hint)


def seat_substitute(command: facts.SeatSubstitute, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Seat a substitute for a player; refused if the substitute played at another table at the time."""
    contestant = require_contestant(session, command.contestant)
    if (letters := direction(contestant)) and command.seat not in letters:
        raise Refusal("wrong-field", f"{contestant} does not sit {command.seat}", f"--seat {contestant[-2]}")
    for pair, player in command.elsewhere:  # at his own pair's table, or as its substitute
        seated = _substitutes(session, pair, player)
        for side, played in session.boards_of(pair):
            plays = not seated or any(not fact.rounds or played.round in fact.rounds for fact in seated)
            at_the_time = not command.rounds or played.round in command.rounds
            if plays and at_the_time and (played.results or played.cases):
                when = f" in round {played.round}" if played.round else ""
                message = f"he plays for {pair}, which sits {side.value}{when}: {played.name}"
                hint = "--rounds says when he sat there; another player of that name: --member tells them apart"
                raise Refusal("sits-elsewhere", message, hint)
    own_pairs = (pair for pair, player in command.elsewhere if not _substitutes(session, pair, player))
    plays_for = next(own_pairs, None)
    rounds = tuple(sorted(set(command.rounds)))
    event = facts.SubstituteSeated(contestant, command.seat, command.player, rounds, plays_for, command.reason)
    for number, fact in session.participation.all(facts.SubstituteSeated, contestant):
        if (fact.seat, fact.player, fact.rounds) == (event.seat, event.player, event.rounds):
            raise Refusal("nothing-to-change", f"#{number} records this substitute already", "`contestant list`")
    return *name_unknown_players(command.named, session.players), ProposedEvent(event)


def _substitutes(session: Session, contestant: str, player: int) -> list[facts.SubstituteSeated]:
    return [fact for _, fact in session.participation.all(facts.SubstituteSeated, contestant) if fact.player == player]


def withhold_standing(command: facts.WithholdStanding, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that a contestant gets no place in the ranking; its opponents' scores stay as they are."""
    contestant = require_contestant(session, command.contestant)
    event = event_of(facts.StandingWithheld, command, contestant=contestant)
    _check_new(session, event)
    return (ProposedEvent(event),)


def withdraw_contestant(command: facts.WithdrawContestant, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Withdraw a contestant; refused if it has played nothing, or for a fine without a good reason."""
    contestant = require_contestant(session, command.contestant)
    event = event_of(facts.ContestantWithdrew, command, contestant=contestant)
    _check_new(session, event)
    check_has_played(session, contestant, command.after_round)
    if not FINED.hold(command.fine):
        message = f"a fine on a missed board is {FINED.least} to {FINED.most} per cent of the top"
        raise Refusal("wrong-unit", message, "--fine 10")
    if command.fine and FORMS[session.opening.scoring].top(session.expected, session.regulations) is None:
        raise Refusal(
            "wrong-unit",
            "a fine is per cent of a top, and this form of scoring has none",
            "`penalty add`, in IMPs or VPs",
        )
    if command.fine and not command.good_reason:
        hint = "--good-reason if it keeps its place; else leave --fine out"
        raise Refusal(
            "wrong-unit", "a contestant that withdraws without a good reason has no score on the boards it missed", hint
        )
    return (ProposedEvent(event),)


def check_has_played(session: Session, contestant: str, after_round: int | None) -> None:
    """Refuse the withdrawal of a contestant that has played no board, or that played after the stated round."""
    played = [each for _, each in session.boards_of(contestant) if each.results or each.cases]
    if not played:
        hint = f"`contestant phantom {contestant}`: then every opponent of {contestant} sits out"
        raise Refusal(
            "never-played", f"{contestant} has played no board: a contestant that never came does not withdraw", hint
        )
    later = [each for each in played if after_round and (each.round or 0) > after_round]
    if later:
        message = f"{contestant} played in round {later[0].round}: {later[0].name}"
        raise Refusal("takes-part", message, "is --after-round right? or `result void` a result recorded by mistake")


def disqualify_contestant(
    command: facts.DisqualifyContestant, session: Session, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """Disqualify a contestant (Law 91B); refused without the authority that approved the disqualification."""
    contestant = require_contestant(session, command.contestant)
    if not command.authority.strip():
        message = "a contestant is disqualified with somebody's approval"
        raise Refusal("no-authority", message, '--authority "the tournament organiser"')
    event = facts.ContestantDisqualified(contestant, command.authority, command.laws, command.reason)
    _check_new(session, event)
    return (ProposedEvent(event),)


def _check_new(session: Session, event: facts.ContestantFact) -> None:
    """Refuse a second fact of a kind about a contestant: an undo of the first must come before it."""
    earlier = session.participation.last(type(event), event.contestant)
    if earlier is None:
        return
    number, stands = earlier
    if stands == event:
        message = f"#{number} records this of {event.contestant} already"
        raise Refusal("nothing-to-change", message, f"`undo {number}` takes it back")
    details = []
    for name, value in structs.asdict(stands).items():
        if name != "contestant" and value not in ("", None, False, (), 0):
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            details.append(name.replace("_", "-") if value is True else f"{name.replace('_', '-')} {text}")
    more = "; ".join(details) or "without any more"
    message = f"#{number} records something else of {event.contestant}: {more}"
    raise Refusal("nothing-to-change", message, f"`undo {number}` first, then repeat this command")


def _recall(event: facts.TakingPart, command: Undo, session: Session, actor: Actor) -> None:
    number = undoing_event(command).of
    fact = session.participation.facts.get(number)
    if fact is None:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`log` tells when")
    for board, seating in unplayed_seats(session, fact):
        played = session.line(board, seating)
        if played and played.cases:
            case = played.cases[-1]
            raise Refusal("has-dependants", f"{case} rules on {played.name}", f"`undo {case}` first")
        if played and played.results and isinstance(fact, facts.PlayPostponed):
            last = played.results[-1].number
            raise Refusal("has-dependants", f"{played.name} was played since (#{last})", f"undo {last} first")
    if isinstance(fact, facts.BoardNotPlayed):
        for later, replaced in match_replacements(session, fact.seating.match, fact.round):
            if replaced.board == fact.replaced_by:
                message = f"board {replaced.replaced_by} was played in the place of board {replaced.board} (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")
    if isinstance(fact, facts.ContestantWithdrew | facts.PhantomDeclared | facts.ContestantDisqualified):
        for later, sat_out in session.participation.all(facts.SatOut):
            if sat_out.opponent == fact.contestant:
                message = f"{sat_out.contestant} sits out against {fact.contestant} (#{later})"
                raise Refusal("has-dependants", message, f"undo {later} first")


def _restore(event: facts.TakingPart, command: Undo, session: Session, actor: Actor) -> None:
    number = undoing_event(command).of
    gone = session.participation.taken_back.get(number)
    if gone is None:
        raise Refusal("undo-nothing", f"#{number} is in force again already", "`log` tells since when")
    for board, seating in unplayed_seats(session, gone.fact):
        played = session.line(board, seating)
        if played and (played.results or played.cases):
            message = f"{played.name} has {' and '.join(played.cases) or played.result} since"
            raise Refusal("has-dependants", message, f"`board {board}`")
        if played is None and isinstance(gone.fact, facts.SatOut):
            check_free_to_sit_out(session, gone.fact, board, seating)
        elif played is None:
            check_free(session, board, seating)
    # A fact that could not be stated now: a contestant has played since, or its opponent takes part again
    fact = gone.fact
    if isinstance(fact, facts.PhantomDeclared):
        check_phantom(session, fact.contestant)
    if isinstance(fact, facts.ContestantWithdrew):
        check_has_played(session, fact.contestant, fact.after_round)
    if isinstance(fact, facts.BoardNotPlayed):
        _check_can_replace(session, fact)
    if isinstance(fact, facts.SatOut):
        if fact.opponent:
            require_absence(session, fact.opponent)
        check_sit_out_round(session, fact)


UNDO: Undoing = dict.fromkeys(get_args(facts.TakingPart), _recall)

AGAIN: Undoing = dict.fromkeys(get_args(facts.TakingPart), _restore)
