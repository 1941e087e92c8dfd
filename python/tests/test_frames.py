"""Data of every kind, and the numbers that come of them."""

import itertools
import math
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import nbformat
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from nbclient import NotebookClient

import settle_evals
from conftest import outcomes

from settle_evals import Error

NAMES = ["model", "question", "trial", "outcome"]


def kinds(rows):
    """The same results in every kind of data."""
    columns = dict(zip(NAMES, map(list, zip(*rows))))
    cube = [[[row[3] for row in rows if row[0] == m and row[1] == f"q{q}"] for q in range(1, 5)] for m in "abc"]
    return {
        "pandas": pd.DataFrame(columns),
        "pandas with categories": pd.DataFrame(columns).astype({"model": "category", "outcome": "bool"}),
        "pandas with an index": pd.DataFrame(columns).set_index(["model", "question"]),
        "polars": pl.DataFrame(columns),
        "polars, lazy": pl.LazyFrame(columns).with_columns(pl.col("model").cast(pl.Categorical)),
        "arrow": pa.table(columns),
        "arrow batch": pa.RecordBatch.from_pydict(columns),
        "dict of lists": columns,
        "dict of arrays": {name: np.array(column) for name, column in columns.items()},
        "list of dicts": [dict(zip(NAMES, row)) for row in rows],
        "array": np.array(cube),
        "array of floats": np.array(cube, float),
        "nested lists": cube,
    }


KINDS = list(kinds(outcomes()))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_data_gives_the_same_numbers(kind, rows, board, program):
    want = program("rank", board)["metrics"][0]
    got = settle_evals.rank(kinds(rows)[kind]).json["metrics"][0]
    names = {"model1": "a", "model2": "b", "model3": "c"}
    for mine, theirs in zip(got["rows"], want["rows"], strict=True):
        assert names.get(mine["model"], mine["model"]) == theirs["model"]
        assert mine["score"] == theirs["score"] and mine["sigma"] == theirs["sigma"]


@pytest.mark.parametrize("seed", range(10))
def test_numbers_equal_the_programs_to_the_last_bit(seed, tmp_path, program):
    draw = np.random.default_rng(seed)
    chances = draw.beta(0.5, 0.5, (4, 6))
    board = pd.DataFrame(
        [(f"m{m}", f"q{q}", t, int(draw.random() < chances[m, q])) for m, q, t in itertools.product(range(4), range(6), range(8))],
        columns=NAMES,
    )
    path = tmp_path / "data.csv"
    board.to_csv(path, index=False)
    few = {"replicates": 50}
    calls = [
        ("rank", "rank", (), {"draws": 200}),
        ("compare", "compare", ("m0", "m1"), {"draws": 200}),
        ("gate", "gate", ("m1", "m2"), {"claim": "not-worse", "margin": 0.1}),
        ("budget", "budget plan", (), {"power": 0.7}),
        ("next_trials", "next", (), {"max_trials": 16}),
        ("converge", "converge", (), few),
        ("bootstrap", "bootstrap", (), few),
    ]
    for name, command, models, options in calls:
        flags = [f"--{key.replace('_', '-')}={value}" for key, value in options.items()]
        want = program(*command.split(), path, *models, f"--seed={seed}", *flags)
        got = getattr(settle_evals, name)(board, *models, seed=seed, **options).json
        for document in (want, got):
            document.pop("provenance")  # of another file
            document.pop("source", None)
            document.pop("of", None)
            document.pop("sentence", None)
            document.pop("remarks", None)
        assert got == want, name
    want = program("vote", "coins:4x6,trials=8,answers=3", "--replicates", "20", "--seed", seed)
    got = settle_evals.vote("coins:4x6,trials=8,answers=3", replicates=20, seed=seed).json
    assert {**got, "provenance": want["provenance"]} == want
    want = program("bakeoff", "run", "coins:4x6", "--trials", "8", "--replicates", "20", "--seed", seed)
    got = settle_evals.bakeoff("coins:4x6", trials=8, replicates=20, seed=seed).json
    assert {**got, "provenance": want["provenance"]} == want


