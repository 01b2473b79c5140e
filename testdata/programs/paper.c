// SPDX-License-Identifier: GPL-3.0-or-later
// The four functions of the example in the eGprof paper. The program is linked but never run: its profiles are written
// by tests/properties/golden/paper_example.py, with the example's seconds and calls.
static volatile int result;

__attribute__((noinline)) void f_d(void) { result++; }

__attribute__((noinline)) void f_c(void) {
  for (int i = 0; i < 30; i++) f_d();
}

__attribute__((noinline)) void f_b(void) { f_d(); }

int main(void) {
  f_b();
  f_c();
  return 0;
}
