"""The slip a director leaves at the table: what was ruled, under which Law, why, and until when it may be appealed."""

from __future__ import annotations

from typing import NamedTuple

from cli.pages.appealing import Appealing, appealing
from cli.pages.fields import FormField, OutcomeLine, asked, kind, laws, outcomes, when, wide, word
from cli.screens.awards import played_line
from cli.screens.event_texts.rulings import penalty_text
from cli.screens.vocabulary import because
from ledger.session import Penalty, Ruling, Session


class Slip(NamedTuple):
    """Everything a slip says."""

    case: str
    fields: list[FormField]
    scores: list[OutcomeLine]
    appealing: Appealing


def ruling_slip(session: Session, ruling: Ruling) -> Slip:
    """The slip of a ruling, with the score in force now and the penalties given with it."""
    said, last, score = ruling.judgement, ruling.scored, session.in_force(ruling)
    played = session.line(ruling.board, ruling.seating)
    penalties = [each.imposed for each in session.penalties.values() if each.imposed.beside == ruling.case]
    fields = [
        asked("Board", str(ruling.board)),
        asked("Table", (played.table if played else ruling.seating.table) or "–"),
        asked("North–South", ruling.seating.ns or "–"),
        asked("East–West", ruling.seating.ew or "–"),
        wide("Table result", played_line(session, ruling, True) or "–"),
        word("Score given", kind(score.adjustment))._replace(wide=True),
        *([word("For now", "the ruling follows")] if said.provisional else []),
        *([asked("By decision", score.case)] if score.case != ruling.case else []),
        wide("Laws", *laws(score.laws)),
        wide("Reason", said.reason),
        *(
            wide(
                "Penalty",
                f"{each.contestant}: {penalty_text(each.amount, each.unit, each.named)}{because(each.reason)}",
            )
            for each in penalties
        ),
        asked("Given", when(last.at)),
        asked("Director", last.by),
    ]
    return Slip(ruling.case, _known(fields), outcomes(score.adjustment, ruling.board), appealing(session, ruling))


def penalty_slip(session: Session, penalty: Penalty) -> Slip:
    """The slip of a penalty."""
    imposed = penalty.imposed
    fields = [
        asked("Contestant", imposed.contestant),
        asked("Penalty", penalty_text(imposed.amount, imposed.unit, imposed.named)),
        wide("Laws", *laws(imposed.laws)),
        wide("Reason", imposed.reason),
        asked("Given", when(penalty.since)),
        asked("Director", penalty.by),
    ]
    return Slip(imposed.case, _known(fields), [], appealing(session, penalty))


def _known(fields: list[FormField]) -> list[FormField]:
    """Those that say something: nobody fills in a slip by hand."""
    return [each for each in fields if each.said]
