"""Writes a report when a run of Inspect ends.

Inspect loads this module if settle-evals is installed. Unless SETTLE_REPORT names a folder, or
settle_evals.inspect.report_hook is called, it does nothing.
"""

from __future__ import annotations

import logging
import os
import subprocess

import anyio
from inspect_ai.hooks import Hooks, RunEnd, hooks

from settle_evals import _program

logger = logging.getLogger(__name__)

_paths: list[str] = []  # of the report, the last one counts


class ReportHook(Hooks):
    """Writes `settle report` of the logs of a run."""

    def enabled(self) -> bool:
        return bool(_target("run"))

    async def on_run_end(self, data: RunEnd) -> None:
        logs = [log.location for log in data.logs if log.status == "success"]
        if logs:
            await anyio.to_thread.run_sync(write_report, logs, _target(data.run_id))


def _target(run: str) -> str:
    """Return the path of the report of a run, "" for none."""
    if _paths:
        return _paths[-1]
    folder = os.environ.get("SETTLE_REPORT", "")
    return os.path.join(folder, f"{run}.html") if folder else ""


def write_report(logs: list[str], path: str) -> None:
    """Write a report of logs. Problems are logged: the evaluation itself is fine."""
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        args = [_program.path(), "report", *logs, "-o", path]
        done = subprocess.run(args, capture_output=True, text=True, check=False)
        problem = done.stderr.strip() if done.returncode not in (0, 4) else ""
    except OSError as missing:
        problem = str(missing)
    if problem:
        logger.warning("settle wrote no report: %s", problem)
    else:
        logger.info("settle wrote the report %s", path)


def enable(path: str = "") -> None:
    """Register the hook, once."""
    if path:
        _paths.append(path)
    if not getattr(ReportHook, "registered", False):
        ReportHook.registered = True  # type: ignore[attr-defined]
        hooks(name="settle_report", description="Writes settle report at the end of a run.")(ReportHook)


if os.environ.get("SETTLE_REPORT"):  # else Inspect would print a line about hooks at its start
    enable()
