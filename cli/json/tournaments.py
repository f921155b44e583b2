"""Tournaments as JSON: their standings with ties and substitutes, draws, brackets, cuts and cross-tables."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cli.json.scores import derivation_json
from cli.words.brackets import side_text
from cli.words.cuts import QualificationView
from cli.words.scores import score_json
from ledger.facts.draws import RoundDrawn
from ledger.overall.cross_table import CrossTable
from ledger.overall.knockout import Bracket
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Encounter, Segment
from ledger.overall.percentages import percentages
from ledger.overall.qualifying import Recut, strangers
from ledger.overall.rankings import PartRanking, RankedBy, rankings
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.substitutes import substitutes
from ledger.overall.swiss import WrongOpponent
from ledger.overall.telling import board_across, told_across, told_matches
from ledger.overall.ties import TieSplit
from ledger.recording.bodies import body_json
from ledger.session import Tournament


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
        "carried": {team: score_json(each.value) for team, each in meeting.carried.items()},
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
        "carried": {team: score_json(each.value) for team, each in segment.carried.items()},
        "scores": {team: score_json(segment.of_boards(team, net=net)) for team in segment.teams},
    }


def substitutes_json(found: Overall, entrant: str | None = None) -> list[dict[str, object]]:
    """Every substitute of a stage, or of one contestant, as JSON."""
    return [
        {
            "contestant": each.entrant,
            "session": each.session.id,
            "event": each.number,
            "seat": each.fact.seat,
            "player": each.fact.player,
            "rounds": list(each.fact.rounds),
        }
        for each in substitutes(found)
        if entrant in (None, each.entrant)
    ]


def heads_json(scores: TournamentScores) -> list[dict[str, object]]:
    """The same for JSON, each with its digest."""
    return [{"session": name, "number": number, "digest": digest.hex()} for name, number, digest in scores.heads]


def ties_json(found: Overall, entrant: str | None = None) -> list[dict[str, object]]:
    """How equal totals were split, all or those a contestant had, as JSON."""
    return [_split_json(split) for split in found.ties if entrant is None or entrant in split.tied]


def _split_json(split: TieSplit) -> dict[str, object]:
    steps = [
        {
            "rule": step.rule,
            "skipped": step.skipped or None,
            "has": [{"contestant": whose, "score": has} for whose, has in step.has],
        }
        for step in split.steps
    ]
    return {"tied": list(split.tied), "steps": steps, "order": [list(group) for group in split.order]}


def tournament_json(said: Tournament) -> dict[str, object]:
    """A tournament as JSON: everything that was said of it."""
    return {
        "tournament": said.id,
        "title": said.opened.title,
        "entrants": msgspec.to_builtins(list(said.entrants.values())),
        "stages": [
            {
                "name": stage.name,
                "format": stage.format,
                "rules": msgspec.to_builtins(stage.rules, enc_hook=str),
                "sessions": [
                    {"session": each.session, "sitting": each.sitting, "section": each.section}
                    for each in said.in_stage(stage.name)
                ],
            }
            for stage in said.stages.values()
        ],
        "links": said.links,
    }


def cross_table_json(found: CrossTable | None) -> dict[str, object]:
    """Everybody's matches against everybody, the totals and places, who left, and what is still to be played."""
    if found is None:
        return {"unit": None, "rows": [], "left": [], "unmet": []}
    return {
        "unit": found.unit,
        "meets": found.meets,
        "rows": [
            {
                "rank": found.ranks.get(own),
                "contestant": own,
                "total": score_json(found.totals[own].value),
                "matches": found.matches(own),
                "against": {
                    other: [
                        {"score": score_json(cell.worth.value), "counts": cell.counts, "played": not cell.lost}
                        for cell in found.cells[own, other]
                    ]
                    for other in found.entrants
                    if (own, other) in found.cells
                },
            }
            for own in found.entrants
        ],
        "left": [
            {
                "contestant": each.entrant,
                "session": each.session,
                "number": each.number,
                "played": each.part.done,
                "of": each.part.of,
                "cancelled": each.cancelled,
            }
            for each in found.left.values()
        ],
        "unmet": [{"contestants": list(pair), "matches": times} for pair, times in found.unmet],
    }


