"""The whole table of receipts and seals, and what must be answered of each; also for checkers that are not ours.

`python -m tests.pages.receipt_table FOLDER` writes each into a file of its own, the public keys beside them, and
`expected.json`: of which file and with which key what is to be answered ('holds', 'broken', 'forged', 'unread').
"""

import json
import sys
from pathlib import Path

from tests.pages.body_cases import record_cases, shape_cases, told_cases
from tests.pages.bound_cases import bound_cases
from tests.pages.notation_cases import notation_cases
from tests.pages.receipt_answers import Case
from tests.pages.receipt_cases import receipt_cases
from tests.pages.seal_cases import seal_cases


def table() -> list[Case]:
    """Every case there is."""
    judged = [*receipt_cases(), *seal_cases()]
    return [*judged, *notation_cases(), *shape_cases(), *record_cases(), *bound_cases(), *told_cases()]


def write(folder: Path) -> int:
    """The table as files; how many there are."""
    expected = []
    for number, case in enumerate(table(), start=1):
        name = f"{number:04}.{'seal' if case.is_seal else 'receipt'}"
        (folder / name).write_bytes(case.text)
        answer = case.answer
        expected.append(
            {"file": name, "case": case.name, "key": case.key, "answer": answer.page, "code": answer.program}
        )
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
    return len(expected)


if __name__ == "__main__":
    print(write(Path(sys.argv[1])), "written")
