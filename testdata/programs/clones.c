// SPDX-License-Identifier: GPL-3.0-or-later
// With optimisation, GCC makes parts and copies of these functions: Scaled.constprop.0, Add.part.0, Checked.cold.
// gprof leaves out most of these symbols and attributes their samples to the preceding symbol.
// CALLS Run 20 25 (calls in versions 1 and 2)
#include <stdio.h>
#include <stdlib.h>

#include "work.h"

#define NOINLINE __attribute__((noinline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

struct Point {
  int x, y, z, kind;
};

NOINLINE static int Scaled(int n, int factor) {
  Spin(4000 + (unsigned)factor);
  return n * factor + 1;
}

NOINLINE static int Length(const struct Point* p, int unused) {
  (void)unused;
  Spin(6000);
  return p->x + p->y + 1;
}

static int total;
static void Add(int n) {
  if (n < total) return;
  for (int i = 0; i < n % 5; i++) {
    Spin(4000);
    total += i % 2;
    if (total > 100000000) printf("%d %d\n", n, i);
  }
  for (int i = 0; i < n % 3; i++) {
    Spin(2000);
    if (total > 100000000) printf("%d, %d\n", n, i);
  }
}

__attribute__((cold)) NOINLINE void Fail(int n) { fprintf(stderr, "%d\n", n); }
NOINLINE int Checked(int n) {
  if (UNLIKELY(n > 1000000)) {
    Fail(n);
    Fail(n + 1);
    exit(n);
  }
  Spin(4000);
  return n + 1;
}

NOINLINE int First(int n) {
  Add(n + 1000000);
  return Scaled(n, 3);
}
NOINLINE int Second(int n) {
  Add(n);
  return Scaled(n + 1, 3);
}

NOINLINE int Run(int n) {
  struct Point p = {n, n, n, n}, q = {1, 2, 3, n};
  int sum = 0;
  for (int i = 0; i < 300; i++) {
    p.x = i;
    sum += Length(i % 2 ? &p : &q, i) + Checked(i) + First(i) + Second(i);
    if (VERSION == 2) sum += Length(&p, i + 1);
  }
  return sum;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < V(20, 25); i++) sum += Run(i);
  printf("%d\n", sum + total);
  return 0;
}
