"""How many trials until a leaderboard of LLMs settles?

Call ``rank(data)`` first: who leads, and how sure is that? ``compare`` and ``gate``
answer for two models, ``budget`` and ``next_trials`` say what to run next, ``report``
writes a page. ``data`` is a path, a frame, a dict of columns or an array. The numbers
are those of the program settle, which does the work. For the program itself run
``settle`` in a shell.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from ._commands import bakeoff, bootstrap, budget, compare, converge, gate, next_trials, rank, report, vote
from ._data import Data
from ._error import Error
from ._load import load
from ._result import Figure, Result

try:
    __version__ = version("settle-evals")
except PackageNotFoundError:  # of a checkout that is not installed
    __version__ = "0"

__all__ = [
    "Data",
    "Error",
    "Figure",
    "Result",
    "bakeoff",
    "bootstrap",
    "budget",
    "compare",
    "converge",
    "gate",
    "load",
    "next_trials",
    "rank",
    "report",
    "vote",
]
