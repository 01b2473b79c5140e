// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef OBJECTS_H_
#define OBJECTS_H_

#include <string>

#include "work.h"

namespace shapes {

class Shape {
 public:
  explicit Shape(int size);
  virtual ~Shape();
  virtual int Area() const = 0;
  int size() const { return size_; }

 protected:
  int size_;
};

template <int kSides>
class Polygon : public Shape {
 public:
  using Shape::Shape;
  int Area() const override {
    Spin(kSides * 200000);
    return size_ * kSides;
  }
};

// A value type with operators.
struct Vector {
  double x = 0, y = 0;
  Vector& operator+=(const Vector& other);
  double operator()(double scale) const;
  explicit operator bool() const;
};
Vector operator+(Vector a, const Vector& b);
bool operator<(const Vector& a, const Vector& b);

namespace detail {
std::string Describe(const Shape& shape, unsigned long long times, const std::string& suffix);
}  // namespace detail

}  // namespace shapes

#endif
