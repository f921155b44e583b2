"""The events of tournaments in words: stages, entrants, draws of rounds, cuts and carry-forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.words.language import Wording, number_text, say, say_of
from cli.words.notation import and_text, stated_text
from cli.words.scores import score_text
from cli.words.vocabulary import CARRIES, STAGE_FORMATS, TIE_BREAKS, counted, profile_text
from ledger.kernel.fact import Event
from ledger.laws.regulations import CarryRules, StageRules
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import Drawn, tables_of
from ledger.subjects.qualifying.facts import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantsQualified,
    EntrantWithdrew,
    QualifiersChanged,
)
from ledger.subjects.tournaments.facts import (
    ContestantLinked,
    EntrantsEntered,
    LotDrawn,
    SessionAdded,
    Stage,
    StageAdded,
    StageAmended,
    TournamentOpened,
)

if TYPE_CHECKING:
    from ledger.overall.swiss import WrongOpponent


def event_text(event: Event) -> str | None:
    """Format an event of a tournament in a line, without its reason; None for other events."""
    match event:
        case TournamentOpened():
            return say_of(
                event,
                "tournament opened: %(title)s, regulations %(profile)s",
                profile=profile_text(event.regulations.profile),
            )
        case StageAdded():
            before = say_of(event, " before %(before)s") if event.before else ""
            return say_of(event, "stage %(name)s added%(before)s: %(stage)s", before=before, stage=stage_text(event))
        case StageAmended():
            return say_of(event, "stage %(name)s: %(stage)s", stage=stage_text(event))
        case SessionAdded():
            section = say_of(event, ", section %(section)s") if event.section else ""
            return say_of(event, "session %(session)s is sitting %(sitting)s of %(stage)s%(section)s", section=section)
        case EntrantsEntered():
            entrants = []
            for entrant in event.entrants:
                seed = say("seed %(seed)s", seed=entrant.seed) if entrant.seed else ""
                known = ", ".join(filter(None, (entrant.stratum, seed)))
                entrants.append(f"{entrant.label} ({known})" if known else entrant.label)
            return say("entered: %(entrant)s", entrant=", ".join(entrants))
        case ContestantLinked():
            though = say(", with other people than elsewhere") if event.other_people else ""
            return say_of(event, "%(contestant)s of %(session)s is %(entrant)s%(though)s", though=though)
        case LotDrawn():
            return say_of(event, "lot drawn in %(stage)s: %(drawn)s", drawn=say(" before ").join(event.drawn))
        case RoundDrawn():
            parts = [", ".join(say(" v ").join(match.teams) for match in event.matches)] if event.matches else []
            parts += [say("triangle %(triangle)s", triangle=", ".join(event.triangle))] if event.triangle else []
            parts += [say_of(event, "bye %(bye)s")] if event.bye else []
            return say_of(
                event,
                "round %(round)s of %(stage)s drawn%(how)s: %(said)s",
                how=how_text(event),
                said="; ".join(parts) or say("nobody"),
            )
    return _qualifying_text(event)


def stage_text(stage: Stage) -> str:
    """Format the form of a stage and, except for a knockout, how its scores are combined."""
    played = STAGE_FORMATS[stage.format]
    return played if stage.format == "knockout" else f"{played}, {rules_text(stage.rules)}"


def rules_text(rules: StageRules) -> str:
    """Format how scores are combined, and the rules that differ from the default: 'mean of percentages, best 3'."""
    usual = StageRules()
    parts = [
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
    return ", ".join(filter(None, parts))


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


_SHOWN = 24
"""The most names listed in a line."""


def _qualifying_text(event: Event) -> str | None:
    match event:
        case EntrantsQualified():
            apart = say(" of each %(part)s", part=say(event.apart)) if event.apart else ""
            fewer = say(" (there are no more)") if not apart and len(event.qualified) < event.best else ""
            of_each = say(", the best %(best)s%(apart)s%(fewer)s", best=event.best, apart=apart, fewer=fewer)
            best, more_names, despite = of_each if event.best else "", len(event.qualified) - _SHOWN, len(event.despite)
            notes = (
                say("also %(names)s", names=", ".join(event.also)) if event.also else "",
                say("not %(names)s", names=", ".join(event.barred)) if event.barred else "",
                say("despite %(matters)s", matters=counted(despite, "open matter")) if despite else "",
            )
            notes_text = ", ".join(filter(None, notes))
            more = say(", … %(names)s more", names=more_names) if more_names > 0 else ""
            whom = say_of(
                event,
                "%(qualified)s from %(source)s into %(into)s%(best)s: %(names)s",
                qualified=len(event.qualified),
                best=best,
                names=", ".join(event.qualified[:_SHOWN]) + more,
            )
            return say("qualified %(whom)s%(said)s", whom=whom, said=f"; {notes_text}" if notes_text else "")
        case QualifiersChanged():
            if event.enters and event.leaves:
                return say_of(event, "%(enters)s goes on into %(into)s instead of %(leaves)s")
            verb = (
                say_of(event, "%(enters)s goes on")
                if event.enters
                else say("%(leaves)s does not go on", leaves=event.leaves or say("nobody"))
            )
            return say_of(event, "%(verb)s from %(source)s into %(into)s", verb=verb)
        case CarryForwardRuled():
            what = carry_rule_text(event.rules) if event.rules else say("nothing is carried")
            return say_of(event, "from %(source)s into %(into)s: %(what)s", what=what)
        case CarryForwardSaid():
            much = say("as the rule has it") if event.carries is None else stated_text(event.carries)
            return say_of(event, "%(entrant)s carries %(much)s from %(source)s into %(into)s", much=much)
        case EntrantWithdrew():
            good = say(", with a good reason") if event.good_reason else ""
            return say_of(event, "%(entrant)s withdrew after sitting %(sitting)s of %(stage)s%(good)s", good=good)
    return None


def carry_rule_text(rules: CarryRules) -> str:
    """Format a rule of carry-forward: '1/2 of the score is carried', 'by place is carried: 12, 10, 8'."""
    figures = (say(" to ") if rules.by == "spread" else ", ").join(map(stated_text, rules.figures)) or say("nothing")
    share = "" if rules.part == 1 else say("%(part)s of ", part=rules.part)
    top = say(", a top in the final is %(top)s", top=stated_text(rules.top)) if rules.top else ""
    return CARRIES[rules.by] % {"share": share, "figures": figures} + top


def how_text(event: RoundDrawn) -> str:
    """Format how a round was drawn: ', by the standing after round 3', ' by hand, repeats allowed'; '' if as usual."""
    texts = {
        say(" by hand"): event.by_hand,
        say(", repeats allowed"): event.repeats,
        say(", before all results were in"): event.early,
    }
    by = ""
    if event.after_round is not None:
        by = (
            say(", by the standing after round %(after_round)s", after_round=event.after_round)
            if event.after_round
            else say(", by seeds")
        )
    return by + "".join(text for text, holds in texts.items() if holds)


def bye_reason_lines(drawn: RoundDrawn, earlier: Drawn, order: Sequence[str]) -> Iterator[str]:
    """Yield why a contestant has the bye of a drawn round (or three the triangle), and why lower ones were passed over.

    `order`: the contestants by place at the draw. Nothing for an even field, or a draw by hand.
    """
    idle = drawn.triangle or tuple(filter(None, (drawn.bye,)))
    if drawn.by_hand or not idle or not {*idle} <= {*order}:
        return
    what, lowest = (say("triangle"), say("the lowest three")) if drawn.triangle else (say("bye"), say("the lowest"))
    highest = min(order.index(entrant) for entrant in idle)
    passed_over = [entrant for entrant in order[highest:] if entrant not in idle]
    yield ""
    if drawn.by_round == 0:
        yield say("%(what)s: %(out)s, %(lowest)s by seeds", what=what, out=", ".join(idle), lowest=lowest)
        return
    yield say(
        "%(what)s: %(out)s, %(lowest)s after round %(by_round)s",
        what=what,
        out=", ".join(idle),
        lowest=lowest,
        by_round=drawn.by_round,
    ) + (say(" but") if passed_over else "")
    before = [past for past in earlier.of(drawn.stage) if past.round < drawn.round]
    for entrant in passed_over:
        # A lower contestant is passed over if it had a bye or triangle before, or if two would have met again.
        draw = next((past for past in before if entrant in (past.triangle if drawn.triangle else (past.bye,))), None)
        why = say("somebody would have met the same opponent again")
        if draw and draw.bye:
            why = say("had the bye of round %(round)s", round=draw.round)
        elif draw:
            why = say("was in the triangle of round %(round)s", round=draw.round)
        yield f"  {entrant}: {why}"


def table_rows(drawn: RoundDrawn) -> Iterator[list[str]]:
    """Yield a row for each match of a drawn round: table, contestants, note; then the triangle's matches or the bye."""
    for at, two in tables_of(drawn):
        yield [str(at), *two, say("half match") if {*two} <= {*drawn.triangle} else ""]
    if drawn.bye:
        yield ["–", drawn.bye, "", say("bye")]


def opponents_text(whom: tuple[str, ...], wrong: WrongOpponent) -> str:
    """Name a contestant's opponents, after round 1 with their scores: 'Malta (34.00)'; 'nobody (a bye)' for none."""
    if not whom:
        return say("nobody (a bye)")
    if wrong.round == 1:
        return and_text(whom)
    return and_text([f"{each} ({score_text(wrong.points[each])})" for each in whom])
