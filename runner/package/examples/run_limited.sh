#!/bin/sh
# run_limited.sh PROGRAM [ARGUMENT]...: runs a program with 1 s of CPU time and 256 MiB, and says how it ended.
# JUDGE_RUNNER is the runner, if it is not on PATH.
set -eu
facts=$(mktemp)
trap 'rm -f "$facts"' EXIT
"${JUDGE_RUNNER:-judge-runner}" run --facts "$facts" --stdout - --cpu-limit-ms 1000 --wall-limit-ms 5000 \
  --memory-limit-bytes 268435456 --process-limit 64 -- "$@"
# One key a line: the facts are JSON with an indent of two, so that a shell needs no parser for the keys of the top.
outcome=$(sed -n 's/^  "outcome": "\(.*\)",$/\1/p' "$facts")
echo "outcome: $outcome"
[ "$outcome" = exited ]
