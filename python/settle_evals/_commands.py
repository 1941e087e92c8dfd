"""The commands of settle as functions.

Made from the flags of the program by its tests; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ._data import Data, Text
from ._run import run
from ._result import Result


def rank(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    answers: Literal["exact", "math"] | None = None,
    no_answer: Literal["vote"] | None = None,
    weight_by: Text | None = None,
    metrics: Text | None = None,
    prior: Data | None = None,
    confidence: float | None = None,
    draws: int | None = None,
    estimand: Literal["questions", "population"] | None = None,
    columns: Literal["brief", "all"] | None = None,
    paper: bool = False,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """Who leads, and how sure is that?

    Rank the models of a board, with and without intervals.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        answers: Which answers to a question are the same: identical texts alone; or
            numbers and simple fractions of equal value, too, as 0.5 and 1/2. Default:
            those that differ in case and white space alone.
        no_answer: Attempts without an answer vote, too: for one answer of their own.
        weight_by: The column of a table, the field of a log of NeMo-Skills or lm-eval,
            or the array of an NPZ file that holds weights of attempts, such as a
            verifier's probability; exp: takes logarithms. Default: the column weight.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        prior: Results that bayes starts from, of the same models and questions; with
            schema signals, sorted by the same thresholds. Each of their outcomes counts
            as A, in (0, 1], by default 1: trials of an older model are not trials of
            this one.
        confidence: Confidence of intervals, ties and tests, between 0 and 1 (default
            0.95).
        draws: Posterior draws for probabilities, 0 for none (default 4000, and 0 where
            there are more than 1000 models).
        estimand: What intervals and tests are about: the mean over these very
            questions, or over all questions like these (default questions).
        columns: The columns of tables: those that one acts on, eight at most, or all
            there are (default brief).
        paper: The table of the paper: by bayes, dense ranks with ties by neighbours, z
            and ρ, intervals that are not clipped, nothing corrected for many
            comparisons.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "rank",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        answers=answers,
        no_answer=no_answer,
        weight_by=weight_by,
        metrics=metrics,
        prior=prior,
        confidence=confidence,
        draws=draws,
        estimand=estimand,
        columns=columns,
        paper=paper,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def compare(
    data: Data,
    a: str | None = None,
    b: str | None = None,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    against: Data | None = None,
    models: Text | None = None,
    metrics: Text | None = None,
    prior: Data | None = None,
    confidence: float | None = None,
    draws: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """Which of two models is better?

    Compare two models by their scores, on these questions and on questions like these.
    The models stand behind the results. Of two results the first has the one model and
    the second the other; there they need no names if each has one model, or if both
    have one in common. With against all models of new results are compared with
    themselves in old ones.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        a: The first model.
        b: The second model.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        against: Older results, such as a page of settle report: which models rose, fell
            or are new since, by more than noise. Models and questions match by name.
        models: The two models, in place of the last two arguments: for names that files
            have, too.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        prior: Results that bayes starts from, of the same models and questions; with
            schema signals, sorted by the same thresholds. Each of their outcomes counts
            as A, in (0, 1], by default 1: trials of an older model are not trials of
            this one.
        confidence: Confidence of intervals, ties and tests, between 0 and 1 (default
            0.95).
        draws: Posterior draws for probabilities, 0 for none (default 4000, and 0 where
            there are more than 1000 models).
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "compare",
        [data, a, b],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        against=against,
        models=models,
        metrics=metrics,
        prior=prior,
        confidence=confidence,
        draws=draws,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def gate(
    data: Data,
    new: str | None = None,
    old: str | None = None,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    models: Text | None = None,
    metrics: Text | None = None,
    confidence: float | None = None,
    estimand: Literal["questions", "population"] | None = None,
    claim: Literal["better", "not-worse", "equivalent"] | None = None,
    margin: float | None = None,
    per_question: float | None = None,
    looks: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """May a new model take the place of an old one?

    Test whether a new model is better than an old one, at the level that confidence
    leaves: exit code 0 for yes, 3 for no, where the opposite holds at the same level,
    and 4 for undecided. With per-question P, test whether one model, named behind the
    results, is correct on every question with a chance of at least P. The new model
    stands behind the results, then the old one. Of two results the first has the new
    one and the second the old one; there they need no names if each has one model, or
    if both have one in common.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        new: The first model.
        old: The second model.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        models: The two models, in place of the last two arguments: for names that files
            have, too.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        confidence: Confidence of intervals, ties and tests, between 0 and 1 (default
            0.95).
        estimand: What intervals and tests are about: the mean over these very
            questions, or over all questions like these (default questions).
        claim: What the new model is to be: better than the old one by more than margin,
            not worse by margin or more, or within margin of it. Default: better.
        margin: A difference that does not matter, in units of the score; needed for
            not-worse and equivalent. Default: 0.
        per_question: Test one model instead: is it correct on every question with a
            chance of at least P?
        looks: How often the gate will be asked of these models at most, with more
            trials each time: each look takes an equal share of the level (default 1).
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "gate",
        [data, new, old],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        models=models,
        metrics=metrics,
        confidence=confidence,
        estimand=estimand,
        claim=claim,
        margin=margin,
        per_question=per_question,
        looks=looks,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def budget(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    prior: Data | None = None,
    pairs: Text | None = None,
    top: int | None = None,
    half_width: float | None = None,
    metric: Text | None = None,
    alone: bool = False,
    confidence: float | None = None,
    power: float | None = None,
    show: Literal["all", "chances", "even-odds", "questions", "steps"] | Sequence[Literal["all", "chances", "even-odds", "questions", "steps"]] | None = None,
    at: int | Sequence[int] | None = None,
    cost_per_trial: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """How many trials separate models, and what do they cost?

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        prior: Results that bayes starts from, of the same models and questions: their
            trials count as already made, and the plan is of trials beside them.
        pairs: Pairs to separate: each model from the next in the ranking, every two, or
            two by name (default neighbours).
        top: Instead of pairs: the K leading models, each from every one below it.
        half_width: Instead of pairs: trials with which the 95 % interval of every model
            is at most ±W, in units of the score.
        metric: What z compares, or what the interval of half-width is of: one of those
            of rank. bayes:fitted, and bayes and avg with the z of the paper, need no
            simulation for pairs. Default: bayes:fitted, or bayes with prior.
        alone: Plan for each pair by itself, z at the one-sided quantile of the
            confidence, as for a single comparison that was planned; else for pairs that
            rank separates, all at once.
        confidence: Confidence of the test that separates all pairs at once, or with
            alone of one pair, one-sided; from 0.8 to below 1 (default 0.95).
        power: Chance with which the rule separates a pair, the better model ahead
            (default 0.8).
        show: More tables: chances at the numbers of at, even-odds (the paper's N, where
            the expected |z| reaches the quantile), questions in place of trials, steps
            from the board's trials on, or all; several may be given, separated by
            commas. JSON and CSV have all.
        at: Trials of each question at which show chances shows the probability of the
            right order and of being separated; several may be given, separated by
            commas. Default: the board's own, and 2, 5 and 10 times as many.
        cost_per_trial: What one trial costs, to show costs in money.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "budget plan",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        prior=prior,
        pairs=pairs,
        top=top,
        half_width=half_width,
        metric=metric,
        alone=alone,
        confidence=confidence,
        power=power,
        show=show,
        at=at,
        cost_per_trial=cost_per_trial,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def next_trials(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    prior: Data | None = None,
    metric: Literal["bayes:fitted", "avg", "bayes"] | None = None,
    policy: Literal["auto", "all", "half-width", "neighbours", "leader", "top-two", "power"] | None = None,
    batch: int | None = None,
    max_trials: int | None = None,
    budget: int | None = None,
    cost: Text | None = None,
    new: Text | None = None,
    half_width: float | None = None,
    confidence: float | None = None,
    correction: Literal["none", "bonferroni", "obrien-fleming", "holm", "mixture", "betting", "valid"] | None = None,
    plan: Text | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """What to run next?

    Tell which models are to run how many more trials of which questions, which pairs
    are decided, and when to stop. The exit code is 4 as long as something is to be run,
    and then 0: while settle next RESULTS max-trials 64; test $? -eq 4; do …; done

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        prior: Results that bayes starts from, of the same models and questions; needs
            metric bayes. Each of their outcomes counts as A, in (0, 1], by default 1:
            trials of an older model are not trials of this one.
        metric: What z compares: bayes:fitted, as rank does; avg, by the variance of its
            trials; or bayes, as in the paper. Default: bayes:fitted; of budget adapt,
            which would fit a prior at every look, avg.
        policy: Who runs more: power, the pairs most likely to be decided per unit of
            cost; neighbours, the two next to each other that are least separated;
            half-width, every model whose interval is too wide; leader, all until there
            is a leader; top-two, the leader or its hardest challenger; or all, to the
            end. auto: power, and half-width for a single model (default auto).
        batch: Trials of each question that a model runs before the next look; 4 by
            default, or max-trials where that is fewer.
        max_trials: Trials of each question at which a model runs no more, as planned
            before the first look; four times those of the board by default, at least
            16. With top-two all models together run no more than so many each.
        budget: Attempts to run at most before the next look, of all models at all
            questions.
        cost: What a trial of each model costs, as in a=0.02,b=0.005: power prefers
            cheap pairs. logs or tokens: the mean cost or tokens of the attempts that
            the logs hold (Inspect, tau2).
        new: A model with few trials or none: list the questions that it runs first, one
            trial each, until its interval is expected to be twice as wide as with all
            questions, or up to budget questions.
        half_width: Half the width of the interval at which the policy half-width stops
            a model, in units of the score; 0.025 of the range of the weights by
            default.
        confidence: Confidence of calls (one-sided) and of intervals, above 0.5 and
            below 1 (default 0.95).
        correction: How decisions make up for many looks and comparisons: mixture holds
            however often one looks, and holm for a look after every batch up to
            max-trials; none is the paper's rule for a single look. valid: holm where
            max-trials says up to where and the policy is not top-two, else mixture
            (default valid).
        plan: Record every look in this file, or go on from those that it records: a
            look sees the trials that the one before it asked for, and settings stay.
            settle verify FILE RESULTS confirms it.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "next",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        prior=prior,
        metric=metric,
        policy=policy,
        batch=batch,
        max_trials=max_trials,
        budget=budget,
        cost=cost,
        new=new,
        half_width=half_width,
        confidence=confidence,
        correction=correction,
        plan=plan,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def vote(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    answers: Literal["exact", "math"] | None = None,
    no_answer: Literal["vote"] | None = None,
    threshold: Text | None = None,
    windows: int | Sequence[int] | None = None,
    replicates: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """When to stop sampling a question?

    Show how accurate a majority vote over sampled answers is against how many samples
    it spends: after a fixed number of samples, with adaptive consistency, and with
    early-stopping windows. The results must say what each attempt answered.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        answers: Which answers to a question are the same: identical texts alone; or
            numbers and simple fractions of equal value, too, as 0.5 and 1/2. Default:
            those that differ in case and white space alone.
        no_answer: Attempts without an answer vote, too: for one answer of their own.
        threshold: Posterior probability that the leading answer stays first at which
            adaptive consistency stops; several, separated by commas (default 0.95).
        windows: Sizes of windows that stop once all their answers are the same,
            separated by commas. Default: those of 2,3,4,5,8 that have fewer than all
            trials.
        replicates: Random orders of the trials to simulate (default 1000).
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "vote",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        answers=answers,
        no_answer=no_answer,
        threshold=threshold,
        windows=windows,
        replicates=replicates,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def converge(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    metrics: Text | None = None,
    prior: Data | None = None,
    gold: Data | None = None,
    scheme: Literal["rows", "columns", "paired", "with-replacement", "without-replacement"] | Sequence[Literal["rows", "columns", "paired", "with-replacement", "without-replacement"]] | None = None,
    up_to: int | None = None,
    replicates: int | None = None,
    worst: int | None = None,
    trace: int | Sequence[int] | None = None,
    looks: int | Sequence[int] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """How many trials until a ranking stops changing?

    Show how many trials a ranking needs before it equals gold and stays equal.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        prior: Results that bayes starts from, of the same models and questions; with
            schema signals, sorted by the same thresholds. Each of their outcomes counts
            as A, in (0, 1], by default 1: trials of an older model are not trials of
            this one.
        gold: Ranking to compare with: a CSV file with the columns model and score,
            bayes on the whole board, the true means of coins or mimics, or of coins for
            each metric its own order of the true chances, which it comes to as trials
            are added without end. Default: truth where it is known, else board. Of
            converge models that tie in gold must tie, or with ties=any, alone or behind
            the name, may stand in any order.
        scheme: How to resample, in one or several words: each question's trials on
            their own (rows) or whole trials (columns), with paired the same for every
            model; with replacement, as bootstrap does, or, as converge does, every
            trial once in a random order. As in columns,paired (default rows).
        up_to: Trials of each question in a replicate. With replacement it may be any
            number; without, at most the fewest of any model and question. Default:
            those of the board, and with replacement from a board of different numbers
            of trials, their median.
        replicates: Replicates to draw (default 100000).
        worst: List the K replicates that settle last (default 0).
        trace: Draw the rank trajectory of replicate R again; several may be given,
            separated by commas.
        looks: Also show how often the ranking changes from look to look, for who looks
            after these numbers of trials, such as 8,9,16,80.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "converge",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        metrics=metrics,
        prior=prior,
        gold=gold,
        scheme=scheme,
        up_to=up_to,
        replicates=replicates,
        worst=worst,
        trace=trace,
        looks=looks,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def bootstrap(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    metrics: Text | None = None,
    prior: Data | None = None,
    gold: Data | None = None,
    scheme: Literal["rows", "columns", "paired", "with-replacement", "without-replacement"] | Sequence[Literal["rows", "columns", "paired", "with-replacement", "without-replacement"]] | None = None,
    up_to: int | None = None,
    replicates: int | None = None,
    show: Literal["tau", "distribution", "score"] | Sequence[Literal["tau", "distribution", "score"]] | None = None,
    at: int | Sequence[int] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """How close to gold do rankings come as trials are added?

    Resample a board and show how the rankings by each metric approach gold as trials
    are added, with show distribution how much that differs from replicate to replicate,
    or with show score what models are expected to score and how much that varies.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        prior: Results that bayes starts from, of the same models and questions; with
            schema signals, sorted by the same thresholds. Each of their outcomes counts
            as A, in (0, 1], by default 1: trials of an older model are not trials of
            this one.
        gold: Ranking to compare with: a CSV file with the columns model and score,
            bayes on the whole board, the true means of coins or mimics, or of coins for
            each metric its own order of the true chances, which it comes to as trials
            are added without end. Default: truth where it is known, else board. Of
            converge models that tie in gold must tie, or with ties=any, alone or behind
            the name, may stand in any order.
        scheme: How to resample, in one or several words: each question's trials on
            their own (rows) or whole trials (columns), with paired the same for every
            model; with replacement, as bootstrap does, or, as converge does, every
            trial once in a random order. As in columns,paired (default rows).
        up_to: Trials of each question in a replicate. With replacement it may be any
            number; without, at most the fewest of any model and question. Default:
            those of the board, and with replacement from a board of different numbers
            of trials, their median.
        replicates: Replicates to draw (default 2000).
        show: What to show, one or several: the mean agreement of rankings with gold
            (tau, the default), how that agreement is distributed over replicates
            (distribution), the expected scores of the models with their spread (score).
        at: With show score or distribution: the numbers of trials of each question to
            show them at; several may be given, separated by commas. Default: every n in
            JSON, CSV and figures; in tables all trials that replicates have, and of
            distributions a few n more.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "bootstrap",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        metrics=metrics,
        prior=prior,
        gold=gold,
        scheme=scheme,
        up_to=up_to,
        replicates=replicates,
        show=show,
        at=at,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def bakeoff(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    thin: Text | None = None,
    metrics: Text | None = None,
    gold: Data | None = None,
    reference: Text | None = None,
    trials: int | None = None,
    n: int | Sequence[int] | None = None,
    replicates: int | None = None,
    cost: bool = False,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """Which estimator comes closest to the truth?

    Compare estimators and ranking methods: bias, error, intervals and rankings, against
    the truth. With out all of it becomes a page, too: index.html in the folder.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        thin: Leave attempts out, of models like those of a file, too: drop=P each with
            chance P, drop-hard=P more of hard questions, unequal=LO-HI all but so many
            trials, separated by commas. Behind stand-in:NAME, coins:NAME and
            mimics:NAME they may stand themselves. Questions that a model never met are
            left out for all models, so that all are compared by the same (unmet=all),
            or with unmet=own for that model alone, whose score is then the mean over
            its own.
        metrics: Estimators and ranking methods, separated by commas: bayes, avg,
            pass@K, pass^K, gpass@K:TAU, mgpass@K, maj@K, geomds@K, borda, bt, paper, …
            (settle metrics lists all). exec:COMMAND, or exec:NAME=COMMAND, is scored by
            a program of yours. Default: bayes, avg, pass@2, pass@8, bt and borda, as
            far as they can score the boards.
        gold: What rankings are compared with: the order of the true means (truth, the
            default), for each metric the order that it comes to itself as trials are
            added without end (own: which settles soonest), or that order of METRIC,
            which is then what the programs of exec: estimate, too; else these estimate
            what avg does.
        reference: The metric that the others are compared with, of those of metrics.
            Default: avg if it is there, else the first.
        trials: Trials of each question (default: those in the name, the most of
            unequal=, as many as the results have, or 80).
        n: Numbers of trials to look at, separated by commas. Default: 1, 2, 4, 8, …,
            and N.
        replicates: Boards to draw (default 1000).
        cost: Also measure how long a ranking takes, which no two runs agree on.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "bakeoff run",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        thin=thin,
        metrics=metrics,
        gold=gold,
        reference=reference,
        trials=trials,
        n=n,
        replicates=replicates,
        cost=cost,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


def report(
    data: Data,
    *,
    task: Text | None = None,
    score: Text | None = None,
    name: Text | None = None,
    column: Mapping[str, str] | None = None,
    missing: Literal["refuse", "unequal", "common", "wrong"] | None = None,
    weights: Text | None = None,
    schema: Text | None = None,
    against: Data | None = None,
    metrics: Text | None = None,
    prior: Data | None = None,
    confidence: float | None = None,
    estimand: Literal["questions", "population"] | None = None,
    draws: int | None = None,
    replicates: int | None = None,
    top: int | None = None,
    title: Text | None = None,
    cost_per_trial: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    max_memory: float | str | None = None,
) -> Result:
    """What is there to say of a board, on one page?

    Write a page of HTML that says who leads and how sure that is, which models are
    separated, how many trials it takes, and what to run next. Several tasks become one
    page, with a part for each.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use, where the results hold several.
        score: The verdict to take of logs that hold several: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Models or tasks as the paths of the files end, such as
            '{model}/{task}.csv'; or one model's name for all files.
        column: What a table calls its columns, where not model, question, trial,
            outcome, task, or correct and trials, or count_0, count_1, …, or answer and
            weight: as in column model=llm,outcome=ok. Usual names, such as llm,
            sample_id, epoch and score, are found without it. trial= numbers rows in
            order.
        missing: What to do where attempts are missing: nothing, and say what is
            missing; let every question count with the attempts that were scored; keep
            the largest box of questions and trials that all models have; or count
            attempts that failed as wrong. Default: refuse; of next, unequal.
        weights: What each category 0, 1, … is worth, as in 0,0.5,1 or 0,1/3,1; needed
            for graded outcomes. Default with schema: the schema's. values: the
            different outcomes, up to 256, are the categories, and are what these are
            worth, as they are by themselves where some are fractions.
        schema: Sort the signals of each attempt into categories: by one of the paper's
            twelve schemata, such as format-aware, or by one in a YAML file, which may
            also name thresholds and how to calibrate a verifier. Rank takes several,
            separated by commas, or all.
        against: Older results, such as a page of settle report: which models rose, fell
            or are new since, by more than noise. Models and questions match by name.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (settle metrics lists all).
            exec:COMMAND, or exec:NAME=COMMAND, is scored by a program of yours. "paper"
            is the thirteen of Fig. 2.
        prior: Results that bayes starts from, of the same models and questions; with
            schema signals, sorted by the same thresholds. Each of their outcomes counts
            as A, in (0, 1], by default 1: trials of an older model are not trials of
            this one.
        confidence: Confidence of intervals, ties and tests, between 0 and 1 (default
            0.95).
        estimand: What intervals and tests are about: the mean over these very
            questions, or over all questions like these (default questions).
        draws: Posterior draws for probabilities, 0 for none (default 4000, and 0 where
            there are more than 1000 models).
        replicates: Replicates to draw of what settles when (default 2000).
        top: The leading models that the page draws and lists; of the others it has a
            row each. Default: all of up to 100, and 30 of more.
        title: Title of the page. Default: the benchmark or the task, else the file's
            name without its ending.
        cost_per_trial: What one trial costs, to show costs in money.
        seed: Seed of every random number (default 1).
        workers: Goroutines that compute, 0 for one per CPU; the results do not depend
            on it (default 0).
        max_memory: Refuse, or end, what takes more memory than this, such as 500MB or
            8GB. Default: three quarters of what there is.

    Raises:
        Error: The program refuses the data or an option; the message says why.
    """
    return run(
        "report",
        [data],
        task=task,
        score=score,
        name=name,
        column=column,
        missing=missing,
        weights=weights,
        schema=schema,
        against=against,
        metrics=metrics,
        prior=prior,
        confidence=confidence,
        estimand=estimand,
        draws=draws,
        replicates=replicates,
        top=top,
        title=title,
        cost_per_trial=cost_per_trial,
        seed=seed,
        workers=workers,
        max_memory=max_memory,
    )


__all__ = [
    "rank",
    "compare",
    "gate",
    "budget",
    "next_trials",
    "vote",
    "converge",
    "bootstrap",
    "bakeoff",
    "report",
]
