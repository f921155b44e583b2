"""The draw of a Swiss round or bracket: what it rests on, the movement it makes, and matches played that nobody drew.

Mismatches of a session rest on what the contestants had before the round. A session knows only the victory points of
its own matches. A bye of the stage, what was carried into it, an earlier sitting and the half of a half match are the
tournament's. What a match is worth that was not played is worked out after them.

A match of teams has two tables, 1a and 1b, which share their boards; who is named first in the draw sits North–South at
the first, and East–West at the other. Pairs meet at one. Rounds of which a session has a plan already keep its boards.

It is asked of every table's play, not of matches that have boards to compare: the first slip of a wrong match tells.
Where the session has a movement for the round, its plays are held against that (`ledger.projections.planned`).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.labels import natural
from ledger.movements.plan import PlannedTable
from ledger.overall.places import leaves_place
from ledger.overall.rounds import RoundMatch, round_matches, rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import bracket, overall
from ledger.projections.concerns import Concern
from ledger.projections.matches import points_before
from ledger.projections.movement import MissingSitOut, last_rounds_of_absent, sit_out_concern, unrecorded
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.places import sits_once
from ledger.session.settled import boards_not_scored, counts_for_nothing, is_meeting_judged, substitute_boards
from ledger.subjects.draws.facts import StageKnown
from ledger.subjects.draws.state import everyone, first_slips, pairs_of, tables_of
from ledger.subjects.matches.facts import PointsBeside
from ledger.subjects.movement.state import laid_down, plan_of
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.subjects.tournaments.facts import SessionAdded, Stage

_UNSEEDED = 10**6


def standing_after(scores: TournamentScores, stage: Stage, round_: int) -> Overall:
    """The standing of a stage as it was after a round, by the scores as they are now."""
    return overall(scores, stage, after_round=round_)


def matches_by_round(scores: TournamentScores, stage: Stage) -> list[RoundMatch]:
    """Every match of a stage, by round."""
    return round_matches(scores.tournament, scores.fields(stage))


def next_round(scores: TournamentScores, stage: Stage, by_hand: Collection[tuple[str, str]] = ()) -> int:
    """The round that is to be drawn next: after the last that is drawn or was played.

    Results may come before the draw: a draw by hand is of the first round not drawn in which only these two met.
    """
    drawn, said = scores.tournament.drawn, set(map(frozenset, by_hand))
    met: dict[int, set[frozenset[str]]] = defaultdict(set)
    for each in matches_by_round(scores, stage):
        met[each.round].add(frozenset(each.entrants))
    undrawn = (each for each in sorted(met) if not drawn.number(stage.name, each) and met[each] <= said)
    return next(undrawn, max(drawn.last(stage.name), *met, 0) + 1)


def known_before(scores: TournamentScores, stage: Stage, round_: int, after: int | None = None) -> StageKnown:
    """What a draw of a round rests on; the order is by the standing after the round `after`, as a rule the last."""
    after = round_ - 1 if after is None else after
    gone: dict[str, str] = {}
    for entrant, left in scores.tournament.qualified.withdrawn.items():
        before = (each.round for each in matches_by_round(scores, stage) if each.of.sitting <= left.said.sitting)
        since = max(before, default=0) if left.said.stage == stage.name else 0
        if round_ > since and (left.said.stage == stage.name or leaves_place(scores.tournament, stage.name, left)):
            gone[entrant] = "withdrew"
    counted_on = rounds_before(scores.fields(stage))
    for added, scoreboard in scores.played(stage.name):
        facts = scoreboard.session.participation
        for _, out in facts.all(ContestantWithdrew):
            if out.after_round is None or counted_on[added.sitting] + out.after_round < round_:
                gone[scores.tournament.entrant_of(added.session, out.contestant)] = "withdrew"
        for _, sent in facts.all(ContestantDisqualified):
            gone[scores.tournament.entrant_of(added.session, sent.contestant)] = "disqualified"
    field = [each for each in _field(scores, stage) if each not in gone]
    return StageKnown(
        order=in_order(scores, stage, field, after),
        gone=gone,
        met=met_before(scores, stage, round_),
        missing=tuple(_missing(scores, stage, after, gone)),
        played=max((each.round for each in matches_by_round(scores, stage)), default=0),
    )


def in_order(scores: TournamentScores, stage: Stage, field: Iterable[str], after: int) -> tuple[str, ...]:
    """Contestants by the standing after a round; equal ones as they qualified, else by their seeds, then by name."""
    rows = standing_after(scores, stage, after).rows if after > 0 else ()
    entrants, qualifiers = scores.tournament.entrants, scores.tournament.qualified.qualifiers(stage.name) or ()
    placed = {row.entrant: (row.rank is None, row.rank or 0) for row in rows}
    qualified = {entrant: at for at, entrant in enumerate(qualifiers)}

    def place(entrant: str) -> tuple[object, ...]:
        # A seed is of the first stage: into a later one the order of the cut leads.
        seed = entrants[entrant].seed if entrant in entrants else None
        level = (qualified.get(entrant, 0), seed or _UNSEEDED, *natural(entrant))
        return *placed.get(entrant, (True, 1)), *level

    return tuple(sorted(field, key=place))


def met_before(scores: TournamentScores, stage: Stage, round_: int) -> frozenset[frozenset[str]]:
    """Who met before a round, two by two; where a round's results are still to come, who was drawn to meet."""
    played = [each for each in matches_by_round(scores, stage) if each.round < round_]
    there = {(each.round, entrant) for each in played for entrant in each.entrants}
    drawn = (
        pair
        for each in scores.tournament.drawn.of(stage.name)
        for pair in pairs_of(each)
        if each.round < round_ and there.isdisjoint((each.round, team) for team in pair)
    )
    return frozenset(map(frozenset, [*(each.entrants for each in played), *drawn]))


