// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of known growth: sum takes n steps, sort n log2 n, pairs n^2, and multiply n^3 for a smaller n. Arguments:
// the number of calls for each size, and the sizes. A step is a multiplication that needs the result of the previous
// step, so all steps take equally long.
//
//   uftrace record -A 'sum@arg1/i64' -A 'sort@arg1/i64' -A 'pairs@arg1/i64' -A 'multiply@arg1/i64' growth 15 64 128 256 512 1024
#include <stdlib.h>

static volatile unsigned long result;

__attribute__((noinline, no_instrument_function)) static void Work(long count) {
  unsigned long x = result;
  for (long i = 0; i < count; ++i) x = x * 6364136223846793005 + 1;
  result = x;
}

__attribute__((noinline)) void sum(long n) { Work(64 * n); }

__attribute__((noinline)) void sort(long n) {
  for (long width = 1; width < n; width *= 2) Work(16 * n);
}

__attribute__((noinline)) void pairs(long n) { Work(n * n); }

__attribute__((noinline)) void multiply(long n) { Work(n * n * n); }

int main(int count, char **sizes) {
  const long repetitions = count > 1 ? atol(sizes[1]) : 1;
  for (long i = 0; i < repetitions; ++i) {
    for (int s = 2; s < count; ++s) {
      const long n = atol(sizes[s]);
      sum(n);
      sort(n);
      pairs(n);
      multiply(n / 8);
    }
  }
}
