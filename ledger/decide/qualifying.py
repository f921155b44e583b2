"""Who goes on from stage to stage of a tournament, what he carries, who withdraws between sessions; and undo."""

import shlex
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ledger.bounds.tournaments import QUALIFIERS
from ledger.decide.carry_rules import check_carry
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.tournaments import check_within, require_stage
from ledger.errors import Refusal
from ledger.facts import (
    ChangeQualifiers,
    PlacedContestant,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    Undo,
    WithdrawEntrant,
)
from ledger.facts.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantReturned,
    EntrantsQualified,
    EntrantWithdrew,
    OpenMatter,
    QualificationWithdrawn,
    QualifiersChanged,
)
from ledger.laws.stage_rules import CarryRules
from ledger.overall.qualifying import Selected, select
from ledger.session.qualifying import Cut
from ledger.session.tournaments import Tournament


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
    _check_reason(command)
    if command.open and not command.despite:
        raise _too_early(command)
    selected = _selected(command, tournament)
    said = EntrantsQualified(
        command.source,
        command.into,
        command.best,
        command.apart,
        selected.qualified,
        selected.reserves,
        command.also,
        command.barred,
        command.open,
        command.reason,
        heads=command.heads,
    )
    return (ProposedEvent(said),)


def _selected(command: Qualify, tournament: Tournament) -> Selected:
    """Who goes on; Refusal (tied-at-cut) where several are level for the last places."""
    barred = {*command.barred, *tournament.qualified.withdrawn}
    found = select(command.placed, command.best, command.also, barred)
    if found.tied:
        message = f"{', '.join(found.tied)} are level for the last of {command.best} places"
        hint = f"--also {found.tied[0]} --reason TEXT: the director says which of them goes on"
        raise Refusal("tied-at-cut", message, hint)
    if not found.qualified:
        raise Refusal("not-in-stage", f"nobody has a place in {command.source} yet", "`tournament standings`")
    return found


def _check_reason(command: Qualify) -> None:
    """Whom the director names against the places, or a cut while something is open, has a reason."""
    against = command.also or command.barred or (command.open and command.despite)
    if against and not command.reason.strip():
        by_name = ", ".join((*command.also, *command.barred))
        why = f"why {by_name}, against the places?" if by_name else "why is it cut while something is open?"
        raise Refusal("needs-reason", why, '--reason "…"')


def _too_early(command: Qualify) -> Refusal:
    shown = [matter_text(each) for each in command.open]
    more = f", and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    message = f"the scores of {command.source} may still change: {', '.join(shown[:_SHOWN])}{more}"
    first = command.open[0].session
    return Refusal("cut-too-early", message, f"`check --session {first}`; or --despite --reason TEXT cuts all the same")


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


def matter_text(matter: OpenMatter) -> str:
    """'R-0003 of friday is provisional', 'board 7 of saturday is still to play'."""
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
    if not (command.reason.strip() or _is_due(command, tournament, cut)):
        whom = " instead of ".join(filter(None, (command.enters, command.leaves)))
        raise Refusal("needs-reason", f"why {whom}?", '--reason "…"')
    change = command.leaves, command.enters, command.reason
    changed = QualifiersChanged(command.source, command.into, *change, heads=command.heads)
    return (ProposedEvent(changed, (cut.number,)),)


def _is_due(command: ChangeQualifiers, tournament: Tournament, cut: Cut) -> bool:
    """Whether the next reserve takes the place of one who withdrew."""
    return command.leaves in tournament.qualified.withdrawn and command.enters == tournament.qualified.next_reserve(cut)


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
    said = CarryForwardSaid(*way, command.entrant, command.carries, command.reason, heads=command.heads)
    return (ProposedEvent(said),)


