"""Knockouts in words: their events, and the state of a bracket: rounds, winners, places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.words.language import Wording, say, say_of
from cli.words.matches import unbalanced_note
from cli.words.notation import and_text, decimal_text, short_text
from cli.words.vocabulary import counted, reason_suffix
from ledger.kernel.fact import Event
from ledger.subjects.brackets.facts import BracketDrawn, BracketMatch, BracketSide, KnockoutDecided

if TYPE_CHECKING:
    from ledger.overall.knockout import Bracket, KnockoutMatch, KnockoutPlace
    from ledger.overall.knockout_meetings import Encounter
    from ledger.overall.standing import BracketMatchScore

_HOW = Wording({"walk-over": "by a walk-over", "conceded": "conceded", "director": "by the director's word"})


def event_text(event: Event) -> str | None:
    """Format the draw of a bracket or the decision of a match in a line, without its reason; None for other events."""
    match event:
        case BracketDrawn():
            by = say("by seeds") if event.by == "seeds" else say("as it was drawn elsewhere")
            due = ", ".join(map(str, event.segments))
            how = say(", segments %(segments)s", segments=due) if due else ""
            three = ""
            if any(len(each.sides) > 2 for each in event.matches):
                three = say(", of three by %(three_way)s first", three_way=say(event.three_way))
            return say_of(
                event,
                "bracket of %(stage)s %(by)s%(segments)s%(three)s: %(matches)s",
                by=by,
                segments=how,
                three=three,
                matches="; ".join(map(match_text, event.matches)),
            )
        case KnockoutDecided():
            return say_of(
                event, "%(stage)s, %(match)s: %(winner)s goes on against %(loser)s, %(how)s", how=how_text(event)
            )
    return None


def match_text(match: BracketMatch) -> str:
    """Format a match as drawn: 'SF1 Norway v winner of QF2'."""
    two = say(", two go on") if match.survivors == 2 else ""
    return f"{match.name} {say(' v ').join(map(side_text, match.sides))}{two}"


def side_text(side: BracketSide) -> str:
    """Name a side of a match as drawn: 'Norway', 'winner of QF2', 'second of QF1'; 'nobody' for an empty place."""
    if not side.feeder:
        return side.entrant or say("nobody")
    if side.place == 1:
        return say("winner of %(feeder)s", feeder=side.feeder)
    return say("second of %(feeder)s", feeder=side.feeder)


def how_text(event: KnockoutDecided) -> str:
    """Say how a match was decided without its boards: 'by a walk-over', 'conceded', 'by the director's word'."""
    return _HOW[event.how]


def places_text(place: KnockoutPlace) -> str:
    """Format a contestant's final place: '1', or '3–4' if it is shared; '–' for a contestant who is still in."""
    if place.first is None:
        return "–"
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


def last_match_text(place: KnockoutPlace) -> str:
    """Describe a contestant's last match: 'out in SF1 to Norway, 10 : 11', 'plays F', 'won F'; '' if it has none."""
    match = place.match
    if match is None:
        return ""
    name, meetings = match.drawn.name, [each for each in match.meetings if place.entrant in each.teams]
    if not place.is_out:
        return (
            say("won %(name)s", name=name) + _against(meetings, place.entrant, say(" against "))
            if place.first
            else say("plays %(name)s", name=name)
        )
    return say("out in %(name)s", name=name) + _against(meetings, place.entrant, say(" to "))


_ROUNDS = Wording({"0": "Final", "1": "Semi-finals", "2": "Quarter-finals"})


def _against(meetings: list[Encounter], team: str, word: str) -> str:
    if len(meetings) != 1:
        return ""
    meeting = meetings[0]
    opponent = meeting.teams[team == meeting.teams[0]]
    imps = (
        " : ".join(short_text(meeting.scores[each].value, 2) for each in (team, opponent)) if meeting.segments else ""
    )
    how = how_text(meeting.decision[1]) if meeting.decision else ""
    return f"{word}{opponent}" + "".join(f", {text}" for text in (imps, how) if text)


def round_name(bracket: Bracket, number: int) -> str:
    """Name a round of a bracket (1 is the first): 'Final', 'Quarter-finals', 'Round of 16'."""
    before_last = len(bracket.rounds) - number
    return (
        _ROUNDS[str(before_last)]
        if before_last < len(_ROUNDS)
        else say("Round of %(sides)s", sides=2 ** (before_last + 1))
    )


def sitting_text(match: KnockoutMatch, team: str, sitting: int, places: int | None = None) -> str:
    """Format a side's IMPs in one sitting of a match, against all its opponents; '–' if the side did not play.

    `places`: the decimals, as many as needed if None. The carry-over is not included: `carried_text`.
    """
    scores = [
        segment.of_boards(team, net=meeting.net)
        for meeting in match.meetings
        for segment in meeting.segments
        if segment.of.sitting == sitting and team in meeting.teams
    ]
    return _imps_text(sum(scores, Fraction(0)), places) if scores else "–"


