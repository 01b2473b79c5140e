/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of the crystal growth simulation in Periscope's paper (Gerndt, Fuerlinger, Kereku 2005), small: a time loop
   calls four functions; the boundary update goes through an array against the order in which it lies in memory.
   VERSION 2 interchanges those two loops.

   With a first cache of 32 KB, 8 ways, 64 bytes: a column of `un` has 160 lines that lie 1280 bytes apart. These share
   16 of 64 sets, which hold 128 lines: each write of the first loop of bound() misses, 5 x 160 x 160. */
#include <stdio.h>

#define N 160
#define STEPS 5

static double un[N][N], vn[N][N], tn[N][N];
static double edge[N], side[N], flux[N], wall[N];

static void __attribute__((noinline)) curr(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) flux[i] = edge[i] + side[i];
  }
}

static void __attribute__((noinline)) velo(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) wall[i] = flux[i] - edge[i];
  }
}

static void __attribute__((noinline)) temp(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 1; i < N - 1; ++i) tn[j][i] = edge[i] + side[i - 1] + side[i + 1] + flux[i] + wall[i];
  }
}

#if VERSION == 2
#define OUTER j
#define INNER i
#else
#define OUTER i
#define INNER j
#endif

static void __attribute__((noinline)) bound(void) {
  for (int OUTER = 0; OUTER < N; ++OUTER) {
    for (int INNER = 0; INNER < N; ++INNER)
      un[j][i] = edge[INNER]; /* every write misses */
  }

  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i)
      vn[j][i] = tn[j][i]; /* one miss in eight references */
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) side[i] = edge[i];
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) wall[i] = side[i];
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) flux[i] = wall[i];
  }
}

int main(void) {
  for (int i = 0; i < N; ++i) edge[i] = i;
  for (int step = 0; step < STEPS; ++step) {
    curr();
    velo();
    temp();
    bound();
  }
  printf("%g\n", un[7][8] + vn[9][10]);
  return 0;
}
