"""Counts wrong decisions of SettleStopping over many runs of the real Inspect.

    python inspect_seeds.py [--seeds 200] [--chances 0.6,0.6] [--questions 20] [--epochs 6] [--batch 1]

Two models are coins. If both have the same chance, every decision is wrong, and at a confidence of
95 % at most 5 in 100 evaluations make one: of 200 evaluations more than 18 do with a chance of 1 %.
It needs a settle as SETTLE_PROGRAM or on PATH, and takes some seconds per evaluation.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("INSPECT_LOG_LEVEL", "error")

from inspect_coins import coins, run

from settle_evals.inspect import SettleStopping


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--chances", default="0.6,0.6", help="of the first and the second model, the first not lower")
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=1)
    args = parser.parse_args()
    first, second = (float(c) for c in args.chances.split(","))
    models = ["mockllm/a", "mockllm/b"]
    decided = wrong = ran = 0
    began = time.monotonic()
    for seed in range(args.seeds):
        with tempfile.TemporaryDirectory() as folder:
            stopping = SettleStopping(models, batch=args.batch, plan=Path(folder) / "plan.json")
            task = coins(
                stopping,
                epochs=args.epochs,
                questions=args.questions,
                seed=seed,
                chances=dict(zip(models, (first, second))),
            )
            logs = run(task, models, Path(folder), log_format="eval", max_samples=args.questions * args.epochs)
        last = max((log.results.early_stopping.metadata for log in logs.values()), key=lambda m: m["looks"])
        assert all(log.status == "success" for log in logs.values()) and "problem" not in last, last
        decided += bool(last["decided"])
        wrong += any(first == second or above == models[1] for above, _ in last["decided"])
        ran += sum(log.results.completed_samples for log in logs.values())
    planned = args.seeds * args.epochs * args.questions * 2
    print(
        f"{args.seeds} evaluations of {args.questions} questions, up to {args.epochs} epochs, chances {first} and {second}: "
        f"{decided} decide, {wrong} wrongly; {100 * (1 - ran / planned):.1f} % of the samples saved "
        f"({time.monotonic() - began:.0f} s)"
    )
    return wrong > 0.09 * args.seeds


if __name__ == "__main__":
    sys.exit(main())
