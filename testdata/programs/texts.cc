// SPDX-License-Identifier: GPL-3.0-or-later
// Functions whose growth depends on a text: with "rows" they take n steps, with "pairs" n^2. One has the text as a
// character string, the other one as a std::string. One call of each has a text that names no kind of growth: an empty
// one, and one of a hundred characters. A step is a multiplication that needs the result of the previous step.
// Arguments: the number of calls for each size, and the sizes.
//
//   uftrace record -A 'fill@arg1/s,arg2/i64' -A 'join@arg1/S,arg2/i64' texts 15 64 128 256 512 1024
#include <cstdlib>
#include <cstring>
#include <string>

static volatile unsigned long result;

[[gnu::noinline, gnu::no_instrument_function]] static void Work(const char* growth, long n) {
  const long count = std::strcmp(growth, "pairs") == 0 ? n * n : 64 * n;
  unsigned long x = result;
  for (long i = 0; i < count; ++i) x = x * 6364136223846793005 + 1;
  result = x;
}

[[gnu::noinline]] void fill(const char* growth, long n) { Work(growth, n); }

[[gnu::noinline]] void join(const std::string& growth, long n) { Work(growth.c_str(), n); }

int main(int count, char** sizes) {
  const std::string kinds[] = {"rows", "pairs"};
  const long repetitions = count > 1 ? std::atol(sizes[1]) : 1;
  for (long i = 0; i < repetitions; ++i) {
    for (int s = 2; s < count; ++s) {
      for (const std::string& growth : kinds) {
        fill(growth.c_str(), std::atol(sizes[s]));
        join(growth, std::atol(sizes[s]));
      }
    }
  }
  fill("", 64);
  join(std::string(100, 'x'), 64);
}
