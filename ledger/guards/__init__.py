"""Checks that the deciding of several subjects shares."""
