"""A case with its story, two cases compared, and cases found by a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType, field

from cli.views.answers import Answer, fill_row
from cli.views.deals import record_fields
from cli.views.events import EventRow, event_value
from cli.views.rulings import ruling_appealed
from cli.views.tables import PAGE, PLAIN, SCREEN, AnswerColumn, AnswerTable, Part, Text, text_of
from cli.words.casebook import cases_found_text, left_out_text, likeness_text, score_text, subjects_text
from cli.words.rulings import cite_laws, protocol_text
from cli.words.vocabulary import OUTCOMES, name_seated
from ledger.kernel.fact import Envelope
from ledger.laws.citation import Subject
from ledger.laws.edition import edition_of
from ledger.projections.case_search import Aspect, points
from ledger.projections.casework import related_cases
from ledger.projections.finality import case_finality
from ledger.session import Session
from ledger.session.moment import iso
from ledger.subjects.appeals.facts import Merit, Verdict
from ledger.subjects.appeals.state import DepositState, appeal_state, deposit_state, further_deposit_states
from ledger.subjects.calls.state import call_state
from ledger.subjects.casebook import subjects
from ledger.subjects.rulings.facts import Offender
from ledger.subjects.rulings.state import other_rulings, penalty_state, ruling_state

if TYPE_CHECKING:
    from ledger.projections.casework import CaseFile
    from ledger.recording.case_archive import CasesFound, FoundCase


class CaseAnswer(Answer, frozen=True, kw_only=True):
    """A case (a ruling, an appeal, a call or a penalty) with its story; `other_rulings`: other rulings on its board."""

    schema: ClassVar = "case/1"

    case: str
    story: tuple[str, ...]
    board: int | UnsetType | None = UNSET
    table: str | UnsetType | None = UNSET
    ns: str | UnsetType = UNSET
    ew: str | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    against: str | UnsetType = UNSET
    ruling: str | UnsetType | None = UNSET
    rulings: tuple[str, ...] | UnsetType = UNSET
    state: str
    appeal_until: str | UnsetType | None = UNSET
    subjects: tuple[Subject, ...] | UnsetType = UNSET
    beside: tuple[str, ...] | UnsetType = UNSET
    deposit: DepositState | UnsetType = UNSET
    further_deposit: DepositState | UnsetType = UNSET
    deal: str | UnsetType | None = UNSET
    auction: str | UnsetType | None = UNSET
    contract: str | UnsetType | None = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    play: str | UnsetType | None = UNSET
    tricks: tuple[dict[str, str | None], ...] | UnsetType = UNSET
    events: tuple[EventRow, ...]


def case_value(session: Session, case: str, log: Sequence[Envelope], now: int) -> CaseAnswer:
    """Return a case as it is at the time `now` (µs UTC), with the events of its story."""
    state: dict[str, Any]
    if ruling := session.rulings.get(case):
        deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
        state = {
            "board": ruling.board,
            "ns": ruling.seating.ns,
            "ew": ruling.seating.ew,
            "withdrawn": ruling.withdrawn,
            "state": ruling_state(session, ruling, now),
            "beside": tuple(each.case for each in other_rulings(session, ruling)),
            "deal": str(deal) if deal else None,
            **(record_fields(played) if played else {}),
        }
    elif appeal := session.appeals.get(case):
        further = (further_deposit_states(appeal) or ("none",))[-1]
        state = {"state": appeal_state(session, appeal), "deposit": deposit_state(appeal), "further_deposit": further}
        state |= ruling_appealed(appeal)
    elif call := session.calls.get(case):
        state = {"board": call.called.board, "table": call.called.table, "state": call_state(session, call)}
    else:
        penalty = session.penalties[case]
        state = {"withdrawn": penalty.withdrawn, "state": penalty_state(session, penalty, now)}
    if subject := ruling or session.penalties.get(case):
        ends = case_finality(session, subject, now).ends
        state["appeal_until"] = None if ends is None else iso(ends)
    if case not in session.calls:
        state["subjects"] = subjects(session, case)
    story, events = sorted(related_cases(session, case)), [event_value(each, session) for each in log]
    return CaseAnswer(case=case, story=tuple(story), events=tuple(events), **state)


# Side by side


class ComparedCase(Struct, frozen=True):
    """A case in a comparison: its board, subjects, Laws, facts, findings, and the score in force."""

    session: str
    case: str
    board: int | None
    table: str
    subjects: tuple[Subject, ...]
    laws: tuple[str, ...]
    offender: Offender | None
    facts: str
    findings: str
    score: str | None
    reason: str


class ComparedAnswer(Answer, frozen=True):
    """Two cases side by side (`check differs` without --reason)."""

    schema: ClassVar = "compared/1"

    here: ComparedCase
    there: ComparedCase


def case_comparison(case: CaseFile) -> ComparedCase:
    """Return a case as a comparison shows it."""
    judgement, score = case.ruling.judgement if case.ruling else None, case.in_force
    return fill_row(
        ComparedCase,
        case,
        session=case.session.id,
        offender=score.offender if score else None,
        facts=judgement.facts if judgement else "",
        findings=judgement.findings if judgement else "",
        score=protocol_text(score.adjustment, case.board) if score and case.board else None,
        reason=judgement.reason if judgement else "",
    )


# Found cases


class SharedFeature(Struct, frozen=True):
    """A feature that two cases share, and how many points of likeness it counts."""

    aspect: Aspect
    points: int
    common: str


class LikenessRow(Struct, frozen=True):
    """The likeness of two cases, in words and in points, with the features that they share."""

    text: str
    points: int
    because: tuple[SharedFeature, ...]


class FoundRow(Struct, frozen=True, kw_only=True):
    """A case found by a search, with the edition of its `laws`; `show`: the command that prints it."""

    ledger: str | UnsetType = UNSET
    bundle: str | UnsetType = UNSET
    session: str
    title: str
    tournament: str | None
    tournament_title: str | None
    date: str
    case: str
    cases: tuple[str, ...]
    board: int | None
    table: str | None
    ns: str | None
    ew: str | None
    contestant: str | None
    edition: str
    laws: tuple[str, ...]
    subjects: tuple[Subject, ...]
    kind: str
    text: str
    ruled: str | None
    table_result: str | None
    offender: Offender
    directors: tuple[str, ...]
    committee: tuple[str, ...]
    chairmen: tuple[str, ...]
    appealed: bool
    verdicts: tuple[Verdict, ...]
    merits: tuple[Merit, ...]
    state: str
    given_at: str
    excerpt: str | None
    like: LikenessRow | None
    show: str | None

    @property
    def place(self) -> str:
        """The ledger that holds the case, or the bundle's file."""
        return str(Path(self.bundle)) if self.bundle else str(self.ledger)

    @property
    def occasion(self) -> str:
        """The titles of the tournament and the session: 'Spring Congress, Session 2'."""
        return ", ".join(dict.fromkeys(filter(None, (self.tournament_title, self.title or self.session))))

    @property
    def cited(self) -> list[str]:
        """The Laws as they are printed: with their edition if that is not the newest."""
        return cite_laws(self.laws, edition_of(self.edition))

    @property
    def contestants(self) -> str:
        """The contestants at the table ('1 v 2'), or the contestant with the penalty."""
        return name_seated(self.ns or "", self.ew or "") if self.board else self.contestant or ""


