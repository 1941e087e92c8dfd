"""Results in memory become files that the program reads.

Frames keep their column names: the program finds the columns that it needs.
"""

from __future__ import annotations

import array
import csv
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from ._error import Error

#: What holds results: a path, a list of paths, a frame of pandas or polars, an Arrow
#: table, a dict of columns, a list of rows (dicts), or an array of three dimensions.
Data = Any

#: A value of an option: text, a number, or a list of these.
Text = Union[str, int, float, Sequence[Union[str, int, float]]]


def arguments(data: Data, folder: Path) -> list[str]:
    """Return the arguments that name results, and write what is in memory to folder.

    Raises:
        Error: The data are of no kind that can be read.
    """
    try:
        return _arguments(data, folder)
    except Error:
        raise
    except Exception as problem:  # of a package whose data are not what they seem
        kind = f"{type(data).__module__}.{type(data).__name__}"
        raise Error(f"cannot read results from {kind}: {problem}") from problem


def _arguments(data: Data, folder: Path) -> list[str]:
    if isinstance(data, (str, os.PathLike)):
        return [os.fspath(data)]
    if isinstance(data, (list, tuple)) and data and not _is_array(data):
        if isinstance(data[0], Mapping):
            return [_write_rows(data, folder)]
        return [argument for part in data for argument in _arguments(part, folder)]
    return [_write(data, folder)]


def small_file(data: Data, folder: Path) -> str:
    """Write a table with few rows, such as gold, as CSV, and return its path."""
    if hasattr(data, "to_pydict"):
        data = data.to_pydict()
    elif hasattr(data, "to_dict"):
        data = {name: data[name].to_list() for name in data.columns}
    return _write_columns(data, folder) if isinstance(data, Mapping) else _write_rows(data, folder)


def is_in_memory(data: Data) -> bool:
    """Report whether data is neither a path nor text nor a list of such."""
    return not isinstance(data, (str, os.PathLike, list, tuple, int, float))


def _write(data: Data, folder: Path) -> str:
    """Write one frame, table, dict or array, and return its path."""
    package = type(data).__module__.partition(".")[0]
    if package == "polars":
        return _write_polars(data, folder)
    if package == "pandas":
        return _write_pandas(data, folder)
    if package == "pyarrow":
        return _write_arrow(data, folder)
    if isinstance(data, Mapping):
        return _write_columns(data, folder)
    if _is_array(data):
        return _write_array(data, folder)
    if hasattr(data, "__dataframe__") and hasattr(data, "to_arrow"):
        return _write_arrow(data.to_arrow(), folder)
    raise Error(
        f"cannot read results from {type(data).__name__}: give a path, a frame of pandas or polars, "
        "an Arrow table, a dict of columns, or an array of models × questions × trials"
    )


def _path(folder: Path, suffix: str) -> str:
    """Return a path that is not there yet. The program shows its name."""
    names = (f"data{number or ''}{suffix}" for number in range(1 << 30))
    return str(next(path for name in names if not (path := folder / name).exists()))


# ---- frames -------------------------------------------------------------------------


def _write_polars(frame: Any, folder: Path) -> str:
    import polars as pl

    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    texts = (pl.String, pl.Categorical, pl.Enum)
    columns = []
    for name, dtype in frame.schema.items():
        column = pl.col(name)
        # A row is an attempt that was made. Without an outcome it failed, which is NaN.
        if dtype.is_decimal() or _counts(dtype) and frame[name].null_count():
            column = column.cast(pl.Float64).fill_null(float("nan"))
        elif dtype in texts:
            column = column.cast(pl.String).fill_null("")
        elif not _counts(dtype):
            column = pl.Series(name, [_words(cell) for cell in frame[name].to_list()], dtype=pl.String)
        columns.append(column)
    frame = frame.select(columns)
    path = _path(folder, ".parquet")
    frame.write_parquet(path, compression="uncompressed", statistics=False)
    return path


def _counts(dtype: Any) -> bool:
    return dtype.is_integer() or dtype.is_float() or str(dtype) == "Boolean"


def _words(cell: Any) -> str:
    """Return what is no name and no number as text, so that messages can show it."""
    return "" if cell is None else str(cell)[:40]


def _write_pandas(frame: Any, folder: Path) -> str:
    if any(name is not None and name not in frame.columns for name in frame.index.names):
        frame = frame.reset_index()
    frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    if not frame.columns.is_unique:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise Error(f'the frame has two columns "{twice}": drop or rename one')
    try:
        import pyarrow as pa
    except ImportError:
        path = _path(folder, ".csv")
        frame.to_csv(path, index=False)
        return path
    columns = {}
    for name in frame.columns:
        column = frame[name]
        try:
            columns[name] = pa.array(column, from_pandas=True)
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
            columns[name] = pa.array([_words(cell) for cell in column])
    return _write_arrow(pa.table(columns), folder)


