"""Putting what is given out into files: whole or not at all, for their owner alone, never over what is there;
and what a format cannot say, in sentences.
"""

from collections.abc import Iterator
from pathlib import Path

from ledger.errors import Misuse
from ledger.exchange.csv.tables import write_table
from ledger.exchange.fields import never_change_direction
from ledger.exchange.given_out import GivenOut, score_text
from ledger.files import require_free
from ledger.kernel.at_table import PlayRecord
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
"""What is written for other programs."""


def give_out(out: GivenOut, path: Path, kind: str) -> None:
    """Write a session in a format.

    Refusal (file-exists) where the file is there; Misuse where the format has no words for the session, or the file
    cannot be written.
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


def write_results(out: GivenOut) -> str:
    """Return CSV with a line for each table's play of a board: the columns that `import` reads, and what it earned."""
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
    """Write a file that is not there yet; Misuse (bad-file) where that cannot be."""
    require_free(path)
    try:
        write_whole(path, content)
    except OSError as error:
        raise Misuse("bad-file", f"{path} cannot be written: {error.strerror}", "another place: -o FILE") from error


_STATED: dict[type[TakingPart], str] = {
    SatOut: "sat out",
    PhantomDeclared: "is nobody",
    SubstituteSeated: "had a substitute",
    StandingWithheld: "has no standing",
    ContestantWithdrew: "withdrew",
    ContestantDisqualified: "was disqualified",
}


def losses(out: GivenOut, kind: str) -> list[str]:
    """Return what a format says only by scores or in totals, then what it has no place for."""
    found = []
    for line in out.lines():
        if not line.is_said or len(line.ruled.all) > 1:
            said = "; ".join(f"{score.case}: {score.adjustment!r}" for score in line.ruled.all)
            found.append(f"board {line.played.board}, {line.played.seating.ns} v {line.played.seating.ew}: {said}")
    for played in out.session.table_boards():
        if played.cases and not all(played.seating.pair):
            cases = " and ".join(played.cases)
            where = f"board {played.board}, {played.seating}"
            found.append(f"{where}: {cases} is in the total alone, for nobody sat opposite")
    return [*found, *outside_lines(out.session), *lost_besides(out, kind)]


def lost_besides(out: GivenOut, kind: str) -> list[str]:
    """What a format has no place for, in sentences: auctions and play, names of teams, how the session is scored."""
    found = []
    told = 0 if kind == "pbn" else sum(1 for line in out.lines() if line.played.record != PlayRecord())
    if told:
        found.append(f"the auction and the play of {'1 line' if told == 1 else f'{told} lines'}")
    if out.players and not says_names(out, kind):
        whose = f"{len(out.players)} contestant{'' if len(out.players) == 1 else 's'}"
        found.append(f"the names of {whose}")
    if kind == "usebio" and any(line.played.table for line in out.lines()):
        found.append("the tables: each line says who met, not where")
    # how the session is scored, where `import` would not know it from the file
    opening, name = out.session.opening, out.session.regulations.profile
    read_as_one = opening.winners == 1 and not never_change_direction(line.played.seating.pair for line in out.lines())
    if opening.scoring in _UNSAID[kind] or (kind == "csv" and not read_as_one):
        options = f"--scoring {opening.scoring} --winners {opening.winners}"
        found.append(f"how it is scored: `import {options}`")
    if not out.regulations:
        scale = " and their scale of victory points" if total_unit(out.scoreboard) == "VP" else ""
        found.append(f"the regulations{scale}, for they are the office's own: `import --profile FILE`")
    elif kind == "csv" and name != "default":
        found.append(f"the regulations: `import --profile {name}`")
    return found


def says_names(out: GivenOut, kind: str) -> bool:
    """Whether a format says who the players are: PBN has a record for each room of teams, and nobody's seats in it."""
    return not (kind == "pbn" and out.scoreboard.teams)


_UNSAID: dict[str, tuple[FormName, ...]] = {
    "csv": tuple(form for form in FORMS if form != "matchpoints"),
    "pbn": ("knockout", "teams-of-eight"),
    "usebio": ("teams-of-eight",),
}
"""The forms of scoring for which a format has no word of their own."""


def outside_lines(session: Session) -> Iterator[str]:
    """What is in the totals and in no line, or in neither."""
    for penalty in session.penalties_in_force():
        imposed = penalty.imposed
        amount = f"{stated_text(imposed.amount)} {imposed.unit}"
        yield f"{penalty.case}: {imposed.contestant} has lost {amount}; it is in the total alone"
    for contestant in session.carry_over:
        if carried := session.carried(contestant):
            yield f"{contestant} carries over {stated_text(carried.imps)} IMPs; they are in the total alone"
    if said := session.results_expected:
        yield f"{said} results are expected of every board; the scores show it, and the file says it nowhere"
    for number, fact in session.participation.facts.items():
        if isinstance(fact, AtTableFact):
            what = "was not played" if isinstance(fact, BoardNotPlayed) else "is played later"
            yield f"#{number}: board {fact.board}, {fact.seating}, {what}"
        else:
            yield f"#{number}: {fact.contestant} {_STATED[type(fact)]}"
    for number, finding in session.findings.facts.items():
        who = (
            f"{finding.contestant} v {finding.met}" if isinstance(finding, MismatchFound) else " v ".join(finding.teams)
        )
        yield f"#{number}: what was found of {who} is in the match's score alone"
    fouled = sorted({played.board for played in session.table_boards() if played.versions})
    yield from (f"board {board} was fouled: which tables played which version is in no line" for board in fouled)
