"""The register of rulings, and the list of them: each with its state and the score in force."""

from cli.desk.desk import Desk
from cli.screens.awards import kind_text, protocol_text
from cli.screens.event_texts.appeals import outcome_text
from cli.screens.over_sessions import asked
from cli.screens.periods import say_periods
from cli.screens.seals import last_seal_json, say_last_seal
from cli.screens.times import moment_text, until_text
from ledger.session import InForce, Ruling
from ledger.session.moment import iso
from ledger.session.ruling_states import Entry, register

COLUMNS = (
    "case",
    ">board",
    "contestants",
    "law",
    "score",
    "offender",
    "given",
    "by",
    "told",
    "state",
    "appeal",
    "reason",
)


def print_register(desk: Desk) -> None:
    """The register, as a table or as JSON; of a tournament, that of all of its sessions."""
    over = asked(desk)
    now = desk.now(over.stream)
    entries = [(session, entry) for session in over.sessions for entry in register(session, now)]
    if desk.settings.json:
        rulings = [over.json(session, ruling_json(entry)) for session, entry in entries]
        seal = last_seal_json(desk, over.stream)
        desk.json_at("register/1", over.stream, {"now": iso(now), "rulings": rulings, "seal": seal})
        return
    say_periods(desk, over.stream, now)
    if entries or desk.settings.plain:
        rows = [over.row(session, register_row(entry, now)) for session, entry in entries]
        desk.cards(over.columns(COLUMNS), [[*map(desk.in_suits, row)] for row in rows])
    else:
        desk.say("no rulings yet")
    say_last_seal(desk, over.stream)


def register_row(entry: Entry, now: int) -> list[str]:
    """A line of the register under its headings."""
    ruling, last = entry.ruling, entry.ruling.scored
    return [
        *_where(ruling),
        ", ".join(entry.score.laws) or "–",
        _score_text(entry),
        entry.score.offender,
        moment_text(last.at, now),
        last.by,
        _notified(ruling),
        state_text(entry),
        _appeal_text(entry, now),
        ruling.judgement.reason,
    ]


def _where(ruling: Ruling) -> list[str]:
    return [ruling.case, str(ruling.board), str(ruling.seating)]


def _appeal_text(entry: Entry, now: int) -> str:
    appeals = ", ".join(f"{each.case} {outcome_text(each)}" for each in entry.appeals)
    running = until_text(entry.deadline, now) if entry.state == "standing" and entry.deadline is not None else ""
    return "; ".join(filter(None, (appeals, running))) or "–"


def _score_text(entry: Entry) -> str:
    """The score a ruling stands for, and where it comes from if a decision gave it."""
    return protocol_text(entry.score.adjustment, entry.ruling.board) + _whence(entry)


def _whence(entry: Entry) -> str:
    """' (A-0001)': the appeal whose decision gave the score in force; '' where the ruling did."""
    return f" ({entry.score.case})" if entry.score.case != entry.ruling.case else ""


def _notified(ruling: Ruling) -> str:
    """Whether both sides were told, and of the right to appeal (Law 83)."""
    if ruling.notified_at is None:
        return "–"
    return "yes (83)" if ruling.right_to_appeal else "yes"


def state_text(entry: Entry) -> str:
    """The state of a ruling, and by what it was superseded."""
    by = entry.ruling.superseded_by
    return f"superseded by {by}" if by else entry.state


def print_rulings(desk: Desk) -> None:
    """The rulings of the session, with what is in force."""
    session = desk.session()
    entries = register(session, desk.now(session))
    if desk.settings.json:
        desk.json_at("rulings/1", session, {"rulings": [ruling_json(entry) for entry in entries]})
        return
    rows = [_list_row(entry) for entry in entries]
    desk.table_or("no rulings yet", ["case", ">board", "contestants", "law", "score", "state", "reason"], rows)


def _list_row(entry: Entry) -> list[str]:
    said = entry.ruling.judgement
    laws = ", ".join(said.laws) or "–"
    score = kind_text(entry.score.adjustment) + _whence(entry)
    return [*_where(entry.ruling), laws, score, state_text(entry), said.reason]


def ruling_json(entry: Entry) -> dict[str, object]:
    """A line of the register as JSON."""
    return _given_json(entry.ruling) | _standing_json(entry) | _notified_json(entry)


def _given_json(ruling: Ruling) -> dict[str, object]:
    said = ruling.judgement
    return {
        "case": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "kind": said.adjustment.__struct_config__.tag,
        "text": repr(said.adjustment),
        "offender": said.offender,
        "laws": list(said.laws),
        "reason": said.reason,
        "facts": said.facts,
        "findings": said.findings,
        "infraction": said.infraction,
        "damage": said.damage,
        "call": ruling.given.call,
        "supersedes": ruling.given.supersedes,
        "cause": ruling.given.cause,
    }


def _standing_json(entry: Entry) -> dict[str, object]:
    ruling = entry.ruling
    return {
        "superseded_by": ruling.superseded_by,
        "withdrawn": ruling.withdrawn,
        "state": entry.state,
        "in_force": in_force_json(entry.score, ruling.board),
        "given_at": iso(ruling.scored.at),
        "by": ruling.scored.by,
    }


def in_force_json(score: InForce, board: int) -> dict[str, object]:
    """The score in force on a board, and where it comes from, as JSON."""
    return {
        "case": score.case,
        "event": score.number,
        "kind": score.adjustment.__struct_config__.tag,
        "text": repr(score.adjustment),
        "protocol": protocol_text(score.adjustment, board),
        "offender": score.offender,
        "laws": list(score.laws),
    }


def _notified_json(entry: Entry) -> dict[str, object]:
    ruling = entry.ruling
    return {
        "notified_at": None if ruling.notified_at is None else iso(ruling.notified_at),
        "right_to_appeal": ruling.right_to_appeal,
        "appeal_until": None if entry.deadline is None else iso(entry.deadline),
        "appeals": [appeal.case for appeal in entry.appeals],
        "events": list(ruling.events),
    }
