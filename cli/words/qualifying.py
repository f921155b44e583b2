"""What the events of cuts, carry-forwards and withdrawals say."""

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.numbers import stated_text
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
from ledger.laws.stage_rules import CarryRules

_SHOWN = 24
"""So many names stand in a line."""


@event_text.register
def _(event: EntrantsQualified) -> str:
    apart = say(" of each %(part)s", part=say(event.apart)) if event.apart else ""
    fewer = say(" (there are no more)") if not apart and len(event.qualified) < event.best else ""
    best = say(", the best %(best)s%(apart)s%(fewer)s", best=event.best, apart=apart, fewer=fewer) if event.best else ""
    by_name = [
        *([say("also %(names)s", names=", ".join(event.also))] if event.also else []),
        *([say("not %(names)s", names=", ".join(event.barred))] if event.barred else []),
    ]
    despite = [say("despite %(matters)s", matters=counted(len(event.despite), "open matter"))] if event.despite else []
    said = f"; {', '.join((*by_name, *despite))}" if by_name or despite else ""
    names = say(
        "%(qualified)s from %(source)s into %(into)s%(best)s: %(names)s",
        qualified=len(event.qualified),
        source=event.source,
        into=event.into,
        best=best,
        names=_names(event.qualified),
    )
    return say("qualified %(whom)s%(said)s", whom=names, said=said) + because(event.reason)


def _names(names: tuple[str, ...]) -> str:
    more = say(", … %(names)s more", names=len(names) - _SHOWN) if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


@event_text.register
def _(event: QualifiersChanged) -> str:
    if event.enters and event.leaves:
        return say(
            "%(enters)s goes on into %(into)s instead of %(leaves)s",
            enters=event.enters,
            into=event.into,
            leaves=event.leaves,
        ) + because(event.reason)
    verb = (
        say("%(enters)s goes on", enters=event.enters)
        if event.enters
        else say("%(leaves)s does not go on", leaves=event.leaves or say("nobody"))
    )
    return say("%(verb)s from %(source)s into %(into)s", verb=verb, source=event.source, into=event.into) + because(
        event.reason
    )


@event_text.register
def _(event: QualificationWithdrawn) -> str:
    return say(
        "nobody is said to go on from %(source)s into %(into)s any more", source=event.source, into=event.into
    ) + because(event.reason)


@event_text.register
def _(event: CarryForwardRuled) -> str:
    what = rules_of_carry_text(event.rules) if event.rules else say("nothing is carried")
    return say("from %(source)s into %(into)s: %(what)s", source=event.source, into=event.into, what=what) + because(
        event.reason
    )


def rules_of_carry_text(rules: CarryRules) -> str:
    """'1/2 of the score is carried', 'by place is carried: 12, 10, 8': what is carried by a rule."""
    figures = (say(" to ") if rules.by == "spread" else ", ").join(map(stated_text, rules.figures)) or say("nothing")
    share = "" if rules.part == 1 else say("%(part)s of ", part=rules.part)
    top = say(", a top in the final is %(top)s", top=stated_text(rules.top)) if rules.top else ""
    return CARRIES[rules.by] % {"share": share, "figures": figures} + top


@event_text.register
def _(event: CarryForwardSaid) -> str:
    much = say("as the rule has it") if event.carries is None else stated_text(event.carries)
    return say(
        "%(entrant)s carries %(much)s from %(source)s into %(into)s",
        entrant=event.entrant,
        much=much,
        source=event.source,
        into=event.into,
    ) + because(event.reason)


@event_text.register
def _(event: EntrantWithdrew) -> str:
    good = say(", with a good reason") if event.good_reason else ""
    return say(
        "%(entrant)s withdrew after sitting %(sitting)s of %(stage)s%(good)s",
        entrant=event.entrant,
        sitting=event.sitting,
        stage=event.stage,
        good=good,
    ) + because(event.reason)


@event_text.register
def _(event: EntrantReturned) -> str:
    return say("%(entrant)s did not withdraw", entrant=event.entrant) + because(event.reason)