class LeftOutRow(Struct, frozen=True):
    """A session, bundle or file that was not searched, and why."""

    what: Literal["session", "bundle", "file"]
    name: str
    place: str = field(name="in")
    why: str


class FoundCasesAnswer(Answer, frozen=True):
    """The first of `total` cases found by a search in `sessions` sessions; `twice`: sessions kept in several places."""

    schema: ClassVar = "cases/1"

    total: int
    sessions: int
    cases: tuple[FoundRow, ...]
    left_out: tuple[LeftOutRow, ...]
    twice: tuple[str, ...]

    def table(self, *, words: bool, like: bool) -> AnswerTable:
        """Return the cases as a table; `words`: with the words found; `like`: with the likeness to a given case."""
        several = len({row.place for row in self.cases}) > 1
        columns = (
            AnswerColumn("date", aside=True),
            AnswerColumn("session", aside=True),
            AnswerColumn("case", under=True),
            AnswerColumn("board", nothing="", number=True, aside=True),
            AnswerColumn("contestants", aside=True),
            AnswerColumn("subjects", "about", lambda row: subjects_text(row.subjects) or "–", aside=True),
            AnswerColumn("laws", "law", lambda row: text_of(row.cited), aside=True),
            AnswerColumn("text", "score", suits=True),
            AnswerColumn(
                "decided", say=lambda row: ", ".join(OUTCOMES[each] for each in row.verdicts) or "–", aside=True
            ),
            AnswerColumn("directors", "by", nothing="", aside=True),
            *([AnswerColumn("place", "in", on=(SCREEN, PLAIN))] if several else []),
            *([AnswerColumn("excerpt", "words", nothing="", aside=True)] if words else []),
            *(
                [AnswerColumn("like", "like it", lambda row: row.like.text if row.like else "", aside=True)]
                if like
                else []
            ),
            AnswerColumn("show", "to see it", on=(PLAIN, PAGE), aside=True),
        )
        return AnswerTable(self.cases, columns, without="no case matches", cards=True)


