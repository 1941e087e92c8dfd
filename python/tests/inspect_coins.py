"""Tasks of Inspect whose samples are coins: the same model, sample and epoch always land the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from inspect_ai import Epochs, Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import solver

CHANCES = {"mockllm/a": 0.9, "mockllm/b": 0.55, "mockllm/c": 0.5}


def lands(seed: int, model: str, sample: Any, epoch: int, chance: float) -> bool:
    return random.Random(f"{seed} {model} {sample} {epoch}").random() < chance


@scorer(metrics=[accuracy()])
def coin(chances: dict[str, float], seed: int):
    async def score(state, target):
        model = str(state.model)
        right = lands(seed, model, state.sample_id, state.epoch, chances[model])
        return Score(value=CORRECT if right else INCORRECT)

    return score


@solver
def fails(on: dict[tuple[int, int], int]):
    """Fails at samples (ID, EPOCH) so many times."""
    left: dict[tuple[str, int, int], int] = {}

    async def solve(state, generate):
        key = str(state.model), state.sample_id, state.epoch
        left.setdefault(key, on.get(key[1:], 0))
        if left[key] > 0:
            left[key] -= 1
            raise RuntimeError("a failure that the test asked for")
        return state

    return solve


def coins(
    stopping: Any = None,
    *,
    epochs: int = 10,
    questions: int = 20,
    seed: int = 1,
    chances: dict[str, float] = CHANCES,
    on: dict[tuple[int, int], int] | None = None,
) -> Task:
    return Task(
        name="coins",
        dataset=[Sample(input="?", id=i + 1) for i in range(questions)],
        solver=fails(on or {}),
        scorer=coin(chances, seed),
        epochs=Epochs(epochs),
        early_stopping=stopping,
    )


def run(task: Task, models: list[str], folder: Path, **options: Any) -> dict[str, EvalLog]:
    """Return the logs by model, with their samples."""
    quick = {"display": "none", "log_realtime": False, "score_display": False, "max_samples": 40}
    options = quick | {"log_format": "json", "log_dir": str(folder)} | options
    return {log.eval.model: log for log in eval(task, model=models, **options)}
