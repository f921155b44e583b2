"""An append that rests on other streams: it holds only while each of them stands where it was looked at."""

import threading
from contextlib import closing

import pytest

from ledger.errors import Conflict, Unavailable
from ledger.store.log import NOTHING
from ledger.store.setup import migrate
from ledger.store.store import Store
from tests.store.test_conformance import event, numbers
from tests.store.test_waiting import having

PATIENCE_SECONDS = 60


def filled(store):
    """Three streams of one event each; their heads."""
    for name in ("a", "b", "c"):
        store.append([event(1, name)])
    return store.log.last()


@pytest.fixture(params=["file", "server"])
def url(request, tmp_path):
    """A ledger that several connections can be open to."""
    if request.param == "server":
        return request.getfixturevalue("new_database")()
    with closing(Store(f"sqlite:///{tmp_path / 'ledger.db'}")) as store:
        migrate(store)
        return store.url


def test_while_they_stand_it_is_recorded(store):
    heads = filled(store)
    store.append([event(2, "a", command="d")], resting_on={"b": heads["b"], "c": heads["c"], "d": NOTHING})
    assert numbers(store, "a") == [1, 2]


@pytest.mark.parametrize("moved", ["b", "d"])
@pytest.mark.parametrize("known", [True, False], ids=["digest known", "digest read"])
def test_where_one_went_on_nothing_is_recorded_and_it_is_named(store, moved, known):
    heads = filled(store)
    number = 2 if moved in heads else 1
    store.append([event(number, moved, command="d")])
    on = {"b": heads["b"], "c": heads["c"], "d": NOTHING}
    with pytest.raises(Conflict) as caught:
        store.append([event(2, "a", command="d")], previous=heads["a"][1] if known else None, resting_on=on)
    assert (caught.value.code, numbers(store, "a")) == ("heads-moved", [1])
    assert f"{moved} went on from #{number - 1} to #{number}" in caught.value.message
    assert f"`log --session {moved}`" in caught.value.hint


def test_where_one_is_another_than_was_looked_at_nothing_is_recorded(store):
    heads = filled(store)
    with pytest.raises(Conflict) as caught:
        store.append([event(2, "a", command="d")], resting_on={"b": (1, heads["c"][1])})
    assert (caught.value.code, numbers(store, "a")) == ("heads-moved", [1])


def test_the_log_s_own_conflict_stays_what_it_is(store):
    heads = filled(store)
    with pytest.raises(Conflict) as caught:
        store.append([event(1, "a", command="d")], resting_on={"b": heads["b"]})
    assert caught.value.code == "conflict"


def at_once(*asked):
    """What came of it, in the order of those who asked: '' or the code."""
    ready, found = threading.Barrier(len(asked)), [""] * len(asked)

    def do(at, act):
        ready.wait(PATIENCE_SECONDS)
        try:
            act()
        except (Conflict, Unavailable) as refused:
            found[at] = refused.code

    desks = [threading.Thread(target=do, args=each, daemon=True) for each in enumerate(asked)]
    for each in desks:
        each.start()
    for each in desks:
        each.join(PATIENCE_SECONDS)
        assert not each.is_alive()
    return found


def test_of_two_that_rest_on_each_other_s_stream_one_is_recorded(url):
    """Each appends to its own: no primary key would keep them apart."""
    with closing(Store(url)) as one, closing(Store(url)) as two:
        filled(one)
        for number in range(2, 22):
            heads = one.log.last()

            def resting(store, own, other, heads=heads):
                follows = event(heads[own][0] + 1, own, command=f"d{heads[own][0]}")
                return lambda: store.append([follows], previous=heads[own][1], resting_on={other: heads[other]})

            assert sorted(at_once(resting(one, "a", "b"), resting(two, "b", "a"))) == ["", "heads-moved"]
            assert sum(one.log.heads().values()) == number + 2


def test_an_append_under_way_is_waited_for_and_seen(new_database):
    """It has written and not committed: nobody sees it yet. A file has one writer at a time."""
    url = new_database()
    with closing(Store(url)) as one, closing(Store(url)) as two:
        heads, written, go_on = filled(one), threading.Event(), threading.Event()

        def slowly():
            with one.lock("b") as lock:
                one.append([event(2, "b", command="d")], lock=lock)
                written.set()
                go_on.wait(PATIENCE_SECONDS)

        def resting():
            written.wait(PATIENCE_SECONDS)
            waiting = threading.Timer(0.2, go_on.set)
            waiting.start()
            two.append([event(2, "a", command="d")], previous=heads["a"][1], resting_on={"b": heads["b"]})

        assert at_once(slowly, resting) == ["", "heads-moved"]


def test_nobody_appends_beside_one_that_was_looked_at_until_it_is_recorded(url):
    """The other way round: it has looked, and has not committed yet."""
    with closing(Store(url)) as one, closing(Store(url)) as two:
        heads, looked, order = filled(one), threading.Event(), list[str]()

        def resting():
            with one.lock("a", ["b"]) as lock:
                looked.set()
                threading.Event().wait(0.2)
                order.append("resting")
                one.append([event(2, "a", command="d")], lock=lock, resting_on={"b": heads["b"]})

        def moving():
            looked.wait(PATIENCE_SECONDS)
            two.append([event(2, "b", command="d")], previous=heads["b"][1])
            order.append("moving")

        assert at_once(resting, moving) == ["", ""]
        assert order == ["resting", "moving"]


@pytest.mark.parametrize("level", ["serializable", "repeatable\\ read"])
def test_at_any_isolation_level_what_was_committed_while_one_waited_is_seen(new_database, level):
    url = new_database()
    asked = having(url, default_transaction_isolation=level)
    with closing(Store(url)) as one, closing(Store(asked)) as two:
        heads, written = filled(one), threading.Event()

        def slowly():
            with one.lock("b") as lock:
                one.append([event(2, "b", command="d")], lock=lock)
                written.set()
                threading.Event().wait(0.2)

        def resting():
            written.wait(PATIENCE_SECONDS)
            two.append([event(2, "a", command="d")], previous=heads["a"][1], resting_on={"b": heads["b"]})

        assert at_once(slowly, resting) == ["", "heads-moved"]
