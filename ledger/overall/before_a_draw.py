"""The draw of a Swiss round or bracket: its basis, the movement it makes, and matches played against it.

A session knows only the victory points of its own matches. Byes of the stage, carry-forwards, earlier sittings and half
matches are known to the tournament alone: `points_outside_session` adds them for a session's mismatches.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.errors import Misuse
from ledger.labels import natural
from ledger.movements.plan import PlannedTable
from ledger.overall.places import loses_place
from ledger.overall.rounds import RoundMatch, round_matches, rounds_before
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import bracket, overall
from ledger.projections.concerns import Concern
from ledger.projections.matches import points_before
from ledger.projections.movement import MissingSitOut, last_rounds_of_absent, missing_sit_out, sit_out_concern
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, TableBoard
from ledger.session.places import sits_at_one_table
from ledger.session.settled import boards_not_scored, counts_for_nothing, is_meeting_judged, substitute_boards
from ledger.subjects.draws.facts import StageFacts
from ledger.subjects.draws.state import everyone, first_plays_of_matches, pairs_of, tables_of
from ledger.subjects.matches.facts import OutsidePoints
from ledger.subjects.movement.state import movement_as_set, plan_of
from ledger.subjects.participation.facts import ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.subjects.tournaments.facts import SessionAdded, Stage

_UNSEEDED = 10**6  # sorts after every seed


def standing_after(scores: TournamentScores, stage: Stage, round_: int) -> Overall:
    """Return the standing of a stage after a round, by the current scores."""
    return overall(scores, stage, after_round=round_)


def matches_by_round(scores: TournamentScores, stage: Stage) -> list[RoundMatch]:
    """Return every match of a stage, by round."""
    return round_matches(scores.tournament, scores.fields(stage))


def next_round(scores: TournamentScores, stage: Stage, by_hand: Collection[tuple[str, str]] = ()) -> int:
    """Return the next round to draw: the one after the last round drawn or played.

    `by_hand`: the pairs of a draw by hand; an undrawn round in which only these pairs met comes first.
    """
    drawn, wanted = scores.tournament.drawn, set(map(frozenset, by_hand))
    met: dict[int, set[frozenset[str]]] = defaultdict(set)
    for match in matches_by_round(scores, stage):
        met[match.round].add(frozenset(match.entrants))
    # Results may be entered before the draw: such a round is still to be drawn if no other pairs met in it
    undrawn = (each for each in sorted(met) if not drawn.number(stage.name, each) and met[each] <= wanted)
    return next(undrawn, max(drawn.last(stage.name), *met, 0) + 1)


def gather_draw_basis(scores: TournamentScores, stage: Stage, round_: int, after: int | None = None) -> StageFacts:
    """Return the facts for drawing a round; order and missing matches are of round `after` (None: the previous one)."""
    after = round_ - 1 if after is None else after
    gone: dict[str, str] = {}
    for entrant, withdrawal in scores.tournament.qualified.withdrawn.items():
        before = (each.round for each in matches_by_round(scores, stage) if each.of.sitting <= withdrawal.said.sitting)
        since = max(before, default=0) if withdrawal.said.stage == stage.name else 0
        if round_ > since and (
            withdrawal.said.stage == stage.name or loses_place(scores.tournament, stage.name, withdrawal)
        ):
            gone[entrant] = "withdrew"
    counted_on = rounds_before(scores.fields(stage))
    for added, scoreboard in scores.played(stage.name):
        facts = scoreboard.session.participation
        for _, out in facts.all(ContestantWithdrew):
            if out.after_round is None or counted_on[added.sitting] + out.after_round < round_:
                gone[scores.tournament.entrant_of(added.session, out.contestant)] = "withdrew"
        for _, sent in facts.all(ContestantDisqualified):
            gone[scores.tournament.entrant_of(added.session, sent.contestant)] = "disqualified"
    field = [each for each in _list_field(scores, stage) if each not in gone]
    return StageFacts(
        order=order_for_draw(scores, stage, field, after),
        gone=gone,
        met=list_pairs_met(scores, stage, round_),
        missing=tuple(_missing_matches(scores, stage, after, gone)),
        played=max((each.round for each in matches_by_round(scores, stage)), default=0),
    )


def order_for_draw(scores: TournamentScores, stage: Stage, field: Iterable[str], after: int) -> tuple[str, ...]:
    """Return contestants by place after a round, unranked ones last; equal ones by order of the cut, seed, and name."""
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


def list_pairs_met(scores: TournamentScores, stage: Stage, round_: int) -> frozenset[frozenset[str]]:
    """Return the pairs who met before a round; drawn pairs without results count, unless one met another opponent."""
    played = [each for each in matches_by_round(scores, stage) if each.round < round_]
    with_results = {(each.round, entrant) for each in played for entrant in each.entrants}
    drawn = (
        pair
        for each in scores.tournament.drawn.of(stage.name)
        for pair in pairs_of(each)
        if each.round < round_ and with_results.isdisjoint((each.round, team) for team in pair)
    )
    return frozenset(map(frozenset, [*(each.entrants for each in played), *drawn]))


def list_stage_entrants(scores: TournamentScores, stage: str) -> list[str]:
    """Return the contestants of a stage and all who withdrew from the tournament; Misuse (no-such-stage) if unknown."""
    named = scores.tournament.named_stage(stage)
    return list(dict.fromkeys([*_list_field(scores, named), *scores.tournament.qualified.withdrawn]))


def _list_field(scores: TournamentScores, stage: Stage) -> list[str]:
    tournament = scores.tournament
    if (qualified := tournament.qualified.qualifiers(stage.name)) is not None:
        return list(qualified)
    drawn = [each for event in tournament.drawn.of(stage.name) for each in everyone(event)]
    return list(dict.fromkeys([*scores.playing(scores.played(stage.name)), *drawn])) or list(tournament.entrants)


def _missing_matches(scores: TournamentScores, stage: Stage, round_: int, gone: Collection[str]) -> list[str]:
    """Name a round's matches that lack boards or were not played, unless a contestant left, sits out or met another."""
    played = [each for each in matches_by_round(scores, stage) if each.round == round_]
    drawn = next((each for each in scores.tournament.drawn.of(stage.name) if each.round == round_), None)
    pairs = pairs_of(drawn) if drawn else []
    met, drawn_pairs = {frozenset(each.entrants) for each in played}, set(map(frozenset, pairs))
    sitting_out, counted_on = set[str](), rounds_before(scores.fields(stage))
    for added, scoreboard in scores.played(stage.name):
        facts, own_round = scoreboard.session.participation, round_ - counted_on[added.sitting]
        out = (each for _, each in facts.all(SatOut) if each.round == own_round)
        labels = {each.contestant for each in out if scoreboard.teams or not each.boards}
        labels.update(filter(facts.is_phantom, scoreboard.session.contestants))
        sitting_out.update(scores.tournament.entrant_of(added.session, each) for each in labels)
    elsewhere = {entrant for two in met - drawn_pairs for entrant in two} | {*gone} | sitting_out
    missing = [" v ".join(pair) for pair in pairs if frozenset(pair) not in met and elsewhere.isdisjoint(pair)]
    boards: list[int] = []
    for meeting in played:
        facts_of_boards = boards_not_scored(scores.scoreboards[meeting.of.session].session)
        match, rounds = frozenset(meeting.match.teams), (None, meeting.own_round)
        not_scored = {
            fact.board
            for _, fact in facts_of_boards
            if fact.seating.match == match and not fact.replaced_by and fact.round in rounds
        }
        boards.append(meeting.match.boards + len(not_scored))
    most = max(boards, default=0)
    for meeting, settled in zip(played, boards, strict=True):
        halves = sum(entrant in each.entrants for each in played for entrant in meeting.entrants) > 2
        whole = most // 2 if halves else most
        if settled < whole and not (meeting.match.void or meeting.match.told):
            missing.append(f"{' v '.join(meeting.entrants)} ({meeting.match.boards} of {whole} boards)")
    return missing


