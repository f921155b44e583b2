"""Check an event on a table's board, whatever the command.

The Laws it cites exist, in the one form they are written in; a published score changes for a cause; a contestant that
is not there scores nothing; rulings on one board, and in both rooms of a team's, go together.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.notation import Unreadable
from ledger.errors import Refusal
from ledger.kernel.fact import Envelope, Event
from ledger.laws.adjustment import Rectified, SelfInflicted, rests_on_result
from ledger.laws.citation import parse_law
from ledger.projections.lone_results import WHOLE_BOARD, for_whole_board
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.cases import Ruling
from ledger.session.response import ProposedEvent
from ledger.session.state import Session, all_play_all, met_nobody, opponents_of, stage_of
from ledger.session.tables import Board, TableBoard
from ledger.subjects.evolving import evolve
from ledger.subjects.participation.facts import (
    BoardNotPlayed,
    ContestantWithdrew,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
)
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.facts import Judgement, Offender, RulingAmended, RulingGiven, RulingWithdrawn
from ledger.subjects.rulings.state import clashing, is_claim, result_beneath, together
from ledger.subjects.seating.facts import SeatingCorrected


def check_citations(event: Event) -> None:
    """Unreadable (no-such-law) where an event cites what the Laws have not, or in another form: '12c1c'."""
    laws: object = getattr(event, "laws", ())
    for law in laws if isinstance(laws, tuple) else ():  # what is no tuple of texts is refused where it is written
        if isinstance(law, str) and (written := parse_law(law)) != law:
            raise Unreadable("no-such-law", f"Law {law} is written {written}", text=law, marks=((0, len(law)),))


def _score(judgement: Judgement) -> tuple[object, ...]:
    return judgement.adjustment, judgement.offender, judgement.provisional


def check_cause(session: Session, event: Event) -> None:
    """Refuse a change that says no cause, once scores were given out or the ruling was appealed.

    With a cause a new ruling supersedes the old one; a withdrawal says its reason. What a result file states is
    somebody else's to explain.
    """
    if not isinstance(event, RulingAmended | RulingWithdrawn) or event.imported:
        return
    ruling = session.rulings[event.case]
    if ruling.judgement.provisional or not (session.given_out or session.appeals_of(ruling.case)):
        return
    known = f"the score of {ruling.case} is out" if session.given_out else f"{ruling.case} was appealed"
    if isinstance(event, RulingAmended) and _score(event) != _score(ruling.judgement):
        hint = f"`ruling amend {ruling.case} … --cause …`: second-thoughts, director-error (Law 82C), or order"
        raise Refusal("needs-cause", f"{known}: why does it change?", hint)
    if isinstance(event, RulingWithdrawn) and not event.reason.strip():
        raise Refusal("needs-cause", f"{known}: why is it withdrawn?", '--reason "wrong table"')


def check_takes_part(session: Session, event: Event) -> None:
    """Refuse a result of who is nobody or had withdrawn, and one on a board that was not played or was sat out."""
    if not session.participation.facts:
        return
    if isinstance(event, ResultRecorded | PlayPostponed):
        _check_there(session, event.seating.everyone, event.round)
    if isinstance(event, ResultRecorded | RulingGiven | BoardNotPlayed):
        check_sits_out(session, event.seating)
    if isinstance(event, SeatingCorrected):
        for table in event.tables:
            played = session.line(event.board, table.was)
            if played is None or isinstance(played.absent, BoardNotPlayed):  # not played: it is nobody's result
                continue
            before = table.was.everyone if table.now.round == played.round else ()
            new = [each for each in table.now.everyone if each not in before]
            _check_there(session, new, table.now.round)
            if new:
                check_sits_out(session, table.now)
    if isinstance(event, ResultRecorded | RulingGiven):
        _check_played(session, event.board, event.seating, ruled=isinstance(event, RulingGiven))


def _check_there(session: Session, contestants: Iterable[str], round_: int | None) -> None:
    for contestant in contestants:
        if phantom := session.participation.last(PhantomDeclared, contestant):
            message = f"{contestant} is nobody (#{phantom[0]})"
            raise Refusal("not-there", message, f"`undo {phantom[0]}`, if somebody came after all")
        number, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
        if withdrew and withdrew.after_round and (round_ or 0) > withdrew.after_round:
            message = f"{contestant} withdrew after round {withdrew.after_round} (#{number})"
            raise Refusal("not-there", message, f"is the round right? `undo {number}`, if it did not withdraw")


def _check_played(session: Session, board: int, seating: Seating, *, ruled: bool) -> None:
    """A ruling says what a board is worth that was not played; it makes no result of it."""
    played = session.line(board, seating)
    absent = (SatOut,) if ruled else (SatOut, BoardNotPlayed)
    if played and played.absence and isinstance(played.absence.fact, absent):
        number = played.absence.number
        raise Refusal("not-played", f"{played.name} was not played (#{number})", f"`undo {number}`, if it was")


_AWARDS = (*WHOLE_BOARD, SelfInflicted)


def check_beside(session: Session, uncommitted: Sequence[ProposedEvent]) -> None:
    """Refuse rulings that cannot be in force together, and what would rest on a table that is no longer there."""
    if session.opened is None or not any(kind_of(each.event).settles for each in uncommitted):
        return
    supposed = [
        Envelope(session.id, session.number + at, "", each.event, "", 0, 0, 0, "", each.because)
        for at, each in enumerate(uncommitted, start=1)
    ]
    change = _Change(session, evolve(session, *supposed))
    for number, board in change.after.boards.items():
        if board is not session.boards.get(number):
            change.check(board)
            change.check_told(session.boards.get(number, {}), board)


def not_played(played: TableBoard) -> bool:
    """Whether a table did not play a board, and that is scored."""
    return isinstance(played.absent, BoardNotPlayed) and played.absent.scored


def _not_transferable(rectified: Rectified, offender: Offender, result: Result | None) -> Refusal | None:
    """Return why tricks cannot go to the side that did not offend; None where they can."""
    if offender not in ("NS", "EW"):
        message = "whose tricks go to the other side?"
        return Refusal("no-offender", message, "--offender NS or EW: the side that revoked")
    if result is None or result.played is None:
        what = f"{result} is no contract with tricks" if result else "no result is recorded"
        hint = "`result add`, or `result correct`, records the contract with its tricks first"
        return Refusal("no-result", f"tricks are transferred from the table result, and {what}", hint)
    if (won := result.played.won_by(Side(offender))) >= rectified.tricks:
        return None
    message = f"by {result} {offender} won {won} tricks: {rectified.tricks} cannot go to the other side"
    return Refusal("tricks-not-won", message, "Law 64A transfers one trick, or two: --transfer 1")


class _Change(NamedTuple):
    """The session before and after what would be recorded."""

    before: Session
    after: Session

    def check(self, board: Board) -> None:
        """Refuse what cannot be, at any table of a board or in two rooms of it."""
        ruled = [played for played in board.values() if played.cases]
        for played in ruled:
            if found := clashing(self.after, self.after.rulings_of(played)):
                stays = self._stays(*found)
                hint = f"`ruling amend {stays.case} …`, or `ruling withdraw {stays.case}`; {self._what_may(stays)}"
                raise Refusal("already-ruled", f"{played.name} already has {stays.case} (#{stays.number})", hint)
            self._check_rests(played)
            self._check_transfers(played)
        form = FORMS[self.after.opening.scoring]
        alone = for_whole_board(self.after)
        for played in board.values():
            for other in form.other_tables(board, played.seating):
                if played.cases:
                    self._check_rooms(played, other, alone)
                if form.rooms == 2 and not_played(played):
                    self._check_played(played, other)

    def check_told(self, before: Board, after: Board) -> None:
        """Refuse to take away all that a table had, where it has been told since how it bid and played."""
        kept = {
            each.number for board in (after, self.after.voided) for line in board.values() for each in line.auctions
        }
        for played in before.values():
            told = played.auctions[-1] if played.auctions else None
            if told and told.record and told.number not in kept:
                message = (
                    f"#{told.number} tells how {played.name} was bid, and nothing else would be said of that table"
                )
                raise Refusal("has-dependants", message, f"`undo {told.number}` first")

    def _what_may(self, stays: Ruling) -> str:
        if is_claim(self.after, stays):
            return "beside the ruling on the claim: one on an infraction, without the claim's law"
        offender = self.after.in_force(stays).offender
        other = {"NS": "EW", "EW": "NS"}.get(offender)
        infraction = f", or one on an infraction by {other} (--offender {other})" if other else ""
        return f"beside it: a ruling on a claim (--claim){infraction}"

    def _check_rests(self, played: TableBoard) -> None:
        if played.result:
            return
        ruled = together(self.after, played)
        for score in ruled.all:
            if rests_on_result(score.adjustment) and (ruled.claim is None or score is ruled.claim):
                message = f"{score.case} rests on a result of {played.name}, and there would be none"
                raise Refusal("has-dependants", message, f"`ruling withdraw {score.case}` first, or `result add`")

    def _check_transfers(self, played: TableBoard) -> None:
        for ruling in self.after.rulings_of(played):
            score = self.after.in_force(ruling)
            if not isinstance(score.adjustment, Rectified):
                continue
            refusal = _not_transferable(score.adjustment, score.offender, result_beneath(self.after, ruling))
            before = self.before.rulings.get(ruling.case)
            if refusal and before and self.before.in_force(before) == score:
                instead = f"`ruling amend {ruling.case} …` or `ruling withdraw {ruling.case}` first"
                raise Refusal("has-dependants", f"{score.case} rests on the result: {refusal.message}", instead)
            if refusal:
                raise refusal

    def _check_rooms(self, here: TableBoard, there: TableBoard, alone: tuple[type, ...]) -> None:
        """Refuse an award in one room beside one, in the other, that says what the whole board is worth."""
        whole = next(self._rulings(here, alone), None)
        other = next(self._rulings(there, _AWARDS), None)
        if whole and other:
            stays = self._stays(whole, other)
            message = f"{stays.case} says what the board is worth, in the other room"
            if stays is other:
                message = f"{whole.case} would say what the board is worth, and {stays.case} rules on the other room"
            hint = "an artificial score, or one given outright, is for the whole board, and stands alone"
            raise Refusal("already-ruled", message, f"`ruling amend {stays.case} …`: {hint}")

    def _check_played(self, here: TableBoard, there: TableBoard) -> None:
        """Refuse a second award beside that for a board that was not played: it is the whole board's."""
        ruled = next(self._rulings(there, _AWARDS), None)
        if ruled or not_played(there):
            number = here.absence.number if here.absence else 0
            message = f"#{number} says that {here.name} was not played, and scores the whole board"
            hint = f"who was at fault in either room is said once, for the board: `undo {number}`, then --fault both"
            raise Refusal("already-ruled", message, hint)

    def _rulings(self, played: TableBoard, kinds: tuple[type, ...]) -> Iterator[Ruling]:
        rulings = self.after.rulings_of(played)
        return (each for each in rulings if isinstance(self.after.in_force(each).adjustment, kinds))

    def _stays(self, one: Ruling, other: Ruling) -> Ruling:
        return other if self.before.rulings.get(other.case) is other else one


