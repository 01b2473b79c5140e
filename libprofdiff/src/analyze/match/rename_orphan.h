// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a function that is left on one side, as far as it can be compared with one of the other side.
// Test: tests/unit/analyze/match/match_rename_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_
#define PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_parts.h"
#include "profdiff/functions.h"

namespace profdiff {

using Words = std::vector<std::string>;  // ascending, each once

struct Orphan {
  FunctionId id;  // of the joined table
  std::string_view linkage_name;
  NameParts parts;
  std::string kind;          // what has to be equal: operator, constructor, clone …
  std::string outline;       // scope and name without template arguments
  bool is_structor = false;  // a constructor or destructor: its name is that of the scope once more
  bool is_library = false;   // an instance of a template of the C++ library
  Words name_words;          // of the last name, in lower case: "parse", "term"
  Words scope_words;         // identifiers of the scope, of parameters, and of all of the name
  Words parameter_words;
  Words all_words;
  std::string_view file;   // empty: unknown
  std::uint64_t size = 0;  // bytes of code; 0: unknown
  std::uint64_t calls = 0;
  double seconds = 0;
  std::vector<FunctionId> callers, callees;  // of the joined table
};

// An orphan with the fields that its name gives.
Orphan DescribeName(std::string_view linkage_name, char leading_char);

// Removes template arguments and parameters from a name.
std::string WithoutBrackets(std::string_view text);

// "ParseTerm" and "parse_term" are of the words "parse" and "term".
Words WordsOfName(std::string_view name);

// The identifiers of a text.
Words Identifiers(std::string_view text);

// 0 … 1: twice what is common by what there is.
double Likeness(const Words& a, const Words& b);

// The words of `a` that `b` has not.
Words Without(const Words& a, const Words& b);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_
