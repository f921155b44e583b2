"""The bracket of a knockout: its matches by round, its places, and matches whose winner has changed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from cli.views.answers import ScoreValue, TournamentAnswer, fill_row
from cli.views.overall import heads_of
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable, Part, Text
from cli.words.brackets import (
    carried_text,
    has_carry_over,
    match_notes,
    round_name,
    side_text,
    sitting_text,
    status_text,
    total_text,
)
from cli.words.next_steps import draw_mismatch_lines
from cli.words.overalls import changed_cuts_lines, no_bracket_text
from cli.words.scores import decimals_needed
from ledger.laws.rounding import short_text
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.knockout_meetings import Encounter, Segment
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import bracket
from ledger.recording.sessions import body_json


class SideRow(Struct, frozen=True):
    """A side of a match: the contestant, null while unknown, and the source given by the draw ('winner SF1')."""

    contestant: str | None
    drawn: str


class SegmentRow(Struct, frozen=True):
    """The boards that two teams play against each other in one session; `scores` are without the carry-over."""

    session: str
    sitting: int
    boards: int
    carried: dict[str, ScoreValue]
    scores: dict[str, ScoreValue]


class KnockoutDecisionRow(Struct, frozen=True):
    """A director's decision on the scores of two teams, with the number of its event."""

    number: int
    decision: dict[str, Any]


class MeetingRow(Struct, frozen=True):
    """The scores of two teams against each other in a match; `lead`: the first team's lead over the second."""

    teams: tuple[str, str]
    boards: int
    missing: int
    balanced: bool
    lead: ScoreValue
    carried: dict[str, ScoreValue]
    scores: dict[str, ScoreValue]
    segments: tuple[SegmentRow, ...]
    decided: KnockoutDecisionRow | None


class KnockoutRow(Struct, frozen=True):
    """A match; `segments`: in how many sittings it is played; `went_on`: the teams that played the next match."""

    match: str
    sides: tuple[SideRow, ...]
    due: int = field(name="segments")
    over: bool
    tied: bool
    winners: tuple[str, ...]
    went_on: tuple[str | None, ...]
    out: tuple[str, ...]
    meetings: tuple[MeetingRow, ...]


class PlaceRow(Struct, frozen=True):
    """The place of a contestant, shared from `first` to `last` (null while it plays), and its last match."""

    entrant: str = field(name="contestant")
    first: int | None
    last: int | None
    last_match: str | None


class ChangedWinnerRow(Struct, frozen=True):
    """A match whose present winner is another team than the one that has already played the next match."""

    match: str
    went_on: str
    winner: str
    into: str


class BracketAnswer(TournamentAnswer, frozen=True, kw_only=True):
    """The bracket of a stage (`tournament bracket`), its rounds null before the draw; `beside`: boards of no match."""

    stage: str
    rounds: tuple[tuple[KnockoutRow, ...], ...] | None = None
    places: tuple[PlaceRow, ...] = ()
    turned: tuple[ChangedWinnerRow, ...] = ()
    beside: tuple[SegmentRow, ...] = ()


def bracket_of_stage(scores: TournamentScores, stage: str, width: int | None) -> tuple[BracketAnswer, Iterator[Part]]:
    """Return the bracket of a stage, and the parts to print it; `width` of the screen, None for other programs."""
    drawn = bracket(scores, stage)
    value = BracketAnswer(heads=heads_of(scores), stage=stage)
    if drawn is None:
        return value, iter([Text("hint-aside", (no_bracket_text(scores.tournament, stage),), plain=True)])
    value = fill_row(
        BracketAnswer,
        *(value, drawn),
        rounds=[[_match(each) for each in matches] for matches in drawn.rounds],
        places=[fill_row(PlaceRow, each, last_match=each.match and each.match.drawn.name) for each in drawn.places],
        turned=drawn.turned,
        beside=[_segment(each, net=False) for each in drawn.beside],
    )
    return value, _parts(scores, stage, drawn, plain=width is None)


def _match(match: KnockoutMatch) -> KnockoutRow:
    sides = zip(match.sides, match.drawn.sides, strict=True)
    return fill_row(
        KnockoutRow,
        match,
        match=match.drawn.name,
        sides=[SideRow(team, side_text(side)) for team, side in sides],
        tied=match.over and match.tied,
        meetings=[_meeting(each) for each in match.meetings],
    )


def _meeting(meeting: Encounter) -> MeetingRow:
    number, decision = meeting.decision or (0, None)
    return fill_row(
        MeetingRow,
        meeting,
        balanced=not meeting.net,
        lead=meeting.lead(meeting.teams[0]),
        segments=[_segment(each, net=meeting.net) for each in meeting.segments],
        decided=decision and KnockoutDecisionRow(number, body_json(decision)),
    )


def _segment(segment: Segment, *, net: bool) -> SegmentRow:
    scores = {team: segment.of_boards(team, net=net) for team in segment.teams}
    return fill_row(SegmentRow, segment, segment.of, segment.match, scores=scores)


