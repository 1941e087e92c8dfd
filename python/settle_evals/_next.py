"""Talks to `settle next --stdio`, from any event loop."""

from __future__ import annotations

import asyncio
import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import IO, Any

import anyio

from settle_evals import _program

Line = dict[str, Any]

# Settle would refuse a request when its time is over. Here only looks do, and the harness keeps
# the time.
FOREVER = 1e9


class Refused(Exception):
    """Settle does not accept the settings. The message is its own."""


class Request:
    """A question whether an attempt is wanted, in the event loop that asked it."""

    def __init__(self, cell: Line, number: int):
        self.cell, self.number = cell, number
        self.answered = anyio.Event()
        self.reply: Line | None = None  # None in the end: the program has ended
        self._wake: Callable[[Callable[[], None]], object] = _waker()

    def answer(self, reply: Line | None) -> None:
        """Hand over the reply. Any thread can call it."""
        self.reply = reply
        try:
            self._wake(self.answered.set)
        except RuntimeError:
            pass  # the event loop has ended, and nobody waits


def _waker() -> Callable[[Callable[[], None]], object]:
    """Return what has the running event loop call a function, from any thread."""
    if "trio" in sys.modules:
        import sniffio
        import trio

        if sniffio.current_async_library() == "trio":
            soon: Callable[[Callable[[], None]], object] = trio.lowlevel.current_trio_token().run_sync_soon
            return soon
    return asyncio.get_running_loop().call_soon_threadsafe


class Next:
    """A running `settle next --stdio`.

    on_look gets each look, and on_problem a message when lines are refused or the program ends
    badly. Another thread calls them.
    """

    def __init__(
        self, args: list[str], start: Line, on_look: Callable[[Line], None], on_problem: Callable[[str], None]
    ):
        """Start the program. Raise Refused if it does not accept its flags or the first line."""
        self._on_look, self._on_problem = on_look, on_problem
        self._requests: dict[int, Request | Line] = {}  # by number; of one that nobody waits for, the cell
        self._lock = threading.Lock()
        self._last, self._ended = 0, False
        self._lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, which lives as long as the program
        self._process = subprocess.Popen(
            [_program.path(), "next", "--stdio", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        assert self._process.stdin and self._process.stdout
        self._in: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        self.state = self._first({"start": start})
        # While settle takes a look it reads nothing. The event loop must not wait for that.
        threading.Thread(target=self._write, daemon=True).start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _first(self, line: Line) -> Line:
        try:
            self._in.write(_encoded(line))
            self._in.flush()
        except OSError:
            pass  # the program has ended, and says why
        reply: Line = json.loads(self._out.readline() or b"{}")
        if "state" in reply:
            return dict(reply["state"])
        self._process.kill()
        self._process.wait()
        raise Refused(reply.get("error") or self._said())

    def send(self, line: Line) -> None:
        """Send a line that needs no reply."""
        self._lines.put(line)

    def want(self, model: str, question: str) -> Request:
        """Ask for an attempt. Await answered of the request, or forget it."""
        cell = {"model": model, "question": question}
        with self._lock:
            self._last += 1
            request = Request(cell, self._last)
            if self._ended:
                request.answered.set()
                return request
            self._requests[request.number] = request
        self.send({"want?": {**cell, "wait": FOREVER, "id": request.number}})
        return request

    def forget(self, request: Request) -> None:
        """Wait no longer. An attempt that settle grants all the same goes back to it."""
        with self._lock:
            waits = request.number in self._requests
            if waits:
                self._requests[request.number] = request.cell
        if not waits and request.reply and request.reply.get("want"):
            self.send({"failed": request.cell})

    async def taken(self) -> None:
        """Return when settle has taken all lines so far."""
        request = self.want("", "")  # which it refuses at once
        try:
            await request.answered.wait()
        except BaseException:
            self.forget(request)
            raise

    def close(self) -> None:
        """End the program, and wait until it has taken all lines."""
        self._lines.put(None)
        self._reader.join(timeout=10)

    def _write(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                self._in.write(_encoded(line))
                if self._lines.empty():
                    self._in.flush()
            self._in.close()
        except OSError:
            pass  # the program has ended, which the reader notices

    def _read(self) -> None:
        for text in self._out:
            reply = json.loads(text)
            if "look" in reply:
                self._on_look(reply["look"])
            elif "id" in reply:
                self._answer(reply)
            else:
                self._on_problem(reply.get("error", text.decode()))
        code = self._process.wait()
        with self._lock:
            self._ended = True
            left, self._requests = list(self._requests.values()), {}
        if code not in (0, 4):
            self._on_problem(self._said() or f"the program ended with {code}")
        for request in left:
            if isinstance(request, Request):
                request.answer(None)

    def _answer(self, reply: Line) -> None:
        with self._lock:
            request = self._requests.pop(reply["id"])
            if isinstance(request, Request):
                request.answer(reply)
                return
        if reply.get("want"):
            self.send({"failed": request})

    def _said(self) -> str:
        """Return the last line that the program wrote to standard error."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("settle: ") if lines else ""


def _encoded(line: Line) -> bytes:
    return json.dumps(line).encode() + b"\n"
