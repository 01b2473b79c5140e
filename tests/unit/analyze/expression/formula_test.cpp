// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the values of expressions and operations, including values that are unknown because they are not finite.
// Values of random expressions are compared with those of an evaluator that walks the expression's tree.
#include "analyze/expression/formula.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "values/check_names.h"

namespace profdiff::formula_test {
namespace {

double Value(const std::string& text, double x = 3) { return EvaluateExpression(ParseExpression(text), {{"x", x}}); }

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double Operate(ExpressionTerm::Kind kind, std::vector<double> operands, const std::string& name = "") {
  return OperationOf({.kind = kind, .name = name})(operands);
}

// A random expression as a tree, with its text and its value, which is computed recursively.
class RandomTree {
 public:
  RandomTree(std::mt19937& random, int depth) {
    const int pick = depth == 0 ? static_cast<int>(random() % 2) : static_cast<int>(random() % 22);
    if (pick == 0) {
      text_ = std::to_string(random() % 20) + (random() % 2 == 0 ? ".25" : "");
      value_ = std::stod(text_);
      return;
    }
    if (pick == 1) {
      text_ = random() % 2 == 0 ? "n" : "Q_1";
      return;
    }
    kind_ = pick;
    const int operands = pick <= 12 ? 2 : pick == 13 ? 3 : pick <= 15 ? 2 + static_cast<int>(random() % 2) : 1;
    for (int i = 0; i < operands; ++i) parts_.push_back(std::make_unique<RandomTree>(random, depth - 1));
    with_brackets_ = random() % 5 == 0;
  }

  std::string Text(int binds = 0) const {
    if (parts_.empty()) return text_;
    std::string out;
    int own = 9;
    if (kind_ <= 12) {
      own = Binds();
      const bool from_right = kind_ == 6, alone = own == 1;
      out = parts_[0]->Text(own + (from_right || alone)) + kSigns[kind_ - 2] + parts_[1]->Text(own + !from_right);
    } else if (kind_ == 21) {
      own = 4;
      out = "-" + parts_[0]->Text(own);
    } else {
      out = kFunctions[kind_ - 13];
      for (const auto& part : parts_) out += (part == parts_[0] ? "(" : ", ") + part->Text();
      return out + ")";
    }
    return own < binds || with_brackets_ ? "( " + out + ")" : out;
  }

  // Returns the value. If `noise` is given, multiplies each number by a factor near 1, so that values that depend on
  // the last digits differ.
  double Evaluate(double n, double q, std::mt19937* noise = nullptr) const {
    if (parts_.empty()) {
      const double value = text_ == "n" ? n : text_ == "Q_1" ? q : value_;
      return noise == nullptr ? value : value * (1 + 1e-11 * (static_cast<double>((*noise)() % 1000) - 500) / 500);
    }
    const double a = parts_[0]->Evaluate(n, q, noise);
    if (kind_ == 13) {
      return !std::isfinite(a) ? kUnknown : parts_[a != 0 ? 1 : 2]->Evaluate(n, q, noise);
    }
    const double b = parts_.size() > 1 ? parts_[1]->Evaluate(n, q, noise) : 0;
    const double value = Operate(a, b);
    if (parts_.size() < 3) return value;
    const double c = parts_[2]->Evaluate(n, q, noise);
    return Operate(value, c);
  }

 private:
  static constexpr const char* kSigns[] = {"+", " - ", "*", "/", "^", "<", "<=", ">", ">=", "=", "!="};
  static constexpr const char* kFunctions[] = {"If", "min", "MAX", "log", "log2", "SQRT", "abs", "floor"};

  int Binds() const { return kind_ <= 3 ? 2 : kind_ <= 5 ? 3 : kind_ == 6 ? 5 : 1; }

  double Operate(double a, double b) const {
    if (!std::isfinite(a) || !std::isfinite(b)) return kUnknown;
    const double value = Result(a, b);
    return std::isfinite(value) ? value : kUnknown;
  }

  double Result(double a, double b) const {
    switch (kind_) {
      case 2:
        return a + b;
      case 3:
        return a - b;
      case 4:
        return a * b;
      case 5:
        return b == 0 ? kUnknown : a / b;
      case 6:
        return std::pow(a, b);
      case 7:
        return a < b;
      case 8:
        return a <= b;
      case 9:
        return a > b;
      case 10:
        return a >= b;
      case 11:
        return a == b;
      case 12:
        return a != b;
      case 14:
        return std::min(a, b);
      case 15:
        return std::max(a, b);
      case 16:
        return std::log(a);
      case 17:
        return std::log2(a);
      case 18:
        return std::sqrt(a);
      case 19:
        return std::fabs(a);
      case 20:
        return std::floor(a);
      default:
        return -a;
    }
  }

