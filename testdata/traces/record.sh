#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records testdata/programs/traced.c and heat.c with uftrace, each case into FOLDER/CASE, without symbols of libraries.
# heat_mpi has a folder for each rank. Times and addresses differ in each recording.
# The case eztrace is recorded only on request: exchange.c, with EZTrace under Open MPI (Debian: eztrace, openmpi-bin,
# libopenmpi-dev).
#
#   record.sh FOLDER [CASE…]
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=${1:?usage: record.sh FOLDER [CASE…]}
shift
cases=("$@")
[ "${#cases[@]}" -gt 0 ] || cases=(simple simple2 threads jumps fork killed arguments debug heat heat2 heat_mpi expressions globs)
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Recordings must not contain paths of this machine, so paths of the program are replaced by paths below /programs.
programs=$top/testdata/programs
compile() { (cd "$work" && gcc -pg -g -O0 -w -o "$@"); }
build() {
  case $1 in
    traced) compile traced -DVERSION=1 "$programs/traced.c" -pthread ;;
    traced2) compile traced2 -DVERSION=2 "$programs/traced.c" -pthread ;;
    heat) compile heat -DVERSION=1 "$programs/heat.c" ;;
    heat2) compile heat2 -DVERSION=2 "$programs/heat.c" ;;
    heat_mpi)
      gcc -shared -fPIC -o "$work/libheat_mpi.so" "$programs/heat_mpi.c"
      compile heat_mpi -DVERSION=1 -DPARALLEL "$programs/heat.c" -L. -lheat_mpi -Wl,-rpath,. ;;
  esac
}

record() {
  local name=$1 program=$2 argument=$3
  shift 3
  [ -x "$work/$program" ] || build "$program"
  rm -rf "${folder:?}/$name"
  mkdir -p "$(dirname "$folder/$name")"
  (cd "$work" && uftrace record --force -d out "$@" "./$program" "$argument" >/dev/null 2>&1) || true
  rm -f "$work"/out/{lib*,ld-*}.{sym,dbg} "$work"/out/default.opts
  find "$work/out" -name 'perf-cpu*.dat' -empty -delete
  # Keeps only the lines that egprof reads, and replaces the paths of this machine. Of uftrace's list of well-known
  # functions, keeps only the entries of functions that the program calls.
  grep -avE '^(cpuinfo|meminfo|osinfo|usageinfo|loadinfo|record_date|cmdline|enumauto)' "$work/out/info" |
    awk 'BEGIN { RS = ORS = "\n" } /^(arg|ret)auto:/ { out = substr($0, 1, 8); n = split(substr($0, 9), entry, ";")
           for (i = 1; i <= n; i++) if (entry[i] ~ /^(strcmp|pthread_(create|join)|fork|waitpid)@/) out = out entry[i] ";"
           $0 = out } { print }' >"$work/info"
  mv "$work/info" "$work/out/info"
  sed -i "s#$work#/programs#g" "$work"/out/info "$work"/out/task.txt "$work"/out/*.map "$work"/out/*.sym
  [ ! -f "$work/out/$program.dbg" ] || sed -i "s#$work#/programs#g; /^L: /d" "$work/out/$program.dbg"
  mv "$work/out" "$folder/$name"
}

record_eztrace() {
  mpicc.openmpi -o "$work/exchange" "$programs/exchange.c"
  (cd "$work" && mpirun.openmpi --oversubscribe -n 2 eztrace -t openmpi ./exchange)
  rm -rf "${folder:?}/eztrace"
  mv "$work/exchange_trace" "$folder/eztrace"
}

for case in "${cases[@]}"; do
  case $case in
    simple) record simple traced simple --no-event ;;
    simple2) record simple2 traced2 simple --no-event ;;
    threads) record threads traced threads ;;
    arguments) record arguments traced simple --no-event -A 'Recurse@arg1/i32' -A 'strcmp@arg1/s,arg2/s' -R 'strcmp@retval/i32' ;;
    expressions)
      record expressions heat_mpi "" --no-event -A 'MPI_(Sendrecv|Allreduce)@arg3/i32' -A 'MPI_All.*@arg1/p' \
        -R '^MPI_[SA]@retval/i32' ;;
    globs) record globs heat_mpi "" --no-event --match=glob -A 'MPI_*@arg3/i32' -A 'MPI_All*@arg1/p' -R '*_[SA]*@retval/i32' ;;
    eztrace) record_eztrace ;;
    debug) record debug traced threads --no-event -a ;;
    heat | heat2) record "$case" "$case" "" --no-event ;;
    heat_mpi)
      for RANK in 0 1 2; do
        export RANK
        record "heat_mpi/rank.$RANK" heat_mpi "" --no-event
      done ;;
    *) record "$case" traced "$case" --no-event ;;
  esac
done
