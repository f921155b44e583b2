"""Sit-outs: as scheduled, or instead of meeting one who is not there; and nobody sits out what it played."""

from collections.abc import Iterator, Sequence

from ledger.bridge import Side
from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.decide.seats import check_free
from ledger.errors import Refusal
from ledger.facts.participation import BoardNotPlayed, ContestantWithdrew, PhantomDeclared, SatOut, SitOut
from ledger.labels import boards_text
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.participation import absent_from
from ledger.session.places import converted, require_board, require_contestant
from ledger.session.state import all_play_all, met_nobody, opponents_of, stage_of


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
        check_free(session, board, seating)
    return (ProposedEvent(event, numbers),)


def check_not_there(session: Session, opponent: str) -> tuple[int, ...]:
    """The event that says that an opponent is not there; refused where none does."""
    participation = session.participation
    if withdrew := participation.last(ContestantWithdrew, opponent):
        return (withdrew[0],)
    if phantom := participation.last(PhantomDeclared, opponent):
        return (phantom[0],)
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
    """Refuse to sit out a round that was played, or to miss whom one has met."""
    _check_not_played(session, event)
    _check_to_meet(session, event)


def _check_not_played(session: Session, event: SatOut) -> None:
    """Refuse to sit out a round that was played; pairs may play some of its boards, and sit out others."""
    if event.round is None or not _whole(session, event):
        return
    played = [each for _, each in _played(session, event.contestant) if each.round == event.round]
    if played:
        raise Refusal(
            "played-already",
            f"{event.contestant} played, so it did not sit out: {_text(played)}",
            "which round did it sit out? --round N; a match broken off: `match shorten`, or `match void`",
        )


def _check_to_meet(session: Session, event: SatOut) -> None:
    """Refuse to have missed who left, where the two had met as often as they do in an all-play-all."""
    whose, opponent = event.contestant, event.opponent
    if opponent is None or not _once_too_often(session, whose, opponent, event.round):
        return
    if missed := [number for number, fact in _missing(session, whose, opponent) if fact.round != event.round]:
        message = f"{whose} sits out against {opponent} already (#{missed[-1]})"
        raise Refusal("nothing-to-change", message, f"`undo {missed[-1]}`, if that was the wrong round")
    number, _ = session.participation.last(ContestantWithdrew, opponent) or (0, None)
    raise Refusal(
        "played-already",
        f"{whose} met {opponent}, so it missed no match against it: {_text(_met(session, whose, opponent))}",
        "whom does it miss? --against; where all meet more than once: "
        f"`undo {number}`, then `contestant withdraw {opponent} … --of N`, its matches in all",
    )


def check_sits_out(session: Session, seating: Seating) -> None:
    """Refuse play in a round that one of a table sits out, or against one it is said to have missed."""
    for contestant in seating.everyone:
        for number, fact in session.participation.all(SatOut, contestant):
            same_round = seating.round and seating.round == fact.round and _whole(session, fact)
            missed = fact.opponent if fact.opponent in seating.everyone else None
            if same_round or (missed and _once_too_often(session, contestant, missed, seating.round)):
                when = f" round {fact.round}" if fact.round else ""
                whom = f" instead of meeting {fact.opponent}" if fact.opponent else ""
                message = f"{contestant} sits out{when}{whom} (#{number})"
                raise Refusal("not-played", message, f"is the round right? `undo {number}`, if it did not sit out")


def _whole(session: Session, fact: SatOut) -> bool:
    """Whether it is a whole round that is sat out: a match of teams, or a round of which no boards are named."""
    return not fact.boards or FORMS[session.opening.scoring].teams()


def _once_too_often(session: Session, whose: str, opponent: str, round_: int | None) -> bool:
    """Whether it would be one meeting too many, in an all-play-all, with one who left.

    Two meet once, or as often as who left was to meet everybody (`contestant withdraw --of`).
    """
    withdrew = session.participation.last(ContestantWithdrew, opponent)
    form = FORMS[session.opening.scoring]
    if withdrew is None or form.one_match or not all_play_all(session):
        return False
    rounds = {played.round for played in _met(session, whose, opponent)} | {round_}
    rounds |= {fact.round for _, fact in _missing(session, whose, opponent)}
    if not form.in_matches(session.regulations):
        rounds.discard(None)  # pairs name boards: it may be any round
    return len(rounds) > max(1, stage_of(session, withdrew[1]).of // max(1, opponents_of(session, opponent)))


def _met(session: Session, whose: str, opponent: str) -> list[TableBoard]:
    """What two have of each other."""
    return [each for _, each in _played(session, whose) if opponent in each.seating.everyone]


def _played(session: Session, whose: str) -> Iterator[tuple[Side, TableBoard]]:
    """Where a contestant has a score, or is to have one for a board that was not played; not against nobody."""
    for side, played in session.boards_of(whose):
        missed = isinstance(played.absent, BoardNotPlayed) and not met_nobody(session, played)
        if played.results or played.cases or missed:
            yield side, played


def _missing(session: Session, whose: str, opponent: str) -> Iterator[tuple[int, SatOut]]:
    facts = session.participation.all(SatOut, whose)
    return ((number, fact) for number, fact in facts if fact.opponent == opponent)


def _text(played: Sequence[TableBoard]) -> str:
    """'boards 1–4, C v D in round 1': a meeting that is recorded; the first, where there are several."""
    first = played[0]
    same = {each.board for each in played if (each.seating.match, each.round) == (first.seating.match, first.round)}
    when = f" in round {first.round}" if first.round else ""
    boards = boards_text(sorted(same))
    return f"{boards}, {first.seating}{when}"


HANDLERS: Handlers = {SitOut: sit_out}
