"""Writes small logs of verifiers in its two layouts, through the package itself.

    pip install verifiers==0.4.0 && python make_verifiers.py traces OUT
    pip install verifiers==0.2.0 && python make_verifiers.py results OUT

Version 0.4.0 writes episodes to traces.jsonl. Version 0.2.0 writes results.jsonl and
metadata.json, as versions before it do, and traces.jsonl with a trace per line.
The file results/logs/testdata/verifiers.txtar holds what these versions wrote.
"""

import sys
from pathlib import Path


def traces(out: Path) -> None:
    """Two questions with two episodes each; the last episode of the second one fails."""
    from verifiers.v1.configs.agent import AgentConfig
    from verifiers.v1.episode import EnvInfo, Episode
    from verifiers.v1.task import TaskData
    from verifiers.v1.trace import AgentInfo, Error, Trace, TraceTask
    from verifiers.v1.utils.trace_store import write_episode

    def episode(idx, correct, length, error=None):
        task = TraceTask[TaskData](type="Sums", data=TaskData(idx=idx, prompt=f"{idx} + 1 = ?"), key=f"k{idx}")
        agent = AgentInfo(config=AgentConfig(model="maker/m-1"), name="agent")
        trace = Trace(id=f"t{idx}", task=task, agent=agent)
        if error is not None:
            trace.rewards = {"correct": None, "length": None}
            trace.errors.append(Error(type=type(error).__name__, message=str(error)))
        else:
            trace.record_reward("correct", correct)
            trace.record_reward("length", length, weight=0.25)
            trace.ok = True
        trace.stop("done" if error is None else "error")
        return Episode(id=f"e{idx}", env=EnvInfo(id="sums"), task=task, traces=[trace], ok=trace.ok)

    out.mkdir(parents=True, exist_ok=True)
    (out / "traces.jsonl").write_text("")
    for e in (
        episode(0, 1, 0.5), episode(1, 0, 1), episode(0, 0, 0), episode(1, 1, 1, RuntimeError("no answer came")),
    ):
        write_episode(out, e)


def results(out: Path) -> None:
    """Two questions with two rollouts each, of which one is half right."""
    from verifiers.types import RolloutTiming
    from verifiers.utils.save_utils import GenerateOutputsBuilder, save_metadata, save_outputs, state_to_output
    from verifiers.types import State

    builder = GenerateOutputsBuilder(
        env_id="sums", env_args={}, model="maker/m-1", client=object(), num_examples=2, rollouts_per_example=2,
        state_columns=None, sampling_args={}, results_path=out,
    )
    rows = []
    for example_id, reward in ((0, 1.0), (0, 0.0), (1, 0.5), (1, 0.25)):
        rows.append(state_to_output(State(
            example_id=example_id, prompt=f"{example_id} + 1 = ?", completion="2", answer="2", reward=reward,
            metrics={"correct": float(reward == 1), "length": reward}, timing=RolloutTiming(),
            token_usage={"input_tokens": 10, "output_tokens": 2}, is_completed=True,
        )))
    builder.add_outputs(rows)
    save_outputs(rows, out, mode="w")
    save_metadata(builder.build_metadata(), out)

    from verifiers.v1.cli.output import write_trace
    from verifiers.v1.task import TaskData
    from verifiers.v1.trace import Trace, TraceTask

    for idx, correct in ((0, 1), (1, 0), (1, 1)):
        trace = Trace(id=f"t{idx}", task=TraceTask(type="Sums", data=TaskData(idx=idx, prompt=f"{idx} + 1 = ?")))
        trace.record_reward("correct", correct)
        trace.record_reward("length", 1, weight=0.25)
        trace.stop()
        write_trace(out, trace)


if __name__ == "__main__":
    {"traces": traces, "results": results}[sys.argv[1]](Path(sys.argv[2]))
