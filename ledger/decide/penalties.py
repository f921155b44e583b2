"""Penalties (Laws 90, 91): what is taken from a contestant's own total only."""

from fractions import Fraction

from msgspec import structs

from ledger.decide.response import Actor, Handlers, ProposedEvent
from ledger.errors import Refusal
from ledger.facts import ImposePenalty, WithdrawPenalty
from ledger.facts.rulings import PenaltyImposed, PenaltyWithdrawn
from ledger.laws.penalty_amount import PenaltyUnit, parse_amount
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.session.case_numbers import no_such_case, require_penalty
from ledger.session.places import converted, require_contestant, require_one_round, sits_once


def impose_penalty(command: ImposePenalty, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A penalty in a unit the form of scoring knows; IMPs of teams say in which match."""
    command = _as_named(session, command)
    _check_alone(session, command.contestant)
    contestant = require_contestant(session, command.contestant)
    opponent = require_contestant(session, command.opponent) if command.opponent else None
    check_amount(session, command.unit, command.amount, opponent)
    round_ = _round_met(session, command, contestant, opponent) if opponent is not None else command.round
    event = PenaltyImposed(
        f"P-{len(session.penalties) + 1:04d}",
        contestant,
        command.amount,
        command.unit,
        command.laws,
        command.reason,
        opponent,
        round_,
        command.beside,
        command.named,
    )
    return (ProposedEvent(event, _beside(session, command.beside)),)


def _as_named(session: Session, command: ImposePenalty) -> ImposePenalty:
    """The amount a named penalty is of in this session: in VPs where there are, before them in a match it names."""
    if command.named is None:
        return command
    named = dict(session.regulations.penalties.named)
    if command.named not in named:
        known = f"its penalties: {', '.join(named)}" if named else "it names none"
        message = f"{session.regulations.profile} has no penalty called {command.named}"
        raise Refusal("no-such-penalty", message, f"{known}; or an amount: 25%, 3MP, 6IMP, 1VP")
    units = FORMS[session.opening.scoring].units_of_penalties(session.regulations)
    amounts = {unit: amount for amount, unit in map(parse_amount, named[command.named]) if unit in units}
    wanted = sorted(amounts, key=lambda unit: (unit == "VP") is bool(command.opponent))
    wanted = [unit for unit in wanted if unit != "VP" or converted(session)]
    if not wanted:
        message = f"the {command.named} penalty has no amount for {session.opening.scoring}"
        raise Refusal("wrong-unit", message, f"write one: {', '.join(units)}")
    return structs.replace(command, amount=amounts[wanted[0]], unit=wanted[0])


def _check_alone(session: Session, contestant: str) -> None:
    if "+" in contestant and sits_once(session):
        message = "in an individual event the offender alone is penalised (Law 12C3)"
        raise Refusal("penalty-for-partner", message, f"name one player: {contestant.partition('+')[0]}")


def check_amount(session: Session, unit: PenaltyUnit, amount: Fraction, opponent: str | None) -> None:
    """Refuse a unit the form of scoring does not know, and a penalty that would give, or fall on no match.

    VPs are taken where there are any; what is taken before them in the match against an `opponent`.
    """
    units = FORMS[session.opening.scoring].units_of_penalties(session.regulations)
    if unit not in units and amount:
        message = f"{unit} is no unit of {session.opening.scoring}"
        raise Refusal("wrong-unit", message, f"penalties here are in {' or '.join(units)}")
    if amount < 0:
        hint = "write the amount that is taken: 25%, 3MP, 6IMP, 1VP"
        raise Refusal("wrong-unit", "a penalty is not less than nothing", hint)
    if unit == "VP" and unit in units and not converted(session):
        raise Refusal(
            "wrong-unit", "matches are not converted into victory points here", "take IMPs: 3IMP --against TEAM"
        )
    if opponent is None and "VP" in units and unit != "VP" and amount:
        what = {"IMP": "IMPs", "%": "per cent of a top"}.get(unit, unit)
        whom = "TEAM" if unit == "IMP" and not sits_once(session) else "PAIR"
        raise Refusal(
            "wrong-unit",
            f"{what} are taken in a match, before its victory points",
            f"name it: --against {whom}; or take VPs: 1VP",
        )


def _beside(session: Session, case: str | None) -> tuple[int, ...]:
    """The event of the ruling or the appeal a penalty was given with."""
    if case is None:
        return ()
    if case in session.rulings:
        return (session.rulings[case].number,)
    if case in session.appeals:
        return (session.appeals[case].number,)
    raise no_such_case(session, case, "R", "A")


def _round_met(session: Session, command: ImposePenalty, contestant: str, opponent: str) -> int | None:
    """The round of the match a penalty falls on: they may meet again. A knockout match is one over all its rounds.

    Refused where the match was not played, or where it does not say which of several.
    """
    met = require_one_round(session, (contestant, opponent), command.round)
    if not met:
        raise Refusal("no-such-match", f"{contestant} has no match against {opponent}", "`standings` lists the matches")
    return command.round if FORMS[session.opening.scoring].one_match else met.pop()


def withdraw_penalty(command: WithdrawPenalty, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Take a penalty back."""
    penalty = require_penalty(session, command.case)
    if penalty.withdrawn:
        raise Refusal(
            "case-withdrawn", f"{command.case} was withdrawn already (#{penalty.events[-1]})", "`penalty list`"
        )
    if appeal := next((each for each in session.appeals_of(command.case) if each.open), None):
        raise Refusal(
            "has-dependants",
            f"{appeal.case} (#{appeal.number}) was lodged against {command.case}",
            f"withdraw it first: `undo {appeal.case}`; or `appeal decide {appeal.case} --overturned`",
        )
    return (ProposedEvent(PenaltyWithdrawn(command.case, command.reason), (penalty.number,)),)


HANDLERS: Handlers = {ImposePenalty: impose_penalty, WithdrawPenalty: withdraw_penalty}
