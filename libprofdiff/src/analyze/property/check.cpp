// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a set of properties before anything is measured, so that errors do not appear only after a long recording.
// Tests: tests/unit/analyze/property/compile_test.cpp.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyze/property/compile.h"

namespace profdiff {
namespace {

// Follows the chain of refined properties from each property. A chain longer than the number of properties is circular.
void CheckRefinements(const PropertySet& set) {
  for (const AslProperty& property : set.properties) {
    const AslProperty* refined = &property;
    for (std::size_t steps = 0; !refined->refines.empty(); ++steps) {
      const std::string& name = refined->refines;
      const AslPlace& place = refined->head.place;
      refined = FindDefinition(set.properties, name);
      if (refined == nullptr) FailAt(place, 0, "there is no PROPERTY '" + name + "' to refine");
      if (steps == set.properties.size()) FailAt(place, 0, "'" + property.head.name + "' refines itself");
    }
  }
}

// Checks a template by compiling a property made from it, with the value 1 for each parameter.
void CheckTemplate(const PropertySet& set, const AslTemplate& each) {
  AslProperty property;
  property.head = each.head;
  property.made_of = each.head.name;
  property.arguments.assign(each.parameters.size(),
                            AslExpression{{.kind = ExpressionTerm::Kind::kNumber, .number = 1}});
  CompileProperty(set, property);
}

// Checks a function before any property uses it, if possible. A function that uses metrics of its parameter, or that
// calls other functions, is checked only where it is used.
void CheckFunction(const PropertySet& set, const AslFunction& function) {
  for (const ExpressionTerm& term : function.value) {
    if (term.kind != ExpressionTerm::Kind::kCall || IsKnownFunction(term.name)) continue;
    if (FindDefinition(set.functions, term.name) != nullptr) continue;
    FailAt(function.head.place, term.position, "there is no function '" + term.name + "'");
  }
  const bool takes_metrics = std::ranges::any_of(function.value, [&](const ExpressionTerm& term) {
    return term.kind == ExpressionTerm::Kind::kMetric && term.name == function.parameter;
  });
  // The function's parameter may be a context of any data model. The metrics of this context are unknown until a
  // property uses the function.
  if (takes_metrics) return;
  AslProperty property;
  property.head = function.head;
  const auto uses = [&](const ExpressionTerm& term) { return term.kind == ExpressionTerm::Kind::kCall; };
  if (set.models.empty() || std::ranges::any_of(function.value, uses)) return;
  property.head.type = set.models.front().head.name;
  property.head.context = "(context)";
  property.body.lets.push_back({function.parameter, {{.kind = ExpressionTerm::Kind::kNumber, .number = 1}}});
  property.body.condition = property.body.confidence = property.body.severity = function.value;
  CompileProperty(set, property);
}

void RefuseSharedNames(const PropertySet& set) {
  for (const AslMetaProperty& meta : set.metas) {
    if (FindDefinition(set.properties, meta.head.name) == nullptr) continue;
    FailAt(meta.head.place, 0, "'" + meta.head.name + "' is already a PROPERTY");
  }
}

}  // namespace

// Depth-first topological sort with an explicit stack, so that deep nesting in a file cannot overflow the program's
// stack.
std::vector<const AslMetaProperty*> SortMetas(const PropertySet& set) {
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  struct Visited {
    std::size_t meta, next_term;
  };
  std::vector<State> states(set.metas.size(), State::kNew);
  std::vector<Visited> open;
  std::vector<const AslMetaProperty*> sorted;
  for (std::size_t i = 0; i < set.metas.size(); ++i) {
    if (states[i] == State::kNew) open.push_back({i, 0});
    while (!open.empty()) {
      Visited& top = open.back();
      const AslMetaProperty& meta = set.metas[top.meta];
      states[top.meta] = State::kOpen;
      if (top.next_term == meta.value.size()) {
        states[top.meta] = State::kDone;
        sorted.push_back(&meta);
        open.pop_back();
        continue;
      }
      const ExpressionTerm& term = meta.value[top.next_term++];
      if (term.kind != ExpressionTerm::Kind::kCall || FindDefinition(set.properties, term.name) != nullptr) continue;
      const AslMetaProperty* const needed = FindDefinition(set.metas, term.name);
      if (needed == nullptr) FailAt(meta.head.place, term.position, "there is no property '" + term.name + "'");
      const auto number = static_cast<std::size_t>(needed - set.metas.data());
      if (states[number] == State::kOpen)
        FailAt(meta.head.place, term.position, "'" + term.name + "' depends on itself");
      if (states[number] == State::kNew) open.push_back({number, 0});
    }
  }
  return sorted;
}

void CheckProperties(const PropertySet& set) {
  RefuseSharedNames(set);
  for (const AslFunction& function : set.functions) CheckFunction(set, function);
  for (const AslTemplate& each : set.templates) CheckTemplate(set, each);
  for (const AslProperty& property : set.properties) CompileProperty(set, property);
  CheckRefinements(set);
  SortMetas(set);
}

}  // namespace profdiff