def playing_in(scores: TournamentScores, stage: str) -> list[str]:
    """Everybody who plays in a stage or left it; Misuse (no-such-stage) where there is none of that name."""
    there = scores.tournament.named_stage(stage)
    return list(dict.fromkeys([*_field(scores, there), *scores.tournament.qualified.withdrawn]))


def _field(scores: TournamentScores, stage: Stage) -> list[str]:
    tournament = scores.tournament
    if (qualified := tournament.qualified.qualifiers(stage.name)) is not None:
        return list(qualified)
    drawn = [each for event in tournament.drawn.of(stage.name) for each in everyone(event)]
    return list(dict.fromkeys([*scores.playing(scores.played(stage.name)), *drawn])) or list(tournament.entrants)


def _missing(scores: TournamentScores, stage: Stage, round_: int, gone: Collection[str]) -> list[str]:
    """The matches of a round that are still to come, or lack boards the others have; nobody waits for who is gone."""
    played = [each for each in matches_by_round(scores, stage) if each.round == round_]
    drawn = next((each for each in scores.tournament.drawn.of(stage.name) if each.round == round_), None)
    pairs = pairs_of(drawn) if drawn else []
    met, said = {frozenset(each.entrants) for each in played}, set(map(frozenset, pairs))
    sitting_out, counted_on = set[str](), rounds_before(scores.fields(stage))
    for added, scoreboard in scores.played(stage.name):
        facts, own_round = scoreboard.session.participation, round_ - counted_on[added.sitting]
        out = (each for _, each in facts.all(SatOut) if each.round == own_round)
        labels = {each.contestant for each in out if scoreboard.teams or not each.boards}
        labels.update(filter(facts.is_phantom, scoreboard.session.contestants))
        sitting_out.update(scores.tournament.entrant_of(added.session, each) for each in labels)
    elsewhere = {entrant for two in met - said for entrant in two} | {*gone} | sitting_out
    missing = [" v ".join(pair) for pair in pairs if frozenset(pair) not in met and elsewhere.isdisjoint(pair)]
    boards: list[int] = []
    for each in played:
        facts_of_boards = boards_not_scored(scores.scoreboards[each.of.session].session)
        match, rounds = frozenset(each.match.teams), (None, each.own_round)
        not_scored = {
            fact.board
            for _, fact in facts_of_boards
            if fact.seating.match == match and not fact.replaced_by and fact.round in rounds
        }
        boards.append(each.match.boards + len(not_scored))
    most = max(boards, default=0)
    for each, settled in zip(played, boards, strict=True):
        halves = sum(entrant in other.entrants for other in played for entrant in each.entrants) > 2
        whole = most // 2 if halves else most
        if settled < whole and not (each.match.void or each.match.told):
            missing.append(f"{' v '.join(each.entrants)} ({each.match.boards} of {whole} boards)")
    return missing


