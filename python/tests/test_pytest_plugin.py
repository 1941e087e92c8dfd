"""The marker settle, in sessions of pytest of their own."""

import itertools
import json
import random
from math import comb

import pytest

from settle_evals import pytest_plugin



def tail(n, p, least):
    """The probability of at least so many of n at chance p."""
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1))


@pytest.mark.parametrize("trials, passes", [(14, 0.8), (20, 0.8), (30, 0.8), (60, 0.95), (40, 0.5)])
def test_the_rule_is_that_of_the_binomial(trials, passes):
    # By the definition of the test: the smallest number whose upper tail is at most 0.05,
    # and the largest whose lower tail is.
    rule = pytest_plugin.rule(trials, passes, 0.95)
    assert rule.passes == min(k for k in range(trials + 2) if tail(trials, passes, k) <= 0.05)
    lower = [k for k in range(trials + 1) if 1 - tail(trials, passes, k + 1) <= 0.05]
    assert rule.fails == max(lower, default=-1)


def test_stopping_early_never_changes_the_answer():
    # All paths of six trials: the answer when repeats end is that of all six.
    for fails, passes in itertools.combinations(range(-1, 8), 2):
        rule = pytest_plugin.Rule(6, fails, passes)
        for path in itertools.product((0, 1), repeat=6):
            answers = [rule.answer(n, sum(path[:n])) for n in range(1, 7)]
            assert answers[-1] is not None
            assert {answer for answer in answers if answer} == {answers[-1]}


@pytest.mark.parametrize("chance, wrong", [(0.8, "passes"), (0.8, "fails"), (0.75, "passes"), (0.85, "fails")])
def test_the_error_is_at_most_the_level(chance, wrong):
    # 4,000 tests of 30 trials each: at most 5 % wrong, and 4 standard errors of chance.
    rule, draw, count = pytest_plugin.rule(30, 0.8, 0.95), random.Random(7), 0
    for _ in range(4000):
        made = right = 0
        answer = None
        while answer is None:
            made, right = made + 1, right + (draw.random() < chance)
            answer = rule.answer(made, right)
        count += answer == wrong
    print(f"chance {chance}: {count} of 4000 {wrong}")
    assert count <= 4000 * 0.05 + 4 * (4000 * 0.05 * 0.95) ** 0.5


TESTS = """
    import pytest
    trial = {{}}

    def nth(name):
        trial[name] = trial.get(name, 0) + 1
        return trial[name]

    @pytest.fixture
    def fresh():
        return []

    @pytest.mark.settle(trials=14, passes=0.8)
    def test_always(fresh):
        fresh.append(1)
        assert len(fresh) == 1      # a fixture of its own for each trial

    @pytest.mark.settle(trials=20, passes=0.8)
    def test_never():
        nth("never")
        assert False, "wrong answer"

    @pytest.mark.settle(trials=30, passes=0.8, undecided="{undecided}")
    def test_open():
        assert nth("open") % 5

    def test_plain():
        assert trial["never"] == 8  # 12 of 20 are too few for 0.8: known after 8 failures
"""


def run(pytester, *args, undecided="fail"):
    pytester.makepyfile(TESTS.format(undecided=undecided))
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *args)


def test_outcomes(pytester):
    result = run(pytester)
    result.assert_outcomes(passed=2, failed=2)
    text = result.stdout.str()
    assert "settle: fails: 0 of 8 trials pass; the other 12 of 20 cannot change the answer" in text
    assert "wrong answer" in text
    assert "test_always: passes: 14 of 14 trials pass" in text
    assert "undecided: " in text and "a test that never fails passes with 14" in text


def test_undecided_is_skipped_on_request(pytester):
    run(pytester, undecided="skip").assert_outcomes(passed=2, failed=1, skipped=1)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("trials=10, passes=0.8", "10 trials cannot show a chance of 0.8: a test that never fails needs 14"),
        ("trials=20, passes=80", "passes=80 and confidence=0.95 must be above 0 and below 1"),
        ("trials=20", "missing 1 required positional argument: 'passes'"),
        ("trials=20, passes=0.8, undecided='x'", 'undecided must be "fail" or "skip"'),
    ],
)
def test_wrong_markers_are_refused_before_anything_runs(pytester, arguments, message):
    pytester.makepyfile(f"import pytest\n@pytest.mark.settle({arguments})\ndef test_x(): pass\n")
    result = pytester.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert message in result.stderr.str() + result.stdout.str()


def test_setup_that_fails_is_an_error(pytester):
    pytester.makepyfile(
        """
        import pytest
        @pytest.fixture
        def broken(): raise RuntimeError("no server")
        @pytest.mark.settle(trials=14, passes=0.8)
        def test_x(broken): pass
        """
    )
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(errors=1)


def test_wide_fixtures_are_made_once(pytester):
    pytester.makepyfile(
        """
        import pytest
        made = []
        @pytest.fixture(scope="module")
        def wide():
            made.append(1)
            yield
            print("wide is torn down")
        @pytest.mark.settle(trials=14, passes=0.8)
        def test_x(wide): pass
        def test_y(): assert made == [1]
        """
    )
    result = pytester.runpytest_inprocess("-s")
    result.assert_outcomes(passed=2)
    assert result.stdout.str().count("wide is torn down") == 1
