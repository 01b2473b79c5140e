// SPDX-License-Identifier: GPL-3.0-or-later
// The MPI functions that the program heat calls; heat_mpi.c implements them without messages.
#ifndef PROFDIFF_TESTDATA_HEAT_MPI_H_
#define PROFDIFF_TESTDATA_HEAT_MPI_H_

#include <stddef.h>

int MPI_Init(void);
int MPI_Comm_rank(int *rank);
int MPI_Sendrecv(const void *sent, void *received, size_t bytes);
int MPI_Allreduce(const double *one, double *all);
int MPI_Finalize(void);

#endif  // PROFDIFF_TESTDATA_HEAT_MPI_H_
