"""A tournament: its draws, brackets, cuts and cross tables, and what a total over its sessions is made of."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from cli.views.answers import Answer, ScoreValue, as_json, fields, scores
from cli.views.overall import HeadOfStream, heads_of, standing_row, substitutes_of, ties_of
from cli.views.standings import derivation_json
from cli.views.tables import AnswerColumn, AnswerTable
from cli.words.brackets import side_text
from cli.words.overalls import QualificationView, names_of_entrants
from cli.words.scores import score_json
from cli.words.tournaments import how_text
from ledger.overall.cross_table import CrossTable
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.knockout_meetings import Encounter, Segment
from ledger.overall.qualifying import Recut, strangers
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import board_across, told_across, told_matches
from ledger.overall.swiss import WrongOpponent
from ledger.recording.sessions import body_json
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import tables_of
from ledger.subjects.tournaments.state import Tournament


class TableOfDraw(Struct, frozen=True):
    """Two who are to meet, and the number of their table."""

    table: int
    contestants: tuple[str, str]


class RoundRow(Struct, frozen=True, kw_only=True):
    """A round that was drawn, by which event, and after which round (0: by seeds); `bye` meets nobody."""

    stage: str
    round: int
    event: int | None
    matches: tuple[TableOfDraw, ...]
    bye: str | None
    triangle: tuple[str, ...]
    by_hand: bool
    repeats: bool
    early: bool
    after: int
    met: str


class WrongDraw(Struct, frozen=True, kw_only=True):
    """Somebody who met another opponent than is right, and what those concerned had before the round."""

    stage: str
    round: int
    contestant: str
    met: tuple[str, ...]
    correct: tuple[str, ...]
    because: Literal["standing", "seating"]
    points_before: dict[str, ScoreValue]
    session: str | None
    session_round: int | None
    judged: int | None
    judged_by_other_points: bool


class RoundAnswer(Answer, RoundRow, frozen=True, kw_only=True):
    """Of `tournament round`: the tables of a round."""

    schema: ClassVar = "round/1"

    heads: tuple[HeadOfStream, ...]


class DrawsAnswer(Answer, frozen=True, kw_only=True):
    """Of `tournament draws`: every round, and who is to be drawn otherwise by the scores now, or met another."""

    schema: ClassVar = "draws/1"

    heads: tuple[HeadOfStream, ...]
    draws: tuple[RoundRow, ...]
    otherwise: tuple[WrongDraw, ...]

    def table(self) -> AnswerTable:
        """The rounds."""
        columns = (
            AnswerColumn("stage"),
            AnswerColumn("round", number=True),
            AnswerColumn("event", say=lambda row: f"#{row.event}"),
            AnswerColumn("met", "table, who meets whom"),
        )
        return AnswerTable(self.draws, columns, without="no round is drawn yet: `tournament draw STAGE`")


def round_row(drawn: RoundDrawn, tournament: Tournament) -> RoundRow:
    """A round of a tournament."""
    met = [f"{at}: {' v '.join(two)}" for at, two in tables_of(drawn)]
    met += [f"triangle {', '.join(drawn.triangle)}"] if drawn.triangle else []
    met += [f"bye {drawn.bye}"] if drawn.bye else []
    how = how_text(drawn).lstrip(", ")
    return RoundRow(
        stage=drawn.stage,
        round=drawn.round,
        event=tournament.drawn.number(drawn.stage, drawn.round),
        matches=tuple(TableOfDraw(match.at_table, match.teams) for match in drawn.matches),
        bye=drawn.bye or None,
        triangle=drawn.triangle,
        by_hand=drawn.by_hand,
        repeats=drawn.repeats,
        early=drawn.early,
        after=drawn.by_round,
        met="; ".join(met) + (f" ({how})" if how else ""),
    )


def wrong_draw(wrong: WrongOpponent) -> WrongDraw:
    """Somebody who met another opponent than is right."""
    return WrongDraw(
        stage=wrong.stage,
        round=wrong.round,
        contestant=wrong.entrant,
        met=wrong.met,
        correct=wrong.correct,
        because="standing" if wrong.by_standing else "seating",
        points_before=scores(wrong.points),
        session=wrong.where.session if wrong.where else None,
        session_round=wrong.where.round if wrong.where else None,
        judged=wrong.found or None,
        judged_by_other_points=wrong.outdated,
    )


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
        **fields(match, "winners", "went_on", "out"),
        "meetings": [_meeting_json(each) for each in match.meetings],
    }


def _meeting_json(meeting: Encounter) -> dict[str, object]:
    return {
        **fields(meeting, "teams", "boards", "missing"),
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


def heads_json(scores: TournamentScores) -> list[dict[str, object]]:
    """The same for JSON, each with its digest."""
    return [as_json(each) for each in heads_of(scores)]


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
        **as_json(standing_row(row, found, names_of_entrants(found.scores))),
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
        "ties": [as_json(each) for each in ties_of(found, row.entrant)],
        "substitutes": [as_json(each) for each in substitutes_of(found, row.entrant)],
        "notes": found.notes,
    }


def now_would_json(recut: Recut) -> dict[str, list[str]]:
    """The same for JSON: who would have gone on, who would not, who is level for the last places, another order."""
    return {"in": list(recut.instead), "out": list(recut.out), "tied": list(recut.tied), "order": list(recut.order)}


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
        "reserves": going.reserves,
        "now_would": now_would_json(recut) if recut else None,
        "not_qualified": strangers(going.scores, into),
    }
