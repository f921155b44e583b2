"""The bracket of a knockout stage: its rounds, every match with what each side has by segments, and who is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import bracket_json, heads_json
from cli.screens.tournaments.overview import say_heads
from cli.terminal.tables import Layout
from cli.words.brackets import side_text
from cli.words.knockouts import (
    carried_text,
    carries,
    last_text,
    match_notes,
    places_text,
    round_name,
    sitting_text,
    status_text,
    total_text,
)
from cli.words.scores import places_of
from ledger.laws.rounding import short_text
from ledger.overall.knockout import Bracket
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Segment
from ledger.overall.standing import bracket


def print_places(desk: Desk, found: Bracket) -> None:
    """A line for each contestant of a bracket, the best first."""
    rows = [[places_text(each), each.entrant, str(each.won), last_text(each)] for each in found.places]
    desk.table([">rank", "contestant", ">won", "last match"], rows)


NO_BRACKET = "{0} has no bracket yet: `tournament draw-bracket {0} --seeds …`"


def print_bracket(desk: Desk, named: str | None, stage: str) -> None:
    """The bracket of a stage."""
    scores = at_moment(desk, named)
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
    rows = [row for match in matches for row in _rows(match, sittings, _places(matches), carried=carries(matches))]
    of_three = any(len(match.sides) > 2 for match in matches)
    unit = next((each.unit for match in matches for meeting in match.meetings for each in meeting.segments), "IMP")
    state = "state" if desk.settings.plain else ""
    carried = [">carried"] if carries(matches) else []
    columns = ["match", "contestant", *carried, *(f">{each}" for each in sittings), f">{unit}", ">won", state]
    if desk.settings.plain:
        names = [match.drawn.name for match in matches for _ in match.sides]
        rows = [[name, *row[1:]] for name, row in zip(names, rows, strict=True)]
    if not of_three:
        columns.remove(">won")
        rows = [[*row[:-2], row[-1]] for row in rows]
    desk.table(columns, rows, layout=Layout(spare=[*carried, *(f">{each}" for each in sittings)]))


def _places(matches: Sequence[KnockoutMatch]) -> int:
    """How many decimals the IMPs want."""
    meetings = [meeting for match in matches for meeting in match.meetings]
    return max((places_of(score.value) for each in meetings for score in each.scores.values()), default=0)


def _rows(match: KnockoutMatch, sittings: Sequence[int], places: int, *, carried: bool) -> Iterator[list[str]]:
    for at, (team, side) in enumerate(zip(match.sides, match.drawn.sides, strict=True)):
        name = "" if at else match.drawn.name
        if team is None:
            yield [name, side_text(side), *([""] if carried else []), *("" for _ in sittings), "", "", ""]
            continue
        cells = [carried_text(match, team, places)] if carried else []
        cells += [sitting_text(match, team, each, places) for each in sittings]
        won = next(short_text(score.won, 1) for score in match.scores if score.team == team)
        imps = total_text(match, team, places) if match.sittings else "–"
        yield [name, team, *cells, imps, won if len(match.sides) > 2 and match.begun else "", status_text(match, team)]
