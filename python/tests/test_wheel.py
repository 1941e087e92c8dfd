"""The wheel in fresh environments of every Python that is here."""

import importlib.metadata
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

WHEELS = pathlib.Path(__file__).parents[2] / "out" / "python" / "wheel"


def pythons():
    """The interpreters of versions that the wheel promises."""
    found = {}
    for minor in range(10, 20):
        for place in (shutil.which(f"python3.{minor}"), *pathlib.Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")):
            if place and subprocess.run([place, "-c", ""], capture_output=True).returncode == 0:
                found[f"3.{minor}"] = str(place)
    return found or {"this": sys.executable}


PYTHONS = pythons()


@pytest.mark.parametrize("version", PYTHONS)
def test_fresh_environment(version, tmp_path):
    place = tmp_path / "venv"
    subprocess.run([PYTHONS[version], "-m", "venv", "--without-pip", place], check=True)
    python = place / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install", "--quiet"]
    subprocess.run([*pip, "--no-index", *WHEELS.glob("*.whl")], check=True)
    env = {name: value for name, value in os.environ.items() if name != "SETTLE_PROGRAM"}

    # Two models, one question: 3 of 4 and 1 of 4.
    code = (
        "import settle_evals as s; found = s.rank([[[1, 1, 1, 0]], [[0, 0, 1, 0]]], metrics='avg');"
        "print([row['score'] for row in found.frame], type(found.frame).__name__)"
    )
    ran = subprocess.run([python, "-c", code], capture_output=True, text=True, env=env)
    assert ran.stdout == "[0.75, 0.25] list\n", ran.stderr

    settle = [place / "bin" / "settle"]
    ran = subprocess.run([*settle, "rank", "stand-in:aime25"], capture_output=True, text=True, env=env)
    assert ran.stdout.startswith("AIME'25 ranked by bayes:fitted")
    ran = subprocess.run([*settle, "serve"], capture_output=True, text=True, env=env)
    assert ran.returncode == 1 and len(ran.stderr.splitlines()) == 1 and "does not include the web app" in ran.stderr


def test_the_wheel_says_what_it_is():
    about = importlib.metadata.metadata("settle-evals")
    assert about["Requires-Python"] == ">=3.10"
    assert importlib.metadata.requires("settle-evals") is None