def test_report_says_what_the_program_says(board, tmp_path, program):
    want = program("report", board, "-o", tmp_path / "page.html")["tasks"]
    found = settle_evals.report(board)
    assert found.json["tasks"] == want
    found.save(tmp_path / "saved.html")
    assert (tmp_path / "saved.html").read_bytes() == (tmp_path / "page.html").read_bytes()
    assert "<iframe" in found._repr_html_()


# Frames with names that others use: what is meant is plain to a reader.
UNUSUAL = [
    ["eval_model", "sample_id", "epoch", "score"],
    ["llm", "doc_id", "run", "exact_match"],
    ["Model Name", "Item", "Repeat", "Correct"],
    ["system", "problem_id", "seed", "passed"],
    ["modelId", "questionId", "attempt", "reward"],
]


@pytest.mark.parametrize("names", UNUSUAL, ids=lambda names: names[0])
@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, dict], ids=["pandas", "polars", "dict"])
def test_unusual_names_are_found(names, make, rows, board, program):
    want = program("rank", board)["metrics"][0]["rows"]
    found = settle_evals.rank(make(dict(zip(names, map(list, zip(*rows))))))
    assert [row["score"] for row in found.json["metrics"][0]["rows"]] == [row["score"] for row in want]
    assert any(names[0] in remark for remark in found.remarks)


def test_names_that_nobody_knows_need_a_second_try(rows):
    frame = pd.DataFrame(rows, columns=["kandidat", "aufgabe", "versuch", "treffer"])
    with pytest.raises(Error) as refusal:
        settle_evals.rank(frame)
    message = str(refusal.value)
    for name in ("model", "question", "outcome", *frame.columns):
        assert name in message
    call = message.rpartition("; use ")[2]
    assert "--" not in message and call.startswith("settle_evals.rank(data, column={")
    want = settle_evals.rank(frame.set_axis(NAMES, axis=1)).json["metrics"]
    assert eval(call, {"settle_evals": settle_evals, "data": frame}).json["metrics"] == want


def test_rows_without_trials_are_numbered(rows):
    frame = pd.DataFrame(rows, columns=NAMES)
    want = settle_evals.rank(frame).json["metrics"]
    found = settle_evals.rank(frame.drop(columns="trial"))
    assert found.json["metrics"] == want
    assert any("trial" in remark and "order" in remark for remark in found.remarks)


def test_rows_of_several_metrics_are_not_trials(rows):
    frame = pd.DataFrame(rows, columns=NAMES).drop(columns="trial")
    both = pd.concat([frame.assign(metric="f1"), frame.assign(metric="acc")])
    with pytest.raises(Error, match="metric"):
        settle_evals.rank(both)


def test_a_missing_outcome_is_an_attempt_that_failed(rows, tmp_path, program):
    # One outcome of a at q1 is missing: of CSV, an empty field is an attempt that failed.
    path = tmp_path / "holes.csv"
    lines = [",".join(map(str, row)) for row in rows]
    lines[0] = "a,q1,1,"
    path.write_text("\n".join([",".join(NAMES), *lines]) + "\n")
    want = program("rank", path, "--missing=wrong")["metrics"][0]["rows"]
    holes = [(*row[:3], None if i == 0 else row[3]) for i, row in enumerate(rows)]
    frame = pd.DataFrame(holes, columns=NAMES)
    for data in (frame, frame.astype({"outcome": "Int64"}), pl.DataFrame(holes, schema=NAMES, orient="row"), pa.table(frame)):
        assert settle_evals.rank(data, missing="wrong").json["metrics"][0]["rows"] == want


