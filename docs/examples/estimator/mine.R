#!/usr/bin/env Rscript
# A metric, exec:mine=./mine.R: the mean over questions without the extreme tenths.

# counts[model, question, category] is how many of so many trials fell into a category:
# wrong (1) and correct (2) where there are two. Scores: larger is better, equal is a tie.
# errors are standard errors of theirs, NULL where they are not known. Where a board has no
# ranking, call cannot_rank("why").
mine <- function(counts, trials) {
  share <- array(counts[, , 2] / trials, dim(counts)[1:2])
  noise <- rowSums(share * (1 - share)) / ncol(share)^2 / trials # variances of plain means
  list(scores = apply(share, 1, mean, trim = 0.1), errors = sqrt(noise))
}

# What follows is the same for every method: a request and an answer a line.
cannot_rank <- function(why) stop(errorCondition(why, class = "cannot_rank"))

field <- function(line, name) as.integer(sub(paste0('.*"', name, '":([0-9]+).*'), "\\1", line))

counts_of <- function(line) {
  text <- sub('.*"counts":([][0-9,]+).*', "\\1", line)
  categories <- field(line, "categories")
  models <- length(strsplit(text, "]],[[", fixed = TRUE)[[1]])
  numbers <- scan(text = gsub("[][,]+", " ", text), quiet = TRUE)
  aperm(array(numbers, c(categories, length(numbers) / categories / models, models)))
}

listed <- function(numbers) paste0("[", paste(sprintf("%.17g", numbers), collapse = ","), "]")

said <- function(found) {
  if (!all(is.finite(found$scores))) stop("a score is not a finite number")
  errors <- if (is.null(found$errors)) "" else paste0(',"errors":', listed(found$errors))
  paste0('"scores":', listed(found$scores), errors)
}

unranked <- function(e) paste0('"error":"', gsub('["\\\\[:cntrl:]]', " ", conditionMessage(e)), '"')

failed <- function(e) {
  message("mine: ", conditionMessage(e))
  quit(status = 1)
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  body <- tryCatch(said(mine(counts_of(line), field(line, "trials"))), cannot_rank = unranked, error = failed)
  cat('{"id":', field(line, "id"), ",", body, "}\n", sep = "")
  flush(stdout())
}
