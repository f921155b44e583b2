"""A derivation (how a number follows from its parts) as an indented outline."""

from collections.abc import Iterator
from fractions import Fraction

from cli.words.language import number_text, say, tell
from cli.words.notation import translate_results
from ledger.labels import Phrase
from ledger.laws.rounding import decimal_text, short_text
from ledger.scoring.derivation import Derivation, Rule

# The formula behind a value shows these parts already: they get no row of their own.
_PARTS_IN_THE_FORMULA = (
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
    """Yield a derivation as an indented outline.

    Comparisons with many tables are grouped by their worth; a part that occurs twice is written out once.
    """
    for depth, value, text in outline(node):
        yield f"{'  ' * depth}{value:>8}  {text}"


def outline(node: Derivation) -> Iterator[tuple[int, str, str]]:
    """Yield the rows of a derivation: depth (from 1), value, text."""
    yield from _outline(node, 1, set())


def _outline(node: Derivation, depth: int, seen: set[Derivation], places: int = 2) -> Iterator[tuple[int, str, str]]:
    own_places = _places(node)
    notes = []
    if node.law:  # a Law, or a book of regulations
        notes.append(say("Law %(law)s", law=node.law) if node.law[0].isdigit() else node.law)
    notes += [f"#{number}" for number in node.events]
    text = _translated(node.text) + _formula(node, own_places) + (f"   ({', '.join(notes)})" if notes else "")
    if not node.parts:
        yield depth, number_text(_value(node, places)), text
        return
    again = node in seen
    seen.add(node)
    yield depth, number_text(_value(node, max(places, own_places))), text + (say(" (as above)") if again else "")
    if again:
        return
    if _is_comparison(node):
        yield from _comparison_rows(node, depth + 1, seen)
        return
    for part in node.parts:
        if part.parts or part.text not in _PARTS_IN_THE_FORMULA:
            yield from _outline(part, depth + 1, seen, own_places)


def _value(node: Derivation, places: int = 2) -> str:
    return decimal_text(node.value, places) if node.unit else short_text(node.value, 4)


def _places(node: Derivation) -> int:
    """Return the number of decimals (2 to 4) with which a derivation's value is printed."""
    # A rounded value is printed exactly, if four decimals are enough.
    if node.rule is Rule.ROUNDED:
        return next((places for places in (2, 3, 4) if (node.value * 10**places).denominator == 1), 2)
    if node.rule not in (Rule.SUM, Rule.DIFFERENCE) or not node.unit or not node.parts or _is_comparison(node):
        return 2
    # 0.33 + 0.33 + 0.33 = 1.00 would look wrong: more decimals are tried until the printed sum adds up.
    return next((places for places in (2, 3, 4) if _adds_up(node, places)), 2)


def _adds_up(node: Derivation, places: int) -> bool:
    if all(10**places % part.value.denominator == 0 for part in node.parts):
        return True  # every part is printed exactly
    first, *following = (Fraction(decimal_text(part.value, places)) for part in node.parts)
    total = sum(following, Fraction(0))
    printed = first - total if node.rule is Rule.DIFFERENCE else first + total
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


def _comparison_rows(node: Derivation, depth: int, seen: set[Derivation]) -> Iterator[tuple[int, str, str]]:
    """Yield comparisons of equal worth in one row, 'each win (2): table 2 -100, …', then those with weighted scores."""
    groups: dict[tuple[str, str], list[str]] = {}
    for part in node.parts:
        if not part.parts:
            groups.setdefault((_value(part), _comparison_outcome(part)), []).append(_comparison_source(part))
    for (value, how), tables in sorted(groups.items(), key=lambda group: -int(group[0][0].replace(".", ""))):
        yield (
            depth,
            number_text(value),
            say("each %(how)s (%(number)s): %(tables)s", how=how, number=len(tables), tables=", ".join(tables)),
        )
    for part in node.parts:
        if part.parts:
            yield from _outline(part, depth, seen)


def _comparison_outcome(part: Derivation) -> str:
    """Return the outcome of a comparison with another table: 'win', '+430 is +10'."""
    if isinstance(part.text, Phrase) and "how" in part.text.places:
        how = part.text.places["how"]
        return _translated(how if isinstance(how, str) else str(how))
    return _translated(part.text).rpartition(": ")[2]


def _comparison_source(part: Derivation) -> str:
    """Return the table and score that a result is compared with: 'table 4 +170'."""
    if isinstance(part.text, Phrase) and "source" in part.text.places:
        return _translated(
            Phrase("%(source)s %(score)s", source=part.text.places["source"], score=part.text.places["score"])
        )
    return _translated(part.text).rpartition(": ")[0]


def _translated(text: str) -> str:
    return translate_results(tell(text))
