"""Make a function a method that Settle tries against others: a metric exec:COMMAND.

    #!/usr/bin/env python3
    from settle_estimator import estimator

    @estimator
    def trimmed(counts):                       # (boards, models, questions, categories)
        share = counts[..., 1] / counts.sum(axis=-1)
        share.sort(axis=-1)
        return share[..., 3:-3].mean(axis=-1)  # (boards, models): larger is better

    if __name__ == "__main__":
        trimmed.run()

    settle bakeoff --metrics avg,exec:trimmed=./trimmed.py

counts[b][l][q][j] is how many trials of model l on question q fell into category j:
wrong (0) and correct (1) where there are two. It is an array of int64 if numpy is
installed, else nested lists. With @estimator(single=True) the function gets one board at a
time, as nested lists counts[l][q][j], and returns one score per model.

A function that has parameters of these names gets them, too: trials, the number of trials
of each board (with single one number; of an unequal board the most); weights, what the
categories are worth (None where that is not said); confidence, that of the intervals.

It returns scores, or a dictionary of scores and either "errors", standard errors, or
"intervals", [low, high], of the same shape. Equal numbers are a tie. It keeps nothing from
one call to the next: a score depends on its board alone. Where a board has no ranking it
raises CannotRank: the bake-off counts such boards.

This file needs Python 3.9 or later and nothing else. Copy it beside your own.
"""

from __future__ import annotations

import base64
import contextlib
import gc
import inspect
import json
import math
import os
import sys
import traceback
from itertools import chain
from typing import Any, Callable, Optional

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

__all__ = ["CannotRank", "Estimator", "estimator"]


class CannotRank(Exception):
    """A board has no ranking by this method; the text says why."""


def estimator(
    function: Optional[Callable[..., Any]] = None,
    *,
    single: bool = False,
    arrays: Optional[bool] = None,
    unequal: bool = False,
    batch: int = 64,
) -> Any:
    """Make a function an Estimator, by @estimator or @estimator(single=True, …).

    single: the function takes one board at a time.
    arrays: counts are a numpy array; by default if numpy is there, and not with single.
    unequal: boards may come whose questions have different numbers of trials, 0 for what a
        model never met; the counts of a question add up to its number.
    batch: how many boards Settle sends at once.
    """
    if function is None:
        return lambda f: Estimator(f, single, arrays, unequal, batch)
    return Estimator(function, single, arrays, unequal, batch)