def check_sits_out(session: Session, seating: Seating) -> None:
    """Refuse play in a round that one of a table sits out, or against one it is said to have missed."""
    for contestant in seating.everyone:
        for number, fact in session.participation.all(SatOut, contestant):
            same_round = seating.round and seating.round == fact.round and sits_out_round(session, fact)
            missed = fact.opponent if fact.opponent in seating.everyone else None
            if same_round or (missed and meets_too_often(session, contestant, missed, seating.round)):
                when = f" round {fact.round}" if fact.round else ""
                whom = f" instead of meeting {fact.opponent}" if fact.opponent else ""
                message = f"{contestant} sits out{when}{whom} (#{number})"
                raise Refusal("not-played", message, f"is the round right? `undo {number}`, if it did not sit out")


def sits_out_round(session: Session, fact: SatOut) -> bool:
    """Return whether a sit-out is of a whole round; teams sit out nothing less."""
    return not fact.boards or FORMS[session.opening.scoring].teams()


def meets_too_often(session: Session, whose: str, opponent: str, round_: int | None) -> bool:
    """Return whether it would be one meeting too many, in an all-play-all, with one who left.

    Two meet once, or as often as who left was to meet everybody (`contestant withdraw --of`).
    """
    withdrew = session.participation.last(ContestantWithdrew, opponent)
    form = FORMS[session.opening.scoring]
    if withdrew is None or form.one_match or not all_play_all(session):
        return False
    rounds = {played.round for played in boards_played(session, whose, opponent)} | {round_}
    rounds |= {fact.round for _, fact in sit_outs_instead_of(session, whose, opponent)}
    if not form.in_matches(session.regulations):
        rounds.discard(None)  # pairs name boards: it may be any round
    return len(rounds) > max(1, stage_of(session, withdrew[1]).of // max(1, opponents_of(session, opponent)))


def boards_played(session: Session, whose: str, opponent: str | None = None) -> list[TableBoard]:
    """Return the boards a contestant played, was ruled on, or met somebody on without playing; all, or against one."""
    return [
        played
        for _, played in session.boards_of(whose)
        if (opponent is None or opponent in played.seating.everyone)
        and (
            played.results
            or played.cases
            or (isinstance(played.absent, BoardNotPlayed) and not met_nobody(session, played))
        )
    ]


def sit_outs_instead_of(session: Session, whose: str, opponent: str) -> list[tuple[int, SatOut]]:
    """Return the sit-outs of a contestant instead of meeting an opponent, with the numbers of their events."""
    facts = session.participation.all(SatOut, whose)
    return [(number, fact) for number, fact in facts if fact.opponent == opponent]
