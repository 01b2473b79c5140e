// SPDX-License-Identifier: GPL-3.0-or-later
// Static functions with the same name in several files: they must not be confused.
// Calls in versions 1 and 2, with the file if a name is not unique:
// CALLS ReadAll 3 3
// CALLS WriteAll 2 4
// CALLS statics_read.c:Step 6 6
// CALLS statics_write.c:Step 8 12
// CALLS statics_main.c:Step 5 5
// CALLS statics_read.c:Check 12 12
// CALLS statics_write.c:Check 24 36
#include "statics.h"

__attribute__((noinline)) static void Step(int n) { Work(5 + (unsigned)n % 2); }

int main(void) {
  for (int i = 0; i < 3; i++) ReadAll(2);
  for (int i = 0; i < V(2, 4); i++) WriteAll(V(4, 3));
  for (int i = 0; i < 5; i++) Step(Shared(i));
  return 0;
}
