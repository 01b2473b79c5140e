// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the JSON of further benchmark tools. All times are seconds, except those of Criterion.
//   hyperfine         {"results": [{command, times: […], mean, user, system, memory_usage_byte: […], exit_codes: […],
//                     parameters: {NAME: TEXT}}…]}; `times` may be missing
//   pytest-benchmark  {"benchmarks": [{fullname, params: {NAME: VALUE}, stats: {data: […], mean}}…]}; `data` is missing
//                     unless --benchmark-save-data was given
//   Criterion         {"iters": […], "times": […]}: nanoseconds of so many iterations; the path has the benchmark's
//                     name, as in target/criterion/NAME/new/sample.json
// Sources: the programs' documentation and output.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "base/text.h"
#include "read/benchmarks/readers.h"
#include "read/benchmarks/results.h"

namespace profdiff {
namespace {

using Kind = DocumentValue::Kind;

std::string WrittenValue(const DocumentValue& value) {
  return value.kind == Kind::kNumber ? ShortestText(value.number) : value.text;
}

std::vector<double> NumbersIn(const DocumentValue& object, std::string_view name) {
  std::vector<double> numbers;
  const DocumentValue* const list = object.Find(name);
  if (list == nullptr || list->kind != Kind::kList) return numbers;
  for (const DocumentValue& value : list->members) {
    numbers.push_back(value.kind == Kind::kNumber ? value.number : std::nan(""));
  }
  return numbers;
}

BenchmarkCase CaseOfHyperfine(const DocumentValue& result) {
  BenchmarkCase of{TextOf(result, "command"), {}};
  const DocumentValue* const parameters = result.Find("parameters");
  if (parameters == nullptr) return of;
  for (const DocumentValue& parameter : parameters->members) {
    of.name = WithoutValue(of.name, parameter.name, WrittenValue(parameter));
  }
  for (const DocumentValue& parameter : parameters->members) of.Set(parameter.name, WrittenValue(parameter));
  return of;
}

void AddOfHyperfine(const DocumentValue& result, BenchmarkResults& results) {
  const BenchmarkCase of = CaseOfHyperfine(result);
  std::vector<double> times = NumbersIn(result, "times");
  const std::vector<double> codes = NumbersIn(result, "exit_codes");
  const auto failed = static_cast<std::size_t>(std::ranges::count_if(codes, [](double code) { return code != 0; }));
  for (std::size_t i = 0; i < failed; ++i) results.LeaveOut("of runs that failed", of.name);
  if (failed != 0 && failed >= times.size()) return;
  if (times.empty()) {
    if (const std::optional<double> mean = NumberOf(result, "mean")) times = {*mean};
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i >= codes.size() || codes[i] == 0) results.Add(of, "time", times[i], "s");
  }
  for (const char* metric : {"user", "system"}) {
    if (const std::optional<double> mean = NumberOf(result, metric)) results.Add(of, metric, *mean, "s");
  }
  for (const double bytes : NumbersIn(result, "memory_usage_byte")) {
    results.Add(of, "memory_usage_byte", bytes, "bytes");
  }
}

void AddOfPytest(const DocumentValue& benchmark, BenchmarkResults& results) {
  BenchmarkCase of{TextOf(benchmark, "fullname"), {}};
  if (of.name.empty()) of.name = TextOf(benchmark, "name");
  const DocumentValue* const parameters = benchmark.Find("params");
  const DocumentValue* const stats = benchmark.Find("stats");
  if (stats == nullptr) return results.LeaveOut("without times", of.name);
  if (parameters != nullptr && !parameters->members.empty()) {
    // "test.py::test_sort[100]": the values of the parameters are in brackets.
    if (of.name.ends_with(']')) of.name.resize(std::min(of.name.find('['), of.name.size()));
    for (const DocumentValue& parameter : parameters->members) of.Set(parameter.name, WrittenValue(parameter));
  }
  std::vector<double> times = NumbersIn(*stats, "data");
  if (times.empty()) {
    if (const std::optional<double> mean = NumberOf(*stats, "mean")) times = {*mean};
  }
  if (times.empty()) results.LeaveOut("without times", of.name);
  for (const double time : times) results.Add(of, "time", time, "s");
}

// Returns the directories between "criterion" and the directory of this measurement, such as "new".
std::string NameOfCriterion(const std::string& path) {
  std::string name;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path().parent_path();
  for (const auto& part : folder) {
    if (part == "criterion") {
      name.clear();
    } else {
      name += (name.empty() ? "" : "/") + part.string();
    }
  }
  return name.empty() ? "benchmark" : name;
}

}  // namespace

void ReadHyperfine(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  const DocumentValue document = ParseJsonDocument(ReadSmallText(source, path), path);
  BenchmarkResults results(path, builder);
  for (const DocumentValue& result : ListIn(document, "results", path).members) AddOfHyperfine(result, results);
  results.Finish();
}

void ReadPytestBenchmark(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  const DocumentValue document = ParseJsonDocument(ReadSmallText(source, path), path);
  BenchmarkResults results(path, builder);
  for (const DocumentValue& benchmark : ListIn(document, "benchmarks", path).members) AddOfPytest(benchmark, results);
  results.Finish();
}

void ReadCriterion(ByteSource& source, const std::string& path, ObservationBuilder& builder) {
  const DocumentValue document = ParseJsonDocument(ReadSmallText(source, path), path);
  BenchmarkResults results(path, builder);
  const BenchmarkCase of = SplitBenchmarkName(NameOfCriterion(path));
  const std::vector<double> iterations = NumbersIn(document, "iters"), times = NumbersIn(document, "times");
  if (iterations.size() != times.size()) {
    throw Error(ErrorCode::kBadProfile, "different numbers of 'iters' and 'times'", path);
  }
  for (std::size_t i = 0; i < times.size(); ++i) results.Add(of, "time", times[i] / iterations[i], "ns");
  results.Finish();
}

}  // namespace profdiff
