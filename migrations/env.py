"""Run the migrations on the connection `ledger.store.setup` hands over (or on `-x db=URL` from the alembic command)."""

import sqlalchemy as sa
from alembic import context

from ledger.store.tables import schema_of


def _run(connection: sa.Connection) -> None:
    context.configure(connection=connection, transactional_ddl=True, version_table_schema=schema_of(connection))
    with context.begin_transaction():
        context.run_migrations()


connection = context.config.attributes.get("connection")
if connection is not None:
    _run(connection)
else:
    with sa.create_engine(context.get_x_argument(as_dictionary=True)["db"]).begin() as new:
        _run(new)
