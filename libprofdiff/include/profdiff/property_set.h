// SPDX-License-Identifier: GPL-3.0-or-later
// Definitions of performance properties in the APART Specification Language (ASL), as written in files.
#ifndef PROFDIFF_PROPERTY_SET_H_
#define PROFDIFF_PROPERTY_SET_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/expression.h"

namespace profdiff {

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

// Parses the text of a file; error messages give `path` as its path. CheckProperties resolves names. The maximum
// nesting of expressions, and of definitions that use other definitions, is kDeepestExpression.
// Errors: kBadArgument, whose cause is what was expected, and whose place() is the line.
// Source: the grammar in egprof-check(1).
PROFDIFF_EXPORT PropertySet ParseProperties(std::string_view text, const std::string& path);
// Reads a file of definitions. Errors: kSystem; also as for ParseProperties.
PROFDIFF_EXPORT PropertySet ReadProperties(const std::string& path);

// Returns the built-in properties, which are also installed as share/egprof/builtin.asl.
PROFDIFF_EXPORT PropertySet BuiltInProperties();
PROFDIFF_EXPORT std::string_view BuiltInPropertiesText();

// Adds definitions. An existing definition with the same kind and name is replaced in place.
PROFDIFF_EXPORT void AddProperties(PropertySet& set, PropertySet more);

// Checks definitions. Errors: kBadArgument for undefined names, wrong numbers of arguments, and circular definitions.
PROFDIFF_EXPORT void CheckProperties(const PropertySet& set);

}  // namespace profdiff

#endif  // PROFDIFF_PROPERTY_SET_H_