def _parts(scores: TournamentScores, stage: str, drawn: Bracket, *, plain: bool) -> Iterator[Part]:
    if plain:
        yield sides_table(drawn, list(drawn.matches.values()))
        return
    for number, matches in enumerate(drawn.rounds, start=1):
        yield sides_table(drawn, matches, round_name(drawn, number))
        if notes := tuple(note for match in matches for note in match_notes(match)):
            yield Text("hint", notes)
    for turned in drawn.turned:
        leads = _leader_text(drawn.matches[turned.match])
        text = f"{turned.match}: {turned.went_on} won as it stood then and plays {turned.into}; {leads}"
        yield Text("say", ("", text, "  nothing changes by itself: the director decides whether it does"))
    if drawn.beside:
        beside = []
        for segment in drawn.beside:
            imps = " : ".join(short_text(segment.score(team, net=False).value, 2) for team in segment.teams)
            sat = f"(sitting {segment.of.sitting}, {segment.of.session})"
            beside.append(f"  {' v '.join(segment.teams)}   {imps}   {sat}")
        yield Text("say", ("", "In no match of the bracket", *beside))
    for lines in (tuple(draw_mismatch_lines(scores.tournament, stage)), changed_cuts_lines(scores, stage)):
        if lines:
            yield Text("hint", ("", *lines))


def _leader_text(match: KnockoutMatch) -> str:
    first = match.winners[0]
    if len(match.meetings) > 1 or match.meetings[0].decision:
        return f"now {' and '.join(match.winners)} would go on"
    scores = match.meetings[0].scores
    teams = sorted(match.teams, key=lambda team: team != first)
    return f"{first} leads now, {' : '.join(short_text(scores[team].value, 2) for team in teams)}"


class SideOfMatch(NamedTuple):
    """A side of a knockout match, shown as one row of a table."""

    match: KnockoutMatch
    at: int

    @property
    def team(self) -> str | None:
        """The side's contestant; None while it is unknown."""
        return self.match.sides[self.at]

    @property
    def contestant(self) -> str:
        """The side's contestant, or the source given by the draw: 'winner SF1'."""
        return self.team or side_text(self.match.drawn.sides[self.at])

    @property
    def won(self) -> str:
        """The number of meetings won in a three-way match, a tie as half; '' before it, or in a match of two."""
        if not (self.team and self.match.begun and len(self.match.sides) > 2):
            return ""
        return next(short_text(score.won, 1) for score in self.match.scores if score.team == self.team)


def sides_table(
    drawn: Bracket, matches: Sequence[KnockoutMatch], title: str = "", *, page: bool = False
) -> AnswerTable:
    """Return matches of a bracket as a table with one row for each side: its scores by sitting, total and state.

    On a `page` each number has the decimals it needs; on a screen all have as many as one of them needs.
    """
    meetings = [meeting for match in matches for meeting in match.meetings]
    sittings = sorted({sitting for match in matches for sitting in match.sittings})
    most = max((decimals_needed(score.value) for each in meetings for score in each.scores.values()), default=0)
    unit = next((each.unit for meeting in meetings for each in meeting.segments), "IMP")
    places, nothing = (None, "") if page else (most, "–")

    def known(text: Callable[[KnockoutMatch, str], str]) -> Callable[[SideOfMatch], str]:
        return lambda row: text(row.match, row.team) if row.team else ""

    def named(at: int) -> Callable[[KnockoutMatch, str], str]:
        return lambda match, team: sitting_text(match, team, at, places)

    carry = known(lambda match, team: carried_text(match, team, places))
    carried = AnswerColumn("carried", say=carry, number=True, spare=1)
    total = known(lambda match, team: total_text(match, team, places) if match.sittings else nothing)
    of_three = any(len(each.sides) > 2 for each in matches)
    columns = [
        AnswerColumn("round", say=lambda row: "" if row.at else round_name(drawn, row.match.drawn.round), on=(PAGE,)),
        AnswerColumn("match", say=lambda row: "" if row.at else row.match.drawn.name, on=(SCREEN, PAGE)),
        AnswerColumn("match", say=lambda row: row.match.drawn.name, on=(PLAIN,)),
        AnswerColumn("contestant"),
        *([carried] if has_carry_over(matches) else []),
        *(AnswerColumn(f"sitting {at}", str(at), known(named(at)), number=True, spare=1) for at in sittings),
        AnswerColumn("total", "IMP" if page else unit, total, number=True),
        *([AnswerColumn("won", number=True, on=(SCREEN, PLAIN))] if of_three else []),
        AnswerColumn("state", "", known(status_text), on=(SCREEN,)),
        AnswerColumn("state", say=known(status_text), on=(PLAIN,)),
        AnswerColumn("state", "how it stands", known(status_text), on=(PAGE,)),
    ]
    rows = [SideOfMatch(match, at) for match in matches for at, _ in enumerate(match.sides)]
    return AnswerTable(rows, columns, title)
