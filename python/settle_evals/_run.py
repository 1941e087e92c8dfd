"""Runs the program with arguments made of Python values."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from . import _program
from ._data import Data, Text, arguments, is_in_memory, small_file
from ._error import Error, in_python
from ._result import Result

__all__ = ["Text", "program", "run"]

#: Exit codes of commands that found something: yes, no, and an open question.
ANSWERS = (0, 3, 4)


def run(command: str, data: list[Data], **options: Any) -> Result:
    """Run a command on results, and return what it found.

    Raises:
        Error: The program refuses the data or an option.
    """
    folder = Path(tempfile.mkdtemp(prefix="settle-"))
    cleaner = weakref.finalize(folder_owner := _Owner(), shutil.rmtree, folder, ignore_errors=True)
    try:
        results = arguments(data[0], folder)
        words = [*command.split(), *flags(options, folder)]
        page = folder / "report.html" if command == "report" else None
        if page:
            words += ["--output", str(page)]
        names = [*results, *(str(part) for part in data[1:] if part is not None)]
        if any(name.startswith("-") for name in names):
            names.insert(0, "--")  # behind which nothing is a flag
        out, code = program([*words, "--format", "json", *names])
    except Error as refusal:
        cleaner()  # and nobody knows the folder
        raise Error(refusal.message.replace(f"{folder}{os.sep}", ""), refusal.code) from None
    except BaseException:
        cleaner()
        raise
    found = Result(command, words, names, out, code, folder_owner, folder, page, _package(data))
    for remark in found.remarks:
        if "No column model" in remark and "not used" in remark and not isinstance(data[0], (str, os.PathLike)):
            warnings.warn(remark, stacklevel=3)  # a frame of one model is rare
    return found


class _Owner:
    """What the folder of a result lives as long as."""


def _package(data: list[Data]) -> str:
    """Return the package of the first frame: the frames of the result are of it, too."""
    for part in data:
        package = type(part).__module__.partition(".")[0]
        if package in ("pandas", "polars"):
            return package
    return ""


def flags(options: Mapping[str, Any], folder: Path) -> list[str]:
    """Return keyword arguments as flags, and write what is in memory to folder."""
    words = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif name == "gold" and (is_in_memory(value) or isinstance(value, list)):
            words.append(f"{flag}={small_file(value, folder)}")
        else:
            words.append(f"{flag}={_value(value, folder)}")
    return words


def _value(value: Any, folder: Path) -> str:
    if isinstance(value, Mapping) and all(isinstance(theirs, str) for theirs in value.values()):
        return ",".join(f"{ours}={theirs}" for ours, theirs in value.items())
    if isinstance(value, Mapping) and all(isinstance(theirs, (int, float)) for theirs in value.values()):
        return ",".join(f"{ours}={theirs!r}" for ours, theirs in value.items())
    if is_in_memory(value) and not hasattr(value, "item"):
        return arguments(value, folder)[0]
    if isinstance(value, (list, tuple)):
        return ",".join(_value(item, folder) for item in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def program(words: list[str], *, notes: bool = True, folder: str | None = None) -> tuple[str, int]:
    """Run the program, and return what it prints and its exit code.

    With notes, what it says on standard error is said there, too. It runs in folder.

    A progress bar shows on standard error where that is a terminal or a notebook.
    An interrupt ends the program, too.

    Raises:
        Error: The exit code is none of ANSWERS.
    """
    said, stderr = _terminal() if _shows_progress() else (None, subprocess.PIPE)
    with subprocess.Popen(
        [_program.path(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, cwd=folder
    ) as process:
        if said is not None:
            os.close(stderr)
        printed: list[bytes] = []
        assert process.stdout is not None
        reader = threading.Thread(target=_drain, args=(process.stdout, printed), daemon=True)
        reader.start()
        try:
            complaint = b"".join(_forwarded(said) if said is not None else _piped(process.stderr))
            process.wait()
        except BaseException:
            _end(process)
            raise
        finally:
            if said is not None:
                os.close(said)
        reader.join()
    code = process.returncode
    message = _message(complaint.decode("utf-8", "replace"))
    if code not in ANSWERS:
        raise Error(in_python(message) or f"the program ended with code {code}", code)
    if message and notes:
        print(message, file=sys.stderr)
    return printed[0].decode("utf-8"), code


def _drain(stream: IO[bytes], into: list[bytes]) -> None:
    into.append(stream.read())


def _piped(stream: IO[bytes] | None) -> Iterator[bytes]:
    assert stream is not None
    yield stream.read()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program as Ctrl-C would, and by force if that takes long."""
    process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()


# ---- progress -----------------------------------------------------------------------


def _in_notebook() -> bool:
    return type(sys.stderr).__module__.startswith("ipykernel")


def _shows_progress() -> bool:
    """Report whether somebody watches standard error: a terminal or a notebook."""
    if os.name == "nt":
        return False
    return _in_notebook() or bool(getattr(sys.stderr, "isatty", lambda: False)())


def _terminal() -> tuple[int, int]:
    """Open a terminal of our own, on which the program draws its bar."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    columns = shutil.get_terminal_size().columns
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return ours, theirs


def _forwarded(terminal: int) -> Iterator[bytes]:
    """Show the progress bar to whoever watches, and yield all that comes."""
    show = _notebook_bar() if _in_notebook() else _write
    while True:
        try:
            chunk = os.read(terminal, 1 << 16)
        except OSError:  # Linux says so when the program has closed its end
            chunk = b""
        if not chunk:
            show("\r")
            return
        bar = _LINES.sub(b"", chunk)
        if b"\r" in bar:
            show(bar.decode("utf-8", "replace"))
        yield chunk


def _write(bar: str) -> None:
    sys.stderr.write(bar)
    sys.stderr.flush()


def _notebook_bar() -> Callable[[str], None]:
    """Return what shows a bar as one output of the cell, which a saved notebook keeps empty."""
    display = importlib.import_module("IPython.display").display
    shown: list[Any] = []

    def show(bar: str) -> None:
        text = {"text/plain": _ESCAPES.sub("", bar).split("\r")[-1].strip()}
        if shown:
            shown[0].update(text, raw=True)
        elif text["text/plain"]:
            shown.append(display(text, raw=True, display_id=True))

    return show


#: What a terminal makes of whole lines: messages, where a bar has no line of its own.
_LINES = re.compile(rb"[^\r\n]*\r\n")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def _message(text: str) -> str:
    """Return what the program says in words, without progress bars and its name."""
    lines = [_ESCAPES.sub("", line.rstrip("\r")).split("\r")[-1].rstrip() for line in text.split("\n")]
    return "\n".join(line.removeprefix("settle: ") for line in lines if line)
