// SPDX-License-Identifier: GPL-3.0-or-later
// Four ranks, and one planted wait in each function: a rank sleeps where others wait for it. Comments state which ranks
// wait, and for how many ms. balanced() has no wait; small_messages() has many messages instead.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int me;

static void Sleep(int milliseconds) { usleep(1000 * milliseconds); }

void balanced(void) {
  double mine = me, all = 0;
  Sleep(30);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

// Rank 1 waits 40 ms for rank 0 to send.
void late_sender(void) {
  int word = me;
  if (me == 0) {
    Sleep(40);
    MPI_Send(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else if (me == 1) {
    MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (me > 1) Sleep(40);
}

// Rank 3 receives two messages in reverse order, so it waits 40 ms for the one that is sent last.
void wrong_order(void) {
  int words[2] = {me, me};
  if (me == 2) {
    MPI_Send(&words[0], 1, MPI_INT, 3, 2, MPI_COMM_WORLD);
    Sleep(40);
    MPI_Send(&words[1], 1, MPI_INT, 3, 3, MPI_COMM_WORLD);
  } else if (me == 3) {
    MPI_Recv(&words[1], 1, MPI_INT, 2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&words[0], 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    Sleep(40);
  }
}

// Rank 2 waits 40 ms for rank 3 to receive.
void late_receiver(void) {
  int word = me;
  if (me == 2) {
    MPI_Ssend(&word, 1, MPI_INT, 3, 4, MPI_COMM_WORLD);
  } else if (me == 3) {
    Sleep(40);
    MPI_Recv(&word, 1, MPI_INT, 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    Sleep(40);
  }
}

// Rank 0 waits 40 ms for rank 1: a message of this size is sent only after its receiver is ready (rendezvous).
void late_rendezvous(void) {
  static char block[65536];
  if (me == 0) {
    MPI_Send(block, sizeof block, MPI_CHAR, 1, 5, MPI_COMM_WORLD);
  } else if (me == 1) {
    Sleep(40);
    MPI_Recv(block, sizeof block, MPI_CHAR, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    Sleep(40);
  }
}

// All ranks except rank 1 wait 40 ms each.
void late_at_barrier(void) {
  if (me == 1) Sleep(40);
  MPI_Barrier(MPI_COMM_WORLD);
}

// All ranks except rank 2 wait 40 ms each.
void late_at_sum(void) {
  double mine = me, all = 0;
  if (me == 2) Sleep(40);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

// All ranks except rank 0 wait 40 ms each.
void late_broadcast(void) {
  int word = 7;
  if (me == 0) Sleep(40);
  MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

// Rank 0 waits 40 ms for all other ranks.
void early_reduce(void) {
  double mine = me, all = 0;
  if (me != 0) Sleep(40);
  MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

void work(void) {
  balanced();
  late_sender();
  MPI_Barrier(MPI_COMM_WORLD);
  wrong_order();
  MPI_Barrier(MPI_COMM_WORLD);
  late_receiver();
  MPI_Barrier(MPI_COMM_WORLD);
  late_rendezvous();
  MPI_Barrier(MPI_COMM_WORLD);
  late_at_barrier();
  late_at_sum();
  late_broadcast();
  MPI_Barrier(MPI_COMM_WORLD);
  early_reduce();
  MPI_Barrier(MPI_COMM_WORLD);
}

// Rank 3 sends 150 messages of 4 bytes to rank 2.
void small_messages(void) {
  for (int i = 0; i < 150; ++i) {
    if (me == 3) MPI_Send(&i, 1, MPI_INT, 2, 6, MPI_COMM_WORLD);
    if (me == 2) MPI_Recv(&i, 1, MPI_INT, 3, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Barrier(MPI_COMM_WORLD);  // ranks begin at different times
  small_messages();
  MPI_Barrier(MPI_COMM_WORLD);
  work();
  Sleep(10);  // a rank in MPI_Finalize can take the processor from a rank that is still at work
  MPI_Finalize();
  return 0;
}