class Estimator:
    """A function that scores boards, and the program that Settle runs: see run."""

    def __init__(
        self, function: Callable[..., Any], single: bool, arrays: Optional[bool], unequal: bool, batch: int
    ) -> None:
        if arrays and numpy is None:
            raise ImportError("arrays=True needs numpy, which is not installed")
        self.function = function
        self.single = single
        self.arrays = numpy is not None and not single if arrays is None else arrays
        self.unequal = unequal
        self.batch = batch
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self._passed = [
            name for name in list(inspect.signature(function).parameters)[1:]
            if name in ("trials", "weights", "confidence")
        ]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function itself."""
        return self.function(*args, **kwargs)

    def run(self) -> None:
        """Answer requests of Settle until there are no more; at a terminal, try an example."""
        try:
            if sys.stdin.isatty():
                self._try()
                return
            for line in sys.stdin.buffer:
                gc.disable()  # it would look again and again through the lists that are being made
                request = json.loads(line)
                gc.enable()
                with contextlib.redirect_stdout(sys.stderr):  # what the function prints is no answer
                    answer = self.answer(request)
                sys.stdout.write(answer + "\n")
                sys.stdout.flush()
        except (KeyboardInterrupt, BrokenPipeError):
            os._exit(1)  # Settle has ended: there is nobody to tell
        except Exception as error:
            sys.exit(f"{self.__name__}: {self._told(error)}")

    def answer(self, request: dict[str, Any]) -> str:
        """Return the line that answers a request, both as docs/formats.md of Settle says."""
        boards, trials = self._boards(request)
        said = self._score(boards, trials, request)
        if "counts" not in request:
            return json.dumps({"id": request["id"], "answers": said})
        # What is said with an answer to one board holds for all requests after it.
        offers = {"batch": self.batch, "unequal": self.unequal, "packed": self.arrays}
        return json.dumps({"id": request["id"], **offers, **said[0]})

    def _boards(self, request: dict[str, Any]) -> tuple[Any, list[int]]:
        """Return the counts of all boards of a request and their numbers of trials."""
        if "packed" in request:
            counts = numpy.frombuffer(base64.b64decode(request["packed"]), dtype="<u2")
            return counts.astype(numpy.int64).reshape(request["shape"]), request["trials"]
        boards = request.get("boards") or [request]
        counts = [board["counts"] for board in boards]
        trials = [board["trials"] for board in boards]
        if not self.arrays:
            return counts, trials
        shape = len(boards), len(counts[0]), len(counts[0][0]), request["categories"]
        flat = chain.from_iterable(chain.from_iterable(chain.from_iterable(counts)))
        return numpy.fromiter(flat, dtype=numpy.int64).reshape(shape), trials

    def _score(self, boards: Any, trials: list[int], request: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what is said of each board."""
        if self.single:
            return [self._of_one(board, n, request) for board, n in zip(boards, trials)]
        try:
            return self._said(self._call(boards, trials, request), len(boards), len(boards[0]))
        except CannotRank as error:
            if len(boards) == 1:
                return [{"error": str(error)}]
        # Not all need be lost with one.
        return [
            said for b, n in enumerate(trials) for said in self._score(boards[b:b + 1], [n], request)
        ]

    def _of_one(self, board: Any, trials: int, request: dict[str, Any]) -> dict[str, Any]:
        try:
            found = self._call(board, trials, request)
        except CannotRank as error:
            return {"error": str(error)}
        if not isinstance(found, dict):
            found = {"scores": found}
        return self._said({name: [values] for name, values in found.items()}, 1, len(board))[0]

    def _call(self, counts: Any, trials: Any, request: dict[str, Any]) -> Any:
        """Call the function with what it asks for."""
        weights = request.get("weights")
        if weights is None and request["categories"] == 2:
            weights = [0.0, 1.0]
        known = {"trials": trials, "weights": weights, "confidence": request["confidence"]}
        if self.arrays:
            known["trials"] = numpy.asarray(trials)
            known["weights"] = None if weights is None else numpy.asarray(weights)
        return self.function(counts, **{name: known[name] for name in self._passed})

    def _said(self, found: Any, boards: int, models: int) -> list[dict[str, Any]]:
        """Return what was found as one dictionary for each board."""
        if not isinstance(found, dict):
            found = {"scores": found}
        if "scores" not in found or found.keys() - {"scores", "errors", "intervals"}:
            raise ValueError(
                f"it returns a dictionary of {', '.join(map(str, found))}: "
                'there must be "scores", and may be "errors" or "intervals"'
            )
        columns = {
            name: _numbers(name, values, (boards, models, 2) if name == "intervals" else (boards, models))
            for name, values in found.items()
        }
        return [{name: values[b] for name, values in columns.items()} for b in range(boards)]

    def _told(self, error: Exception) -> str:
        """Return an error on one line, with the line of the function that it came from."""
        text = " ".join(f"{type(error).__name__}: {error}".split())
        file = self.function.__code__.co_filename
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        return f"{text} ({os.path.basename(file)}, line {lines[-1]})" if lines else text

    def _try(self) -> None:
        """Score an example and say how Settle is told of this program."""
        counts = [[[4, 0], [1, 3], [0, 4]], [[3, 1], [2, 2], [4, 0]]]
        request = {"id": 1, "trials": 4, "categories": 2, "confidence": 0.95, "counts": counts}
        answer = json.loads(self.answer(request))
        shown = {name: answer[name] for name in ("scores", "errors", "intervals", "error") if name in answer}
        program = os.path.relpath(sys.argv[0])
        metrics = f"avg,exec:{self.__name__}=./{program}"
        if not os.access(program, os.X_OK):
            metrics = f'"avg,exec:{self.__name__}=python3 {program}"'
        print(f"Of 4 trials of 3 questions one model has 0, 3 and 4 correct, another 1, 2 and 0. "
              f"{self.__name__} says: {json.dumps(shown)}")
        print(f"Settle runs this program: settle bakeoff --metrics {metrics}")


def _numbers(name: str, values: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return finite floats as nested lists of a shape: boards, models and maybe ends."""
    if numpy is not None:
        try:
            array = numpy.asarray(values, dtype=float)
            if array.shape == shape and numpy.isfinite(array).all():
                return array.tolist()
            values = array.tolist()
        except (TypeError, ValueError):
            pass  # what is wrong is said below
    return _listed(name, values, shape, ())


def _listed(name: str, values: Any, shape: tuple[int, ...], at: tuple[int, ...]) -> Any:
    """Return nested lists of floats, or say what is wrong where."""
    depth = len(at)
    if depth == len(shape):
        number = float(values)
        if not math.isfinite(number):
            raise ValueError(
                f"{name} of model {at[1] + 1} of {shape[1]} is {number}: it must be a finite number; "
                "raise CannotRank where a board has no ranking"
            )
        return number
    kinds = ("boards", "models", "ends")
    if not hasattr(values, "__len__") or len(values) != shape[depth]:
        size = len(values) if hasattr(values, "__len__") else "one number"
        raise ValueError(f"it returns {name} for {size}, and there are {shape[depth]} {kinds[depth]}")
    return [_listed(name, value, shape, at + (i,)) for i, value in enumerate(values)]
