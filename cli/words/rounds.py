"""How a round is said: who plays whom at which table, what the draw had to leave."""

from collections.abc import Iterator, Sequence

from cli.words.language import say
from cli.words.notation import and_text
from cli.words.scores import score_text
from ledger.facts.draws import RoundDrawn
from ledger.overall.swiss import WrongOpponent
from ledger.session.draws import Drawn, tables_of


def left_over_lines(drawn: RoundDrawn, earlier: Drawn, order: Sequence[str]) -> Iterator[str]:
    """Of a round drawn by the rule; nothing of an even field, nor of a draw by hand."""
    out = drawn.triangle or tuple(filter(None, (drawn.bye,)))
    if drawn.by_hand or not out or not {*out} <= {*order}:
        return
    what, lowest = (say("triangle"), say("the lowest three")) if drawn.triangle else (say("bye"), say("the lowest"))
    highest = min(order.index(each) for each in out)
    passed = [each for each in order[highest:] if each not in out]
    yield ""
    if drawn.by_round == 0:
        yield say("%(what)s: %(out)s, %(lowest)s by seeds", what=what, out=", ".join(out), lowest=lowest)
        return
    yield say(
        "%(what)s: %(out)s, %(lowest)s after round %(by_round)s",
        what=what,
        out=", ".join(out),
        lowest=lowest,
        by_round=drawn.by_round,
    ) + (say(" but") if passed else "")
    for each in passed:
        yield f"  {each}: {_why(each, drawn, earlier)}"


def _why(passed: str, drawn: RoundDrawn, earlier: Drawn) -> str:
    """Why somebody lower was passed over: he was left over before, or somebody would have met an opponent again."""
    before = [each for each in earlier.of(drawn.stage) if each.round < drawn.round]
    for each in before:
        if passed in (each.triangle if drawn.triangle else (each.bye,)):
            return (
                say("had the bye of round %(round)s", round=each.round)
                if each.bye
                else say("was in the triangle of round %(round)s", round=each.round)
            )
    return say("somebody would have met the same opponent again")


def table_rows(drawn: RoundDrawn) -> Iterator[list[str]]:
    """A line a match; those of a triangle are at the tables after the last, a bye at none."""
    for at, two in tables_of(drawn):
        yield [str(at), *two, say("half match") if {*two} <= {*drawn.triangle} else ""]
    if drawn.bye:
        yield ["–", drawn.bye, "", say("bye")]


def opponents_text(whom: tuple[str, ...], wrong: WrongOpponent) -> str:
    """'Malta (34.00)': opponents, with what they had before the round; a bye where there are none."""
    if not whom:
        return say("nobody (a bye)")
    if wrong.round == 1:
        return and_text(whom)
    return and_text([f"{each} ({score_text(wrong.points[each])})" for each in whom])
