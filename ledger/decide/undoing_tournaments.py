"""Undo, for what is said of a tournament."""

import shlex
from collections.abc import Iterator, Mapping, Set

from ledger.commands import RemoveSession, Undo
from ledger.decide.carry_rules import check_carried
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.tournaments import check_qualified, remove_session
from ledger.errors import Refusal
from ledger.events.tournaments import (
    ContestantLinked,
    EntrantsEntered,
    EntryWithdrawn,
    LinkWithdrawn,
    LotDrawn,
    LotWithdrawn,
    SessionAdded,
    StageAdded,
    StageAmended,
    StageRemoved,
)
from ledger.labels.order import natural
from ledger.session.drawn import everyone
from ledger.session.tournament import Tournament


def _remove_stage(event: StageAdded, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The stage goes, where no session is in it and nothing else was said of it."""
    if event.name not in tournament.stages:
        raise Refusal("undo-nothing", f"there is no stage {event.name} any more", "`tournament show`")
    if inside := tournament.in_stage(event.name):
        names = ", ".join(each.session for each in inside)
        message = f"stage {event.name} has sessions: {names}"
        raise Refusal("has-dependants", message, f"`tournament remove {inside[0].session}` first")
    if tournament.qualified.concerns(event.name):
        message = f"who goes on from {event.name} or into it, what is carried, or who left there rests on it"
        raise Refusal("has-dependants", message, "`tournament qualified` shows it: undo that first")
    for number, what in _drawn_for(event.name, tournament):
        raise Refusal("has-dependants", f"{what} (#{number})", f"`undo {number}` first")
    return (Uncommitted(StageRemoved(event.name), (command.target.number,)),)


def _drawn_for(stage: str, tournament: Tournament) -> Iterator[tuple[int, str]]:
    """What was drawn for a stage, each with its event: the last round, the bracket, lots."""
    last = tournament.drawn.last(stage)
    if number := tournament.drawn.number(stage, last):
        yield number, f"round {last} of {stage} is drawn"
    if bracket := tournament.knockouts.brackets.get(stage):
        yield bracket[0], f"the bracket of {stage} is drawn"
    yield from ((at, f"a lot was drawn for {stage}") for at, lot in tournament.lots.items() if lot.stage == stage)


def _unamend(event: StageAmended, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The rules are again what they were just before."""
    versions, number = tournament.versions.get(event.name, ()), command.target.number
    if number not in [each for each, _ in versions]:
        raise Refusal("undo-nothing", f"those rules of {event.name} do not hold any more", "`tournament show`")
    if (last := versions[-1][0]) != number:
        message = f"{event.name} was changed since #{number}, last in #{last}"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    before = versions[-2][1]
    again = StageAmended(before.name, before.format, before.rules, reason=command.reason)
    check_carried(tournament, again)
    return (Uncommitted(again, (number,)),)


def _remove(event: SessionAdded, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    if tournament.added.get(event.session) != command.target.number:
        raise Refusal("undo-nothing", f"{event.session} was taken out, or added anew, since", "`tournament show`")
    return remove_session(RemoveSession(event.session, command.reason), tournament, actor)


def _unenter(event: EntrantsEntered, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """Whom it entered is none of the tournament's, or has the stratum and seed of before."""
    number = command.target.number
    if number not in tournament.facts.facts:
        raise Refusal("undo-nothing", f"the entry of #{number} was taken back already", "`tournament show`")
    gone = tournament.entrants.keys() - tournament.without(number).entrants.keys()
    for first, what in _resting_on(gone, tournament):
        raise Refusal("has-dependants", what, f"`undo {first} --session {tournament.id}` first")
    return (Uncommitted(EntryWithdrawn(number, command.reason), (number,)),)


def _resting_on(gone: Set[str], tournament: Tournament) -> Iterator[tuple[int, str]]:
    """Where contestants stand who would not be entered any more, each with the event to be undone first."""
    for stage, (number, bracket) in tournament.knockouts.brackets.items():
        if here := gone & {side.entrant for match in bracket.matches for side in match.sides}:
            decided = tournament.knockouts.of_stage(stage)
            yield decided[-1][0] if decided else number, f"in the bracket of {stage} (#{number}): {_listed(here)}"
    for (stage, round_), (number, drawn) in tournament.drawn.rounds.items():
        if here := gone & {*everyone(drawn)}:
            last = tournament.drawn.number(stage, tournament.drawn.last(stage))
            yield last or number, f"drawn in round {round_} of {stage} (#{number}): {_listed(here)}"
    for (source, into), cut in tournament.qualified.cuts.items():
        if here := gone & {*cut.now}:
            last = cut.changes[-1][0] if cut.changes else cut.number
            yield last, f"going on from {source} into {into} (#{cut.number}): {_listed(here)}"


def _listed(entrants: Set[str]) -> str:
    return ", ".join(sorted(entrants, key=natural))


def _unlink(event: ContestantLinked, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """It is again who it was said to be just before, or goes by its own number."""
    number, who = command.target.number, (event.session, event.contestant)
    said = tournament.linked_as.get(who, ())
    if number not in [each for each, _ in said]:
        message = f"that {event.contestant} of {event.session} is {event.entrant} was taken back already"
        raise Refusal("undo-nothing", message, "`tournament show` shows who is who")
    if (last := said[-1][0]) != number:
        message = f"{event.contestant} of {event.session} was said to be {said[-1][1].entrant} since (#{last})"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    before = said[-2][1].entrant if len(said) > 1 else ""
    then = tournament.without(number)
    if added := then.sessions.get(event.session):
        _check_once(then, added, event.contestant, command.contestants)
        check_qualified(then, added, (event.contestant,))
    return (Uncommitted(LinkWithdrawn(*who, command.reason, before), (number,)),)


def _check_once(
    tournament: Tournament, added: SessionAdded, contestant: str, contestants: Mapping[str, tuple[str, ...]]
) -> None:
    """Refuse that somebody is again who somebody else is by now, at the same sitting."""
    who, entrant = (added.session, contestant), tournament.entrant_of(added.session, contestant)
    together = (each.session for each in tournament.in_stage(added.stage) if each.sitting == added.sitting)
    for beside in together:
        links = tournament.links.get(beside, {})
        for other in dict.fromkeys([*links, *contestants.get(beside, ())]):
            if (beside, other) != who and tournament.entrant_of(beside, other) == entrant:
                since = f" (#{tournament.linked_as[beside, other][-1][0]})" if other in links else ""
                message = f"{entrant} would play twice: {other} of {beside} is {entrant}{since}"
                both = [f"{contestant}={entrant}"] if beside == added.session else []
                line = shlex.join(["tournament", "link", beside, *both, f"{other}=ENTRANT"])
                raise Refusal("plays-twice", message, f"say who it is: `{line}`")


def _withdraw_lot(event: LotDrawn, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    if number not in tournament.lots:
        raise Refusal("undo-nothing", "that lot was taken back already", "`tournament standings`")
    return (Uncommitted(LotWithdrawn(number, command.reason), (number,)),)


UNDO: Undoing = {
    StageAdded: _remove_stage,
    StageAmended: _unamend,
    SessionAdded: _remove,
    EntrantsEntered: _unenter,
    ContestantLinked: _unlink,
    LotDrawn: _withdraw_lot,
}
