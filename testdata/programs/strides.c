// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that adds n numbers, either adjacent or 520 bytes apart: the latter reads a cache line for each number.
//
//   uftrace record -A 'walk@arg1/i64,arg2/i64' strides
#include <stdlib.h>

enum { kMost = 65536, kFar = 65 };
static volatile long result;

__attribute__((noinline)) void walk(long n, long stride, const long *numbers) {
  long sum = 0;
  for (long i = 0; i < n; ++i) sum += numbers[i * stride];
  result = sum;
}

int main(void) {
  long *numbers = malloc(sizeof(long) * kMost * kFar);
  if (numbers == NULL) return 1;
  for (long i = 0; i < (long)kMost * kFar; ++i) numbers[i] = i;  // also brings all pages into memory
  for (int repetition = 0; repetition < 5; ++repetition) {
    for (long n = kMost / 16; n <= kMost; n *= 2) {
      walk(n, 1, numbers);
      walk(n, kFar, numbers);
    }
  }
}
