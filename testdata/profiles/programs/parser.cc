// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ program of the pairs: app::parse does twice the work in version 2, and nothing else differs. Three static
// functions are called helper: one here, and one in each of two shared libraries. qsort in libc was compiled without
// frame pointers; app::sort calls itself; app::fold is inlined; two threads have names with blanks and digits.
//
//   parser [AMOUNT [sort]]   AMOUNT of work: 180 takes about three seconds; 1 suffices for Callgrind. sort: only sorts.
#include <pthread.h>

#include <cstdlib>
#include <thread>
#include <vector>

#ifndef VERSION
#define VERSION 1
#endif

unsigned WorkInA(unsigned amount);
unsigned WorkInB(unsigned amount);

namespace {

volatile unsigned sink;

[[gnu::noinline]] unsigned helper(unsigned rounds) {
  unsigned value = 1;
  for (unsigned i = 0; i < rounds; ++i) {
    value = value * 1664525 + 1013904223;
    asm volatile("" : "+r"(value));  // keeps the compiler from removing the loop
  }
  return value;
}

[[gnu::noinline]] int Compare(const void* a, const void* b) {
  const unsigned x = *static_cast<const unsigned*>(a), y = *static_cast<const unsigned*>(b);
  return x < y ? -1 : x > y;
}

[[gnu::noinline]] std::vector<unsigned> Numbers(unsigned count) {
  std::vector<unsigned> numbers(count);
  unsigned value = 7;
  for (unsigned& number : numbers) number = value = value * 1103515245 + 12345;
  return numbers;
}

}  // namespace

namespace app {

inline __attribute__((always_inline)) unsigned fold(unsigned value, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    value ^= (value << 5) + (value >> 2) + i;
    asm volatile("" : "+r"(value));
  }
  return value;
}

[[gnu::noinline]] unsigned parse(unsigned amount) {
  unsigned value = 1;
  for (unsigned i = 0; i < amount * VERSION; ++i) value = fold(value, 4400000);
  return value;
}
[[gnu::noinline]] unsigned parse(const char* text, unsigned amount) {
  return parse(amount) + (text != nullptr ? unsigned(text[0]) : 0);
}

// Calls itself for both halves.
[[gnu::noinline]] void sort(unsigned* begin, unsigned* end) {
  if (end - begin < 2) return;
  const unsigned pivot = begin[(end - begin) / 2];
  unsigned *left = begin, *right = end - 1;
  while (left <= right) {
    while (*left < pivot) ++left;
    while (*right > pivot) --right;
    if (left > right) break;
    const unsigned kept = *left;
    *left++ = *right;
    *right-- = kept;
  }
  sort(begin, right + 1);
  sort(left, end);
}

[[gnu::noinline]] void order(unsigned amount) {
  std::vector<unsigned> numbers = Numbers(amount * 1000);
  for (int i = 0; i < 40; ++i) {
    std::vector<unsigned> copy = numbers;
    sort(copy.data(), copy.data() + copy.size());
    copy = numbers;
    qsort(copy.data(), copy.size(), sizeof copy[0], Compare);
    sink = copy[0];
  }
}

[[gnu::noinline]] void run(unsigned amount) {
  sink = parse("text", amount);
  order(amount);
  sink = helper(amount * 1200000);
}

}  // namespace app

int main(int count, char** arguments) {
  const unsigned amount = count > 1 ? unsigned(atoi(arguments[1])) : 100;
  if (count > 2) {
    app::order(amount);
    return 0;
  }
  std::thread first([amount] {
    pthread_setname_np(pthread_self(), "worker 1");
    sink = WorkInA(amount);
  });
  first.join();
  std::thread second([amount] {
    pthread_setname_np(pthread_self(), "worker 2 12345");
    sink = WorkInB(amount);
  });
  second.join();
  app::run(amount);
}
