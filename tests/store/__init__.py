"""Tests of the store; a server of PostgreSQL can be started by whatever imports this package."""

import atexit
import os
import shutil
import tempfile

if "XDG_RUNTIME_DIR" not in os.environ:  # pgserver wants one, as a login has, when it is imported
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="run-")
    atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)
