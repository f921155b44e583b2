"""Who takes part: what was stated of contestants, and the boards that are still to be played."""

from cli.desk.desk import Desk
from cli.screens.event_texts import event_text
from ledger.events.free_text import is_gone
from ledger.events.participation import AtTableFact, SubstituteSeated, TakingPart
from ledger.projections.marks import marks
from ledger.session import Session, TableBoard
from ledger.session.participation import still_to_play


def list_statements(desk: Desk) -> None:
    """What was stated of who takes part and holds, oldest first, and the boards that are still to be played."""
    session = desk.session()
    if desk.settings.json:
        desk.json_at("contestants/1", session, _json(session))
        return
    rows = [[f"#{number}", statement_text(fact, session)] for number, fact in session.participation.facts.items()]
    desk.table_or("everybody takes part, from first to last", ("event", "what is stated"), rows)
    if open_ := still_to_play(session):
        desk.say("", f"Still to be played: {', '.join(each.name for each in open_)}")


def statement_text(fact: TakingPart, session: Session) -> str:
    """What was stated of who takes part; a substitute by his name, where that is known."""
    text = event_text(fact)
    if isinstance(fact, SubstituteSeated):
        player = session.players.get((fact.contestant, fact.player))
        if player and not is_gone(player.name):
            return text.replace(f"player {fact.player}", f"player {fact.player} ({player.name})", 1)
    return text


def _json(session: Session) -> dict[str, object]:
    marked = marks(session)
    return {
        "contestants": [
            {"contestant": contestant, "standing": mark.standing, "ranked": mark.ranked, "event": mark.number}
            for contestant, mark in sorted(marked.items())
        ],
        "statements": [
            {"number": number, "contestant": _whose(fact), "text": event_text(fact)}
            for number, fact in session.participation.facts.items()
        ],
        "to_play": [_place_json(played) for played in still_to_play(session)],
    }


def _whose(fact: TakingPart) -> str | None:
    return None if isinstance(fact, AtTableFact) else fact.contestant


def _place_json(played: TableBoard) -> dict[str, object]:
    ns, ew = played.seating.pair
    return {"board": played.board, "table": played.table, "ns": ns, "ew": ew, "round": played.round}
