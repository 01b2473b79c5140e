#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records the planted waits of testdata/programs/team_waits.c with uftrace (compiled by gcc: team; by clang: team_llvm),
# those of rank_waits.c with uftrace (ranks) and with EZTrace (eztrace), those of fortran_waits.f90 (fortran),
# grid_waits.c (grid), request_waits.c (requests) and window_waits.c (windows) with uftrace, and those of thread_pool.c
# with uftrace (pool_serial, pool_free), into folders of FOLDER. Without a RECORDING, makes all recordings, and packs them
# into waits.tar.xz, team_llvm.tar.xz, fortran.tar.xz, grid.tar.xz, requests.tar.xz, windows.tar.xz and pool.tar.xz in
# FOLDER. Debian: uftrace, eztrace, openmpi-bin, libopenmpi-dev, gfortran; clang, libomp-dev.
#
#   record_waits.sh FOLDER [RECORDING...]
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "${1:?usage: record_waits.sh FOLDER [RECORDING...]}" && cd "$1" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$top"/testdata/programs/{team_waits,rank_waits,grid_waits,request_waits,window_waits,thread_pool}.c "$work"
cp "$top/testdata/programs/fortran_waits.f90" "$work"
cd "$work"

# Ranks poll while they wait. Real-time priority keeps other programs from delaying them. With both processors busy, the
# largest wait that is not planted took 0.07 to 0.17 % of the time in 6 recordings; without real-time priority, it took
# 0.15 to 0.45 %.
first=()
if chrt -r 1 true 2>/dev/null; then first=(chrt -r 1); fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpi=("${first[@]}" mpirun.openmpi --oversubscribe --mca mpi_yield_when_idle 1 -n 4)

# Copies a recording, but leaves out information about the machine, its paths, and the symbols of libraries.
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
  tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$folder" -c "$@" | xz -9e >"$folder/$archive"
}

# Without LD_BIND_NOW=1, uftrace loses calls that coincide with the binding of a symbol in another thread.
team() {
  gcc -pg -O1 -no-pie -fopenmp -o team_waits team_waits.c
  LD_BIND_NOW=1 "${first[@]}" uftrace record --no-event -d team ./team_waits
  scrub team "$folder/team" team_waits
}

# Without -fno-inline, clang would inline functions that are called only once.
team_llvm() {
  clang -pg -O1 -fno-inline -no-pie -fopenmp -o team_waits team_waits.c
  LD_BIND_NOW=1 "${first[@]}" uftrace record --no-event -d team_llvm ./team_waits
  scrub team_llvm "$folder/team_llvm" team_waits
}

pool() {
  local kind=$1
  gcc -pg -O1 -fno-inline -no-pie -pthread -o thread_pool thread_pool.c
  LD_BIND_NOW=1 uftrace record --no-event -A 'pthread_mutex_(lock|unlock)@arg1/x64' -d "pool_$kind" \
    ./thread_pool "$kind"
  scrub "pool_$kind" "$folder/pool_$kind" thread_pool
}
pool_serial() { pool serial; }
pool_free() { pool free; }