_MOST_NAMED = 10


def found_value(search: CasesFound, show_command: Sequence[str]) -> FoundCasesAnswer:
    """Return the cases found as an answer; `show_command`: the commands that print them, in the same order."""
    left_out = (LeftOutRow(each.what, each.name, each.archive.name, each.why) for each in search.left_out)
    cases = tuple(_found_row(each, show) for each, show in zip(search.found, show_command, strict=True))
    return FoundCasesAnswer(search.total, search.sessions, cases, tuple(left_out), tuple(search.twice))


def _found_row(found: FoundCase, show: str) -> FoundRow:
    place, case, name = found.place, found.case, found.archive.name
    alike = tuple(SharedFeature(*because) for because in found.alike)
    return fill_row(
        FoundRow,
        *(place, case),
        ledger=name if found.archive.is_ledger else UNSET,
        bundle=UNSET if found.archive.is_ledger else f"{name}/{found.source}",
        tournament=place.tournament or None,
        tournament_title=place.tournament_title or None,
        date=case.day,
        table=case.table or None,
        ns=case.ns or None,
        ew=case.ew or None,
        contestant=case.contestant or None,
        text=score_text(case),
        ruled=repr(case.ruled) if case.ruled else None,
        table_result=str(case.table_result) if case.table_result else None,
        given_at=iso(case.given_at),
        excerpt=found.excerpt or None,
        like=LikenessRow(likeness_text(found.alike), points(found.alike), alike) if alike else None,
        show=show or None,
    )


def found_parts(value: FoundCasesAnswer, *, words: bool, like: bool) -> Iterator[Part]:
    """Yield the cases found, for a screen, and then the sources that were left out or searched twice."""
    yield value.table(words=words, like=like)
    yield Text("say", ("", cases_found_text(len(value.cases), value.total, value.sessions)))
    if value.cases and value.cases[0].ledger:
        yield Text("say", (f"`{value.cases[0].show}` prints the first of them in full",))
    if left_out := value.left_out:
        yield Text("aside", ("", left_out_text(each.what for each in left_out)), plain=True)
        named = (f"  {each.name} in {each.place}: {each.why}" for each in left_out[:_MOST_NAMED])
        yield Text("hint-aside", tuple(named), plain=True)
        if names := [each.name for each in left_out[_MOST_NAMED:]]:
            yield Text("aside", (f"  and {', '.join(names)}",), plain=True)
    if value.twice:
        twice = f"sessions in more than one place, searched once: {', '.join(value.twice)}"
        yield Text("aside", (twice,), plain=True)
