"""How a knockout stands: its rounds, who leads or went through and why, and the places it gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from cli.words.brackets import how_text
from cli.words.language import Wording, say
from cli.words.match_rows import own_totals
from cli.words.notation import and_text
from cli.words.numbers import decimal_text, short_text
from cli.words.vocabulary import because, counted
from ledger.overall.knockout import Bracket, KnockoutPlace
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Encounter
from ledger.overall.telling import MatchTold


def places_text(place: KnockoutPlace) -> str:
    """'1', '3–4'; '–' for who is still in."""
    if place.first is None:
        return "–"
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"


def last_text(place: KnockoutPlace) -> str:
    """'SF1, lost to Norway 10 : 11', 'plays F', 'won F against Malta 34 : 20'."""
    match = place.match
    if match is None:
        return ""
    name, own = match.drawn.name, [each for each in match.meetings if place.entrant in each.teams]
    if not place.is_out:
        return (
            say("won %(name)s", name=name) + _against(own, place.entrant, say(" against "))
            if place.first
            else say("plays %(name)s", name=name)
        )
    return say("out in %(name)s", name=name) + _against(own, place.entrant, say(" to "))


_ROUNDS = Wording({"0": "Final", "1": "Semi-finals", "2": "Quarter-finals"})


def _against(own: list[Encounter], team: str, word: str) -> str:
    """Against whom and by how much, where it is one."""
    if len(own) != 1:
        return ""
    meeting = own[0]
    other = meeting.teams[team == meeting.teams[0]]
    imps = " : ".join(short_text(meeting.scores[each].value, 2) for each in (team, other)) if meeting.segments else ""
    how = how_text(meeting.decision[1]) if meeting.decision else ""
    return f"{word}{other}" + "".join(f", {text}" for text in (imps, how) if text)


def round_name(found: Bracket, number: int) -> str:
    """'Final', 'Quarter-finals', 'Round of 16': a round of a bracket, 1 the first."""
    before_last = len(found.rounds) - number
    return (
        _ROUNDS[str(before_last)]
        if before_last < len(_ROUNDS)
        else say("Round of %(sides)s", sides=2 ** (before_last + 1))
    )


def sitting_text(match: KnockoutMatch, team: str, sitting: int, places: int | None = None) -> str:
    """What a side has of a sitting's boards, of all it met, to so many decimals or as many as it wants; '–' for none.

    What it carries in is told by itself: `carried_text`.
    """
    own = [
        segment.of_boards(team, net=meeting.net)
        for meeting in match.meetings
        for segment in meeting.segments
        if segment.of.sitting == sitting and team in meeting.teams
    ]
    return _imps_text(sum(own, Fraction(0)), places) if own else "–"


def carries(matches: Iterable[KnockoutMatch]) -> bool:
    """Whether anybody carries something into any of these."""
    return any(meeting.carried for match in matches for meeting in match.meetings)


def carried_text(match: KnockoutMatch, team: str, places: int | None = None) -> str:
    """What a side carries in, against all it meets there; '–' where nothing is carried into the match."""
    own = [each.carried for each in match.meetings if team in each.teams and each.carried]
    return _imps_text(sum((each[team].value for each in own if team in each), Fraction(0)), places) if own else "–"


def told_match_text(told: MatchTold, entrant: str) -> str:
    """'SF1, Norway v Malta, 30.5 : 28'."""
    scores = " : ".join(short_text(each.value, 2) for each in told.scores)
    return say(
        "%(match)s, %(entrant)s v %(other)s, %(scores)s",
        match=told.match,
        entrant=entrant,
        other=told.other,
        scores=scores,
    )


def total_text(match: KnockoutMatch, team: str, places: int | None = None) -> str:
    """What a side has of a match, of all it met there."""
    own = (each.scores[team].value for each in match.meetings if team in each.teams)
    return _imps_text(sum(own, Fraction(0)), places)


def _imps_text(value: Fraction, places: int | None) -> str:
    return short_text(value, 2) if places is None else decimal_text(value, places)


def status_text(match: KnockoutMatch, team: str) -> str:
    """'goes on', 'out', 'leads', 'tied', and how, where boards did not say it."""
    if match.winners and (team in match.onward) != (team in match.winners):
        return say("went on") if team in match.onward else say("would go on now")
    if team in match.onward:
        last = not any(match.went_on) and match.drawn.name == "F"
        said = [each.decision[1] for each in match.meetings if each.decision]
        how = next((f", {how_text(each)}" for each in said if each.winner == team), "")
        return (say("winner") if last else say("goes on")) + how
    if team in match.out:
        return say("out")
    if match.over and match.tied:
        return say("tied")
    leads = match.scores[0].key != match.scores[1].key if len(match.teams) > 1 else False
    return say("leads") if leads and match.begun and match.scores[0].team == team else ""


def match_notes(match: KnockoutMatch) -> Iterator[str]:
    """What is to be said of a match: what is still to be played, that it is tied, by whose word, what counts once."""
    name = match.drawn.name
    missing = sum(each.missing for each in match.meetings if not each.decision)
    if match.begun and not match.over and None not in match.sides:
        played = (
            say("%(sittings)s of %(segments)s", sittings=len(match.sittings), segments=counted(match.due, "segment"))
            if len(match.sittings) < match.due
            else ""
        )
        boards = say("%(boards)s still to play", boards=counted(missing, "board")) if missing else ""
        unmet = [say(" v ").join(each.teams) for each in match.meetings if not (each.segments or each.decision)]
        said = ", ".join(filter(None, (played, boards, *(say("%(each)s not played", each=each) for each in unmet))))
        yield f"{name}: {said}"
    if match.over and match.tied:
        yield say(
            "%(name)s is tied: extra boards in one more session of the stage, or `tournament winner` with a reason",
            name=name,
        )
    for each in match.meetings:
        if each.decision:
            number, said_ = each.decision
            two = (
                say("%(winner)s against %(loser)s, ", winner=said_.winner, loser=said_.loser)
                if len(match.sides) > 2
                else ""
            )
            yield f"{name}: {two}{how_text(said_)}{because(said_.reason)} (#{number})"
        for team in each.teams:
            for again, imps in each.twice[team]:
                text = short_text(imps.value, 2)
                yield say(
                    "%(name)s: %(team)s carries over once: the %(imps)s IMPs that %(session)s says again are off",
                    name=name,
                    team=team,
                    imps=text,
                    session=again.of.session,
                )
    for each in match.meetings:
        if (by := each.said_by) and each.brought:
            rule = and_text([f"{team} {short_text(has.value, 2)}" for team, has in each.brought.items()])
            yield say(
                "%(name)s: carried over as %(session)s says; by the rule it was %(rule)s, which does not count",
                name=name,
                session=by.of.session,
                rule=rule,
            )
    if any(each.net and each.segments for each in match.meetings):
        yield f"{name} {own_totals()}"
