"""Entering slips: lines from a file or a pipe, and a sitting at a terminal, one slip after another."""
