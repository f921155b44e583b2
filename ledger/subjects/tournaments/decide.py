"""Decide the stages, sessions, entrants, links and lots of a tournament; and undo them."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from ledger.bounds.tournaments import BYE, COUNTED, LEAST_SESSIONS, SEED, SITTING, WINNERS
from ledger.errors import Refusal
from ledger.guards.entering import check_each_once, name_players_at_entry
from ledger.guards.stages import (
    check_carry,
    check_name,
    check_within,
    list_draws_of_stage,
    require_session_of,
    require_stage,
)
from ledger.kernel.fact import TakenBack
from ledger.labels import natural, require_session_name
from ledger.laws.regulations import StageRules, usual_rules
from ledger.overall.people import entered_people
from ledger.session.response import Actor, ProposedEvent, Undoing, refuse_if_taken_back
from ledger.session.stream import Stream
from ledger.subjects.brackets.state import field_of
from ledger.subjects.draws.state import everyone
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments import facts, who_is_who
from ledger.subjects.tournaments.state import Tournament, players_of

_UNIT = re.compile(r"[1-9][0-9]{0,2}|0\.(?!0+$)[0-9]{1,4}", re.ASCII)

_LEAST = re.compile(r"[0-9]{1,4}|(100|[1-9]?[0-9])%", re.ASCII)


def open_tournament(command: facts.OpenTournament, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Open a tournament; refused if a session or another tournament has the same name."""
    require_session_name(stream.id)
    if stream.opened:
        what = "tournament" if isinstance(stream, Tournament) else "session"
        raise Refusal("session-exists", f"{stream.id} is a {what} already", "choose another name")
    return (ProposedEvent(facts.TournamentOpened(command.title, command.regulations)),)


