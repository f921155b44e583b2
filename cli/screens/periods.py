"""When the periods end, at the head of what hangs on them."""

from cli.desk.output import Output
from cli.screens.times import until_text
from ledger.session import Stream
from ledger.session.ruling_states import correction_deadline, request_deadline


def say_periods(out: Output, stream: Stream, now: int) -> None:
    """When the periods end; not among tab-separated lines."""
    if out.settings.plain:
        return
    if not stream.publications:
        said = "published, and taken back" if stream.given_out else "not published"
        out.say(f"Scores {said}: no period is running.", "")
        return
    corrections, requests = until_text(correction_deadline(stream), now), until_text(request_deadline(stream), now)
    out.say(f"Corrections of the score: {corrections}.")
    out.say(f"Rulings and appeals: {requests}; a later ruling has its own time.", "")
