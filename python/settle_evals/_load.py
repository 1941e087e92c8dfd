"""Reads logs as frames."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._data import Data, Text, arguments
from ._run import flags, program


def load(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    correct_from: float | None = None,
) -> Any:
    """Read logs and tables as one tidy frame, an attempt a row.

    The columns are ``model``, ``question``, ``trial`` (int), ``outcome`` (float; NaN for
    an attempt that was not scored) and, of several tasks, ``task``. It is a frame of
    pandas, or of polars where pandas is not installed, or else a list of dicts.

    Args:
        data: Paths of files, folders and globs, or a frame, as for ``rank``.
        task: Task to read, where there are several.
        score: The verdict to take of logs that hold several.
        name: Models or tasks as the paths end, such as ``"{model}/{task}.csv"``; or one
            model's name for all files.
        column: What a table calls its columns: ``{"model": "llm"}``.
        correct_from: The score from which an attempt is correct.

    Raises:
        Error: The program cannot read a file; the message says why.
    """
    with tempfile.TemporaryDirectory(prefix="settle-") as folder:
        place = Path(folder)
        table = place / "attempts.csv"
        options = dict(task=task, score=score, name=name, column=column, correct_from=correct_from)
        words = ["import", *arguments(data, place), *flags(options, place), "--to", str(table)]
        program([*words, "--format", "json"])
        return _read(table)


def _read(path: Path) -> Any:
    """Read a table of attempts that the program wrote."""
    if importlib.util.find_spec("pandas"):
        pandas = importlib.import_module("pandas")
        frame = pandas.read_csv(path, dtype=dict.fromkeys(("model", "question", "task", "outcome"), str), keep_default_na=False)
        frame["outcome"] = [float(outcome or "nan") for outcome in frame["outcome"]]  # exact, as pandas is not
        return frame
    if importlib.util.find_spec("polars"):
        polars = importlib.import_module("polars")
        kinds = {"model": polars.String, "question": polars.String, "task": polars.String, "outcome": polars.Float64}
        frame = polars.read_csv(path, schema_overrides=kinds)
        return frame.with_columns(polars.col("outcome").fill_null(float("nan")))
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {**row, "trial": int(row["trial"]), "outcome": float(row["outcome"] or "nan")} for row in csv.DictReader(file)
        ]
