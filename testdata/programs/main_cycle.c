// SPDX-License-Identifier: GPL-3.0-or-later
// main is in a cycle, so the cycle has no caller outside of it.
// CALLS Prepare 4 5 (calls in versions 1 and 2)
#include "work.h"

int main(int argc, char** argv);

__attribute__((noinline)) static void Prepare(int n) { Work(5 + (unsigned)n); }

__attribute__((noinline)) int Again(int depth, char** argv) {
  Work(10);
  return main(depth + 1, argv);
}

int main(int argc, char** argv) {
  Prepare(argc);
  return argc < V(4, 5) ? Again(argc, argv) : 0;
}
