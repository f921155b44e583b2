"""The bracket of a knockout stage as JSON."""

from __future__ import annotations

from cli.screens.event_texts.brackets import side_text
from cli.screens.scores import score_json
from ledger.overall.knockout import Bracket
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Encounter, Segment
from ledger.recording.bodies import body_json


def bracket_json(found: Bracket | None) -> dict[str, object]:
    """Every match by rounds, the places, and the matches that were turned after somebody played on."""
    if found is None:
        return {"rounds": None, "places": [], "turned": [], "beside": []}
    return {
        "rounds": [[_match_json(match) for match in matches] for matches in found.rounds],
        "places": [
            {
                "contestant": place.entrant,
                "first": place.first,
                "last": place.last,
                "out_in": place.match.drawn.name if place.match else None,
            }
            for place in found.places
        ],
        "turned": [
            {"match": each.match, "went_on": each.went_on, "winner": each.winner, "into": each.into}
            for each in found.turned
        ],
        "beside": [_segment_json(each, net=False) for each in found.beside],
    }


def _match_json(match: KnockoutMatch) -> dict[str, object]:
    return {
        "match": match.drawn.name,
        "sides": [
            {"contestant": team, "drawn": side_text(side)}
            for team, side in zip(match.sides, match.drawn.sides, strict=True)
        ],
        "segments": match.due,
        "over": match.over,
        "tied": match.over and match.tied,
        "winners": list(match.winners),
        "went_on": list(match.went_on),
        "out": match.out,
        "meetings": [_meeting_json(each) for each in match.meetings],
    }


def _meeting_json(meeting: Encounter) -> dict[str, object]:
    return {
        "teams": list(meeting.teams),
        "boards": meeting.boards,
        "missing": meeting.missing,
        "balanced": not meeting.net,
        "lead": score_json(meeting.lead(meeting.teams[0])),
        "scores": {team: score_json(score.value) for team, score in meeting.scores.items()},
        "segments": [_segment_json(each, net=meeting.net) for each in meeting.segments],
        "decided": {"number": meeting.decision[0], "decision": body_json(meeting.decision[1])}
        if meeting.decision
        else None,
    }


def _segment_json(segment: Segment, *, net: bool) -> dict[str, object]:
    return {
        "session": segment.of.session,
        "sitting": segment.of.sitting,
        "boards": segment.match.boards,
        "scores": {team: score_json(segment.score(team, net=net).value) for team in segment.teams},
    }
