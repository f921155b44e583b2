"""Proofs that a log is unchanged: seals that anyone can check, receipts that a pair can keep."""
