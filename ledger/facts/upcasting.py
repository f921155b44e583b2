"""Events of earlier versions, read as those of today: a step for each version there was.

A step is a pure function from the body of one version to that of the next. It is taken after the digest of the event
was checked; what is stored stays as it was recorded. What does not fit raises msgspec.ValidationError, here or where
the body of the newest version is decoded.
"""

from collections.abc import Callable

import msgspec

Body = dict[str, object]
"""The body of an event as decoded JSON."""


def _with_round_and_table(body: Body) -> Body:
    """A table's score was told by who met there; now also by round and table, which such an event did not say."""
    return {**body, "round": None, "table": None}


def _with_round(body: Body) -> Body:
    """It named the table, and no round."""
    return {**body, "round": None}


def _fouled_by_table(body: Body) -> Body:
    """Tables were [ns, ew]."""
    tables = msgspec.convert(body.get("tables"), list[tuple[str, str]])
    return {**body, "tables": [{"ns": ns, "ew": ew} for ns, ew in tables]}


def _reopened_at(body: Body) -> Body:
    """Where only one table's board was reopened, it was told by `ns` and `ew`."""
    rest = {name: value for name, value in body.items() if name not in ("ns", "ew")}
    return {**rest, "at": {"ns": body["ns"], "ew": body.get("ew")}} if body.get("ns") else rest


def _against(body: Body) -> Body:
    """An appeal was against a ruling only, and named it so."""
    rest = {name: value for name, value in body.items() if name != "ruling"}
    return {**rest, "against": body["ruling"]}


def _before_parts_in_a_committee(body: Body) -> Body:
    """Who was chairman of a committee, or wrote it down, was not said."""
    return body


def _regulations_of_every_award(body: Body) -> Body:
    """Law 12C2(d) varied A+ alone, and once; A+ and A− were as many IMPs; those of pairs were rounded as of teams."""
    regulations = msgspec.convert(body.get("regulations"), Body)
    imps = msgspec.convert(regulations.get("imps"), Body)
    return {
        **body,
        "regulations": {
            **regulations,
            "artificial": _of_every_award(msgspec.convert(regulations.get("artificial"), Body)),
            "imps": {**imps, "last": imps.get("board")},
        },
    }


def _of_every_award(rules: Body) -> Body:
    kept = {name: value for name, value in rules.items() if name not in ("imps", "first", "then")}
    imps = msgspec.convert(rules.get("imps"), int)
    further = [["A+", rules["first"], rules.get("then")]] if rules.get("first") else []
    return {**kept, "imps_plus": imps, "imps_minus": -imps, "further": further}


def _before_matches_of_pairs(body: Body) -> Body:
    """The regulations converted no matches of pairs, named no penalties, and ranked everybody, however few boards."""
    regulations = msgspec.convert(body.get("regulations"), Body)
    matches = msgspec.convert(regulations.get("matches"), Body)
    added = {
        "matches": matches | {"pairs": "none", "percent_full": [], "percent_half": []},
        "penalties": {"named": []},
        "participation": {"sit_out": "none", "all_play_all": "teams", "indemnity": 60, "indemnity_boards": 3},
        "standings": {"least_boards": "0"},
    }
    return {**body, "regulations": {**regulations, **added}}


def _before_reviewers_of_first_instance(body: Body) -> Body:
    """The regulations did not say who hears appeals: a committee, where there was one."""
    regulations = msgspec.convert(body.get("regulations"), Body)
    periods = msgspec.convert(regulations.get("periods"), Body) | {"first_instance": "committee"}
    return {**body, "regulations": {**regulations, "periods": periods}}


def _before_programs_of_others(body: Body) -> Body:
    """A comparison of cross-IMPs was as many as the scale has, and no sum was rounded before it was factored."""
    regulations = msgspec.convert(body.get("regulations"), Body)
    imps, exact = msgspec.convert(regulations.get("imps"), Body), {"sum_unit": "exact"}
    added = {
        "cross_imps": msgspec.convert(regulations.get("cross_imps"), Body) | {"most": 24},
        "total": msgspec.convert(regulations.get("total"), Body) | exact,
        "imps": {**imps, "total": msgspec.convert(imps.get("total"), Body) | exact},
    }
    return {**body, "regulations": {**regulations, **added}}


def _before_fewer_results_of_others(body: Body) -> Body:
    """Cross-IMPs were of the comparisons there were; a board won was one point, and half matches half of whole ones."""
    regulations = msgspec.convert(body.get("regulations"), Body)
    added = {
        "cross_imps": msgspec.convert(regulations.get("cross_imps"), Body) | {"fewer_results": "comparisons"},
        "board_a_match": {"scale": "1/0.5/0"},
        "matches": msgspec.convert(regulations.get("matches"), Body) | {"half": "halved"},
    }
    return {**body, "regulations": {**regulations, **added}}


def _before_scores_that_stand(body: Body) -> Body:
    """Before half of the event scores against who withdrew were always cancelled."""
    return {**body, "stand": False}


def _before_cuts_named_heads(body: Body) -> Body:
    """A cut had one digest over the heads it was made at: from that nobody learns which they were."""
    return {name: value for name, value in body.items() if name != "standing"}


def _before_byes_in_parts(body: Body) -> Body:
    """A bye of a Swiss was worth a whole number."""
    rules = msgspec.convert(body.get("rules"), Body)
    return {**body, "rules": {**rules, "bye": [msgspec.convert(rules.get("bye"), int), 1]}}


UPCASTERS: dict[tuple[str, int], Callable[[Body], Body]] = {
    ("session-opened", 1): _regulations_of_every_award,
    ("regulations-amended", 1): _regulations_of_every_award,
    ("session-opened", 2): _before_matches_of_pairs,
    ("regulations-amended", 2): _before_matches_of_pairs,
    ("session-opened", 3): _before_reviewers_of_first_instance,
    ("regulations-amended", 3): _before_reviewers_of_first_instance,
    ("session-opened", 4): _before_programs_of_others,
    ("regulations-amended", 4): _before_programs_of_others,
    ("session-opened", 5): _before_fewer_results_of_others,
    ("regulations-amended", 5): _before_fewer_results_of_others,
    ("stage-added", 1): _before_byes_in_parts,
    ("stage-amended", 1): _before_byes_in_parts,
    ("tournament-opened", 1): _before_fewer_results_of_others,
    ("result-corrected", 1): _with_round_and_table,
    ("result-voided", 1): _with_round_and_table,
    ("board-fouled", 1): _fouled_by_table,
    ("entrants-qualified", 1): _before_cuts_named_heads,
    ("contestant-withdrew", 1): _before_scores_that_stand,
    ("director-called", 1): _with_round,
    ("ruling-given", 1): _with_round,
    ("board-reopened", 1): _reopened_at,
    ("appeal-lodged", 1): _against,
    ("appeal-heard", 1): _before_parts_in_a_committee,
}
"""The step from a version of a kind of event to the next: ("result-voided", 1) leads to version 2."""
