"""The events of a call to a table in words, with its polls and its evidence."""

from cli.words.language import Wording, number_text, say, say_of
from cli.words.vocabulary import ANSWERS, SEATS, STAGES, counted, put_in_quotes
from ledger.kernel.fact import Event
from ledger.kernel.free_text import is_gone
from ledger.laws.edition import Edition
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled, EvidenceFiled, FactsStated, PollOpened, PollTaken


def event_text(event: Event) -> str | None:
    """Format an event of a call to a table in a line, without its reason; None for other events."""
    match event:
        case DirectorCalled():
            who = say(" v ").join(label for label in (event.ns, event.ew) if label)
            place = called_where(event) + (f", {who}" if who else "")
            if event.on_device:
                stage = say("at %(on_device)s", on_device=event.on_device)
            else:
                stage = STAGES[event.stage] + (say(", trick %(trick)s", trick=event.trick) if event.trick else "")
            return f"{event.case} {place}: {SEATS[event.caller]}, {stage}: {put_in_quotes(event.alleged)}"
        case FactsStated():
            return say_of(
                event, "%(case)s facts %(found)s: %(facts)s", found=say("agreed") if event.agreed else say("disputed")
            )
        case CallAnswered():
            to = say_of(event, " to %(to)s") if event.to else ""
            return f"{event.case} {ANSWERS[event.answer]}{to}"
        case PollTaken():
            return say_of(
                event, "%(case)s poll of %(answers)s: %(result)s", answers=len(event.answers), result=poll_result(event)
            )
        case PollOpened():
            return say_of(
                event,
                "%(case)s poll open to %(players)s: %(question)s",
                players=counted(event.links, "player"),
                question=put_in_quotes(event.question),
            )
        case EvidenceFiled():
            public = say(", public") if event.public else ""
            return say_of(event, "%(case)s evidence: %(piece)s%(public)s", piece=evidence_text(event), public=public)
    return None


def called_where(event: DirectorCalled) -> str:
    """Name the board and table of a call, if known; 'table 3, round 2' for a call by button."""
    table = say("table %(table)s", table=event.table) if event.table else ""
    if event.board is None:
        return say("%(table)s, round %(round)s", table=table, round=event.round) if event.round else table
    return say("board %(board)s %(table)s", board=event.board, table=table).rstrip()


def poll_result(poll: PollTaken) -> str:
    """Count the answers to a poll: 'Pass 4 (considered by 1 more), 5H 1 (considered by 2 more)'."""
    chosen = [answer.chose for answer in poll.answers]
    considered = [each for answer in poll.answers for each in answer.considered if each != answer.chose]
    by_votes = sorted(dict.fromkeys(chosen + considered), key=lambda each: -chosen.count(each))
    votes = []
    for action in by_votes:
        more = considered.count(action)
        also = say(" (considered by %(considered)s more)", considered=more) if more else ""
        votes.append(f"{action} {chosen.count(action)}{also}")
    return ", ".join(votes)


def threshold_lines(poll: PollTaken, edition: Edition) -> list[str]:
    """Say how many considered and chose each action, and what the Law asks of a logical alternative."""
    chosen, lines = [each.chose for each in poll.answers], list[str]()
    weighed = [{each.chose, *each.considered} for each in poll.answers]
    for action in dict.fromkeys(each for answer in poll.answers for each in (answer.chose, *answer.considered)):
        count, total = sum(action in each for each in weighed), len(weighed)
        lines.append(
            say(
                "%(action)s: considered by %(count)s of %(total)s (%(percent)s%%), chosen by %(chosen)s",
                action=action,
                count=count,
                total=total,
                percent=(200 * count + total) // (2 * total),
                chosen=chosen.count(action),
            )
        )
    if lines:
        logical = say("logical: what a significant proportion seriously considers, and some might choose")
        lines.append(logical + edition.law("logical-alternative", " (%s)"))
    return lines


KINDS = Wording(
    {
        "jpeg": "photo (JPEG)",
        "png": "picture (PNG)",
        "webp": "picture (WebP)",
        "heic": "photo (HEIC)",
        "gif": "picture (GIF)",
        "pdf": "PDF",
        "mp4": "video (MP4)",
        "mov": "video (MOV)",
        "text": "text",
    }
)
"""The names of the kinds of evidence; the first bytes of a file tell its kind."""


def evidence_text(filed: EvidenceFiled) -> str:
    """Describe a piece of evidence: 'photo (JPEG), 3.1 MB: the bidding cards'; with a note if the file is gone."""
    about = file_description(filed.what, filed.file if is_gone(filed.file) else "")
    return f"{KINDS[filed.kind]}, {size_text(filed.size)}" + (f": {about}" if about else "")


def file_description(what: str, gone: str) -> str:
    """Return the description of a file, then the reason why the file is gone; one text if they are equal."""
    return "; ".join(dict.fromkeys(each for each in (str(what), str(gone)) if each))


def size_text(size: int) -> str:
    """Format the size of a file in decimal units: '812 bytes', '41.2 kB', '3.1 MB'."""
    for unit, word in ((1_000_000, "MB"), (1_000, "kB")):
        if size >= unit:
            tenths = size * 10 // unit
            return f"{number_text(f'{tenths // 10}.{tenths % 10}')} {word}"
    return counted(size, "byte")
