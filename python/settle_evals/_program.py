"""Finds the program settle and runs it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def path() -> str:
    """Return the path of the program: SETTLE_PROGRAM, that of the wheel, or that on PATH."""
    chosen = os.environ.get("SETTLE_PROGRAM")
    if chosen:
        return chosen
    name = "settle.exe" if os.name == "nt" else "settle"
    bundled = Path(__file__).parent / "bin" / name
    if bundled.exists():
        return str(bundled)
    # The command that pip installs is this module; calling it would never end.
    own = Path(sys.argv[0]).resolve().parent if sys.argv and sys.argv[0] else None
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which(name, path=folder) if folder else None
        if found and Path(found).resolve().parent not in (own, Path(sys.executable).parent):
            return found
    raise FileNotFoundError(
        "cannot find the program settle: install a wheel of settle-evals, or set SETTLE_PROGRAM"
    )
