"""PBN 2.1: results in tables, rounds of teams in two rooms, single games, and deals; read and written."""
