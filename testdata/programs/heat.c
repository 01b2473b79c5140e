// SPDX-License-Identifier: GPL-3.0-or-later
// A stencil, recorded call by call by uftrace: one process or, with -DPARALLEL, several processes, which differ from
// the single process only in MPI calls. The loop of version 2 has a different code block.
#ifdef PARALLEL
#include "heat_mpi.h"
#endif

enum { kSteps = 6, kCells = 8 };
static double cells[kCells + 2];

void ReadInput(void) {
  for (int i = 0; i < kCells + 2; i++) cells[i] = i;
}
#if VERSION == 2
void SweepRed(void) {
  for (int i = 1; i <= kCells; i += 2) cells[i] = (cells[i - 1] + cells[i + 1]) / 2;
}
void SweepBlack(void) {
  for (int i = 2; i <= kCells; i += 2) cells[i] = (cells[i - 1] + cells[i + 1]) / 2;
}
void RelaxInTwoColours(void) {
  SweepRed();
  SweepBlack();
}
#else
void Relax(void) {
  for (int i = 1; i <= kCells; i++) cells[i] = (cells[i - 1] + cells[i + 1]) / 2;
}
#endif
double Measure(void) {
  double sum = 0;
  for (int i = 1; i <= kCells; i++) sum += cells[i];
  return sum;
}
void Step(double *all) {
#ifdef PARALLEL
  MPI_Sendrecv(cells, cells + kCells, sizeof *cells);
#endif
#if VERSION == 2
  RelaxInTwoColours();
#else
  Relax();
#endif
  double sum = Measure();
#ifdef PARALLEL
  MPI_Allreduce(&sum, all);
#else
  *all = sum;
#endif
}
void WriteOutput(double all) { cells[0] = all; }

int main(void) {
#ifdef PARALLEL
  int rank;
  MPI_Init();
  MPI_Comm_rank(&rank);
#endif
  double all = 0;
  ReadInput();
  for (int i = 0; i < kSteps; i++) Step(&all);
  WriteOutput(all);
#ifdef PARALLEL
  MPI_Finalize();
#endif
  return 0;
}
