"""Bundles: a session, or a tournament with its sessions, in one file that checks itself."""