def points_outside_session(scores: TournamentScores, session: str, round_: int) -> tuple[OutsidePoints, ...]:
    """Return the points that contestants had before a round from outside the session's own matches.

    In a Swiss that adds up victory points, these points follow from the standing of the stage.
    """
    added, scoreboard = scores.tournament.sessions[session], scores.scoreboards[session]
    stage = scores.tournament.named_stage(added.stage)
    if stage.format != "swiss" or stage.rules.adds != "victory-points":
        return points_for_missed_matches(scoreboard, round_)
    of_stage, had = rounds_before(scores.fields(stage))[added.sitting] + round_, dict[str, Fraction]()
    if of_stage != 1:
        had = {row.entrant: row.total.value for row in standing_after(scores, stage, of_stage - 1).rows}
    return tuple(
        OutsidePoints(each, points - points_before(scoreboard, scoreboard.matches.values(), each, round_))
        for each in scoreboard.session.contestants
        if (points := had.get(scores.tournament.entrant_of(session, each))) is not None
    )


def points_for_missed_matches(scoreboard: Scoreboard, round_: int) -> tuple[OutsidePoints, ...]:
    """Return each contestant's points for matches of earlier rounds of the session that were not played."""
    missed: dict[str, Fraction] = {}
    for match in scoreboard.missed_matches:
        if (match.fact.round or 1) < round_:
            missed[match.fact.contestant] = missed.get(match.fact.contestant, Fraction(0)) + match.worth.value
    return tuple(OutsidePoints(who, points) for who, points in missed.items())


