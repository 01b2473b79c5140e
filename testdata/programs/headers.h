// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of headers_only.c. No other file of the program has code at the same line numbers.
#ifndef HEADERS_H_
#define HEADERS_H_

#include "work.h"

__attribute__((noinline)) void Inner(int n) { Work(5 + (unsigned)n % 2); }

__attribute__((noinline)) void Outer(int n) {
  for (int i = 0; i < V(2, 3); i++) Inner(n);
}

#endif
