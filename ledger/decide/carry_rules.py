"""Whether a regulation of what is carried fits the two stages."""

from ledger.errors import Refusal
from ledger.facts.tournaments import Stage
from ledger.laws.stage_rules import Added, CarryRules
from ledger.session.tournaments import Tournament


def check_carried(tournament: Tournament, amended: Stage) -> None:
    """Refuse (bad-carry) a stage as it would be, where a rule in force could not carry out of it or into it."""
    stages = {**tournament.stages, amended.name: amended}
    for source, into in tournament.qualified.ways():
        rules = tournament.qualified.rules((source, into))
        if rules is None or amended.name not in (source, into):
            continue
        try:
            check_carry(rules, stages[source], stages[into])
        except Refusal as why:
            message = f"{rules.by} is carried from {source} into {into}, which would not fit: {why.message}"
            hint = f"`tournament carry rule {into} nothing --from {source}` first, or another rule"
            raise Refusal("bad-carry", message, hint) from None


def check_carry(rules: CarryRules, source: Stage, into: Stage) -> None:
    """Refuse (bad-carry) a rule that wants other scores than the stages add up, or other figures."""
    adds, takes = _adds(source), "imps" if into.format == "knockout" else into.rules.adds
    into_knockout = into.format == "knockout"
    if rules.by == "white-book" and takes != "matchpoints":
        message = f"by the White Book matchpoints are carried, and {_counts(into)}"
        amend = f"`tournament stage amend {into.name} --adds matchpoints`"
        raise Refusal("bad-carry", message, _OF_ITS_OWN if into_knockout else amend)
    apart = adds != takes or source.rules.per_board != into.rules.per_board
    if apart and (rules.by in ("over-average", "share") or (rules.by == "matches" and not into_knockout)):
        message = f"{source.name} adds up {adds}{_by(source)}, and {_counts(into)}: no share of the one is of the other"
        raise Refusal("bad-carry", message, _OF_ITS_OWN)
    if rules.by == "matches" and adds not in ("victory-points", "imps", "wins"):
        message = f"{source.name} adds up {adds}, which no match has for itself"
        raise Refusal("bad-carry", message, "matches is for stages that add victory points, IMPs or wins")
    _check_figures(rules)


_OF_ITS_OWN = "a table or a spread carries figures of its own"


def _counts(into: Stage) -> str:
    if into.format == "knockout":
        return f"a match of {into.name} is in IMPs"
    return f"{into.name} adds up {into.rules.adds}{_by(into)}"


def _by(stage: Stage) -> str:
    return " by the board" if stage.rules.per_board else ""


def _adds(stage: Stage) -> Added:
    """What the scores of a stage are: a knockout counts wins, whatever its matches are scored by."""
    return "wins" if stage.format == "knockout" else stage.rules.adds


def _check_figures(rules: CarryRules) -> None:
    """Refuse figures that are too few, or that the rule knows nothing of."""
    given = len(rules.figures)
    if rules.by == "spread" and given != 2:
        raise Refusal("bad-carry", f"a spread has two figures, not {given}", "--figures 20,5: the first's, the last's")
    if rules.by == "table" and not given:
        raise Refusal("bad-carry", "a table has figures, by place", "--figures 12,10,8,6")
    if given and rules.by not in ("spread", "table"):
        raise Refusal("bad-carry", f"by {rules.by} no figures are given", "a table or a spread has figures")
    if rules.top is not None and (rules.by != "white-book" or rules.top <= 0):
        raise Refusal("bad-carry", "a top is of the final's boards, for white-book", "--top 12, more than nothing")
