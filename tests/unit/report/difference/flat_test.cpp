// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the flat difference in gprof's layout.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/listing.h"
#include "support/example_runs.h"

namespace profdiff::flat_test {
namespace {

ListingOptions Brief() {
  ListingOptions options;
  options.brief = true;
  return options;
}

std::string Flat(const Difference& difference, const ListingOptions& options = Brief()) {
  std::string out;
  WriteFlatDifference(out, difference, options);
  return out;
}

// Returns the rows without the heading.
std::string Rows(const std::string& listing) {
  std::size_t heading = listing.find("  name    \n");
  return heading == std::string::npos ? "" : listing.substr(heading + 11);
}

TEST_CASE("the paper's example in gprof's layout") {
  CHECK(Flat(SubtractTests(PaperBase(), PaperOther())) ==
        "Flat profile:\n"
        "\n"
        "Each sample counts as 0.01 seconds.\n"
        "  %   cumulative   self              self     total           \n"
        " time   seconds   seconds    calls   s/call   s/call  name    \n"
        " 47.60      3.47     3.47        9     0.39     0.39  f_d\n"
        "-26.47      5.40    -1.93                             main\n"
        " 17.56      6.68     1.28        0                    f_c\n"
        " -8.37      7.29    -0.61        0                    f_b\n");
}

TEST_CASE("the paper's example in the BSD layout") {
  ListingOptions options = Brief();
  options.traditional = true;
  CHECK(Flat(SubtractTests(PaperBase(), PaperOther()), options) ==
        "\ngranularity: each sample hit covers 4 byte(s) for 0.14% of 7.29 seconds\n"
        "\n"
        "  %   cumulative   self              self     total           \n"
        " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
        " 47.6       3.47     3.47        9   385.56   385.56  f_d [2]\n"
        "-26.5       5.40    -1.93                             main [3]\n"
        " 17.6       6.68     1.28        0                    f_c [1]\n"
        " -8.4       7.29    -0.61        0                    f_b [4]\n");
}

TEST_CASE("the sign is base minus other, and changes with the sides") {
  CHECK(Rows(Flat(SubtractTests(PaperOther(), PaperBase()))) ==
        "-47.60      3.47    -3.47       -9     0.39     0.39  f_d\n"
        " 26.47      5.40     1.93                             main\n"
        "-17.56      6.68    -1.28        0                    f_c\n"
        "  8.37      7.29     0.61        0                    f_b\n");
}

TEST_CASE("percentages are of the sum of changes: a net total of zero is harmless") {
  TestExecution base = ProfileBuilder().Function("f", 2).Function("g", 1).Build();
  TestExecution other = ProfileBuilder().Function("f", 1).Function("g", 2).Build();
  CHECK(Rows(Flat(SubtractTests(base, other))) ==
        " 50.00      1.00     1.00                             f\n"
        "-50.00      2.00    -1.00                             g\n");
}

TEST_CASE("a run compared with itself: zeros without sign, no row missing") {
  CHECK(Rows(Flat(SubtractTests(PaperBase(), PaperBase()))) ==
        "  0.00      0.00     0.00        0                    f_b\n"
        "  0.00      0.00     0.00        0                    f_c\n"
        "  0.00      0.00     0.00        0                    f_d\n"
        "  0.00      0.00     0.00                             main\n");
}

TEST_CASE("numbers that round to zero have no sign") {
  TestExecution base = ProfileBuilder(1000).Function("f", 0.001).Function("g", 900).Build();
  TestExecution other = ProfileBuilder(1000).Function("f", 0.002).Function("g", 100).Build();
  CHECK(Rows(Flat(SubtractTests(base, other))) ==
        "100.00    800.00   800.00                             g\n"
        "  0.00    800.00     0.00                             f\n");
}

TEST_CASE("functions that neither side used appear with -z") {
  TestExecution run = ProfileBuilder().Function("f", 1).Function("idle").Build();
  ListingOptions options = Brief();
  CHECK(Rows(Flat(SubtractTests(run, run), options)) == "  0.00      0.00     0.00                             f\n");
  options.show_unused = true;
  CHECK(Rows(Flat(SubtractTests(run, run), options)) ==
        "  0.00      0.00     0.00                             f\n"
        "  0.00      0.00     0.00                             idle\n");
}

TEST_CASE("the unit of the per-call columns is chosen over both sides' own values") {
  TestExecution base = ProfileBuilder(1000).Function("f", 0.5).Call("main", "f", 1000).Build();
  TestExecution other = ProfileBuilder(1000).Function("f", 0.25).Call("main", "f", 500).Build();
  std::string listing = Flat(SubtractTests(base, other));
  CHECK(listing.find("    calls  us/call  us/call  name    \n") != std::string::npos);
  CHECK(Rows(listing) == "100.00      0.25     0.25      500   500.00   500.00  f\n");
}

TEST_CASE("per-call columns are blank if the quotient is meaningless") {
  const auto execution = [](double self, std::uint64_t calls) {
    return ProfileBuilder(1000).Function("f", self).Call("main", "f", calls).Build();
  };
  const auto row = [&](double base, std::uint64_t base_calls, double other, std::uint64_t other_calls) {
    return Rows(Flat(SubtractTests(execution(base, base_calls), execution(other, other_calls))));
  };
  // The time per call is not printed if the numbers of calls differ by less than 5 %: one more call in eighty thousand
  // did not take 100 ms.
  CHECK(row(0.3, 79942, 0.2, 79941) == "100.00      0.10     0.10        1                    f\n");
  CHECK(row(0.3, 100, 0.2, 96) == "100.00      0.10     0.10        4                    f\n");
  CHECK(row(0.3, 100, 0.2, 95) == "100.00      0.10     0.10        5    20.00    20.00  f\n");
  CHECK(row(0.2, 95, 0.3, 100) == "-100.00      0.10    -0.10       -5    20.00    20.00  f\n");
  // In the next two rows, the side with more calls takes less time.
  CHECK(row(0.3, 50, 0.2, 100) == "100.00      0.10     0.10      -50                    f\n");
  CHECK(row(0.2, 100, 0.3, 50) == "-100.00      0.10    -0.10       50                    f\n");
  CHECK(row(0.2, 100, 0.2, 50) == "  0.00      0.00     0.00       50     0.00     0.00  f\n");
}

TEST_CASE("if one per-call column is meaningless, both are blank") {
  const auto execution = [](double self, double callee, std::uint64_t calls) {
    return ProfileBuilder(1000)
        .Function("f", self)
        .Function("g", callee)
        .Call("main", "f", calls)
        .Call("f", "g", 1)
        .Build();
  };
  CHECK(Rows(Flat(SubtractTests(execution(0.3, 1, 100), execution(0.2, 3, 50)))) ==
        "-95.24      2.00    -2.00        0                    g\n"
        "  4.76      2.10     0.10       50                    f\n");
}

TEST_CASE("option --limit keeps the first rows and returns how many are omitted") {
  ListingOptions options = Brief();
  options.limit = 3;
  std::string out = "something\n";
  CHECK(WriteFlatDifference(out, SubtractTests(PaperBase(), PaperOther()), options) == 1);
  CHECK(Rows(out) ==
        " 47.60      3.47     3.47        9     0.39     0.39  f_d\n"
        "-26.47      5.40    -1.93                             main\n"
        " 17.56      6.68     1.28        0                    f_c\n");
  CHECK(out.substr(0, 26) == "something\n\f\nFlat profile:\n");
}

TEST_CASE("names are demangled in the chosen style") {
  TestExecution run = ProfileBuilder().Function("_Z3foov", 1).At("src/foo.cc", 7).Build();
  ListingOptions options = Brief();
  options.names.source_lines = true;
  CHECK(Rows(Flat(SubtractTests(run, run), options)).substr(54) == "foo() (foo.cc:7)\n");
  options.names.full_paths = true;
  options.names.demangle = DemangleStyle::kNone;
  CHECK(Rows(Flat(SubtractTests(run, run), options)).substr(54) == "_Z3foov (src/foo.cc:7)\n");
}

// Returns the number, counted from 1, of the line that begins with `beginning`.
std::size_t LineOf(const std::string& text, const std::string& beginning) {
  const std::size_t at = ("\n" + text).find("\n" + beginning);
  REQUIRE(at != std::string::npos);
  return static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')) + 1;
}

std::size_t LineOfFormFeed(const std::string& text) { return LineOf(text, "\f\n"); }

TEST_CASE("the explanations have as many lines as gprof's") {
  Difference difference = SubtractTests(PaperBase(), PaperOther());
  std::string flat = Flat(difference, {}).substr(Flat(difference).size());
  CHECK(std::count(flat.begin(), flat.end(), '\n') == 33);
  CHECK(LineOfFormFeed(flat) == 28);
  std::string brief, full;
  WriteGraphDifference(brief, difference, Brief());
  WriteGraphDifference(full, difference, {});
  std::string graph = full.substr(full.rfind("-----\n") + 6);
  CHECK(std::count(graph.begin(), graph.end(), '\n') == 88);
  CHECK(LineOfFormFeed(graph) == 83);
  CHECK(LineOf(flat, " %         the percentage of the total running time") == 2);
  CHECK(LineOf(flat, "           the gprof listing if it were to be printed.\n") == 27);
  CHECK(LineOf(flat, "Copyright") == 29);
  CHECK(LineOf(graph, " This table describes the call tree of the program, and was sorted by\n") == 2);
  CHECK(LineOf(graph, " the cycle.\n") == 82);
  CHECK(LineOf(graph, "Copyright") == 84);
  CHECK(full.substr(0, 41) == "\t\t     Call graph (explanation follows)\n\n");
  CHECK(brief.substr(brief.size() - 6) == "-----\n");
}

}  // namespace
}  // namespace profdiff::flat_test
