"""The calls to the tables, and what state each is in."""

from typing import Literal

from ledger.session import Call, Session

CallState = Literal[
    "open", "facts agreed", "facts disputed", "play on", "referred", "no infraction", "settled", "ruled", "withdrawn"
]


def call_state(session: Session, call: Call) -> CallState:
    """How far a call has come: ruled while a ruling that answers it is not withdrawn, else the director's last word."""
    if call.withdrawn:
        return "withdrawn"
    if any(not session.rulings[case].withdrawn for case in call.rulings):
        return "ruled"
    if call.answers:
        match call.answers[-1].answer:
            case "play-on":
                return "play on"
            case "referred":
                return "referred"
            case "no-infraction":
                return "no infraction"
            case "at-table":
                return "settled"
    if call.facts:
        return "facts agreed" if call.facts[-1].agreed else "facts disputed"
    return "open"


def is_open(session: Session, call: Call) -> bool:
    """Whether the director still owes an answer: a call he answered with 'play on' he may be recalled to."""
    return call_state(session, call) not in ("no infraction", "settled", "ruled", "withdrawn")
