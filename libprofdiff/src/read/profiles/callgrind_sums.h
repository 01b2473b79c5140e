// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up Callgrind's costs, and joins levels of recursion into functions.
// Tests: tests/unit/read/profiles/callgrind_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_CALLGRIND_SUMS_H_
#define PROFDIFF_READ_PROFILES_CALLGRIND_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/context_tree.h"
#include "values/named_functions.h"

namespace profdiff {

// Costs of functions by level: Callgrind counts "f'2", a recursive call of f, separately from the outermost "f".
class CallgrindSums {
 public:
  using Level = std::uint32_t;   // index of a function at a level of recursion
  using CallId = std::uint32_t;  // index of a pair of a caller and a callee, each at a level of recursion

  struct Call {
    Level caller, callee;
    std::uint64_t count = 0, inclusive = 0;
  };

  // Returns the index for a name in the file, such as "f" or "f'2"; adds the name if it is new.
  Level Find(std::string_view name, std::string_view image);

  // AddSelf and AddCall return false if a sum exceeds 63 bits.
  [[nodiscard]] bool AddSelf(Level level, std::uint64_t cost);
  [[nodiscard]] bool AddCall(CallId call, std::uint64_t count, std::uint64_t inclusive);

  CallId FindCall(Level caller, Level callee);

  const NamedFunctions& names() const { return names_; }
  FunctionId FunctionOf(Level level) const { return levels_[level].function; }
  // False for an inner level of recursion, such as "f'2".
  bool IsOutermost(Level level) const { return levels_[level].number == 1; }
  std::size_t levels() const { return levels_.size(); }
  const std::vector<Call>& calls() const { return calls_; }

  // Returns for each call whether its inclusive cost is already part of the inclusive cost of another call, so that
  // adding it would count it twice.
  std::vector<bool> InnerCalls() const;
  // Returns a list indexed by level: the element of a function's outermost level is the function's inclusive cost; the
  // elements of inner levels are 0. The event is given by its self costs (by level) and its inclusive costs (by call).
  // `is_inner`: result of InnerCalls.
  std::vector<std::uint64_t> Totals(std::span<const std::uint64_t> self, std::span<const std::uint64_t> inclusive,
                                    const std::vector<bool>& is_inner) const;

  std::uint64_t total() const { return total_; }
  bool empty() const { return levels_.empty(); }

  // The profile and its function table. Take adds a note to `remarks` if the file does not separate levels of
  // recursion.
  struct Result {
    FunctionTable functions;
    Profile profile;
  };
  Result Take(std::vector<Message>& remarks) const;

 private:
  struct OfLevel {
    FunctionId function;
    std::uint64_t number = 1;  // 1 for the outermost level
    std::uint64_t self = 0;
  };

  bool HasLevels() const;
  std::vector<std::uint64_t> TotalsOfLevels(std::span<const std::uint64_t> self,
                                            std::span<const std::uint64_t> inclusive) const;
  std::vector<std::uint64_t> TotalsOfKnots(std::span<const std::uint64_t> self,
                                           std::span<const std::uint64_t> inclusive,
                                           const std::vector<bool>& is_inner) const;

  NamedFunctions names_;
  NumberSet level_ids_, call_ids_;
  std::vector<OfLevel> levels_;
  std::vector<Call> calls_;
  std::uint64_t total_ = 0, counted_ = 0, included_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_CALLGRIND_SUMS_H_
