"""Sessions and their people as JSON; and what an import brought into one."""

from __future__ import annotations

from collections import Counter

import msgspec

from cli.words.office import officials
from ledger.exchange.comparison import Comparison
from ledger.facts.people import Player
from ledger.recording.effect import Effect
from ledger.session import Session
from ledger.session.cases import SignedRegulations
from ledger.session.overtaken import overtaken


def listed_session_json(each: Session) -> dict[str, object]:
    """A session in a list of them."""
    return {
        "session": each.id,
        "title": each.opening.title,
        "date": each.opening.date,
        "events": each.number,
        "closed": each.closed,
    }


def player_json(player: Player) -> dict[str, object]:
    """A player: whom he plays for, his name and his number."""
    return {name: getattr(player, name) for name in player.__struct_fields__}


def session_json(session: Session) -> dict[str, object]:
    """A session: its regulations, its office, and how far it has got."""
    opened = session.opening
    return {
        "title": opened.title,
        "date": opened.date,
        "scoring": opened.scoring,
        "winners": opened.winners,
        "boards": list(session.boards),
        "contestants": list(session.contestants),
        "results": results_in(session),
        "rulings": len(session.rulings),
        "look_again": [each.ruling.case for each in overtaken(session)],
        "closed": session.closed,
        "officials": dict(officials(session)),
        "published": [each.number for each in session.publications],
        "regulations": msgspec.to_builtins(session.regulations),
        "regulations_signed": [
            {
                "event": each.number,
                "by": each.by,
                "digest": each.regulations.digest,
                "in_force": _in_force(session, each),
            }
            for each in session.signed_regulations
        ],
    }


def _in_force(session: Session, signed: SignedRegulations) -> bool:
    return signed.regulations == session.regulations


def comparison_json(found: Comparison) -> dict[str, object]:
    """The same for programs."""
    return {"figures": found.counts, "differing": [each._asdict() for each in found.differences]}


def results_in(session: Session) -> int:
    """How many results a session has."""
    return sum(1 for played in session.table_boards() if played.result)


def import_json(
    effect: Effect, counts: Counter[str], remarks: list[tuple[str, str]], *, dry_run: bool
) -> dict[str, object]:
    """What came of an import: what was counted, what was remarked."""
    return {
        "events": len(effect.events),
        "results": counts["result-recorded"],
        "corrections": counts["result-corrected"],
        "rulings": counts["ruling-given"],
        "dry_run": dry_run,
        "skipped": [{"where": where, "why": why} for where, why in effect.skipped],
        "notes": [{"where": where, "why": why} for where, why in remarks],
    }