ranks() {
  local rank
  mpicc.openmpi -pg -O1 -no-pie -o rank_waits rank_waits.c
  cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "ranks/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'MPI_(Send|Ssend|Recv)@arg2/i32,arg4/i32,arg5/i32,arg6/p' -A 'MPI_Bcast@arg4/i32,arg5/p' \
  -A 'MPI_Reduce@arg6/i32,arg7/p' -A 'MPI_Allreduce@arg6/p' -A 'MPI_Barrier@arg1/p' ./rank_waits
END
  mkdir ranks
  "${mpi[@]}" bash record
  for rank in ranks/*; do scrub "$rank" "$folder/$rank" rank_waits; done
}

# The arguments of MPI's routines in Fortran are addresses; as a text, uftrace records the bytes to which they point.
fortran() {
  local rank
  mpif90.openmpi -pg -O1 -no-pie -o fortran_waits fortran_waits.f90
  cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "fortran/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'mpi_i?(send|ssend|recv)_(f08_)?@arg4/s,arg5/s,arg6/s,arg7/p' -A 'mpi_wait_(f08_)?@arg1/p' \
  -A 'mpi_wait(all|any|some)_(f08_)?@arg1/s,arg2/p' -A 'mpi_bcast_(f08_)?@arg4/s,arg5/s' \
  -A 'mpi_reduce_(f08_)?@arg6/s,arg7/s' -A 'mpi_barrier_(f08_)?@arg1/s' ./fortran_waits
END
  mkdir fortran
  "${mpi[@]}" bash record
  for rank in fortran/*; do scrub "$rank" "$folder/$rank" fortran_waits; done
}

grid() {
  local rank
  mpicc.openmpi -pg -O1 -no-pie -o grid_waits grid_waits.c
  cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "grid/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'MPI_(Send|Recv)@arg2/i32,arg4/i32,arg5/i32,arg6/p' -A 'MPI_Bcast@arg4/i32,arg5/p' \
  -A 'MPI_Reduce@arg6/i32,arg7/p' -A 'MPI_(Allreduce|Scan)@arg6/p' -A 'MPI_(Barrier|Comm_rank|Comm_size)@arg1/p' \
  -A 'MPI_Comm_split@arg1/p,arg2/i32,arg3/i32' -A 'MPI_(Comm_dup|Comm_create|Cart_(rank|coords|shift))@arg1/p' \
  -A 'MPI_Cart_create@arg1/p,arg5/i32' -A 'MPI_Comm_free@arg1/s' ./grid_waits
END
  mkdir grid
  "${mpi[@]}" bash record
  for rank in grid/*; do scrub "$rank" "$folder/$rank" grid_waits; done
}

requests() {
  local rank
  mpicc.openmpi -pg -O1 -no-pie -o request_waits request_waits.c
  cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "requests/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'MPI_(Send|Recv)$@arg2/i32,arg4/i32,arg5/i32,arg6/p' -A 'MPI_Barrier@arg1/p' \
  -A 'MPI_(Isend|Issend|Irecv)@arg2/i32,arg4/i32,arg5/i32,arg6/p,arg7/p' \
  -A 'MPI_(Send|Ssend|Recv)_init@arg2/i32,arg4/i32,arg5/i32,arg6/p,arg7/p' \
  -A 'MPI_(Start|Wait|Test)$@arg1/p' -A 'MPI_(Startall|(Wait|Test)(all|any|some))@arg1/i32,arg2/p' \
  -A 'MPI_Probe@arg1/i32,arg2/i32,arg3/p' ./request_waits
END
  mkdir requests
  "${mpi[@]}" -n 2 bash record
  for rank in requests/*; do scrub "$rank" "$folder/$rank" request_waits; done
}

# Window contention between two ranks; -fno-inline keeps the functions that only sleep apart from sleeping between tests.
windows() {
  local rank
  mpicc.openmpi -pg -O1 -fno-inline -no-pie -o window_waits window_waits.c
  cat >record <<'END'
LD_BIND_NOW=1 exec uftrace record --no-event -d "windows/rank.$OMPI_COMM_WORLD_RANK" \
  -A 'MPI_(Send|Recv)$@arg2/i32,arg4/i32,arg5/i32,arg6/p' -A 'MPI_Barrier@arg1/p' \
  -A 'MPI_Irecv@arg2/i32,arg4/i32,arg5/i32,arg6/p,arg7/p' -A 'MPI_Test$@arg1/p' -A 'MPI_Testall@arg1/i32,arg2/p' \
  -A 'MPI_Iprobe@arg1/i32,arg2/i32,arg3/p' -A 'MPI_Win_create@arg5/p' -A 'MPI_Win_fence@arg2/p' \
  -A 'MPI_Win_lock$@arg1/i32,arg2/i32,arg4/p' -A 'MPI_Win_unlock$@arg1/i32,arg2/p' -A 'MPI_Win_free@arg1/s' \
  ./window_waits
END
  mkdir windows
  "${mpi[@]}" -n 2 bash record
  for rank in windows/*; do scrub "$rank" "$folder/$rank" window_waits; done
}

eztrace() {
  mpicc.openmpi -O1 -o rank_waits rank_waits.c
  "${mpi[@]}" eztrace -t openmpi ./rank_waits
  mv rank_waits_trace "$folder/eztrace"
}

if [ $# -eq 0 ]; then
  for recording in team team_llvm ranks eztrace fortran grid requests windows pool_serial pool_free; do "$recording"; done
  pack waits.tar.xz eztrace ranks team
  pack fortran.tar.xz fortran
  pack grid.tar.xz grid
  pack requests.tar.xz requests
  pack windows.tar.xz windows
  pack team_llvm.tar.xz team_llvm
  pack pool.tar.xz pool_free pool_serial
fi
for recording; do
  case $recording in
    team | team_llvm | ranks | eztrace | fortran | grid | requests | windows | pool_serial | pool_free) "$recording" ;;
    *) echo "record_waits.sh: there is no recording '$recording'" >&2 && exit 1 ;;
  esac
done
