"""Who sat in whose stead, session by session."""

from collections.abc import Iterator

from cli.screens.participation import statement_text
from ledger.overall.standing import Overall
from ledger.overall.substitutes import SubstituteOf, substitutes


def substitute_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """'A5 in friday: …' for every substitute of a stage, or of one contestant."""
    return (_line(each) for each in substitutes(found) if entrant in (None, each.entrant))


def _line(seated: SubstituteOf) -> str:
    whose = "" if seated.entrant == seated.fact.contestant else f"{seated.entrant}, "
    return f"{whose}{seated.session.id} #{seated.number}: {statement_text(seated.fact, seated.session)}"


def substitutes_json(found: Overall, entrant: str | None = None) -> list[dict[str, object]]:
    """Every substitute of a stage, or of one contestant, as JSON."""
    return [
        {
            "contestant": each.entrant,
            "session": each.session.id,
            "event": each.number,
            "seat": each.fact.seat,
            "player": each.fact.player,
            "rounds": list(each.fact.rounds),
        }
        for each in substitutes(found)
        if entrant in (None, each.entrant)
    ]