def overall_total_json(found: Overall, row: OverallRow, board: int | None) -> dict[str, object]:
    """The total of one contestant, and what it is made of."""
    mode = found.stage.rules.rounding
    across = {figure.of.session: told for figure, told in told_across(found, row)}
    return {
        "stage": found.stage.name,
        "unit": found.unit,
        **row_json(row, found),
        "derivation": derivation_json(row.total.derivation(), mode),
        "across": {session: [derivation_json(each, mode) for each in told] for session, told in across.items()},
        "matches": [
            {
                "match": each.match,
                "against": each.other,
                "scores": [derivation_json(told, mode) for told in each.scores],
            }
            for each in told_matches(found, row)
        ],
        "board": [derivation_json(each, mode) for _, each in board_across(found, row, board)] if board else None,
        "ties": ties_json(found, row.entrant),
        "substitutes": substitutes_json(found, row.entrant),
        "notes": found.notes,
    }


def now_would_json(recut: Recut) -> dict[str, list[str]]:
    """The same for JSON: who would have gone on, who would not, and who is level for the last places."""
    return {"in": list(recut.instead), "out": list(recut.out), "tied": list(recut.tied)}


def overall_json(found: Overall, by: RankedBy | None) -> dict[str, object]:
    """The standing of a stage."""
    percent = _percents_json(found)
    stage: dict[str, object] = {
        "stage": found.stage.name,
        "unit": found.unit,
        "rows": [row_json(row, found) | percent.get(row.entrant, {}) for row in found.rows],
        "ties": ties_json(found),
        "substitutes": substitutes_json(found),
        "notes": found.notes,
    }
    return stage | ({"by": by, "fields": _fields_json(rankings(found, by))} if by else {})


def cut_json(going: QualificationView) -> dict[str, object]:
    """A cut: who goes through, the reserves, and whom it would name now."""
    (source, into), recut, carried = going.way, going.recut, going.carried
    return {
        "stage": into,
        "from": source,
        "cut": recut.cut.number if recut else None,
        "heads": [msgspec.structs.asdict(head) for head in recut.cut.said.heads] if recut else [],
        "contestants": [
            {"contestant": each, "carries": score_json(carried[each].value) if each in carried else None}
            for each in going.names
        ],
        "reserves": list(recut.cut.reserves) if recut else [],
        "now_would": now_would_json(recut) if recut else None,
        "not_qualified": strangers(going.scores, into),
    }


def _fields_json(parts: Sequence[PartRanking]) -> list[dict[str, object]]:
    return [
        {"name": part.name, "rows": [{"rank": rank, "contestant": row.entrant} for rank, row in part.rows]}
        for part in parts
    ]


def row_json(row: OverallRow, found: Overall) -> dict[str, object]:
    """A contestant's line of a standing."""
    mode = found.stage.rules.rounding
    return {
        "rank": row.rank,
        "contestant": row.entrant,
        "direction": row.direction.value if row.direction else None,
        "total": score_json(row.total.value, mode, found.stage.rules.places),
        "boards": row.boards,
        "carried": score_json(row.carried.value, mode) if row.carried else None,
        "standing": row.mark.standing if row.mark else None,
        "sessions": [
            {
                "session": each.of.session,
                "sitting": each.of.sitting,
                "contestant": each.contestant,
                "score": score_json(each.value.value, mode),
                "counts": each in row.counted,
            }
            for each in row.figures
        ],
    }


def drawn_json(drawn: RoundDrawn, tournament: Tournament) -> dict[str, object]:
    """A round that was drawn."""
    return {
        "stage": drawn.stage,
        "round": drawn.round,
        "event": tournament.drawn.number(drawn.stage, drawn.round),
        "matches": [{"table": match.at_table, "contestants": list(match.teams)} for match in drawn.matches],
        "bye": drawn.bye or None,
        "triangle": list(drawn.triangle),
        "by_hand": drawn.by_hand,
        "repeats": drawn.repeats,
        "early": drawn.early,
        "after": drawn.by_round,
    }


def wrong_draw_json(wrong: WrongOpponent) -> dict[str, object]:
    """Somebody who met another opponent than is right."""
    return {
        "stage": wrong.stage,
        "round": wrong.round,
        "contestant": wrong.entrant,
        "met": list(wrong.met),
        "correct": list(wrong.correct),
        "because": "standing" if wrong.by_standing else "seating",
        "points_before": {who: score_json(points) for who, points in wrong.points.items()},
        "session": wrong.where.session if wrong.where else None,
        "session_round": wrong.where.round if wrong.where else None,
        "judged": wrong.found or None,
        "judged_by_other_points": wrong.outdated,
    }


def _percents_json(found: Overall) -> dict[str, dict[str, object]]:
    """Everybody's percentage, where there is one: of matchpoints with what was carried."""
    mode = found.stage.rules.rounding
    return {entrant: {"percent": score_json(each.value, mode)} for entrant, each in percentages(found).items()}
