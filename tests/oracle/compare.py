"""Where the referee and the program say something else."""

from collections.abc import Iterator

from tests.oracle import play
from tests.oracle.congress import standing
from tests.oracle.deal import Dealer
from tests.oracle.evening import SIDES, Evening
from tests.oracle.matches import Matches
from tests.oracle.pairs import PairsBoards
from tests.oracle.teams import TeamBoards

PAIRS, TEAMS = ("matchpoints", "butler", "cross-imps"), ("teams", "board-a-match", "knockout")
FORMS = (*PAIRS, *TEAMS, "congress")


def differences(seed: int, form: str) -> tuple[int, list[str]]:
    """How many figures were compared on the evening of a seed, and those that differ."""
    dealer = Dealer(seed, form)
    if form == "congress":
        found = list(of_congress(*dealer.congress()))
    else:
        found = list(of_pairs(dealer.pairs()) if form in PAIRS else of_teams(dealer.teams()))
    return len(found), [
        f"{form} {seed}: {what}: {ours} by the Laws, {theirs} by the program"
        for what, ours, theirs in found
        if ours != theirs
    ]


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
    for team, total in matches.totals().items():
        yield f"{team}'s exact total", total, ranked.get(team, (None,))[0]
    if evening.form == "knockout":
        theirs_won = play.winners(played)
        for teams, winner in matches.winners().items():
            yield f"who leads, {' or '.join(sorted(teams))}", winner, theirs_won.get(teams)


def of_congress(sessions: list[Evening], rules: dict[str, str]) -> Iterator[tuple[str, object, object]]:
    """Everybody's total and place over several sessions."""
    theirs = play.overall(sessions, rules)
    for who, (total, rank) in standing([PairsBoards(evening) for evening in sessions], rules).items():
        yield f"{who}'s total", total, theirs.get(who, (None, None))[0]
        yield f"{who}'s place", rank, theirs.get(who, (None, None))[1]