def points_beside(scores: TournamentScores, session: str, round_: int) -> tuple[PointsBeside, ...]:
    """What each contestant of a session had before a round of it, beside its matches there; of a Swiss by the stage."""
    added, scoreboard = scores.tournament.sessions[session], scores.scoreboards[session]
    stage = scores.tournament.named_stage(added.stage)
    if stage.format != "swiss" or stage.rules.adds != "victory-points":
        return missed_beside(scoreboard, round_)
    of_stage, had = rounds_before(scores.fields(stage))[added.sitting] + round_, dict[str, Fraction]()
    if of_stage != 1:
        had = {row.entrant: row.total.value for row in standing_after(scores, stage, of_stage - 1).rows}
    return tuple(
        PointsBeside(each, points - points_before(scoreboard, scoreboard.matches.values(), each, round_))
        for each in scoreboard.session.contestants
        if (points := had.get(scores.tournament.entrant_of(session, each))) is not None
    )


def missed_beside(scoreboard: Scoreboard, round_: int) -> tuple[PointsBeside, ...]:
    """The same of a session by itself: what it gave for matches that were not played in the rounds before."""
    missed: dict[str, Fraction] = {}
    for each in scoreboard.missed_matches:
        if (each.fact.round or 1) < round_:
            missed[each.fact.contestant] = missed.get(each.fact.contestant, Fraction(0)) + each.worth.value
    return tuple(PointsBeside(who, points) for who, points in missed.items())


AS_DRAWN = "as drawn"
"""What such a movement is called."""

_BY_ROW = '`movement set --row "1/1a Norway Malta 1-8" …`'


class DrawnRound(NamedTuple):
    """A round of a session: who meets whom at the table of which number, and who meets nobody."""

    round: int
    matches: tuple[tuple[int, tuple[str, str]], ...]
    bye: str = ""


class DrawnMovement(NamedTuple):
    """The tables of the rounds that are drawn, those that share their boards, and how many copies of these it takes."""

    tables: tuple[PlannedTable, ...]
    sharing: tuple[tuple[str, ...], ...]
    copies: int


def drawn_movement(
    scores: TournamentScores, session: Session, boards: Sequence[int], boards_each: int | None
) -> DrawnMovement:
    """The movement the draw of its stage makes of a session; Misuse where nothing is drawn, or boards are short."""
    added = scores.tournament.sessions[session.id]
    stage = scores.tournament.named_stage(added.stage)
    of = _of_bracket if stage.format == "knockout" else _of_swiss
    called = {scores.tournament.entrant_of(added.session, each): each for each in session.contestants}
    rounds = list(of(scores, stage, added))
    if not any(each.matches for each in rounds):
        raise Misuse("usage", f"nothing is drawn for {session.id}", f"`tournament draw {stage.name}`")
    on = _boards_of_rounds(session, [each.round for each in rounds], boards, boards_each)
    tables, once = list[PlannedTable](), sits_once(session)
    for drawn in rounds:
        boards_there, round_ = tuple(on[drawn.round]), drawn.round
        for at, (one, other) in drawn.matches:
            home, away = called.get(one, one), called.get(other, other)
            tables.append(PlannedTable(round_, f"{at}" if once else f"{at}a", home, away, boards_there))
            if not once:
                tables.append(PlannedTable(round_, f"{at}b", away, home, boards_there))
        if drawn.bye:
            last = max((at for at, _ in drawn.matches), default=0) + 1
            alone = called.get(drawn.bye, drawn.bye)
            tables.append(PlannedTable(round_, f"{last}" if once else f"{last}a", alone, "", boards_there))
    rooms = ((f"{at}a", f"{at}b") for each in rounds for at, _ in each.matches)
    sharing = () if once else tuple(dict.fromkeys(rooms))
    return DrawnMovement(tuple(tables), sharing, max(len(each.matches) for each in rounds))


