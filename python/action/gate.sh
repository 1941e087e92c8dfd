#!/usr/bin/env bash
# Installs the wheel, runs settle gate, writes what it says to the summary of the job, and
# ends with its exit code: 0 for yes, 3 for no, 4 for undecided, others for errors. The
# variables are the inputs of action.yml.
set -euo pipefail

case "$SETTLE_UNDECIDED" in
fail | pass) ;;
*)
	echo "::error::undecided must be fail or pass, not $SETTLE_UNDECIDED"
	exit 2
	;;
esac

place="$RUNNER_TEMP/settle"
python3 -m venv --clear "$place"
programs="$place/bin"
test -d "$programs" || programs="$place/Scripts" # Windows
"$programs/python" -m pip install --quiet --disable-pip-version-check "$SETTLE_WHEEL"

# An input has a value a line, so that names can hold blanks.
arguments=()
while IFS= read -r line; do
	test -z "$line" || arguments+=("$line")
done <<<"$SETTLE_NEW"$'\n'"$SETTLE_OLD"$'\n'"$SETTLE_MODELS"
read -r -a flags <<<"$SETTLE_FLAGS"

status=0
"$programs/settle" gate "${arguments[@]}" "${flags[@]}" --format md >"$place/summary.md" 2>"$place/messages" || status=$?
case "$status" in
0) answer=yes ;;
3) answer=no ;;
4) answer=undecided ;;
*) answer=error ;;
esac
{
	printf '### Settle gate: %s\n\n' "$answer"
	cat "$place/summary.md"
	if test "$answer" = error; then
		printf '```\n' && cat "$place/messages" && printf '```\n'
	fi
} >>"$GITHUB_STEP_SUMMARY"
echo "answer=$answer" >>"$GITHUB_OUTPUT"
cat "$place/summary.md"
cat "$place/messages" >&2
if test "$answer" = undecided && test "$SETTLE_UNDECIDED" = pass; then
	exit 0
fi
exit "$status"
