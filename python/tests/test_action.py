"""The GitHub Action: its step is run as a runner would run it."""

import os
import pathlib
import re
import subprocess

import pytest
import yaml

ROOT = pathlib.Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


@pytest.fixture
def act(tmp_path):
    """A function that runs the action with inputs; it returns the code, summary and outputs."""

    def run(**inputs):
        given = {name: about.get("default", "") for name, about in ACTION["inputs"].items()}
        given["wheel"] = str(next((ROOT / "out" / "python" / "wheel").glob("*.whl")))
        assert set(inputs) <= set(given)
        given.update(inputs)
        files = {name: tmp_path / name for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")}
        for file in files.values():
            file.write_text("")
        (step,) = ACTION["runs"]["steps"]
        env = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: given[m[1]], value) for name, value in step["env"].items()}
        env.update({name: str(file) for name, file in files.items()}, GITHUB_ACTION_PATH=str(ROOT), RUNNER_TEMP=str(tmp_path))
        ran = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step["run"]], env={**os.environ, **env}, capture_output=True, text=True
        )
        summary, output = (file.read_text() for file in files.values())
        return ran, summary, output

    return run


def test_yes(act, board):
    ran, summary, output = act(new=str(board), models="a\nc")
    assert ran.returncode == 0, ran.stderr
    assert summary.startswith("### Settle gate: yes\n") and "Yes: a is better than c" in summary and "| a " in summary
    assert output == "answer=yes\n"


def test_no(act, board):
    ran, summary, output = act(new=str(board), models="c\na")
    assert (ran.returncode, output) == (3, "answer=no\n") and "No: c is worse than a" in summary


@pytest.mark.parametrize("undecided, code", [("fail", 4), ("pass", 0)])
def test_undecided(act, board, undecided, code):
    # Fourteen trials of a question that never fails are needed, and there are five.
    ran, summary, output = act(new=str(board), models="a", flags="--per-question 0.8", undecided=undecided)
    assert (ran.returncode, output) == (code, "answer=undecided\n") and "Undecided" in summary


def test_errors_fail(act, board):
    ran, summary, output = act(new="nothere.csv", old=str(board))
    assert ran.returncode not in (0, 3, 4) and output == "answer=error\n" and "nothere.csv" in summary
    assert act(new=str(board), undecided="maybe")[0].returncode == 2
