// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording runs, and in which order.
// Test: tests/unit/egprof/record/plan_test.cpp.
#ifndef EGPROF_RECORD_PLAN_H_
#define EGPROF_RECORD_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "egprof/record/options.h"
#include "profdiff/record.h"

namespace egprof {

using Parameters = std::vector<std::pair<std::string, std::string>>;

// Replaces each "{NAME}" by the value of the parameter NAME.
std::string WithParameters(std::string text, const Parameters& parameters);

// Returns the words that run a command line: itself, split at blanks as a shell does it, or a shell with it. Errors:
// kBadArgument for an open quote or an empty command line.
std::vector<std::string> WordsOfCommand(const RecordOptions& options, const std::string& command);

// Returns the commands of a recording with their programs: each operand once for each combination of the variables'
// values. Hashes are left empty. Errors: kBadArgument for a program that cannot be started, a variable that no command
// contains, or more names than commands.
std::vector<profdiff::RecordedCommand> CommandsOf(const RecordOptions& options);

// The order of runs. With two commands, one pair begins with the first and the next with the second, or the other way
// round, at random; with more, each round has an order of its own.
class RunOrder {
 public:
  RunOrder(std::uint64_t seed, std::size_t commands) : random_(seed), commands_(commands) {}

  // Returns the commands of the next pair or round, as indexes.
  std::vector<std::size_t> Next();

 private:
  std::mt19937_64 random_;
  std::size_t commands_;
  bool is_second_of_block_ = false, begins_with_first_ = false;
};

}  // namespace egprof

#endif  // EGPROF_RECORD_PLAN_H_
