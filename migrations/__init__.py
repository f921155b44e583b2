"""The schema's history, run by Alembic from `init` and `upgrade`; shipped in the wheel."""
