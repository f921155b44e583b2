"""Writing exported files, complete, private and always new; and the sentences on what a format cannot express."""

from collections.abc import Iterator
from pathlib import Path

from ledger.exchange.csv.tables import write_table
from ledger.exchange.fields import is_two_winner_movement
from ledger.exchange.given_out import ExportedSession, score_text
from ledger.files import require_free, unwritable
from ledger.kernel.at_table import PlayRecord
from ledger.labels import counted
from ledger.laws.rounding import stated_text
from ledger.projections.match_boards import total_unit
from ledger.scoring.forms import FORMS, FormName
from ledger.session import Session
from ledger.store.own_files import write_whole
from ledger.subjects.matches.facts import MismatchFound
from ledger.subjects.participation.facts import (
    AtTableFact,
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    PhantomDeclared,
    SatOut,
    StandingWithheld,
    SubstituteSeated,
    TakingPart,
)

FORMATS = ("usebio", "pbn", "csv")
"""The formats written for other programs."""


def export_session(out: ExportedSession, path: Path, kind: str) -> None:
    """Write a session to a new file in the format `kind`.

    Refusal (file-exists): the file exists. Misuse (bad-file): it cannot be written.
    """
    require_free(path)
    encoding = "utf-8"
    if kind == "usebio":
        from ledger.exchange.usebio.write import write_usebio

        text = write_usebio(out)
    elif kind == "pbn":
        from ledger.exchange.pbn.write import write_pbn

        text = write_pbn(out)
        if all(ord(letter) < 256 for letter in text):
            encoding = "latin-1"  # PBN is ISO 8859-1 where that has every letter
    else:
        text = write_results(out)
    write_new(path, text.encode(encoding))


_COLUMNS = ["board", "round", "table", "ns", "ew", "contract", "declarer", "tricks", "lead", "score"]


def write_results(out: ExportedSession) -> str:
    """Return the session as CSV, a line for each result: the columns that `import` reads, and the scores."""
    from ledger.exchange.pbn.write import contract_cells

    unit = out.scoreboard.unit.lower()
    rows = [[*_COLUMNS, f"{unit}_ns", f"{unit}_ew", *(["ns_names", "ew_names"] if out.players else [])]]
    for line in out.lines():
        played, seating = line.played, line.played.seating
        place = [str(played.board), str(played.round or ""), played.table or "", seating.ns, seating.ew]
        score = line.artificial if line.ns_score is None else str(line.ns_score)
        lead = played.lead or "" if line.result else ""
        names = [out.name_of(contestant) for contestant in seating.pair] if out.players else []
        rows.append([*place, *contract_cells(line), lead, score, *map(score_text, line.scores), *names])
    return write_table(rows)


def write_new(path: Path, content: str | bytes) -> None:
    """Write a new file. Refusal (file-exists): the file exists; Misuse (bad-file): it cannot be written."""
    require_free(path)
    try:
        write_whole(path, content)
    except OSError as error:
        raise unwritable(path, error, "-o FILE") from error


_STATED: dict[type[TakingPart], str] = {
    SatOut: "sat out",
    PhantomDeclared: "is nobody",
    SubstituteSeated: "had a substitute",
    StandingWithheld: "has no standing",
    ContestantWithdrew: "withdrew",
    ContestantDisqualified: "was disqualified",
}


def losses(out: ExportedSession, kind: str) -> list[str]:
    """Return a sentence for each fact that a format cannot express: rulings, effects on totals, missing parts."""
    sentences = []
    for line in out.lines():
        if not line.is_expressible or len(line.ruled.all) > 1:
            rulings = "; ".join(f"{score.case}: {score.adjustment!r}" for score in line.ruled.all)
            sentences.append(f"board {line.played.board}, {' v '.join(line.played.seating.pair)}: {rulings}")
    for played in out.session.table_boards():
        if played.cases and not all(played.seating.pair):
            cases = " and ".join(played.cases)
            where = f"board {played.board}, {played.seating}"
            sentences.append(f"{where}: {cases} is in the total alone, for nobody sat opposite")
    return [*sentences, *effects_outside_lines(out.session), *unsupported_parts(out, kind)]


def unsupported_parts(out: ExportedSession, kind: str) -> list[str]:
    """Return a sentence for each part of the session that a format lacks: auctions, names, tables, regulations."""
    sentences = []
    lost_records = 0 if kind == "pbn" else sum(1 for line in out.lines() if line.played.record != PlayRecord())
    if lost_records:
        sentences.append(f"the auction and the play of {counted(lost_records, 'line')}")
    if out.players and not names_players(out, kind):
        sentences.append(f"the names of {counted(len(out.players), 'contestant')}")
    if kind == "usebio" and any(line.played.table for line in out.lines()):
        sentences.append("the tables: each line says who met, not where")
    # how the session is scored, where `import` would not know it from the file
    opening, name = out.session.opening, out.session.regulations.profile
    read_as_one = opening.winners == 1 and not is_two_winner_movement(line.played.seating.pair for line in out.lines())
    if opening.scoring in _FORMS_WITHOUT_WORD[kind] or (kind == "csv" and not read_as_one):
        options = f"--scoring {opening.scoring} --winners {opening.winners}"
        sentences.append(f"how it is scored: `import {options}`")
    if not out.regulations:
        scale = " and their scale of victory points" if total_unit(out.scoreboard) == "VP" else ""
        sentences.append(f"the regulations{scale}, for they are the office's own: `import --profile FILE`")
    elif kind == "csv" and name != "default":
        sentences.append(f"the regulations: `import --profile {name}`")
    return sentences


def names_players(out: ExportedSession, kind: str) -> bool:
    """Return whether an export names the players; PBN does not for teams, whose players' seats are unknown."""
    return not (kind == "pbn" and out.scoreboard.teams)


_FORMS_WITHOUT_WORD: dict[str, tuple[FormName, ...]] = {
    "csv": tuple(form for form in FORMS if form != "matchpoints"),
    "pbn": ("total-points", "knockout", "teams-of-eight"),
    "usebio": ("teams-of-eight",),
}
"""The forms of scoring that a format cannot state."""


def effects_outside_lines(session: Session) -> Iterator[str]:
    """Yield a sentence for each fact in no line: penalties, carry-over, absences, findings, fouled boards, and more."""
    for penalty in session.penalties_in_force():
        imposed = penalty.imposed
        amount = f"{stated_text(imposed.amount)} {imposed.unit}"
        yield f"{penalty.case}: {imposed.contestant} has lost {amount}; it is in the total alone"
    for contestant in session.carry_over:
        if carried := session.carried(contestant):
            yield f"{contestant} carries over {stated_text(carried.imps)} IMPs; they are in the total alone"
    if expected := session.results_expected:
        yield f"{expected} results are expected of every board; the scores show it, and the file says it nowhere"
    for number, fact in session.participation.facts.items():
        if isinstance(fact, AtTableFact):
            what = "was not played" if isinstance(fact, BoardNotPlayed) else "is played later"
            yield f"#{number}: board {fact.board}, {fact.seating}, {what}"
        else:
            yield f"#{number}: {fact.contestant} {_STATED[type(fact)]}"
    for number, finding in session.findings.facts.items():
        both = (finding.contestant, finding.met) if isinstance(finding, MismatchFound) else finding.teams
        yield f"#{number}: what was found of {' v '.join(both)} is in the match's score alone"
    fouled = sorted({played.board for played in session.table_boards() if played.versions})
    yield from (f"board {board} was fouled: which tables played which version is in no line" for board in fouled)
