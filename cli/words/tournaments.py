"""What the events of tournaments say."""

from cli.words.event_text import event_text
from cli.words.vocabulary import STAGE_FORMATS, TIE_BREAKS, because
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
from ledger.laws.rounding import stated_text
from ledger.laws.stage_rules import StageRules


@event_text.register
def _(event: TournamentOpened) -> str:
    return f"tournament opened: {event.title}, regulations {event.regulations.profile}"


@event_text.register
def _(event: StageAdded) -> str:
    before = f" before {event.before}" if event.before else ""
    return f"stage {event.name} added{before}: {stage_text(event)}"


@event_text.register
def _(event: StageAmended) -> str:
    return f"stage {event.name}: {stage_text(event)}" + because(event.reason)


@event_text.register
def _(event: StageRemoved) -> str:
    return f"stage {event.name} removed"


@event_text.register
def _(event: SessionAdded) -> str:
    section = f", section {event.section}" if event.section else ""
    return f"session {event.session} is sitting {event.sitting} of {event.stage}{section}"


@event_text.register
def _(event: SessionRemoved) -> str:
    return f"session {event.session} does not belong to it" + because(event.reason)


@event_text.register
def _(event: EntrantsEntered) -> str:
    return f"entered: {', '.join(map(_entrant, event.entrants))}"


@event_text.register
def _(event: EntryWithdrawn) -> str:
    return f"the entry of #{event.entry} does not count" + because(event.reason)


def _entrant(entrant: Entrant) -> str:
    seed = f"seed {entrant.seed}" if entrant.seed else ""
    said = ", ".join(filter(None, (entrant.stratum, seed)))
    return f"{entrant.label} ({said})" if said else entrant.label


@event_text.register
def _(event: ContestantLinked) -> str:
    though = ", with other people than elsewhere" if event.other_people else ""
    return f"{event.contestant} of {event.session} is {event.entrant}{though}"


@event_text.register
def _(event: LinkWithdrawn) -> str:
    who = f"is {event.again}" if event.again else "goes by its own number"
    return f"{event.contestant} of {event.session} {who} again" + because(event.reason)


@event_text.register
def _(event: LotDrawn) -> str:
    return f"lot drawn in {event.stage}: {' before '.join(event.drawn)}" + because(event.reason)


@event_text.register
def _(event: LotWithdrawn) -> str:
    return f"the lot of #{event.lot} does not count" + because(event.reason)


def stage_text(stage: Stage) -> str:
    """How a stage is played, and how its scores come together; a knockout's do not."""
    played = STAGE_FORMATS[stage.format]
    return played if stage.format == "knockout" else f"{played}, {rules_text(stage.rules)}"


def rules_text(rules: StageRules) -> str:
    """'mean of percentages by boards, best 3': how scores come together, and what else is not as usual."""
    usual = StageRules()
    said = [
        _added(rules),
        f"best {rules.best}" if rules.best else "",
        "scored across the sections" if rules.across else "",
        f"totals to {rules.unit}" if rules.unit != usual.unit else "",
        "North–South and East–West apart" if rules.winners == 2 else "",
        f"a place for {rules.least_boards} of the boards" if rules.least_boards != usual.least_boards else "",
        f"a place for {rules.least_sessions} sessions" if rules.least_sessions else "",
        "strata apart" if rules.strata == "own" else "",
        f"ties by {', '.join(map(TIE_BREAKS.__getitem__, rules.ties))}" if rules.ties else "",
        f"a bye is worth {stated_text(rules.bye_worth)}" if rules.bye != usual.bye else "",
        "an odd field has a triangle" if rules.odd == "triangle" else "",
        "neighbours meet in the first round" if rules.first_round == "neighbours" else "",
    ]
    return ", ".join(filter(None, said))


def _added(rules: StageRules) -> str:
    to = f", to {rules.session_unit}" if rules.session_unit != "exact" else ""
    if rules.adds == "percent":
        by = {"boards": "mean of percentages by boards", "equal": "mean of percentages, every session the same"}
        return by.get(rules.weight, "sum of percentages") + to
    carried = {"top": ", carried to the same top", "session": ", carried to the same tops of all boards"}
    to = to if rules.factored != "none" else ""
    if rules.per_board:
        return "imps by the board"
    return f"sum of {rules.adds.replace('-', ' ')}" + carried.get(rules.factored, "") + to