AS_DRAWN = "as drawn"
"""The name of a movement that follows a draw."""

_BY_ROW = '`movement set --row "1/1a Norway Malta 1-8"`, with one --row for each table'


class DrawnRound(NamedTuple):
    """A round of a session as drawn: table number and contestants of each match, and the contestant with the bye."""

    round: int
    matches: tuple[tuple[int, tuple[str, str]], ...]
    bye: str = ""


class DrawnMovement(NamedTuple):
    """The tables of the drawn rounds, the tables that share boards, and the number of copies of the boards needed."""

    tables: tuple[PlannedTable, ...]
    sharing: tuple[tuple[str, ...], ...]
    copies: int


def drawn_movement(
    scores: TournamentScores, session: Session, boards: Sequence[int], boards_each: int | None
) -> DrawnMovement:
    """Return the movement for a session's drawn rounds; Misuse without a draw or boards, or where three teams meet."""
    added = scores.tournament.sessions[session.id]
    stage = scores.tournament.named_stage(added.stage)
    read_rounds = _read_bracket_round if stage.format == "knockout" else _read_swiss_rounds
    called = {scores.tournament.entrant_of(added.session, each): each for each in session.contestants}
    rounds = list(read_rounds(scores, stage, added))
    if not any(each.matches for each in rounds):
        raise Misuse("usage", f"nothing is drawn for {session.id}", f"`tournament draw {stage.name}`")
    on = _choose_boards(session, [each.round for each in rounds], boards, boards_each)
    # A match of teams has two tables that share boards: the team named first sits North–South at the first of them.
    tables, once = list[PlannedTable](), sits_at_one_table(session)
    for drawn in rounds:
        boards_there, round_ = tuple(on[drawn.round]), drawn.round
        for at, (one, opponent) in drawn.matches:
            home, away = called.get(one, one), called.get(opponent, opponent)
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


