"""Print cases: one with all its events, the lists of rulings and appeals, the stakes of a ruling, earlier penalties."""

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from cli.desk.desk import Desk
from cli.screens.events import rank_text
from cli.screens.tournaments.ripples import in_a_line, places_line
from cli.terminal.keys import own_key
from cli.terminal.screen import make_safe
from cli.views.cases import case_value
from cli.views.rulings import DocketAnswer, RegisterAnswer, appeal_row, docket_table, register_table, ruling_row
from cli.views.stakes import is_decisive, stakes_value
from cli.views.tables import AnswerTable, Part, Text
from cli.views.trust import seal_json, signature_text
from cli.words.cases import case_state_lines, event_page_lines, event_to_undo, hand_lines
from cli.words.events import wrong_clock_text
from cli.words.finality import finality_lines, overall_finality_lines
from cli.words.rulings import cite_laws, penalty_text
from cli.words.scores import score_text, side_scores_text
from cli.words.times import LATE_RECORDING_AFTER, moment_text, span_text
from cli.words.vocabulary import reason_suffix
from ledger.bridge import Side
from ledger.errors import UNREADABLE_STREAM, Misuse, Refusal
from ledger.kernel.free_text import has_texts
from ledger.laws.rounding import Rounding
from ledger.overall.aspects import OverallFinality, OverallStakes, overall_finality, overall_stakes
from ledger.overall.standing import EarlierPenalty, find_earlier_penalties
from ledger.projections.casework import related_cases, related_events
from ledger.projections.finality import Finality, finality
from ledger.projections.matches import Match
from ledger.projections.ripple import PossibleDecision, Stakes, stakes
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.session import Session, Stream
from ledger.session.case_numbers import require_appeal, require_case, require_standing
from ledger.session.moment import iso
from ledger.subjects.appeals.state import docket
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.rulings.facts import PenaltyImposed
from ledger.subjects.rulings.state import other_rulings, register
from ledger.subjects.tournaments.state import Tournament, session_of
from ledger.trust.seal import PublicKey, Seal


class ListedSessions(NamedTuple):
    """A session or tournament, and the sessions whose cases are listed: the session itself, or the tournament's.

    `time`: that of the list (µs UTC); `seal`: the last seal of the stream, with the office's own `key`.
    """

    stream: Stream
    sessions: Sequence[Session]
    finality: Finality | OverallFinality
    time: int
    seal: Seal | None
    key: PublicKey | None

    @property
    def several(self) -> bool:
        """True if each case is listed with the name of its session."""
        return isinstance(self.stream, Tournament)

    @property
    def seal_json(self) -> dict[str, object] | None:
        """The last seal of the session or tournament as JSON; None if it has none."""
        return seal_json(self.seal, self.key) if self.seal else None

    def parts(self, table: AnswerTable) -> Iterator[Part]:
        """Yield when the periods end, the table of cases, and the seal."""
        if not self.stream.publications:
            state = "published, and taken back" if self.stream.given_out else "not published"
            yield Text("say", (f"Scores {state}: no period is running.", ""))
        elif isinstance(self.finality, Finality):
            yield Text("say", (*finality_lines(self.finality, self.time), ""))
        else:
            yield Text("say", (*overall_finality_lines(self.finality, self.time), ""))
        yield table
        if self.seal:
            sealed, signature = self.seal.checkpoint, signature_text(self.seal, self.key)
            yield Text("say", ("", f"Sealed up to #{sealed.size}: root {sealed.root_text}, signed by: {signature}"))


def _listed_sessions(desk: Desk) -> ListedSessions:
    """Return the session of the desk, or the sessions of its tournament, at the moment given by `--as-of`."""
    stream: Stream
    ends: Finality | OverallFinality
    if not desk.office.tournaments.is_one(desk.session_id):
        session = stream = desk.session()
        sessions, ends = [session], finality(session)
    else:
        scores = desk.office.tournaments.at(desk.session_id, desk.settings.as_of)
        stream, ends = scores.tournament, overall_finality(scores)
        sessions = [each.session for each in scores.scoreboards.values()]
    seal = desk.office.seals.last(stream)
    return ListedSessions(stream, sessions, ends, desk.now(stream), seal, own_key() if seal else None)


