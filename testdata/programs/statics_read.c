// SPDX-License-Identifier: GPL-3.0-or-later
// One of the files with static functions of the same name; see statics_main.c.
#include "statics.h"

__attribute__((noinline)) static int Check(int n) {
  Work(1);
  return Shared(n);
}

__attribute__((noinline)) static void Step(int n) {
  Work(8);
  Check(n);
  Check(n + 1);
}

void ReadAll(int rounds) {
  for (int i = 0; i < rounds; i++) Step(i);
}