def _read_swiss_rounds(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    counted_on = rounds_before(scores.fields(stage)).get(added.sitting, 0)
    elsewhere = {each.round for each in matches_by_round(scores, stage) if each.of.sitting != added.sitting}
    for drawn in scores.tournament.drawn.of(stage.name):
        if drawn.round in elsewhere:
            continue
        if drawn.triangle:
            problem = f"the draw of round {drawn.round} gives no tables: three teams meet one another in half matches"
            raise Misuse("usage", problem, _BY_ROW)
        matches = sorted((each.at_table, each.teams) for each in drawn.matches)
        yield DrawnRound(drawn.round - counted_on, tuple(matches), drawn.bye)


def _read_bracket_round(scores: TournamentScores, stage: Stage, added: SessionAdded) -> Iterator[DrawnRound]:
    drawn = bracket(scores, stage.name)
    for matches in drawn.rounds if drawn else ():
        if all(each.over for each in matches):
            continue
        if any(len(each.sides) > 2 for each in matches):
            raise Misuse("usage", "the bracket gives no tables for this round: it has a match of three", _BY_ROW)
        known = [each.meetings[0].teams for each in matches if each.meetings]
        yield DrawnRound(1, tuple(enumerate(known, start=1)))
        return


def _choose_boards(
    session: Session, rounds: Sequence[int], boards: Sequence[int], boards_each: int | None
) -> Mapping[int, Sequence[int]]:
    """Return each round's boards: as planned if `boards_each` is None, else the next unused ones; never substitutes."""
    plan, boards = movement_as_set(session), sorted({*boards} - substitute_boards(session))
    planned = {each: sorted({board for table in plan.of_round(each) for board in table.boards}) for each in plan.rounds}
    kept = {} if boards_each else {each: chosen for each, chosen in planned.items() if each in rounds and chosen}
    each_has = boards_each or len(next(iter(kept.values()), boards))
    free = [board for board in boards if board not in {each for chosen in kept.values() for each in chosen}]
    chosen: dict[int, Sequence[int]] = dict(kept)
    for round_ in rounds:
        if round_ not in chosen:
            chosen[round_], free = free[:each_has], free[each_has:]
        if not chosen[round_]:
            problem = f"no boards are left for round {round_} of {session.id}"
            hint = "give each round fewer boards: --boards-each 8; or add boards: `session add-boards 9-16`"
            raise Misuse("usage", problem, hint)
    return chosen


class UndrawnMatch(NamedTuple):
    """A match that was played but not drawn: its session, the first table that played it, and a text about it."""

    session: str
    first: TableBoard
    text: str

    @property
    def concern(self) -> Concern:
        """The concern that `check` lists for the undrawn match."""
        return Concern("not-as-drawn", self.text, None, self.first.seating, self.first.table)


def find_undrawn_matches(scores: TournamentScores, session: str) -> list[UndrawnMatch]:
    """Return a session's matches that were played, but neither drawn nor judged; [] if the stage has no draw."""
    added, scoreboard = scores.tournament.sessions.get(session), scores.scoreboards.get(session)
    if added is None or scoreboard is None:
        return []
    stage = scores.tournament.named_stage(added.stage)
    if not (scores.tournament.drawn.of(stage.name) or scores.tournament.knockouts.brackets.get(stage.name)):
        return []
    find = _undrawn_in_swiss if stage.format == "swiss" else _undrawn_in_bracket
    return list(find(scores, stage, added, scoreboard.session))


def concerns_in(scores: TournamentScores, session: str) -> list[Concern]:
    """Return the concerns that the tournament's draws raise about a session."""
    undrawn = [each.concern for each in find_undrawn_matches(scores, session)]
    unmet = find_missing_sit_outs(scores, session)
    return undrawn + [sit_out_concern(scores.scoreboards[session].session, each) for each in unmet]


def find_missing_sit_outs(scores: TournamentScores, session_id: str) -> list[MissingSitOut]:
    """Return unrecorded sit-outs of contestants whose drawn opponent left; rounds with a movement are left out."""
    added, scoreboard = scores.tournament.sessions.get(session_id), scores.scoreboards.get(session_id)
    drawn = scores.tournament.drawn.of(added.stage) if added else ()
    if added is None or scoreboard is None or not drawn:
        return []
    session, last = scoreboard.session, last_rounds_of_absent(scoreboard.session)
    labels = {scores.tournament.entrant_of(session_id, label): label for label in session.contestants}
    counted_on = rounds_before(scores.fields(scores.tournament.named_stage(added.stage)))[added.sitting]
    planned, sit_outs = plan_of(session).rounds, []  # a movement reports its own missing sit-outs
    for round_, pairs in ((each.round - counted_on, pairs_of(each)) for each in drawn if last):
        for one, two in pairs if round_ > 0 and round_ not in planned else ():
            for who, opponent in ((one, two), (two, one)):
                missing = MissingSitOut(labels.get(who, who), round_, (), labels.get(opponent, opponent))
                is_alone = last.get(missing.opponent or "", round_) < round_ <= last.get(missing.contestant, round_)
                if is_alone and who in labels and missing_sit_out(session, missing):
                    sit_outs.append(missing)
    return sit_outs


def _undrawn_in_swiss(
    scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session
) -> Iterator[UndrawnMatch]:
    tournament, planned = scores.tournament, plan_of(session).rounds
    drawn = {each.round: each for each in tournament.drawn.of(stage.name)}
    drawn_pairs = {each.round: set(map(frozenset, pairs_of(each))) for each in drawn.values()}
    counted_on = rounds_before(scores.fields(stage))[added.sitting]
    # Ask every table's first slip, not only matches with boards to compare: a wrong match shows at once.
    for (round_, _), first in first_plays_of_matches(session).items():
        drawn_round = drawn.get(counted_on + (round_ or 1))
        two = [tournament.entrant_of(added.session, each) for each in first.seating.pair]
        rounds = drawn_pairs.values() if round_ is None else [drawn_pairs[drawn_round.round]] if drawn_round else []
        is_drawn = any(frozenset(two) in pairs for pairs in rounds)
        if drawn_round and not is_drawn and round_ not in planned and not _is_judged(session, first):
            reasons: list[str] = []
            for entrant in two:
                tables = [(at, *({*pair} - {entrant})) for at, pair in tables_of(drawn_round) if entrant in pair]
                if entrant == drawn_round.bye:
                    reasons.append(f"{entrant} has the bye")
                elif not tables or entrant not in everyone(drawn_round):
                    reasons.append(f"{entrant} is not drawn in it")
                else:
                    against = " and ".join(f"{opponent} at table {at}" for at, opponent in tables)
                    reasons.append(f"{entrant} is to meet {against}")
            of_round = f"round {drawn_round.round} of {stage.name}"
            text = f"{' v '.join(two)} was not drawn in {of_round}: {', '.join(reasons)}"
            yield UndrawnMatch(added.session, first, text)


def _is_judged(session: Session, first: TableBoard) -> bool:
    return is_meeting_judged(session, first) or counts_for_nothing(session, first, first.round or 1)


def _undrawn_in_bracket(
    scores: TournamentScores, stage: Stage, added: SessionAdded, session: Session
) -> Iterator[UndrawnMatch]:
    drawn = bracket(scores, stage.name)
    meetings = [meeting for match in drawn.matches.values() for meeting in match.meetings] if drawn else []
    met = [frozenset(each.teams) for each in meetings]
    for first in first_plays_of_matches(session).values():
        two = [scores.tournament.entrant_of(added.session, each) for each in first.seating.pair]
        if frozenset(two) not in met and not _is_judged(session, first):
            drawn_matches = "; ".join(" v ".join(each.teams) for each in meetings if {*two} & {*each.teams})
            text = f"{' v '.join(two)} is no match of the bracket of {stage.name}"
            yield UndrawnMatch(added.session, first, f"{text}; drawn: {drawn_matches}" if drawn_matches else text)
