"""Cases that were found, as JSON."""

from cli.words.case_search import score_text
from ledger.projections.case_search import Likeness, points
from ledger.projections.case_summary import CasePlace, CaseSummary
from ledger.recording.case_archive import FoundCase, LeftOut
from ledger.session.moment import iso


def found_json(each: FoundCase, show: str) -> dict[str, object]:
    """A case that was found: where, what was ruled, in what it is like the one asked for; `show`: what is typed."""
    return {
        **(
            {"ledger": each.archive.name}
            if each.archive.is_ledger
            else {"bundle": f"{each.archive.name}/{each.source}"}
        ),
        **_filed_json(each.place, each.case),
        "excerpt": each.excerpt or None,
        "like": _like_json(each.alike),
        "show": show or None,
    }


def _filed_json(place: CasePlace, case: CaseSummary) -> dict[str, object]:
    return {
        "session": place.session,
        "title": place.title,
        "tournament": place.tournament or None,
        "date": case.day,
        "case": case.case,
        "cases": list(case.cases),
        "board": case.board,
        "table": case.table or None,
        "ns": case.ns or None,
        "ew": case.ew or None,
        "contestant": case.contestant or None,
        "laws": list(case.laws),
        "subjects": list(case.subjects),
        **_given_json(case),
    }


def _given_json(case: CaseSummary) -> dict[str, object]:
    return {
        "kind": case.kind,
        "text": score_text(case),
        "ruled": repr(case.ruled) if case.ruled else None,
        "table_result": str(case.table_result) if case.table_result else None,
        "offender": case.offender,
        "directors": list(case.directors),
        "committee": list(case.committee),
        "chairmen": list(case.chairmen),
        "appealed": case.appealed,
        "verdicts": list(case.verdicts),
        "merits": list(case.merits),
        "state": case.state,
        "given_at": iso(case.given_at),
    }


def _like_json(alike: Likeness) -> dict[str, object] | None:
    because = [{"aspect": each.aspect, "points": each.points, "common": each.common} for each in alike]
    return {"points": points(alike), "because": because} if alike else None


def left_out_json(each: LeftOut) -> dict[str, object]:
    """What was not looked through, and why."""
    return {"what": each.what, "name": each.name, "in": each.archive.name, "why": each.why}
