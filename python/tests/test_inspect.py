"""Runs of the real Inspect, without a network, that settle stops early."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.log import EvalLog, write_eval_log
from inspect_ai.scorer import SampleScore, Score
from inspect_coins import CHANCES, coins, run

from settle_evals import _inspect_hooks, _next, _program, inspect
from settle_evals.inspect import SettleStopping, report_hook

A, B, C = CHANCES


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test runs in a folder of its own, where plan.json goes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INSPECT_LOG_LEVEL", "warning")
    yield tmp_path
    assert not inspect._tasks and not inspect._evaluations, "a run has left something behind"


def settle(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([_program.path(), *args], capture_output=True, text=True, check=False)


def summary(log: EvalLog) -> dict:
    return log.results.early_stopping.metadata


def stops(log: EvalLog) -> int:
    return len(log.results.early_stopping.early_stops)


def follows(logs: dict[str, EvalLog], *earlier: EvalLog) -> dict:
    """Return the plan, whose looks all follow from the logs, and which all ran as it asked."""
    done = settle("verify", "plan.json", *(log.location for log in [*earlier, *logs.values()]))
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(Path("plan.json").read_text())


def asked(plan: dict, model: str) -> int:
    """Return how many attempts of a model the plan asked for, where its first look saw as many of each question."""
    first = dict(zip(plan["settings"]["models"], plan["settings"]["first"]))[model]
    asks = [ask["attempts"] for look in plan["looks"] for ask in look["ask"] if ask["model"] == model]
    return int(first) * len(plan["settings"]["questions"]) + sum(asks)


@pytest.mark.parametrize("form", ["json", "eval"])
def test_models_share_a_plan(folder, form):
    """Of .9, .55 and .5 the first is soon the best; the others go on."""
    models = [A, B, C]
    logs = run(coins(SettleStopping(models, batch=2), questions=12, epochs=8), models, folder, log_format=form)
    plan = follows(logs)
    assert plan["settings"]["models"] == models and plan["settings"]["max_trials"] == 8
    decided = [pair for look in plan["looks"] for pair in look["decided"]]
    assert [A, B] in decided and [A, C] in decided
    for model, log in logs.items():
        ran = len(log.samples)
        # No sample ran that the plan did not ask for, and all that it asked for did.
        assert ran == asked(plan, model)
        assert ran + stops(log) == 96 and summary(log)["stopped"] == stops(log)
        assert log.results.early_stopping.manager == "settle"
    assert len(logs[A].samples) < 96
    assert max(summary(log)["looks"] for log in logs.values()) == len(plan["looks"])


def test_sentence_and_chain(folder):
    logs = run(coins(SettleStopping([A, C])), [A, C], folder)
    plan = follows(logs)
    said = summary(logs[A])
    assert said["sentence"] == f"Stop at look 1: {A} is better than {C}."
    assert said["chain"] == plan["looks"][-1]["chain"] and said["decided"] == [[A, C]]
    assert "better" in said["sentence"] and said["plan"] == "plan.json"
    # settle rank takes the logs as they are, and says what was stopped: 6 of 10 epochs of each.
    ranked = settle("rank", *(log.location for log in logs.values()))
    assert ranked.returncode == 0 and "Stopped early by settle: 120 trials of" in ranked.stdout


def test_against_earlier_logs(folder):
    earlier = run(coins(epochs=8, questions=12), [B], folder)[B]
    logs = run(coins(SettleStopping(against=earlier.location), questions=12), [A], folder)
    plan = follows(logs, earlier)
    # The comparison goes as far as the earlier logs: 8 epochs of the 10.
    assert plan["settings"]["models"] == [B, A] and plan["settings"]["max_trials"] == 8
    assert summary(logs[A])["decided"] == [[A, B]] and stops(logs[A]) == 120 - asked(plan, A) > 0


def test_against_the_same_model_is_refused(folder):
    earlier = run(coins(epochs=2), [A], folder)[A]
    log = run(coins(SettleStopping(against=earlier.location)), [A], folder)[A]
    assert log.status == "error" and "which runs now; leave it out" in log.error.message


def test_half_width_of_one_model(folder):
    """20 questions with 4 trials have a standard error of about .05: a half-width of .15 is enough."""
    logs = run(coins(SettleStopping(half_width=0.15)), [B], folder)
    plan = follows(logs)
    assert plan["settings"]["policy"] == "half-width" and plan["looks"][-1]["stop"] == "decided"
    assert len(logs[B].samples) == asked(plan, B) < 200


def test_shadow_says_what_would_have_stopped(folder):
    models = [A, B, C]
    size = {"questions": 10, "epochs": 6}
    shadow = run(coins(SettleStopping(models, batch=2, plan="shadow.json", shadow=True), **size), models, folder)
    assert all(stops(log) == 0 and len(log.samples) == 60 for log in shadow.values())
    real = run(coins(SettleStopping(models, batch=2), **size), models, folder / "real")
    last = max(shadow.values(), key=lambda log: summary(log)["looks"])
    # The coins are the same, and a plan follows from the results alone.
    assert summary(last)["would_stop"] == {model: stops(log) for model, log in real.items()}
    chains = [json.loads(Path(name).read_text())["looks"][-1]["outcomes"] for name in ("shadow.json", "plan.json")]
    assert chains[0] == chains[1]


def test_missing_program_stops_nothing(folder, monkeypatch, caplog):
    monkeypatch.setenv("SETTLE_PROGRAM", str(folder / "nowhere"))
    with caplog.at_level(logging.WARNING):
        logs = run(coins(SettleStopping([A, C]), epochs=3, questions=5), [A, C], folder)
    assert all(log.status == "success" and len(log.samples) == 15 for log in logs.values())
    assert "nowhere" in summary(logs[A])["problem"]
    assert sum("settle stops no more samples" in r.getMessage() for r in caplog.records) == 1


def test_dying_program_stops_nothing(folder, monkeypatch):
    """The program dies after 30 lines, and its first look needs 64 outcomes: everything runs."""
    dying = folder / "dying"
    dying.write_text(
        f"#!{sys.executable}\nimport itertools, subprocess, sys\n"
        f"p = subprocess.Popen([{_program.path()!r}, *sys.argv[1:]], stdin=subprocess.PIPE)\n"
        "for line in itertools.islice(sys.stdin.buffer, 30):\n    p.stdin.write(line); p.stdin.flush()\n"
        "p.kill()\nsys.exit(9)\n"
    )
    dying.chmod(0o755)
    monkeypatch.setenv("SETTLE_PROGRAM", str(dying))
    logs = run(coins(SettleStopping([A, C]), epochs=6, questions=8), [A, C], folder)
    assert all(log.status == "success" and len(log.samples) == 48 and stops(log) == 0 for log in logs.values())
    assert summary(logs[C])["problem"]


def test_wrong_settings_end_before_the_first_sample(folder):
    log = run(coins(SettleStopping([A, C], policy="nobody")), [A], folder)[A]
    assert log.status == "error" and "nobody" in log.error.message and not log.samples
    with pytest.raises(ValueError, match="models="):
        SettleStopping()


def test_models_that_do_not_run_together(folder, caplog):
    """The first model waits once, in vain. Both end, and the plan is open."""
    with caplog.at_level(logging.WARNING):
        logs = run(coins(SettleStopping([A, C], wait=0.5), questions=5), [A, C], folder, max_tasks=1)
    assert all(log.status == "success" for log in logs.values())
    assert any("run all models at the same time" in r.getMessage() for r in caplog.records)
    assert "open" in summary(logs[A])["sentence"]


@pytest.mark.parametrize("times", [1, 9], ids=["retried", "lost"])
def test_failures(folder, times):
    """Few samples run at once, so that retries queue behind samples that wait. Others take the place of what fails."""
    on = {(3, 1): times, (17, 2): times, (20, 2): times}
    began = time.monotonic()
    logs = run(
        coins(SettleStopping([B, C], batch=2, wait=60), on=on, chances={B: 0.6, C: 0.5}, epochs=8),
        [B, C],
        folder,
        max_samples=4,
        retry_on_error=1,
        fail_on_error=False,
    )
    assert time.monotonic() - began < 50, "a sample has waited to the end"
    plan = follows(logs)
    assert len(plan["looks"]) > 1
    for log in logs.values():
        assert log.status == "success" and not summary(log).get("problem")


def test_task_that_dies_keeps_nobody_waiting(folder):
    """A fails at its first sample, and with it its task. C does not wait for it."""
    task = coins(SettleStopping([A, C]), questions=5)
    task.solver = _dies_for(A)
    began = time.monotonic()
    logs = run(task, [A, C], folder)
    assert logs[A].status == "error" and logs[C].status == "success"
    assert time.monotonic() - began < 30


def test_run_of_which_all_tasks_die(folder):
    """The program ends all the same: the next run can use the plan, whose first look is still to come."""
    for _ in range(2):
        task = coins(SettleStopping([A, C]), questions=2)
        task.solver = _dies_for(A, C)
        logs = run(task, [A, C], folder)
        assert all(log.status == "error" and "asked for" in log.error.message for log in logs.values())


def _dies_for(*models):
    from inspect_ai.solver import solver

    @solver
    def dies():
        async def solve(state, generate):
            if str(state.model) in models:
                raise RuntimeError("a failure that the test asked for")
            return state

        return solve

    return dies()


VALUES = [
    "C",
    "P",
    "I",
    "N",
    True,
    False,
    1,
    0,
    0.25,
    "1",
    " 0.5 ",
    "yes",
    "No",
    "TRUE",
    "perhaps",
    "",
    float("nan"),
    -3,
]


def test_numbers_are_those_of_the_log(folder):
    """What settle import reads of a log is what is sent."""
    log = run(coins(epochs=1, questions=len(VALUES)), [A], folder)[A]
    for sample, value in zip(log.samples, VALUES):
        sample.scores["coin"].value = value
    write_eval_log(log, "values.json", format="json")
    done = settle("import", "values.json", "--to", "values.csv")
    assert done.returncode == 0, done.stderr
    read = {}
    for line in Path("values.csv").read_text().splitlines()[1:]:
        _, question, _, outcome = line.rsplit(",", 3)
        read[int(question)] = outcome
    for number, value in enumerate(VALUES, 1):
        sent = inspect._outcome({"coin": SampleScore(score=Score(value=value))}, None)
        assert str(sent) == "nan" if read[number] == "" else sent == float(read[number]), value


def test_one_of_several_scores():
    several = {"x": SampleScore(score=Score(value={"a": 1, "b": "C"})), "y": SampleScore(score=Score(value=0))}
    assert inspect._outcome(several, "x.b") == 1 and inspect._outcome(several, "y") == 0
    with pytest.raises(ValueError, match=r"choose one with score=: x\.a, x\.b, y"):
        inspect._outcome(several, None)


def test_report_of_a_run(folder, monkeypatch):
    report_hook("out/settle.html")
    try:
        run(coins(SettleStopping([A, C]), questions=10), [A, C], folder)
    finally:
        _inspect_hooks._paths.clear()
    page = Path("out/settle.html").read_text()
    assert A in page and "Stopped early by settle" in page
    run(coins(epochs=1), [A], folder)
    assert [p.name for p in Path("out").iterdir()] == ["settle.html"], "a report nobody asked for"


def test_lines_per_sample(folder, monkeypatch, capsys):
    """A sample costs a request and an outcome; a task costs its end and a request more. The time is for reading."""
    lines = []
    send = _next.Next.send
    monkeypatch.setattr(_next.Next, "send", lambda self, line: (lines.append(line), send(self, line))[1])
    seconds = []
    for stopping in (None, SettleStopping([A, B], max_trials=20)):  # .55 and .9: a few looks at most
        began = time.monotonic()
        logs = run(coins(stopping, epochs=5, questions=20), [A, B], folder)
        seconds.append((time.monotonic() - began) / 200)
    asked_for = sum(len(log.samples) + stops(log) for log in logs.values())
    assert asked_for == 200 and len(lines) <= 2 * asked_for + 2 * len(logs)
    with capsys.disabled():
        print(
            f"\nper sample: {1000 * seconds[0]:.2f} ms without stopping, {1000 * seconds[1]:.2f} ms with it, of all that were planned"
        )
