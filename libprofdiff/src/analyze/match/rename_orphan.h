// SPDX-License-Identifier: GPL-3.0-or-later
// Orphans: unmatched functions, with their properties for comparison with functions of the other side.
// Test: tests/unit/analyze/match/match_rename_test.cpp.
#ifndef PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_
#define PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_parts.h"
#include "profdiff/image.h"

namespace profdiff {

using Words = std::vector<std::string>;  // ascending, without duplicates

struct Orphan {
  FunctionId id;  // id in the joined table
  std::string_view linkage_name;
  NameParts parts;
  std::string kind;          // operator, constructor, clone, …; functions of different kinds are never the same
  std::string outline;       // scope and name without template arguments
  bool is_structor = false;  // true for constructors and destructors, whose names repeat the scope's name
  bool is_library = false;   // true for functions of the C++ library, such as instances of its templates
  Words name_words;          // words of the unqualified name, in lower case: "parse", "term"
  Words scope_words;         // identifiers in the scope
  Words parameter_words;     // identifiers in the parameters
  Words all_words;           // identifiers in the whole name
  std::string_view file;     // empty: unknown
  std::uint64_t size = 0;    // bytes of code; 0: unknown
  std::uint64_t calls = 0;
  double seconds = 0;
  std::vector<FunctionId> callers, callees;  // ids in the joined table
};

// Makes an orphan, with the fields that can be derived from its name.
Orphan DescribeName(std::string_view linkage_name, char leading_char);

// Removes template arguments and parameters from a name.
std::string WithoutBrackets(std::string_view text);

// Returns the words of a name, in lower case: "parse" and "term" for both "ParseTerm" and "parse_term".
Words WordsOfName(std::string_view name);

// Returns the identifiers in a name.
Words Identifiers(std::string_view text);

// Dice coefficient, from 0 to 1: twice the number of common words divided by the total number of words of both names.
double Likeness(const Words& a, const Words& b);

// Returns the words of `a` that are not in `b`.
Words Without(const Words& a, const Words& b);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MATCH_RENAME_ORPHAN_H_
