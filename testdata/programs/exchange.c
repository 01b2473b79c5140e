// SPDX-License-Identifier: GPL-3.0-or-later
// Two ranks that exchange a few messages with MPI; testdata/traces/record.sh records them with EZTrace.
#include <mpi.h>

int main(int count, char **arguments) {
  int rank, number = 1, other;
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 5; ++round) {
    if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&number, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
