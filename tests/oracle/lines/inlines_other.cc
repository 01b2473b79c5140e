// SPDX-License-Identifier: GPL-3.0-or-later
// A second unit that compiles the code of inlines.h, and that has a function Hidden() like inlines_main.cc.
#include "inlines.h"

namespace {

__attribute__((noinline)) int Hidden(int n) { return Mix(n, 7) + Mix(n + 1, 7); }

}  // namespace

int Other(int n) {
  Stack<std::string> stack;
  stack.Push(std::string(static_cast<std::size_t>(n), 'x'));
  std::vector<int> numbers{n, 4, 2};
  std::sort(numbers.begin(), numbers.end());
  return Hidden(numbers[1]) + static_cast<int>(stack.Pop().size());
}
