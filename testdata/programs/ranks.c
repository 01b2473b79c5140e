// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks exchange borders with their neighbours in a ring and agree on a sum; rank 0 sends a state to all. The first
// argument chooses a planted failure, which rank 2 causes unless stated otherwise. Recorded by
// traces/failures/record.py.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CULPRIT 2
#define ROUNDS 12
#define FAILS_IN 7
#define LARGE 200000

static const char *failure = "none";
static int rank, ranks;
static volatile double sink;
static double out[LARGE], in[LARGE];

static int is(const char *name) { return strcmp(failure, name) == 0; }
static int fails(const char *name, int round) { return is(name) && rank == CULPRIT && round == FAILS_IN; }

static void compute(int amount) {
  for (int i = 0; i < amount * 40000; ++i) sink += i;
}
static void load(int *place) { *place += 1; }
static void leave(void) { exit(4); }
static void give_up(void) { abort(); }
static void spin_for_ever(void) {
  while (1) sink += 1;
}

// Even ranks send first. With the failure "swap", the culprit receives first; with "ring", all send large messages
// first.
static void exchange(int round) {
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;
  int tag = fails("tag", round) ? 9 : 1;
  int from = fails("partner", round) ? right : left;
  int count = is("ring") || is("swap") ? LARGE : 8;
  int sends_first = rank % 2 == 0;
  if (is("ring")) sends_first = 1;
  if (fails("swap", round)) sends_first = !sends_first;
  if (sends_first) MPI_Send(out, count, MPI_DOUBLE, right, tag, MPI_COMM_WORLD);
  MPI_Recv(in, count, MPI_DOUBLE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (!sends_first) MPI_Send(out, count, MPI_DOUBLE, right, tag, MPI_COMM_WORLD);
}

static void agree(int round) {
  double own = sink, sum = 0;
  if (fails("barrier", round)) {
    MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  if (fails("forgotten", round)) return;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void collect(int round) {
  double own = sink, sum = 0;
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, fails("root", round) ? CULPRIT : 0, MPI_COMM_WORLD);
}

static void step(int round) {
  compute(is("slow") && rank == CULPRIT ? 40 : 2);
  if (fails("crash", round)) load(NULL);
  if (fails("abort", round)) give_up();
  if (fails("exit", round)) leave();
  if (fails("loop", round)) spin_for_ever();
  if (fails("kill", round)) raise(SIGKILL);
  if (fails("mpiabort", round)) MPI_Abort(MPI_COMM_WORLD, 5);
}

int main(int argc, char **argv) {
  if (argc > 1) failure = argv[1];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Bcast(out, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; ++round) {
    if (fails("early", round)) break;
    step(round);
    exchange(round);
    agree(round);
    if (round % 3 == 1) collect(round);
  }
  MPI_Finalize();
  return 0;
}
