// SPDX-License-Identifier: GPL-3.0-or-later
// One of the files with static functions of the same name; see statics_main.c.
#include "statics.h"

__attribute__((noinline)) static int Check(int n) {
  Work(V(2, 1));
  return Shared(n);
}

__attribute__((noinline)) static void Step(int n) {
  Work(V(4, 10));
  for (int i = 0; i < 3; i++) Check(n + i);
}

void WriteAll(int rounds) {
  for (int i = 0; i < rounds; i++) Step(i);
}
