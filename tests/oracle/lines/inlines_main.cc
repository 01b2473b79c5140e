// SPDX-License-Identifier: GPL-3.0-or-later
// Names and lines that are difficult to find: functions without linkage names in the debug information, lambdas,
// templates, and exceptions.
#include <stdexcept>

#include "inlines.h"

namespace {

int Hidden(int n) { return Mix(n, 3); }

struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double Area() const override { return side * side + Hidden(3); }
};

std::map<int, std::string> table{{1, "a"}, {2, "b"}};

}  // namespace

extern "C" int WithLinkage(int n) {
  struct Inner {
    int Twice(int x) { return x + Hidden(x); }
  } inner;
  auto add = [&](int q) { return inner.Twice(q) + n; };
  return add(3);
}

int main(int argc, char**) {
  Stack<std::string> stack;
  for (int i = 0; i < argc + 3; ++i) stack.Push(std::to_string(i));
  std::vector<int> numbers{3, 1, argc};
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
  try {
    if (argc > 5) throw std::runtime_error("too many");
  } catch (const std::exception& error) {
    stack.Push(error.what());
  }
  const Shape& shape = Square(2);
  return static_cast<int>(shape.Area()) + numbers[0] + Other(argc) + WithLinkage(2) +
         static_cast<int>(table[1].size() + stack.Pop().size());
}
