#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The work of action.yml, whose inputs are in EGPROF and EGPROF_*. Everything is passed as words of their own, never as
# text for a shell. What files contain, such as names of functions, may be anybody's: the runner must not take it for
# commands, so egprof's own lines are between stop-commands, and annotations.py escapes the others.
# Test: tests/cli/ci/run.py.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
results=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/egprof.XXXXXX") || exit 1

fail() {
  echo "::error title=egprof::$1"
  exit 1
}

# Puts the lines of a text into the array `words`.
words=()
split_lines() {
  local line
  words=()
  while IFS= read -r line; do
    line=${line%$'\r'}
    [ -z "${line// /}" ] || words+=("$line")
  done <<<"$1"
}

# Puts the files that the lines of a text name into the array `files`. A pattern without files stays, so that egprof
# names it.
files=()
expand_files() {
  split_lines "$1"
  local IFS='' word
  files=()
  for word in ${words[@]+"${words[@]}"}; do
    # shellcheck disable=SC2206  # without blanks in IFS, only wildcards are expanded
    files+=($word)
  done
  [ "${#files[@]}" -gt 0 ] || fail "no files of the $2 are given"
  for word in "${files[@]}"; do
    case $word in -*) fail "a file of the $2 begins with a hyphen: put ./ before it" ;; esac
  done
}

egprof=${EGPROF:-egprof}
command -v "$egprof" >/dev/null || fail "egprof is not in PATH"
expand_files "${EGPROF_BASE:-}" base && base=("${files[@]}")
expand_files "${EGPROF_OTHER:-}" "other execution" && other=("${files[@]}")
command=("$egprof" diff "--json=$results/difference.json" "--markdown=$results/comment.md")
if [ -n "${EGPROF_PAGE:-}" ]; then command+=("--html=$results/egprof.html"); fi
split_lines "${EGPROF_CONDITIONS:-}"
for word in ${words[@]+"${words[@]}"}; do command+=("--fail-if=$word"); done
split_lines "${EGPROF_OPTIONS:-}"
command+=(${words[@]+"${words[@]}"})

token=egprof-$RANDOM$RANDOM$RANDOM
echo "::stop-commands::$token"
"${command[@]}" "${base[@]}" --subtract "${other[@]}" 2>&1 | tee "$results/log.txt"
status=${PIPESTATUS[0]}
echo "::$token::"

verdict='' sentence=''
if [ -s "$results/comment.md" ]; then
  sentence=$(sed -n '1s/^\*\*\(.*\)\*\*$/\1/p' "$results/comment.md")
  verdict=$(sed -n 's/^"verdict": {"kind":"\([a-z]*\)".*/\1/p' "$results/difference.json")
  cat "$results/comment.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  # The lines of functions are those of the other execution, whose source is under review.
  "$egprof" -p --format=json "${other[@]}" >"$results/other.json" 2>/dev/null || : >"$results/other.json"
  if command -v python3 >/dev/null; then
    python3 "$here/annotations.py" "$results/difference.json" "$results/other.json"
  else
    echo "::notice title=egprof::no marks in the source, because python3 is not installed"
  fi
else
  # Four blanks make a line code; what comes before it cannot change that.
  {
    printf 'egprof could not compare the two executions (exit status %s):\n\n' "$status"
    tail -n 20 "$results/log.txt" | tr -d '\000-\010\013-\037\177' | sed 's/^/    /'
    echo
  } >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  echo "::error title=egprof::the two executions could not be compared"
fi

{
  echo "verdict=$verdict"
  echo "sentence=$sentence"
  echo "status=$status"
  if [ -s "$results/comment.md" ]; then echo "comment=$results/comment.md"; fi
  if [ -s "$results/egprof.html" ]; then echo "page=$results/egprof.html"; fi
} >>"${GITHUB_OUTPUT:-/dev/null}"

# 2: something was left out, which the report names.
if [ "$status" -eq 2 ]; then
  echo "::warning title=egprof::something was left out of the comparison"
  exit 0
fi
if [ "${EGPROF_FAIL:-true}" = false ] && [ -n "$verdict" ]; then exit 0; fi
exit "$status"
