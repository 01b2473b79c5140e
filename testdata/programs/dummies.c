// SPDX-License-Identifier: GPL-3.0-or-later
// Two implementations each of A and of B that only sleep. Milliseconds for x: A1 4x, A2 2x^2, B1 2x^3, B2 4x^2. Below
// x = 2, A2 and B1 are faster; above, A1 and B2 are. Arguments: the number of repetitions, and the values of x.
//
//   uftrace record -A 'A1@fparg1/64' -A 'A2@fparg1/64' -A 'B1@fparg1/64' -A 'B2@fparg1/64' dummies 3 1 1.5 2 3 4
#include <stdlib.h>
#include <time.h>

__attribute__((no_instrument_function)) static void Sleep(double units) {
  const long nanoseconds = (long)(units * 2e6);
  const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}

__attribute__((noinline)) void A1(double x) { Sleep(2 * x); }
__attribute__((noinline)) void A2(double x) { Sleep(x * x); }
__attribute__((noinline)) void B1(double x) { Sleep(x * x * x); }
__attribute__((noinline)) void B2(double x) { Sleep(2 * x * x); }

int main(int count, char **values) {
  const long repetitions = count > 1 ? atol(values[1]) : 1;
  for (long i = 0; i < repetitions; ++i) {
    for (int v = 2; v < count; ++v) {
      const double x = atof(values[v]);
      A1(x);
      A2(x);
      B1(x);
      B2(x);
    }
  }
}