  int kind_ = 0;
  std::string text_;
  double value_ = 0;
  bool with_brackets_ = false;
  std::vector<std::unique_ptr<RandomTree>> parts_;
};

bool AreClose(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= 1e-8 * std::max({std::fabs(a), std::fabs(b), 1e-9});
}

}  // namespace

TEST_CASE("Expressions have values", "[expressions]") {
  CHECK(Value("-8.13 + 0.16*x", 100) == Approx(7.87));
  CHECK(Value("2^3^2") == 512);
  CHECK(Value("-x^2") == -9);
  CHECK(Value("if(8*x > 20, x, 0)") == 3);
  CHECK(Value("if(x = 0, 7, 1/x)", 0) == 7);
  CHECK(std::isnan(Value("if(x = 0, 1/x, 7)", 0)));
  CHECK(Value("log(exp(2)) + log2(8) + Log10(100)") == Approx(7));
  CHECK(Value("ceil(1.5) + floor(-1.5) + abs(-2) + sqrt(16)") == 6);
  CHECK(Value("min(3,1,2) + max(3,1,2)") == 4);
  CHECK(Value("(1<2)+(2<=2)+(3>2)+(2>=3)+(x=3)+(x!=3)") == 4);
  for (const char* text : {"1/0", "log(0)", "log(-1)", "sqrt(-1)", "10^400", "exp(1000)", "(1/0)^0", "1/exp(1000)"}) {
    INFO(text);
    CHECK(std::isnan(Value(text)));
  }
}

TEST_CASE("Unknown values are passed on unless they are not needed", "[expressions]") {
  for (const char* text : {"x", "x+1", "1/0", "1/0 > 1", "x < 1", "if(x,1,2)", "min(x,1)", "min(1,x)", "sqrt(-1)",
                           "1e300*1e300", "1e300*1e300 > 0", "-x", "abs(x)", "x^0", "x = x"}) {
    INFO(text);
    CHECK(std::isnan(Value(text, kUnknown)));
  }
  CHECK(Value("if(0,1/0,7)") == 7);
  CHECK(Value("0.1+1e-05+1e+20") == 0.1 + 1e-05 + 1e+20);
}

TEST_CASE("AND, OR and NOT need an unknown operand only if the other one does not decide", "[properties]") {
  using Kind = ExpressionTerm::Kind;
  CHECK(Operate(Kind::kAnd, {2, 3}) == 1);
  CHECK(Operate(Kind::kAnd, {2, 0}) == 0);
  CHECK(Operate(Kind::kAnd, {0, kUnknown}) == 0);
  CHECK(Operate(Kind::kOr, {0, 3}) == 1);
  CHECK(Operate(Kind::kOr, {0, 0}) == 0);
  CHECK(Operate(Kind::kOr, {1, kUnknown}) == 1);
  CHECK(Operate(Kind::kNot, {0}) == 1);
  CHECK(Operate(Kind::kNot, {2}) == 0);
  for (const Kind kind : {Kind::kAnd, Kind::kOr}) CHECK(std::isnan(Operate(kind, {kUnknown, 1})));
  CHECK(std::isnan(Operate(Kind::kAnd, {1, kUnknown})));
  CHECK(std::isnan(Operate(Kind::kOr, {0, kUnknown})));
  CHECK(std::isnan(Operate(Kind::kNot, {kUnknown})));
}

TEST_CASE("A part of 0 is 0, whatever the whole is", "[properties]") {
  const auto part = [](double a, double b) { return Operate(ExpressionTerm::Kind::kCall, {a, b}, "part"); };
  CHECK(part(0, 0) == 0);
  CHECK(part(1, 4) == 0.25);
  CHECK(std::isnan(part(1, 0)));
}

TEST_CASE("Names are known; otherwise the message lists the known names", "[expressions]") {
  const Expression expression = ParseExpression("n*log2(n) + cache", {"terms", {}, {}});
  CHECK(NamesIn(expression) == std::vector<std::string>{"cache", "n"});
  CHECK_NOTHROW(CheckNames(expression, {"n", "cache"}));
  try {
    CheckNames(expression, {"n", "m"});
    FAIL("cache is not known");
  } catch (const Error& error) {
    CHECK(TextOf(error.message()) == "terms: column 13: there is no value for 'cache' (known: n, m)");
  }
}

TEST_CASE("Long and deep expressions are evaluated", "[expressions]") {
  std::string sum = "x";
  for (int i = 0; i < 4000; ++i) sum += "+1.125";
  CHECK(Value(sum) == 4503);
  CHECK(Value(std::string(200, '-') + "x") == 3);
  CHECK(Value(std::string(200, '(') + "x" + std::string(200, ')')) == 3);
}

TEST_CASE("10000 random expressions have the values of their trees", "[expressions]") {
  std::mt19937 random(20), noise(1);
  int compared = 0, known = 0;
  while (compared < 10'000) {
    const RandomTree tree(random, 4);
    const double n = static_cast<double>(random() % 64) / 4, q = static_cast<double>(random() % 9) - 4;
    const double expected = tree.Evaluate(n, q);
    bool is_stable = true;
    for (int i = 0; i < 3 && is_stable; ++i) is_stable = AreClose(expected, tree.Evaluate(n, q, &noise));
    if (!is_stable) continue;
    const std::string text = tree.Text();
    const double values[] = {q, n};
    const double value = CompileExpression(ParseExpression(text), {"Q_1", "n"}).Value(values);
    ++compared;
    known += !std::isnan(value);
    if (AreClose(value, expected)) continue;
    INFO(text << " with n = " << n << ", Q_1 = " << q);
    CHECK(value == expected);
  }
  CHECK(known > 5000);
}

TEST_CASE("min and max have long operands", "[expressions]") {
  std::string sum = "x", all;
  for (int i = 0; i < 600; ++i) sum += "+x";
  for (int i = 0; i < 8; ++i) all += (i == 0 ? "max(" : ", ") + sum;
  CHECK(Value(all + ")", 1) == 601);
}

}  // namespace profdiff::formula_test
