"""The events of play in words: results, who takes part, who the players are."""

import shlex

from cli.words.language import Wording, language_in_use, record_name, say, say_counted, say_of
from cli.words.notation import (
    and_text,
    board_ranges_text,
    lead_text,
    result_text,
    seating_text,
    short_text,
    side_text,
    stated_text,
)
from cli.words.vocabulary import (
    ERASED_BECAUSE,
    FAULTS,
    SCORINGS,
    SEATS,
    WITHOUT_STANDING,
    counted,
    name_seated,
    profile_text,
    put_in_quotes,
    winners_text,
)
from ledger.kernel.at_table import AtTable
from ledger.kernel.fact import Event
from ledger.kernel.free_text import is_gone
from ledger.labels import typed_boards
from ledger.projections.movement import MissingSitOut
from ledger.subjects.participation.facts import (
    BoardNotPlayed,
    ContestantDisqualified,
    ContestantWithdrew,
    PlayPostponed,
    SatOut,
    StandingWithheld,
    SubstituteSeated,
)
from ledger.subjects.people.facts import PlayersNamed, TextErased
from ledger.subjects.play.facts import (
    BoardFouled,
    BoardsAdded,
    BoardsRemoved,
    CarryOverSet,
    ContestantsEntered,
    ContestantsRemoved,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultsExpected,
    ResultVoided,
    SessionOpened,
)
from ledger.subjects.queries import ResultConfirmed, ResultQueried
from ledger.subjects.queue.facts import LineSettled
from ledger.subjects.seating.facts import Reseated, SeatingCorrected

_FEW = 8


def event_text(event: Event) -> str | None:
    """Format an event of entry or play in a line, without its reason; None for other events."""
    match event:
        case SessionOpened():
            boards = board_ranges_text(list(event.boards))
            regulations = say("regulations %(profile)s", profile=profile_text(event.regulations.profile))
            return say_of(
                event,
                "session opened: %(title)s, %(scoring)s, %(winners)s, %(boards)s, %(regulations)s",
                scoring=SCORINGS[event.scoring],
                winners=winners_text(event.winners),
                boards=boards,
                regulations=regulations,
            )
        case ContestantsEntered():
            return say("contestants entered: %(shown)s", shown=_listed(event.contestants))
        case ContestantsRemoved():
            return say("contestants taken out: %(shown)s", shown=_listed(event.contestants))
        case BoardsAdded():
            return say("%(boards)s added", boards=board_ranges_text(list(event.boards)))
        case BoardsRemoved():
            return say("%(boards)s taken out", boards=board_ranges_text(list(event.boards)))
        case ResultRecorded():
            lead = say(", lead %(lead)s", lead=lead_text(event.lead)) if event.lead else ""
            return f"{at_table(event)}: {result_text(event.result, False)}{lead}"
        case ResultCorrected():
            return say(
                "%(at_table)s: corrected to %(result)s%(agreed)s",
                at_table=at_table(event),
                result=result_text(event.result, False),
                agreed=agreed_text(event),
            )
        case SeatingCorrected():
            tables = "; ".join(seating_change_text(each) for each in event.tables)
            return say_of(event, "board %(board)s, %(tables)s", tables=tables)
        case ResultVoided():
            return say("%(at_table)s: result voided", at_table=at_table(event))
        case BoardFouled():
            who = ", ".join(seating_text(seating) for seating in event.tables)
            version = (
                say_of(event, "played version %(version)s") if event.version else say("played the board as it was")
            )
            return say_of(event, "board %(board)s, %(who)s: %(version)s", who=who, version=version)
        case RegulationsAmended():
            return say("regulations amended: %(profile)s", profile=profile_text(event.regulations.profile))
        case CarryOverSet():
            return say_of(event, "%(contestant)s carries over %(imps)s IMPs", imps=stated_text(event.imps))
        case ResultsExpected():
            how_many = counted(event.results, "result") if event.results else say("as many results as any board has")
            return say("expected of every board: %(how_many)s", how_many=how_many)
    return _participation_text(event) or _records_text(event)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= _FEW else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"


def agreed_text(event: ResultCorrected) -> str:
    """Name the sides that agreed to a correction: ', agreed by NS and EW'; '' if none is recorded."""
    return say(", agreed by %(agreed)s", agreed=and_text([*map(side_text, event.agreed)])) if event.agreed else ""


def seating_change_text(change: Reseated) -> str:
    """Describe a change of seats: 'table 3: 4 v 9 instead of 5 v 9'."""
    was, current = change.was, change.now
    table = say("table %(table)s: ", table=current.table) if current.table else ""
    changes = (
        [say("%(now)s instead of %(was)s", now=seating_text(current), was=seating_text(was))]
        if current.pair != was.pair
        else [seating_text(current)]
    )
    if was.table and current.table != was.table:
        changes.append(say("instead of table %(table)s", table=was.table))
    if current.round != was.round and current.round:
        changes.append(
            say("round %(round)s", round=current.round)
            + (say(" instead of %(round)s", round=was.round) if was.round else "")
        )
    return table + ", ".join(changes)


def at_table(event: AtTable) -> str:
    """Name the board and the contestants of an event: 'board 3, 1NS v 3EW'."""
    return say("board %(board)s, %(who)s", board=event.board, who=name_seated(event.ns, event.ew))


def where_text(event: AtTable) -> str:
    """Name the board, the table (if it is known) and the contestants of an event: 'board 3 table 2, 1NS v 3EW'."""
    table = say("table %(table)s, ", table=event.table) if event.table else ""
    return say("board %(board)s %(table)s%(who)s", board=event.board, table=table, who=name_seated(event.ns, event.ew))


