// SPDX-License-Identifier: GPL-3.0-or-later
// Source lines with unusual positions: inline functions of a header, renumbered lines, two functions on one line, and
// one file under two paths.
// CALLS Outer 30 20 (calls in versions 1 and 2)
#include "work.h"

static inline int Small(int n) {
  Spin(1000000);
  return n + 1;
}

// clang-format off
__attribute__((noinline)) int Left(int n) { Work(1); return n; } __attribute__((noinline)) int Right(int n) { Work(1); return n; }
// clang-format on

__attribute__((noinline)) int Outer(int n) {
  int sum = Small(n) + Left(n);
  if (n % 2 == 0) sum += Right(n) + Small(sum);
  return sum;
}

#line 500 "made/up.y"
__attribute__((noinline)) int Renumbered(int n) { return Outer(n); }
#line 7 "elsewhere/up.y"
__attribute__((noinline)) static int OtherPath(int n) { return Renumbered(n); }
#line 30 "lines.c"
int main(void) {
  int sum = 0;
  for (int i = 0; i < V(30, 20); i++) sum += OtherPath(i);
  return sum == 0;
}
