"""The standing of a knockout stage: who survived how many rounds, who is out, and against whom."""

from __future__ import annotations

from cli.desk.desk import Desk
from cli.screens.event_texts.brackets import how_text
from ledger.laws.rounding import short_text
from ledger.overall.knockout import Bracket, KnockoutPlace
from ledger.overall.knockout_meetings import Encounter


def print_places(desk: Desk, found: Bracket) -> None:
    """A line for each contestant of a bracket, the best first."""
    rows = [[places_text(each), each.entrant, str(each.won), last_text(each)] for each in found.places]
    desk.table([">rank", "contestant", ">won", "last match"], rows)


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
        return f"won {name}" + _against(own, place.entrant, "against") if place.first else f"plays {name}"
    return f"out in {name}" + _against(own, place.entrant, "to")


def _against(own: list[Encounter], team: str, word: str) -> str:
    """Against whom and by how much, where it is one."""
    if len(own) != 1:
        return ""
    meeting = own[0]
    other = meeting.teams[team == meeting.teams[0]]
    imps = " : ".join(short_text(meeting.scores[each].value, 2) for each in (team, other)) if meeting.segments else ""
    how = how_text(meeting.decision[1]) if meeting.decision else ""
    return f" {word} {other}" + "".join(f", {text}" for text in (imps, how) if text)