def _write_arrow(table: Any, folder: Path) -> str:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    if isinstance(table, pa.RecordBatch):
        table = pa.Table.from_batches([table])
    elif isinstance(table, pa.RecordBatchReader):
        table = table.read_all()
    columns = {}
    for name in table.column_names:
        column = table[name]
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        kind = column.type
        if pa.types.is_decimal(kind) or pa.types.is_float16(kind):
            column = column.cast(pa.float64())
        elif pa.types.is_large_string(kind) or pa.types.is_string_view(kind) or pa.types.is_null(kind):
            column = column.cast(pa.string())
        elif not (
            pa.types.is_string(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
        ):
            column = pa.chunked_array([[_words(cell) for cell in column.to_pylist()]], pa.string())
        if column.null_count:
            # A row is an attempt that was made. Without an outcome it failed: NaN, or "".
            if pa.types.is_string(column.type):
                column = pc.fill_null(column, "")
            else:
                column = pc.fill_null(column.cast(pa.int8()) if pa.types.is_boolean(column.type) else column, None)
                column = pc.fill_null(column.cast(pa.float64()), float("nan"))
        columns[name] = column
    path = _path(folder, ".parquet")
    pq.write_table(pa.table(columns), path, compression="none", write_statistics=False)
    return path


def _write_columns(columns: Mapping[str, Any], folder: Path) -> str:
    """Write a dict of columns of one length."""
    lists = {str(name): column.tolist() if hasattr(column, "tolist") else list(column) for name, column in columns.items()}
    lengths = {name: len(column) for name, column in lists.items()}
    if len(set(lengths.values())) > 1:
        raise Error(f"the columns differ in length: {', '.join(f'{name} {n}' for name, n in lengths.items())}")
    path = _path(folder, ".csv")
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(lists)
        writer.writerows([_cell(cell) for cell in row] for row in zip(*lists.values()))
    return path


def _write_rows(rows: Sequence[Mapping[str, Any]], folder: Path) -> str:
    """Write a list of dicts."""
    names = dict.fromkeys(name for row in rows for name in row)
    return _write_columns({name: [row.get(name) for row in rows] for name in names}, folder)


def _cell(value: Any) -> Any:
    """Return a cell of CSV: the shortest text that is the same number, nothing for NaN."""
    if value is None or value != value:
        return ""
    return repr(value) if isinstance(value, float) else value


# ---- arrays -------------------------------------------------------------------------


def _is_array(data: Data) -> bool:
    """Report whether data is numbers in three dimensions, or an array of any."""
    if hasattr(data, "shape") and hasattr(data, "tolist"):
        return True
    try:
        data[0][0][0] + 0
    except (TypeError, IndexError, KeyError):
        return False
    return True


def _write_array(data: Data, folder: Path) -> str:
    """Write an array of models × questions × trials as NPZ, NaN as never made."""
    nested = data.tolist() if hasattr(data, "tolist") else data
    shape = tuple(data.shape) if hasattr(data, "shape") else (len(nested), len(nested[0]), len(nested[0][0]))
    if len(shape) != 3:
        raise Error(
            f"the array has {len(shape)} dimensions: it needs three, models × questions × trials "
            "(R[None] for one model, R[..., None] for one trial)"
        )
    flat = [cell for model in nested for question in model for cell in question]
    if len(flat) != shape[0] * shape[1] * shape[2]:
        raise Error("the array is ragged: every model needs the same questions and trials; NaN where one is missing")
    try:
        codes = array.array("h", [-1 if cell is None or cell != cell else _category(cell) for cell in flat])
    except (ValueError, OverflowError):
        return _write_scores(nested, folder)
    header = f"{{'descr': '<i2', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    if array.array("h", [1]).tobytes() != b"\x01\x00":
        codes.byteswap()
    path = _path(folder, ".npz")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "R.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + codes.tobytes()
        )
    return path


def _category(cell: Any) -> int:
    """Return a cell as a category, or raise ValueError if it is a fraction."""
    if cell != int(cell):
        raise ValueError(cell)
    return int(cell)


def _write_scores(nested: Any, folder: Path) -> str:
    """Write an array of scores as a table, with the names that the program gives."""
    rows = [
        (f"model{m + 1}", f"question{q + 1}", t + 1, cell)
        for m, questions in enumerate(nested)
        for q, trials in enumerate(questions)
        for t, cell in enumerate(trials)
        if cell is not None and cell == cell
    ]
    return _write_columns(dict(zip(("model", "question", "trial", "outcome"), map(list, zip(*rows)))), folder)
