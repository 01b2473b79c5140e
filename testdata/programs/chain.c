// SPDX-License-Identifier: GPL-3.0-or-later
// Four hundred functions that each call the next one. Some also call a function far ahead, and some call an earlier
// function, which turns parts of the chain into cycles. Names have three-digit indices.
#include "work.h"

#define EACH10(M, p) M(p##0) M(p##1) M(p##2) M(p##3) M(p##4) M(p##5) M(p##6) M(p##7) M(p##8) M(p##9)
#define EACH100(M, p) \
  EACH10(M, p##0)     \
  EACH10(M, p##1)     \
  EACH10(M, p##2)     \
  EACH10(M, p##3) EACH10(M, p##4) EACH10(M, p##5) EACH10(M, p##6) EACH10(M, p##7) EACH10(M, p##8) EACH10(M, p##9)
#define EACH(M) EACH100(M, 1) EACH100(M, 2) EACH100(M, 3) EACH100(M, 4)

static int (*const links[])(int);
enum { kFirst = 100, kLast = 499 };

static int Next(int self, int depth) {
  if (self % 50 == 0) Work(1);
  if (self == kLast) return depth;
  int sum = links[self - kFirst + 1](depth + 1);
  if (self % 40 == 7 && self + 45 <= kLast && depth % 3 == 0) sum += links[self - kFirst + 45](1000);
  if (self % 100 == 30 && depth < 900 && depth % 2 == 0) sum += links[self - kFirst - 12](901);
  return sum;
}

// Constants keep the compiler from merging functions. The alignment enlarges the text, and thus glibc's arc table.
#define DEFINE(n)                                                         \
  __attribute__((noinline, aligned(128))) static int Link##n(int depth) { \
    if (n % 7 == 0) work_result += n;                                     \
    return Next(n, depth);                                                \
  }
EACH(DEFINE)
#define NAME(n) Link##n,
static int (*const links[])(int) = {EACH(NAME)};

int main(void) {
  int sum = 0;
  for (int i = 0; i < V(2, 3); i++) sum += links[0](i);
  return sum == 0;
}
