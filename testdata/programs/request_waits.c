// SPDX-License-Identifier: GPL-3.0-or-later
// Two ranks, and one planted wait in each function, for requests of different kinds. Comments state which rank waits,
// and for how many ms.
#include <mpi.h>
#include <unistd.h>

static int me;

static void Sleep(int milliseconds) { usleep(1000 * milliseconds); }

// Rank 1 waits 40 ms twice: its request is started again.
void persistent(void) {
  int word = me;
  MPI_Request request;
  if (me == 0) {
    MPI_Send_init(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
  } else {
    MPI_Recv_init(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
  }
  for (int i = 0; i < 2; ++i) {
    if (me == 0) Sleep(40);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&request);
}

// Rank 1 waits 40 ms for the later one of two messages.
void persistent_list(void) {
  int words[2] = {me, me};
  MPI_Request requests[2];
  for (int i = 0; i < 2; ++i) {
    if (me == 0) {
      MPI_Send_init(&words[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    } else {
      MPI_Recv_init(&words[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    }
  }
  if (me == 0) Sleep(40);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
}

// Rank 0 waits 40 ms for rank 1 to receive.
void synchronous(void) {
  int word = me;
  MPI_Request request;
  if (me == 0) {
    MPI_Issend(&word, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    Sleep(40);
    MPI_Recv(&word, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Rank 1 waits 40 ms in a probe, and not in the receive after it.
void probe(void) {
  int word = me;
  if (me == 0) {
    Sleep(40);
    MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Probe(0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Rank 1 sleeps between its tests; it polls for 12 ms, from the first test until the message is sent.
void tests(void) {
  int word = me, flag = 0;
  MPI_Request request;
  if (me == 0) {
    Sleep(20);
    MPI_Send(&word, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    Sleep(20);
  } else {
    MPI_Irecv(&word, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request);
    while (!flag) {
      Sleep(8);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    Sleep(40 - 24);
  }
}

void work(void) {
  persistent();
  persistent_list();
  MPI_Barrier(MPI_COMM_WORLD);
  synchronous();
  MPI_Barrier(MPI_COMM_WORLD);
  probe();
  MPI_Barrier(MPI_COMM_WORLD);
  tests();
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Barrier(MPI_COMM_WORLD);
  work();
  Sleep(10);
  MPI_Finalize();
  return 0;
}
