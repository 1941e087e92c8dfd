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

    Rank the models of a board and show how certain the ranking is.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        answers: How to compare answers. Default: they are equal if they differ only in
            case and white space. exact: only identical texts are equal. math: also
            equal numbers and simple fractions, such as 0.5 and 1/2.
        no_answer: Let attempts without an answer vote; all of them count as votes for
            one additional answer.
        weight_by: Weights of attempts, such as a verifier's probability: a column of a
            table, a field of a NeMo-Skills or lm-eval log, or an array of an NPZ file.
            exp: the values are logarithms. Default: the column weight.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. With schema: earlier signals, sorted with the same thresholds. Each
            outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less
            for trials of an older version of a model.
        confidence: Confidence level of intervals, ties and tests, between 0 and 1
            (default 0.95).
        draws: Number of posterior draws for computing probabilities; 0 for none
            (default 4000, or 0 with more than 1000 models).
        estimand: Estimand of intervals and tests. questions: the mean over the
            questions of this benchmark. population: the mean over the population of
            similar questions (default questions).
        columns: Columns to show in tables. brief: the most useful columns, at most
            eight. all: all columns (default brief).
        paper: Print the table as in the paper: metric bayes, dense ranks with ties
            between neighbours, z and ρ, unclipped intervals, no correction for multiple
            comparisons.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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

    Compare the scores of two models, on the questions of this benchmark and on similar
    questions. Name the models after the results. If there are two results, the first
    holds one model and the second the other; no names are needed if each result
    contains one model, or if exactly one model is in both. With against, each model is
    compared with its own older results.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        a: The first model.
        b: The second model.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        against: Older results, such as a page of settle report. The report then shows
            which models rose or fell by more than noise, or are new. Models and
            questions are matched by name.
        models: The two models, instead of the last two arguments. Required if a file
            has the same name as a model.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. With schema: earlier signals, sorted with the same thresholds. Each
            outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less
            for trials of an older version of a model.
        confidence: Confidence level of intervals, ties and tests, between 0 and 1
            (default 0.95).
        draws: Number of posterior draws for computing probabilities; 0 for none
            (default 4000, or 0 with more than 1000 models).
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """Can a new model replace an old one?

    Test whether a new model is better than an old one, at level 1 − confidence. The
    exit code is 0 for yes, 3 for no (the opposite holds at the same level) and 4 for
    undecided. Name the new model after the results, then the old one. If there are two
    results, the first holds the new model and the second the old one; no names are
    needed if each result contains one model, or if exactly one model is in both. With
    per-question P, test whether one model (named after the results) has a success
    probability of at least P on every question.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        new: The first model.
        old: The second model.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        models: The two models, instead of the last two arguments. Required if a file
            has the same name as a model.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        confidence: Confidence level of intervals, ties and tests, between 0 and 1
            (default 0.95).
        estimand: Estimand of intervals and tests. questions: the mean over the
            questions of this benchmark. population: the mean over the population of
            similar questions (default questions).
        claim: Claim to test; the default is better. better: the new model is better by
            more than margin. not-worse: the new model is not worse by margin or more.
            equivalent: the models differ by less than margin.
        margin: Largest difference to ignore, in units of the score. Required for
            not-worse and equivalent. Default: 0.
        per_question: Test one model instead: is its success probability at least P on
            every question?
        looks: Maximum number of times that this gate will be run, each time with more
            trials. The error level 1 − confidence is divided equally among these looks
            (default 1).
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """How many trials are needed to separate the models, and what do they cost?

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. Their trials count as already run; the plan shows the additional
            trials.
        pairs: Pairs to separate: neighbours in the ranking, all pairs, or the two named
            models (default neighbours).
        top: Instead of pairs: separate each of the K leading models from every model
            below it.
        half_width: Instead of separating pairs: plan for a 95 % interval of at most ±W
            for every model, in units of the score.
        metric: Metric to plan for: any metric of settle rank that has an interval. For
            pairs, bayes:fitted, bayes and avg need no simulation. Default:
            bayes:fitted, or bayes with prior.
        alone: Plan for each pair alone, as for a single planned comparison with a
            one-sided test. By default, pairs are separated by the simultaneous test of
            settle rank.
        confidence: Confidence level of the simultaneous test, or of the one-sided test
            with alone; from 0.8 to below 1 (default 0.95).
        power: Power: probability that a pair is separated with the better model ahead
            (default 0.8).
        show: Additional tables, separated by commas. chances: probabilities at the
            numbers of trials in at. even-odds: the paper's N, at which the expected |z|
            reaches the quantile. questions: how many questions to add instead of
            trials. steps: the number of separated pairs as trials are added. all: all
            of these tables. A plan by a metric that needs simulation has only chances.
            JSON always contains the numbers of all tables.
        at: Numbers of trials per question for show chances, separated by commas; for
            each number, the table shows the probabilities of the right order and of
            separation. Default: 1, 2, 5 and 10 times the number on the board.
        cost_per_trial: Cost of one trial, to show costs in money.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """Which trials should run next?

    Show which trials each model should run next, which pairs are decided, and when to
    stop. The exit code is 4 while trials are left to run and 0 when none are left, so a
    loop can run them: while settle next RESULTS max-trials 64; test $? -eq 4; do …;
    done

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        prior: Earlier results of the same models and questions, used as a prior;
            requires metric bayes. Each outcome of these results counts as A trials, 0 <
            A ≤ 1 (default 1); use less for trials of an older version of a model.
        metric: Metric whose scores are compared. Default: bayes:fitted, or avg in
            budget adapt, where bayes:fitted would have to fit a prior at every look.
            bayes:fitted: as in settle rank. avg: the mean, with the variance estimated
            from the trials. bayes: as in the paper.
        policy: Which models run more trials. power: the models in the pairs that are
            most likely to be decided per unit of cost. neighbours: the two adjacent
            models with the smallest separation. half-width: every model whose interval
            is too wide. leader: all models until one leads. top-two: the leader or its
            strongest challenger. all: all models up to max-trials. auto: power, or
            half-width for a single model (default auto).
        batch: Trials per question that a model runs before the next look. Default: 4,
            or max-trials if that is smaller.
        max_trials: Maximum number of trials per question and model, fixed before the
            first look. Default: four times the number on the board, but at least 16.
            With the policy top-two, it limits the average number over the models.
        budget: Maximum number of attempts before the next look, over all models and
            questions.
        cost: Cost of one trial of each model, as in a=0.02,b=0.005; the policy power
            then prefers pairs of cheap models. logs or tokens: the mean cost or number
            of tokens of the logged attempts, if the logs have them.
        new: Name of a model with few or no trials. The report lists the questions that
            this model should run first, one trial each. It lists budget questions.
            Default: enough questions that the expected interval is at most twice as
            wide as with all questions.
        half_width: Half-width of the interval, in units of the score, at which the
            policy half-width stops a model. Default: 0.025 times the range of the
            weights.
        confidence: Confidence level of decisions (one-sided) and of intervals, above
            0.5 and below 1 (default 0.95).
        correction: Correction for repeated looks and multiple comparisons. mixture:
            valid for any number of looks. holm: valid for a look after every batch up
            to max-trials. none: the rule of the paper, for a single look. valid: holm
            if max-trials is given and the policy is not top-two, else mixture (default
            valid).
        plan: File that records every look. If it exists, the evaluation continues with
            its settings. A look uses only the trials that the previous look asked for.
            Check the file with settle verify FILE RESULTS.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """When can I stop sampling a question?

    Show the accuracy of a majority vote over sampled answers against the number of
    samples it uses: with a fixed number of samples, with adaptive consistency, and with
    early-stopping windows. The results must contain the answer of each attempt.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        answers: How to compare answers. Default: they are equal if they differ only in
            case and white space. exact: only identical texts are equal. math: also
            equal numbers and simple fractions, such as 0.5 and 1/2.
        no_answer: Let attempts without an answer vote; all of them count as votes for
            one additional answer.
        threshold: Adaptive consistency stops when the posterior probability that the
            leading answer stays first reaches P. Separate several values with commas
            (default 0.95).
        windows: Window sizes, separated by commas: sampling stops when all answers in a
            window are equal. Default: the sizes among 2, 3, 4, 5 and 8 that are smaller
            than the number of trials.
        replicates: Number of random orders of the trials to simulate (default 1000).
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """How many trials does a ranking need before it stops changing?

    Show how many trials a ranking needs until it equals the gold ranking and stays
    equal to it.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. With schema: earlier signals, sorted with the same thresholds. Each
            outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less
            for trials of an older version of a model.
        gold: Gold ranking to compare with. FILE: a CSV file with the columns model and
            score. board: bayes on the whole board. truth: the true means of coins or
            mimics. own: for coins, the order to which each metric converges. Default:
            truth if known, else board. In converge, models that tie in gold must also
            tie in the ranking; append ,ties=any (or use ties=any alone) to accept them
            in any order.
        scheme: Resampling scheme: one or more of these words, as in columns,paired.
            rows: resample each question separately. columns: resample whole trials.
            paired: use the same trials for every model. with-replacement is the default
            of bootstrap; without-replacement, the default of converge, uses every trial
            once in random order.
        up_to: Trials per question in a replicate. Without replacement, at most the
            smallest number of trials on the board. Default: the number on the board;
            with replacement from an unequal board, the median.
        replicates: Number of replicates (default 100000).
        worst: List the K replicates whose rankings settle last (default 0).
        trace: Show the rank trajectory of replicate R. Separate several values with
            commas.
        looks: Take a look at the ranking after each of these numbers of trials, such as
            8,9,16,80, and show how often it changes between looks.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """How close do rankings come to the gold ranking as trials are added?

    Resample a board and show how closely the rankings by each metric agree with the
    gold ranking as trials are added. show distribution shows how that agreement varies
    between replicates; show score shows the expected scores of the models and how they
    vary.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. With schema: earlier signals, sorted with the same thresholds. Each
            outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less
            for trials of an older version of a model.
        gold: Gold ranking to compare with. FILE: a CSV file with the columns model and
            score. board: bayes on the whole board. truth: the true means of coins or
            mimics. own: for coins, the order to which each metric converges. Default:
            truth if known, else board. In converge, models that tie in gold must also
            tie in the ranking; append ,ties=any (or use ties=any alone) to accept them
            in any order.
        scheme: Resampling scheme: one or more of these words, as in columns,paired.
            rows: resample each question separately. columns: resample whole trials.
            paired: use the same trials for every model. with-replacement is the default
            of bootstrap; without-replacement, the default of converge, uses every trial
            once in random order.
        up_to: Trials per question in a replicate. Without replacement, at most the
            smallest number of trials on the board. Default: the number on the board;
            with replacement from an unequal board, the median.
        replicates: Number of replicates (default 2000).
        show: Results to show; one or more of these. tau: the mean agreement of the
            rankings with the gold ranking. distribution: the distribution of that
            agreement over replicates. score: the expected scores of the models and
            their spread (default tau).
        at: With show score or distribution: numbers of trials per question to show,
            separated by commas. Default: all numbers in JSON, CSV and figures; in
            tables only the largest, and a few more for distributions.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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

    Compare estimators and ranking methods with the truth: their bias, error, intervals
    and rankings. With out, all results are also written to a page, index.html.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        thin: Drop attempts; options separated by commas. drop=P drops each attempt with
            probability P; drop-hard=P drops more attempts at hard questions;
            unequal=LO-HI keeps LO to HI trials per question. These options can also
            follow a built-in name. If a model never tried a question, unmet=all (the
            default) drops the question for all models, and unmet=own only for that
            model.
        metrics: Estimators and ranking methods, separated by commas: bayes, avg,
            pass@K, pass^K, gpass@K:TAU, mgpass@K, maj@K, geomds@K, borda, bt, paper, …
            (for all, see settle metrics). exec:COMMAND or exec:NAME=COMMAND runs your
            own program. Default: the metrics among bayes, avg, pass@2, pass@8, bt and
            borda that can score the boards.
        gold: Gold order to compare with. truth (the default): the order of the true
            means. own: for each metric, the order to which it converges. METRIC: the
            order to which METRIC converges. Scores of exec: programs are then compared
            with the limit of METRIC, otherwise with the limit of avg.
        reference: Metric with which the other metrics are compared; it must be in
            metrics. Default: avg if present, else the first metric.
        trials: Trials per question. Default: the number set by trials= or unequal= in
            the name of the results, else the number in the results, else 80.
        n: Numbers of trials at which metrics are compared, separated by commas.
            Default: 1, 2, 4, 8, …, and N.
        replicates: Number of boards to draw (default 1000).
        cost: Also measure how long a ranking takes. Times differ between runs.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
    """What does a whole leaderboard look like on one page?

    Write an HTML page that shows who leads and how certain that is, which models are
    separated, how many trials are needed, and what to run next. If there are several
    tasks, the page has a part for each.

    Args:
        data: Results: a path, a list of paths, a frame of pandas or polars, an Arrow
            table, a dict of columns, an array (models × questions × trials), or a name
            such as "coins:20x30". See the program's page of formats.
        task: Task to use if the results contain several tasks.
        score: Verdict to use if logs contain several per attempt: an Inspect scorer or
            SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …
        name: Pattern that reads the model or the task from the end of each file path,
            such as '{model}/{task}.csv'; or one model name for all files.
        column: Names of a table's columns if they are not the standard ones, as in
            column model=llm,outcome=ok. Standard names: model, question, trial,
            outcome, task; correct and trials; count_0, count_1, …; answer, weight.
            Common names, such as llm, sample_id, epoch and score, need no flag. trial=
            (with no name) numbers the rows in order.
        missing: What to do if attempts are missing. Default: refuse, but unequal in
            settle next. refuse: fail and list the missing attempts. unequal: score each
            question on its existing attempts. common: keep the largest set of questions
            and trials that all models have. wrong: count failed attempts as wrong.
        weights: Weights of the categories 0, 1, …, as in 0,0.5,1 or 0,1/3,1. Required
            for graded outcomes. Default with schema: the schema's weights. values: each
            distinct outcome (at most 256) is a category with its own value as weight;
            this is the default if some outcomes are fractions.
        schema: Schema that sorts the signals of each attempt into categories: one of
            the paper's twelve, such as format-aware, or a YAML file, which can also set
            thresholds and calibrate a verifier. settle rank accepts several, separated
            by commas, or all.
        against: Older results, such as a page of settle report. The report then shows
            which models rose or fell by more than noise, or are new. Models and
            questions are matched by name.
        metrics: Metrics, separated by commas: bayes, avg, pass@K, pass^K, gpass@K:TAU,
            mgpass@K, maj@K, geomds@K, borda, bt, paper, … (for all, see settle
            metrics). exec:COMMAND or exec:NAME=COMMAND runs your own program. "paper"
            stands for the thirteen metrics of the paper's Fig. 2.
        prior: Earlier results of the same models and questions, used as a prior for
            bayes. With schema: earlier signals, sorted with the same thresholds. Each
            outcome of these results counts as A trials, 0 < A ≤ 1 (default 1); use less
            for trials of an older version of a model.
        confidence: Confidence level of intervals, ties and tests, between 0 and 1
            (default 0.95).
        estimand: Estimand of intervals and tests. questions: the mean over the
            questions of this benchmark. population: the mean over the population of
            similar questions (default questions).
        draws: Number of posterior draws for computing probabilities; 0 for none
            (default 4000, or 0 with more than 1000 models).
        replicates: Number of replicates for the sections on convergence (default 2000).
        top: Number of leading models that the page shows in figures and lists; each of
            the other models gets one row. Default: all if there are at most 100, else
            30.
        title: Title of the page. Default: the benchmark or the task, else the file name
            without extension.
        cost_per_trial: Cost of one trial, to show costs in money.
        seed: Seed of the random number generator (default 1).
        workers: Number of parallel workers; 0 for one per CPU. It does not change the
            results (default 0).
        max_memory: Memory limit, such as 500MB or 8GB. The command fails if it needs
            more. Default: three quarters of the available memory.

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
