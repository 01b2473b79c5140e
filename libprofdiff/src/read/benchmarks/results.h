// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of benchmark results share.
// Tests: tests/unit/read/benchmarks/results_test.cpp.
#ifndef PROFDIFF_READ_BENCHMARKS_RESULTS_H_
#define PROFDIFF_READ_BENCHMARKS_RESULTS_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "read/file/byte_source.h"
#include "read/file/json_document.h"
#include "values/observation_builder.h"

namespace profdiff {

// A benchmark and the parameters with which it ran. Parameters that are not numbers are a part of the name.
struct BenchmarkCase {
  std::string name;
  ParameterValues at;

  // Adds a parameter as it is written.
  void Set(const std::string& parameter, std::string_view value);
};

// Splits a name of Google Benchmark, such as "BM_fill/1024/c:4/threads:2": parts that are numbers are parameters, named
// by what precedes them or else "arg0", "arg1" and so on by their place. Parts that say how the benchmark is run, such
// as "min_time:0.5", are left out.
BenchmarkCase SplitBenchmarkName(std::string_view text);

// Replaces words of a command that are the value of a parameter by the parameter's name in braces, so that the command
// has the same name for all values.
std::string WithoutValue(const std::string& command, const std::string& parameter, const std::string& value);

// Adds values to a builder, and counts what it leaves out.
class BenchmarkResults {
 public:
  BenchmarkResults(const std::string& path, ObservationBuilder& builder) : path_(path), builder_(builder) {}

  // Adds a value, in seconds if `unit` is a unit of time. Values that are not finite, and those of parameters that are
  // not above 0, are left out.
  void Add(const BenchmarkCase& of, const std::string& metric, double value, std::string_view unit);
  // Leaves out a result of the file, for a reason such as "failed".
  void LeaveOut(const std::string& reason, const std::string& name);

  // Adds remarks about what was left out. Errors: kBadProfile if nothing was added.
  void Finish();

 private:
  struct Omission {
    std::size_t count = 0;
    std::string first;  // name of the first one
  };

  const std::string& path_;
  ObservationBuilder& builder_;
  std::size_t added_ = 0;
  std::map<std::string, Omission> omissions_;  // by reason
};

// Reads all of a small text. Errors: kUnsupported for more than 64 MiB.
std::string ReadSmallText(ByteSource& source, const std::string& path);

// Returns the list that is a member of a document. Errors: kBadProfile.
const DocumentValue& ListIn(const DocumentValue& document, std::string_view name, const std::string& path);

// Return the text, or the number, of a member; empty or nullopt if there is no such member.
std::string TextOf(const DocumentValue& object, std::string_view name);
std::optional<double> NumberOf(const DocumentValue& object, std::string_view name);

}  // namespace profdiff

#endif  // PROFDIFF_READ_BENCHMARKS_RESULTS_H_
