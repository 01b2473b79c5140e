// SPDX-License-Identifier: GPL-3.0-or-later
// Four ranks in a grid of two rows and two columns: row 0 has ranks 0 and 1. In the communicator `reversed`, the ranks
// are numbered the other way round. Each function plants one wait in a communicator: comments state which ranks of the
// whole run wait, and for how many ms.
#include <mpi.h>
#include <unistd.h>

static int me;
static MPI_Comm row, column, reversed, copy, some, grid;

static void Sleep(int milliseconds) { usleep(1000 * milliseconds); }

// Rank 0 waits 40 ms for rank 1; ranks 2 and 3 wait for nothing.
void late_in_row(void) {
  double mine = me, all = 0;
  if (me != 0) Sleep(40);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, row);
}

// Rank 3 waits 40 ms for rank 1.
void late_in_column(void) {
  if (me != 3) Sleep(40);
  MPI_Barrier(column);
}

// Rank 2 waits 40 ms for rank 0, which is rank 0 of its column.
void late_root(void) {
  int word = 7;
  if (me != 2) Sleep(40);
  MPI_Bcast(&word, 1, MPI_INT, 0, column);
}

// Rank 3, which is rank 0 of `reversed`, waits 40 ms for rank 2, which is rank 1 there.
void late_message(void) {
  int word = me;
  if (me != 3) Sleep(40);
  if (me == 2) MPI_Send(&word, 1, MPI_INT, 0, 1, reversed);
  if (me == 3) MPI_Recv(&word, 1, MPI_INT, 1, 1, reversed, MPI_STATUS_IGNORE);
}

// Rank 1 waits 40 ms for rank 0. The message of the whole run has the same tag, and comes first.
void late_copy(void) {
  int words[2] = {me, me};
  if (me != 1) Sleep(40);
  if (me == 0) {
    MPI_Send(&words[0], 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Send(&words[1], 1, MPI_INT, 1, 2, copy);
  } else if (me == 1) {
    MPI_Recv(&words[1], 1, MPI_INT, 0, 2, copy, MPI_STATUS_IGNORE);
    MPI_Recv(&words[0], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

// Ranks 1 and 2 are members of `some`; rank 1 waits 40 ms.
void late_in_some(void) {
  double mine = me, all = 0;
  if (me != 1) Sleep(40);
  if (some != MPI_COMM_NULL) MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, some);
}

// Rank 0 waits 40 ms for rank 3 in the grid, whose address may be that of a communicator that was freed.
void late_in_grid(void) {
  int word = me;
  if (me != 0) Sleep(40);
  if (me == 3) MPI_Send(&word, 1, MPI_INT, 0, 3, grid);
  if (me == 0) MPI_Recv(&word, 1, MPI_INT, 3, 3, grid, MPI_STATUS_IGNORE);
}

// Ranks 1 and 0, ranks 2 and 3 of `reversed`, wait 40 ms for ranks 3 and 2, which come before them there.
void early_scan(void) {
  int mine = me, sum = 0;
  if (me >= 2) Sleep(40);
  MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, reversed);
}

void work(void) {
  late_in_row();
  MPI_Barrier(MPI_COMM_WORLD);
  late_in_column();
  MPI_Barrier(MPI_COMM_WORLD);
  late_root();
  MPI_Barrier(MPI_COMM_WORLD);
  late_message();
  MPI_Barrier(MPI_COMM_WORLD);
  late_copy();
  MPI_Barrier(MPI_COMM_WORLD);
  late_in_some();
  MPI_Barrier(MPI_COMM_WORLD);
  late_in_grid();
  MPI_Barrier(MPI_COMM_WORLD);
  early_scan();
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  int size, sizes[2] = {2, 2}, periods[2] = {0, 0}, members[2] = {1, 2};
  MPI_Group all, group;
  MPI_Comm freed;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_split(MPI_COMM_WORLD, me / 2, me, &row);
  MPI_Comm_size(row, &size);
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &column);
  MPI_Comm_size(column, &size);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &reversed);
  MPI_Comm_size(reversed, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_size(copy, &size);
  MPI_Comm_dup(copy, &freed);
  MPI_Barrier(freed);
  MPI_Comm_free(&freed);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
  MPI_Comm_size(grid, &size);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, members, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &some);
  MPI_Barrier(MPI_COMM_WORLD);
  work();
  Sleep(10);
  MPI_Finalize();
  return 0;
}
