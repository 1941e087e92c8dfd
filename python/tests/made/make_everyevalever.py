"""Writes small logs of Every Eval Ever: one converted from lm-eval, one with epochs.

    pip install every-eval-ever==0.3.0 lm-eval==0.4.13 && python make_everyevalever.py OUT

The first is a run of lm-eval's dummy model that the package's own command converts. The
second is written by the package's classes: three samples, of which the second ended in an error.
The file results/logs/testdata/everyevalever-made.txtar holds what these versions wrote.
"""

import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

from every_eval_ever.eval_types import (
    ConfidenceInterval, EvalLibrary, EvaluationLog, EvaluationResult, EvaluatorRelationship, MetricConfig, ModelInfo,
    ScoreDetails, ScoreType, SourceDataPrivate, SourceMetadata, StandardError, Uncertainty,
)
from every_eval_ever.instance_level_types import (
    Evaluation, Input, InstanceLevelEvaluationLog, InteractionType, Output, TokenUsage,
)

TASK = """task: sums
dataset_path: json
dataset_kwargs:
  data_files: {test: sums.json}
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_choice: ["2", "3", "4"]
doc_to_target: answer
metric_list:
  - metric: acc
"""
QUESTIONS = [("1 + 1 =", 0), ("1 + 2 =", 1), ("2 + 2 =", 2), ("1 + 3 =", 2), ("3 + 0 =", 1), ("0 + 2 =", 0)]


def converted(out: Path) -> None:
    """Runs lm-eval and converts its log."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "sums.yaml").write_text(TASK)
    (out / "sums.json").write_text("".join(json.dumps({"question": q, "answer": a}) + "\n" for q, a in QUESTIONS))
    run = dict(cwd=out, check=True, env={**os.environ, "HF_HUB_OFFLINE": "1"})
    subprocess.run(["lm_eval", "run", "--model", "dummy", "--model_args", "pretrained=maker/model-a", "--tasks", "sums",
                    "--include_path", ".", "--output_path", "lm-eval", "--log_samples"], **run)
    subprocess.run(["every_eval_ever", "convert", "lm_eval", "--log_path", "lm-eval", "--output_dir", "converted",
                    "--include_samples", "--source_organization_name", "maker", "--evaluator_relationship", "other"], **run)


def epochs(out: Path) -> None:
    """Two epochs of three samples under two metrics, and the aggregate of one metric."""
    scores = {("a", 1): 1, ("a", 2): 0, ("b", 1): 0, ("b", 2): 1, ("c", 1): 1, ("c", 2): 1}
    common = dict(schema_version="0.3.0", evaluation_id="sums/m/1")

    def record(sample, epoch, result_id, score):
        failed = (sample, epoch) == ("b", 1)
        return InstanceLevelEvaluationLog(
            **common, model_id="maker/m-1", evaluation_name="sums", evaluation_result_id=result_id, sample_id=sample,
            interaction_type=InteractionType.single_turn, input=Input(raw="", reference=[]), output=Output(raw=[""]),
            answer_attribution=[], evaluation=Evaluation(score=score, is_correct=score > 0),
            token_usage=TokenUsage(input_tokens=10, output_tokens=2, total_tokens=12),
            error="no answer came" if failed else None, metadata={"epoch": str(epoch)},
        )

    rows = [record(s, e, f"{m}:sums", x * w) for (s, e), x in scores.items() for m, w in (("acc", 1), ("half", 0.5))]
    means = [0.5, 1.0, 1.0]  # of the epochs of a, b and c that have a score
    mean, error = statistics.mean(means), statistics.stdev(means) / math.sqrt(3)
    z = statistics.NormalDist().inv_cdf(0.975)
    result = EvaluationResult(
        evaluation_result_id="acc:sums", evaluation_name="sums",
        source_data=SourceDataPrivate(dataset_name="sums", source_type="other"),
        metric_config=MetricConfig(metric_kind="accuracy", lower_is_better=False, score_type=ScoreType.binary),
        score_details=ScoreDetails(score=mean, uncertainty=Uncertainty(
            standard_error=StandardError(value=error, method="analytic"), num_samples=6,
            confidence_interval=ConfidenceInterval(
                lower=mean - z * error, upper=mean + z * error, confidence_level=0.95, method="analytic"))))
    log = EvaluationLog(
        **common, retrieved_timestamp="1", eval_library=EvalLibrary(name="sums", version="1.0"),
        source_metadata=SourceMetadata(
            source_organization_name="maker", source_type="evaluation_run", evaluator_relationship=EvaluatorRelationship.other),
        model_info=ModelInfo(name="m-1", id="maker/m-1", developer="maker"), evaluation_results=[result])
    out.mkdir(parents=True, exist_ok=True)
    (out / "run.json").write_text(log.model_dump_json(exclude_none=True, indent=1))
    (out / "run_samples.jsonl").write_text("".join(row.model_dump_json(exclude_none=True) + "\n" for row in rows))


if __name__ == "__main__":
    converted(Path(sys.argv[1]) / "lm-eval")
    epochs(Path(sys.argv[1]) / "epochs")
