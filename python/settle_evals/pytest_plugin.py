"""A marker for tests that need not pass every time.

    @pytest.mark.settle(trials=30, passes=0.8)
    def test_answer(): ...

The test is repeated, with its setup and teardown, at most ``trials`` times. The answer is
that of ``settle gate --per-question`` on all trials: the exact binomial test of Clopper and
Pearson (1934). The test passes if it shows a chance of at least ``passes``, and fails if it
shows a smaller one. If it shows neither, the test is undecided and fails, or is skipped with
``undecided="skip"``. Repeats end when the trials that remain cannot change the answer, so
that looking after every trial costs no confidence: under each of the two hypotheses the
probability of a wrong answer is at most 1 − ``confidence``.
"""

from __future__ import annotations

import functools
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from ._commands import gate

PASSES, FAILS, OPEN = "passes", "fails", "undecided"


@dataclass(frozen=True)
class Rule:
    """When repeats end: the answers of all numbers of successes in so many trials."""

    trials: int
    fails: int  # the most successes with which the test fails, -1 for none
    passes: int  # the fewest with which it passes, trials + 1 for none

    def answer(self, made: int, right: int) -> str | None:
        """Return the answer after so many trials, or None while it can change."""
        most = right + self.trials - made
        if right >= self.passes:
            return PASSES
        if most <= self.fails:
            return FAILS
        if right > self.fails and most < self.passes:
            return OPEN
        return None


@functools.cache
def rule(trials: int, passes: float, confidence: float) -> Rule:
    """Return the rule of ``settle gate --per-question`` for a number of trials.

    Raises:
        Error: passes or confidence is no probability.
    """
    rights = list(range(trials + 1))
    table = {"question": rights, "correct": rights, "trials": [trials] * len(rights)}
    found = gate(table, per_question=passes, confidence=confidence).json
    level, rows = found["level"], found["questions"]
    return Rule(
        trials,
        max((row["correct"] for row in rows if row["p_opposite"] <= level), default=-1),
        min((row["correct"] for row in rows if row["p"] <= level), default=trials + 1),
    )


def needed(right: int, made: int, passes: float, confidence: float) -> tuple[int | None, int | None]:
    """Return the trials that decide at the rate so far, and at the rate 1; None if none do."""
    table = {"question": ["test"], "correct": [right], "trials": [made]}
    found = gate(table, per_question=passes, confidence=confidence).json
    return found["needed"], found["needed_if_perfect"]


@dataclass
class Marker:
    """The arguments of the marker."""

    trials: int
    passes: float
    confidence: float = 0.95
    undecided: str = "fail"

    def __post_init__(self) -> None:
        if self.undecided not in ("fail", "skip"):
            raise pytest.UsageError(f'settle: undecided must be "fail" or "skip", not {self.undecided!r}')
        if not isinstance(self.trials, int) or self.trials < 1:
            raise pytest.UsageError(f"settle: trials must be a whole number above 0, not {self.trials!r}")
        if not 0 < self.passes < 1 or not 0 < self.confidence < 1:
            raise pytest.UsageError(f"settle: passes={self.passes:g} and confidence={self.confidence:g} must be above 0 and below 1")
        if self.trials > 65535:
            raise pytest.UsageError(f"settle: trials={self.trials} must be at most 65535")
        if self.rule.passes > self.trials:
            least = needed(1, 1, self.passes, self.confidence)[1]
            raise pytest.UsageError(
                f"settle: {self.trials} trials cannot show a chance of {self.passes:g}: a test that never fails needs {least}"
            )

    @property
    def rule(self) -> Rule:
        return rule(self.trials, self.passes, self.confidence)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        'settle(trials, passes, confidence=0.95, undecided="fail"): repeat the test up to so many times; '
        "it passes if it is shown to pass with at least this chance",
    )


def _marker(item: pytest.Item) -> Marker | None:
    mark = item.get_closest_marker("settle")
    if mark is None:
        return None
    try:
        return Marker(*mark.args, **mark.kwargs)
    except pytest.UsageError as wrong:
        raise pytest.UsageError(f"{item.nodeid}: {wrong}") from None
    except TypeError as wrong:
        raise pytest.UsageError(f"{item.nodeid}: settle: {str(wrong).replace('Marker.__init__()', 'the marker')}") from None


