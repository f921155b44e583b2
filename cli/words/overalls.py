"""How the standing of a tournament is said: places and figures, how ties were split, who played for whom,
the cross-table; and how far it has got.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from cli.words.events import statement_text
from cli.words.language import Wording, say, tell
from cli.words.notation import and_text
from cli.words.numbers import decimal_text
from cli.words.scores import score_text
from cli.words.vocabulary import OVERALL_STANDINGS, TIE_BREAKS
from ledger.facts.free_text import is_gone
from ledger.facts.tournaments import Stage
from ledger.laws.rounding import Rounding
from ledger.laws.stage_rules import StageRules
from ledger.overall.aspects import Named, Value
from ledger.overall.cross_table import CrossCell, CrossTable
from ledger.overall.marking import OverallMark
from ledger.overall.people import people_of, people_of_entrants
from ledger.overall.ripple import OverallChange
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.substitutes import SubstituteOf, substitutes
from ledger.overall.ties import TieStep


def tie_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """The ties of a standing, or those a contestant was in: 'A5 and B7: the last session: B7 58.33, A5 54.17'."""
    for split in found.ties:
        if entrant is None or entrant in split.tied:
            yield say("%(names)s are equal:", names=and_text(split.tied))
            yield from (f"  {_step(step)}" for step in split.steps)
            yield say("  so %(shared)s", shared=", ".join(map(_shared, split.order)))


def _step(step: TieStep) -> str:
    """'matches won: B7 3, A5 2'; or why the rule says nothing."""
    rule = TIE_BREAKS[step.rule]
    if step.skipped:
        return say("%(rule)s: passed over, %(skipped)s", rule=rule, skipped=tell(step.skipped))
    return f"{rule}: {', '.join(f'{whose} {has}' for whose, has in step.has)}"


def _shared(group: tuple[str, ...]) -> str:
    return group[0] if len(group) == 1 else say("%(names)s together", names=and_text(group))


def substitute_lines(found: Overall, entrant: str | None = None) -> Iterator[str]:
    """'A5 in friday: …' for every substitute of a stage, or of one contestant."""
    return (_line(each) for each in substitutes(found) if entrant in (None, each.entrant))


def _line(seated: SubstituteOf) -> str:
    whose = "" if seated.entrant == seated.fact.contestant else f"{seated.entrant}, "
    return f"{whose}{seated.session.id} #{seated.number}: {statement_text(seated.fact, seated.session)}"


def heads_text(scores: TournamentScores) -> str:
    """'spring #7, friday #12; saturday not open yet'."""
    there = ", ".join(f"{name} #{number}" for name, number, _ in scores.heads)
    missing = [each for each in scores.tournament.sessions if each not in scores.scoreboards]
    return there + (say("; %(missing)s not open yet", missing=", ".join(missing)) if missing else "")


AS_CUT = "as cut"
"""Of who would go on: just as it was when the cut was made."""

_OF_THE_CUT = Wording({each: each for each in ("as cut", "yes, by place", "no, by place", "level for the last place")})


def whose_text(whose: str) -> str:
    """Whose something is that moved: a contestant's, or a match's, 'friday, round 2: Norway v Malta'."""
    if not isinstance(whose, Named) or len(whose.parts) != len(("session", "round", "one", "other")):
        return tell(whose)
    session, of_round, one, other = whose.parts
    number = of_round.rpartition(" ")[2]
    at = say(", round %(round)s", round=number) if number else ""
    return say("%(session)s%(round)s: %(one)s v %(other)s", session=session, round=at, one=one, other=other)


def crossed_text(found: CrossTable, own: str, other: str, places: int) -> str:
    """What one has against another, match by match; 'x' against itself, '–' where they have still to meet."""
    if own == other:
        return "x"
    return " ".join(_cell_text(cell, places) for cell in found.cells.get((own, other), ())) or "–"


def _cell_text(cell: CrossCell, places: int) -> str:
    """'12.00'; '(12.00)' where it was cancelled; '12.00*' where it was not played."""
    text = decimal_text(cell.worth.value, places)
    return f"{text}*" if cell.lost else text if cell.counts else f"({text})"


def cross_notes(found: CrossTable, *, all_meet: bool) -> Iterator[str]:
    """Who left and what that makes of the scores; what the marks mean; where all meet, what is still to be played."""
    for each in found.left.values():
        part, where = each.part, f"{each.session} #{each.number}"
        then = say("all scores against it are cancelled") if each.cancelled else say("its scores stand")
        yield say(
            "%(entrant)s withdrew after %(done)s of %(of)s matches of the stage (%(where)s): %(then)s",
            entrant=each.entrant,
            done=part.done,
            of=part.of,
            where=where,
            then=then,
        )
    if any(cell.lost for row in found.cells.values() for cell in row):
        yield say("* not played: what who loses the match has for it")
    if found.unmet and all_meet:
        pairs = ", ".join(f"{say(' v ').join(pair)}{f' ({times})' if times > 1 else ''}" for pair, times in found.unmet)
        yield say("Still to be played: %(pairs)s", pairs=pairs)


def names_of_entrants(scores: TournamentScores) -> dict[str, str]:
    """The players of each contestant, by the first session of the tournament that knows them; of the unknown nothing.

    Substitutes are told beneath.
    """
    known = {name: people_of(scoreboard.session) for name, scoreboard in scores.scoreboards.items()}
    found = people_of_entrants(scores.tournament, known)
    said = {entrant: " & ".join(each.name for each in who if not is_gone(each.name)) for entrant, who in found.items()}
    return {entrant: names for entrant, names in said.items() if names}


def mark_text(mark: OverallMark | None) -> str:
    """'withdrawn (friday #45)': what a contestant is marked with, and where that is said; '' where it is not."""
    if mark is None:
        return ""
    where = " ".join(filter(None, (mark.session, f"#{mark.number}" if mark.number else "")))
    return OVERALL_STANDINGS[mark.standing] + (f" ({where})" if where else "")


def before_and_after(moved: OverallChange, stage: Stage) -> tuple[str, str]:
    """What it was and what it is; of who would go on nothing is said where that is whom the cut named."""
    nothing = AS_CUT if moved.kind.startswith("would go on") else None
    before, after = (
        value_text(nothing if value is None else value, stage.rules.rounding) for value in (moved.before, moved.after)
    )
    return before, after


def figure_text(row: OverallRow, sitting: int, found: Overall) -> str:
    """What a contestant has of a sitting, in brackets where it does not count; '–' where it did not play."""
    own = [figure for figure in row.figures if figure.of.sitting == sitting]
    mode = found.stage.rules.rounding
    texts = (
        score_text(each.value.value, mode) if each in row.counted else f"({score_text(each.value.value, mode)})"
        for each in own
    )
    return " ".join(texts) or "–"


def total_text(total: Fraction | None, rules: StageRules) -> str:
    """A total of a stage, with as many decimals as it is rounded to, and two at least; a dash where there is none."""
    return score_text(total, rules.rounding, rules.places)


def value_text(value: Value | None, mode: Rounding, places: int = 2) -> str:
    """A score to two decimals, or as many as are asked for; a place or a name as it is; a dash where there is none."""
    if isinstance(value, Fraction):
        return score_text(value, mode, places)
    said = str(value or "–")
    return _OF_THE_CUT.known(said)
