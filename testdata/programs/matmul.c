// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix product by processes with several threads: process 0 sends rows to the other processes, multiplies its own
// rows, and receives the other rows. Each thread adds its rows to the trace (sum of the diagonal) of the product.
//
//   mpirun -n 4 matmul
#include <mpi.h>

enum { kThreads = 3, kSize = 48 };

static double a[kSize][kSize], b[kSize][kSize], c[kSize][kSize];

static double MultiplyRow(int row) {
  for (int column = 0; column < kSize; ++column) {
    for (int k = 0; k < kSize; ++k) c[row][column] += a[row][k] * b[k][column];
  }
  return c[row][row];
}

static void MultiplyRows(int first, int last) {
  double trace = 0;
#pragma omp parallel num_threads(kThreads)
  {
    double part = 0;
#pragma omp for
    for (int row = first; row < last; ++row) part += MultiplyRow(row);
#pragma omp critical
    trace += part;
  }
  double whole;
  MPI_Reduce(&trace, &whole, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void Fill(void) {
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      a[row][column] = row + column;
      b[row][column] = row - column;
    }
  }
}

int main(int count, char **arguments) {
  int process, processes;
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const int rows = kSize / processes;
  if (process == 0) {
    Fill();
    for (int other = 1; other < processes; ++other) {
      MPI_Send(a[other * rows], rows * kSize, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    }
  } else {
    MPI_Recv(a[0], rows * kSize, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Bcast(b, kSize * kSize, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MultiplyRows(0, rows);
  if (process == 0) {
    for (int other = 1; other < processes; ++other) {
      MPI_Recv(c[other * rows], rows * kSize, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  } else {
    MPI_Send(c[0], rows * kSize, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
