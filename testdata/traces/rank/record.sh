#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records testdata/programs/tours.c, odd_even.c and matmul.c under Open MPI with uftrace (Debian: uftrace, openmpi-bin,
# libopenmpi-dev): each case into FOLDER/CASE, which has a folder for each rank. Without CASE, records all cases, and
# packs them into FOLDER.tar.xz.
#
#   record.sh FOLDER [CASE…]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$here/../../programs
patience=20 # seconds until a run with a bug that hangs is ended; it reaches the bug within ten seconds

# Runs one rank; started by mpirun. Does not exit before the whole run has ended, because mpirun ends all ranks as soon
# as one exits without MPI_Finalize.
if [ "${1:-}" = --rank ]; then
  out=$2
  shift 2
  uftrace record --no-event -N '^usleep$' -N '^str' -d "$out/rank.$OMPI_COMM_WORLD_RANK" "$@" >/dev/null 2>&1 || true
  touch "$out/ended.$OMPI_COMM_WORLD_RANK"
  until [ -e "$out/stop" ]; do sleep 0.1; done
  exit 0
fi

folder=${1:?usage: record.sh FOLDER [CASE…]}
shift
cases=("$@")
[ "${#cases[@]}" -gt 0 ] || cases=(
  tours/good.{1..6} tours/bug.{1,9,10,11,19} tours/{receive,crash,slow} odd_even/good.{1,2} odd_even/{swap,receive} matmul)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run=$work/run
for name in tours odd_even matmul; do
  mpicc.openmpi -pg -g -O0 -no-pie -fopenmp -o "$work/$name" "$programs/$name.c"
done

wait_for_ranks() { # RANKS SECONDS
  local end=$((SECONDS + $2)) ended
  while ended=("$run"/ended.*) && [ "${#ended[@]}" -lt "$1" ]; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}

# Ends ranks with SIGSEGV. uftrace writes a call when the call, or one of its callees, returns; on signals that uftrace
# handles, it also writes the open calls of the main thread. After SIGKILL, the call that hangs would be missing.
stop_ranks() {
  local rank pid
  for rank in "$run"/rank.*; do
    [ -e "$run/ended.${rank##*.}" ] && continue
    pid=$(sed -n 's/^SESS .* pid=\([0-9]*\) .*/\1/p' "$rank/task.txt" | head -1)
    kill -SEGV "$pid"
  done
}

record() { # CASE RANKS PROGRAM BUG SECONDS
  rm -rf "$run"
  mkdir -p "$run"
  LD_BIND_NOW=1 mpirun.openmpi --allow-run-as-root --oversubscribe -n "$2" bash "$here/record.sh" --rank "$run" \
    "$work/$3" "$4" >"$work/log" 2>&1 &
  local mpirun=$!
  if ! wait_for_ranks "$2" "$5"; then
    stop_ranks
    wait_for_ranks "$2" 60
  fi
  touch "$run/stop"
  wait "$mpirun" || true # mpirun fails if ranks exit without MPI_Finalize
  rm -rf "${folder:?}/$1"
  python3 "$here/scrub.py" "$run" "$folder/$1"
  echo "$1: $(cat "$folder/$1"/rank.*/info | grep -a '^exit_status' | sort | uniq -c | tr -s ' \n' ' ')"
}

shopt -s nullglob
for case in "${cases[@]}"; do
  case $case in
    tours/good.*) record "$case" 8 tours none 120 ;;
    tours/bug.1 | tours/bug.19) record "$case" 8 tours "${case##*.}" "$patience" ;;
    tours/bug.*) record "$case" 8 tours "${case##*.}" 120 ;;
    tours/slow) record "$case" 8 tours slow 120 ;;
    tours/*) record "$case" 8 tours "${case##*/}" "$patience" ;;
    matmul) record matmul 4 matmul none 120 ;;
    odd_even/good.*) record "$case" 16 odd_even none 120 ;;
    odd_even/swap) record "$case" 16 odd_even swap 120 ;;
    odd_even/*) record "$case" 16 odd_even "${case##*/}" "$patience" ;;
  esac
done
if [ $# -eq 0 ]; then
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$folder" -c matmul odd_even tours |
    xz -9e >"$folder.tar.xz"
fi