def _of_swiss(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    counted_on = rounds_before(scores.fields(stage)).get(added.sitting, 0)
    elsewhere = {each.round for each in matches_by_round(scores, stage) if each.of.sitting != added.sitting}
    for drawn in scores.tournament.drawn.of(stage.name):
        if drawn.round in elsewhere:
            continue
        if drawn.triangle:
            told = (
                f"three meet one another in round {drawn.round}, in half matches: no table of it follows from the draw"
            )
            raise Misuse("usage", told, _BY_ROW)
        matches = sorted((each.at_table, each.teams) for each in drawn.matches)
        yield DrawnRound(drawn.round - counted_on, tuple(matches), drawn.bye)


def _of_bracket(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    found = bracket(scores, stage.name)
    for matches in found.rounds if found else ():
        if all(each.over for each in matches):
            continue
        if any(len(each.sides) > 2 for each in matches):
            raise Misuse("usage", "three meet in a match of the bracket: no table of it follows from the draw", _BY_ROW)
        known = [each.meetings[0].teams for each in matches if each.meetings]
        yield DrawnRound(1, tuple(enumerate(known, start=1)))
        return


def _boards_of_rounds(
    session: Session, rounds: Sequence[int], boards: Sequence[int], boards_each: int | None
) -> Mapping[int, Sequence[int]]:
    """The boards of each round: as planned already, else the next ones; no board that took the place of another."""
    plan, boards = laid_down(session), sorted({*boards} - substitute_boards(session))
    there = {each: sorted({board for table in plan.of_round(each) for board in table.boards}) for each in plan.rounds}
    kept = {} if boards_each else {each: found for each, found in there.items() if each in rounds and found}
    each_has = boards_each or len(next(iter(kept.values()), boards))
    left = [board for board in boards if board not in {each for found in kept.values() for each in found}]
    found: dict[int, Sequence[int]] = dict(kept)
    for round_ in rounds:
        if round_ not in found:
            found[round_], left = left[:each_has], left[each_has:]
        if not found[round_]:
            told = f"no boards are left for round {round_} of {session.id}"
            raise Misuse("usage", told, "--boards-each 8, of those there are; `session add-boards 9-16` adds some")
    return found


class UndrawnMatch(NamedTuple):
    """A match that was not drawn: the first of its slips, and what is said of it."""

    session: str
    first: TableBoard
    text: str

    @property
    def concern(self) -> Concern:
        """The same among what is to be looked at."""
        return Concern("not-as-drawn", self.text, None, self.first.seating, self.first.table)


def undrawn_in(scores: TournamentScores, session: str) -> list[UndrawnMatch]:
    """The matches of a session that nobody drew, each at the first of its slips; nothing where none are drawn."""
    added, scoreboard = scores.tournament.sessions.get(session), scores.scoreboards.get(session)
    if added is None or scoreboard is None:
        return []
    stage = scores.tournament.named_stage(added.stage)
    if not (scores.tournament.drawn.of(stage.name) or scores.tournament.knockouts.brackets.get(stage.name)):
        return []
    says = _by_rounds if stage.format == "swiss" else _by_bracket
    return list(says(scores, stage, added, scoreboard.session))


def concerns_in(scores: TournamentScores, session: str) -> list[Concern]:
    """Return what the draws of its tournament say of a session that wants somebody to look."""
    undrawn = [each.concern for each in undrawn_in(scores, session)]
    unmet = unmet_in(scores, session)
    return undrawn + [sit_out_concern(scores.scoreboards[session].session, each) for each in unmet]


def unmet_in(scores: TournamentScores, session_id: str) -> list[MissingSitOut]:
    """Who was drawn against somebody who had left by then, and has no sit-out; not where a movement says it."""
    added, scoreboard = scores.tournament.sessions.get(session_id), scores.scoreboards.get(session_id)
    drawn = scores.tournament.drawn.of(added.stage) if added else ()
    if added is None or scoreboard is None or not drawn:
        return []
    session, last = scoreboard.session, last_rounds_of_absent(scoreboard.session)
    labels = {scores.tournament.entrant_of(session_id, label): label for label in session.contestants}
    counted_on = rounds_before(scores.fields(scores.tournament.named_stage(added.stage)))[added.sitting]
    planned, found = plan_of(session).rounds, []
    for round_, pairs in ((each.round - counted_on, pairs_of(each)) for each in drawn if last):
        for one, other in pairs if round_ > 0 and round_ not in planned else ():
            for who, opponent in ((one, other), (other, one)):
                missing = MissingSitOut(labels.get(who, who), round_, (), labels.get(opponent, opponent))
                is_alone = last.get(missing.opponent or "", round_) < round_ <= last.get(missing.contestant, round_)
                if is_alone and who in labels and unrecorded(session, missing):
                    found.append(missing)
    return found


def _by_rounds(scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session) -> Iterator[UndrawnMatch]:
    tournament, planned = scores.tournament, plan_of(session).rounds
    drawn = {each.round: each for each in tournament.drawn.of(stage.name)}
    said = {each.round: set(map(frozenset, pairs_of(each))) for each in drawn.values()}
    counted_on = rounds_before(scores.fields(stage))[added.sitting]
    for (round_, _), first in first_slips(session).items():
        there = drawn.get(counted_on + (round_ or 1))
        two = [tournament.entrant_of(added.session, each) for each in first.seating.pair]
        rounds = said.values() if round_ is None else [said[there.round]] if there else []
        as_drawn = any(frozenset(two) in pairs for pairs in rounds)
        if there and not as_drawn and round_ not in planned and not _is_judged(session, first):
            meant: list[str] = []
            for entrant in two:
                tables = [(at, *({*pair} - {entrant})) for at, pair in tables_of(there) if entrant in pair]
                if entrant == there.bye:
                    meant.append(f"{entrant} has the bye")
                elif not tables or entrant not in everyone(there):
                    meant.append(f"{entrant} is not drawn in it")
                else:
                    against = " and ".join(f"{other} at table {at}" for at, other in tables)
                    meant.append(f"{entrant} is to meet {against}")
            text = f"{' v '.join(two)} was not drawn in round {there.round} of {stage.name}: {', '.join(meant)}"
            yield UndrawnMatch(added.session, first, text)


def _is_judged(session: Session, first: TableBoard) -> bool:
    return is_meeting_judged(session, first) or counts_for_nothing(session, first, first.round or 1)


def _by_bracket(
    scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session
) -> Iterator[UndrawnMatch]:
    found = bracket(scores, stage.name)
    meetings = [meeting for match in found.matches.values() for meeting in match.meetings] if found else []
    met = [frozenset(each.teams) for each in meetings]
    for first in first_slips(session).values():
        two = [scores.tournament.entrant_of(added.session, each) for each in first.seating.pair]
        if frozenset(two) not in met and not _is_judged(session, first):
            meant = "; ".join(" v ".join(each.teams) for each in meetings if {*two} & {*each.teams})
            text = f"{' v '.join(two)} is no match of the bracket of {stage.name}"
            yield UndrawnMatch(added.session, first, f"{text}; drawn: {meant}" if meant else text)