def print_docket(desk: Desk) -> None:
    """Print the appeals of a session, or of all sessions of a tournament, with their states."""
    listed = _listed_sessions(desk)
    entries = ((session, entry) for session in listed.sessions for entry in docket(session))
    rows = tuple(appeal_row(entry, session, session.id if listed.several else None) for session, entry in entries)
    table = docket_table(rows, listed.time, several=listed.several)
    desk.answer(DocketAnswer(iso(listed.time), rows, listed.seal_json), listed.parts(table), listed.stream)


def print_register(desk: Desk) -> None:
    """Print the rulings of a session, or of all sessions of a tournament, with their states."""
    listed = _listed_sessions(desk)
    entries = ((session, entry) for session in listed.sessions for entry in register(session, listed.time))
    rows = tuple(
        ruling_row(entry, session.regulations.edition, session.id if listed.several else None)
        for session, entry in entries
    )
    table = register_table(rows, listed.time, several=listed.several)
    desk.answer(RegisterAnswer(iso(listed.time), rows, listed.seal_json), listed.parts(table), listed.stream)


def show_case(desk: Desk, name: str) -> None:
    """Print a case and its related cases: the state of each, then all their events; Refusal for an unknown case."""
    session, case = desk.session(), name.upper()
    if case not in session.calls:  # a withdrawn case has its story too
        event_to_undo(session, case)
    log = related_events(session, desk.office.log(session.id, session.number), case)
    if desk.settings.json:
        desk.answer(case_value(session, case, log, desk.now(session)), (), session)
        return
    time = desk.now(session)
    # the case itself first, then the related ones in the order in which cases usually arise
    related = sorted(related_cases(session, case), key=lambda name: (name != case, "CRAPM".index(name[0]), name))
    for related_case in related:
        for line in case_state_lines(session, related_case, time, desk.symbols):
            desk.say(line)
        if related_case in session.rulings:
            for line in hand_lines(session, session.rulings[related_case], desk.symbols):
                desk.say(line)
    for envelope in log:
        corrected = with_corrected_times(envelope, session.wrong_clocks)
        happened = moment_text(corrected.occurred_at, time)
        later = corrected.recorded_at - corrected.occurred_at
        recorded = f" (recorded {span_text(later)} later)" if later >= LATE_RECORDING_AFTER else ""
        when = happened + recorded + wrong_clock_text(envelope, corrected).replace("  ", "")
        desk.say("", f"#{envelope.number}  {when}  {envelope.by}")
        in_own_words = has_texts(type(envelope.event))  # texts people wrote keep their letters: no suit symbols
        for line in event_page_lines(envelope.event, session, desk.symbols):
            desk.say(f"  {line if in_own_words else desk.in_suits(line)}")


def print_stakes(desk: Desk, name: str, cut: int | None) -> None:
    """Print the scores and places in each outcome of a ruling or appeal; Refusal for a penalty or an unknown case."""
    session = desk.session()
    appeal = require_appeal(session, name) if name.startswith("A-") else None
    against = appeal.against if appeal else name
    if against in session.penalties:
        hint = f"`appeal decide {name} --overturned -n` shows what it would move" if appeal else "`penalty list`"
        raise Refusal("no-such-case", f"{against} is a penalty: only a ruling has stakes", hint)
    latest = session.latest(require_case(session, against))
    ruling = require_standing(session, latest.case)
    at_stake = stakes(session, ruling, claim=appeal.lodged.claim if appeal else None, cut=cut)
    try:
        overall, unread_text = find_overall_stakes(desk, at_stake), ""
    except UNREADABLE_STREAM as unread:
        if cut:
            raise  # the cut is that of a stage, and the stage cannot be read
        overall, unread_text = None, unread.message
    if desk.settings.json:
        desk.answer(stakes_value(name, at_stake, overall, unread_text), (), session)
        return
    mode = at_stake.now.totals.rounding
    appealed = f" against {ruling.case}" if name != ruling.case else ""
    in_force = "".join(f"; {each.case} stays in force" for each in other_rulings(at_stake.now.session, ruling))
    desk.say(f"{name}{appealed}   board {ruling.board}, {ruling.seating}{in_force}", "")
    columns = ["outcome", *(f">{contestant or '–'}" for contestant in ruling.seating.pair), "what changes"]
    columns += [f"best {at_stake.cut}" + _stage_suffix(at_stake, overall)] if at_stake.cut else []
    desk.table(columns, [_row(desk, at_stake, overall, each, mode) for each in at_stake.prospects])
    if not desk.settings.plain:
        in_sum = _summary_lines(name, at_stake, overall, unread_text)
        desk.say("", *(part for line in in_sum for part in textwrap.wrap(make_safe(line), desk.width)))
    if unread_text:
        warning = f"warning: what hangs on it in a tournament cannot be told: {unread_text}"
        desk.hint_aside(warning, "hint: `verify` tells where")


