"""Cases that were found: a line of each, in what it is like another, what was left out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from cli.words.casebook import subjects_text
from cli.words.language import say, say_counted
from cli.words.numbers import weight_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.vocabulary import MERITS, OUTCOMES, SCORE_KINDS, SUBJECTS, quoted, seated
from ledger.projections.case_search import CaseQuery, LikeBecause, Likeness
from ledger.projections.case_summary import CasePlace, CaseSummary

COLUMNS = ("date", "session", "case", ">board", "contestants", "about", "law", "score", "decided", "by")


def found_row(place: CasePlace, case: CaseSummary) -> list[str]:
    """A case under the headings."""
    return [
        case.day,
        place.session,
        case.case,
        str(case.board or ""),
        seated(case.ns, case.ew) if case.board else case.contestant,
        subjects_text(case.subjects) or "–",
        ", ".join(case.laws) or "–",
        score_text(case),
        ", ".join(OUTCOMES[each] for each in case.verdicts) or "–",
        ", ".join(case.directors),
    ]


def score_text(case: CaseSummary) -> str:
    """What is in force: 'weighted 60% 4SN=, 40% 4SN-1', 'a penalty of 25% of a top'; that it was withdrawn."""
    if case.withdrawn:
        return say("withdrawn")
    if case.score:
        return adjustment_text(case.score)
    return penalty_text(case.amount, case.unit) if case.amount is not None and case.unit else say("no penalty")


def event_of(place: CasePlace) -> str:
    """'Spring Congress, Session 2': the tournament and the session by their titles."""
    return ", ".join(dict.fromkeys(each for each in (place.tournament_title, place.title or place.session) if each))


def alike_text(alike: Likeness) -> str:
    """'Law 16B; hesitation; weighted; weights 3/5 and 7/10'."""
    return "; ".join(map(_because, alike))


def _because(each: LikeBecause) -> str:
    match each.aspect:
        case "law":
            return say("Law %(law)s", law=each.common)
        case "subject":
            return ", ".join(SUBJECTS[subject] for subject in each.common.split(","))
        case "score":
            return say("both %(kind)s", kind=SCORE_KINDS[each.common])
        case "weights":
            one, two = (weight_text(Fraction(weight)) for weight in each.common.split())
            return say("weights %(one)s and %(two)s", one=one, two=two)


def query_text(query: CaseQuery, words: Sequence[str], like: tuple[str, str] | None) -> str:
    """What was looked for: '"slow pass"; Law 16B; hesitation; weights from 60%; director Ahlborn'."""
    return "; ".join(_query(query, words, like))


def _query(query: CaseQuery, words: Sequence[str], like: tuple[str, str] | None) -> Iterator[str]:
    yield from map(quoted, words)
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
    yield from _people_and_places(query)
    if like:
        yield say("like %(case)s of %(session)s", case=like[1], session=like[0])


def _people_and_places(query: CaseQuery) -> Iterator[str]:
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


def found_text(shown: int, total: int, sessions: int) -> str:
    """'12 cases, of 40 sessions'; 'the first 30 of 312 cases, of 40 sessions'."""
    cases = say_counted("%(number)s case", "%(number)s cases", total)
    first = cases if shown == total else say("the first %(shown)s of %(cases)s", shown=shown, cases=cases)
    over = say_counted("%(number)s session", "%(number)s sessions", sessions)
    return say("%(cases)s, of %(sessions)s looked through", cases=first, sessions=over)


def left_out_text(what: Iterable[str]) -> str:
    """'left out: 2 sessions that do not hold, 1 file that is no bundle'."""
    counts = Counter(what)
    parts = [_counted(kind, counts[kind]) for kind in ("session", "bundle", "file") if counts[kind]]
    return say("left out: %(what)s", what=", ".join(parts)) if parts else ""


def sessions_left_out(left_out: Sequence[tuple[str, str]]) -> tuple[str, list[str]]:
    """Sessions that do not hold, by name and why: how many, and a line of each; ('', []) where there is none."""
    return left_out_text("session" for _ in left_out), [f"{name}: {why}" for name, why in left_out]


def _counted(kind: str, number: int) -> str:
    if kind == "session":
        return say_counted("%(number)s session that does not hold", "%(number)s sessions that do not hold", number)
    if kind == "bundle":
        return say_counted("%(number)s bundle that does not verify", "%(number)s bundles that do not verify", number)
    return say_counted("%(number)s file that is no bundle", "%(number)s files that are no bundles", number)
