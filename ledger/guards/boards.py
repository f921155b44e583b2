"""Checks of an event on a table's board, whatever the command.

Cited Laws exist, in the one form they are written in; a published score changes for a cause; an absent contestant
scores nothing; rulings on one board, and in both rooms of a team's, are compatible.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.bridge import Result, Side
from ledger.bridge.notation import Unreadable
from ledger.errors import Refusal
from ledger.kernel.fact import Envelope, Event
from ledger.labels import counted
from ledger.laws.adjustment import Rectified, SelfInflicted, needs_table_result
from ledger.projections.lone_results import WHOLE_BOARD, whole_board_scores
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.cases import Ruling
from ledger.session.response import ProposedEvent
from ledger.session.state import Session, all_play_all, is_against_phantom, opponents_of, part_played
from ledger.session.stream import Stream
from ledger.session.tables import Board, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.evolving import evolve
from ledger.subjects.participation.facts import (
    BoardNotPlayed,
    ContestantWithdrew,
    PhantomDeclared,
    PlayPostponed,
    SatOut,
)
from ledger.subjects.play.facts import ResultRecorded, SessionOpened
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.facts import (
    Judgement,
    Offender,
    PenaltyImposed,
    RulingAmended,
    RulingGiven,
    RulingWithdrawn,
)
from ledger.subjects.rulings.state import combine_rulings, find_clash, is_claim, result_ruled_on
from ledger.subjects.seating.facts import SeatingCorrected


def check_citations(stream: Stream, event: Event, opening: SessionOpened | None) -> None:
    """Refuse a Law that the edition of the session does not have (no-such-law), or one written otherwise: '12c1c'.

    A session whose edition is not installed is not ruled on: edition-not-installed. `opening`: of a session that the
    same command opens.
    """
    laws: object = getattr(event, "laws", ())
    if not laws and not isinstance(event, Decision | PenaltyImposed | RulingAmended | RulingGiven):
        return
    edition = (opening or stream).regulations.edition
    if edition.fault:
        message = f"this session is played under {edition.title}, and {edition.fault}"
        hint = f"set BRIDGE_LEDGER_EDITIONS to the folder that has {edition.name}: `help regulations`"
        raise Refusal("edition-not-installed", message, hint)
    for law in laws if isinstance(laws, tuple) else ():  # other types are refused when recorded
        if isinstance(law, str) and (written := edition.parse(law)) != law:
            raise Unreadable("no-such-law", f"Law {law} is written {written}", text=law, marks=((0, len(law)),))


def _score_parts(judgement: Judgement) -> tuple[object, ...]:
    return judgement.adjustment, judgement.offender, judgement.provisional


def check_cause(session: Session, event: Event) -> None:
    """Refuse to change a ruling's score without a cause once scores are published or the ruling was appealed.

    With a cause a new ruling supersedes the old one; a withdrawal states its reason. Provisional rulings and changes in
    a result file need no cause.
    """
    if not isinstance(event, RulingAmended | RulingWithdrawn) or event.imported:
        return
    ruling = session.rulings[event.case]
    if ruling.judgement.provisional or not (session.given_out or session.appeals_of(ruling.case)):
        return
    known = f"the score of {ruling.case} is out" if session.given_out else f"{ruling.case} was appealed"
    if isinstance(event, RulingAmended) and _score_parts(event) != _score_parts(ruling.judgement):
        causes = "CAUSE is second-thoughts, director-error, or order"
        hint = f"`ruling amend {ruling.case} --result RESULT --cause CAUSE`; {causes}"
        raise Refusal("needs-cause", f"{known}: why does the ruling change?", hint)
    if isinstance(event, RulingWithdrawn) and not event.reason.strip():
        raise Refusal("needs-cause", f"{known}: why is it withdrawn?", '--reason "wrong table"')


def check_is_playing(session: Session, event: Event) -> None:
    """Refuse play by a phantom or a withdrawn contestant, in a round sat out, or of a board sat out or not played.

    A ruling may score a board that was not played, but no board that was sat out.
    """
    if not session.participation.facts:
        return
    if isinstance(event, ResultRecorded | PlayPostponed):
        _check_present(session, event.seating.everyone, event.round)
    if isinstance(event, ResultRecorded | RulingGiven | BoardNotPlayed):
        check_not_sitting_out(session, event.seating)
    if isinstance(event, SeatingCorrected):
        for table in event.tables:
            played = session.line(event.board, table.was)
            if played is None or isinstance(played.absent, BoardNotPlayed):  # it has no result
                continue
            before = table.was.everyone if table.now.round == played.round else ()
            new = [each for each in table.now.everyone if each not in before]
            _check_present(session, new, table.now.round)
            if new:
                check_not_sitting_out(session, table.now)
    if isinstance(event, ResultRecorded | RulingGiven):
        # A ruling may score a board that was not played, but gives it no result
        absent = (SatOut,) if isinstance(event, RulingGiven) else (SatOut, BoardNotPlayed)
        line = session.line(event.board, event.seating)
        if line and line.absence and isinstance(line.absence.fact, absent):
            number = line.absence.number
            raise Refusal("not-played", f"{line.name} was not played (#{number})", f"`undo {number}`, if it was")


def _check_present(session: Session, contestants: Iterable[str], round_: int | None) -> None:
    for contestant in contestants:
        if phantom := session.participation.last(PhantomDeclared, contestant):
            message = f"{contestant} is a phantom (#{phantom[0]})"
            raise Refusal("not-there", message, f"`undo {phantom[0]}`, if somebody came after all")
        number, withdrew = session.participation.last(ContestantWithdrew, contestant) or (0, None)
        if withdrew and withdrew.after_round and (round_ or 0) > withdrew.after_round:
            message = f"{contestant} withdrew after round {withdrew.after_round} (#{number})"
            raise Refusal("not-there", message, f"is the round right? `undo {number}`, if it did not withdraw")


_AWARDS = (*WHOLE_BOARD, SelfInflicted)


def check_rulings_compatible(session: Session, uncommitted: Sequence[ProposedEvent]) -> None:
    """Refuse rulings that contradict each other, and events that remove a result needed by a ruling or an auction."""
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
            change.check_bidding_kept(session.boards.get(number, {}), board)


def not_played(played: TableBoard) -> bool:
    """Return whether a table did not play a board and gets a score for that."""
    return isinstance(played.absent, BoardNotPlayed) and played.absent.scored


def _not_transferable(rectified: Rectified, offender: Offender, result: Result | None) -> Refusal | None:
    """Return the refusal to transfer tricks from the offenders; None if the offenders won enough tricks."""
    if offender not in ("NS", "EW"):
        message = "whose tricks go to the other side?"
        return Refusal("no-offender", message, "--offender NS or EW: the side that revoked")
    if result is None or result.played is None:
        what = f"{result} is no contract with tricks" if result else "no result is recorded"
        hint = "`result add`, or `result correct`, records the contract with its tricks first"
        return Refusal("no-result", f"tricks are transferred from the table result, and {what}", hint)
    if (won := result.played.won_by(Side(offender))) >= rectified.tricks:
        return None
    tricks_won = counted(won, "trick")
    message = f"{offender} won {tricks_won} with {result}: {offender} cannot give {rectified.tricks} to the other side"
    hint = f"one trick is transferred, or two: --transfer {min(won, 2)}" if won else "there is no trick to transfer"
    return Refusal("tricks-not-won", message, hint)


def _amending(ruling: Ruling) -> str:
    return f"`ruling amend {ruling.case} --result RESULT`"


class _Change(NamedTuple):
    """The session before and after the proposed events, for comparison."""

    before: Session
    after: Session

    def check(self, board: Board) -> None:
        """Refuse rulings that contradict each other or lack a result, at one table or in the two rooms of a match."""
        ruled = [played for played in board.values() if played.cases]
        for played in ruled:
            if clash := find_clash(self.after, self.after.rulings_of(played)):
                standing = self._recorded_first(*clash)
                opponents = {"NS": "EW", "EW": "NS"}.get(self.after.in_force(standing).offender)
                infraction = f", or one on an infraction by {opponents} (--offender {opponents})" if opponents else ""
                allowed = f"beside it can stand: a ruling on a claim (--claim RESULT){infraction}"
                if is_claim(self.after, standing):
                    allowed = "beside it can stand: one on an infraction, without the claim's law"
                hint = f"to change it: {_amending(standing)}; to take it back: `undo {standing.case}`; {allowed}"
                message = f"{standing.case} (#{standing.number}) rules on {played.name} already"
                raise Refusal("already-ruled", message, hint)
            if not played.result:
                self._check_has_result(played)
            self._check_transfers(played)
        form = FORMS[self.after.opening.scoring]
        whole_board_kinds = whole_board_scores(self.after)
        for played in board.values():
            for partner in form.other_tables(board, played.seating):
                if played.cases:
                    self._check_rooms(played, partner, whole_board_kinds)
                # A board not played is scored for both rooms: the second room has no award of its own
                scored = form.rooms == 2 and not_played(played)
                if scored and (not_played(partner) or any(self._rulings(partner, _AWARDS))):
                    number = played.absence.number if played.absence else 0
                    message = f"{played.name} was not played (#{number}), and that gives both rooms their score already"
                    again = "then record the board once, with the fault of both sides: --fault both"
                    raise Refusal("already-ruled", message, f"`undo {number}`, {again}")

    def check_bidding_kept(self, before: Board, after: Board) -> None:
        """Refuse to void a table's play while its auction or card play is recorded."""
        kept = {
            each.number for board in (after, self.after.voided) for line in board.values() for each in line.auctions
        }
        for played in before.values():
            bidding = played.auctions[-1] if played.auctions else None
            if bidding and bidding.record and bidding.number not in kept:
                message = f"#{bidding.number} tells how {played.name} was bid, and that table would have no result"
                raise Refusal("has-dependants", message, f"`undo {bidding.number}` first")

    def _check_has_result(self, played: TableBoard) -> None:
        ruled = combine_rulings(self.after, played)
        for score in ruled.all:
            if needs_table_result(score.adjustment) and (ruled.claim is None or score is ruled.claim):
                message = f"{score.case} rests on a result of {played.name}, and there would be none"
                raise Refusal("has-dependants", message, f"`undo {score.case}` first, or `result add`")

    def _check_transfers(self, played: TableBoard) -> None:
        for ruling in self.after.rulings_of(played):
            score = self.after.in_force(ruling)
            if not isinstance(score.adjustment, Rectified):
                continue
            refusal = _not_transferable(score.adjustment, score.offender, result_ruled_on(self.after, ruling))
            before = self.before.rulings.get(ruling.case)
            if refusal and before and self.before.in_force(before) == score:
                instead = f"first {_amending(ruling)}, or `undo {ruling.case}`"
                raise Refusal("has-dependants", f"{score.case} rests on the result: {refusal.message}", instead)
            if refusal:
                raise refusal

    def _check_rooms(self, room: TableBoard, second_room: TableBoard, whole_board_kinds: tuple[type, ...]) -> None:
        """Refuse an award for the whole board, given in one room, if the second room has an award too."""
        whole = next(self._rulings(room, whole_board_kinds), None)
        second = next(self._rulings(second_room, _AWARDS), None)
        if whole and second:
            standing = self._recorded_first(whole, second)
            message = f"{standing.case} has given the board its score already, in the other room"
            if standing is second:
                message = f"{standing.case} rules on the other room already; {whole.case} would be for both rooms"
            hint = "an artificial score, or one given outright, is for both rooms"
            raise Refusal("already-ruled", message, f"to change it: {_amending(standing)}; {hint}")

    def _rulings(self, played: TableBoard, kinds: tuple[type, ...]) -> Iterator[Ruling]:
        rulings = self.after.rulings_of(played)
        return (each for each in rulings if isinstance(self.after.in_force(each).adjustment, kinds))

    def _recorded_first(self, first: Ruling, second: Ruling) -> Ruling:
        return second if self.before.rulings.get(second.case) is second else first


