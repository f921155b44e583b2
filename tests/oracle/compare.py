"""Where the referee and the program say something else."""

from collections.abc import Iterator

from tests.oracle import play
from tests.oracle.congress import Event, Stage
from tests.oracle.deal import Dealer
from tests.oracle.evening import SIDES, Evening
from tests.oracle.features import features
from tests.oracle.matches import Matches
from tests.oracle.pairs import PairsBoards
from tests.oracle.swiss_pairs import SwissPairs
from tests.oracle.swiss_teams import SwissEvent, standing
from tests.oracle.teams import TeamBoards

PAIRS, TEAMS = ("matchpoints", "butler", "cross-imps"), ("teams", "board-a-match", "total-points", "knockout")
SWISS = ("swiss-matchpoints", "swiss-imps")
FORMS = (*PAIRS, *TEAMS, *SWISS, "swiss-teams", "congress")


def deal(seed: int, form: str) -> Evening | Event | SwissEvent:
    """The evening of a seed, or the event."""
    dealer = Dealer(seed, form)
    if form in PAIRS:
        return dealer.pairs()
    if form in TEAMS:
        return dealer.teams()
    return {"congress": dealer.congress, "swiss-teams": dealer.swiss_teams}.get(form, dealer.swiss_pairs)()


def figures(dealt: Evening | Event | SwissEvent) -> Iterator[tuple[str, object, object]]:
    """Every figure: what it is, as the Laws have it, as the program has it."""
    if isinstance(dealt, Event):
        return of_congress(dealt)
    if isinstance(dealt, SwissEvent):
        return of_swiss_teams(dealt)
    if dealt.form in SWISS:
        return of_swiss_pairs(dealt)
    return of_pairs(dealt) if dealt.form in PAIRS else of_teams(dealt)


def differences(seed: int, form: str) -> tuple[int, list[str], set[str]]:
    """How many figures were compared on the evening of a seed, those that differ, and what there was on it."""
    dealt = deal(seed, form)
    found = list(figures(dealt))
    wrong = [
        f"{form} {seed}: {what}: {ours} by the Laws, {theirs} by the program"
        for what, ours, theirs in found
        if ours != theirs
    ]
    return len(found), wrong, features(dealt)


def of_pairs(evening: Evening) -> Iterator[tuple[str, object, object]]:
    """Every figure: what it is, as the Laws have it, as the program has it."""
    played, by_law = play.Played(evening), PairsBoards(evening)
    theirs = play.scores(played)
    for key, score in by_law.scores.items():
        yield f"board {key[0]} table {key[1]} {key[2]}, {key[3]}", score, theirs.get(key)
    ranked = play.standing(played)
    for who, total in by_law.totals().items():
        for name, own, program in zip(
            ("exact total", "total", "percentage", "boards", "place"),
            (total.exact, total.rounded, total.percent, total.boards, total.rank),
            ranked.get(who, (None,) * 5),
            strict=True,
        ):
            yield f"{who}'s {name}", own, program


def of_teams(evening: Evening) -> Iterator[tuple[str, object, object]]:
    """Every figure of an evening of teams, from both rooms."""
    played, by_law = play.Played(evening), TeamBoards(evening)
    theirs = play.scores(played)
    for board, rooms in by_law.rooms.items():
        for room in rooms:
            for side in SIDES:
                ours = by_law.scores[board, room.seat(side)]
                yield (
                    f"board {room.board} room {room.name} {side}",
                    ours,
                    theirs.get((room.board, room.name, side, room.seat(side))),
                )
    ranked, matches = play.standing(played), Matches(by_law)
    points = play.points(played)
    for match in matches.boards if matches.also else ():
        for team in match[1]:
            if match in matches.matches_of(team):
                yield f"{team}'s points in round {match[0]}", matches.points(match, team), points.get((match, team))
    for team, total in matches.totals().items():
        yield f"{team}'s exact total", total, ranked.get(team, (None,))[0]
    if evening.form == "knockout":
        theirs_won = play.winners(played)
        for teams, winner in matches.winners().items():
            yield f"who leads, {' or '.join(sorted(teams))}", winner, theirs_won.get(teams)


def of_swiss_pairs(evening: Evening) -> Iterator[tuple[str, object, object]]:
    """Every figure of an evening of matches of pairs."""
    played, by_law = play.Played(evening), SwissPairs(evening)
    theirs = play.scores(played)
    for key, score in by_law.pairs.scores.items():
        yield f"board {key[0]} table {key[1]} {key[2]}, {key[3]}", score, theirs.get(key)
    points, ranked, places = play.points(played), play.standing(played), by_law.places()
    for match in by_law.boards:
        for who in match[1]:
            if match in by_law.matches_of(who):
                yield f"{who}'s points in round {match[0]}", by_law.points(match, who), points.get((match, who))
    for who, total in by_law.totals().items():
        yield f"{who}'s exact total", total, ranked.get(who, (None,))[0]
        yield f"{who}'s place", places[who], ranked.get(who, (None,) * 5)[4]


def of_swiss_teams(event: SwissEvent) -> Iterator[tuple[str, object, object]]:
    """Everybody's victory points and place in a Swiss."""
    theirs = play.SwissStage(event).table()
    for who, (total, place) in standing(event).items():
        yield f"{who}'s total", total, theirs.get(who, (None, None))[0]
        yield f"{who}'s place", place, theirs.get(who, (None, None))[1]


def of_congress(event: Event) -> Iterator[tuple[str, object, object]]:
    """Everybody's total and place over several sessions, what is carried into the final, and its standing."""
    played = play.Tournament(event)
    stage = Stage(event.sessions, event.rules)
    yield from of_stage(stage, stage.places(), played.table("qualifying"))
    if event.final:
        top = PairsBoards(event.final.evening).top
        carried = stage.carries(event.best, event.carry, top)
        theirs = played.table("final")
        for who, carries in carried.items():
            yield f"{who} carries", carries, theirs.get(who, (None,) * 3)[2]
        final = Stage([event.final], event.rules | {"best": "0"}, carried)
        yield from of_stage(final, final.places([*carried]), theirs)


def of_stage(stage: Stage, places: dict[str, int], theirs: dict) -> Iterator[tuple[str, object, object]]:
    """Everybody's total and place in a stage."""
    for who, total in stage.totals.items():
        yield f"{who}'s total", total, theirs.get(who, (None,) * 3)[0]
        yield f"{who}'s place", places.get(who), theirs.get(who, (None,) * 3)[1]
