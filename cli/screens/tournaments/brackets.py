"""The bracket of a knockout stage: its rounds, every match with what each side has by segments, and who is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.desk.tournaments import at_moment
from cli.screens.event_texts.brackets import how_text, side_text
from cli.screens.match_rows import OWN_TOTALS
from cli.screens.scores import places_of
from cli.screens.tournaments.bracket_json import bracket_json
from cli.screens.tournaments.heads import heads_json, say_heads
from cli.screens.vocabulary import because, counted
from ledger.laws.rounding import decimal_text, short_text
from ledger.overall.knockout import Bracket, bracket
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Segment

NO_BRACKET = "{0} has no bracket yet: `tournament draw-bracket {0} --seeds …`"
_ROUNDS = ("Final", "Semi-finals", "Quarter-finals")


def print_bracket(desk: Desk, named: str | None, stage: str) -> None:
    """The bracket of a stage."""
    scores = at_moment(desk, named)
    scores.tournament.named_stage(stage)
    found = bracket(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "bracket/1", scores.tournament, {"heads": heads_json(scores), "stage": stage} | bracket_json(found)
        )
        return
    say_heads(desk, scores)
    if found is None:
        desk.hint_aside(NO_BRACKET.format(stage))
    elif desk.settings.plain:
        _print_matches(desk, list(found.matches.values()))
    else:
        _print_rounds(desk, found)


def round_name(found: Bracket, number: int) -> str:
    """'Final', 'Quarter-finals', 'Round of 16': a round of a bracket, 1 the first."""
    before_last = len(found.rounds) - number
    return _ROUNDS[before_last] if before_last < len(_ROUNDS) else f"Round of {2 ** (before_last + 1)}"


def _print_rounds(desk: Desk, found: Bracket) -> None:
    for number, matches in enumerate(found.rounds, start=1):
        desk.say(*([""] if number > 1 else []), round_name(found, number))
        _print_matches(desk, matches)
        if notes := [note for match in matches for note in match_notes(match)]:
            desk.hint(*notes)
    for turned in found.turned:
        now = found.matches[turned.match]
        text = f"{turned.match}: {turned.went_on} won as it stood then and plays {turned.into}; {_leads(now)}"
        desk.say("", text, "  nothing changes by itself: the director decides whether it does")
    if found.beside:
        desk.say("", "Beside the bracket")
        for each in found.beside:
            desk.say(f"  {' v '.join(each.teams)}   {_beside(each)}   (sitting {each.of.sitting}, {each.of.session})")


def _leads(match: KnockoutMatch) -> str:
    """'Wales leads now, 30 : 28': who has won by what stands now."""
    first = match.winners[0]
    if len(match.meetings) > 1 or match.meetings[0].decision:
        return f"now {' and '.join(match.winners)} would go on"
    scores = match.meetings[0].scores
    return f"{first} leads now, {' : '.join(short_text(scores[team].value, 2) for team in _first(match, first))}"


def _first(match: KnockoutMatch, first: str) -> list[str]:
    return sorted(match.teams, key=lambda team: team != first)


def _beside(segment: Segment) -> str:
    return " : ".join(short_text(segment.score(team, net=False).value, 2) for team in segment.teams)


def _print_matches(desk: Desk, matches: Sequence[KnockoutMatch]) -> None:
    """A table of matches: a line for each side, with what it has in each sitting and of all."""
    sittings = sorted({sitting for match in matches for sitting in match.sittings})
    rows = [row for match in matches for row in _rows(match, sittings, _places(matches))]
    of_three = any(len(match.sides) > 2 for match in matches)
    unit = next((each.unit for match in matches for meeting in match.meetings for each in meeting.segments), "IMP")
    state = "state" if desk.settings.plain else ""
    columns = ["match", "contestant", *(f">{each}" for each in sittings), f">{unit}", ">won", state]
    if desk.settings.plain:
        names = [match.drawn.name for match in matches for _ in match.sides]
        rows = [[name, *row[1:]] for name, row in zip(names, rows, strict=True)]
    if not of_three:
        columns.remove(">won")
        rows = [[*row[:-2], row[-1]] for row in rows]
    desk.table(columns, rows, layout=Layout(spare=[f">{each}" for each in sittings]))


def _places(matches: Sequence[KnockoutMatch]) -> int:
    """How many decimals the IMPs want."""
    meetings = [meeting for match in matches for meeting in match.meetings]
    return max((places_of(score.value) for each in meetings for score in each.scores.values()), default=0)


def _rows(match: KnockoutMatch, sittings: Sequence[int], places: int) -> Iterator[list[str]]:
    for at, (team, side) in enumerate(zip(match.sides, match.drawn.sides, strict=True)):
        name = "" if at else match.drawn.name
        if team is None:
            yield [name, side_text(side), *("" for _ in sittings), "", "", ""]
            continue
        cells = [sitting_text(match, team, each, places) for each in sittings]
        won = next(short_text(score.won, 1) for score in match.scores if score.team == team)
        imps = total_text(match, team, places) if match.sittings else "–"
        yield [name, team, *cells, imps, won if len(match.sides) > 2 and match.begun else "", status_text(match, team)]


def sitting_text(match: KnockoutMatch, team: str, sitting: int, places: int | None = None) -> str:
    """What a side has of a sitting, of all it met, to so many decimals or as many as it wants; '–' without any."""
    own = [
        segment.score(team, net=meeting.net).value
        for meeting in match.meetings
        for segment in meeting.segments
        if segment.of.sitting == sitting and team in meeting.teams
    ]
    return _imps_text(sum(own, Fraction(0)), places) if own else "–"


def total_text(match: KnockoutMatch, team: str, places: int | None = None) -> str:
    """What a side has of a match, of all it met there."""
    own = (each.scores[team].value for each in match.meetings if team in each.teams)
    return _imps_text(sum(own, Fraction(0)), places)


def _imps_text(value: Fraction, places: int | None) -> str:
    return short_text(value, 2) if places is None else decimal_text(value, places)


def status_text(match: KnockoutMatch, team: str) -> str:
    """'goes on', 'out', 'leads', 'tied', and how, where boards did not say it."""
    if match.is_turned and (team in match.onward) != (team in match.winners):
        return "went on" if team in match.onward else "would go on now"
    if team in match.onward:
        last = not any(match.went_on) and match.drawn.name == "F"
        said = [each.decision[1] for each in match.meetings if each.decision]
        how = next((f", {how_text(each)}" for each in said if each.winner == team), "")
        return ("winner" if last else "goes on") + how
    if team in match.out:
        return "out"
    if match.over and match.tied:
        return "tied"
    leads = match.scores[0].key != match.scores[1].key if len(match.teams) > 1 else False
    return "leads" if leads and match.begun and match.scores[0].team == team else ""


def match_notes(match: KnockoutMatch) -> Iterator[str]:
    """What is to be said of a match: what is still to be played, that it is tied, by whose word, what counts once."""
    name = match.drawn.name
    missing = sum(each.missing for each in match.meetings if not each.decision)
    if match.begun and not match.over and None not in match.sides:
        played = f"{len(match.sittings)} of {counted(match.due, 'segment')}" if len(match.sittings) < match.due else ""
        boards = f"{counted(missing, 'board')} still to play" if missing else ""
        unmet = [" v ".join(each.teams) for each in match.meetings if not (each.segments or each.decision)]
        said = ", ".join(filter(None, (played, boards, *(f"{each} not played" for each in unmet))))
        yield f"{name}: {said}"
    if match.over and match.tied:
        yield f"{name} is tied: extra boards in one more session of the stage, or `tournament winner` with a reason"
    for each in match.meetings:
        if each.decision:
            number, said_ = each.decision
            two = f"{said_.winner} against {said_.loser}, " if len(match.sides) > 2 else ""
            yield f"{name}: {two}{how_text(said_)}{because(said_.reason)} (#{number})"
        for team in each.teams:
            for again, imps in each.twice[team]:
                text = short_text(imps.value, 2)
                yield f"{name}: {team} carries over once: the {text} IMPs that {again.of.session} says again are off"
    if any(each.net and each.segments for each in match.meetings):
        yield f"{name} {OWN_TOTALS}"
