"""Who goes on into the stages of a tournament, what they carry, and who would have gone on as things stand now."""

from collections.abc import Iterator

from cli.desk.desk import Desk
from cli.desk.tournaments import at_moment
from cli.json.tournaments import cut_json, heads_json
from cli.screens.tournaments.overview import say_heads
from cli.words.cuts import QualificationView, notes, qualification_views
from cli.words.overalls import total_text
from cli.words.qualifying import rules_of_carry_text
from cli.words.scores import score_text
from cli.words.vocabulary import counted


def print_qualified(desk: Desk, named: str | None, stage: str | None) -> None:
    """Who goes on, into one stage or into each."""
    scores = at_moment(desk, named)
    found = qualification_views(scores, stage)
    if desk.settings.json:
        desk.json_at(
            "qualified/1",
            scores.tournament,
            {"heads": heads_json(scores), "stages": [cut_json(each) for each in found]},
        )
        return
    say_heads(desk, scores)
    for each in found:
        if not desk.settings.plain:
            desk.say(*([] if each is found[0] else [""]), *_head(each))
        _print_names(desk, each)
        for line in notes(each):
            desk.hint_aside(line)
    if not found:
        desk.hint_aside("nobody was cut yet: `tournament qualify STAGE --into FINAL --best 14`")


def _head(going: QualificationView) -> Iterator[str]:
    source, into = going.way
    cut = going.recut.cut if going.recut else None
    yield f"{into}   {counted(len(cut.now), 'contestant')} of {source} (#{cut.number})" if cut else f"{into}   {source}"
    if rules := going.scores.tournament.qualified.rules(going.way):
        yield rules_of_carry_text(rules)


def _print_names(desk: Desk, going: QualificationView) -> None:
    names, rules = going.names, going.standing.stage.rules
    rows = [going.standing.row(each) for each in names]
    columns = {
        ">place": [str(row.rank or "–") if row else "–" for row in rows],
        "contestant": names,
        f">{going.standing.unit or 'won'}": [total_text(row.total.value if row else None, rules) for row in rows],
    }
    if going.carried or desk.settings.plain:
        carried = [going.carried.get(each) for each in names]
        columns[">carries"] = [score_text(each.value if each else None) for each in carried]
    desk.table(list(columns), list(zip(*columns.values(), strict=True)))
