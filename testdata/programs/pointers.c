// SPDX-License-Identifier: GPL-3.0-or-later
// Calls through pointers: tables of function pointers, callbacks from the C library, and nested functions.
// CALLS Add 400 400 (calls in versions 1 and 2)
// CALLS Multiply 400 800
// CALLS Apply 1600 2400
// CALLS Subtract 400 800
#include <stdlib.h>

#include "work.h"

#define NOINLINE __attribute__((noinline))
typedef int (*Operation)(int, int);

NOINLINE static int Add(int a, int b) { return a + b + (int)(work_result & 1); }
NOINLINE static int Subtract(int a, int b) { return a - b; }
NOINLINE static int Multiply(int a, int b) {
  Spin(40000);
  return a * b;
}
NOINLINE static int Divide(int a, int b) { return b == 0 ? 0 : a / b; }
static const Operation operations[] = {Add, Subtract, Multiply, Divide};

NOINLINE static int Apply(Operation operation, int a, int b) {
  Spin(50000);
  return operation(a, b);
}

NOINLINE static int Compare(const void* a, const void* b) {
  const int *left = a, *right = b;
  Spin(1000);
  return (*left > *right) - (*left < *right);
}

__attribute__((cold)) NOINLINE static void Report(int n) { Work((unsigned)n); }
__attribute__((hot)) NOINLINE static void Busy(int n) { Work((unsigned)n); }
__attribute__((constructor)) static void BeforeMain(void) { Work(1); }
__attribute__((destructor)) static void AfterMain(void) { Work(1); }

int main(void) {
  int numbers[3000];
  for (int i = 0; i < 3000; i++) numbers[i] = i * 7919 % 3001;
  auto int Nested(int n);
  int Nested(int n) { return numbers[n % 3000] + n; }
  for (int round = 0; round < 400; round++) {
    for (int i = 0; i < 4; i++) Apply(operations[i], Nested(round), i);
    if (VERSION == 2) Apply(Multiply, round, round);
    if (VERSION == 2) Apply(operations[1], round, round);
  }
  qsort(numbers, 3000, sizeof numbers[0], Compare);
  Report(10);
  Busy(30);
  return 0;
}
