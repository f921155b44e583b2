"""Serve the office's pages: their certificate, their port, the address that devices open."""

from pathlib import Path
from urllib.parse import urlsplit

from cli.desk.desk import Desk
from cli.pages.printing import Press
from cli.serving.office import OfficeAnswers, OfficeDesk
from cli.serving.office_views import OfficeViews
from cli.serving.server import HallServer, open_socket
from cli.serving.serving import LOOKS_A_SECOND, ServedAt, address, application, is_loopback_host
from cli.shell.background import Background
from cli.terminal.keys import office_key
from cli.terminal.screen import flush, release_output
from ledger.bounds.serving import OFFICE_ANSWERS
from ledger.errors import Misuse
from ledger.office import Office
from ledger.recording.machine_state import OfficeServed, note_office, state_file
from ledger.trust.certificates import evening_certificate, require_certificate


def serve_office(desk: Desk, place: ServedAt, press: Press, certificate: Path | None, *, proxied: bool) -> None:
    """Serve the office's pages of a session or tournament until interrupted; with TLS, unless a proxy speaks it."""
    kept = desk.office.acknowledged
    if kept is None:
        hint = "BRIDGE_LEDGER_STATE=FOLDER"
        raise Misuse("usage", "the office's pages need a folder on this computer for their pairings", hint)
    served, fingerprint = desk.stream().id, ""
    if certificate:
        require_certificate(certificate)
    with open_socket(place.host, place.port) as taken:
        url = place.url or address(place.host, taken.getsockname()[1], "http" if proxied else "https")
        if not (certificate or proxied):
            certificate = state_file(kept, "office.pem")
            fingerprint = evening_certificate(certificate, urlsplit(url).hostname or place.host)

        def office_desk() -> OfficeDesk:
            office = Office.open(desk.settings.database, key=office_key(), state=kept.path.parent, stays=True)
            return OfficeDesk(office, served, OfficeViews(press), kept)

        answers = OfficeAnswers(office_desk, press.source("office.js"), screen=not proxied)
        note_office(kept, OfficeServed(url, fingerprint))
        if desk.settings.json:
            desk.json("serve-office/1", {"session": served, "url": url, "fingerprint": fingerprint})
        else:
            desk.say(f"{served}: the office's pages at {url}; Ctrl-C ends it")
            if fingerprint:
                desk.say(f"fingerprint of the certificate made here (SHA-256): {fingerprint}")
            desk.hint("for each phone: `official pair NAME`, in another window")
            if not place.url and is_loopback_host(place.host):
                desk.hint("only this computer can open it: `serve --office --host 0.0.0.0` lets phones in")
            if not proxied:
                desk.hint("what waits stands there for this computer's own screen too")
        release_output()
        flush()
        app, bell = application(answers.routes, OFFICE_ANSWERS.most), answers.pulse.bell
        looking = Background(desk.settings.database, answers.pulse.look, desk.aside, a_second=LOOKS_A_SECOND)
        looking.start()
        try:
            HallServer(app, bell.arrive, bell.leave, None if proxied else certificate).run(sockets=[taken])
        finally:
            looking.end()
            answers.close()
