"""Why one has the bye of an odd field, or why three meet one another: who of those lower was passed over, and why."""

from collections.abc import Iterator, Sequence

from ledger.events.draws import RoundDrawn
from ledger.session.drawn import Drawn


def left_over_lines(drawn: RoundDrawn, earlier: Drawn, order: Sequence[str]) -> Iterator[str]:
    """Of a round drawn by the rule; nothing of an even field, nor of a draw by hand."""
    out = drawn.triangle or tuple(filter(None, (drawn.bye,)))
    if drawn.by_hand or not out or not {*out} <= {*order}:
        return
    what, lowest = ("triangle", "the lowest three") if drawn.triangle else ("bye", "the lowest")
    highest = min(order.index(each) for each in out)
    passed = [each for each in order[highest:] if each not in out]
    yield ""
    if drawn.round == 1:
        yield f"{what}: {', '.join(out)}, {lowest} by seeds"
        return
    yield f"{what}: {', '.join(out)}, {lowest} after round {drawn.round - 1}" + (" but" if passed else "")
    for each in passed:
        yield f"  {each}: {_why(each, drawn, earlier)}"


def _why(passed: str, drawn: RoundDrawn, earlier: Drawn) -> str:
    """Why somebody lower was passed over: he was left over before, or somebody would have met an opponent again."""
    before = [each for each in earlier.of(drawn.stage) if each.round < drawn.round]
    for each in before:
        if passed in (each.triangle if drawn.triangle else (each.bye,)):
            return f"had the bye of round {each.round}" if each.bye else f"was in the triangle of round {each.round}"
    return "somebody would have met the same opponent again"
