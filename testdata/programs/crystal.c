/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small version of the crystal growth simulation in Periscope's paper (Gerndt, Fuerlinger, Kereku 2005): a time loop
   calls four functions. bound() writes an array column by column, although rows are contiguous; VERSION 2 interchanges
   the two loops. Misses are for gcc -O1 and a first-level cache of 32 KB, with 8 ways and lines of 64 bytes. */
#include <stdio.h>

#define N 160
#define STEPS 5

/* gcc places arrays in memory from the last to the first. The last array, zone, takes half a cache line; all others
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

/* Makes 160 x (160 x 5 + 80 x 3) + 1 references. The first call has 3201 misses (tn) and 1 (return address); all others
   have 3200 (bound() caches one line of tn), 1, and 10 (heat). All five calls: 16,046 misses, a rate of 0.01929. */
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

/* A column of un touches 160 lines at distances of 1280 bytes. They share 16 of 64 sets, which have room for 128 lines,
   so each write of the first loop misses: 25,600 misses in 51,200 references, a rate of 0.5. VERSION 2 reads zone
   before the inner loop, which then has 3201 misses in 25,600 references, a rate of 0.12504. */
static void __attribute__((noinline)) bound(void) {
  for (int OUTER = 0; OUTER < N; ++OUTER) {
    for (int INNER = 0; INNER < N; ++INNER)
      un[j][i] = zone[j / 40]; /* every write misses */
  }
  /* Misses 3201 lines of tn (rate 0.06252) and 3200 of vn (0.0625), whose first line was just written as un's last. */
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i)
      vn[j][i] = tn[j][i]; /* one miss in eight references */
  }

  /* The loops below miss 41 lines of rim and base, and 81 of side, wall, flux and edge. With 1 for zone and 1 for the
     return address, bound() has 25,600 + 3201 + 3200 + 124 misses in 10 x 25,600 + 1 references, a rate of 0.12549. */
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
