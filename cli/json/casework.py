"""Cases in full, as JSON."""

from cli.words.rulings import protocol_text
from ledger.projections.casework import CaseFile


def compared_json(case: CaseFile) -> dict[str, object]:
    """A case beside another: where it was, what it is about, what was found, and the score in force."""
    said, score = case.ruling.judgement if case.ruling else None, case.in_force
    return {
        "session": case.session.id,
        "case": case.case,
        "board": case.board,
        "table": case.table,
        "subjects": list(case.subjects),
        "laws": list(case.laws),
        "offender": score.offender if score else None,
        "facts": said.facts if said else "",
        "findings": said.findings if said else "",
        "score": protocol_text(score.adjustment, case.board) if score and case.board else None,
        "reason": said.reason if said else "",
    }