def test_scores_and_gaps_of_arrays():
    half = np.array([[[0.5, 1], [0, 1]], [[0, 0.5], [0, 0]]])
    found = settle_evals.rank(half, weights="values", metrics="avg")
    # Means by hand: 2.5 / 4 and 0.5 / 4.
    assert list(found.frame["score"]) == [0.625, 0.125]
    gap = np.array([[[1, 1], [0, np.nan]], [[0, 1], [0, 0]]])
    assert list(settle_evals.rank(gap, missing="unequal", metrics="avg").frame["score"]) == [0.5, 0.25]


@pytest.mark.parametrize(
    "data, message",
    [
        (np.zeros((2, 3)), "2 dimensions"),
        (object(), "cannot read results from object"),
        ({"model": ["a"], "outcome": [1, 0]}, "differ in length"),
        ("nothere.csv", "nothere.csv"),
        ([[[1, 0], [1]]], "ragged"),
    ],
)
def test_what_is_no_data_is_refused(data, message):
    with pytest.raises(Error, match=message):
        settle_evals.rank(data)


def test_wrong_options_are_refused_as_python_spells_them(board):
    with pytest.raises(Error) as refusal:
        settle_evals.rank(board, confidence=2)
    assert refusal.value.code == 2 and "confidence" in str(refusal.value) and "--" not in str(refusal.value)
    with pytest.raises(TypeError):
        settle_evals.rank(board, confidense=0.9)


def test_frames_are_of_the_kind_that_was_given(rows):
    assert isinstance(settle_evals.rank(pd.DataFrame(rows, columns=NAMES)).frame, pd.DataFrame)
    assert isinstance(settle_evals.rank(pl.DataFrame(rows, schema=NAMES, orient="row")).pairs, pl.DataFrame)


