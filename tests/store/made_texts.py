"""The texts of what was made, written anew from a fresh file, a fresh server, and a fresh cluster of Citus.

python -m tests.store.made_texts        after a change of a table, a function, a trigger, a grant or a setting
"""

from collections.abc import Iterator
from contextlib import closing

from ledger.store.made import GRANTED, GRANTS, TEXTS, Listing, list_all
from ledger.store.setup import create, grant, migrate, spread_over_workers
from ledger.store.store import Store
from tests.store.servers import Node, cluster, server


def of_file() -> list[str]:
    """The lines of a file."""
    with closing(Store("sqlite://")) as store:
        migrate(store)
        return _server_lines(list_all(store.connections))


def of_server(node: Node, database: str = "made") -> list[str]:
    """The lines of a server that has only just been started."""
    node.ask(f"CREATE DATABASE {database}")
    create(node.url(database))
    return _server_lines(_granted(node, database))


def of_cluster(nodes: list[Node], database: str = "made") -> Iterator[str]:
    """The lines of servers with Citus that are no server's alone, and those of its parts."""
    for node in nodes:
        node.ask(f"CREATE DATABASE {database}")
    nodes[0].join(database, *nodes[1:])
    create(nodes[0].url(database))
    spread_over_workers(nodes[0].url(database))
    for parts in _granted(nodes[0], database).servers.values():
        yield from (line for lines in parts.values() for line in lines)


def _granted(node: Node, database: str) -> Listing:
    """What is listed once a role of each kind was granted what it may."""
    node.ask("".join(f'CREATE ROLE "<{each}>";' for each in GRANTS), database)
    url = node.url(database)
    grant(url, writers=["<writer>"], readers=["<reader>"], names=["<names>"])
    with closing(Store(url)) as store:
        return list_all(store.connections)


def _server_lines(listing: Listing) -> list[str]:
    return [*listing.servers[""][""]]


def text(lines: list[str]) -> str:
    """A text as it stands in the package."""
    plain = {line.replace('"<', "<").replace('>"', ">") for line in lines if not line.startswith(GRANTED)}
    return "".join(f"{line}\n" for line in sorted(plain))


def write() -> None:
    """Write all three."""
    (TEXTS / "sqlite.txt").write_text(text(of_file()), "utf-8")
    with server("") as one:
        plain = of_server(one)
    (TEXTS / "postgresql.txt").write_text(text(plain), "utf-8")
    with cluster() as nodes:
        (TEXTS / "citus.txt").write_text(text(sorted({*of_cluster(nodes)} - {*plain})), "utf-8")


if __name__ == "__main__":
    write()
