"""Movements: who sits where in each round with which boards. Pure."""