def has_carry_over(matches: Iterable[KnockoutMatch]) -> bool:
    """Return True if any of these matches has a carry-over."""
    return any(meeting.carried for match in matches for meeting in match.meetings)


def carried_text(match: KnockoutMatch, team: str, places: int | None = None) -> str:
    """Format the IMPs that a side carries into a match, against all opponents; '–' if the match has no carry-over."""
    carried = [each.carried for each in match.meetings if team in each.teams and each.carried]
    return (
        _imps_text(sum((each[team].value for each in carried if team in each), Fraction(0)), places) if carried else "–"
    )


def finished_match_text(told: BracketMatchScore, entrant: str) -> str:
    """Format a finished match: 'SF1, Norway v Malta, 30.5 : 28'."""
    scores = " : ".join(short_text(each.value, 2) for each in told.scores)
    return say_of(told, "%(match)s, %(entrant)s v %(other)s, %(scores)s", entrant=entrant, scores=scores)


def total_text(match: KnockoutMatch, team: str, places: int | None = None) -> str:
    """Format a side's total IMPs in a knockout match, summed over its meetings with each opponent."""
    scores = (each.scores[team].value for each in match.meetings if team in each.teams)
    return _imps_text(sum(scores, Fraction(0)), places)


def _imps_text(value: Fraction, places: int | None) -> str:
    return short_text(value, 2) if places is None else decimal_text(value, places)


def status_text(match: KnockoutMatch, team: str) -> str:
    """Describe a side's state in a match: 'goes on, conceded', 'would go on now', 'out', 'leads'; '' for none."""
    # A later ruling may change the winner after the next match was played: nothing changes by itself.
    if match.winners and (team in match.onward) != (team in match.winners):
        return say("went on") if team in match.onward else say("would go on now")
    if team in match.onward:
        last = not any(match.went_on) and match.drawn.name == "F"
        decisions = [each.decision[1] for each in match.meetings if each.decision]
        how = next((f", {how_text(each)}" for each in decisions if each.winner == team), "")
        return (say("winner") if last else say("goes on")) + how
    if team in match.out:
        return say("out")
    if match.over and match.tied:
        return say("tied")
    leads = match.scores[0].key != match.scores[1].key if len(match.teams) > 1 else False
    return say("leads") if leads and match.begun and match.scores[0].team == team else ""


def match_notes(match: KnockoutMatch) -> Iterator[str]:
    """Yield notes on a match: missing boards, ties, decisions without boards, double carry-overs, unbalanced boards."""
    name = match.drawn.name
    missing = sum(each.missing for each in match.meetings if not each.decision)
    if match.begun and not match.over and None not in match.sides:
        sittings, due = len(match.sittings), counted(match.due, "segment")
        played = say("%(sittings)s of %(segments)s", sittings=sittings, segments=due) if sittings < match.due else ""
        boards = say("%(boards)s still to play", boards=counted(missing, "board")) if missing else ""
        unmet = [
            say(" v ").join(meeting.teams) for meeting in match.meetings if not (meeting.segments or meeting.decision)
        ]
        parts = ", ".join(
            filter(None, (played, boards, *(say("%(each)s not played", each=meeting) for meeting in unmet)))
        )
        yield f"{name}: {parts}"
    if match.over and match.tied:
        yield say(
            "%(name)s is tied: extra boards in one more session of the stage, or `tournament winner` with a reason",
            name=name,
        )
    for meeting in match.meetings:
        if meeting.decision:
            number, decided = meeting.decision
            two = say_of(decided, "%(winner)s against %(loser)s, ") if len(match.sides) > 2 else ""
            yield f"{name}: {two}{how_text(decided)}{reason_suffix(decided.reason)} (#{number})"
        for team in meeting.teams:
            for again, imps in meeting.twice[team]:
                yield say_of(
                    again.of,
                    "%(name)s: %(team)s carries over once: the %(imps)s IMPs that %(session)s says again are off",
                    name=name,
                    team=team,
                    imps=short_text(imps.value, 2),
                )
    for meeting in match.meetings:
        if (by := meeting.said_by) and meeting.brought:
            rule = and_text([f"{team} {short_text(has.value, 2)}" for team, has in meeting.brought.items()])
            yield say(
                "%(name)s: carried over as %(session)s says; by the rule it was %(rule)s, which does not count",
                name=name,
                session=by.of.session,
                rule=rule,
            )
    if any(meeting.net and meeting.segments for meeting in match.meetings):
        yield f"{name} {unbalanced_note()}"
