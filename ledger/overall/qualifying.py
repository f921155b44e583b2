"""A cut: who of a stage goes on by place, what speaks against cutting now, and who would have gone on as it now stands.

    select(placed(standing), 14)        → who goes on, the reserves in order, who is level for the last places
    open_matters(scores, "qualifying")  → what is still open in its sessions
    would_have_qualified(scores)        → every cut that was made, and whom it would name as things stand today

A cut is a judgement: a later ruling changes nothing of it by itself. `would_have_qualified` is what an office is shown
after one; it asks for nothing but the scores, so that the scores as they would be can be handed in too.
"""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple, get_args

from ledger.labels import natural
from ledger.overall.cross_table import matches_to_play
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overall
from ledger.projections.checking import check
from ledger.subjects.qualifying.facts import Apart, ConcernAtCut, MatterCode, PlacedContestant
from ledger.subjects.qualifying.state import Cut


class Selected(NamedTuple):
    """Who goes on, and the reserves, both in order; `tied`: who is level for places that are too few for them."""

    qualified: tuple[str, ...]
    reserves: tuple[str, ...]
    tied: tuple[str, ...] = ()


def strangers(scores: TournamentScores, stage: str) -> dict[str, list[str]]:
    """Who plays in sessions of a stage that a cut leads into and does not take part in it, by session."""
    tournament = scores.tournament
    taking_part = tournament.qualified.qualifiers(stage)
    if taking_part is None:
        return {}
    found = {
        added.session: [
            entrant
            for each in scoreboard.session.contestants
            if (entrant := tournament.entrant_of(added.session, each)) not in taking_part
        ]
        for added, scoreboard in scores.played(stage)
    }
    return {session: names for session, names in found.items() if names}


class Recut(NamedTuple):
    """A cut, and whom it would name by the standing of now: who goes on and would not, who does not and would.

    `tied`: who is level for the last places now, so that nobody can say which of them. `order`: who would be
    seeded now, in order, where those who go on are in another order at the cut.
    """

    cut: Cut
    standing: Overall
    out: tuple[str, ...]
    instead: tuple[str, ...]
    tied: tuple[str, ...]
    order: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether it would name others, or the same in another order."""
        return bool(self.out or self.instead or self.tied or self.order)

    def row(self, entrant: str) -> OverallRow | None:
        """How a contestant stands now in the stage it came from."""
        return self.standing.row(entrant)


def placed(standing: Overall, apart: Apart = "") -> tuple[PlacedContestant, ...]:
    """The contestants of a stage by place, each with the section or direction it is counted in."""
    two = standing.stage.rules.winners == 2
    found: list[PlacedContestant] = []
    for row in standing.rows:
        # Its first section (none in a bracket), and its last direction, where directions are ranked apart
        section = row.figures[0].of.section if apart == "section" and row.figures else ""
        direction = row.direction.value if row.direction and (two or apart == "direction") else ""
        found.append(PlacedContestant(row.entrant, row.rank, section + direction))
    return tuple(found)


def select(
    field: Sequence[PlacedContestant], best: int, also: Collection[str] = (), barred: Collection[str] = ()
) -> Selected:
    """The best of each group, and whom the director named; who is level for the last place goes on if he named them.

    >>> select([PlacedContestant("1", 1), PlacedContestant("2", 2), PlacedContestant("3", 2)], 2)
    Selected(qualified=('1',), reserves=('2', '3'), tied=('2', '3'))
    >>> select([PlacedContestant("1", 1), PlacedContestant("2", 2), PlacedContestant("3", 2)], 2, also=["3"])
    Selected(qualified=('1', '3'), reserves=('2',), tied=())
    """
    able = [each for each in field if each.place and each.entrant not in barred]
    able.sort(key=lambda each: (each.place or 0, each.group, natural(each.entrant)))
    cuts = [
        _cut([each for each in able if each.group == group], best, also)
        for group in sorted({each.group for each in able})
    ]
    # The first of each group come before the seconds: the draw of the next stage goes by this order.
    levels = zip_longest(*(chosen for chosen, _ in cuts), fillvalue="")
    by_place = [each for level in levels for each in level if each]
    named = [each for each in also if each not in by_place]
    reserves = (each.entrant for each in able if each.entrant not in {*by_place, *named})
    return Selected((*by_place, *named), tuple(reserves), tuple(each for _, tied in cuts for each in tied))


def _cut(field: Sequence[PlacedContestant], best: int, also: Collection[str]) -> tuple[list[str], list[str]]:
    """Who of a group goes on, and who is level for the last places where the director did not name just so many."""
    if best == 0 or len(field) <= best or field[best - 1].place != field[best].place:
        return [each.entrant for each in field[:best]], []
    above = [each.entrant for each in field[:best] if each.place != field[best].place]
    level = [each.entrant for each in field if each.place == field[best].place]
    chosen = [each for each in level if each in also]
    return ([*above, *chosen], []) if len(above) + len(chosen) == best else (above, level)


_OPEN: dict[str, MatterCode] = {code: code for code in get_args(MatterCode)} | {"no-sit-out": "no-score"}


def open_concerns(scores: TournamentScores, stage: str) -> tuple[ConcernAtCut, ...]:
    """What may still change the scores of a stage: sessions without results, boards, rulings, appeals, matches."""
    sessions = [added.session for added in scores.tournament.in_stage(stage)]
    matches = [" v ".join(pair) for pair in matches_to_play(scores, stage)] if stage in scores.tournament.stages else ()
    found: list[ConcernAtCut] = []
    for session in sessions:
        scoreboard = scores.scoreboards.get(session)
        if scoreboard is None or not scoreboard.session.has_results:
            found.append(ConcernAtCut("no-results", session))
            continue
        for concern in check(scoreboard).open:
            if code := _OPEN.get(concern.code):
                found.append(ConcernAtCut(code, session, concern.case or "", concern.board))
    return (*found, *(ConcernAtCut("to-play", sessions[-1], match=match) for match in matches))


def would_have_qualified(scores: TournamentScores) -> list[Recut]:
    """Every cut that holds, and whom it would name as the stage stands in these scores; nothing follows by itself.

    The same number of places, and the same names of the director's, then and since; who had withdrawn by then is left
    out as then, and so is who withdrew since and was replaced.
    """
    stages = scores.tournament.stages
    return [recut(cut, overall(scores, stages[cut.said.source])) for cut in scores.tournament.qualified.cuts.values()]


def recut(cut: Cut, standing: Overall) -> Recut:
    """A cut, and whom it would name by this standing of its stage: held against who goes on by now."""
    said = cut.said
    entered = {change.enters for _, change in cut.changes if not change.leaves}
    more = [each for each in cut.now if each in entered]
    fewer = {change.leaves for _, change in cut.changes if not change.enters and change.leaves not in cut.now}
    withdrawn = standing.scores.tournament.qualified.withdrawn
    left = {who for who, each in withdrawn.items() if each.number < cut.number or who not in cut.now}
    now = select(placed(standing, said.apart), said.best, (*said.also, *more), {*said.barred, *left - fewer})
    out = tuple(each for each in cut.now if each not in now.qualified and each not in now.tied)
    instead = tuple(each for each in now.qualified if each not in cut.now and each not in fewer)
    seeded = [each for each in now.qualified if each in cut.now]
    order = now.qualified if seeded != [each for each in cut.now if each in seeded] else ()
    return Recut(cut, standing, out, instead, now.tied, order)
