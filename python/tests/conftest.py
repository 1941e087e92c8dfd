"""What the tests share: the installed package, the program in it, and small results."""

import json
import subprocess

import pytest

import settle_evals
from settle_evals import _program

pytest_plugins = ["pytester"]


def outcomes():
    """Three models, four questions, five trials: rows of model, question, trial, outcome."""
    # Successes of a model at a question, by hand: a leads, c trails.
    successes = {"a": (5, 4, 5, 3), "b": (3, 4, 2, 3), "c": (1, 0, 2, 1)}
    return [
        (model, f"q{q + 1}", t + 1, int(t < right))
        for model, rights in successes.items()
        for q, right in enumerate(rights)
        for t in range(5)
    ]


@pytest.fixture
def rows():
    """The rows of outcomes()."""
    return outcomes()


@pytest.fixture
def board(tmp_path, rows):
    """Those rows as a CSV file."""
    path = tmp_path / "board.csv"
    lines = ["model,question,trial,outcome", *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="session")
def program():
    """A function that runs the program and returns its document."""

    def run(*arguments):
        done = subprocess.run(
            [_program.path(), *map(str, arguments), "--format", "json"], capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 3, 4), done.stderr
        return json.loads(done.stdout)

    return run


def pytest_addoption(parser):
    """Declare the option of test_pages."""
    parser.addoption("--update", action="store_true", help="write what the pages and the notebook print")
