"""What a command found."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ._error import Error, in_python

#: Where the tables of a command are in its document: names of lists, the last one of
#: rows. What is called like the second item is carried from outer rows into inner ones.
_FRAMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "rank": (("metrics", "rows"),),
    "compare": (("metrics", "estimands"), ("rows",)),
    "gate": (("questions",),),
    "budget plan": (("pairs",), ("widths",), ("models",)),
    "next": (("standings",), ("runs",)),
    "converge": (("metrics",),),
    "bootstrap": (("curves", "points"),),
    "bakeoff run": (("estimators", "points"),),
    "report": (("tasks",),),
}
_PAIRS: dict[str, tuple[str, ...]] = {
    "rank": ("metrics", "pairs"),
    "compare": ("metrics", "estimands"),
    "budget plan": ("pairs",),
    "next": ("pairs",),
    "bakeoff run": ("league", "pairs"),
}
_CARRIED = ("task", "metric", "score_a", "score_b")

#: Rows of a table that a notebook shows.
_SHOWN = 30


class Figure:
    """A figure as SVG, which notebooks show.

    Attributes:
        name: The name of its file, without the suffix.
        svg: The source.
    """

    def __init__(self, name: str, svg: str):
        self.name = name
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<figure {self.name}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the SVG to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


class Result:
    """What a command found: a sentence, tables, figures, and the document behind them.

    Attributes:
        command: The command of the program.
        json: The document that the program prints with ``--format json``.
        code: The exit code: 0, 3 for the answer no, 4 for a question that is open.
    """

    def __init__(
        self,
        command: str,
        words: list[str],
        names: list[str],
        text: str,
        code: int,
        owner: object,
        folder: Path,
        page: Path | None,
        package: str,
    ):
        self.command = command
        self.code = code
        self.json: dict[str, Any] = json.loads(text)
        self._text = text
        self._words, self._names = words, names
        self._place = os.getcwd()
        self._seen = self._files()
        self._owner = owner  # with it goes the folder
        self._folder = folder
        self._page = page
        self._package = package

    # ---- words ----------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """The sentence to act on."""
        first = self.json.get("first", "")
        said = self.json.get("sentence", "").split("\nThe page is ")[0] or next(iter(self.remarks), "")
        if not said:  # of several tasks
            said = " ".join(f"{task['task']}: {task['lead']}" for task in self.json.get("tasks", []) if task.get("lead"))
        return in_python(f"{first} {said}".strip())

    def __bool__(self) -> bool:
        """Report whether a gate says yes; other results are true."""
        return self.answer in (None, "yes")

    @property
    def remarks(self) -> list[str]:
        """What the numbers mean, and what can mislead."""
        return [in_python(remark) for remark in self.json.get("remarks", [])]

    @property
    def answer(self) -> str | None:
        """What a gate answers: "yes", "no" or "undecided"; None of other commands."""
        return self.json.get("answer")

    # ---- tables ---------------------------------------------------------------------

    @property
    def frame(self) -> Any:
        """The main table: a frame of pandas, or of polars if the data were one.

        Where neither is installed it is a list of dicts.
        """
        return _frame(self._rows(), self._package)

    @property
    def pairs(self) -> Any:
        """The table of pairs of models, as frame is."""
        path = _PAIRS.get(self.command)
        rows = list(_rows(self.json, path)) if path else []
        if not rows:
            raise Error(f"{self.command} compares no pairs of models")
        return _frame(rows, self._package)

    def table(self, *path: str) -> Any:
        """Return a list of the document as a frame, such as table("metrics", "pmf").

        Raises:
            Error: The document has no such list.
        """
        rows = list(_rows(self.json, path)) if path else []
        if not rows:
            raise Error(f"the document has no list {'.'.join(path)}; it has {', '.join(self.json)}")
        return _frame(rows, self._package)

    def _rows(self) -> list[dict[str, Any]]:
        for path in _FRAMES[self.command]:
            rows = list(_rows(self.json, path))
            if rows:
                return rows
        row = {name: value for name, value in _flat(self.json).items() if not isinstance(value, list)}
        return [{name: value for name, value in row.items() if not name.startswith(("provenance", "sentence"))}]

    # ---- figures and files ----------------------------------------------------------

    @property
    def figures(self) -> list[str]:
        """The names of the figures, which are drawn when one is first asked for."""
        return [path.stem for path in self._drawn()]

    def figure(self, name: str | None = None) -> Figure:
        """Return a figure by name, or the first one.

        Raises:
            Error: There is no such figure.
        """
        drawn = {path.stem: path for path in self._drawn()}
        if not drawn:
            raise Error(f"{self.command} draws no figure")
        name = next(iter(drawn)) if name is None else name
        if name not in drawn:
            raise Error(f'no figure is called "{name}"; there are {", ".join(drawn)}')
        return Figure(name, drawn[name].read_text(encoding="utf-8"))

    def _drawn(self) -> list[Path]:
        folder = self._folder / "figures"
        if not folder.exists():
            if self._draws():
                self._again("--out", str(folder), "--figures", "svg")
            folder.mkdir(exist_ok=True)
        return sorted(folder.glob("*.svg"), key=lambda path: (len(path.stem), path.stem))

    def _draws(self) -> bool:
        pair = self.command == "compare" and not any(word.startswith("--against=") for word in self._words)
        return self.command not in ("gate", "report", "next") and not pair

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file, in the format that its suffix names, or a folder.

        ``.json``, ``.csv``, ``.md``, ``.tex`` and ``.txt`` hold the tables, ``.svg``,
        ``.png`` and ``.pdf`` the figure, ``.html`` a page. A name without a suffix is a
        folder for all tables and figures.

        Raises:
            Error: The format is unknown.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix == ".json":
            path.write_text(self._text, encoding="utf-8")
        elif suffix in (".csv", ".md", ".tex", ".txt"):
            kind = "text" if suffix == ".txt" else suffix[1:]
            text = self._again("--format", kind)
            if suffix == ".txt" and self._folder.as_posix() in text:  # a command on a file that will be gone
                text = text.rsplit("Next: ", 1)[0]
            path.write_text(text, encoding="utf-8")
        elif suffix in (".html", ".htm"):
            if self._page:
                shutil.copyfile(self._page, path)
            else:
                path.write_text(f"<!DOCTYPE html>\n<meta charset=utf-8>\n{self._repr_html_()}", encoding="utf-8")
        elif suffix in (".svg", ".png", ".pdf") and self._draws():
            folder = self._folder / "saved"
            self._again("--out", str(folder), "--figures", suffix[1:])
            shutil.copyfile(min(folder.glob("*" + suffix), key=lambda drawn: (len(drawn.stem), drawn.stem)), path)
        elif path.name and not suffix and self.command not in ("report", "gate"):
            self._again("--out", str(path.resolve()))
        else:
            figures = ", .svg, .png, .pdf, or a folder" if self._draws() else ""
            raise Error(f'cannot write {self.command} to "{path.name}": use .json, .csv, .md, .tex, .txt, .html{figures}')

    def _again(self, *more: str) -> str:
        """Run the command again for another format: the same seed gives the same numbers."""
        from ._run import program

        if self._files() != self._seen:
            raise Error("the files have changed since: run the function again")
        return program([*self._words, *more, *self._names], notes=False, folder=self._place)[0]

    def _files(self) -> list[tuple[int, int] | None]:
        """Return the sizes and times of the files that were read, None for what is no file."""
        paths = [os.path.join(self._place, name) for name in self._names]
        return [(os.stat(p).st_size, os.stat(p).st_mtime_ns) if os.path.isfile(p) else None for p in paths]

    # ---- shown ----------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{self.command}: {self.sentence}>"

    def __str__(self) -> str:
        return f"{self.sentence}\n\n{_plain(self._rows())}"

    def _repr_html_(self) -> str:
        if self._page:
            page = html.escape(self._page.read_text(encoding="utf-8"))
            return f'<iframe srcdoc="{page}" width="100%" height="900" style="border:0"></iframe>'
        rows = self._rows()
        parts = [f"<p><b>{html.escape(self.sentence)}</b></p>", _html(rows[:_SHOWN])]
        if len(rows) > _SHOWN:
            parts.append(f"<p>… and {len(rows) - _SHOWN} more rows in <code>.frame</code></p>")
        if self.remarks:
            remarks = "".join(f"<p>{html.escape(remark)}</p>" for remark in self.remarks)
            parts.append(f"<details><summary>What the numbers mean</summary>{remarks}</details>")
        return "".join(parts)


def _rows(document: Any, path: tuple[str, ...], carried: dict[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows at a path of lists in a document, with what outer rows carry."""
    carried = carried or {}
    if not isinstance(document, dict):
        return
    if "tasks" in document and path[:1] != ("tasks",) and "pool" in document:  # several tasks
        for task in [*document["tasks"], document["pool"]]:
            name = {"task": task.get("task") or "all"}
            yield from _rows({key: value for key, value in task.items() if key != "task"}, path, name)
        return
    inner = document.get(path[0])
    if isinstance(inner, dict) and len(path) > 1:
        yield from _rows(inner, path[1:], carried)
        return
    for item in inner if isinstance(inner, list) else []:
        if not isinstance(item, dict):
            continue
        if len(path) == 1:
            yield {**carried, **_flat(item)}
        else:
            mine = {name: item[name] for name in _CARRIED if name in item}
            yield from _rows(item, path[1:], {**carried, **mine})


