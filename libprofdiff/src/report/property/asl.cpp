// SPDX-License-Identifier: GPL-3.0-or-later
// Writes properties in ASL, the language in which egprof also reads them. Operators are surrounded by blanks, and
// parentheses are written only if they are needed.
//
// Tests: tests/unit/read/property/asl_test.cpp, which reads the result back.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/properties.h"
#include "report/format/table.h"

namespace profdiff {
namespace {

using Kind = AslTerm::Kind;

struct Spelling {
  Kind kind;
  std::string_view text;
  int binds;  // precedence: operators with larger numbers bind more tightly
};

constexpr Spelling kSpellings[] = {
    {Kind::kOr, "OR", 1},        {Kind::kAnd, "AND", 2},   {Kind::kNot, "NOT ", 3},        {Kind::kLess, "<", 4},
    {Kind::kLessEqual, "<=", 4}, {Kind::kGreater, ">", 4}, {Kind::kGreaterEqual, ">=", 4}, {Kind::kEqual, "==", 4},
    {Kind::kNotEqual, "!=", 4},  {Kind::kAdd, "+", 5},     {Kind::kSubtract, "-", 5},      {Kind::kMultiply, "*", 6},
    {Kind::kDivide, "/", 6},     {Kind::kNegate, "-", 7}};

// Returns the spelling of an operator. For operands, which bind most tightly, the text is empty.
Spelling SpellingOf(Kind kind) {
  const auto* found = std::ranges::find(kSpellings, kind, &Spelling::kind);
  return found != std::end(kSpellings) ? *found : Spelling{kind, "", 8};
}

// The text of a subexpression, and the precedence of its outermost operator.
struct Part {
  std::string text;
  int binds;
};

std::string InParentheses(Part part, int least) {
  return part.binds >= least ? std::move(part.text) : "(" + std::move(part.text) + ")";
}

std::string NumberText(const AslTerm& term) {
  std::string text = CellText(Cell(term.number));
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + term.member;
}

// Removes the last `count` parts and returns their texts, joined by commas.
std::string TakeArguments(std::vector<Part>& parts, std::size_t count) {
  std::string text;
  for (std::size_t i = parts.size() - count; i < parts.size(); ++i) text += (text.empty() ? "" : ", ") + parts[i].text;
  parts.resize(parts.size() - count);
  return text;
}

// Applies an operator of the postfix expression to the last one or two parts. Operators are left-associative, so a
// right operand of the same precedence needs parentheses. Comparisons cannot be chained, so a comparison needs
// parentheses as either operand of another one.
void Apply(std::vector<Part>& parts, const AslTerm& term) {
  const auto [kind, text, binds] = SpellingOf(term.kind);
  const bool compares = binds == 4;
  Part last = std::move(parts.back());
  parts.pop_back();
  if (term.operands == 1) {
    parts.push_back({std::string(text) + InParentheses(std::move(last), binds), binds});
    return;
  }
  std::string all = InParentheses(std::move(parts.back()), compares ? binds + 1 : binds);
  all.append(" ").append(text).append(" ");
  parts.back() = {all + InParentheses(std::move(last), binds + 1), binds};
}

void AppendContext(std::string& out, const AslHead& head) {
  out.append("(").append(head.type).append(" ").append(head.context).append(")");
}

void AppendBody(std::string& out, const AslBody& body) {
  out += " {\n";
  for (const AslLet& let : body.lets) out += "  LET " + let.name + " = " + ExpressionText(let.value) + ";\n";
  out += "  CONDITION: " + ExpressionText(body.condition) + ";\n";
  out += "  CONFIDENCE: " + ExpressionText(body.confidence) + ";\n";
  out += "  SEVERITY: " + ExpressionText(body.severity) + ";\n}\n";
}

void AppendProperty(std::string& out, const AslProperty& property) {
  out += "PROPERTY " + property.head.name;
  AppendContext(out, property.head);
  if (!property.refines.empty()) out += " REFINES " + property.refines;
  if (!property.hint.empty()) out += " HINT \"" + property.hint + "\"";
  if (property.made_of.empty()) return AppendBody(out, property.body);
  out += " IS " + property.made_of + "<";
  for (std::size_t i = 0; i < property.arguments.size(); ++i) {
    const AslExpression& argument = property.arguments[i];
    // An argument with a comparison is in parentheses, because ">" would end the list of arguments.
    const bool compares = SpellingOf(argument.back().kind).binds <= 4;
    out += (i == 0 ? "" : ", ");
    out += compares ? "(" + ExpressionText(argument) + ")" : ExpressionText(argument);
  }
  out += ">;\n";
}

}  // namespace

std::string ExpressionText(const AslExpression& expression) {
  // The expression is in postfix order, so a stack of subexpressions is enough.
  std::vector<Part> parts;
  for (const AslTerm& term : expression) {
    if (term.kind == Kind::kNumber) {
      parts.push_back({NumberText(term), 8});
    } else if (term.kind == Kind::kName) {
      parts.push_back({term.name, 8});
    } else if (term.kind == Kind::kMetric) {
      parts.push_back({term.name + "." + term.member + (term.aggregate.empty() ? "" : "." + term.aggregate), 8});
    } else if (term.kind == Kind::kCall) {
      std::string arguments = TakeArguments(parts, term.operands);
      parts.push_back({term.name + "(" + std::move(arguments) + ")", 8});
    } else {
      Apply(parts, term);
    }
  }
  return parts.empty() ? "" : std::move(parts.back().text);
}

void WriteProperties(std::string& out, const PropertySet& set) {
  for (const AslModel& model : set.models) {
    out += "CONTEXT " + model.head.name + " {";
    for (const std::string& metric : model.metrics) out += "\n  " + metric + ";";
    out += "\n}\n";
  }
  for (const AslFunction& function : set.functions) {
    out += "LET " + function.head.name + "(" + function.parameter + ") = " + ExpressionText(function.value) + ";\n";
  }
  for (const AslTemplate& each : set.templates) {
    out += "TEMPLATE " + each.head.name + "<";
    for (std::size_t i = 0; i < each.parameters.size(); ++i) out += (i == 0 ? "" : ", ") + each.parameters[i];
    out += "> ";
    AppendContext(out, each.head);
    AppendBody(out, each.body);
  }
  for (const AslProperty& property : set.properties) AppendProperty(out, property);
  for (const AslMetaProperty& meta : set.metas) {
    out += "METAPROPERTY " + meta.head.name;
    AppendContext(out, meta.head);
    out += " = " + ExpressionText(meta.value) + ";\n";
  }
}

}  // namespace profdiff
