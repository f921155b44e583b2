"""verify: the chain, and what the log says."""

import sys
from typing import Any

import click

from cli.desk import Desk
from cli.settings import Looking
from ledger import codec
from ledger.checks import BASIC, STRICT
from ledger.events import Recorded
from ledger.refusal import Corrupt
from ledger.session import replay
from ledger.store import Store, check_row, to_recorded


@click.command(cls=Looking)
@click.option("--strict", is_flag=True, help="Also work out every score again and check that each derivation gives it.")
@click.pass_context
def verify(context: click.Context, strict: bool) -> None:
    """Check the ledger: every digest from the stored bytes, every body, the replay, the arithmetic. Exit 3 if anything fails.

    \b
    Example:  bridge-ledger verify --strict

    Without a seal kept elsewhere this shows that nobody changed an event without rewriting every later one;
    it cannot show that the whole log was not rewritten.
    """
    desk = Desk(context)
    named = desk.settings.session_id
    names = [desk.office.the_session(named)] if named else desk.store.sessions()
    reports = [_session(desk.store, name, strict) for name in names]
    _print(desk, reports)
    if not all(check["ok"] for report in reports for check in report["checks"]):
        context.exit(3)


def _session(store: Store, name: str, strict: bool) -> dict[str, Any]:
    report: dict[str, Any] = {"session": name, "events": 0, "digest": "", "checks": []}
    log: list[Recorded] = []
    chain = _chain(store, name, report)
    _add(report, "chain", chain)
    body = [] if chain else _bodies(store, name, log)
    if not chain:
        _add(report, "codec", body)
    if chain or body:
        return report
    try:
        session = replay(log, name)
    except Exception as error:
        _add(report, "replay", [{"number": None, "text": f"the log cannot be replayed: {error}"}])
        return report
    _add(report, "replay", [])
    for check, find in (BASIC | STRICT if strict else BASIC).items():
        _add(
            report,
            check,
            [{"number": problem.number, "text": problem.text} for problem in find(session, log)],
        )
    return report


def _chain(store: Store, name: str, report: dict[str, Any]) -> list[dict[str, Any]]:
    number, previous = 0, codec.GENESIS
    try:
        for row in store.rows(name):
            number += 1
            previous = check_row(row, name, number, previous)
    except Corrupt as error:
        return [{"number": error.number, "text": error.message, "hint": error.hint}]
    report.update(events=number, digest=previous.hex())
    return []


def _bodies(store: Store, name: str, log: list[Recorded]) -> list[dict[str, Any]]:
    """Every body reads as its name says, and would be written again byte for byte."""
    try:
        for row in store.rows(name):
            recorded = to_recorded(row)
            if codec.encode(recorded.event) != row.body:
                return [{"number": row.number, "text": f"event #{row.number} is not in canonical form"}]
            log.append(recorded)
    except Corrupt as error:
        return [{"number": error.number, "text": error.message, "hint": error.hint}]
    return []


def _add(report: dict[str, Any], check: str, problems: list[dict[str, Any]]) -> None:
    report["checks"].append({"check": check, "ok": not problems, "problems": problems})


def _print(desk: Desk, reports: list[dict[str, Any]]) -> None:
    ok = all(check["ok"] for report in reports for check in report["checks"])
    if desk.settings.json:
        only = reports[0] if len(reports) == 1 else None
        checks = [{"session": report["session"], **check} for report in reports for check in report["checks"]]
        head = {
            "session": only["session"] if only else None,
            "as_of": only["events"] if only else None,
            "digest": only["digest"] if only else None,
        }
        desk.json("verify/1", None, {**head, "ok": ok, "checks": checks})
        return
    for report in reports:
        desk.say(f"{report['session']}: {report['events'] or '–'} events, digest {report['digest'][:16] or '–'}")
        for check in report["checks"]:
            desk.say(f"  {'ok    ' if check['ok'] else 'FAILED'}  {check['check']}")
            for problem in check["problems"]:
                print(
                    f"error[chain-broken]: {problem['text']}"
                    if check["check"] == "chain"
                    else f"error[{check['check']}]: {problem['text']}",
                    file=sys.stderr,
                )
                if problem.get("hint"):
                    print(f"hint: {problem['hint']}", file=sys.stderr)
    if not reports:
        desk.say("no sessions: nothing to check")
