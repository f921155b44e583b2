"""What the events of cuts, carry-forwards and withdrawals say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import CARRIES, because, counted
from ledger.facts.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantReturned,
    EntrantsQualified,
    EntrantWithdrew,
    QualificationWithdrawn,
    QualifiersChanged,
)
from ledger.laws.rounding import stated_text
from ledger.laws.stage_rules import CarryRules

_SHOWN = 24
"""So many names stand in a line."""


@event_text.register
def _(event: EntrantsQualified) -> str:
    apart = f" of each {event.apart}" if event.apart else ""
    fewer = " (there are no more)" if not apart and len(event.qualified) < event.best else ""
    best = f", the best {event.best}{apart}{fewer}" if event.best else ""
    by_name = [f"{verb} {', '.join(who)}" for verb, who in (("also", event.also), ("not", event.barred)) if who]
    despite = [f"despite {counted(len(event.despite), 'open matter')}"] if event.despite else []
    said = f"; {', '.join((*by_name, *despite))}" if by_name or despite else ""
    names = f"{len(event.qualified)} from {event.source} into {event.into}{best}: {_names(event.qualified)}"
    return f"qualified {names}{said}" + because(event.reason)


def _names(names: tuple[str, ...]) -> str:
    more = f", … {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


@event_text.register
def _(event: QualifiersChanged) -> str:
    if event.enters and event.leaves:
        return f"{event.enters} goes on into {event.into} instead of {event.leaves}" + because(event.reason)
    verb = f"{event.enters} goes on" if event.enters else f"{event.leaves or 'nobody'} does not go on"
    return f"{verb} from {event.source} into {event.into}" + because(event.reason)


@event_text.register
def _(event: QualificationWithdrawn) -> str:
    return f"nobody is said to go on from {event.source} into {event.into} any more" + because(event.reason)


@event_text.register
def _(event: CarryForwardRuled) -> str:
    what = rules_of_carry_text(event.rules) if event.rules else "nothing is carried"
    return f"from {event.source} into {event.into}: {what}" + because(event.reason)


def rules_of_carry_text(rules: CarryRules) -> str:
    """'1/2 of the score is carried', 'by place is carried: 12, 10, 8': what is carried by a rule."""
    figures = (" to " if rules.by == "spread" else ", ").join(map(stated_text, rules.figures)) or "nothing"
    share = "" if rules.part == 1 else f"{rules.part} of "
    top = f", a top in the final is {stated_text(rules.top)}" if rules.top else ""
    return CARRIES[rules.by].format(share=share, figures=figures) + top


@event_text.register
def _(event: CarryForwardSaid) -> str:
    much = "as the rule has it" if event.carries is None else stated_text(event.carries)
    return f"{event.entrant} carries {much} from {event.source} into {event.into}" + because(event.reason)


@event_text.register
def _(event: EntrantWithdrew) -> str:
    good = ", with a good reason" if event.good_reason else ""
    return f"{event.entrant} withdrew after sitting {event.sitting} of {event.stage}{good}" + because(event.reason)


@event_text.register
def _(event: EntrantReturned) -> str:
    return f"{event.entrant} did not withdraw" + because(event.reason)
