// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the lines of perf script.
// Tests: tests/unit/read/profiles/perf_script_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_PERF_LINES_H_
#define PROFDIFF_READ_PROFILES_PERF_LINES_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "profdiff/context_tree.h"

namespace profdiff {

// The first line of a sample, such as "worker 1 12394/12395 [003]  1970.251996:    1001001 cpu-clock:u: ".
struct PerfHead {
  std::string_view thread;              // "worker 1 12394/12395"
  std::string_view event;               // "cpu-clock:u"; empty if events have no names
  std::optional<std::uint64_t> period;  // weight of the sample; nullopt if there is none
  std::string_view rest;                // text after the event: the frame, if the recording has no stacks
};

// Parses the first line of a sample; returns nullopt for any other line.
std::optional<PerfHead> ParsePerfHead(std::string_view line);

// Parses PerfHead::thread: the command, and the ids of the process and the thread.
StackThread ParsePerfThread(std::string_view thread);

// A frame, such as "    1733 app::parse+0x23 (/dir/prog)".
struct PerfFrame {
  std::uint64_t address = 0;
  std::string_view name;
  std::string_view image;  // empty if there is none
  bool is_inlined = false;
};

// Parses a frame; returns nullopt for any other line, such as a source line.
std::optional<PerfFrame> ParsePerfFrame(std::string_view line);

// True if a frame without an image ends within one, as in "rec+0x10 (/usr/b".
bool EndsInImage(const PerfFrame& frame);

// A record that is no sample, such as "w 7/7 587.184832: PERF_RECORD_LOST lost 23".
struct PerfRecord {
  std::string_view kind;   // "LOST"
  std::uint64_t lost = 0;  // number of lost records or samples
};

// Parses a record that is no sample; returns nullopt for any other line.
std::optional<PerfRecord> ParsePerfRecord(std::string_view line);

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_PERF_LINES_H_
