"""The checks of `verify` on what a log says, event by event and at its end; pure functions that yield discrepancies.

The chain of digests is checked elsewhere (`ledger.store.chain`). Texts are checked against their commitments, and
evidence against its event and text; a missing one must have been erased by an event.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ledger.bridge import Side
from ledger.digests import of_parts
from ledger.errors import Corrupt, visible
from ledger.guards.offices import judging_own_case, may_record, may_say_in_time
from ledger.guards.periods import lateness, reopens
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import KeptText, is_gone
from ledger.laws.adjustment import list_weightings
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest, standings, total_derivation
from ledger.scoring.derivation import recompute
from ledger.session import Session, Stream
from ledger.session.response import times_of
from ledger.store.chain import Erasure, withheld_text
from ledger.store.store import Store
from ledger.store.texts import AllTexts, FileRow, Texts
from ledger.subjects.appeals.facts import (
    AppealConfirmed,
    AppealDecided,
    AppealLodged,
    Decision,
    DecisionReviewed,
    FurtherAppealLodged,
)
from ledger.subjects.calls.facts import DirectorCalled, EvidenceFiled
from ledger.subjects.casebook import DifferenceStated
from ledger.subjects.people.facts import ErasedText, TextErased
from ledger.subjects.play.facts import ResultRecorded, SessionOpened
from ledger.subjects.publications.facts import ScoresPublished
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.rulings.facts import Judgement, PenaltyImposed, RulingGiven
from ledger.subjects.rulings.state import find_clash
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.subjects.tournaments.state import session_of


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A fault found by a check: a code or the check's name, the number of the first wrong event, message and hint."""

    code: str
    number: int | None
    text: str
    hint: str = ""


def discrepancy(error: Corrupt) -> Discrepancy:
    """Return the discrepancy for the error that stopped the reading of a log."""
    return Discrepancy(error.code, error.number, error.message, error.hint)


class Transition(NamedTuple):
    """An event, the session or tournament before it, and the preceding event."""

    envelope: Envelope
    before: Stream
    earlier: Event | None


EnvelopeCheck = Callable[[Envelope], Iterable[Discrepancy]]
TransitionCheck = Callable[[Transition], Iterable[Discrepancy]]
SessionCheck = Callable[[Session], Iterable[Discrepancy]]


def is_plain(envelope: Envelope, before: Stream) -> bool:
    """Return whether an event is a table result in which no check of single events can find a fault.

    Before any scores are published or officials appointed, a table result is neither late nor reserved to an office.
    """
    return (
        type(envelope.event) is ResultRecorded
        and not envelope.because
        and not before.given_out
        and not before.officials.held
        and envelope.number > 1
    )


def opened_once(envelope: Envelope) -> Iterator[Discrepancy]:
    """Check that a session or tournament is opened by its first event and by no later one."""
    if isinstance(envelope.event, SessionOpened | TournamentOpened) != (envelope.number == 1):
        yield Discrepancy("opening", envelope.number, "a session or a tournament is opened once, by its first event")


def answers_backwards(envelope: Envelope) -> Iterator[Discrepancy]:
    """Check that all events which an event says it answers are earlier than that event."""
    if any(not 0 < number < envelope.number for number in envelope.because):
        text = f"#{envelope.number} answers {envelope.because}, which are not before it"
        yield Discrepancy("answers", envelope.number, text)


def weights_sum(envelope: Envelope) -> Iterator[Discrepancy]:
    """Check that the weights of every weighted score sum to exactly one (Law 12C1(c))."""
    if isinstance(envelope.event, Judgement):
        for what, weighting in list_weightings(envelope.event.adjustment).items():
            total = sum((part.weight for part in weighting), Fraction(0))
            if total != 1:
                yield Discrepancy("weights", envelope.number, f"the weights for {what} sum to {total}")


class CaseOrderCheck:
    """The check that an appeal follows its ruling, a decision its appeal, and every event the start of its case."""

    def __init__(self) -> None:
        self._begun: set[str] = set()
        self._decided: set[str] = set()
        self._further: set[str] = set()

    def __call__(self, envelope: Envelope) -> Iterator[Discrepancy]:
        """Yield a discrepancy for each case that an event needs and that does not precede the event."""
        event, number = envelope.event, envelope.number
        for case in (event.case, *event.together) if isinstance(event, DecisionReviewed) else ():
            if case not in self._decided & self._further:
                yield Discrepancy("cases", number, f"{case} was reviewed before it was decided and taken further")
        for needed in _required_cases(event):
            if needed not in self._begun:
                text = f"{envelope.name} rests on {needed}, which is not in the log before it"
                yield Discrepancy("cases", number, text)
        if begun := getattr(event, "case", None):
            self._begun.add(begun)
        if isinstance(event, AppealDecided):
            self._decided.update((event.case, *event.together))
        if isinstance(event, FurtherAppealLodged):
            self._further.add(event.case)


