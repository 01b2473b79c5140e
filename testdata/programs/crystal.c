/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of the crystal growth simulation in Periscope's paper (Gerndt, Fuerlinger, Kereku 2005), small: a time loop
   calls four functions; the boundary update goes through an array against the order in which it lies in memory.
   VERSION 2 interchanges those two loops. Compiled with gcc -O1, for a first cache of 32 KB, 8 ways, 64 bytes. */
#include <stdio.h>

#define N 160
#define STEPS 5

/* Arrays lie in memory from the last to the first, as gcc puts them. The last one, zone, takes half a line; all others
   begin in the middle of a line, so that N x N numbers touch 3201 lines. */
static double heat[N / 2], edge[N], side[N], flux[N], wall[N], swirl[N], tn[N][N], vn[N][N], un[N][N], base[N], rim[N];
static _Alignas(64) double zone[4];

static void __attribute__((noinline)) curr(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) swirl[i] = edge[i] + side[i];
  }
}

static void __attribute__((noinline)) velo(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) wall[i] = swirl[i] - flux[i];
  }
}

/* Makes 160 x (160 x 5 + 80 x 3) + 1 references. A call misses 3200 (tn, without its first line: the last of vn, in the
   cache since bound()), 10 (heat) and 1 (return address); the first one 3201, 0 and 1. All five: 16,046, .01929. */
static void __attribute__((noinline)) temp(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) tn[j][i] = edge[i] + side[i] + flux[i] + wall[i];
    for (int i = 0; i < N / 2; ++i) tn[j][2 * i] += heat[i];
  }
}

#if VERSION == 2
#define OUTER j
#define INNER i
#else
#define OUTER i
#define INNER j
#endif

/* A column of un has 160 lines that lie 1280 bytes apart. They share 16 of 64 sets, which hold 128 lines: each write of
   the first loop misses, 25,600 times in 51,200 references, .5. VERSION 2 reads zone before the inner loop, which then
   misses 3201 times in 25,600 references, .12504. */
static void __attribute__((noinline)) bound(void) {
  for (int OUTER = 0; OUTER < N; ++OUTER) {
    for (int INNER = 0; INNER < N; ++INNER)
      un[j][i] = zone[j / 40]; /* every write misses */
  }
  /* Misses 3201 lines of tn, .06252, and 3200 of vn, .0625: the first one is the last of un, which was just written. */
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i)
      vn[j][i] = tn[j][i]; /* one miss in eight references */
  }

  /* Miss each line once: 41 (rim, base), 81 (side, wall, flux, edge). With 1 for zone and 1 for the return address, a
     call of bound() misses 25,600 + 3201 + 3200 + 124 times in 10 x 25,600 + 1 references, .12549. */
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) side[i] = rim[i];
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) wall[i] = base[i];
  }
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) flux[i] = edge[i];
  }
}

int main(void) {
  for (int i = 0; i < N; ++i) edge[i] = rim[i] = base[i] = heat[i / 2] = zone[i / 40] = i;
  for (int step = 0; step < STEPS; ++step) {
    curr();
    velo();
    temp();
    bound();
  }
  printf("%g\n", un[7][8] + vn[9][10]);
  return 0;
}