def _row(
    desk: Desk, at_stake: Stakes, overall: OverallStakes | None, prospect: PossibleDecision, mode: Rounding
) -> list[str]:
    claimed = f" ({prospect.adjustment!r})" if prospect.name == "as claimed" else ""
    scores = [side_scores_text(at_stake.values(prospect, side), mode) for side in Side]
    changes = [f"places {rank_text(desk, prospect.moved.ranks)}"] if prospect.moved.ranks else []
    before, after = at_stake.match_now, at_stake.match(prospect)
    if before and after and _match_text(before) != _match_text(after):
        changes.append(_match_text(after))
    changes += overall_changes(desk, overall, prospect) if overall else []
    row = [f"{prospect.name}{claimed}", *scores, "; ".join(changes) or "nothing"]
    return [*row, _cut_text(at_stake, overall, prospect)] if at_stake.cut else row


def _cut_text(at_stake: Stakes, overall: OverallStakes | None, prospect: PossibleDecision) -> str:
    """Say who would qualify and who would drop out under an outcome, at the stage's cut or else the session's."""
    if overall:
        coming, dropping = overall.qualifying(prospect)
        level_now, level_after = overall.above.tied, overall.above_if(prospect).tied
        level = f"{', '.join(level_after)} level for the last place" if {*level_after} - {*level_now} else ""
        return "; ".join(filter(None, (cut_changes_text(coming, dropping), level))) or "as it stands"
    return cut_changes_text(*at_stake.qualifying(prospect)) or "as it stands"


def _stage_suffix(at_stake: Stakes, overall: OverallStakes | None) -> str:
    if overall:
        return f" of {overall.stage}"
    return " of each" if len(standings(at_stake.now)) > 1 else ""


def _match_text(match: Match) -> str:
    one, two = match.teams
    note = "" if match.balanced else ", own totals"
    imps = f"{one} {score_text(match.scores[one].value)} : {score_text(match.scores[two].value)} {two}{note}"
    won = f"winner {match.winner}" if match.winner else "tied"
    teams = match.teams if match.victory_points else ()
    points = " : ".join(score_text(match.victory_points[team].value) for team in teams)
    return f"{imps}, {won}" + (f", {points} VP" if points else "")


def _summary_lines(name: str, at_stake: Stakes, overall: OverallStakes | None, unread_text: str) -> Iterator[str]:
    any_result = at_stake.at_any_result
    if not (is_decisive(at_stake, overall) or unread_text):
        stays = f"the places{', who qualifies' if at_stake.cut else ''}{' and the match' if at_stake.match_now else ''}"
        yield f"Nothing hangs on {name}: in every outcome {stays} stay as they are."
    if any_result is None:
        yield "(Scores in IMPs against a field: the outcomes above, not every result there can be.)"
    elif any_result:
        who = ", ".join(sorted({change.contestant for change in any_result}))
        yield f"Over every result there can be on the board, the places of these could change: {who}"
    if at_stake.cut is not None:
        cells = {_cut_text(at_stake, overall, each) for each in at_stake.prospects}
        best = f"The best {at_stake.cut}{_stage_suffix(at_stake, overall)}"
        if overall:
            yield f"{best} as it stands: {above_cut_text(overall)}"
        if len(cells) == 1:
            yield f"{best} are the same in every outcome."


_DRAWN = "drawn wrongly"

_IN_PLACES = ("total", "place", "victory points")
"""The kinds of change that the places in a row show already."""


def find_overall_stakes(desk: Desk, at_stake: Stakes) -> OverallStakes | None:
    """Return what a ruling could change in the session's tournament; None if it had no tournament at that moment.

    Corrupt if the tournament or one of its sessions cannot be read.
    """
    session = at_stake.now.session
    name = desk.office.tournaments.of_session(session.id)
    if name is None:
        return None
    # a moment of a tournament can be named by an event of one of its sessions
    moment = f"{session.id}/{desk.settings.as_of}" if desk.settings.as_of else None
    try:
        return overall_stakes(desk.office.tournaments.at(name, moment), at_stake)
    except Misuse:
        return None  # the tournament was not open at that moment


