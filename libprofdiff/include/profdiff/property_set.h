// SPDX-License-Identifier: GPL-3.0-or-later
// Definitions of performance properties in the APART Specification Language (ASL), as written in files.
#ifndef PROFDIFF_PROPERTY_SET_H_
#define PROFDIFF_PROPERTY_SET_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"

namespace profdiff {

// The maximum nesting of an expression: the number of open parentheses and of operators that still lack operands. It
// also applies to expressions in properties.
inline constexpr std::size_t kDeepestExpression = 200;

// A value or an operation on the values before it. kCall calls the function `name` with `operands` values; other
// operations take one or two values. The same terms are used for properties and for conditions of gates.
struct ExpressionTerm {
  enum class Kind : std::uint8_t {
    kNumber,  // in a property, in the unit `member`: empty, "%", "s", "ms" or "us"
    kName,    // in a property, a parameter, a LET, "threshold", "min_share", "severity" or "share"
    kMetric,  // only in properties: name.member or, with a statistic over locations, name.member.aggregate
    kCall,
    kOr,
    kAnd,
    kNot,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kEqual,
    kNotEqual,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kNegate,
    kPower,
  };

  Kind kind = Kind::kNumber;
  double number = 0;
  // `name`: name of a value or a function; outside of properties, the name of a function is in lower case
  std::string name = {}, member = {}, aggregate = {};
  std::uint32_t operands = 0;
  std::uint32_t position = 1;  // column in the expression's text, in bytes, from 1; in a file of properties, the line

  // Positions do not matter, so that definitions can be compared.
  friend bool operator==(const ExpressionTerm& a, const ExpressionTerm& b) {
    return a.kind == b.kind && a.number == b.number && a.name == b.name && a.member == b.member &&
           a.aggregate == b.aggregate && a.operands == b.operands;
  }
};

// Where an expression was written: parts of the Message about an error in it.
struct ExpressionSource {
  std::string file;
  Place place;
  Remedy remedy;
};

struct Expression {
  std::string text;
  ExpressionSource source;            // for error messages
  std::vector<ExpressionTerm> terms;  // in postfix order: operands before their operator
};

// Reads one expression. Operators by ascending precedence: < <= > >= = != (at most one per expression; the result is 1
// or 0); + -; * /; unary -; ^ (right-associative). Functions, whose case is ignored: if(condition,yes,no); log
// (natural), log2, log10, exp, sqrt, abs, ceil and floor; min and max of two or more values. A name consists of
// letters, digits and "_".
// Errors: kBadArgument, whose cause is "'TEXT', column N: expected …".
// Cost: linear, without recursion.
PROFDIFF_EXPORT Expression ParseExpression(std::string_view text, const ExpressionSource& source = {});

// Returns the names whose values the expression uses, sorted and without duplicates.
PROFDIFF_EXPORT std::vector<std::string> NamesIn(const Expression& expression);

using NamedValues = std::map<std::string, double, std::less<>>;

// Evaluates an expression. Returns NaN if the value is undefined: for 1/0, log(-1) and everything computed from them,
// unless an `if` takes the other branch.
// Errors: kBadArgument for a name without a value.
PROFDIFF_EXPORT double EvaluateExpression(const Expression& expression, const NamedValues& values);

// The position of a term in a file. All positions compare equal, so they do not affect comparisons of definitions.
struct AslPlace {
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const AslPlace&, const AslPlace&) { return true; }
};

// An expression in postfix order: operands come before their operator.
using AslExpression = std::vector<ExpressionTerm>;

struct AslLet {
  std::string name;
  AslExpression value;

  friend bool operator==(const AslLet&, const AslLet&) = default;
};

struct AslBody {
  std::vector<AslLet> lets;
  AslExpression condition, confidence, severity;

  friend bool operator==(const AslBody&, const AslBody&) = default;
};

// The head of each definition: a name, unique within its kind, and a context.
struct AslHead {
  std::string name;
  std::string type, context;  // such as "SeqPerf s"; empty for definitions without a context
  AslPlace place;

  friend bool operator==(const AslHead&, const AslHead&) = default;
};

// A data model: a list of metrics.
struct AslModel {
  AslHead head;
  std::vector<std::string> metrics;
  // position of the model that this model replaced in AddProperties; has no file if this model replaced none
  AslPlace replaced = {};

  friend bool operator==(const AslModel&, const AslModel&) = default;
};

struct AslFunction {
  AslHead head;
  // name of the parameter, which is a context if `value` uses its metrics, otherwise a number
  std::string parameter;
  AslExpression value;

  friend bool operator==(const AslFunction&, const AslFunction&) = default;
};

struct AslTemplate {
  AslHead head;
  std::vector<std::string> parameters;
  AslBody body;

  friend bool operator==(const AslTemplate&, const AslTemplate&) = default;
};

struct AslProperty {
  AslHead head;
  std::string refines, hint;  // empty if not given
  AslBody body;               // empty for an instance of a template
  std::string made_of;        // name of the template that is instantiated; empty if there is none
  std::vector<AslExpression> arguments;

  friend bool operator==(const AslProperty&, const AslProperty&) = default;
};

struct AslMetaProperty {
  AslHead head;
  AslExpression value;  // calls of properties, joined by AND, OR and NOT

  friend bool operator==(const AslMetaProperty&, const AslMetaProperty&) = default;
};

// The definitions of one or more files. Definitions of each kind are in the order of the files.
//
// Two features are additions to the language. A body's `LET lost = …` defines the loss, in the unit of the first metric
// in the expression; shares are relative to that metric's value for the phase. A condition may use `severity`, `share`,
// and `phase_severity`, the severity of the property in the phase as a whole.
struct PropertySet {
  std::vector<AslModel> models;
  std::vector<AslFunction> functions;
  std::vector<AslTemplate> templates;
  std::vector<AslProperty> properties;
  std::vector<AslMetaProperty> metas;

  friend bool operator==(const PropertySet&, const PropertySet&) = default;
};

// Reads a file of definitions. Errors: kSystem; also as for ParseProperties.
PROFDIFF_EXPORT PropertySet ReadProperties(const std::string& path);

// Returns the built-in properties, which are also installed as share/egprof/builtin.asl.
PROFDIFF_EXPORT PropertySet BuiltInProperties();

// Adds definitions. An existing definition with the same kind and name is replaced in place.
PROFDIFF_EXPORT void AddProperties(PropertySet& set, PropertySet more);

// Checks definitions. Errors: kBadArgument for undefined names, wrong numbers of arguments, and circular definitions.
PROFDIFF_EXPORT void CheckProperties(const PropertySet& set);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTY_SET_H_
