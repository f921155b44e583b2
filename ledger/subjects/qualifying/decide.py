"""Who goes on from stage to stage of a tournament, what he carries, who withdraws between sessions; and undo."""

import shlex
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ledger.bounds.tournaments import QUALIFIERS
from ledger.errors import Refusal
from ledger.guards.stages import check_carry, check_within, drawn_for, has_withdrawn, require_stage
from ledger.kernel.fact import TakenBack
from ledger.overall.qualifying import select
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, event_of, taking_back
from ledger.subjects.qualifying.facts import (
    CarryForwardRuled,
    CarryForwardSaid,
    ChangeQualifiers,
    ConcernAtCut,
    EntrantsQualified,
    EntrantWithdrew,
    PlacedContestant,
    QualifiersChanged,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament


def qualify(command: Qualify, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A cut: once between two stages, after the last ruling, with nobody level for the last place."""
    check_way(tournament, command.source, command.into)
    if cut := tournament.qualified.cuts.get((command.source, command.into)):
        message = f"who goes on from {command.source} into {command.into} was said in #{cut.number}"
        change = f"`tournament qualify {command.source} --into {command.into} --instead OUT=IN`"
        hint = f"{change}; or `undo {cut.number} --session {tournament.id}`"
        raise Refusal("qualified-already", message, hint)
    check_within(QUALIFIERS, *filter(None, [command.best]))
    for entrant in (*command.also, *command.barred):
        _check_in_stage(entrant, command.source, command.placed)
    _check_here(tournament, command.also)
    against = command.also or command.barred or (command.open and command.despite)
    if against and not command.reason.strip():
        by_name = ", ".join((*command.also, *command.barred))
        why = f"why {by_name}, against the places?" if by_name else "why is it cut while something is open?"
        raise Refusal("needs-reason", why, '--reason "…"')
    if command.open and not command.despite:
        shown = [open_concern_text(each) for each in command.open]
        more = f", and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        message = f"the scores of {command.source} may still change: {', '.join(shown[:_SHOWN])}{more}"
        first = command.open[0].session
        hint = f"`check --session {first}`; or --despite --reason TEXT cuts all the same"
        raise Refusal("cut-too-early", message, hint)
    found = select(command.placed, command.best, command.also, {*command.barred, *tournament.qualified.withdrawn})
    if found.tied:
        message = f"{', '.join(found.tied)} are level for the last of {command.best} places"
        hint = f"--also {found.tied[0]} --reason TEXT: the director says which of them goes on"
        raise Refusal("tied-at-cut", message, hint)
    if not found.qualified:
        raise Refusal("not-in-stage", f"nobody has a place in {command.source} yet", "`tournament standings`")
    goes_on = {"qualified": found.qualified, "reserves": found.reserves, "despite": command.open}
    return (ProposedEvent(event_of(EntrantsQualified, command, **goes_on)),)


_SHOWN = 6
"""So many open matters are named in a refusal."""

_MATTERS = {
    "no-results": "has no results",
    "no-score": "has no score",
    "to-play": "is still to play",
    "provisional-ruling": "is provisional",
    "open-appeal": "is not decided",
    "set-aside": "has a line set aside",
}


def open_concern_text(matter: ConcernAtCut) -> str:
    """'R-0003 of friday is provisional', 'board 7 of saturday is still to play'."""
    if matter.match:
        return f"{matter.match} is still to play"
    what = matter.case or (f"board {matter.board}" if matter.board else "")
    if matter.code == "no-score" and not what:
        return f"{matter.session} lacks results"
    return f"{f'{what} of ' if what else ''}{matter.session} {_MATTERS[matter.code]}"


def change_qualifiers(command: ChangeQualifiers, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """One instead of another, one more or one fewer, by the director's word; the next reserve needs no reason."""
    check_way(tournament, command.source, command.into)
    cut = tournament.qualified.cuts.get((command.source, command.into))
    if cut is None:
        message = f"nobody was said to go on from {command.source} into {command.into} yet"
        raise Refusal("no-cut", message, f"`tournament qualify {command.source} --into {command.into} --best 14`")
    if command.leaves and command.leaves not in cut.now:
        raise not_qualified(command.leaves, command.into, cut.now)
    if command.enters in cut.now or not (command.enters or command.leaves):
        who = command.enters or "everybody who does"
        raise Refusal("nothing-to-change", f"{who} goes on into {command.into} already", QUALIFIED)
    if command.enters:
        _check_in_stage(command.enters, command.source, command.placed)
        _check_here(tournament, (command.enters,))
    withdrew = command.leaves in tournament.qualified.withdrawn
    is_due = withdrew and command.enters == tournament.qualified.next_reserve(cut)
    if not (command.reason.strip() or is_due):
        whom = " instead of ".join(filter(None, (command.enters, command.leaves)))
        raise Refusal("needs-reason", f"why {whom}?", '--reason "…"')
    return (ProposedEvent(event_of(QualifiersChanged, command), (cut.number,)),)


def rule_carry_forward(command: RuleCarryForward, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """By which regulation something is carried, its share pinned; one that fits what the two stages add up."""
    check_way(tournament, command.source, command.into)
    rules = replace(command.rules, share=command.rules.part) if command.rules else None
    if tournament.qualified.rules((command.source, command.into)) == rules:
        raise Refusal("nothing-to-change", "that is what is carried already", QUALIFIED)
    if rules:
        check_carry(rules, tournament.stages[command.source], tournament.stages[command.into])
    return (ProposedEvent(CarryForwardRuled(command.source, command.into, rules, command.reason)),)


def say_carry_forward(command: SayCarryForward, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What a contestant carries by the director's word; only who goes on carries anything."""
    check_way(tournament, command.source, command.into)
    way = (command.source, command.into)
    if cut := tournament.qualified.cuts.get(way):
        if command.entrant not in cut.now:
            raise not_qualified(command.entrant, command.into, cut.now)
    elif command.entrant not in {*command.playing, *tournament.entrants}:
        message = f"{command.entrant} has no score in {command.source} nor in {command.into}, and was not entered"
        raise Refusal("not-in-stage", message, f"`tournament enter {shlex.quote(command.entrant)}` enters it")
    if not command.reason.strip():
        raise Refusal("needs-reason", f"why does {command.entrant} carry that much?", '--reason "…"')
    now = tournament.qualified.word(way, command.entrant)
    if now and now.carries == command.carries:
        raise Refusal("nothing-to-change", f"{command.entrant} carries that already", QUALIFIED)
    return (ProposedEvent(event_of(CarryForwardSaid, command)),)


def withdraw_entrant(command: WithdrawEntrant, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant leaves the tournament after a sitting; what it scored stands."""
    require_stage(tournament, command.stage)
    sittings = tournament.sittings(command.stage)
    if command.sitting not in sittings:
        hints = [f"sittings of {command.stage}: {', '.join(map(str, sittings)) or 'none yet'}"]
        # A qualifier may leave before the final begins: then another stage has the sitting
        has = (each for each in tournament.stages if command.sitting <= tournament.last_sitting(each))
        hints += [f"`tournament withdraw {command.entrant} --stage {each} --after {command.sitting}`" for each in has]
        message = f"{command.stage} has no sitting {command.sitting}"
        raise Refusal("no-such-sitting", message, "; ".join(hints))
    if command.entrant not in command.playing:
        raise _not_in_stage(command.entrant, command.stage)
    _check_here(tournament, (command.entrant,))
    if (last := max(command.played, default=0)) > command.sitting:
        message = f"{command.entrant} played sitting {last} of {command.stage}"
        hint = f"`tournament withdraw {command.entrant} --stage {command.stage} --after {last}`"
        raise Refusal("no-such-sitting", message, hint)
    return (ProposedEvent(event_of(EntrantWithdrew, command)),)


QUALIFIED = "`tournament qualified` shows it"


def check_way(tournament: Tournament, source: str, into: str) -> None:
    """Refuse two stages that do not follow each other."""
    for stage in (source, into):
        require_stage(tournament, stage)
    order = list(tournament.stages)
    if order.index(source) >= order.index(into):
        message = f"nobody goes on from {source} into {into}"
        raise Refusal("wrong-way", message, f"stages in their order: {', '.join(order)}")


def not_qualified(entrant: str, into: str, now: Sequence[str]) -> Refusal:
    """That somebody is not among those who go on."""
    return Refusal("not-qualified", f"{entrant} did not qualify for {into}", f"who did: {', '.join(now)}")


def _check_in_stage(entrant: str, stage: str, placed: Iterable[PlacedContestant]) -> None:
    if entrant not in {each.entrant for each in placed}:
        raise _not_in_stage(entrant, stage)


def _not_in_stage(entrant: str, stage: str) -> Refusal:
    message = f"{entrant} has no score in {stage}"
    return Refusal("not-in-stage", message, f"`tournament standings {stage}` shows who has")


def _check_here(tournament: Tournament, entrants: Iterable[str]) -> None:
    for entrant in entrants:
        if entrant in tournament.qualified.withdrawn:
            raise has_withdrawn(entrant, tournament)


def _unqualify(event: EntrantsQualified, command: Undo, tournament: Tournament, actor: Actor) -> TakenBack:
    cut = tournament.qualified.cuts.get((event.source, event.into))
    if cut is None or cut.number != command.target.number:
        raise Refusal("undo-nothing", "that cut does not hold any more", "`tournament qualified`")
    if sorted(cut.now) != sorted(cut.said.qualified):
        raise _changed_since(command, cut.changes[-1][0])
    for number, what in drawn_for(event.into, tournament):
        if number > cut.number:
            hint = f"`undo {number} --session {tournament.id}` first"
            raise Refusal("has-dependants", f"{what} out of who qualified (#{number})", hint)
    return taking_back(command)


def _changed_since(command: Undo, last: int) -> Refusal:
    message = f"it was changed since #{command.target.number}, last in #{last}"
    return Refusal("has-dependants", message, f"`undo {last}` first")


def _change_back(event: QualifiersChanged, command: Undo, tournament: Tournament, actor: Actor) -> QualifiersChanged:
    cut = tournament.qualified.cuts.get((event.source, event.into))
    _check_last(command, [number for number, _ in cut.changes] if cut else [])
    return QualifiersChanged(event.source, event.into, event.enters, event.leaves, command.reason)


def _unrule(event: CarryForwardRuled, command: Undo, tournament: Tournament, actor: Actor) -> CarryForwardRuled:
    said = tournament.qualified.ruled.get((event.source, event.into), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].rules if len(said) > 1 else None
    if before:
        check_way(tournament, event.source, event.into)
        try:
            check_carry(before, tournament.stages[event.source], tournament.stages[event.into])
        except Refusal as why:
            message = (
                f"{before.by} was carried from {event.source} into {event.into}, which would not fit: {why.message}"
            )
            raise Refusal("bad-carry", message, why.hint) from None
    return CarryForwardRuled(event.source, event.into, before, command.reason)


def _unsay(event: CarryForwardSaid, command: Undo, tournament: Tournament, actor: Actor) -> CarryForwardSaid:
    said = tournament.qualified.said.get((event.source, event.into, event.entrant), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].carries if len(said) > 1 else None
    return CarryForwardSaid(event.source, event.into, event.entrant, before, command.reason)


def _check_last(command: Undo, said: Sequence[int]) -> None:
    if command.target.number not in said:
        message = f"#{command.target.number} was taken back, or takes back another"
        raise Refusal("undo-nothing", message, "`tournament qualified`")
    if said[-1] != command.target.number:
        raise _changed_since(command, said[-1])


def _return(event: EntrantWithdrew, command: Undo, tournament: Tournament, actor: Actor) -> TakenBack:
    said = tournament.qualified
    left = said.withdrawn.get(event.entrant)
    if left is None or left.number != command.target.number:
        raise Refusal("undo-nothing", f"{event.entrant} is back already", "`tournament qualified`")
    for cut in said.cuts.values():
        since = ((number, change) for number, change in cut.changes if number > left.number)
        gave = [number for number, change in since if change.leaves == event.entrant and change.enters]
        if gave and event.entrant not in cut.now:
            message = f"somebody took the place of {event.entrant} in {cut.said.into} (#{gave[-1]})"
            raise Refusal("has-dependants", message, f"`undo {gave[-1]}` first")
    return taking_back(command)


HANDLERS: Handlers = {
    Qualify: qualify,
    ChangeQualifiers: change_qualifiers,
    RuleCarryForward: rule_carry_forward,
    SayCarryForward: say_carry_forward,
    WithdrawEntrant: withdraw_entrant,
}


UNDO: Undoing = {
    EntrantsQualified: _unqualify,
    QualifiersChanged: _change_back,
    CarryForwardRuled: _unrule,
    CarryForwardSaid: _unsay,
    EntrantWithdrew: _return,
}
