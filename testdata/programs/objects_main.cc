// SPDX-License-Identifier: GPL-3.0-or-later
// C++: long and unusual names, templates, lambdas, operators, and work before and after main.
// CALLS _ZN6shapes6detail8DescribeERKNS_5ShapeEyRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE 40 50
// CALLS _ZNK7Factory4MakeEi 40 50 (calls in versions 1 and 2)
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "objects.h"

namespace {

[[gnu::noinline]] int Count(int n) {
  Work(1);
  return n * 2;
}

template <typename Key, typename Value = std::map<Key, int>>
[[gnu::noinline]] int Lookup(const Value& values, const Key& key) {
  auto found = values.find(key);
  return found == values.end() ? Count(1) : found->second;
}

}  // namespace

struct Factory {
  Factory() { Count(1); }
  ~Factory() { Count(2); }
  std::unique_ptr<shapes::Shape> Make(int n) const;
};

[[gnu::noinline]] std::unique_ptr<shapes::Shape> Factory::Make(int n) const {
  if (n % 2 == 0) return std::make_unique<shapes::Polygon<3>>(n);
  return std::make_unique<shapes::Polygon<4>>(n);
}

static Factory before_main;

int main() {
  std::map<std::string, int> areas;
  for (int i = 0; i < V(40, 50); i++) {
    auto shape = before_main.Make(i);
    areas[shapes::detail::Describe(*shape, 3, "!")] = i;
  }
  std::vector<shapes::Vector> vectors;
  for (int i = 0; i < 2000; i++) vectors.push_back({static_cast<double>(i * 7919 % 2003), 1.0});
  std::sort(vectors.begin(), vectors.end());
  std::function<int(int)> twice = [&](int n) { return Count(n) + Lookup(areas, std::string("0")); };
  shapes::Vector sum;
  for (const auto& vector : vectors) {
    if (vector) sum = sum + vector;
  }
  int result = twice(3) + static_cast<int>(sum(2.0));
  if (VERSION == 2) std::reverse(vectors.begin(), vectors.end());
  return result == 0;
}
