// SPDX-License-Identifier: GPL-3.0-or-later
// Header code that is compiled into several units, both inlined and not inlined.
#ifndef TESTS_LINES_INLINES_H_
#define TESTS_LINES_INLINES_H_

#include <algorithm>
#include <map>
#include <string>
#include <vector>

template <class T>
struct Stack {
  std::vector<T> values;

  void Push(T value) { values.push_back(std::move(value)); }
  T Pop() {
    T value = std::move(values.back());
    values.pop_back();
    return value;
  }
};

struct Shape {
  virtual ~Shape() = default;
  virtual double Area() const = 0;
};

inline int Mix(int a, int b) {
  for (int i = 0; i < 3; ++i) a = a * 31 + (b >> i);
  return a;
}

int Other(int n);

#endif  // TESTS_LINES_INLINES_H_
