/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits in a function that is called like a collective operation of MPI. The process whose number, the second argument,
   equals the first one waits elsewhere. The program never ends by itself. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) void MPI_Barrier(void) {
  for (;;) pause();
}

__attribute__((noinline)) void compute(void) {
  for (;;) pause();
}

int main(int count, char **words) {
  puts("running");
  fflush(stdout);
  if (count == 3 && strcmp(words[1], words[2]) == 0) compute();
  MPI_Barrier();
  return 0;
}
