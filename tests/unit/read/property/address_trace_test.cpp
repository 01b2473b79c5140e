// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for address traces: where a program was loaded, which references are counted, and which input is rejected.
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/property/addresses/trace_image.h"
#include "support/properties.h"
#include "support/references.h"
#include "support/temporary_file.h"

namespace profdiff::address_trace_test {

using tests::Describe;
using tests::Measure;
using tests::MeasureError;

namespace {

std::string Without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

}  // namespace

TEST_CASE("An address trace has lines, and their parts by array", "[properties]") {
  const tests::ReferencesProgram program;
  const std::string trace = tests::ReferencesTrace();
  const Measurements measurements = Measure(trace, program.Options());
  const std::string text = Describe(measurements);
  CHECK(text.starts_with("function main Dr="));
  CHECK(text.find("line column:24 Dr=0 Dw=144 D1mr=0 D1mw=144 D1compulsory=24 D1capacity=0 D1conflict=120\n"
                  "line column:24 Dr=0 Dw=144 D1mr=0 D1mw=144 D1compulsory=24 D1capacity=0 D1conflict=120\n") !=
        std::string::npos);
  // Line 30 has two arrays: one causes all read misses, and the other all write misses.
  CHECK(text.find("line row:30 Dr=144 Dw=144 D1mr=24 D1mw=24 D1compulsory=24 D1capacity=23 D1conflict=1\n"
                  "line row:30 Dr=144 Dw=144 D1mr=0 D1mw=24 D1compulsory=24 D1capacity=0 D1conflict=0\n"
                  "line row:30 Dr=144 Dw=144 D1mr=24 D1mw=0 D1compulsory=0 D1capacity=23 D1conflict=1\n") !=
        std::string::npos);
  std::string arrays;
  for (const Region& region : measurements.regions) {
    if (region.kind != RegionKind::kLine || region.line != 30) continue;
    arrays += region.data_structure + "(";
    for (const std::string& array : region.arrays) arrays += array + " ";
    arrays += ") ";
  }
  CHECK(arrays == "(vn un ) vn() un() ");
  CHECK(measurements.machine == "D1 cache: 1024 B, 64 B, 2-way associative");
  CHECK(measurements.instances == 1);
  CHECK(measurements.remarks.empty());
}

TEST_CASE("An address trace has the loops of its program", "[properties]") {
  const tests::ReferencesProgram program;
  const Measurements measurements = Measure(tests::ReferencesTrace(), program.Options());
  std::string loops;
  for (const Region& region : measurements.regions) {
    if (region.kind != RegionKind::kLoop || !region.data_structure.empty()) continue;
    const Region& outer = measurements.regions[region.parent.value];
    loops += region.name + " " + std::to_string(region.number) + " line " + std::to_string(region.line) + " in " +
             std::string(RegionKindName(outer.kind)) + " " + std::to_string(outer.number) + "\n";
  }
  CHECK(loops ==
        "column 1 line 23 in function 0\n"
        "column 2 line 24 in loop 1\n"
        "others 1 line 37 in function 0\n"
        "others 2 line 38 in function 0\n"
        "others 3 line 39 in function 0\n"
        "others 4 line 40 in function 0\n"
        "row 1 line 29 in function 0\n"
        "row 2 line 30 in loop 1\n");
  const std::string text = Describe(measurements);
  CHECK(text.find("loop column:24 Dr=0 Dw=144 D1mr=0 D1mw=144 D1compulsory=24 D1capacity=0 D1conflict=120\n") !=
        std::string::npos);
}

TEST_CASE("The phase of an address trace is a function", "[properties]") {
  const tests::ReferencesProgram program;
  const std::string trace = tests::ReferencesTrace();
  const Measurements measurements = Measure(trace, program.Options("draw"));
  CHECK(measurements.instances == 300);
  CHECK(Describe(measurements).starts_with("function draw Dr=600 Dw=300 "));
  CHECK(MeasureError(trace, program.Options("nobody")).find("no function 'nobody' in ") != std::string::npos);
}

TEST_CASE("If a loop is the phase, only references while it runs count", "[properties]") {
  const tests::ReferencesProgram program;
  const std::string trace = tests::ReferencesTrace();
  const auto loop_at = [&](const std::string& function, std::uint32_t line) {
    MeasureOptions options = program.Options(function);
    options.phase_line = line;
    return options;
  };
  const Measurements outer = Measure(trace, loop_at("column", 23));
  const std::string text = Describe(outer);
  CHECK(text.starts_with("loop column:23 Dr=0 Dw=144 D1mr=0 D1mw=144 D1compulsory=24 D1capacity=0 D1conflict=120\n"));
  CHECK(text.find("loop column:24 Dr=0 Dw=144 ") != std::string::npos);
  CHECK(text.find("line column:24 Dr=0 Dw=144 ") != std::string::npos);
  CHECK(text.find("function") == std::string::npos);
  CHECK(outer.instances == 1);
  const Measurements inner = Measure(trace, loop_at("column", 24));
  CHECK(Describe(inner).find("loop column:23") == std::string::npos);
  CHECK(inner.regions[inner.phase.value].number == 2);
  // Only the 200 calls of draw in this loop belong to the phase. The function others calls draw another 100 times in
  // its second loop.
  const std::string calls = Describe(Measure(trace, loop_at("others", 37)));
  CHECK(calls.find("function draw Dr=400 Dw=200 ") != std::string::npos);
  CHECK(calls.find("loop others:38") == std::string::npos);
  MeasureOptions buckets = loop_at("row", 30);
  buckets.buckets = 4;
  std::uint64_t references = 0;
  for (const AddressBucket& bucket : Measure(trace, buckets).histogram) references += bucket.references();
  CHECK(references == 288);
  CHECK(MeasureError(trace, loop_at("row", 24)) ==
        "FILE: address trace: no loop at row:24; loops of that function are at lines 29, 30");
  CHECK(MeasureError(trace, loop_at("draw", 3)) == "FILE: address trace: no loop at draw:3; that function has none");
}

TEST_CASE("A program's place in memory is where its entry and main run, and where it has no data", "[properties]") {
  const tests::ReferencesProgram program;
  const TraceImage image(program.path());
  const std::uint64_t entry = image.layout().entry, main = image.FindFunction("main").value();
  REQUIRE(image.layout().is_movable);
  const auto bias = [&](std::vector<std::uint64_t> instructions) -> std::optional<std::uint64_t> {
    TraceBias found(image);
    std::uint64_t from = 0;
    for (const std::uint64_t each : instructions) {
      found.See(each, from);
      from = each;
    }
    return found.is_known() ? std::optional(found.value()) : std::nullopt;
  };
  CHECK(bias({0x108000 + entry, 0x108000 + main}) == 0x108000);
  CHECK(bias({0x108000 + main, 0x108000 + entry}) == std::nullopt);
  // Two load addresses, 0x4000000 and 0x5000000, are possible for the executed instructions at the offsets of entry and
  // main. An instruction at 0x4000000 + data excludes the first one, because the program has data there.
  const std::uint64_t data = image.layout().spans.front().begin, library = 0x7000001;
  CHECK(bias({0x4000000 + data, 0x4000000 + entry, 0x4000000 + main, 0x5000000 + entry, library, 0x5000000 + main}) ==
        0x5000000);
  CHECK(bias({0x4000000 + entry, 0x4000000 + data, 0x4000000 + main, 0x5000000 + entry, library, 0x5000000 + main}) ==
        0x5000000);
  CHECK(bias({0x108001 + entry, 0x108001 + main}) == std::nullopt);
  // Two load addresses, 0x4000000 and 0x108000, are possible. The first one is that of the C library, because the
  // instruction at 0x4000000 + main follows a nearby instruction, whereas the program's main is called by the library.
  CHECK(bias({library, 0x4000000 + entry, 0x4000000 + main, library + 1, 0x108000 + entry, library + 2,
              0x108000 + main}) == 0x108000);
}

TEST_CASE("Code belongs to the symbol that contains it", "[properties]") {
  const tests::ReferencesProgram program;
  const TraceImage image(program.path());
  const std::uint64_t main = image.FindFunction("main").value();
  const TraceImage::Symbol* const symbol = image.SymbolAt(main);
  REQUIRE(symbol != nullptr);
  CHECK(symbol->name == "main");
  CHECK(symbol->file.ends_with("references.c"));
  CHECK(image.SymbolAt(symbol->extent.end - 1) == symbol);
  CHECK(image.SymbolAt(symbol->extent.end) != symbol);
  CHECK(image.SymbolAt(0) == nullptr);
  CHECK(image.SymbolAt(~std::uint64_t{0}) == nullptr);
}

TEST_CASE("Errors in an address trace are one line", "[properties]") {
  const tests::ReferencesProgram program;
  const std::string trace = tests::ReferencesTrace();
  const MeasureOptions options = program.Options();
  const auto error = [&](const std::string& text, const MeasureOptions& with) {
    return Without(MeasureError(text, with), "FILE: address trace: ");
  };
  const std::string cut = trace.substr(0, trace.size() / 2);
  CHECK(error(cut, options).ends_with(": the trace ends before its program does"));
  MeasureOptions salvage = options;
  salvage.salvage = true;
  CHECK(Measure(cut, salvage).missing.size() == 1);
  CHECK(error("I  0401ab70,3\n", {}) == "it does not name its program");
  CHECK(error("==1== Command: ./nothing a\nI  0401ab70,3\n", {}) == "its program ./nothing does not exist");
  const tests::TemporaryFile source("int main() {}\n");
  MeasureOptions of_source = options;
  of_source.image = source.path();
  CHECK(error(trace, of_source) == source.path() + " is not a program");
  CHECK(error("I  0401ab70,3\n", options) == "its instructions do not belong to " + program.path());
  CHECK(error("I  0401ab70,3\n S 11111111111111111,8\n", options) ==
        "FILE: address trace, line 2: an address of more than 64 bits");
  MeasureOptions odd = options;
  odd.cache_line = 48;
  CHECK(error(trace, odd) == "not a valid cache: D1 cache: 1024 B, 48 B, 2-way associative");
  // Output of the traced program may appear between the trace's records.
  const std::size_t middle = trace.find('\n', trace.size() / 2) + 1;
  const std::string printed = trace.substr(0, middle) + "I  am a line\n L \n S 1,x\n M ,8\n" + trace.substr(middle);
  CHECK(Describe(Measure(printed, options)) == Describe(Measure(trace, options)));
}

}  // namespace profdiff::address_trace_test