def check_not_sitting_out(session: Session, seating: Seating) -> None:
    """Refuse play in a round that a contestant sits out, or against the opponent it sits out instead of meeting."""
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
    """Return whether a contestant sits out a whole round, not only some boards; teams always do."""
    return not fact.boards or FORMS[session.opening.scoring].teams()


def meets_too_often(session: Session, whose: str, opponent: str, round_: int | None) -> bool:
    """Return whether one more meeting with a contestant who withdrew would be one too many in an all-play-all.

    Two meet once, or as often as the withdrawn contestant was to meet everybody (`contestant withdraw --of`).
    """
    withdrew = session.participation.last(ContestantWithdrew, opponent)
    form = FORMS[session.opening.scoring]
    if withdrew is None or form.one_match or not all_play_all(session):
        return False
    rounds = {played.round for played in boards_played(session, whose, opponent)} | {round_}
    rounds |= {fact.round for _, fact in sit_outs_instead_of(session, whose, opponent)}
    if not form.in_matches(session.regulations):
        rounds.discard(None)  # a pair's line without round may be of any round
    return len(rounds) > max(1, part_played(session, withdrew[1]).of // max(1, opponents_of(session, opponent)))


def boards_played(session: Session, whose: str, opponent: str | None = None) -> list[TableBoard]:
    """Return a contestant's boards with a result, a ruling, or a record that a real opponent was not played.

    `opponent`: only the boards against this contestant.
    """
    return [
        played
        for _, played in session.boards_of(whose)
        if (opponent is None or opponent in played.seating.everyone)
        and (
            played.results
            or played.cases
            or (isinstance(played.absent, BoardNotPlayed) and not is_against_phantom(session, played))
        )
    ]


def sit_outs_instead_of(session: Session, whose: str, opponent: str) -> list[tuple[int, SatOut]]:
    """Return (event number, sit-out) for each time a contestant sat out instead of meeting an opponent."""
    facts = session.participation.all(SatOut, whose)
    return [(number, fact) for number, fact in facts if fact.opponent == opponent]
