// SPDX-License-Identifier: GPL-3.0-or-later
// Two ranks, and one planted wait in each function, for windows of memory and for messages for which a rank polls.
// Comments state which rank waits, and for how many ms.
#include <mpi.h>
#include <unistd.h>

static int me;
static int memory[4];
static MPI_Win window;

__attribute__((noinline)) void pass(int milliseconds) { usleep(1000 * milliseconds); }

// Rank 1 waits 40 ms at the first fence, and rank 0 at the second one.
void fence(void) {
  int word = 1;
  if (me == 0) pass(40);
  MPI_Win_fence(0, window);
  if (me == 1) {
    MPI_Put(&word, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    pass(40);
  }
  MPI_Win_fence(0, window);
}

static void create(void) {
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
}

// Rank 1 waits 40 ms at a fence of a window that may have the address of the one before.
void other_window(void) {
  MPI_Win_free(&window);
  create();
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) pass(40);
  MPI_Win_fence(0, window);
}

// Rank 0 holds the lock of its window while rank 1 waits 40 ms for it.
void contend(int own, int other) {
  int word = 1;
  if (me == 0) {
    MPI_Win_lock(own, 0, 0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    pass(45);
    MPI_Win_unlock(0, window);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    pass(5);
    MPI_Win_lock(other, 0, 0, window);
    MPI_Put(&word, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}
void exclusive(void) { contend(MPI_LOCK_EXCLUSIVE, MPI_LOCK_EXCLUSIVE); }
void reader(void) { contend(MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED); }
void writer(void) { contend(MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE); }
// Nobody waits for a lock.
void readers(void) { contend(MPI_LOCK_SHARED, MPI_LOCK_SHARED); }

void send_late(int tag) {
  pass(40);
  MPI_Send(&me, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
}

// Rank 1 polls for 40 ms.
void poll_tests(void) {
  int word = 0, done = 0;
  MPI_Request request;
  if (me == 0) return send_late(1);
  MPI_Irecv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

// Rank 1 polls for 40 ms, and sleeps between its tests.
void poll_sleeping(void) {
  int words[2] = {0, 0}, done = 0;
  MPI_Request requests[2];
  if (me == 0) {
    MPI_Send(&me, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    return send_late(3);
  }
  for (int i = 0; i < 2; ++i) MPI_Irecv(&words[i], 1, MPI_INT, 0, 2 + i, MPI_COMM_WORLD, &requests[i]);
  while (!done) {
    MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
    if (!done) usleep(500);
  }
}

// Rank 1 polls for 40 ms before it receives.
void poll_probes(void) {
  int word = 0, found = 0;
  if (me == 0) return send_late(4);
  while (!found) MPI_Iprobe(0, 4, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  MPI_Recv(&word, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// Rank 1 works until the message is there.
void overlap(void) {
  int word = 0, done = 0;
  MPI_Request request;
  if (me == 0) return send_late(5);
  MPI_Irecv(&word, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
  while (!done) {
    pass(5);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
}

void work(void) {
  void (*const parts[])(void) = {fence,   other_window, exclusive,     reader,      writer,
                                 readers, poll_tests,   poll_sleeping, poll_probes, overlap};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; ++i) {
    parts[i]();
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  create();
  MPI_Barrier(MPI_COMM_WORLD);
  work();
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
