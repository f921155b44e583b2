"""Who may appeal, and with whose concurrence (Law 92D): both members of a pair, or a team's captain."""

from ledger.bridge import Side
from ledger.commands import AppealFurther, LodgeAppeal
from ledger.errors import Refusal
from ledger.labels.patterns import direction
from ledger.scoring.forms import FORMS
from ledger.session import Penalty, Ruling, Session
from ledger.session.places import sits_once


def check_concurrence(command: LodgeAppeal | AppealFurther, against: Ruling | Penalty, session: Session) -> None:
    """Refuse an appeal of one whom it does not concern, or without the concurrence of all; a director needs nobody's.

    A ruling is appealed by a side of its table, a penalty by the contestant that was penalised (Law 92A).
    """
    if command.appellant == "director":
        return
    if isinstance(against, Penalty):
        _check_penalised(command, against, session)
    elif command.appellant == "contestant":
        raise Refusal("concurrence", "a side of the table appeals a ruling", "--by-side NS, or EW")
    else:
        side = Side(command.appellant)
        _check_seats(command.signed, side.value, side.value)
        alone = sits_once(session) and len(against.seating.contestants(side)) > 1
        if alone and not command.signed:
            raise Refusal("concurrence", "nobody signed: which player appeals?", f"--signed {side.value[0]}")
        _check_all(command, (side,), session, alone=alone)


def _check_penalised(command: LodgeAppeal | AppealFurther, penalty: Penalty, session: Session) -> None:
    contestant = penalty.imposed.contestant
    if command.appellant != "contestant":
        message = f"a penalty is appealed by the contestant it was imposed on: {contestant}"
        raise Refusal("concurrence", message, f"leave --by-side out, or --by-side {contestant}")
    sat = tuple(dict.fromkeys(side for side, _ in session.boards_of(contestant))) or _entered(contestant)
    _check_seats(command.signed, "".join(side.value for side in sat), contestant)
    alone = any(len(played.seating.contestants(Side.NS)) > 1 for played in session.table_boards())
    _check_all(command, sat, session, alone=alone)


def _entered(contestant: str) -> tuple[Side, ...]:
    """The sides a contestant that has not played yet may sit on."""
    said = direction(contestant)
    return (Side(said),) if said else tuple(Side)


def _check_seats(signed: tuple[str, ...], seats: str, who: str) -> None:
    strangers = [seat for seat in signed if seat not in seats]
    if strangers:
        raise Refusal(
            "concurrence",
            f"{' and '.join(strangers)} {'does' if len(strangers) == 1 else 'do'} not sit {who}",
            f"who signs for {who}: --signed {','.join(seats[:2])}",
        )


def _check_all(command: LodgeAppeal | AppealFurther, sides: tuple[Side, ...], session: Session, *, alone: bool) -> None:
    """Refuse an appeal that a team's captain, or both members of a pair, do not concur in."""
    if FORMS[session.opening.scoring].teams():
        if not command.captain:
            message = "a team appeals with its captain's concurrence (Law 92D2)"
            raise Refusal("concurrence", message, "--captain, once he concurs")
    elif not alone and not any(set(side.value) <= set(command.signed) for side in sides):
        signed = f"{' and '.join(command.signed)} alone" if command.signed else "nobody"
        message = f"{signed} signed: both members of a pair appeal together (Law 92D1)"
        raise Refusal("concurrence", message, f"--signed {','.join(sides[0].value)}, once both concur")
