"""Decide cuts, carry-forwards and withdrawals between sessions; and undo them."""

import shlex
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ledger.bounds.tournaments import QUALIFIERS
from ledger.errors import Refusal
from ledger.guards.stages import check_carry, check_within, has_withdrawn, list_draws_of_stage, require_stage
from ledger.overall.qualifying import select
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of
from ledger.subjects.qualifying.facts import (
    CarryForwardRuled,
    CarryForwardSaid,
    ChangeQualifiers,
    ConcernAtCut,
    EntrantsQualified,
    EntrantWithdrew,
    QualifiersChanged,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament


def qualify(command: Qualify, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Make the cut from one stage into a later one; refused for a tie, or (unless `despite`) if scores may change."""
    check_stage_order(tournament, command.source, command.into)
    if cut := tournament.qualified.cuts.get((command.source, command.into)):
        message = f"the cut from {command.source} into {command.into} is already recorded (#{cut.number})"
        change = f"`tournament qualify {command.source} --into {command.into} --instead OUT=IN`"
        hint = f"{change}; or `undo {cut.number} --session {tournament.id}`"
        raise Refusal("qualified-already", message, hint)
    check_within(QUALIFIERS, *filter(None, [command.best]))
    for entrant in (*command.also, *command.barred):
        _check_in_stage(entrant, command.source, (each.entrant for each in command.placed))
    _check_not_withdrawn(tournament, command.also)
    needs_reason = command.also or command.barred or (command.open and command.despite)
    if needs_reason and not command.reason.strip():
        by_name = ", ".join((*command.also, *command.barred))
        differs = f"why does the cut differ from the places for {by_name}?"
        message = differs if by_name else "why do you cut while scores may change?"
        raise Refusal("needs-reason", message, "--reason TEXT")
    if command.open and not command.despite:
        concerns = [open_concern_text(each) for each in command.open]
        more = f", and {len(concerns) - _SHOWN} more" if len(concerns) > _SHOWN else ""
        message = f"the scores of {command.source} may still change: {', '.join(concerns[:_SHOWN])}{more}"
        first = command.open[0].session
        hint = f"`check --session {first}`; or --despite --reason TEXT cuts all the same"
        raise Refusal("cut-too-early", message, hint)
    selection = select(command.placed, command.best, command.also, {*command.barred, *tournament.qualified.withdrawn})
    if selection.tied:
        message = f"{', '.join(selection.tied)} are level for the last of {command.best} places"
        hint = f"--also {selection.tied[0]} --reason TEXT: the director says which of them goes on"
        raise Refusal("tied-at-cut", message, hint)
    if not selection.qualified:
        raise Refusal("not-in-stage", f"nobody has a place in {command.source} yet", "`tournament standings`")
    goes_on = {"qualified": selection.qualified, "reserves": selection.reserves, "despite": command.open}
    return (ProposedEvent(event_of(EntrantsQualified, command, **goes_on)),)


_SHOWN = 6
"""The most concerns named in a refusal."""

_MATTERS = {
    "no-results": "has no results",
    "no-score": "has no score",
    "to-play": "is still to play",
    "provisional-ruling": "is provisional",
    "open-appeal": "is not decided",
    "set-aside": "has a line set aside",
}


def open_concern_text(matter: ConcernAtCut) -> str:
    """Return in words why a session's scores may still change: 'R-0003 of friday is provisional'."""
    if matter.match:
        return f"{matter.match} is still to play"
    what = matter.case or (f"board {matter.board}" if matter.board else "")
    if matter.code == "no-score" and not what:
        return f"{matter.session} lacks results"
    return f"{f'{what} of ' if what else ''}{matter.session} {_MATTERS[matter.code]}"


def change_qualifiers(command: ChangeQualifiers, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Replace, add or remove a qualifier; refused without a reason, unless a reserve follows a withdrawal."""
    check_stage_order(tournament, command.source, command.into)
    cut = tournament.qualified.cuts.get((command.source, command.into))
    if cut is None:
        message = f"there is no cut from {command.source} into {command.into} yet"
        raise Refusal("no-cut", message, f"`tournament qualify {command.source} --into {command.into} --best 14`")
    if command.leaves and command.leaves not in cut.now:
        raise not_qualified(command.leaves, command.into, cut.now)
    if not (command.enters or command.leaves):
        message = f"who enters or leaves the cut into {command.into}?"
        raise Refusal("nothing-to-change", message, QUALIFIED)
    if command.enters in cut.now:
        raise Refusal("nothing-to-change", f"{command.enters} is already in the cut into {command.into}", QUALIFIED)
    if command.enters:
        _check_in_stage(command.enters, command.source, (each.entrant for each in command.placed))
        _check_not_withdrawn(tournament, (command.enters,))
    withdrew = command.leaves in tournament.qualified.withdrawn
    is_due = withdrew and command.enters == tournament.qualified.next_reserve(cut)
    if not (command.reason.strip() or is_due):
        whom = " instead of ".join(filter(None, (command.enters, command.leaves)))
        raise Refusal("needs-reason", f"why does {whom} {'go on' if command.enters else 'not go on'}?", "--reason TEXT")
    return (ProposedEvent(event_of(QualifiersChanged, command), (cut.number,)),)


def rule_carry_forward(command: RuleCarryForward, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Set the rule by which points go from one stage into another; refused if the rule does not fit them."""
    check_stage_order(tournament, command.source, command.into)
    rules = replace(command.rules, share=command.rules.part) if command.rules else None
    if tournament.qualified.rules((command.source, command.into)) == rules:
        raise Refusal("nothing-to-change", "this carry-forward is in force already", QUALIFIED)
    if rules:
        check_carry(rules, tournament.stages[command.source], tournament.stages[command.into])
    return (ProposedEvent(CarryForwardRuled(command.source, command.into, rules, command.reason)),)


def say_carry_forward(command: SayCarryForward, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a director's decision on a carry-forward; refused without reason, or for a contestant not qualified."""
    check_stage_order(tournament, command.source, command.into)
    way = (command.source, command.into)
    if cut := tournament.qualified.cuts.get(way):
        if command.entrant not in cut.now:
            raise not_qualified(command.entrant, command.into, cut.now)
    elif command.entrant not in {*command.playing, *tournament.entrants}:
        message = f"{command.entrant} has no score in {command.source} nor in {command.into}, and was not entered"
        raise Refusal("not-in-stage", message, f"`tournament enter {shlex.quote(command.entrant)}` enters it")
    if not command.reason.strip():
        raise Refusal("needs-reason", f"why does {command.entrant} carry that much?", "--reason TEXT")
    current = tournament.qualified.word(way, command.entrant)
    if current and current.carries == command.carries:
        raise Refusal("nothing-to-change", f"{command.entrant} carries that already", QUALIFIED)
    return (ProposedEvent(event_of(CarryForwardSaid, command)),)


def withdraw_entrant(command: WithdrawEntrant, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Withdraw an entrant after a sitting of a stage; refused if it played a later sitting, or has withdrawn."""
    require_stage(tournament, command.stage)
    sittings = tournament.sittings(command.stage)
    if command.sitting not in sittings:
        hints = [f"sittings of {command.stage}: {', '.join(map(str, sittings)) or 'none yet'}"]
        # A qualifier may leave before the final begins, after a sitting of an earlier stage
        has = (each for each in tournament.stages if command.sitting <= tournament.last_sitting(each))
        hints += [f"`tournament withdraw {command.entrant} --stage {each} --after {command.sitting}`" for each in has]
        message = f"{command.stage} has no sitting {command.sitting}"
        raise Refusal("no-such-sitting", message, "; ".join(hints))
    _check_in_stage(command.entrant, command.stage, command.playing)
    _check_not_withdrawn(tournament, (command.entrant,))
    if (last := max(command.played, default=0)) > command.sitting:
        message = f"{command.entrant} played sitting {last} of {command.stage}"
        hint = f"`tournament withdraw {command.entrant} --stage {command.stage} --after {last}`"
        raise Refusal("no-such-sitting", message, hint)
    return (ProposedEvent(event_of(EntrantWithdrew, command)),)


QUALIFIED = "`tournament qualified` shows it"


def check_stage_order(tournament: Tournament, source: str, into: str) -> None:
    """Refuse a pair of stages unless the stage `into` comes after the stage `source`."""
    for stage in (source, into):
        require_stage(tournament, stage)
    order = list(tournament.stages)
    if order.index(source) >= order.index(into):
        message = f"nobody goes on from {source} into {into}"
        raise Refusal("wrong-way", message, f"stages in their order: {', '.join(order)}")


def not_qualified(entrant: str, into: str, qualifiers: Sequence[str]) -> Refusal:
    """Return the refusal of a contestant that did not qualify for a stage."""
    return Refusal("not-qualified", f"{entrant} did not qualify for {into}", f"who did: {', '.join(qualifiers)}")


def _check_in_stage(entrant: str, stage: str, scored: Iterable[str]) -> None:
    if entrant not in scored:
        message = f"{entrant} has no score in {stage}"
        raise Refusal("not-in-stage", message, f"`tournament standings {stage}` shows who has")


def _check_not_withdrawn(tournament: Tournament, entrants: Iterable[str]) -> None:
    for entrant in entrants:
        if entrant in tournament.qualified.withdrawn:
            raise has_withdrawn(entrant, tournament)


def _unqualify(event: EntrantsQualified, command: Undo, tournament: Tournament, actor: Actor) -> None:
    cut = tournament.qualified.cuts.get((event.source, event.into))
    if cut is None or cut.number != command.target.number:
        message = f"the cut of #{command.target.number} is no longer in force"
        raise Refusal("undo-nothing", message, "`tournament qualified`")
    if sorted(cut.now) != sorted(cut.said.qualified):
        raise _changed_since(command, cut.changes[-1][0])
    for number, what in list_draws_of_stage(event.into, tournament):
        if number > cut.number:
            hint = f"`undo {number} --session {tournament.id}` first"
            raise Refusal("has-dependants", f"{what} from these qualifiers (#{number})", hint)


def _changed_since(command: Undo, last: int) -> Refusal:
    message = f"#{command.target.number} was changed since, last by #{last}"
    return Refusal("has-dependants", message, f"`undo {last}` first")


def _change_back(event: QualifiersChanged, command: Undo, tournament: Tournament, actor: Actor) -> QualifiersChanged:
    cut = tournament.qualified.cuts.get((event.source, event.into))
    _check_last(command, [number for number, _ in cut.changes] if cut else [])
    return QualifiersChanged(event.source, event.into, event.enters, event.leaves, command.reason)


def _unrule(event: CarryForwardRuled, command: Undo, tournament: Tournament, actor: Actor) -> CarryForwardRuled:
    rulings = tournament.qualified.ruled.get((event.source, event.into), ())
    _check_last(command, [number for number, _ in rulings])
    before = rulings[-2][1].rules if len(rulings) > 1 else None
    if before:
        check_stage_order(tournament, event.source, event.into)
        try:
            check_carry(before, tournament.stages[event.source], tournament.stages[event.into])
        except Refusal as why:
            was = f"{before.by} was carried from {event.source} into {event.into}"
            message = f"{was}, which would not fit: {why.message}"
            raise Refusal("bad-carry", message, why.hint) from None
    return CarryForwardRuled(event.source, event.into, before, command.reason)


def _unsay(event: CarryForwardSaid, command: Undo, tournament: Tournament, actor: Actor) -> CarryForwardSaid:
    statements = tournament.qualified.said.get((event.source, event.into, event.entrant), ())
    _check_last(command, [number for number, _ in statements])
    before = statements[-2][1].carries if len(statements) > 1 else None
    return CarryForwardSaid(event.source, event.into, event.entrant, before, command.reason)


def _check_last(command: Undo, numbers: Sequence[int]) -> None:
    if command.target.number not in numbers:
        message = f"#{command.target.number} was taken back, or takes back an earlier event"
        raise Refusal("undo-nothing", message, "`tournament qualified`")
    if numbers[-1] != command.target.number:
        raise _changed_since(command, numbers[-1])


def _return(event: EntrantWithdrew, command: Undo, tournament: Tournament, actor: Actor) -> None:
    qualified = tournament.qualified
    withdrawal = qualified.withdrawn.get(event.entrant)
    if withdrawal is None or withdrawal.number != command.target.number:
        raise Refusal("undo-nothing", f"{event.entrant} is back already", "`tournament qualified`")
    for cut in qualified.cuts.values():
        since = ((number, change) for number, change in cut.changes if number > withdrawal.number)
        gave = [number for number, change in since if change.leaves == event.entrant and change.enters]
        if gave and event.entrant not in cut.now:
            message = f"somebody took the place of {event.entrant} in {cut.said.into} (#{gave[-1]})"
            raise Refusal("has-dependants", message, f"`undo {gave[-1]}` first")


UNDO: Undoing = {
    EntrantsQualified: _unqualify,
    QualifiersChanged: _change_back,
    CarryForwardRuled: _unrule,
    CarryForwardSaid: _unsay,
    EntrantWithdrew: _return,
}