_BECAME = Wording({"resolved": "seen to", "skipped": "left out", "put-right": "put right since"})


def _participation_text(event: Event) -> str | None:
    match event:
        case BoardNotPlayed():
            return say("%(at_table)s: not played, %(fault)s", at_table=at_table(event), fault=fault_text(event))
        case PlayPostponed():
            return say("%(at_table)s: to be played later", at_table=at_table(event))
        case SatOut():
            when = [
                say_of(event, "round %(round)s") if event.round else "",
                board_ranges_text(list(event.boards)) if event.boards else "",
                say_of(event, "instead of meeting %(opponent)s") if event.opponent else "",
            ]
            details = ", ".join(part for part in when if part)
            return say_of(event, "%(contestant)s sits out") + (f": {details}" if details else "")
        case SubstituteSeated():
            rounds = say(" in %(rounds)s", rounds=rounds_text(event.rounds)) if event.rounds else ""
            from_ = say_of(event, ", of %(plays_for)s") if event.plays_for else ""
            seat = f"{event.contestant} {SEATS[event.seat]}"
            return say_of(
                event,
                "%(seat)s: player %(player)s%(from_)s sits as a substitute%(rounds)s",
                seat=seat,
                from_=from_,
                rounds=rounds,
            )
        case StandingWithheld():
            cause = WITHOUT_STANDING[event.cause]
            return say_of(event, "%(contestant)s plays without standing%(what)s", what=f", {cause}" if cause else "")
        case ContestantWithdrew():
            after = say_of(event, " after round %(after_round)s") if event.after_round else ""
            of = say_of(event, ", of %(of)s it was to play") if event.of else ""
            good = say(", for a good reason") if event.good_reason else ""
            fine = say(", fined %(fine)s%% a board", fine=short_text(event.fine)) if event.fine else ""
            stand = say("; scores against it stand") if event.stand else ""
            return say_of(
                event,
                "%(contestant)s withdrew%(after)s%(of)s%(good)s%(fine)s%(stand)s",
                after=after,
                of=of,
                good=good,
                fine=fine,
                stand=stand,
            )
        case ContestantDisqualified():
            laws = say(" under Law %(laws)s", laws=", ".join(event.laws)) if event.laws else ""
            return say_of(event, "%(contestant)s disqualified%(laws)s, by %(authority)s", laws=laws)
    return None


def fault_text(event: BoardNotPlayed) -> str:
    """Name the sides at fault for an unplayed board: 'NS at fault, EW partly'; or say that it is not scored."""
    if event.replaced_by:
        return say("no board for either side, board %(board)s in its place", board=event.replaced_by)
    if not event.scored:
        return say("no board for either side")
    partly = {"NS": say("NS partly"), "EW": say("EW partly"), "both": say("both partly")}.get(event.partly)
    if partly is None:
        return FAULTS[event.fault]
    return (
        say("%(partly)s at fault", partly=partly)
        if event.fault in ("none", "outside")
        else f"{FAULTS[event.fault]}, {partly}"
    )


def rounds_text(rounds: tuple[int, ...]) -> str:
    """Format rounds: 'round 3', 'rounds 3, 4'."""
    return say_counted("round %(rounds)s", "rounds %(rounds)s", len(rounds), rounds=", ".join(map(str, rounds)))


def sit_out_command(missing: MissingSitOut) -> str:
    """Format the command that records a sit-out: 'contestant sit-out 1EW --round 3 --boards 4-6 --against 3NS'."""
    boards = f" --boards {typed_boards(missing.boards)}" if missing.boards else ""
    against = f" --against {shlex.quote(missing.opponent)}" if missing.opponent else ""
    return f"contestant sit-out {shlex.quote(missing.contestant)} --round {missing.round}{boards}{against}"


_SHOWN = 2


def _records_text(event: Event) -> str | None:
    """Format an event on result queries, lines set aside, players' names or erased texts; None for other events."""
    match event:
        case ResultQueried():
            return say(
                "%(where)s: result queried: %(question)s",
                where=where_text(event),
                question=put_in_quotes(event.question),
            )
        case ResultConfirmed():
            by = say(" by %(sides)s", sides=and_text([*map(side_text, event.sides)])) if event.sides else ""
            return say("%(where)s: result confirmed%(by)s", where=where_text(event), by=by)
        case LineSettled():
            return say_of(event, "line #%(of)s %(became)s", became=_BECAME[event.outcome])
        case PlayersNamed():
            players = []
            for player in event.players[:_SHOWN]:
                known = player.member_number and not is_gone(player.member_number)
                number = f" ({player.member_number})" if known else ""
                players.append(say_of(player, "%(contestant)s player %(seat)s is %(name)s%(number)s", number=number))
            named = "; ".join(players)
            more_players = len(event.players) - _SHOWN
            return say("players named: %(named)s", named=named) + (
                say("; and %(left)s more", left=more_players) if more_players > 0 else ""
            )
        case TextErased():
            erased = []
            for text in event.texts[:_SHOWN]:
                names = (record_name(part.replace("_", " ")) for part in text.field.split(".") if not part.isdigit())
                field = ", ".join(names) if language_in_use().tag != "en" else text.field
                erased.append(say("%(field)s of #%(event)s", field=field, event=text.event))
            fields = ", ".join(erased)
            more_texts = len(event.texts) - _SHOWN
            more = say(", and %(left)s more", left=more_texts) if more_texts > 0 else ""
            return say(
                "%(texts)s erased, %(because)s: %(shown)s%(more)s",
                texts=counted(len(event.texts), "text"),
                because=ERASED_BECAUSE[event.because],
                shown=fields,
                more=more,
            )
    return None
