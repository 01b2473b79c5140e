// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the records of one thread, "NUMBER.dat".
// Tests: tests/unit/read/trace/uftrace/records_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_RECORDS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_RECORDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profdiff/trace.h"
#include "read/file/byte_source.h"
#include "read/trace/damage.h"
#include "read/trace/source_lines.h"
#include "read/trace/uftrace/addresses.h"
#include "read/trace/uftrace/info.h"
#include "values/name_table.h"
#include "values/value_names.h"

namespace profdiff {

// A program, and the time in nanoseconds at which a thread began to run it.
struct UftraceProgram {
  std::uint64_t time = 0;
  const UftraceAddresses* addresses = nullptr;
};

// The time in nanoseconds at which the scheduler took the processor away from a thread (`out`), or gave it back.
struct UftraceSwitch {
  std::uint64_t time = 0;
  bool out = false;
};

// Properties of a thread that are read from other files of the recording.
struct UftraceThread {
  std::string path;                      // path of the records, for messages
  std::vector<UftraceProgram> programs;  // in the order in which they were run; at least one
  bool is_forked = false;                // true if the thread may return from calls that its parent process entered
  bool keeps_values = false;             // true if arguments and return values are stored
  bool keeps_texts = false;              // true if those that are texts are stored, too
};

struct UftraceCalls {
  CallTree calls;
  std::vector<UftraceSwitch> switches;
  std::vector<CallValue> values;  // sorted by call
  ValueNames value_names;         // of `values`
  SourceLines lines;              // of the functions in `calls`
  std::uint64_t lost_records = 0;
  std::uint64_t last_time = 0;
};

// Reads the records of one thread; `names` receives the names of its functions.
// Errors: kTruncated, kBadTrace, kLostRecords, kNoSymbols, kOverflow; all errors except errors of `source` are reported
// to `damages`.
UftraceCalls ReadUftraceRecords(ByteSource& source, const UftraceInfo& info, const UftraceThread& thread,
                                NameTable& names, Damages& damages);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_RECORDS_H_
