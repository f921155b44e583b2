"""What the events of tournaments say."""

from cli.words.event_text import event_text
from cli.words.language import Wording, number_text, say
from cli.words.numbers import stated_text
from cli.words.vocabulary import STAGE_FORMATS, TIE_BREAKS, because, profile_text
from ledger.facts.tournaments import (
    ContestantLinked,
    Entrant,
    EntrantsEntered,
    EntryWithdrawn,
    LinkWithdrawn,
    LotDrawn,
    LotWithdrawn,
    SessionAdded,
    SessionRemoved,
    Stage,
    StageAdded,
    StageAmended,
    StageRemoved,
    TournamentOpened,
)
from ledger.laws.stage_rules import StageRules


@event_text.register
def _(event: TournamentOpened) -> str:
    return say(
        "tournament opened: %(title)s, regulations %(profile)s",
        title=event.title,
        profile=profile_text(event.regulations.profile),
    )


@event_text.register
def _(event: StageAdded) -> str:
    before = say(" before %(before)s", before=event.before) if event.before else ""
    return say("stage %(name)s added%(before)s: %(stage)s", name=event.name, before=before, stage=stage_text(event))


@event_text.register
def _(event: StageAmended) -> str:
    return say("stage %(name)s: %(stage)s", name=event.name, stage=stage_text(event)) + because(event.reason)


@event_text.register
def _(event: StageRemoved) -> str:
    return say("stage %(name)s removed", name=event.name)


@event_text.register
def _(event: SessionAdded) -> str:
    section = say(", section %(section)s", section=event.section) if event.section else ""
    return say(
        "session %(session)s is sitting %(sitting)s of %(stage)s%(section)s",
        session=event.session,
        sitting=event.sitting,
        stage=event.stage,
        section=section,
    )


@event_text.register
def _(event: SessionRemoved) -> str:
    return say("session %(session)s does not belong to it", session=event.session) + because(event.reason)


@event_text.register
def _(event: EntrantsEntered) -> str:
    return say("entered: %(entrant)s", entrant=", ".join(map(_entrant, event.entrants)))


@event_text.register
def _(event: EntryWithdrawn) -> str:
    return say("the entry of #%(entry)s does not count", entry=event.entry) + because(event.reason)


def _entrant(entrant: Entrant) -> str:
    seed = say("seed %(seed)s", seed=entrant.seed) if entrant.seed else ""
    said = ", ".join(filter(None, (entrant.stratum, seed)))
    return f"{entrant.label} ({said})" if said else entrant.label


@event_text.register
def _(event: ContestantLinked) -> str:
    though = say(", with other people than elsewhere") if event.other_people else ""
    return say(
        "%(contestant)s of %(session)s is %(entrant)s%(though)s",
        contestant=event.contestant,
        session=event.session,
        entrant=event.entrant,
        though=though,
    )


@event_text.register
def _(event: LinkWithdrawn) -> str:
    who = say("is %(again)s", again=event.again) if event.again else say("goes by its own number")
    return say(
        "%(contestant)s of %(session)s %(who)s again", contestant=event.contestant, session=event.session, who=who
    ) + because(event.reason)


@event_text.register
def _(event: LotDrawn) -> str:
    return say(
        "lot drawn in %(stage)s: %(drawn)s", stage=event.stage, drawn=say(" before ").join(event.drawn)
    ) + because(event.reason)


@event_text.register
def _(event: LotWithdrawn) -> str:
    return say("the lot of #%(lot)s does not count", lot=event.lot) + because(event.reason)


def stage_text(stage: Stage) -> str:
    """How a stage is played, and how its scores come together; a knockout's do not."""
    played = STAGE_FORMATS[stage.format]
    return played if stage.format == "knockout" else f"{played}, {rules_text(stage.rules)}"


def rules_text(rules: StageRules) -> str:
    """'mean of percentages by boards, best 3': how scores come together, and what else is not as usual."""
    usual = StageRules()
    said = [
        _added(rules),
        say("best %(best)s", best=rules.best) if rules.best else "",
        say("scored across the sections") if rules.across else "",
        say("totals to %(unit)s", unit=number_text(rules.unit)) if rules.unit != usual.unit else "",
        say("North–South and East–West apart") if rules.winners == 2 else "",
        say("a place for %(least_boards)s of the boards", least_boards=rules.least_boards)
        if rules.least_boards != usual.least_boards
        else "",
        say("a place for %(least_sessions)s sessions", least_sessions=rules.least_sessions)
        if rules.least_sessions
        else "",
        say("strata apart") if rules.strata == "own" else "",
        say("ties by %(rules)s", rules=", ".join(map(TIE_BREAKS.__getitem__, rules.ties))) if rules.ties else "",
        say("a bye is worth %(bye_worth)s", bye_worth=stated_text(rules.bye_worth)) if rules.bye != usual.bye else "",
        say("an odd field has a triangle") if rules.odd == "triangle" else "",
        say("neighbours meet in the first round") if rules.first_round == "neighbours" else "",
    ]
    return ", ".join(filter(None, said))


_ADDED = Wording(
    {
        "percent": "percent",
        "matchpoints": "matchpoints",
        "imps": "imps",
        "victory-points": "victory points",
        "wins": "wins",
    }
)


def _added(rules: StageRules) -> str:
    to = (
        say(", to %(session_unit)s", session_unit=number_text(rules.session_unit))
        if rules.session_unit != "exact"
        else ""
    )
    if rules.adds == "percent":
        by = {
            "boards": say("mean of percentages by boards"),
            "equal": say("mean of percentages, every session the same"),
        }
        return by.get(rules.weight, say("sum of percentages")) + to
    carried = {"top": say(", carried to the same top"), "session": say(", carried to the same tops of all boards")}
    to = to if rules.factored != "none" else ""
    if rules.per_board:
        return say("imps by the board")
    return say("sum of %(what)s", what=_ADDED[rules.adds]) + carried.get(rules.factored, "") + to
