// SPDX-License-Identifier: GPL-3.0-or-later
// Writes properties in ASL, the language in which egprof reads them. Tests read the result back.
#ifndef TESTS_SUPPORT_WRITE_PROPERTIES_H_
#define TESTS_SUPPORT_WRITE_PROPERTIES_H_

#include <string>

#include "profdiff/properties.h"
#include "values/expression_parser.h"

namespace tests {

inline void AppendContext(std::string& out, const profdiff::AslHead& head) {
  out.append("(").append(head.type).append(" ").append(head.context).append(")");
}

inline void AppendBody(std::string& out, const profdiff::AslBody& body) {
  out += " {\n";
  for (const profdiff::AslLet& let : body.lets)
    out += "  LET " + let.name + " = " + profdiff::ExpressionText(let.value) + ";\n";
  out += "  CONDITION: " + profdiff::ExpressionText(body.condition) + ";\n";
  out += "  CONFIDENCE: " + profdiff::ExpressionText(body.confidence) + ";\n";
  out += "  SEVERITY: " + profdiff::ExpressionText(body.severity) + ";\n}\n";
}

inline void AppendProperty(std::string& out, const profdiff::AslProperty& property) {
  out += "PROPERTY " + property.head.name;
  AppendContext(out, property.head);
  if (!property.refines.empty()) out += " REFINES " + property.refines;
  if (!property.hint.empty()) out += " HINT \"" + property.hint + "\"";
  if (property.made_of.empty()) return AppendBody(out, property.body);
  out += " IS " + property.made_of + "<";
  for (std::size_t i = 0; i < property.arguments.size(); ++i) {
    const profdiff::AslExpression& argument = property.arguments[i];
    // An argument with a comparison is in parentheses, because ">" would end the list of arguments.
    const bool compares = argument.back().kind >= profdiff::ExpressionTerm::Kind::kOr &&
                          argument.back().kind <= profdiff::ExpressionTerm::Kind::kNotEqual;
    out += (i == 0 ? "" : ", ");
    out += compares ? "(" + profdiff::ExpressionText(argument) + ")" : profdiff::ExpressionText(argument);
  }
  out += ">;\n";
}

inline void WriteProperties(std::string& out, const profdiff::PropertySet& set) {
  for (const profdiff::AslModel& model : set.models) {
    out += "CONTEXT " + model.head.name + " {";
    for (const std::string& metric : model.metrics) out += "\n  " + metric + ";";
    out += "\n}\n";
  }
  for (const profdiff::AslFunction& function : set.functions) {
    out += "LET " + function.head.name + "(" + function.parameter + ") = " + profdiff::ExpressionText(function.value) +
           ";\n";
  }
  for (const profdiff::AslTemplate& each : set.templates) {
    out += "TEMPLATE " + each.head.name + "<";
    for (std::size_t i = 0; i < each.parameters.size(); ++i) out += (i == 0 ? "" : ", ") + each.parameters[i];
    out += "> ";
    AppendContext(out, each.head);
    AppendBody(out, each.body);
  }
  for (const profdiff::AslProperty& property : set.properties) AppendProperty(out, property);
  for (const profdiff::AslMetaProperty& meta : set.metas) {
    out += "METAPROPERTY " + meta.head.name;
    AppendContext(out, meta.head);
    out += " = " + profdiff::ExpressionText(meta.value) + ";\n";
  }
}

}  // namespace tests

#endif  // TESTS_SUPPORT_WRITE_PROPERTIES_H_