def _required_cases(event: Event) -> Iterator[str]:
    match event:
        case RulingGiven(call=call, supersedes=supersedes, order=order):
            yield from (each for each in (call, supersedes, order) if each)
        case AppealLodged(against=against):
            yield against
        case PenaltyImposed(beside=beside):
            yield from (beside,) if beside else ()
        case Decision(case=decided, together=together):
            yield from (decided, *together)
        case AppealConfirmed(case=confirmed, ruling=ruling):
            yield from (confirmed, ruling)
        case DifferenceStated(case=case, other=precedent, session=""):
            yield from (case, precedent)
        case DirectorCalled():
            return
        case _ if name := getattr(event, "case", None):
            yield name


def published_again(transition: Transition) -> Iterator[Discrepancy]:
    """Check that the scores of a publication still follow from the log before that publication."""
    event, number = transition.envelope.event, transition.envelope.number
    if (
        isinstance(event, ScoresPublished)
        and numbers_digest(Scoreboard(session_of(transition.before))) != event.numbers
    ):
        yield Discrepancy("published", number, f"the scores published at #{number} no longer follow from the log")


def offices_held(transition: Transition) -> Iterator[Discrepancy]:
    """Check that the author held the office an event needs, and did not judge his own case."""
    envelope, before = transition.envelope, transition.before
    if not may_record(before, envelope.by, envelope.event):
        yield Discrepancy("offices", envelope.number, f"{envelope.by} had no office for {envelope.name} at the time")
    elif case := judging_own_case(before, envelope.by, envelope.event):
        yield Discrepancy("offices", envelope.number, f"{case.name} {case.part}, and judged that case")


