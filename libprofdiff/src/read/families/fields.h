// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a document with their positions for messages, such as "FILE: families[0].members[1].time".
// Tests: tests/cli/select/run.py.
#ifndef PROFDIFF_READ_FAMILIES_FIELDS_H_
#define PROFDIFF_READ_FAMILIES_FIELDS_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/property_set.h"
#include "read/file/json_document.h"

namespace profdiff {

struct JsonPlace {
  const DocumentValue* value;
  std::string file;
  std::string where;     // path of the value in the document; empty for the whole document
  std::string key = {};  // name of the member if the value is a member of an object

  // Errors of all member functions: kBadArgument.
  [[noreturn]] void Fail(const std::string& reason) const;
  void RequireKind(DocumentValue::Kind wanted, std::string_view what) const;
  void AllowOnly(std::initializer_list<std::string_view> keys) const;

  DocumentValue::Kind kind() const { return value->kind; }
  bool Has(std::string_view name) const { return value->Find(name) != nullptr; }
  JsonPlace Get(std::string_view name) const;
  std::vector<JsonPlace> Items() const;    // the elements of a list
  std::vector<JsonPlace> Members() const;  // the members of an object; a repeated name is an error
  // Return the elements or members of the member `name`; none if that member is missing.
  std::vector<JsonPlace> ItemsOf(std::string_view name) const;
  std::vector<JsonPlace> MembersOf(std::string_view name) const;
  double Number() const;  // a finite number
  std::string Text() const;
  // A name, given as a key or a string: at most 200 characters, without control characters.
  std::string Name() const;
  // An expression, given as a string or as a number.
  Expression AsExpression() const;
  Place place() const;
  ExpressionSource source() const { return {file, place(), {}}; }
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_FAMILIES_FIELDS_H_
