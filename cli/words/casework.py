"""Cases in full, said: two of them side by side."""

from collections.abc import Iterator

from cli.words.appeals import outcome_text
from cli.words.casebook import subjects_text
from cli.words.notation import result_text
from cli.words.polls import poll_result
from cli.words.rulings import protocol_text
from cli.words.vocabulary import OFFENDING
from ledger.projections.casework import CaseFile


def compared_rows(one: CaseFile, other: CaseFile) -> Iterator[tuple[str, str, str]]:
    """Two cases side by side: what is said of each, without what neither says."""
    for (label, here), (_, there) in zip(_fields(one), _fields(other), strict=True):
        if here or there:
            yield label, here, there


def _fields(case: CaseFile) -> Iterator[tuple[str, str]]:
    said, score, call = case.ruling.judgement if case.ruling else None, case.in_force, case.call
    facts = [stated.facts for stated in call.facts[-1:]] if call else []
    yield "board, table", f"{case.board} {case.table}".strip()
    yield "table result", result_text(case.table_result, False) if case.table_result else ""
    yield "about", subjects_text(case.subjects)
    yield "laws", ", ".join(case.laws)
    yield "offender", OFFENDING[score.offender] if score else ""
    yield "alleged", call.called.alleged if call else ""
    yield "facts", "; ".join(each for each in (*facts, said.facts if said else "") if each)
    yield "polled", "; ".join(poll_result(each) for each in call.polls) if call else ""
    yield "findings", said.findings if said else ""
    yield "alternatives", ", ".join(said.alternatives) if said else ""
    yield "disallowed", ", ".join(said.disallowed) if said else ""
    yield "score", protocol_text(score.adjustment, case.board) if score and case.board else ""
    yield "reason", said.reason if said else ""
    yield "appeals", ", ".join(f"{file.appeal.case} {outcome_text(file.appeal)}" for file in case.appeals)
