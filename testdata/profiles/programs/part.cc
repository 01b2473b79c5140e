// SPDX-License-Identifier: GPL-3.0-or-later
// A shared library of parser.cc's program, compiled twice: as liba.so with -DWORK=WorkInA, and as libb.so.

[[gnu::noinline]] static unsigned helper(unsigned rounds) {
  unsigned value = 3;
  for (unsigned i = 0; i < rounds; ++i) {
    value = value * 22695477 + ROUNDS;
    asm volatile("" : "+r"(value));  // keeps the compiler from removing the loop
  }
  return value;
}

unsigned WORK(unsigned amount) {
  unsigned value = 0;
  for (unsigned i = 0; i < amount; ++i) value += helper(ROUNDS);
  return value;
}
