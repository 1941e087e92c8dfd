"""Stops runs of Inspect early, and writes a report when one ends.

Give a task `early_stopping=SettleStopping(…)`. The samples that run, and the results so far,
decide which epochs of which samples still run; the plan records how. Needs inspect-ai.
"""

from __future__ import annotations

import json
import logging
import math
import os
import subprocess
import threading
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import anyio
from inspect_ai.dataset import Sample
from inspect_ai.hooks import Hooks, RunEnd, SampleAttemptEnd, SampleEnd, hooks
from inspect_ai.log import EvalSpec
from inspect_ai.model import Model
from inspect_ai.scorer import SampleScore
from inspect_ai.util import EarlyStop, EarlyStopping

from settle_evals import _inspect_hooks, _program
from settle_evals._next import Line, Next, Refused
from settle_evals._run import flags as arguments

__all__ = ["SettleStopping", "report_hook"]

logger = logging.getLogger(__name__)

# Models that run together start within seconds. A model that has not started by then runs later,
# and nobody can wait for it.
_START = 60.0

_TICK = 0.25  # seconds between two checks that waiting still makes sense


class SettleStopping(EarlyStopping):
    """Skips the samples that a comparison of models no longer needs.

    All tasks whose stopping has the same plan file belong to one evaluation: the runs of one
    task by several models at the same time, as `eval(task, model=[…])` makes them. Set the epochs of
    the task to the most trials that a question can get; stopping skips what is not needed.

    If settle ends or cannot be found, a warning is logged and nothing is skipped from then on.
    """

    def __init__(
        self,
        models: Sequence[str | Model] | None = None,
        *,
        against: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
        half_width: float | None = None,
        plan: str | os.PathLike[str] = "plan.json",
        score: str | None = None,
        max_trials: int | None = None,
        wait: float = 1800,
        shadow: bool = False,
        **flags: Any,
    ):
        """Say what is compared.

        Args:
            models: All models that run the task at the same time.
            against: Logs of other models that ran earlier, to compare one model with.
            half_width: The half-width of the interval at which a model stops, for models by themselves.
            plan: The file that records the plan and its looks; settle verify confirms it.
            score: The scorer whose values count, or SCORER.KEY, where there are several.
            max_trials: The most trials of a question; by default the epochs of the task. With
                against it is at most the trials of the logs.
            wait: How many seconds a sample waits for a look at most before it is skipped.
            shadow: Skip nothing, and record what would have been skipped.
            flags: Flags of settle next, such as batch=2, policy="leader", metric="avg",
                confidence=0.9 or cost={"openai/gpt-4o": 0.02, …}.
        """
        if models is None and against is None and half_width is None:
            raise ValueError("SettleStopping needs models=[…], against=LOGS or half_width=W")
        if not 0 <= wait < math.inf:
            raise ValueError(f"wait={wait} must be a number of seconds")
        if half_width is not None:
            flags = {"policy": "half-width", "half_width": half_width, **flags}
        self.models = None if models is None else [str(m) for m in models]
        logs = [against] if isinstance(against, (str, os.PathLike)) else against or []
        self.against = [os.fspath(p) for p in logs]
        self.plan, self.score, self.max_trials = os.path.abspath(plan), score, max_trials
        self.wait, self.shadow, self.flags = float(wait), shadow, flags

    def __deepcopy__(self, memo: dict[int, Any]) -> SettleStopping:
        return self

    async def start_task(self, task: EvalSpec, samples: list[Sample], epochs: int) -> str:
        """Begin the evaluation, or join the one with the same plan."""
        _register(_StoppingHooks)
        evaluation = _evaluation(self)
        try:  # the program starts, and reads earlier logs
            await anyio.to_thread.run_sync(evaluation.begin, task, [str(s.id) for s in samples], epochs)
        except ValueError:
            if not evaluation.started:
                await evaluation.end()
            raise
        joined = _Task(evaluation, task, len(samples) * epochs)
        _tasks[task.eval_id] = joined
        _current.set(joined)
        return "settle"

    async def schedule_sample(self, id: str | int, epoch: int) -> EarlyStop | None:
        """Say whether a sample runs. Wait for a look if that decides."""
        reason = await _current.get().schedule(str(id), epoch)
        return None if reason is None else EarlyStop(id=id, epoch=epoch, reason=reason)

    async def complete_sample(self, id: str | int, epoch: int, scores: dict[str, SampleScore]) -> None:
        """Send the outcome of a sample."""
        _current.get().complete(str(id), epoch, scores)

    async def complete_task(self) -> dict[str, Any]:
        """End the task, and say what came of the plan."""
        return await _current.get().finish()