def test_results_are_shown_and_saved(board, tmp_path):
    found = settle_evals.rank(board)
    assert found.sentence.startswith("a ")
    assert found.sentence in repr(found) and found.sentence in str(found)
    assert "<table>" in found._repr_html_() and "What the numbers mean" in found._repr_html_()
    assert found.figure()._repr_svg_().startswith("<?xml") and found.figure(found.figures[-1]).svg
    with pytest.raises(Error, match="no figure is called"):
        found.figure("nothing")
    for suffix, begin in [
        (".json", b"{"), (".csv", b"metric,"), (".md", b"### "), (".txt", b"board.csv"), (".tex", b"\\begin"),
        (".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".html", b"<!DOCTYPE"),
    ]:
        found.save(tmp_path / f"found{suffix}")
        assert (tmp_path / f"found{suffix}").read_bytes().lstrip().startswith(begin), suffix
    found.save(tmp_path / "folder")
    assert list((tmp_path / "folder").glob("*.pdf"))
    with pytest.raises(Error, match="cannot write"):
        found.save(tmp_path / "found.xlsx")


def test_names_in_html_are_text():
    found = settle_evals.rank({"model": ["<b>x", "y"] * 4, "question": ["q"] * 8, "outcome": [1, 0] * 4})
    assert "<b>x" not in found._repr_html_() and "&lt;b&gt;x" in found._repr_html_()


def test_temporary_files_go_with_the_result(board):
    found = settle_evals.rank(board)
    folder = found._folder
    assert folder.exists()
    del found
    assert not folder.exists()


def test_load_reads_logs_as_a_frame(board, rows):
    frame = settle_evals.load(board)
    assert list(frame.itertuples(index=False, name=None)) == rows
    assert str(frame["outcome"].dtype) == "float64"
    with pytest.raises(Error, match="nothere"):
        settle_evals.load("nothere.csv")


def test_gate_answers(board):
    assert settle_evals.gate(board, "a", "c").answer == "yes"
    assert settle_evals.gate(board, "c", "a").answer == "no"
    every = settle_evals.gate(board, "a", per_question=0.5)
    assert list(every.frame["question"]) == ["q1", "q2", "q3", "q4"] and every.code == 4


def test_a_gate_is_true_only_for_yes(board):
    assert settle_evals.gate(board, "a", "c") and not settle_evals.gate(board, "c", "a")
    assert settle_evals.rank(board)


def test_gold_takes_a_frame(rows):
    frame = pd.DataFrame(rows, columns=NAMES)
    gold = {"model": list("abc"), "score": [3, 2, 1]}
    want = settle_evals.converge(frame, gold=gold, replicates=50).json["metrics"]
    for same in (pd.DataFrame(gold), pl.DataFrame(gold), pa.table(gold)):
        assert settle_evals.converge(frame, gold=same, replicates=50).json["metrics"] == want


def test_columns_that_hold_no_values_are_named(rows):
    frame = pd.DataFrame(rows, columns=NAMES)
    with pytest.raises(Error, match=r"\[1\]"):
        settle_evals.rank(frame.assign(outcome=[[row[3]] for row in rows]))
    twice = frame.set_axis(["model", "model", "trial", "outcome"], axis=1)
    with pytest.raises(Error, match='two columns "model"'):
        settle_evals.rank(twice)
    with pytest.raises(Error, match="Series"):
        settle_evals.rank(frame["outcome"])


def test_names_with_a_dash_are_no_flags(rows):
    frame = pd.DataFrame(rows, columns=NAMES).replace({"model": {"a": "--help"}})
    assert settle_evals.gate(frame, "--help", "c").answer == "yes"


def test_a_file_that_has_changed_is_not_read_again(board, tmp_path):
    found = settle_evals.rank(board)
    board.write_text(board.read_text().replace("a,q1,1,1", "a,q1,1,0") + "c,q5,1,0\n")
    with pytest.raises(Error, match="changed"):
        found.save(tmp_path / "found.csv")
    found.save(tmp_path / "found.json")


def test_an_unknown_column_of_models_is_warned_of(rows):
    frame = pd.DataFrame(rows, columns=["kandidat", *NAMES[1:]]).drop(columns="trial")
    with pytest.warns(UserWarning, match="kandidat"):
        settle_evals.rank(frame)


def test_against_takes_a_frame(board, rows):
    frame = pd.DataFrame(rows, columns=NAMES)
    found = settle_evals.compare(frame, against=frame.assign(outcome=1 - frame["outcome"]))
    assert len(found.frame) == 3 and found.sentence


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interrupt_ends_the_program(tmp_path):
    script = tmp_path / "long.py"
    script.write_text(
        textwrap.dedent(
            """
            import settle_evals
            try:
                settle_evals.converge("coins:40x200", replicates=10_000_000)
            except KeyboardInterrupt:
                print("interrupted")
            """
        )
    )
    process = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, start_new_session=True)
    child = None
    while child is None and process.poll() is None:
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        child = next((c for c in children if b"converge" in pathlib.Path(f"/proc/{c}/cmdline").read_bytes()), None)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[0] == "interrupted\n"
    assert not pathlib.Path(f"/proc/{child}").exists()


@pytest.mark.skipif(os.name == "nt", reason="terminals")
def test_progress_shows_in_a_terminal(tmp_path):
    import pty

    script = tmp_path / "bar.py"
    script.write_text('import settle_evals; settle_evals.converge("coins:20x100", replicates=40_000)')
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, script], stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            shown += chunk
    except OSError:
        pass
    assert process.wait() == 0
    assert b"%" in shown and b"\r" in shown


def test_progress_in_a_notebook_leaves_one_empty_output():
    cell = nbformat.v4.new_code_cell('import settle_evals; settle_evals.converge("coins:20x100", replicates=20_000).code')
    notebook = nbformat.v4.new_notebook(cells=[cell])
    NotebookClient(notebook).execute()
    bars = [output for output in notebook.cells[0].outputs if output.output_type == "display_data"]
    assert [bar.data["text/plain"] for bar in bars] == [""]
    assert [o.data["text/plain"] for o in notebook.cells[0].outputs if o.output_type == "execute_result"] == ["0"]
