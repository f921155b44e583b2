"""What a board is worth that a table did not play: by who was at fault, or as a sit-out."""

from collections.abc import Callable

from ledger.bridge import Side
from ledger.events.participation import BoardNotPlayed, ContestantWithdrew, SatOut
from ledger.events.rulings import offending_sides
from ledger.laws.adjustment import Artificial, Grade, law_of
from ledger.projections.other_boards import ShareOf
from ledger.scoring.award import Share
from ledger.scoring.derivation import Derivation
from ledger.scoring.line import Line
from ledger.session import Session, TableBoard
from ledger.session.participation import all_play_all, met_nobody, stage_of

AverageOf = Callable[[str, TableBoard], Derivation | None]
"""A contestant's average on its other boards."""

Shares = tuple[Derivation, ...]
"""What a side has, one for each of two individuals; nothing where it has no score."""


def cancelled_line(played: TableBoard, session: Session, cancelled: frozenset[str]) -> Line:
    """A line nobody scores on: one of the two withdrew before half."""
    gone = next(each for each in played.seating.everyone if each in cancelled)
    number, _ = session.participation.last(ContestantWithdrew, gone) or (0, None)
    return _no_board(played, f"cancelled: {gone} withdrew before half", (number,))


def absent_line(session: Session, played: TableBoard, share: ShareOf, average: AverageOf) -> Line:
    """The line of a table that did not play the board."""
    assert played.absence is not None
    match played.absence.fact:
        case BoardNotPlayed() as fact:
            return _not_played(session, played, fact, share)
        case SatOut() as fact:
            return _sat_out(session, played, fact, share, average)
        case _:
            return _no_board(played, "still to be played", (played.absence.number,))


def _no_board(played: TableBoard, note: str, events: tuple[int, ...]) -> Line:
    return Line(played.seating, played.table, None, events=events, note=note)


def grades(fact: BoardNotPlayed) -> Artificial:
    """Average minus for who is at fault, average for who is partly, else average plus (Law 12C2(a); golden U01)."""
    at_fault, partly = offending_sides(fact.fault), offending_sides(fact.partly)
    ns, ew = (Grade("A-" if side in at_fault else "A" if side in partly else "A+") for side in Side)
    return Artificial(ns, ew)


def _not_played(session: Session, played: TableBoard, fact: BoardNotPlayed, share: ShareOf) -> Line:
    assert played.absence is not None
    events = (played.absence.number,)
    if met_nobody(session, played):
        return _no_board(played, "cancelled: nobody came", events)
    if not fact.scored:
        return _no_board(played, "not played: no board for either side", events)
    award = grades(fact)
    shares = Share(share(award.ns, played, Side.NS), share(award.ew, played, Side.EW))
    return Line(played.seating, played.table, None, shares, law_of(award), events, "not played")


def _sat_out(session: Session, played: TableBoard, fact: SatOut, share: ShareOf, average: AverageOf) -> Line:
    """Each side's score: who sat out as the regulations say, who withdrew an average minus, where it has one at all."""
    assert played.absence is not None
    whose = next(side for side in Side if fact.contestant in played.seating.contestants(side))
    withdrawn = _withdrawn_late(session, fact.opponent)
    own = (
        _indemnity(session, played, fact, share, whose)
        if withdrawn
        else _scheduled(session, played, whose, share, average)
    )
    theirs = _missed(played, withdrawn, share, whose.other) if withdrawn else ()
    events = (played.absence.number,)
    if not (own or theirs):
        return _no_board(played, f"{fact.contestant} sits out: no board", events)
    shares = Share(own, theirs) if whose is Side.NS else Share(theirs, own)
    return Line(played.seating, played.table, None, shares, None, events, "sits out")


def _withdrawn_late(session: Session, opponent: str | None) -> ContestantWithdrew | None:
    """The withdrawal of an opponent who had come to half of the event."""
    found = session.participation.last(ContestantWithdrew, opponent) if opponent else None
    return found[1] if found and not stage_of(session, found[1]).before_half else None


def _indemnity(session: Session, played: TableBoard, fact: SatOut, share: ShareOf, side: Side) -> Shares:
    """Average plus for who sits out after a withdrawal; in an all-play-all on the first boards of the match."""
    first = session.regulations.participation.indemnity_boards
    later = all_play_all(session) and fact.boards.index(played.board) >= first
    return share(Grade("A" if later else "A+"), played, side)


def _missed(played: TableBoard, withdrew: ContestantWithdrew, share: ShareOf, side: Side) -> Shares:
    """What a contestant that withdrew for a good reason has on a board it missed."""
    if not withdrew.good_reason:
        return ()
    grade = Grade(str(40 - withdrew.fine)) if withdrew.fine else Grade("A-")
    return share(grade, played, side)


def _scheduled(session: Session, played: TableBoard, side: Side, share: ShareOf, average: AverageOf) -> Shares:
    """What a scheduled sit-out is worth (golden U02); nothing where it is no board."""
    match session.regulations.participation.sit_out:
        case "none":
            return ()
        case "60%":
            return share(Grade("60"), played, side)
        case "average":
            return share(Grade("A"), played, side)
        case "own-average":
            flat = share(Grade("A"), played, side)
            return tuple(average(each, played) or flat[0] for each in played.seating.contestants(side))
