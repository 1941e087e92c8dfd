"""Makes the two logs of the tutorial: python make_logs.py FOLDER (inspect-ai 0.3.285)."""

import random
import sys
import tempfile

from inspect_ai import Task, eval
from inspect_ai.log import write_eval_log
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import solver

QUESTIONS, EPOCHS = 40, 4

#: The chance of the old model at each question: most are easy or hard.
EASE = [random.Random(question).betavariate(0.5, 0.4) for question in range(QUESTIONS)]


@solver
def adds(name: str, gain: float):
    """Answer with the true sum at a chance that is known, without asking a model."""
    draw = random.Random(name)

    async def solve(state, generate):
        question = int(state.sample_id.removeprefix("sum-")) - 1
        chance = EASE[question] + gain * EASE[question] * (1 - EASE[question])
        wrong = draw.random() >= chance
        state.output = ModelOutput.from_content(name, str(2 * question + 30 + wrong))
        return state

    return solve


for name, gain in (("old", 0), ("new", 0.3)):
    dataset = [Sample(id=f"sum-{q + 1}", input=f"{q + 11} + {q + 19} = ?", target=str(2 * q + 30)) for q in range(QUESTIONS)]
    task = Task(name="sums", dataset=dataset, solver=adds(name, gain), scorer=match(), epochs=EPOCHS)
    (log,) = eval(task, model=f"mockllm/{name}", log_dir=tempfile.mkdtemp(), display="none", max_samples=1)
    for sample in log.samples:  # what is said of each is not needed here
        sample.events, sample.attachments, sample.messages = [], {}, []
    write_eval_log(log, f"{sys.argv[1]}/{name}.eval")
