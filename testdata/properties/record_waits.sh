#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the planted waits of testdata/programs/team_waits.c (uftrace) and rank_waits.c (uftrace, and EZTrace) into
# FOLDER/waits.tar.xz, or those of team_waits.c compiled by clang alone into FOLDER/team_llvm.tar.xz. Debian: uftrace,
# eztrace, openmpi-bin, libopenmpi-dev; clang, libomp-dev.
#
#   record_waits.sh FOLDER [llvm]
#
# The machine should be idle: a rank that waits for a processor delays the others.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "${1:?usage: record_waits.sh FOLDER}" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$top"/testdata/programs/{team,rank}_waits.c "$work"
cd "$work"
mkdir kept

# Of a recording: no path but the program's, and nothing of the machine. Symbols of libraries are not needed.
scrub() {
  local recorded=$1 kept=$2 program=$3
  mkdir -p "$kept"
  cp "$recorded"/*.dat "$kept"
  grep -aE '^(Ftrace!|argspec|pattern_type|elapsed_time|exit_status|exename)' "$recorded/info" |
    sed "s#$work#/programs#g" >"$kept/info"
  grep -v '^DLOP' "$recorded/task.txt" | sed "s#$work#/programs#g" >"$kept/task.txt"
  for map in "$recorded"/*.map; do
    grep -F "$work/$program" "$map" | sed "s#$work#/programs#g" >"$kept/$(basename "$map")"
  done
  cp "$recorded/$program.sym" "$kept"
  sed -i "s#$work#/programs#g" "$kept/$program.sym"
}

pack() {
  local archive=$1
  shift
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C kept -c "$@" | xz -9e >"$folder/$archive"
}

# Functions have to stay apart: clang puts those that are called once into their callers.
if [ "${2:-}" = llvm ]; then
  clang -pg -O1 -fno-inline -no-pie -fopenmp -o team_waits team_waits.c
  LD_BIND_NOW=1 uftrace record --no-event -d team_llvm ./team_waits
  scrub team_llvm kept/team_llvm team_waits
  pack team_llvm.tar.xz team_llvm
  exit
fi

# Without LD_BIND_NOW=1 uftrace loses calls that meet another thread's symbol binding.
gcc -pg -O1 -no-pie -fopenmp -o team_waits team_waits.c
LD_BIND_NOW=1 uftrace record --no-event -d team ./team_waits
scrub team kept/team team_waits

mpicc.openmpi -pg -O1 -no-pie -o rank_waits rank_waits.c
mpi=(mpirun.openmpi --oversubscribe --mca mpi_yield_when_idle 1 -n 4)
cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "ranks/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'MPI_(Send|Ssend|Recv)@arg2/i32,arg4/i32,arg5/i32,arg6/p' -A 'MPI_Bcast@arg4/i32,arg5/p' \
  -A 'MPI_Reduce@arg6/i32,arg7/p' -A 'MPI_Allreduce@arg6/p' -A 'MPI_Barrier@arg1/p' ./rank_waits
END
mkdir ranks
"${mpi[@]}" bash record
for rank in ranks/*; do scrub "$rank" "kept/$rank" rank_waits; done

mpicc.openmpi -O1 -o rank_waits rank_waits.c
"${mpi[@]}" eztrace -t openmpi ./rank_waits
mv rank_waits_trace kept/eztrace

pack waits.tar.xz eztrace ranks team