class PeriodCheck:
    """The check that late events follow their board's reopening, are accepted appeals, or validly stated in time."""

    def __init__(self) -> None:
        self._late_appeals: dict[str, int] = {}

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Yield a late event whose board was not reopened; keep late appeals for `at_end`."""
        envelope, before, event = transition.envelope, transition.before, transition.envelope.event
        if not before.opened:
            return
        late = lateness(event, before, times_of(envelope, before))
        if not late or (late.said_in_time and may_say_in_time(before, envelope.by, event)):
            return
        if isinstance(event, AppealLodged):
            self._late_appeals[event.case] = envelope.number
        elif not (isinstance(transition.earlier, BoardReopened) and reopens(transition.earlier, event, before, late)):
            what = "came after its period, and nothing reopened the board for it"
            yield Discrepancy("periods", envelope.number, f"{envelope.name} {what}")

    def at_end(self, session: Session) -> Iterator[Discrepancy]:
        """Yield the appeals lodged after the deadline that nobody accepted."""
        for case, number in self._late_appeals.items():
            if not session.appeals[case].late:
                yield Discrepancy("periods", number, f"{case} came after its period, and nobody accepted it")


def one_in_force(session: Session) -> Iterator[Discrepancy]:
    """Check that the rulings shown for each table and board are in force and do not contradict each other."""
    for played in session.table_boards():
        if not played.cases:
            continue
        rulings = session.rulings_of(played)
        for ruling in rulings:
            if ruling.withdrawn or ruling.superseded_by:
                yield Discrepancy("in-force", ruling.stated, f"{ruling.case} is on {played.name}, and is not in force")
        if pair := find_clash(session, rulings):
            first, second = pair
            yield Discrepancy("in-force", second.stated, f"{first.case} and {second.case} cannot both be in force")


def scores_add_up(session: Session) -> Iterator[Discrepancy]:
    """Check that the scores of both sides of a table sum to the top, or to zero IMPs.

    Left out are rounded scores, and boards with a ruling or a table that did not play.
    """
    scoreboard = Scoreboard(session)
    balance = scoreboard.top or Fraction(0)
    for played in session.table_boards():
        if any(line.cases or line.absent for line in session.boards[played.board].values()):
            continue
        total = sum((scoreboard.value(played, side) for side in Side), Fraction(0))
        fixed = scoreboard.board(played.board).shares_fixed_total(played.seating)
        if not scoreboard.counts(played) or not fixed:
            continue
        if scoreboard.rounding.unit == "exact" and total != balance:
            text = f"{played.name}: the two sides have {total} {scoreboard.unit} instead of {balance}"
            yield Discrepancy("sums", played.results[-1].number, text)


def matches_agree(session: Session) -> Iterator[Discrepancy]:
    """Check that all rooms of a match give a team one score for a board, and that every total equals its derivation."""
    scoreboard = Scoreboard(session)
    for played in session.table_boards():
        for room in scoreboard.rooms(played):
            for side in Side:
                theirs = side.other if room.seating.ns == played.seating.ew else side
                if scoreboard.value(played, side) != scoreboard.value(room, theirs):
                    yield Discrepancy("totals", played.events[-1], f"{played.name}: the rooms of the match disagree")
    for field in standings(scoreboard):
        for row in (each for each in field.rows if each.boards):
            if recompute(total_derivation(scoreboard, row.contestant)) != row.total:
                yield Discrepancy("totals", None, f"the total of {row.contestant} does not add up")


def derivations_hold(session: Session) -> Iterator[Discrepancy]:
    """Check that each score on a board with a ruling, or with a table that did not play, equals its derivation."""
    scoreboard = Scoreboard(session)
    boards = {ruling.board for ruling in session.rulings.values() if not ruling.withdrawn}
    boards |= {played.board for played in session.table_boards() if played.absent}
    for played in session.table_boards():
        for side in Side if played.board in boards else ():
            for contestant in played.seating.contestants(side):
                score = scoreboard.score(played, side, contestant)
                if recompute(score.explain()) != score.value:
                    text = f"{played.name}, {contestant}: the derivation does not give {score.value}"
                    yield Discrepancy("derivations", played.events[-1], text)


BASIC: dict[str, SessionCheck] = {"in-force": one_in_force}
STRICT: dict[str, SessionCheck] = {"sums": scores_add_up, "derivations": derivations_hold, "totals": matches_agree}


_COPY = "the event itself is intact; `import` of a bundle that has the text brings it back"
_BESIDE = "somebody wrote to the database with another program"


class TextsCheck:
    """The check of a session's texts while its log is read; the faults are collected for `discrepancies`."""

    def __init__(self, texts: Texts, session: str) -> None:
        self._texts = texts
        self._session = session
        self.readable = texts.may_be_read()
        texts_now = texts.all_of(session) if self.readable else AllTexts({}, 0)
        self._rows, self._upto = dict(texts_now.rows), texts_now.upto
        self._asked: dict[str, ErasedText] = {}
        self._erased: dict[str, tuple[int, ErasedText]] = {}
        self._edited: list[Discrepancy] = []
        self.left_out: list[int] = []

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """Return the text with a salted hash if it is as it was recorded, or else a placeholder."""
        row = self._rows.get(commitment)
        if not row and number > self._upto and self.readable and (row := self._texts.at(self._session, commitment)):
            self._rows[commitment] = row  # recorded since the texts were read
        if row and row.left_out:
            self.left_out.append(number)
        elif row and row.fits:
            self._asked[commitment] = ErasedText(number, field, commitment)
            return KeptText(row.text or "", commitment, row.salt or b"")
        elif row:
            edited = f"{field} of event #{number} of session {self._session} is not what was recorded"
            self._edited.append(Discrepancy("text-broken", number, edited, _COPY))
        self._asked[commitment] = ErasedText(number, field, commitment)
        return withheld_text(commitment, number, field)

    def note(self, envelope: Envelope) -> None:
        """Note the texts that an event erased."""
        if isinstance(envelope.event, TextErased):
            self._erased |= {each.commitment: (envelope.number, each) for each in envelope.event.texts}

    @property
    def erased(self) -> frozenset[str]:
        """The salted hashes of the texts erased by the events read so far."""
        return frozenset(self._erased)

    def discrepancies(self) -> list[Discrepancy]:
        """Return the faults: texts edited, added, lost or unprintable; erasures whose text is wrong or still here."""
        faults = [*self._edited, *self._steering(), *self._lost(self._erased), *self._not_erased()]
        if strangers := self._rows.keys() - self._asked.keys():
            text = f"{len(strangers)} of the texts of session {self._session} belong to no event"
            faults.append(Discrepancy("text-broken", None, text, _BESIDE))
        return faults

    def partial_discrepancies(self) -> list[Discrepancy]:
        """Return the faulty texts of a log that can be read only in part.

        A text erased by a later event does not count as lost: whether that event was recorded is unknown.
        """
        erased = self._texts.erasures(self._session)
        return [*self._edited, *self._steering(), *self._lost(self._erased.keys() | erased), *self._not_erased()]

    def _steering(self) -> Iterator[Discrepancy]:
        """Yield the texts with control or invisible characters, which no desk records."""
        for commitment, where in self._asked.items():
            row = self._rows.get(commitment)
            if row and row.fits and not visible.is_plain(row.text or ""):
                steering = "a line break or another character that steers a screen: no desk records one"
                what = f"{where.field} of event #{where.event} of session {self._session} holds {steering}"
                yield Discrepancy("bad-body", where.event, what, _BESIDE)

    def _lost(self, erased: Collection[str]) -> Iterator[Discrepancy]:
        for commitment, where in self._asked.items():
            if commitment not in self._rows and commitment not in erased:
                lost = f"{where.field} of event #{where.event} of session {self._session} is lost: nobody erased it"
                yield Discrepancy("text-lost", where.event, lost, _COPY)

    def _not_erased(self) -> Iterator[Discrepancy]:
        back_again = self._erased.keys() & self._rows.keys()
        current = self._texts.all_of(self._session).rows if back_again else {}  # erased meanwhile, perhaps
        for commitment, (number, text) in self._erased.items():
            text_name = f"{text.field} of event #{text.event} of session {self._session}"
            if self._asked.get(commitment) != text:
                mismatch = f"#{number} erased {text_name}, which has no such text"
                yield Discrepancy("text-erased", number, mismatch)
            elif commitment in back_again and commitment in current:
                back = f"{text_name} was erased by #{number}, and is here again"
                yield Discrepancy("text-erased", text.event, back, _BESIDE)


