// SPDX-License-Identifier: GPL-3.0-or-later
// Which function of one execution is which function of the other.
#ifndef PROFDIFF_MATCH_H_
#define PROFDIFF_MATCH_H_

#include <cstdint>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/functions.h"

namespace profdiff {

class Renames;  // profdiff/rename.h

// By which rule two functions were found to be the same, in the order the rules are tried.
enum class MatchRule : std::uint8_t {
  kUnmatched,   // only on one side
  kSameSymbol,  // one image on both sides
  kName,        // the linkage name, unique on both sides
  kFile,        // a name that occurs several times: same source file, in order of address
  kClone,       // compiler clones: same name and same kinds of suffix
  kLine,        // rows that are source lines: same function, file and line
  kRename,      // the base's name as the user's rules change it is the other's
  kSignature,   // the qualified name in C++, unique on both sides, with other parameters
};

// A full outer join of two function tables.
struct Match {
  struct Pair {
    FunctionId base;   // invalid: only the other side has the function
    FunctionId other;  // invalid: only the base has the function
    MatchRule rule = MatchRule::kUnmatched;
  };
  std::vector<Pair> pairs;  // each function of each side stands in exactly one; order as in the joined table

  // The joined functions, same order as `pairs`: by name, source file, address.
  FunctionTable functions;
  std::vector<FunctionId> from_base;   // joined id by base id
  std::vector<FunctionId> from_other;  // joined id by other id
};

// Joins two tables. `same_image` says that both are one image's, read with the same options.
// Symmetric: exchanging the arguments exchanges the sides of each pair and changes nothing else.
// Lines of source, in tables that have them, match by function, file and line; all other rows by the rules of
// functions. `renames`, if given, are the one thing that is about the base's names alone.
// Works on up to `threads` threads; the result is the same for any number.
// Source: differential profile, which function is which.
PROFDIFF_EXPORT Match MatchFunctions(const FunctionTable& base, const FunctionTable& other, bool same_image,
                                     const Renames* renames = nullptr, unsigned threads = 1);

}  // namespace profdiff

#endif  // PROFDIFF_MATCH_H_
