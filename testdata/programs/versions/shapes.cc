// SPDX-License-Identifier: GPL-3.0-or-later
// Classes with virtual functions, overloads and operators. In version 2, hexagons replace triangles, the function for
// areas has another name, and the canvas has a scale as an argument. Lines with = list renamed words; lines with ! are
// regular expressions for functions without a match.
//= Clamp -> Limit
//= Area -> Surface
//= Draw -> Render
//= DrawAll -> RenderAll
//= SortByArea -> SortBySurface
//! Triangle
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {
#if VERSION == 1
#define Limit Clamp
#define Surface Area
#define SortBySurface SortByArea
#define Render Draw
#define RenderAll DrawAll
#define SCALE
#else
#define SCALE , double
#endif
double Limit(double value) { return value < 0 ? 0 : value > 255 ? 255 : value; }
}  // namespace

class Shape {
 public:
  virtual ~Shape() = default;
  virtual double Surface() const { return 0; }
  virtual int Corners() const = 0;
};
class Circle : public Shape {
 public:
  explicit Circle(double radius) : radius_(radius) {}
  double Surface() const override { return 3.14159 * radius_ * radius_; }
  int Corners() const override { return 0; }
  double radius_;
};
class Box : public Shape {
 public:
#if VERSION == 1
  Box(double width, double height) : width_(width), height_(height) {}
#else
  Box(double width, double height, const std::string& name) : width_(width), height_(height + 0 * name.size()) {}
#endif
  double Surface() const override { return width_ * height_; }
  int Corners() const override { return 4; }
  double width_, height_;
};
#if VERSION == 1
class Triangle : public Shape {
 public:
  Triangle(double base, double height) : base_(base), height_(height) {}
  double Surface() const override { return base_ * height_ / 2; }
  int Corners() const override { return 3; }
  double base_, height_;
};
bool operator==(const Triangle& a, const Triangle& b) { return a.base_ == b.base_; }
using Third = Triangle;
#else
class Hexagon : public Shape {
 public:
  explicit Hexagon(double side, int) : side_(side) {}
  double Surface() const override { return 2.598 * side_ * side_; }
  int Corners() const override { return 6; }
  double side_;
};
bool operator!=(const Hexagon& a, const Hexagon& b) { return a.side_ != b.side_; }
using Third = Hexagon;
#endif

std::string Describe(const Circle& circle) { return "circle " + std::to_string(circle.radius_); }
std::string Describe(const Box& box) { return "box " + std::to_string(box.width_); }
std::string Describe(const Third& third) { return "third " + std::to_string(third.Corners()); }
double Weigh(const Circle& circle) { return circle.Surface() * 2; }
double Weigh(const Third& third) { return third.Surface() * 3 + 1; }

void SortBySurface(std::vector<std::unique_ptr<Shape>>& shapes) {
  std::sort(shapes.begin(), shapes.end(), [](const auto& a, const auto& b) { return a->Surface() < b->Surface(); });
}

class Canvas {
 public:
  void Render(const Shape& shape SCALE) { ink_ += Limit(shape.Surface()) + shape.Corners(); }
  void RenderAll(const std::vector<std::unique_ptr<Shape>>& shapes) {
#if VERSION == 1
    for (const auto& shape : shapes) Render(*shape);
#else
    for (const auto& shape : shapes) Render(*shape, 1.5);
#endif
  }
  double Ink() const { return ink_; }
 private:
  double ink_ = 0;
};

#if VERSION == 1
int FlipImage(int pixels) { int sum = 0; for (int i = 0; i < pixels; ++i) sum += i ^ 5; return sum; }
static int ScanRows(int rows) { int sum = 0; for (int i = 0; i < rows; ++i) sum += FlipImage(3); return sum; }
#else
int CountColours(const std::vector<int>& palette) { int sum = 0; for (int c : palette) sum += c > 3; return sum; }
static std::string FormatTitle(int year) { return "drawn in " + std::to_string(year); }
#endif

int main() {
  double sum = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 1; i < 20; ++i) {
      shapes.push_back(std::make_unique<Circle>(i));
#if VERSION == 1
      shapes.push_back(std::make_unique<Box>(i, 20 - i));
#else
      shapes.push_back(std::make_unique<Box>(i, 20 - i, "box"));
#endif
      shapes.push_back(std::make_unique<Third>(i, 3));
    }
    SortBySurface(shapes);
    Canvas canvas;
    canvas.RenderAll(shapes);
    sum += canvas.Ink() + Weigh(Circle(3)) + Weigh(Third(2, 3));
    sum += Describe(Circle(2)).size() + Describe(Third(2, 2)).size();
#if VERSION == 1
    sum += Describe(Box(1, 2)).size() + ScanRows(4) + (Triangle(1, 2) == Triangle(1, 2));
#else
    sum += Describe(Box(1, 2, "b")).size() + CountColours({1, 5}) + FormatTitle(1999).size() + (Hexagon(1, 2) != Hexagon(2, 2));
#endif
  }
  return sum < 0;
}
