"""A session as our own file says it; and, beside a file of another format, what that cannot say."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs

from ledger.digests import of_bytes
from ledger.exchange.given_out import GivenOut, member_number
from ledger.exchange.own.document import (
    Companied,
    CompanionCounts,
    OwnFile,
    OwnLine,
    OwnPlayer,
    OwnRecord,
    OwnRuling,
    tell,
)
from ledger.facts import Command, GiveRuling, Grounds
from ledger.facts.auctions import PlayRecord
from ledger.facts.matches import MismatchFound
from ledger.facts.participation import (
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
from ledger.laws.rounding import stated_text
from ledger.projections.as_commands import besides, first_ruling, grounds_of
from ledger.projections.victory_points import total_unit
from ledger.session import Session, TableBoard

Words = Callable[[str], str]
"""What a file has of words: themselves, or nothing; `GivenOut.said`."""

_STATED: dict[type[TakingPart], str] = {
    SatOut: "sat out",
    PhantomDeclared: "is nobody",
    SubstituteSeated: "had a substitute",
    StandingWithheld: "has no standing",
    ContestantWithdrew: "withdrew",
    ContestantDisqualified: "was disqualified",
}

_WORDS = ("facts", "findings", "legal_route", "reason")


def own_file(out: GivenOut, *, beside: tuple[str, bytes] | None = None, lost: Sequence[str] = ()) -> OwnFile:
    """A session as it stands; `beside`: the name and bytes of another file, `lost`: what that cannot say."""
    session, opening = out.session, out.session.opening
    return OwnFile(
        beside=Companied(name=beside[0], sha256=of_bytes(beside[1]).hex()) if beside else None,
        session=session.id,
        as_of=session.number,
        digest=session.digest.hex(),
        title=opening.title,
        date=opening.date,
        scoring=opening.scoring,
        winners=opening.winners,
        regulations=session.regulations,
        contestants=tuple(session.contestants),
        boards=tuple(sorted(session.boards)),
        players=tuple(_players(out)),
        deals={str(board): deal for board, deal in out.deals.items()},
        lines=tuple(_lines(session, out.said)),
        besides=tuple(tell(_worded(command, out.said)) for command in besides(session)),
        lost=tuple(lost),
    )


def _players(out: GivenOut) -> Iterator[OwnPlayer]:
    for contestant, players in out.players.items():
        for each in players:
            number = str(member_number(each))
            yield OwnPlayer(contestant=contestant, seat=each.seat, name=str(each.name), member_number=number)


def _lines(session: Session, words: Words) -> Iterator[OwnLine]:
    """Every line of which anything is known, as they were recorded: a match is whose line came first."""
    for board in sorted(session.boards):
        for played in session.boards[board].values():
            ruling = _ruling(session, played, words)
            record = _record(played.record, words)
            if played.result or ruling or record != OwnRecord():
                ns, ew = played.seating.pair
                yield OwnLine(
                    board=board,
                    ns=ns,
                    ew=ew,
                    round=played.round,
                    table=played.table,
                    result=played.result,
                    lead=played.lead,
                    ruling=ruling,
                    record=record,
                )


def _record(record: PlayRecord, words: Words) -> OwnRecord:
    return OwnRecord(auction=record.auction, play=record.play, notes=tuple(words(note) for note in record.notes))


def _ruling(session: Session, played: TableBoard, words: Words) -> OwnRuling | None:
    ruling = first_ruling(session, played)
    if ruling is None:
        return None
    grounds = _grounds(grounds_of(session, ruling), words)
    return OwnRuling(case=ruling.case, adjustment=session.in_force(ruling).adjustment, grounds=grounds)


def _grounds(grounds: Grounds, words: Words) -> Grounds:
    """What a ruling rests on, but for what was left open."""
    said = {name: value for name, value in structs.asdict(grounds).items() if value not in ("", (), None)}
    kept: dict[str, Any] = {name: words(value) if name in _WORDS else value for name, value in said.items()}
    return Grounds(**kept)


def _worded(command: Command, words: Words) -> Command:
    if isinstance(command, GiveRuling):
        return structs.replace(command, grounds=_grounds(command.grounds, words))
    reason = structs.asdict(command).get("reason")
    return structs.replace(command, reason=words(reason)) if reason else command


# What another format cannot say


def losses(out: GivenOut) -> Iterator[str]:
    """What a file of another format says only by its scores, or in the totals alone, or not at all."""
    yield from _of_lines(out)
    yield from outside_lines(out.session)


def _of_lines(out: GivenOut) -> Iterator[str]:
    for line in out.lines():
        if not line.is_said or len(line.ruled.all) > 1:
            said = "; ".join(f"{score.case}: {score.adjustment!r}" for score in line.ruled.all)
            yield f"board {line.played.board}, {line.played.seating.ns} v {line.played.seating.ew}: {said}"
    for played in out.session.table_boards():
        if played.cases and not all(played.seating.pair):
            cases = " and ".join(played.cases)
            yield f"board {played.board}, {played.seating}: {cases} is in the total alone, for nobody sat opposite"


def held(out: GivenOut) -> CompanionCounts:
    """How much of the session is in no file of another format."""
    rulings, penalties = sum(1 for _ in _of_lines(out)), sum(1 for _ in out.session.penalties_in_force())
    return CompanionCounts(rulings, penalties, sum(1 for _ in outside_lines(out.session)) - penalties)


def lost_besides(out: GivenOut, kind: str) -> list[str]:
    """What a format has no place for, in sentences: auctions and play, names of teams, how the session is scored."""
    found = [] if kind == "pbn" else _auctions(out)
    if out.players and not says_names(out, kind):
        whose = f"{len(out.players)} contestant{'' if len(out.players) == 1 else 's'}"
        found.append(f"the names of {whose}: they are in the companion alone")
    if kind == "usebio" and any(line.played.table for line in out.lines()):
        found.append("the tables: each line says who met, and the companion where")
    return [*found, *_scored_by(out, kind)]


def says_names(out: GivenOut, kind: str) -> bool:
    """Whether a format says who the players are: PBN has a record for each room of teams, and nobody's seats in it."""
    return not (kind == "pbn" and out.scoreboard.teams)


