// SPDX-License-Identifier: GPL-3.0-or-later
// Definitions of performance properties in the APART Specification Language, as files have them.
#ifndef PROFDIFF_PROPERTY_SET_H_
#define PROFDIFF_PROPERTY_SET_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/expression.h"

namespace profdiff {

// Position of a term in a file. All positions compare equal, so that they do not affect comparisons of definitions.
struct AslPlace {
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const AslPlace&, const AslPlace&) { return true; }
};

// A value or an operation. kCall calls the function `name` with `operands` values; other operations take one or two.
struct AslTerm {
  enum class Kind : std::uint8_t {
    kNumber,  // `number` in units of `member`: empty, "%", "s", "ms", "us"
    kName,    // a parameter, a LET, "threshold", "min_share", "severity" or "share"
    kMetric,  // name.member, or with a statistic over locations: name.member.aggregate
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
  };

  Kind kind = Kind::kNumber;
  double number = 0;
  std::string name = {}, member = {}, aggregate = {};
  std::uint32_t operands = 0;
  std::uint32_t line = 0;

  friend bool operator==(const AslTerm& a, const AslTerm& b) {
    return a.kind == b.kind && a.number == b.number && a.name == b.name && a.member == b.member &&
           a.aggregate == b.aggregate && a.operands == b.operands;
  }
};

// In postfix order: operands before their operator.
using AslExpression = std::vector<AslTerm>;

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
  std::string type, context;  // "SeqPerf s"; empty for definitions without a context
  AslPlace place;

  friend bool operator==(const AslHead&, const AslHead&) = default;
};

// A data model: names of metrics.
struct AslModel {
  AslHead head;
  std::vector<std::string> metrics;
  AslPlace replaced = {};  // the definition that AddProperties replaced by this one; without a file: none

  friend bool operator==(const AslModel&, const AslModel&) = default;
};

struct AslFunction {
  AslHead head;
  std::string parameter;  // a number, or a context if `value` uses its metrics
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
  std::string refines, hint;  // empty: none
  AslBody body;               // empty for an instance of a template
  std::string made_of;        // the template that it is an instance of; empty: none
  std::vector<AslExpression> arguments;

  friend bool operator==(const AslProperty&, const AslProperty&) = default;
};

struct AslMetaProperty {
  AslHead head;
  AslExpression value;  // calls of properties, joined by AND, OR and NOT

  friend bool operator==(const AslMetaProperty&, const AslMetaProperty&) = default;
};

// Definitions of one file or several; each kind in order of definition.
//
// A body's `LET lost = …` defines the loss, in the unit of the first metric in it (ours); shares relate to the phase's
// value of that metric. A condition may use `severity`, `share`, and `phase_severity`, the severity of the property in
// the phase as a whole (ours).
struct PropertySet {
  std::vector<AslModel> models;
  std::vector<AslFunction> functions;
  std::vector<AslTemplate> templates;
  std::vector<AslProperty> properties;
  std::vector<AslMetaProperty> metas;

  friend bool operator==(const PropertySet&, const PropertySet&) = default;
};

// Parses a text; messages call it `path`. CheckProperties resolves names. Expressions, and definitions that use others,
// nest at most kDeepestExpression deep.
// Errors: kBadArgument, whose message is "PATH:LINE: what was expected", and whose offset() is the line.
// Source: the grammar in egprof-check(1).
PROFDIFF_EXPORT PropertySet ParseProperties(std::string_view text, const std::string& path);
// Errors: kSystem; those of ParseProperties.
PROFDIFF_EXPORT PropertySet ReadProperties(const std::string& path);

// The built-in properties; installed as share/egprof/builtin.asl.
PROFDIFF_EXPORT PropertySet BuiltInProperties();
PROFDIFF_EXPORT std::string_view BuiltInPropertiesText();

// Adds definitions; a definition with the same kind and name is replaced in place.
PROFDIFF_EXPORT void AddProperties(PropertySet& set, PropertySet more);

// Appends a set as a file of its own, which parses to the same set.
PROFDIFF_EXPORT void WriteProperties(std::string& out, const PropertySet& set);
// The text of an expression in such a file.
PROFDIFF_EXPORT std::string ExpressionText(const AslExpression& expression);

// Errors: kBadArgument for names that are defined nowhere, wrong numbers of arguments, and circular definitions.
PROFDIFF_EXPORT void CheckProperties(const PropertySet& set);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTY_SET_H_
