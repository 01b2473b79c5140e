// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that use processor time: Work(n), which is always inlined, takes a few times n milliseconds, and Spin(n) a
// few times n nanoseconds.
#ifndef WORK_H_
#define WORK_H_

#ifndef VERSION
#define VERSION 1
#endif
// A value that differs between the two versions of a program.
#define V(first, second) (VERSION == 1 ? (first) : (second))

static volatile unsigned work_result;

__attribute__((always_inline)) static inline void Spin(unsigned n) {
  unsigned x = work_result;
  for (unsigned i = 0; i < n; i++) x = x * 1664525u + 1013904223u;
  work_result = x;
}
__attribute__((always_inline)) static inline void Work(unsigned n) { Spin(n * 2000000u); }

#endif