class _Evaluation:
    """The run of all models of a plan."""

    def __init__(self, settings: SettleStopping):
        self.settings = settings
        self.models: list[str] = list(settings.models or [])
        self.questions: list[str] = []
        self.looks = 0
        self.problem = ""  # why nothing is stopped any more
        self.early = False  # a model was waited for that has not started
        self.started: dict[str, _Task] = {}
        self.asked: dict[str, int] = {}  # attempts, by model
        self._next: Next | None = None
        self._begun = threading.Lock()

    @property
    def next(self) -> Next | None:
        """The program, None if there is none that can be asked."""
        return None if self.problem else self._next

    def begin(self, task: EvalSpec, questions: list[str], epochs: int) -> None:
        """Start the program, once. Raise ValueError if settings or tasks do not fit."""
        s = self.settings
        with self._begun:
            if s.models is None and task.model not in self.models:
                if self.models:
                    raise ValueError(f"{task.model} runs beside {self.models[0]}; name both in models=[…]")
                self.models = [task.model]
            if task.model not in self.models:
                raise ValueError(f"{task.model} is not one of models={self.models}; add it")
            if not s.score and len(task.scorers or []) > 1:
                names = ", ".join(scorer.name for scorer in task.scorers or [])
                raise ValueError(f"the task has several scorers; choose one with score=: {names}")
            if self.questions:
                if sorted(self.questions) != sorted(questions):
                    raise ValueError(f"tasks with different samples use {s.plan}; give each task a plan of its own")
                return
            try:
                self._next = Next(
                    self._args(epochs), {"models": self.models, "questions": questions}, self._look, self.warn
                )
            except Refused as refused:
                raise ValueError(f"settle cannot stop samples: {refused}") from None
            except OSError as missing:
                self.warn(str(missing))
                self.questions = questions
                return
            self.questions = questions
            self.looks = self._next.state["looks"]
            self.asked = _asked(json.loads(Path(s.plan).read_text()))
            if stop := self._next.state.get("stop"):
                logger.warning(
                    "%s stopped before this run (%s), and samples are skipped; choose another plan for a new evaluation",
                    s.plan,
                    stop,
                )

    def _args(self, epochs: int) -> list[str]:
        s = self.settings
        most = s.max_trials or epochs
        if s.against and not os.path.exists(s.plan):
            most = min(most, self._trials_of_logs())
        flags = {"plan": s.plan, **s.flags}
        if s.max_trials or not os.path.exists(s.plan):
            flags["max_trials"] = most
        if s.score and s.against:
            flags["score"] = s.score
        return [*arguments(flags, Path()), *s.against]

    def _trials_of_logs(self) -> int:
        """Return how many trials of each question the earlier logs have at least."""
        s = self.settings
        args = ["import", *s.against, *arguments({"format": "json", "score": s.score, "task": s.flags.get("task")}, Path())]
        done = subprocess.run([_program.path(), *args], capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(done.stderr.strip())
        tasks = json.loads(done.stdout).get("tasks") or []
        if len(tasks) != 1:
            raise Refused("the logs of against= must be of one task with one score; choose with task= and score=")
        least = math.inf
        for model in tasks[0]["by_model"]:
            if model["model"] in self.models:
                raise Refused(f"the logs of against= have {model['model']}, too, which runs now; leave it out")
            least = min(least, (model["attempts"] - model["failed"]) // tasks[0]["questions"])
        return max(int(least), 1)

    def _look(self, look: Line) -> None:
        for ask in look["ask"]:
            self.asked[ask["model"]] += ask["attempts"]
        self.looks = look["look"]

    def warn(self, problem: str) -> None:
        """Stop nothing from now on, and say why, once."""
        if not self.problem:
            self.problem = problem
            logger.warning("settle stops no more samples: %s", problem)

    def waits(self) -> float:
        """Return how many seconds a sample waits for a look at most."""
        if len(self.started) == len(self.models):
            return self.settings.wait
        return 0 if self.early else min(self.settings.wait, _START)

    def absent(self) -> None:
        """Note that a model was waited for that has not started."""
        if len(self.started) < len(self.models) and not self.early:
            self.early = True
            missing = [m for m in self.models if m not in self.started]
            logger.warning(
                "%s did not start; run all models at the same time (max_tasks=%d)", ", ".join(missing), len(self.models)
            )

    async def end(self) -> None:
        """End the program."""
        _evaluations.pop(self.settings.plan, None)
        if self._next:
            await anyio.to_thread.run_sync(self._next.close)

    def summary(self) -> dict[str, Any]:
        """Return what the plan says so far."""
        path = Path(self.settings.plan)
        found: dict[str, Any] = {"plan": path.name}
        if self._next is None:
            return found
        plan = json.loads(path.read_text())
        looks, models = plan["looks"], plan["settings"]["models"]
        decided = [pair for look in looks for pair in look["decided"]]
        pairs = len(models) * (len(models) - 1) // 2
        stop = looks[-1]["stop"] if looks else ""
        return found | {
            "chain": looks[-1]["chain"] if looks else plan["chain"],
            "looks": len(looks),
            "pairs": pairs,
            "decided": decided,
            "stop": stop,
            "sentence": _sentence(len(looks), stop, decided, pairs),
        }

    def spared(self) -> dict[str, int]:
        """Return how many samples of each model the plan has not asked for."""
        return {model: max(task.samples - self.asked[model], 0) for model, task in self.started.items()}


class _Task:
    """The run of one model."""

    def __init__(self, evaluation: _Evaluation, spec: EvalSpec, samples: int):
        self.evaluation, self.model, self.run_id, self.eval_id = evaluation, spec.model, spec.run_id, spec.eval_id
        self.samples = samples
        self.running: set[tuple[str, int]] = set()  # granted, and not ended
        self.errored: set[tuple[str, int]] = set()  # whose last attempt failed
        self.failed: dict[tuple[str, int], int] = {}  # the looks before each failure
        self.held: list[Line] = []  # outcomes that are sent when the task ends
        self.done: set[tuple[str, int]] = set()  # with an outcome
        self.stopped = 0
        self.ended = False
        config = spec.config
        self.fragile = (
            config.fail_on_error in (None, True) and not config.continue_on_fail and not config.score_on_error
        )
        evaluation.started[self.model] = self

    async def schedule(self, question: str, epoch: int) -> str | None:
        """Return why a sample does not run, None if it does."""
        evaluation = self.evaluation
        self.errored.discard((question, epoch))
        if evaluation.settings.shadow or evaluation.next is None or self.ended:
            return None
        if self.failed.get((question, epoch), evaluation.looks) < evaluation.looks:
            # Its place among the trials that the look saw is taken.
            reason: str | None = "a look was taken after it failed, with another epoch in its place"
        else:
            reason = await self._ask(evaluation.next, question)
        if reason is None:
            self.running.add((question, epoch))
        else:
            self.stopped += 1
        return reason

    async def _ask(self, program: Next, question: str) -> str | None:
        request = program.want(self.model, question)
        try:
            given_up = await self._answer(request.answered)
        except anyio.get_cancelled_exc_class():
            program.forget(request)
            self.end()  # samples that wait are cancelled with their task
            raise
        if given_up:
            program.forget(request)
            return given_up
        reply = request.reply
        if reply is None or "error" in reply:
            self.evaluation.warn(reply["error"] if reply else "the program has ended")
            return None
        return None if reply["want"] else reply["reason"]

    async def _answer(self, answered: anyio.Event) -> str:
        """Wait for the reply. Return why it makes no sense to wait longer, or ""."""
        start, stuck = anyio.current_time(), 0
        while True:
            with anyio.move_on_after(_TICK):
                await answered.wait()
                return ""
            # What a failed sample lacks can queue behind those that wait. Then these must go.
            stuck = stuck + 1 if self._stuck() else 0
            if stuck == 2:
                return "the next look waits for samples that queue behind this one"
            if anyio.current_time() - start >= self.evaluation.waits():
                self.evaluation.absent()
                return f"no look came within {self.evaluation.waits():g} seconds"

    def _stuck(self) -> bool:
        """Report whether the next look lacks samples of this model, and none of them runs."""
        return not self.running and len(self.done) < self.evaluation.asked.get(self.model, 0)

    def complete(self, question: str, epoch: int, scores: dict[str, SampleScore]) -> None:
        """Send an outcome."""
        if (question, epoch) in self.errored:
            return  # it has a score although it failed; settle reads logs without such scores
        self.running.discard((question, epoch))
        program = self.evaluation.next
        if program is None:
            return
        cell = {"model": self.model, "question": question}
        try:
            outcome = _outcome(scores, self.evaluation.settings.score)
        except ValueError as several:
            self.evaluation.warn(str(several))
            return
        if math.isnan(outcome):
            program.send({"failed": cell})
            return
        self.done.add((question, epoch))
        line = {"outcome": {**cell, "trial": epoch, "outcome": outcome}}
        if self.evaluation.settings.shadow:
            self.held.append(line)  # epochs that nobody holds back end in any order
        else:
            program.send(line)

    def fail(self, question: str, epoch: int) -> None:
        """Give an attempt back that ended with an error."""
        self.running.discard((question, epoch))
        self.errored.add((question, epoch))
        self.failed[question, epoch] = self.evaluation.looks
        if program := self.evaluation.next:
            program.send({"failed": {"model": self.model, "question": question}})

    def end(self) -> None:
        """Say that the model runs no more samples, so that no other model waits for it."""
        if self.ended:
            return
        self.ended = True
        if program := self.evaluation.next:
            for line in sorted(self.held, key=lambda line: line["outcome"]["trial"]):
                program.send(line)
            program.send({"end": {"model": self.model}})

    async def finish(self) -> dict[str, Any]:
        """End the task. Return what came of the plan."""
        evaluation = self.evaluation
        self.end()
        if program := evaluation.next:
            await program.taken()
        summary = evaluation.summary()
        if evaluation.settings.shadow and "chain" in summary:
            summary |= {"shadow": True, "would_stop": evaluation.spared()}
        if evaluation.problem:
            summary["problem"] = evaluation.problem
        _tasks.pop(self.eval_id, None)
        if len(evaluation.started) == len(evaluation.models) and all(t.ended for t in evaluation.started.values()):
            await evaluation.end()
        return summary | {"stopped": self.stopped}


_current: ContextVar[_Task] = ContextVar("settle_task")  # samples inherit it from their task
_tasks: dict[str, _Task] = {}  # that run, by eval_id
_evaluations: dict[str, _Evaluation] = {}  # that run, by plan


def _evaluation(settings: SettleStopping) -> _Evaluation:
    found = _evaluations.setdefault(settings.plan, _Evaluation(settings))
    if vars(found.settings) != vars(settings):
        raise ValueError(f"two SettleStopping with different settings use {settings.plan}; give each its own plan")
    return found


class _StoppingHooks(Hooks):
    """Hears of what Inspect does not tell an EarlyStopping: errors, and the end of runs."""

    def enabled(self) -> bool:
        return bool(_tasks)

    async def on_sample_attempt_end(self, data: SampleAttemptEnd) -> None:
        if data.will_retry and (task := _tasks.get(data.eval_id)):
            task.fail(str(data.summary.id), data.summary.epoch)

    async def on_sample_end(self, data: SampleEnd) -> None:
        task = _tasks.get(data.eval_id)
        if task and data.sample.error:
            task.fail(str(data.sample.id), data.sample.epoch)
            if task.fragile:
                task.end()

    async def on_run_end(self, data: RunEnd) -> None:
        for task in [t for t in _tasks.values() if t.run_id == data.run_id]:  # which died
            _tasks.pop(task.eval_id, None)
            task.end()
            await task.evaluation.end()


def _register(kind: type[Hooks]) -> None:
    """Register the hooks when they are first needed: Inspect prints a line for those that it finds at its start."""
    if not getattr(kind, "registered", False):
        kind.registered = True  # type: ignore[attr-defined]
        hooks(name="settle_stopping", description="Early stopping by settle.")(kind)


def _outcome(scores: dict[str, SampleScore], wanted: str | None) -> float:
    """Return the number that settle reads from a sample of the log, NaN if there is none."""
    found: dict[str, float] = {}
    for name, score in scores.items():
        value = score.score.value
        parts = {f"{name}.{k}": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
        found |= {part: _number(v) for part, v in parts.items()}
    if wanted is not None:
        return found.get(wanted, math.nan)
    if len(found) > 1:
        raise ValueError(f"the samples have several scores; choose one with score=: {', '.join(found)}")
    return next(iter(found.values()), math.nan)


_WORDS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}


def _number(value: Any) -> float:
    """Return the number of a score as settle reads it, NaN if there is none."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if not isinstance(value, str):
        return math.nan
    if value in _WORDS:
        return _WORDS[value]
    text = value.strip()
    try:
        return float(text)
    except ValueError:
        return math.nan if not text else float(text.lower() in ("yes", "true"))


def _asked(plan: dict[str, Any]) -> dict[str, int]:
    """Return how many attempts of each model a plan has asked for."""
    settings = plan["settings"]
    asked = {}
    for model, first in zip(settings["models"], settings["first"]):  # "4" of each question, or "4x10,3x20"
        parts = [part.split("x") for part in first.split(",")]
        asked[model] = sum(int(p[0]) * int(p[1] if len(p) > 1 else len(settings["questions"])) for p in parts)
    for look in plan["looks"]:
        for ask in look["ask"]:
            asked[ask["model"]] += ask["attempts"]
    return asked


def _sentence(looks: int, stop: str, decided: list[list[str]], pairs: int) -> str:
    where = f"look {looks}" if looks else "the first look"
    if not stop:
        rest = f": {len(decided)} of {pairs} pairs decided" if pairs else ""
        return f"The plan is open after {where}{rest}." if looks else f"The plan is open before {where}."
    if pairs == 1 and decided:
        return f"Stop at {where}: {decided[0][0]} is better than {decided[0][1]}."
    reason = {
        "decided": "all that was asked is decided",
        "exhausted": "all trials are made",
        "out of reach": "what is not decided is out of reach",
    }[stop]
    return f"Stop at {where}: {reason}" + (f"; {len(decided)} of {pairs} pairs decided." if pairs else ".")


def report_hook(path: str | os.PathLike[str] = "settle.html") -> None:
    """Write the report of every run from now on to a file, when the run ends.

    Without any code, the environment variable SETTLE_REPORT=FOLDER has Inspect write a file for each
    run.
    """
    _inspect_hooks.enable(os.path.abspath(path))
