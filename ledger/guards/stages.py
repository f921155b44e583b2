"""Find a stage or a session of a tournament, and check names, numbers and carry-forward rules."""

from collections.abc import Iterator
from fractions import Fraction

from ledger.bounds import Bounds
from ledger.bounds.tournaments import CALLED
from ledger.errors import Refusal
from ledger.errors.visible import unfit
from ledger.laws.regulations import CarryRules
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament


def check_within(bounds: Bounds, *numbers: int | Fraction) -> None:
    """Refuse (bad-number) a number outside its bounds."""
    for number in numbers:
        if not bounds.hold(number):
            message = f"{bounds.what} cannot be {number}"
            raise Refusal("bad-number", message, f"a number from {bounds.least} to {bounds.most}")


def require_stage(tournament: Tournament, name: str) -> Stage:
    """Return a stage by its name. Refusal (no-such-stage): the hint names the stages."""
    if name not in tournament.stages:
        known = ", ".join(tournament.stages) or "none yet"
        hint = f"stages here: {known}; `tournament stage add NAME` adds one"
        raise Refusal("no-such-stage", f"there is no stage {name}", hint)
    return tournament.stages[name]


def require_session_of(tournament: Tournament, name: str) -> int:
    """Return the number of the event that added a session. Refusal (not-in-tournament): the hint lists the sessions."""
    if name not in tournament.sessions:
        known = ", ".join(tournament.sessions) or "none yet"
        raise Refusal("not-in-tournament", f"{name} does not belong to {tournament.id}", f"its sessions: {known}")
    return tournament.added[name]


def check_name(text: str, what: str) -> None:
    """Refuse a name that is empty, too long, or not one line of plain text."""
    if not (text.strip() == text and not unfit(text) and CALLED.hold(len(text))):
        raise Refusal("bad-name", f"{text[:80]!r} is no name for {what}", f"at most {CALLED.most} characters, one line")


def list_draws_of_stage(stage: str, tournament: Tournament) -> Iterator[tuple[int, str]]:
    """Yield (event number, sentence) for the last drawn round of a stage and for its bracket, as far as drawn."""
    last = tournament.drawn.last(stage)
    if number := tournament.drawn.number(stage, last):
        yield number, f"round {last} of {stage} is drawn"
    if bracket := tournament.knockouts.brackets.get(stage):
        yield bracket[0], f"the bracket of {stage} is drawn"


def check_carry(rules: CarryRules, source: Stage, into: Stage) -> None:
    """Refuse (bad-carry) a carry-forward rule that does not fit the scores of the two stages or lacks its figures."""
    into_knockout = into.format == "knockout"
    adds = "wins" if source.format == "knockout" else source.rules.adds  # whatever its matches are scored by
    takes = "imps" if into_knockout else into.rules.adds
    if rules.by == "white-book" and takes != "matchpoints":
        message = f"by the White Book matchpoints are carried, and {_counting_text(into)}"
        amend = f"`tournament stage amend {into.name} --adds matchpoints`"
        raise Refusal("bad-carry", message, _OF_ITS_OWN if into_knockout else amend)
    apart = adds != takes or source.rules.per_board != into.rules.per_board
    if apart and (rules.by in ("over-average", "share") or (rules.by == "matches" and not into_knockout)):
        different = f"{source.name} adds up {adds}{_by_board_text(source)}, and {_counting_text(into)}"
        message = f"{different}: the units differ, so no share can be carried"
        raise Refusal("bad-carry", message, _OF_ITS_OWN)
    if rules.by == "matches" and adds not in ("victory-points", "imps", "wins"):
        message = f"{source.name} adds up {adds}, and a single match has none"
        raise Refusal("bad-carry", message, "matches is for stages that add victory points, IMPs or wins")
    given = len(rules.figures)
    if rules.by == "spread" and given != 2:
        raise Refusal("bad-carry", f"a spread has two figures, not {given}", "--figures 20,5: the first's, the last's")
    if rules.by == "table" and not given:
        raise Refusal("bad-carry", "a table has figures, by place", "--figures 12,10,8,6")
    if given and rules.by not in ("spread", "table"):
        raise Refusal("bad-carry", f"{rules.by} takes no figures", "only table and spread take figures")
    if rules.top is not None and (rules.by != "white-book" or rules.top <= 0):
        raise Refusal("bad-carry", "a top is more than 0, and goes with white-book only", "--top 12")


_OF_ITS_OWN = "a table or a spread carries figures of its own"


def _counting_text(into: Stage) -> str:
    if into.format == "knockout":
        return f"a match of {into.name} is in IMPs"
    return f"{into.name} adds up {into.rules.adds}{_by_board_text(into)}"


def _by_board_text(stage: Stage) -> str:
    return " by the board" if stage.rules.per_board else ""


def has_withdrawn(entrant: str, tournament: Tournament, hint: str = "") -> Refusal:
    """Return the refusal for a contestant that withdrew from the tournament; `hint` comes before the usual hint."""
    withdrawal = tournament.qualified.withdrawn[entrant]
    message = (
        f"{entrant} withdrew after sitting {withdrawal.said.sitting} of {withdrawal.said.stage} (#{withdrawal.number})"
    )
    undo = f"`undo {withdrawal.number} --session {tournament.id}` if it did not"
    return Refusal("has-withdrawn", message, f"{hint}; {undo}" if hint else undo)