def _auctions(out: GivenOut) -> list[str]:
    told = sum(1 for line in out.lines() if line.played.record != PlayRecord())
    lines = "1 line" if told == 1 else f"{told} lines"
    return [f"the auction and the play of {lines}: they are in the companion alone"] if told else []


def _scored_by(out: GivenOut, kind: str) -> Iterator[str]:
    """How the session is scored, where `import` would not know it from the file."""
    opening, name = out.session.opening, out.session.regulations.profile
    if kind == "csv" and (opening.scoring, opening.winners) != ("matchpoints", 1):
        options = f"--scoring {opening.scoring} --winners {opening.winners}"
        yield f"how it is scored: without the companion, `import {options}`"
    if not out.regulations:
        scale = " and their scale of victory points" if total_unit(out.scoreboard) == "VP" else ""
        yield f"the regulations{scale}, for they are the office's own: without the companion, `import --profile FILE`"
    elif kind == "csv" and name != "default":
        yield f"the regulations: without the companion, `import --profile {name}`"


def outside_lines(session: Session) -> Iterator[str]:
    """What is in the totals and in no line, or in neither."""
    yield from _of_totals(session)
    yield from _expected(session)
    yield from _nowhere(session)


def _of_totals(session: Session) -> Iterator[str]:
    for penalty in session.penalties_in_force():
        imposed = penalty.imposed
        amount = f"{stated_text(imposed.amount)} {imposed.unit}"
        yield f"{penalty.case}: {imposed.contestant} has lost {amount}; it is in the total alone"
    for contestant in session.carry_over:
        if carried := session.carried(contestant):
            yield f"{contestant} carries over {stated_text(carried.imps)} IMPs; they are in the total alone"


def _expected(session: Session) -> Iterator[str]:
    if said := session.results_expected:
        yield f"{said} results are expected of every board; the scores show it, and the file says it nowhere"


def _nowhere(session: Session) -> Iterator[str]:
    yield from (f"#{number}: {_stated(fact)}" for number, fact in session.participation.facts.items())
    for number, finding in session.findings.facts.items():
        who = (
            f"{finding.contestant} v {finding.met}" if isinstance(finding, MismatchFound) else " v ".join(finding.teams)
        )
        yield f"#{number}: what was found of {who} is in the match's score alone"
    fouled = sorted({played.board for played in session.table_boards() if played.versions})
    yield from (f"board {board} was fouled: which tables played which version is in no line" for board in fouled)


def _stated(fact: TakingPart) -> str:
    """Who did not play what, or who takes part otherwise than in full."""
    if isinstance(fact, AtTableFact):
        what = "was not played" if isinstance(fact, BoardNotPlayed) else "is played later"
        return f"board {fact.board}, {fact.seating}, {what}"
    return f"{fact.contestant} {_STATED[type(fact)]}"
