"""Subjects of cases, comments, differences between cases, and searches of the casebook, in words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.words.language import say, say_counted, say_of
from cli.words.notation import weight_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.vocabulary import MERITS, OUTCOMES, SCORE_KINDS, SUBJECTS, put_in_quotes
from ledger import CaseClassified, CaseCommented, DifferenceStated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ledger import CaseQuery, CaseSummary, Event, Likeness, Subject


def subjects_text(subjects: Iterable[Subject]) -> str:
    """List the subjects of a case: 'hesitation, misinformation'."""
    return ", ".join(SUBJECTS[each] for each in subjects)


def event_text(event: Event) -> str | None:
    """Format a classification, comment or difference of a case in a line; None for other events."""
    match event:
        case CaseClassified():
            return say_of(event, "%(case)s is about %(subjects)s", subjects=subjects_text(event.subjects))
        case CaseCommented():
            return say_of(
                event, "%(case)s comment by %(commentator)s: %(comment)s", comment=put_in_quotes(event.comment)
            )
        case DifferenceStated():
            return say_of(event, "%(case)s is otherwise than %(other)s", other=other_text(event))
    return None


def other_text(event: DifferenceStated) -> str:
    """Name the case that a stated difference refers to: 'R-0003', or in another session 'R-0003 of friday'."""
    elsewhere = say("%(case)s of %(session)s", case=event.other, session=event.session)
    return elsewhere if event.session else event.other


def score_text(case: CaseSummary) -> str:
    """Format a case's score in force ('weighted 60% 4SN=, 40% 4SN-1') or penalty; 'withdrawn' for a withdrawn case."""
    if case.withdrawn:
        return say("withdrawn")
    if case.score:
        return adjustment_text(case.score)
    return penalty_text(case.amount, case.unit) if case.amount is not None and case.unit else say("no penalty")


def likeness_text(alike: Likeness) -> str:
    """List the features two cases share: 'Law 16B; hesitation; weighted; weights 3/5 and 7/10'."""
    parts: list[str] = []
    for likeness in alike:
        match likeness.aspect:
            case "law":
                parts.append(say("Law %(law)s", law=likeness.common))
            case "subject":
                parts.append(", ".join(SUBJECTS[subject] for subject in likeness.common.split(",")))
            case "score":
                parts.append(say("both %(kind)s", kind=SCORE_KINDS[likeness.common]))
            case "weights":
                one, two = (weight_text(Fraction(weight)) for weight in likeness.common.split())
                parts.append(say("weights %(one)s and %(two)s", one=one, two=two))
    return "; ".join(parts)


def query_text(query: CaseQuery, words: Sequence[str], like: tuple[str, str] | None) -> str:
    """Format a search: '"slow pass"; Law 16B; hesitation; weights from 60%; director Ahlborn'."""
    return "; ".join(_query(query, words, like))


def _query(query: CaseQuery, words: Sequence[str], like: tuple[str, str] | None) -> Iterator[str]:
    yield from map(put_in_quotes, words)
    yield from (say("Law %(law)s", law=law) for law in query.only.laws)
    yield from (SUBJECTS[each] for each in query.only.subjects)
    yield from (SCORE_KINDS[each] for each in query.scores)
    yield from (say("ruled: %(kind)s", kind=SCORE_KINDS[each]) for each in query.ruled)
    if query.weights:
        one, two = map(weight_text, query.weights)
        yield say("weights from %(one)s to %(two)s", one=one, two=two)
    yield from (OUTCOMES[each] for each in sorted(query.verdicts))
    if query.merit:
        yield MERITS[query.merit]
    if query.appealed and not query.verdicts:
        yield say("appealed")
    if query.director:
        yield say("director %(name)s", name=query.director)
    if query.committee:
        yield say("committee with %(name)s", name=query.committee)
    if query.chairman:
        yield say("committee under %(name)s", name=query.chairman)
    yield from filter(None, (query.tournament, query.session))
    if query.only.since:
        yield say("from %(day)s", day=query.only.since)
    if query.only.until:
        yield say("to %(day)s", day=query.only.until)
    if like:
        yield say("like %(case)s of %(session)s", case=like[1], session=like[0])


def cases_found_text(shown: int, total: int, sessions: int) -> str:
    """Count the cases found: 'the first 30 of 312 cases, of 40 sessions looked through'."""
    cases = say_counted("%(number)s case", "%(number)s cases", total)
    first = cases if shown == total else say("the first %(shown)s of %(cases)s", shown=shown, cases=cases)
    over = say_counted("%(number)s session", "%(number)s sessions", sessions)
    return say("%(cases)s, of %(sessions)s looked through", cases=first, sessions=over)


def left_out_text(kinds: Iterable[str]) -> str:
    """Count the sources left out: 'left out: 2 sessions that do not hold, 1 file that is no bundle'; '' for none."""
    counts = Counter(kinds)
    sessions, bundles, files = (counts[kind] for kind in ("session", "bundle", "file"))
    parts = [
        say_counted("%(number)s session that does not hold", "%(number)s sessions that do not hold", sessions),
        say_counted("%(number)s bundle that does not verify", "%(number)s bundles that do not verify", bundles),
        say_counted("%(number)s file that is no bundle", "%(number)s files that are no bundles", files),
    ]
    parts = [part for part, number in zip(parts, (sessions, bundles, files), strict=True) if number]
    return say("left out: %(what)s", what=", ".join(parts)) if parts else ""


def sessions_left_out(left_out: Sequence[tuple[str, str]]) -> tuple[str, list[str]]:
    """Return how many sessions were left out for a broken log, as text, and a line for each; '' and [] if none."""
    return left_out_text("session" for _ in left_out), [f"{name}: {why}" for name, why in left_out]