@pytest.hookimpl(trylast=True)  # of the tests that are selected
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse markers that make no sense before anything runs."""
    for item in items:
        _marker(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a marked test until its answer is known, and report it as one test."""
    marker = _marker(item)
    if marker is None or item.config.option.collectonly:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in _repeated(item, nextitem, marker):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _repeated(item: pytest.Item, nextitem: pytest.Item | None, marker: Marker) -> list[pytest.TestReport]:
    """Run the trials of a test, and return its reports."""
    made = right = 0
    failure: pytest.TestReport | None = None
    while True:
        item._initrequest()  # type: ignore[attr-defined]  # fresh fixtures for each trial
        # Fixtures of modules and sessions outlive a trial: what comes next has the same parent.
        reports = runtestprotocol(item, log=False, nextitem=item.parent)  # type: ignore[arg-type]
        call = next((report for report in reports if report.when == "call"), None)
        broken = any(report.failed for report in reports if report.when != "call")
        if call is None or call.skipped or broken:  # no trial of the test
            return _ended(item, nextitem, reports)
        made += 1
        right += call.passed
        failure = call if call.failed else failure
        answer = marker.rule.answer(made, right)
        if answer is not None:
            reports[reports.index(call)] = _judged(call, failure, marker, answer, made, right)
            return _ended(item, nextitem, reports)


def _ended(item: pytest.Item, nextitem: pytest.Item | None, reports: list[pytest.TestReport]) -> list[pytest.TestReport]:
    """Tear down what the next test does not need, and return the reports."""
    ended = pytest.CallInfo.from_call(lambda: item.session._setupstate.teardown_exact(nextitem), when="teardown")
    if ended.excinfo is not None:
        reports[-1] = pytest.TestReport.from_item_and_call(item, ended)
    return reports


def _judged(
    call: pytest.TestReport, failure: pytest.TestReport | None, marker: Marker, answer: str, made: int, right: int
) -> pytest.TestReport:
    """Return the report of the last trial with the outcome of them all."""
    said, traceback = _sentence(marker, answer, made, right), call.longreprtext
    call.user_properties = [*call.user_properties, ("settle", said)]
    call.longrepr = None
    if answer == PASSES:
        call.outcome = "passed"
    elif answer == OPEN and marker.undecided == "skip":
        call.outcome = "skipped"
        path, line, _ = call.location
        call.longrepr = (path, line or 0, f"settle: {said}")
    else:
        call.outcome = "failed"
        call.longrepr = f"settle: {said}"
        if failure is not None and failure is not call:
            call.longrepr += f"\n\nThe last trial that failed:\n{failure.longreprtext}"
        elif failure is not None:
            call.longrepr += f"\n\nThe last trial:\n{traceback}"
    return call


def _sentence(marker: Marker, answer: str, made: int, right: int) -> str:
    """Return what was found, and what would decide where nothing was."""
    said = f"{answer}: {right} of {made} trials pass"
    if made < marker.trials:
        said += f"; the other {marker.trials - made} of {marker.trials} cannot change the answer"
    if answer == PASSES:
        return f"{said}. The chance is at least {marker.passes:g} ({100 * marker.confidence:.4g} % confidence)"
    if answer == FAILS:
        return f"{said}. The chance is below {marker.passes:g} ({100 * marker.confidence:.4g} % confidence)"
    at_rate, perfect = needed(right, made, marker.passes, marker.confidence)
    decide = "no number of trials decides" if at_rate is None else f"trials={at_rate} decide"
    return f"{said}. If that is its rate, {decide}; a test that never fails passes with {perfect}"


@pytest.hookimpl(hookwrapper=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None, None, None]:
    """List what the repeated tests came to."""
    yield
    lines = [
        f"{report.nodeid}: {said}"
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, said in report.user_properties
        if name == "settle"
    ]
    if lines:
        terminalreporter.section("repeated tests")
        for line in lines:
            terminalreporter.line(line)
