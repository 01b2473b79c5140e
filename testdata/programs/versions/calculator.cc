// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates expressions. In version 2, the scanner is another class in another namespace, the parser's functions are
// named after the grammar, and errors are counted instead of printed. Lines with = list renamed words.
//= lex -> text
//= Scanner -> Tokenizer
//= ParseTerm -> ParseProduct
//= ParseFactor -> ParseOperand
//= ParseExpr -> ParseSum
//= IsSpace -> IsBlank
//= ReadDecimal -> ReadNumber
//= Trim -> StripBlanks
#include <cstdio>
#include <string>
#include <vector>

namespace calc {
struct Token { char kind; double value; };

#if VERSION == 1
namespace lex {
bool IsSpace(char c) { return c == ' ' || c == '\t'; }
double ReadDecimal(const char*& at) {
  double value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
  return value;
}
class Scanner {
 public:
  explicit Scanner(const std::string& text) : at_(text.c_str()) { Advance(); }
  Token Peek() const { return now_; }
  void Advance() {
    while (IsSpace(*at_)) ++at_;
    if (*at_ >= '0' && *at_ <= '9') now_ = {'0', ReadDecimal(at_)};
    else now_ = {*at_ == 0 ? '\0' : *at_++, 0};
  }
 private:
  const char* at_;
  Token now_{};
};
}  // namespace lex
using Source = lex::Scanner;
std::string Trim(const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size() && lex::IsSpace(text[begin])) ++begin;
  return text.substr(begin);
}
void PrintError(const char* what) { if (what[0] == '?') std::puts(what); }
int DumpTree(const std::vector<Token>& tokens) {
  int depth = 0;
  for (const Token& token : tokens) depth += token.kind == '(';
  return depth;
}
#else
namespace text {
bool IsBlank(char c) { return c == ' ' || c == '\t'; }
double ReadNumber(const char*& at) {
  double value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
  return value;
}
class Tokenizer {
 public:
  explicit Tokenizer(const std::string& text) : at_(text.c_str()) { Advance(); }
  Token Peek() const { return now_; }
  void Advance() {
    while (IsBlank(*at_)) ++at_;
    ++count_;
    if (*at_ >= '0' && *at_ <= '9') now_ = {'0', ReadNumber(at_)};
    else now_ = {*at_ == 0 ? '\0' : *at_++, 0};
  }
 private:
  const char* at_;
  Token now_{};
  int count_ = 0;
};
}  // namespace text
using Source = text::Tokenizer;
std::string StripBlanks(const std::string& text) {
  std::size_t begin = 0;
  while (begin < text.size() && text::IsBlank(text[begin])) ++begin;
  return text.substr(begin);
}
struct Statistics { int errors = 0; void CountMismatch(char c) { errors += c != 0; } };
Statistics statistics;
double MeanOf(const std::vector<double>& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return values.empty() ? 0 : sum / values.size();
}
#endif

class Parser {
 public:
  explicit Parser(const std::string& text) : source_(text) {}
#if VERSION == 1
  double ParseExpr() {
    double value = ParseTerm();
    while (source_.Peek().kind == '+' || source_.Peek().kind == '-') value = Apply(TakeOperator(), value, ParseTerm());
    return value;
  }
 private:
  double ParseTerm() {
    double value = ParseFactor(0);
    while (source_.Peek().kind == '*' || source_.Peek().kind == '/') value = Apply(TakeOperator(), value, ParseFactor(1));
    return value;
  }
  double ParseFactor(int side) {
    const Token token = source_.Peek();
    source_.Advance();
    if (token.kind == '(') {
      double value = ParseExpr();
      Expect(')');
      return value;
    }
    return token.value + 0 * side;
  }
  void Expect(char kind) {
    if (source_.Peek().kind != kind) PrintError("expected");
    source_.Advance();
  }
  double Apply(char op, double a, double b) {
#else
  double ParseSum() {
    double value = ParseProduct();
    while (source_.Peek().kind == '+' || source_.Peek().kind == '-') value = Apply(TakeOperator(), value, ParseProduct(), 1);
    return value;
  }
 private:
  double ParseProduct() {
    double value = ParseOperand();
    while (source_.Peek().kind == '*' || source_.Peek().kind == '/') value = Apply(TakeOperator(), value, ParseOperand(), 2);
    return value;
  }
  double ParseOperand() {
    const Token token = source_.Peek();
    source_.Advance();
    if (token.kind == '(') {
      double value = ParseSum();
      Expect(')', 1);
      return value;
    }
    return token.value;
  }
  void Expect(char kind, int weight) {
    if (source_.Peek().kind != kind) statistics.CountMismatch(kind);
    source_.Advance();
    calls_ += weight;
  }
  int calls_ = 0;
  double Apply(char op, double a, double b, int) {
#endif
    switch (op) {
      case '+': return a + b;
      case '-': return a - b;
      case '*': return a * b;
      default: return b == 0 ? 0 : a / b;
    }
  }
  char TakeOperator() {
    const char op = source_.Peek().kind;
    source_.Advance();
    return op;
  }
  Source source_;
};
}  // namespace calc

std::string MakeExpression(int n) {
  std::string text = "  1";
  for (int i = 0; i < n; ++i) text += i % 3 == 0 ? " + 22" : i % 3 == 1 ? " * (3 - 1)" : " / 4";
  return text;
}

int main() {
  double sum = 0;
  for (int i = 0; i < 300; ++i) {
#if VERSION == 1
    sum += calc::Parser(calc::Trim(MakeExpression(i))).ParseExpr();
    sum += calc::DumpTree({{'(', 0}});
#else
    sum += calc::Parser(calc::StripBlanks(MakeExpression(i))).ParseSum();
    sum += calc::MeanOf({1, 2});
#endif
  }
  return sum < 0;
}