def add_stage(command: facts.AddStage, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Add a stage, as the last one or before another stage; refused if it exists, or if its rules give no total."""
    check_name(command.name, "a stage")
    if command.name in tournament.stages:
        raise Refusal("stage-exists", f"there is a stage {command.name} already", "`tournament stage amend` changes it")
    rules = command.rules or usual_rules(command.format)
    check_rules(rules)
    _check_all_count(command.format, rules)
    if command.before:
        require_stage(tournament, command.before)
    return (ProposedEvent(facts.StageAdded(command.name, command.format, rules, before=command.before)),)


def amend_stage(command: facts.AmendStage, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Amend the format or rules of a stage; refused if a carry-forward rule in force would no longer fit."""
    current = require_stage(tournament, command.name)
    if (current.format, current.rules) == (command.format, command.rules):
        raise Refusal("nothing-to-change", f"{command.name} has these rules already", "`tournament show`")
    check_rules(command.rules)
    _check_all_count(command.format, command.rules)
    amended = facts.StageAmended(command.name, command.format, command.rules, reason=command.reason)
    check_carried(tournament, amended)
    return (ProposedEvent(amended),)


def check_rules(rules: StageRules) -> None:
    """Refuse the rules of a stage if no total can be computed from them."""
    check_within(COUNTED, rules.best)
    check_within(LEAST_SESSIONS, rules.least_sessions)
    check_within(BYE, rules.bye)
    check_within(WINNERS, rules.winners)
    for unit in (rules.unit, *([] if rules.session_unit == "exact" else [rules.session_unit])):
        if not _UNIT.fullmatch(unit):
            raise Refusal("bad-stage-rules", f"nothing is rounded to {unit[:40]!r}", "a unit is 1, 0.5, 0.01, …")
    if not _LEAST.fullmatch(rules.least_boards):
        message = f"{rules.least_boards[:40]!r} is no number of boards"
        raise Refusal("bad-stage-rules", message, "a number of boards, 24, or a part of the most, 50%")
    if len({*rules.ties}) < len(rules.ties) or {"shared", "again"} & {*rules.ties[:-1]} or rules.ties == ("again",):
        message = f"ties cannot be split by {', '.join(rules.ties)}"
        raise Refusal("bad-stage-rules", message, "each rule once; `shared` or `again` ends the list")
    if rules.per_board and rules.adds != "imps":
        raise Refusal("bad-stage-rules", f"{rules.adds} are not ranked by the board", "--adds imps --per-board")
    if 0 < rules.best < rules.least_sessions:
        message = f"--least-sessions {rules.least_sessions} is more than --best {rules.best}"
        raise Refusal("bad-stage-rules", message, "--least-sessions is at most --best")


def _check_all_count(format_: facts.StageFormat, rules: StageRules) -> None:
    """Refuse rules that leave matches out (`best`, `per_board`) for an all-play-all, where every match counts."""
    if format_ == "all-play-all" and rules.per_board:
        raise Refusal(
            "bad-stage-rules", "a total in an all-play-all comes from matches", "--added-up, or --format sessions"
        )
    if format_ == "all-play-all" and rules.best:
        message = f"every match of an all-play-all counts, not only {rules.best} of the sessions"
        raise Refusal("bad-stage-rules", message, "--best 0, or --format sessions")


def add_session(command: facts.AddSession, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Add a session to a stage; refused if a tournament has it, or if contestants play twice or did not qualify."""
    require_stage(tournament, command.stage)
    if command.elsewhere:
        message = f"session {command.session} belongs to {command.elsewhere}"
        hint = f"`tournament remove {command.session} --tournament {command.elsewhere}` first"
        raise Refusal("in-another-tournament", message, hint)
    if was := tournament.sessions.get(command.session):
        message = f"session {command.session} is sitting {was.sitting} of {was.stage} already"
        raise Refusal("added-already", message, f"`tournament remove {command.session}` first")
    beside = tournament.in_stage(command.stage)
    sitting = max((each.sitting for each in beside), default=0) + 1 if command.sitting is None else command.sitting
    check_within(SITTING, sitting)
    section = command.section
    if section and not (section.isascii() and section.isalpha() and section.isupper() and len(section) <= 3):
        raise Refusal("bad-section", f"{section[:80]!r} is no section", "a section is A, B, … up to three letters")
    added = facts.SessionAdded(command.stage, command.session, sitting, command.section)
    for taken in beside:
        if (taken.sitting, taken.section) == (sitting, command.section):
            message = f"session {taken.session} is sitting {sitting} of {command.stage}" + (
                f", section {command.section}" if command.section else ""
            )
            raise Refusal("sitting-taken", message, "--section B for another section of it, --sitting for another one")
    with_it, playing = tournament.supposing(added), command.contestants.get(command.session, ())
    links = who_is_who.stated_links(with_it, command)
    if command.by_people:
        links += who_is_who.find_links_by_people(with_it, command, links)
    linked = _suppose_linked(with_it, links, playing)
    typed = ["tournament", "add", command.session, "--stage", command.stage]
    typed += [] if command.sitting is None else ["--sitting", str(command.sitting)]
    typed += ["--section", command.section] if command.section else []
    who_is_who.check_people(linked, command, links, typed)
    check_once(linked, added, command.contestants)
    check_qualified(linked, added, playing, new=True)
    return (ProposedEvent(added), *who_is_who.linked_events(links, tournament.number + 1))


def check_once(tournament: Tournament, added: facts.SessionAdded, contestants: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a contestant that would play twice in one sitting: in two sessions at a time, or under two numbers."""
    together = [each for each in tournament.in_stage(added.stage) if each.sitting == added.sitting]
    playing = Counter(
        tournament.entrant_of(each.session, contestant)
        for each in together
        for contestant in contestants.get(each.session, ())
    )
    if twice := [entrant for entrant, times in playing.items() if times > 1]:
        where = ", ".join(each.session for each in together)
        message = f"{', '.join(twice)} would play twice at sitting {added.sitting} of {added.stage} ({where})"
        hint = "--section tells sections apart; or link contestants to entrants after the session's name: 1=A1 2=B2"
        raise Refusal("plays-twice", message, hint)


def check_qualified(
    tournament: Tournament, added: facts.SessionAdded, contestants: tuple[str, ...], *, new: bool = False
) -> None:
    """Refuse contestants of a session that did not qualify for its stage by a cut."""
    known = tournament.qualified.qualifiers(added.stage)
    playing = {each: tournament.entrant_of(added.session, each) for each in contestants}
    if strangers := {each: who for each, who in playing.items() if known is not None and who not in known}:
        message = f"{', '.join(strangers.values())} of {added.session} did not qualify for {added.stage}"
        label, stranger = next(iter(strangers.items()))
        admit = f"`tournament qualify STAGE --into {added.stage} --also {stranger}`"
        words = ["add", added.session, "--stage", added.stage] if new else ["link", added.session]
        who = f"if {label} is another entrant: `{shlex.join(['tournament', *words, f'{label}=ENTRANT'])}`"
        raise Refusal("not-qualified", message, f"{who}; `tournament qualified` shows who did; to admit it: {admit}")


def remove_session(command: facts.RemoveSession, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Remove a session from the tournament; after a publication of the standing only with a reason."""
    number = require_session_of(tournament, command.session)
    if tournament.given_out and not command.reason.strip():
        message = f"the tournament's standing was published: why does {command.session} not count?"
        raise Refusal("needs-cause", message, '--reason "a club game, not of the event"')
    return (ProposedEvent(TakenBack(number, "session-added", reason=command.reason), (number,)),)


def enter_entrants(command: facts.EnterEntrants, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Enter contestants with their players in the tournament, or change stratum or seed; refused if nothing changes."""
    known = tournament.entrants
    labels = [entrant.label for entrant in command.entrants]
    check_each_once(labels)
    seen: dict[str, str] = {}
    for label in [*known, *(each for each in labels if each not in known)]:
        if (first := seen.setdefault(label.casefold(), label)) != label:
            message = f"{first} and {label} differ in capitals alone"
            raise Refusal("bad-contestants", message, f"type {first} if they are one, another name if they are two")
    for entrant in command.entrants:
        check_name(entrant.label, "a contestant")
        check_within(SEED, *filter(None, [entrant.seed]))
        if entrant.stratum:
            check_name(entrant.stratum, "a stratum")
    new = tuple(each for each in command.entrants if known.get(each.label) != each)
    named = name_players_at_entry(command.players, entered_people(tournament), players_of(tournament))
    if not (new or named):
        raise Refusal("nothing-to-change", "these contestants are all entered like this already", "`tournament show`")
    return *([ProposedEvent(facts.EntrantsEntered(new))] if new else []), *named


def link_contestants(command: facts.LinkContestants, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record which entrants of the tournament a session's contestants are, each once; refused if nothing changes."""
    number = require_session_of(tournament, command.session)
    links = who_is_who.stated_links(tournament, command)
    if not links:
        raise Refusal("nothing-to-change", "these contestants are linked like this already", "`tournament show`")
    linked = _suppose_linked(tournament, links, command.contestants)
    added = linked.sessions[command.session]
    who_is_who.check_people(linked, command, links, ["tournament", "link", command.session])
    check_once(linked, added, {**command.beside, command.session: command.contestants})
    check_qualified(linked, added, tuple(link.contestant for link in links))
    return who_is_who.linked_events(links, number)


def _suppose_linked(tournament: Tournament, links: who_is_who.Links, contestants: Sequence[str]) -> Tournament:
    for link in links:
        check_name(link.entrant, "a contestant")
        if contestants and link.contestant not in contestants:
            message = f"{link.contestant} does not play in {link.session}"
            raise Refusal("no-such-contestant", message, f"`session show --session {link.session}`")
    return tournament.supposing(*links)


def draw_lot(command: facts.DrawLot, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the order in which a lot puts tied contestants of a stage; refused for one alone, or without a score."""
    require_stage(tournament, command.stage)
    order = command.order
    if len(order) < 2 or len({*order}) < len(order):
        raise Refusal("bad-contestants", f"no lot is drawn between {', '.join(order)}", "two or more, each once")
    if unknown := [each for each in order if each not in command.playing]:
        message = f"{', '.join(unknown)} has no score in {command.stage}"
        raise Refusal("no-such-contestant", message, "`tournament standings` shows who has")
    return (ProposedEvent(facts.LotDrawn(command.stage, order, command.reason, heads=command.heads)),)


def _remove_stage(event: facts.StageAdded, command: Undo, tournament: Tournament, actor: Actor) -> None:
    if event.name not in tournament.stages:
        raise Refusal("undo-nothing", f"there is no stage {event.name} any more", "`tournament show`")
    if inside := tournament.in_stage(event.name):
        names = ", ".join(each.session for each in inside)
        message = f"stage {event.name} has sessions: {names}"
        raise Refusal("has-dependants", message, f"`tournament remove {inside[0].session}` first")
    if tournament.qualified.concerns(event.name):
        message = f"a cut, a carry-forward or a withdrawal rests on stage {event.name}"
        raise Refusal("has-dependants", message, "`tournament qualified` shows it: undo that first")
    lots = ((at, f"a lot was drawn for {event.name}") for at, lot in tournament.lots.items() if lot.stage == event.name)
    for number, what in (*list_draws_of_stage(event.name, tournament), *lots):
        raise Refusal("has-dependants", f"{what} (#{number})", f"`undo {number}` first")


def _unamend(
    event: facts.StageAmended, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[ProposedEvent, ...]:
    versions, number = tournament.versions.get(event.name, ()), command.target.number
    if number not in [each for each, _ in versions]:
        message = f"the change of stage {event.name} in #{number} is not in force any more: it cannot be undone"
        raise Refusal("undo-nothing", message, "`tournament show` prints the rules in force")
    if (last := versions[-1][0]) != number:
        message = f"{event.name} was changed since #{number}, last in #{last}"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    before = versions[-2][1]
    again = facts.StageAmended(before.name, before.format, before.rules, reason=command.reason)
    check_carried(tournament, again)
    return (ProposedEvent(again, (number,)),)


def _remove(
    event: facts.SessionAdded, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[ProposedEvent, ...]:
    if tournament.added.get(event.session) != command.target.number:
        raise Refusal("undo-nothing", f"{event.session} was taken out, or added anew, since", "`tournament show`")
    return remove_session(facts.RemoveSession(event.session, command.reason), tournament, actor)


def _unenter(event: facts.EntrantsEntered, command: Undo, tournament: Tournament, actor: Actor) -> None:
    number = command.target.number
    if number not in tournament.facts.facts:
        raise Refusal("undo-nothing", f"the entry of #{number} was taken back already", "`tournament show`")
    gone = tournament.entrants.keys() - tournament.without(number).entrants.keys()
    for first, what in _places_of(gone, tournament):
        raise Refusal("has-dependants", what, f"`undo {first} --session {tournament.id}` first")


def _places_of(gone: Set[str], tournament: Tournament) -> Iterator[tuple[int, str]]:
    """Yield (event to undo first, message) for each bracket, draw and cut that contains a contestant of `gone`."""
    for stage, (number, bracket) in tournament.knockouts.brackets.items():
        if placed := gone & {*field_of(bracket)}:
            decided = tournament.knockouts.of_stage(stage)
            what = f"the bracket of {stage} (#{number}) contains {_list_names(placed)}"
            yield decided[-1][0] if decided else number, what
    for (stage, round_), (number, drawn) in tournament.drawn.rounds.items():
        if placed := gone & {*everyone(drawn)}:
            last = tournament.drawn.number(stage, tournament.drawn.last(stage))
            yield last or number, f"the draw of round {round_} of {stage} (#{number}) contains {_list_names(placed)}"
    for (source, into), cut in tournament.qualified.cuts.items():
        if placed := gone & {*cut.now}:
            last = cut.changes[-1][0] if cut.changes else cut.number
            yield last, f"the cut from {source} into {into} (#{cut.number}) contains {_list_names(placed)}"


def _list_names(entrants: Set[str]) -> str:
    return ", ".join(sorted(entrants, key=natural))


def _unlink(event: facts.ContestantLinked, command: Undo, tournament: Tournament, actor: Actor) -> None:
    number, who = command.target.number, (event.session, event.contestant)
    links_made = tournament.links_of_contestants.get(who, ())
    if number not in [each for each, _ in links_made]:
        message = f"the link {event.contestant}={event.entrant} of {event.session} was taken back already"
        raise Refusal("undo-nothing", message, "`tournament show` shows who is who")
    if (last := links_made[-1][0]) != number:
        message = f"{event.contestant} of {event.session} was linked to {links_made[-1][1].entrant} since (#{last})"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    unlinked = tournament.without(number)
    if added := unlinked.sessions.get(event.session):
        entrant = unlinked.entrant_of(added.session, event.contestant)
        for beside in (each.session for each in unlinked.in_stage(added.stage) if each.sitting == added.sitting):
            links = unlinked.links.get(beside, {})
            for label in dict.fromkeys([*links, *command.contestants.get(beside, ())]):
                if (beside, label) == who or unlinked.entrant_of(beside, label) != entrant:
                    continue
                since = f" (#{unlinked.links_of_contestants[beside, label][-1][0]})" if label in links else ""
                message = f"{entrant} would play twice: {label} of {beside} is {entrant}{since}"
                both = [f"{event.contestant}={entrant}"] if beside == added.session else []
                line = shlex.join(["tournament", "link", beside, *both, f"{label}=ENTRANT"])
                raise Refusal("plays-twice", message, f"say who it is: `{line}`")
        check_qualified(unlinked, added, (event.contestant,))


def check_carried(tournament: Tournament, amended: facts.Stage) -> None:
    """Refuse (bad-carry) to amend a stage if a rule of carry-forward in force would not fit it any more."""
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


UNDO: Undoing = {
    facts.StageAdded: _remove_stage,
    facts.StageAmended: _unamend,
    facts.SessionAdded: _remove,
    facts.EntrantsEntered: _unenter,
    facts.ContestantLinked: _unlink,
    facts.LotDrawn: refuse_if_taken_back("that lot was taken back already", "`tournament standings`"),
}
