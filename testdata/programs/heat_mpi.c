// SPDX-License-Identifier: GPL-3.0-or-later
// A stub of the MPI library that sends no messages: each rank is an independent process. Like the MPI library, it is
// not compiled with -pg, so that recordings contain only the calls to it.
#include "heat_mpi.h"

#include <stdlib.h>
#include <string.h>

int MPI_Init(void) { return 0; }
int MPI_Comm_rank(int *rank) {
  const char *number = getenv("RANK");
  *rank = number == NULL ? 0 : atoi(number);
  return 0;
}
int MPI_Sendrecv(const void *sent, void *received, size_t bytes) {
  memcpy(received, sent, bytes);
  return 0;
}
int MPI_Allreduce(const double *one, double *all) {
  *all = *one;
  return 0;
}
int MPI_Finalize(void) { return 0; }
