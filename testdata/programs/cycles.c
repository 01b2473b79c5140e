// SPDX-License-Identifier: GPL-3.0-or-later
// Recursion: direct, mutual, a cycle entered from several places, a cycle inside a long chain, a cycle that calls
// another one, and a cycle that nothing in the program calls (the C library does, at exit).
// In version 2, Parse, Expr and Term are not a cycle.
// Calls of functions outside of cycles, without recursive calls, in versions 1 and 2:
// CALLS Factorial 4 6
// CALLS Chain1 2 3
// CALLS Chain4 2 3
// CALLS Leaf1 19 11
// CALLS Leaf2 38 22
#include <stdlib.h>

#include "work.h"

#define NOINLINE __attribute__((noinline))

NOINLINE static int Leaf2(int n) {
  Work(1);
  return n + 1;
}
NOINLINE int Leaf1(int n) { return Leaf2(n) + Leaf2(n + 1); }

// Direct recursion.
NOINLINE int Factorial(int n) {
  Work(1);
  return n <= 1 ? 1 : n * Factorial(n - 1);
}

// A cycle of three functions, entered at Parse; Term also calls itself.
int Parse(int depth);
NOINLINE static int Term(int depth) {
  Leaf1(depth);
  if (depth % 3 == 0 && depth > 0) Term(1);
  return V(depth > 0 ? Parse(depth - 1) : 0, depth);
}
NOINLINE static int Expr(int depth) { return Term(depth) + (depth > 2 ? Term(1) : 0); }
NOINLINE int Parse(int depth) {
  Work(1);
  return Expr(depth);
}

// A chain that leads into the cycle.
NOINLINE int Chain4(int n) { return Parse(n); }
NOINLINE int Chain3(int n) { return Chain4(n) + 1; }
NOINLINE static int Chain2(int n) { return Chain3(n) + 1; }
NOINLINE int Chain1(int n) { return Chain2(n) + 1; }

// A cycle of two functions that is entered at both of them, and that calls the other cycle.
int Odd(int n);
NOINLINE int Even(int n) {
  Work(1);
  return n == 0 ? Parse(0) : Odd(n - 1);
}
NOINLINE int Odd(int n) { return n == 0 ? 0 : Even(n - 1); }

// A cycle without callers.
static int at_exit_left = 6;
void AtExitB(void);
NOINLINE void AtExitA(void) {
  Work(2);
  if (at_exit_left-- > 0) AtExitB();
}
NOINLINE void AtExitB(void) {
  Work(1);
  if (at_exit_left-- > 0) AtExitA();
}

int main(void) {
  atexit(AtExitA);
  int sum = 0;
  for (int i = 0; i < V(4, 6); i++) sum += Factorial(5);
  for (int i = 0; i < V(2, 3); i++) sum += Chain1(3);
  sum += Even(6) + Odd(7) + Even(V(4, 9));
  return sum == 0;
}
