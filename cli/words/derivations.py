"""A derivation as an outline, and as JSON: how a number follows from its parts."""

from collections.abc import Iterator
from fractions import Fraction

from cli.words.language import number_text, say, tell
from cli.words.notation import in_notation
from ledger.labels import Phrase
from ledger.laws.rounding import decimal_text, short_text
from ledger.scoring.derivation import Derivation, Rule

_SAID_BY_THE_FORMULA = (
    "own score",
    "theirs",
    "two teams",
    "turned",
    "weight",
    "win",
    "tie",
    "loss",
    "score",
    "results",
    "boards",
    "per tie",
    "per cent",
    "comparisons",
    "¾",
    "¼",
    "results expected",
    "results compared",
)


def derivation_lines(node: Derivation) -> Iterator[str]:
    """A derivation as an indented outline.

    Comparisons with many tables are gathered by what they are worth; what was said once is not said again.
    """
    for depth, value, text in outline(node):
        yield f"{'  ' * depth}{value:>8}  {text}"


def outline(node: Derivation) -> Iterator[tuple[int, str, str]]:
    """The same line by line: how deep it stands, from 1, the value, and what is said of it."""
    yield from _outline(node, 1, set())


def _outline(node: Derivation, depth: int, seen: set[Derivation], places: int = 2) -> Iterator[tuple[int, str, str]]:
    own = _places(node)
    notes = (
        [say("Law %(law)s", law=node.law) if node.law[0].isdigit() else node.law] if node.law else []
    )  # or a book of regulations
    notes += [f"#{number}" for number in node.events]
    said = _told(node.text) + _formula(node, own) + (f"   ({', '.join(notes)})" if notes else "")
    if not node.parts:
        yield depth, number_text(_value(node, places)), said
        return
    again = node in seen
    seen.add(node)
    yield depth, number_text(_value(node, max(places, own))), said + (say(" (as above)") if again else "")
    if again:
        return
    if _is_comparison(node):
        yield from _gathered(node, depth + 1, seen)
        return
    for part in node.parts:
        if part.parts or part.text not in _SAID_BY_THE_FORMULA:
            yield from _outline(part, depth + 1, seen, own)


def _value(node: Derivation, places: int = 2) -> str:
    return decimal_text(node.value, places) if node.unit else short_text(node.value, 4)


def _places(node: Derivation) -> int:
    """How many decimals a sum or a difference wants to add up as it is printed, or what was rounded to be told whole;
    two where no few do.
    """
    if node.rule is Rule.ROUNDED:
        return next((places for places in (2, 3, 4) if (node.value * 10**places).denominator == 1), 2)
    if node.rule not in (Rule.SUM, Rule.DIFFERENCE) or not node.unit or not node.parts or _is_comparison(node):
        return 2
    return next((places for places in (2, 3, 4) if _adds_up(node, places)), 2)


def _adds_up(node: Derivation, places: int) -> bool:
    if all(10**places % part.value.denominator == 0 for part in node.parts):
        return True  # each is printed whole
    first, *others = (Fraction(decimal_text(part.value, places)) for part in node.parts)
    rest = sum(others, Fraction(0))
    printed = first - rest if node.rule is Rule.DIFFERENCE else first + rest
    return printed == Fraction(decimal_text(node.value, places))


def _formula(node: Derivation, places: int) -> str:
    values = [number_text(_value(part, places)) for part in node.parts]
    match node.rule:
        case Rule.PRODUCT:
            return f" = {' × '.join(values)}"
        case Rule.QUOTIENT:
            return f" = {values[0]} / {values[1]}"
        case Rule.DIFFERENCE:
            return f" = {' − '.join(values)}"
        case Rule.NEUBERG:
            return f" = ({values[0]} + 1) × {values[1]} / {values[2]} − 1"
        case Rule.XIMPQ:
            two = zip(values[::2], values[1::2], strict=True)
            return " = " + " + ".join(total if many == "1" else f"{total} / √{many}" for total, many in two)
        case Rule.SUM if values and not _is_comparison(node):
            return f" = {' + '.join(values)}"
    return ""


def _is_comparison(node: Derivation) -> bool:
    return node.rule is Rule.SUM and any(": " in part.text and not part.parts for part in node.parts)


def _gathered(node: Derivation, depth: int, seen: set[Derivation]) -> Iterator[tuple[int, str, str]]:
    """'2.00 each  win: table 2 -100, table 4 +170', and one by one the tables that count as a weighting."""
    groups: dict[tuple[str, str], list[str]] = {}
    for part in node.parts:
        if not part.parts:
            groups.setdefault((_value(part), _how(part)), []).append(_who(part))
    for (value, how), tables in sorted(groups.items(), key=lambda group: -int(group[0][0].replace(".", ""))):
        yield (
            depth,
            number_text(value),
            say("each %(how)s (%(number)s): %(tables)s", how=how, number=len(tables), tables=", ".join(tables)),
        )
    for part in node.parts:
        if part.parts:
            yield from _outline(part, depth, seen)


def _how(part: Derivation) -> str:
    """'win', '+430 is +10': what a comparison came to."""
    if isinstance(part.text, Phrase) and "how" in part.text.places:
        how = part.text.places["how"]
        return _told(how if isinstance(how, str) else str(how))
    return _told(part.text).rpartition(": ")[2]


def _who(part: Derivation) -> str:
    """'table 4 +170': with whom it was compared."""
    if isinstance(part.text, Phrase) and "source" in part.text.places:
        return _told(Phrase("%(source)s %(score)s", source=part.text.places["source"], score=part.text.places["score"]))
    return _told(part.text).rpartition(": ")[0]


def _told(text: str) -> str:
    return in_notation(tell(text))