_FILE_COPY = "the event itself is intact; `import` of a bundle that has the file brings it back"


class EvidenceCheck:
    """The check of a session's evidence files against the events that filed them.

    Not `readable`: the login may not read the files. `elsewhere`: they are in a bundle, and were checked there.
    """

    def __init__(self, store: Store, session: str, *, readable: bool, elsewhere: bool = False) -> None:
        self._files, self._texts, self._session = store.files, store.texts, session
        self._looks = readable and not elsewhere
        self._rows = self._files.of(session) if self._looks else {}
        self._filed: dict[str, tuple[int, EvidenceFiled]] = {}
        self._nothing: list[int] = []
        self.left_out: list[int] = []

    @property
    def looked(self) -> bool:
        """True if any evidence file was checked."""
        return self._looks and bool(self._filed)

    def note(self, envelope: Envelope) -> None:
        """Note the evidence file that an event filed."""
        if isinstance(envelope.event, EvidenceFiled):
            if isinstance(file := envelope.event.file, KeptText):
                self._filed[file.commitment] = envelope.number, envelope.event
            else:
                self._nothing.append(envelope.number)

    def discrepancies(self, erased: Set[str], *, whole: bool) -> list[Discrepancy]:
        """Return the evidence files that were edited, added or lost, or are still here after an erasure.

        `erased`: the commitments erased by events. Not `whole`: the log could not be read to its end. Events that
        filed no bytes are reported too, even if the files may not be read.
        """
        none = "files no bytes: no desk records that"
        faults = [
            Discrepancy("bad-body", each, f"#{each} of {self._session} {none}", _BESIDE) for each in self._nothing
        ]
        if not self._looks:
            return faults
        for commitment, (number, filed) in self._filed.items():
            file_name, is_erased = f"the file of event #{number} of session {self._session}", commitment in erased
            if is_erased and commitment in self._rows and commitment in self._by_now:
                faults.append(Discrepancy("text-erased", number, f"{file_name} was erased, and is here again", _BESIDE))
            if is_erased or is_gone(filed.file):
                continue
            row = self._rows.get(commitment) or self._by_now.get(commitment)  # filed while the log was read
            if row and row.left_out and not row.size:
                self.left_out.append(number)
            elif (
                row and row.size == filed.size and of_parts(self._files.parts(self._session, commitment)) == filed.file
            ):
                continue
            elif commitment not in self._erased_by_now:  # or another desk erased it meanwhile
                what, code = ("not what was recorded", "broken") if row else ("lost: nobody erased it", "lost")
                faults.append(Discrepancy(f"evidence-{code}", number, f"{file_name} is {what}", _FILE_COPY))
        strangers = len(self._rows.keys() - self._filed.keys())
        if whole and strangers:
            text = f"{strangers} of the files of session {self._session} belong to no event"
            faults.append(Discrepancy("evidence-broken", None, text, _BESIDE))
        return faults

    @cached_property
    def _by_now(self) -> Mapping[str, FileRow]:
        return self._files.of(self._session)

    @cached_property
    def _erased_by_now(self) -> Mapping[str, Erasure]:
        return self._texts.erasures(self._session)
