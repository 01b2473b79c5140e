// SPDX-License-Identifier: GPL-3.0-or-later
// Odd-even transposition sort of one number per process: in each phase, neighbours exchange numbers, and the lower
// process keeps the smaller one. Even processes send first, odd ones receive first. Processes at the ends exchange with
// MPI_PROC_NULL in every other phase.
//
//   mpirun -n 16 odd_even none|swap|receive
//
//   swap     after phase 7, process 5 sends first; there is no deadlock, because messages are short
//   receive  after phase 7, process 5 waits for a message that nobody sends
#include <mpi.h>
#include <string.h>

enum { kBadProcess = 5, kBadPhase = 7 };

int main(int count, char **arguments) {
  const char *bug = count == 2 ? arguments[1] : "none";
  int process, processes, other;
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  int mine = process * 7919 % 101;
  for (int phase = 0; phase < processes; ++phase) {
    int partner = (phase + process) % 2 == 0 ? process + 1 : process - 1;
    const int is_bad = process == kBadProcess && phase >= kBadPhase;
    if (partner < 0 || partner >= processes) partner = MPI_PROC_NULL;
    other = mine;
    if (is_bad && !strcmp(bug, "receive")) {
      MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if ((process % 2 == 0) != (is_bad && !strcmp(bug, "swap"))) {
      MPI_Send(&mine, 1, MPI_INT, partner, 0, MPI_COMM_WORLD);
      MPI_Recv(&other, 1, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&other, 1, MPI_INT, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&mine, 1, MPI_INT, partner, 0, MPI_COMM_WORLD);
    }
    if (partner != MPI_PROC_NULL && (process < partner) == (other < mine)) mine = other;
  }
  MPI_Finalize();
  return 0;
}
