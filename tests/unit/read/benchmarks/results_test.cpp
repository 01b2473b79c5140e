// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/benchmarks/results.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "profdiff/input.h"
#include "profdiff/models.h"
#include "support/temporary_file.h"

namespace profdiff::results_test {
namespace {

// Returns a line for each point, such as "f time s n=8: 1 2".
std::string Describe(const std::string& text, const std::string& format) {
  const tests::TemporaryFile file(text);
  const Input input(file.path());
  REQUIRE(input.format() != nullptr);
  CHECK(input.format()->name == format);
  const Observations read = ReadObservations(file.path());
  std::ostringstream out;
  for (const ObservedSeries& series : read.series) {
    for (const ObservedPoint& point : series.points) {
      out << series.function << ' ' << series.metric << ' ' << series.unit;
      for (std::size_t i = 0; i < point.at.size(); ++i) out << ' ' << series.parameters[i] << '=' << point.at[i];
      out << ':';
      for (const double value : point.values) out << ' ' << value;
      out << '\n';
    }
  }
  for (const Message& remark : read.remarks) out << remark.cause << '\n';
  return out.str();
}

std::string Row(const std::string& name, const std::string& more) {
  return R"({"name":")" + name + R"(","run_name":")" + name + R"(",)" + more + "}";
}

std::string Google(const std::string& rows) { return R"({"context":{"num_cpus":2},"benchmarks":[)" + rows + "]}"; }

}  // namespace

TEST_CASE("names of Google Benchmark have parameters", "[benchmarks]") {
  const auto split = [](const std::string& text) {
    const BenchmarkCase made = SplitBenchmarkName(text);
    std::ostringstream out;
    out << made.name;
    for (const ParameterValue& at : made.at) out << ' ' << at.name << '=' << at.value;
    return out.str();
  };
  CHECK(split("BM_sort/64") == "BM_sort arg0=64");
  CHECK(split("BM_fill/n:1024/c:4/min_time:0.5/threads:2") == "BM_fill n=1024 c=4 threads=2");
  CHECK(split("BM_copy/fast/8/real_time") == "BM_copy/fast arg1=8");
  CHECK(split("BM<a::b>") == "BM<a::b>");
}

TEST_CASE("repetitions of Google Benchmark are values of one point", "[benchmarks]") {
  const std::string times = R"("run_type":"iteration","iterations":9,"cpu_time":2,"time_unit":"us",)";
  CHECK(
      Describe(Google(Row("f/8", times + R"("real_time":3,"items":7)") + "," + Row("f/8", times + R"("real_time":4)") +
                      "," + Row("f/16", times + R"("error_occurred":true,"error_message":"no","real_time":0)")),
               "google-benchmark") ==
      "f cpu_time s arg0=8: 2e-06 2e-06\nf items  arg0=8: 7\nf real_time s arg0=8: 3e-06 4e-06\n"
      "left out: 1 result marked as failed or skipped, the first one of f/16 (no)\n");
}

TEST_CASE("aggregates of Google Benchmark are used only alone", "[benchmarks]") {
  const auto mean = [](const std::string& name, const std::string& aggregate, const std::string& value) {
    return R"({"name":")" + name + "_" + aggregate + R"(","run_name":")" + name +
           R"(","run_type":"aggregate","aggregate_name":")" + aggregate + R"(","real_time":)" + value +
           R"(,"time_unit":"ns"})";
  };
  CHECK(Describe(Google(mean("f/8", "mean", "5") + "," + mean("f/8", "cv", "0.1") + "," + mean("g/8", "mean", "6") +
                        "," + R"({"name":"g/8","real_time":7,"time_unit":"ns"},)" +
                        R"({"name":"g_BigO","real_time":7,"time_unit":"ns"})"),
                 "google-benchmark") == "f real_time s arg0=8: 5e-09\ng real_time s arg0=8: 7e-09\n");
}

TEST_CASE("hyperfine's runs are values, and its parameters may be texts", "[benchmarks]") {
  CHECK(Describe(R"({"results":[{"command":"./run 10 -q","mean":2,"user":0.5,"times":[1,3],"exit_codes":[0,0],)"
                 R"("parameters":{"n":"10","lib":"a"}},{"command":"false","mean":1,"times":[1],"exit_codes":[1]}]})",
                 "hyperfine") ==
        "./run {n} -q lib=a time s n=10: 1 3\n./run {n} -q lib=a user s n=10: 0.5\n"
        "left out: 1 result of runs that failed, the first one of false\n");
}

TEST_CASE("pytest-benchmark and Criterion have seconds and nanoseconds", "[benchmarks]") {
  CHECK(Describe(
            R"({"machine_info":{},"benchmarks":[{"fullname":"t.py::test[8]","params":{"n":8},)"
            R"("stats":{"rounds":2,"mean":2,"data":[1,3]}},{"fullname":"t.py::other","stats":{"rounds":1,"mean":4}}]})",
            "pytest-benchmark") == "t.py::other time s: 4\nt.py::test time s n=8: 1 3\n");
  const std::string criterion =
      Describe(R"({"sampling_mode":"Linear","iters":[1,2],"times":[100.0,400.0]})", "criterion");
  CHECK(criterion.ends_with(" time s: 1e-07 2e-07\n"));
}

TEST_CASE("tables have a header with names, values and parameters", "[benchmarks]") {
  CHECK(Describe("name,value,unit,n,kind\nsolve,1.25,ms,100,a\r\nsolve,1.5,ms,100,a\n\"sort, b\",900,us,100,\n"
                 "solve,,ms,400,a\n",
                 "benchmark-table") ==
        "solve kind=a value s n=100: 0.00125 0.0015\nsort, b value s n=100: 0.0009\n"
        "left out: 1 result without a value, the first one of solve kind=a\n");
  CHECK(Describe("command,mean,stddev,median,user,system,min,max,parameter_n\n./x 10,0.5,0,0.5,0.25,0.125,0.4,0.6,10\n",
                 "benchmark-table") ==
        "./x {n} system s n=10: 0.125\n./x {n} time s n=10: 0.5\n./x {n} user s n=10: 0.25\n");
  CHECK(Describe("name,iterations,real_time,cpu_time,time_unit,error_occurred,error_message,\"cmp\"\n"
                 "\"f/64\",9,900,400,ns,,,0.5\n\"f_BigO\",,2,1,NlgN,,,\n",
                 "benchmark-table") ==
        "f cmp  arg0=64: 0.5\nf cpu_time s arg0=64: 4e-07\nf real_time s arg0=64: 9e-07\n");
}

TEST_CASE("damaged results are refused", "[benchmarks]") {
  const auto reason = [](const std::string& text) {
    const tests::TemporaryFile file(text);
    try {
      ReadObservations(file.path());
    } catch (const Error& error) {
      return TextOf(error.message()).substr(file.path().size());
    }
    return std::string("read");
  };
  CHECK(reason("name,value,n\nf,x,2\n") == ":2: 'x' is no number");
  CHECK(reason("name,value,n\nf,1\n") == ":2: 2 cells, but 3 columns");
  CHECK(reason(R"({"context":{},"benchmarks":[{"name":"f","real_time":1)").find("damaged at byte") !=
        std::string::npos);
  CHECK(reason(R"({"results":[{"command":"false","mean":1,"times":[1],"exit_codes":[1]}]})") ==
        ": nothing but 1 result of runs that failed, the first one of false");
}

}  // namespace profdiff::results_test
