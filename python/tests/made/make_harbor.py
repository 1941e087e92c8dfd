"""Writes a small job of Harbor through the package's own classes and metrics.

    pip install harbor==0.26.0 && python make_harbor.py OUT

A run needs containers, so this script builds the results of trials and lets the package
count, average and serialise them, as its jobs do. The file
results/logs/testdata/harbor.txtar holds what version 0.26.0 wrote.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from harbor.metrics.mean import Mean
from harbor.models.agent.context import AgentContext
from harbor.models.job.result import JobResult, JobStats
from harbor.models.task.id import LocalTaskId
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import AgentInfo, ExceptionInfo, ModelInfo, TrialResult
from harbor.models.verifier.result import VerifierResult
from harbor.utils.pass_at_k import compute_pass_at_k_by_evals

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def trial(number, task, minute, rewards, exception=None):
    started = START + timedelta(minutes=minute)
    return TrialResult(
        id=UUID(int=number), task_name=task, trial_name=f"{task}__{number}", trial_uri=f"file:///jobs/{number}",
        task_id=LocalTaskId(path=f"tasks/{task}"), source="sums", task_checksum=f"{number % 2}" * 8,
        config=TrialConfig(task=TaskConfig(path=f"tasks/{task}"), trials_dir="jobs"),
        agent_info=AgentInfo(name="terminus-2", version="2.0", model_info=ModelInfo(name="m-1", provider="maker")),
        agent_result=AgentContext(n_input_tokens=100, n_output_tokens=20, cost_usd=0.25),
        verifier_result=None if rewards is None else VerifierResult(rewards=rewards),
        exception_info=exception and ExceptionInfo(
            exception_type=exception, exception_message="", exception_traceback="", occurred_at=started),
        started_at=started, finished_at=started + timedelta(seconds=30),
    )


def main(out: Path) -> None:
    trials = [
        trial(1, "add", 5, {"reward": 1.0}),
        trial(2, "add", 0, {"reward": 0.0}),
        trial(3, "carry", 1, {"reward": 1.0}, "AgentTimeoutError"),  # keeps its reward
        trial(4, "carry", 2, None, "RuntimeError"),  # was not scored
        trial(5, "carry", 3, {"reward": 0.0}, "ApiRateLimitError"),  # Harbor takes no reward after this
        trial(6, "carry", 4, {"reward": 0.0}),
    ]
    stats = JobStats.from_trial_results(trials, n_total_trials=len(trials))
    for key, of in stats.evals.items():
        of.metrics.append(Mean().compute([t.verifier_result.rewards for t in trials if t.reward_valid]))
        of.pass_at_k = compute_pass_at_k_by_evals(trials)[key]
    job = JobResult(id=UUID(int=99), started_at=START, finished_at=START, n_total_trials=len(trials), stats=stats)
    out.mkdir(parents=True, exist_ok=True)
    (out / "result.json").write_text(job.model_dump_json(indent=1, exclude={"trial_results"}))
    for t in trials:
        (out / t.trial_name).mkdir(exist_ok=True)
        (out / t.trial_name / "result.json").write_text(t.model_dump_json(exclude={"config"}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