def overall_changes(desk: Desk, at_stake: OverallStakes, prospect: PossibleDecision) -> Iterator[str]:
    """Yield the changes that an outcome of a ruling would bring to the standings of the tournament."""
    name, moved = at_stake.now.tournament.id, at_stake.moved(prospect)
    for stage in moved.stages:
        if places := places_line(desk, moved, stage.name):
            yield f"over {name}, {stage.name}: places {places}"
        changes = [each for each in moved.of(stage.name) if each.kind not in _IN_PLACES]
        yield from (in_a_line(desk, each, stage) for each in changes if each.kind != _DRAWN)
        if wrong := [each.whose for each in changes if each.kind == _DRAWN and each.after]:
            yield f"{_DRAWN}: {', '.join(wrong)}"


def cut_changes_text(coming: Sequence[str], dropping: Sequence[str]) -> str:
    """Name the contestants who would qualify and who would drop out: '3NS, 5EW in; 1EW out'."""
    sides = ((coming, "in"), (dropping, "out"))
    return "; ".join(f"{', '.join(who)} {word}" for who, word in sides if who)


def above_cut_text(at_stake: OverallStakes) -> str:
    """Name the contestants above the cut and level for its last place: '1NS, 2EW; level for the last place: 3NS'."""
    sure, level = at_stake.above.qualified, at_stake.above.tied
    tied = f"level for the last place: {', '.join(level)}" if level else ""
    return "; ".join(filter(None, (", ".join(sure), tied))) or "nobody"


_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd"}


def earlier_lines(desk: Desk, effect: Effect) -> Iterator[str]:
    """Yield the earlier penalties of a contestant just penalised, and how many were for the same offence."""
    for event in (each.event for each in effect.events):
        if isinstance(event, PenaltyImposed) and isinstance(effect.after, Session):
            yield from _earlier_lines(effect.after, event, earlier_penalties(desk, effect.after, event.case))


def earlier_penalties(desk: Desk, session: Session, case: str) -> list[EarlierPenalty]:
    """Return the earlier penalties of a case's contestant; if its tournament cannot be read, only this session's."""
    with suppress(*UNREADABLE_STREAM):
        return find_earlier_penalties(session, case, desk.office.tournaments.around(session.id))
    return find_earlier_penalties(session, case, None)


def earlier_penalties_json(desk: Desk, effect: Effect) -> list[dict[str, object]]:
    """Return the earlier penalties of the contestants that a command penalised, as JSON."""
    cases = [each.event.case for each in effect.events if isinstance(each.event, PenaltyImposed)]
    penalties = (each for case in cases for each in earlier_penalties(desk, session_of(effect.after), case))
    return [{"session": each.session.id, "case": each.penalty.imposed.case, "alike": each.alike} for each in penalties]


def _earlier_lines(session: Session, event: PenaltyImposed, penalties: list[EarlierPenalty]) -> Iterator[str]:
    if not penalties:
        return
    alike = sum(each.alike for each in penalties) + 1
    for_the_same = f" (this is the {_ORDINALS.get(alike, f'{alike}th')} for the same offence)" if alike > 1 else ""
    yield f"Earlier penalties of {event.contestant}{for_the_same}:"
    for previous in penalties:
        imposed = previous.penalty.imposed
        of = "" if previous.session.id == session.id else f" of {previous.session.id}"
        when = moment_text(previous.penalty.since, session.recorded_at)
        cited = ", ".join(cite_laws(imposed.laws, previous.session.regulations.edition))
        laws = f", Law {cited}" if cited else ""
        what = penalty_text(imposed.amount, imposed.unit, imposed.named)
        yield f"  {imposed.case}{of} {when}: {what}{laws}{reason_suffix(imposed.reason)}"
    named = [name for name, _ in session.regulations.penalties.named]
    if alike > 1 and not event.amount and named:
        law = "".join(f" --law {each}" for each in event.laws)
        yield f"  this is a warning again; the regulations have: `penalty add {event.contestant} {named[0]}{law}`"
