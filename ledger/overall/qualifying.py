"""Cuts: the contestants of a stage that go on by place, and concerns about cutting now.

select(placed(standing), 14)        → qualifiers, reserves in order, contestants tied for the last places
open_concerns(scores, "qualifying") → open boards, rulings and appeals of its sessions
compare_cuts(scores)        → every cut made, and the contestants it would name today
"""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple, get_args

from ledger.labels import natural
from ledger.overall.cross_table import list_matches_to_play
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overall
from ledger.projections.checking import check
from ledger.subjects.qualifying.facts import Apart, ConcernAtCut, MatterCode, PlacedContestant
from ledger.subjects.qualifying.state import Cut


class Selected(NamedTuple):
    """Qualifiers and reserves of a cut, in order; `tied`: contestants of equal place, more than the places left."""

    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    tied: tuple[str, ...] = ()


def find_unqualified(scores: TournamentScores, stage: str) -> dict[str, list[str]]:
    """Return, by session, the contestants who play in a stage without having qualified; {} if no cut leads into it."""
    tournament = scores.tournament
    taking_part = tournament.qualified.qualifiers(stage)
    if taking_part is None:
        return {}
    names_by_session = {
        added.session: [
            entrant
            for each in scoreboard.session.contestants
            if (entrant := tournament.entrant_of(added.session, each)) not in taking_part
        ]
        for added, scoreboard in scores.played(stage)
    }
    return {session: names for session, names in names_by_session.items() if names}


class Recut(NamedTuple):
    """A cut repeated on the current standing: qualifiers who would drop out (`out`), and their successors (`instead`).

    `tied`: contestants now level for the last places. `order`: the current seeding, where it differs from that of the
    cut.
    """

    cut: Cut
    standing: Overall
    out: tuple[str, ...]
    instead: tuple[str, ...]
    tied: tuple[str, ...]
    order: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """True if the cut would now name other contestants, or another order."""
        return bool(self.out or self.instead or self.tied or self.order)

    def row(self, entrant: str) -> OverallRow | None:
        """Return a contestant's current row in the stage of the cut; None if the contestant has none."""
        return self.standing.row(entrant)


def list_placed(standing: Overall, apart: Apart = "") -> tuple[PlacedContestant, ...]:
    """Return the contestants of a stage by place, each with the section or direction it is ranked in."""
    two = standing.stage.rules.winners == 2
    contestants: list[PlacedContestant] = []
    for row in standing.rows:
        # Its first section (none in a bracket), and its last direction, where directions are ranked apart
        section = row.figures[0].of.section if apart == "section" and row.figures else ""
        direction = row.direction.value if row.direction and (two or apart == "direction") else ""
        contestants.append(PlacedContestant(row.entrant, row.rank, section + direction))
    return tuple(contestants)


def select(
    field: Sequence[PlacedContestant], best: int, also: Collection[str] = (), barred: Collection[str] = ()
) -> Selected:
    """Select the best of each group and those the director named; naming also settles a tie for the last place.

    >>> select([PlacedContestant("1", 1), PlacedContestant("2", 2), PlacedContestant("3", 2)], 2)
    Selected(qualified=('1',), reserves=('2', '3'), tied=('2', '3'))
    >>> select([PlacedContestant("1", 1), PlacedContestant("2", 2), PlacedContestant("3", 2)], 2, also=["3"])
    Selected(qualified=('1', '3'), reserves=('2',), tied=())
    """
    able = [each for each in field if each.place and each.entrant not in barred]
    able.sort(key=lambda each: (each.place or 0, each.group, natural(each.entrant)))
    cuts = [
        _cut_group([each for each in able if each.group == group], best, also)
        for group in sorted({each.group for each in able})
    ]
    # The first of each group come before the seconds: the draw of the next stage goes by this order.
    levels = zip_longest(*(chosen for chosen, _ in cuts), fillvalue="")
    by_place = [each for level in levels for each in level if each]
    named = [each for each in also if each not in by_place]
    reserves = (each.entrant for each in able if each.entrant not in {*by_place, *named})
    return Selected((*by_place, *named), tuple(reserves), tuple(each for _, tied in cuts for each in tied))


def _cut_group(field: Sequence[PlacedContestant], best: int, also: Collection[str]) -> tuple[list[str], list[str]]:
    """Return a group's qualifiers, and those tied for its last places; naming exactly enough settles the tie."""
    if best == 0 or len(field) <= best or field[best - 1].place != field[best].place:
        return [each.entrant for each in field[:best]], []
    above = [each.entrant for each in field[:best] if each.place != field[best].place]
    level = [each.entrant for each in field if each.place == field[best].place]
    chosen = [each for each in level if each in also]
    return ([*above, *chosen], []) if len(above) + len(chosen) == best else (above, level)


_OPEN: dict[str, MatterCode] = {code: code for code in get_args(MatterCode)} | {"no-sit-out": "no-score"}


def open_concerns(scores: TournamentScores, stage: str) -> tuple[ConcernAtCut, ...]:
    """Return what may still change a stage's scores: missing results, open boards, rulings, appeals, matches due."""
    sessions = [added.session for added in scores.tournament.in_stage(stage)]
    matches = (
        [" v ".join(pair) for pair in list_matches_to_play(scores, stage)] if stage in scores.tournament.stages else ()
    )
    concerns: list[ConcernAtCut] = []
    for session in sessions:
        scoreboard = scores.scoreboards.get(session)
        if scoreboard is None or not scoreboard.session.has_results:
            concerns.append(ConcernAtCut("no-results", session))
            continue
        for concern in check(scoreboard).open:
            if code := _OPEN.get(concern.code):
                concerns.append(ConcernAtCut(code, session, concern.case or "", concern.board))
    return (*concerns, *(ConcernAtCut("to-play", sessions[-1], match=match) for match in matches))


def compare_cuts(scores: TournamentScores) -> list[Recut]:
    """Compare every cut in force with the current standing of its stage; a cut itself never changes."""
    stages = scores.tournament.stages
    return [recut(cut, overall(scores, stages[cut.said.source])) for cut in scores.tournament.qualified.cuts.values()]


def recut(cut: Cut, standing: Overall) -> Recut:
    """Repeat a cut on a standing, with its number of places and the director's choices, and compare both cuts.

    Contestants who withdrew since and were replaced stay out.
    """
    terms = cut.said
    entered = {change.enters for _, change in cut.changes if not change.leaves}
    more = [each for each in cut.now if each in entered]
    fewer = {change.leaves for _, change in cut.changes if not change.enters and change.leaves not in cut.now}
    withdrawn = standing.scores.tournament.qualified.withdrawn
    withdrawn_earlier = {who for who, each in withdrawn.items() if each.number < cut.number or who not in cut.now}
    current = select(
        list_placed(standing, terms.apart),
        terms.best,
        (*terms.also, *more),
        {*terms.barred, *withdrawn_earlier - fewer},
    )
    out = tuple(each for each in cut.now if each not in current.qualified and each not in current.tied)
    instead = tuple(each for each in current.qualified if each not in cut.now and each not in fewer)
    seeded = [each for each in current.qualified if each in cut.now]
    order = current.qualified if seeded != [each for each in cut.now if each in seeded] else ()
    return Recut(cut, standing, out, instead, current.tied, order)
