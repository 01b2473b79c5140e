// SPDX-License-Identifier: GPL-3.0-or-later
// Each step into the document extends the position, for example from "FILE: families" to "FILE: families[0]".
#include "read/families/fields.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "profdiff/error.h"

namespace profdiff {
namespace {

// Returns the path of a member. The path of the whole document is empty.
std::string PathOfMember(const std::string& where, std::string_view name) {
  return where + (where.empty() ? "" : ".") + std::string(name);
}

}  // namespace

void JsonPlace::Fail(const std::string& reason) const {
  throw Error(ErrorCode::kBadArgument, WithoutControls(reason), file, place());
}

Place JsonPlace::place() const { return where.empty() ? Place() : Place::Named(WithoutControls(where)); }

void JsonPlace::RequireKind(DocumentValue::Kind wanted, std::string_view what) const {
  if (kind() != wanted) Fail("expected " + std::string(what));
}

void JsonPlace::AllowOnly(std::initializer_list<std::string_view> keys) const {
  for (const JsonPlace& each : Members()) {
    if (std::ranges::find(keys, each.key) == keys.end()) each.Fail("unknown key");
  }
}

JsonPlace JsonPlace::Get(std::string_view name) const {
  const DocumentValue* const found = value->Find(name);
  if (found == nullptr) Fail("\"" + std::string(name) + "\" is missing");
  return {found, file, PathOfMember(where, name), std::string(name)};
}

std::vector<JsonPlace> JsonPlace::Items() const {
  RequireKind(DocumentValue::Kind::kList, "a list");
  std::vector<JsonPlace> items;
  for (const DocumentValue& item : value->members) {
    items.push_back({&item, file, where + "[" + std::to_string(items.size()) + "]"});
  }
  return items;
}

// A repeated key is an error here, because JSON leaves its meaning open (RFC 8259, section 4).
std::vector<JsonPlace> JsonPlace::Members() const {
  RequireKind(DocumentValue::Kind::kObject, "an object");
  std::vector<JsonPlace> members;
  std::set<std::string_view> seen;
  for (const DocumentValue& member : value->members) {
    const std::string& name = member.name;
    members.push_back({&member, file, PathOfMember(where, name), name});
    if (!seen.insert(name).second) members.back().Fail("occurs twice");
  }
  return members;
}

std::vector<JsonPlace> JsonPlace::ItemsOf(std::string_view name) const {
  return Has(name) ? Get(name).Items() : std::vector<JsonPlace>();
}

std::vector<JsonPlace> JsonPlace::MembersOf(std::string_view name) const {
  return Has(name) ? Get(name).Members() : std::vector<JsonPlace>();
}

double JsonPlace::Number() const {
  RequireKind(DocumentValue::Kind::kNumber, "a number");
  if (!std::isfinite(value->number)) Fail("expected a finite number");
  return value->number;
}

std::string JsonPlace::Text() const {
  RequireKind(DocumentValue::Kind::kText, "a string");
  return value->text;
}

std::string JsonPlace::Name() const {
  constexpr std::size_t kLongest = 200;
  const std::string name = kind() == DocumentValue::Kind::kText && key == "name" ? value->text : key;
  if (name.empty() || name.size() > kLongest || WithoutControls(name) != name) {
    Fail("expected a name of at most 200 characters");
  }
  return name;
}

Expression JsonPlace::AsExpression() const {
  if (kind() == DocumentValue::Kind::kNumber) return ParseExpression(ShortestText(Number()), source());
  RequireKind(DocumentValue::Kind::kText, "an expression");
  return ParseExpression(value->text, source());
}

}  // namespace profdiff