def withdraw_entrant(command: WithdrawEntrant, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant leaves the tournament after a sitting; what it scored stands."""
    require_stage(tournament, command.stage)
    sittings = tournament.sittings(command.stage)
    if command.sitting not in sittings:
        known = f"sittings of {command.stage}: {', '.join(map(str, sittings)) or 'none yet'}"
        message = f"{command.stage} has no sitting {command.sitting}"
        raise Refusal("no-such-sitting", message, "; ".join([known, *_sitting_elsewhere(tournament, command)]))
    if command.entrant not in command.playing:
        raise _not_in_stage(command.entrant, command.stage)
    _check_here(tournament, (command.entrant,))
    if (last := max(command.played, default=0)) > command.sitting:
        message = f"{command.entrant} played sitting {last} of {command.stage}"
        raise Refusal(
            "no-such-sitting",
            message,
            f"`tournament withdraw {command.entrant} --stage {command.stage} --after {last}`",
        )
    left = command.entrant, command.stage, command.sitting, command.good_reason, command.reason
    withdrew = EntrantWithdrew(*left, heads=command.heads)
    return (ProposedEvent(withdrew),)


def _sitting_elsewhere(tournament: Tournament, command: WithdrawEntrant) -> list[str]:
    """What to type of another stage that has the sitting: a qualifier may leave before the final begins."""
    has = (each for each in tournament.stages if command.sitting <= tournament.last_sitting(each))
    return [f"`tournament withdraw {command.entrant} --stage {each} --after {command.sitting}`" for each in has]


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
    """Refuse those who withdrew from the tournament."""
    for entrant in entrants:
        if left := tournament.qualified.withdrawn.get(entrant):
            message = f"{entrant} withdrew after sitting {left.said.sitting} of {left.said.stage} (#{left.number})"
            raise Refusal("has-withdrawn", message, f"`undo {left.number} --session {tournament.id}` if it did not")


HANDLERS: Handlers = {
    Qualify: qualify,
    ChangeQualifiers: change_qualifiers,
    RuleCarryForward: rule_carry_forward,
    SayCarryForward: say_carry_forward,
    WithdrawEntrant: withdraw_entrant,
}


def _unqualify(
    event: EntrantsQualified, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """Nobody was cut, where nobody was changed since, or all of it was taken back."""
    cut = tournament.qualified.cuts.get((event.source, event.into))
    if cut is None or cut.number != command.target.number:
        raise Refusal("undo-nothing", "that cut does not hold any more", "`tournament qualified`")
    if sorted(cut.now) != sorted(cut.said.qualified):
        raise _changed_since(command, cut.changes[-1][0])
    withdrawn = QualificationWithdrawn(event.source, event.into, command.reason)
    return (ProposedEvent(withdrawn, (command.target.number,)),)


def _changed_since(command: Undo, last: int) -> Refusal:
    message = f"it was changed since #{command.target.number}, last in #{last}"
    return Refusal("has-dependants", message, f"`undo {last}` first")


def _change_back(
    event: QualifiersChanged, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """The one goes on again who did, and the other does not."""
    cut = tournament.qualified.cuts.get((event.source, event.into))
    _check_last(command, [number for number, _ in cut.changes] if cut else [])
    back = QualifiersChanged(event.source, event.into, event.enters, event.leaves, command.reason)
    return (ProposedEvent(back, (command.target.number,)),)


def _unrule(event: CarryForwardRuled, command: Undo, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What is carried as it was said before."""
    said = tournament.qualified.ruled.get((event.source, event.into), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].rules if len(said) > 1 else None
    if before:
        _check_fits(before, event, tournament)
    again = CarryForwardRuled(event.source, event.into, before, command.reason)
    return (ProposedEvent(again, (command.target.number,)),)


def _check_fits(before: CarryRules, event: CarryForwardRuled, tournament: Tournament) -> None:
    """Refuse a rule of before that the stages, as they are by now, could not carry."""
    check_way(tournament, event.source, event.into)
    try:
        check_carry(before, tournament.stages[event.source], tournament.stages[event.into])
    except Refusal as why:
        message = f"{before.by} was carried from {event.source} into {event.into}, which would not fit: {why.message}"
        raise Refusal("bad-carry", message, why.hint) from None


def _unsay(event: CarryForwardSaid, command: Undo, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What it carried by the word before, or by the rule."""
    said = tournament.qualified.said.get((event.source, event.into, event.entrant), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].carries if len(said) > 1 else None
    again = CarryForwardSaid(event.source, event.into, event.entrant, before, command.reason)
    return (ProposedEvent(again, (command.target.number,)),)


def _check_last(command: Undo, said: Sequence[int]) -> None:
    """Refuse what was taken back already, or is not the last word."""
    if command.target.number not in said:
        raise Refusal(
            "undo-nothing", f"#{command.target.number} was taken back, or takes back another", "`tournament qualified`"
        )
    if said[-1] != command.target.number:
        raise _changed_since(command, said[-1])


def _return(event: EntrantWithdrew, command: Undo, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """It did not withdraw, where nobody took its place meanwhile."""
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
    return (ProposedEvent(EntrantReturned(event.entrant, command.reason), (command.target.number,)),)


UNDO: Undoing = {
    EntrantsQualified: _unqualify,
    QualifiersChanged: _change_back,
    CarryForwardRuled: _unrule,
    CarryForwardSaid: _unsay,
    EntrantWithdrew: _return,
}
