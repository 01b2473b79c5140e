// SPDX-License-Identifier: GPL-3.0-or-later
// See objects_main.cc.
#include "objects.h"

namespace {
// objects_main.cc also has a function of this name in an unnamed namespace.
[[gnu::noinline]] int Count(int n) {
  Work(1);
  return n + 1;
}
}  // namespace

namespace shapes {

Shape::Shape(int size) : size_(Count(size)) {}
Shape::~Shape() { Count(0); }

Vector& Vector::operator+=(const Vector& other) {
  x += other.x;
  y += other.y;
  return *this;
}
double Vector::operator()(double scale) const { return scale * x; }
Vector::operator bool() const { return x != 0 || y != 0; }
Vector operator+(Vector a, const Vector& b) { return a += b; }
bool operator<(const Vector& a, const Vector& b) { return a.x < b.x; }

namespace detail {
std::string Describe(const Shape& shape, unsigned long long times, const std::string& suffix) {
  std::string text;
  for (unsigned long long i = 0; i < times; i++) text += std::to_string(shape.Area());
  return text + suffix;
}
}  // namespace detail

}  // namespace shapes
