// SPDX-License-Identifier: GPL-3.0-or-later
// Adds the definitions of a file to those of other files. A property or a data model replaces an earlier one of the
// same name. Functions and templates belong to their file: an earlier one of the same name stays as it is for the
// properties of its own file. Tests: tests/unit/analyze/property/compile_test.cpp.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/property/compile.h"

namespace profdiff {
namespace {

using NewNames = std::map<std::string, std::string>;

template <class Definition>
void AddAll(std::vector<Definition>& all, std::vector<Definition> more) {
  for (Definition& definition : more) {
    const auto same =
        std::ranges::find_if(all, [&](const Definition& known) { return known.head.name == definition.head.name; });
    if (same != all.end()) {
      *same = std::move(definition);
    } else {
      all.push_back(std::move(definition));
    }
  }
}

// Renames those of `more` whose names have another meaning in `all`. A new name contains the file's path and therefore
// cannot be written in any file.
template <class Definition>
NewNames RenameTaken(const std::vector<Definition>& all, std::vector<Definition>& more) {
  NewNames names;
  for (Definition& definition : more) {
    const Definition* const known = FindDefinition(all, definition.head.name);
    if (known == nullptr || *known == definition) continue;
    std::string renamed = definition.head.place.file + ":" + definition.head.name;
    names[std::exchange(definition.head.name, renamed)] = renamed;
  }
  return names;
}

void Rename(const NewNames& names, AslExpression& expression) {
  for (ExpressionTerm& term : expression) {
    if (term.kind != ExpressionTerm::Kind::kCall) continue;
    if (const auto found = names.find(term.name); found != names.end()) term.name = found->second;
  }
}

void Rename(const NewNames& names, AslBody& body) {
  for (AslLet& let : body.lets) Rename(names, let.value);
  for (AslExpression* expression : {&body.condition, &body.confidence, &body.severity}) Rename(names, *expression);
}

void KeepFunctionsApart(const PropertySet& set, PropertySet& more) {
  const NewNames names = RenameTaken(set.functions, more.functions);
  for (AslFunction& function : more.functions) Rename(names, function.value);
  for (AslTemplate& each : more.templates) Rename(names, each.body);
  for (AslProperty& property : more.properties) {
    Rename(names, property.body);
    for (AslExpression& argument : property.arguments) Rename(names, argument);
  }
}

void KeepTemplatesApart(const PropertySet& set, PropertySet& more) {
  const NewNames names = RenameTaken(set.templates, more.templates);
  for (AslProperty& property : more.properties) {
    if (const auto found = names.find(property.made_of); found != names.end()) property.made_of = found->second;
  }
}

}  // namespace

void AddProperties(PropertySet& set, PropertySet more) {
  KeepFunctionsApart(set, more);
  KeepTemplatesApart(set, more);
  for (AslModel& model : more.models) {
    if (const AslModel* const known = FindDefinition(set.models, model.head.name)) model.replaced = known->head.place;
  }
  AddAll(set.models, std::move(more.models));
  AddAll(set.functions, std::move(more.functions));
  AddAll(set.templates, std::move(more.templates));
  AddAll(set.properties, std::move(more.properties));
  AddAll(set.metas, std::move(more.metas));
}

}  // namespace profdiff
