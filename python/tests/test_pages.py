"""The how-to pages and the notebook: what they show is run, as printed.

    pytest python/tests/test_pages.py --update

writes what the pages and the notebook print.
"""

import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
import yaml
from nbclient import NotebookClient

DOCS = pathlib.Path(__file__).parents[2] / "docs"
PAGES = ["compare-two-logs", "from-a-dataframe", "gate-a-pull-request", "stop-early"]
FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.M | re.S)


def run_python(code, names):
    """What a block prints; names are those of the blocks before it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "page", "exec"), names)
    return printed.getvalue()


def run_shell(code):
    """What a block prints, with the programs of this environment."""
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(["bash", "-c", code], capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert ran.returncode in (0, 3, 4), ran.stderr
    return re.sub(r"(?<= in )[\d.]+s", "1s", ran.stdout)


@pytest.mark.parametrize("page", PAGES)
def test_page(page, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    for log in (DOCS / "tutorial").glob("*.eval"):
        shutil.copy(log, tmp_path)
    path = DOCS / "how-to" / f"{page}.md"
    text, names, printed, compared = path.read_text(), {}, None, 0
    pieces, end = [], 0
    for block in FENCE.finditer(text):
        kind, file, body = block.groups()
        if kind == "text":
            assert printed is not None, "no block before prints this"
            compared += 1
            pieces += [text[end : block.start()], f"```text\n{printed}```"]
            end = block.end()
            if not request.config.getoption("--update"):
                assert body == printed
            printed = None
        elif kind == "python" and file:
            (tmp_path / file).write_text(body)
        elif kind == "python":
            printed = run_python(body, names)
        elif kind == "sh":
            printed = run_shell(body)
        elif kind == "yaml":
            action = yaml.safe_load((DOCS.parent / "action.yml").read_text())
            given = next(step["with"] for step in yaml.safe_load(body)["steps"] if "settle@" in step.get("uses", ""))
            needed = {name for name, about in action["inputs"].items() if about.get("required")}
            assert needed <= set(given) <= set(action["inputs"])
        else:
            raise AssertionError(f"{page}: a block of {kind} is not run")
    assert compared, "nothing that the page prints is compared"
    if request.config.getoption("--update"):
        path.write_text("".join([*pieces, text[end:]]))


def outputs(notebook):
    """What the cells print and show, without what depends on the version of a package."""

    def unversioned(text):  # the commit of a build that is not a release
        return re.sub(r"0\.0\.0-dev\+[0-9a-f]+(\.modified)?", "0.0.0-dev", text) if isinstance(text, str) else text

    shown = []
    for cell in notebook.cells:
        printed = ""  # a kernel hands over text in pieces, as it comes
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                printed += output.text if output.name == "stdout" else ""
            elif output.output_type != "display_data" or output.data.get("text/plain"):  # of a bar nothing is left
                data = output.data
                shown.append([(kind, unversioned(data[kind])) for kind in sorted(data) if kind != "text/html" or "<table border" not in data[kind]])
        shown.append(unversioned(printed))
    return shown


def test_notebook(request):
    path = DOCS / "tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    want = outputs(notebook)
    try:
        NotebookClient(notebook, timeout=120, record_timing=False, resources={"metadata": {"path": str(DOCS)}}).execute()
    finally:
        (DOCS / "report.html").unlink(missing_ok=True)
    if request.config.getoption("--update"):
        for cell in notebook.cells:
            cell.metadata.clear()
        nbformat.write(notebook, path)
    else:
        assert outputs(notebook) == want