def _flat(item: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Return a row without nested objects, and without lists of them."""
    row: dict[str, Any] = {}
    for name, value in item.items():
        if isinstance(value, dict):
            row.update(_flat(value, f"{before}{name}_"))
        elif not (isinstance(value, list) and value and isinstance(value[0], dict)):
            row[before + name] = value
    return row


def _frame(rows: list[dict[str, Any]], package: str) -> Any:
    """Return rows as a frame of a package that is there, else as they are."""
    for name in (package, "pandas", "polars"):
        if name and importlib.util.find_spec(name):
            module = importlib.import_module(name)
            names = dict.fromkeys(name for row in rows for name in row)
            return module.DataFrame({name: _column([row.get(name) for row in rows]) for name in names})
    return rows


def _column(values: list[Any]) -> list[Any]:
    """Return a column of one type: JSON writes a float without a fraction as an int."""
    cells = [cell for value in values for cell in (value if isinstance(value, list) else [value])]
    if not any(isinstance(cell, float) for cell in cells):
        return values
    return [
        [_float(cell) for cell in value] if isinstance(value, list) else _float(value) for value in values
    ]


def _float(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _number(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _shown(rows: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Return the columns that fit a page and the cells of the rows."""
    names = list(dict.fromkeys(name for row in rows for name in row if not isinstance(row[name], (list, dict))))
    return names, [[_number(row.get(name)) for name in names] for row in rows]


def _plain(rows: list[dict[str, Any]]) -> str:
    names, cells = _shown(rows[:_SHOWN])
    widths = [max(len(name), *(len(row[i]) for row in cells)) for i, name in enumerate(names)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in [names, *cells]]
    more = [f"… and {len(rows) - _SHOWN} more rows"] if len(rows) > _SHOWN else []
    return "\n".join(lines + more)


def _html(rows: list[dict[str, Any]]) -> str:
    names, cells = _shown(rows)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
