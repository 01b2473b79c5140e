// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the function at an address of a recorded program.
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_ADDRESSES_H_
#define PROFDIFF_READ_TRACE_UFTRACE_ADDRESSES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "read/trace/uftrace/symbols.h"
#include "read/trace/uftrace/tasks.h"

namespace profdiff {

// A program or one of its libraries, and its load address.
struct UftraceModule {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // exclusive
  // Time of loading in nanoseconds; 0 if the module was loaded at the start of the program.
  std::uint64_t loaded = 0;
  std::string path;
  std::string build_id = {};  // in hexadecimal; empty if it was not recorded
  bool shares_begin = false;  // true if another module was loaded at the same address at another time
};

// The module and the function at an address.
struct UftracePlace {
  const UftraceModule* module = nullptr;        // null if the address is outside all modules
  const UftraceSymbolTable* symbols = nullptr;  // null if no symbols of the module were recorded
  // Relative to the module's start if UftraceInfo::relative_symbols is set.
  std::uint64_t address = 0;
  UftraceSymbolTable::Symbol function;  // its name is empty if the function is unknown

  // Returns the function's name. Without a name, returns a string that is the same in every run, such as
  // "libm.so.6+0x1234".
  std::string Name() const;
};

// Returns the modules listed in the text of a file sid-ID.map, in file order; lines in any other format are skipped.
std::vector<UftraceModule> ParseUftraceMap(std::string_view text);

// The address ranges of the modules of one program. Thread-safe.
class UftraceAddresses {
 public:
  // `loadings` are the libraries that this program loaded after its start. `files` must outlive this object.
  UftraceAddresses(std::vector<UftraceModule> modules, std::span<const UftraceLoading> loadings, bool relative_symbols,
                   UftraceSymbolFiles& files);

  // Finds the module and the function at an address. `time` is the time of the call, in nanoseconds. Errors: kSystem if
  // symbols cannot be read.
  UftracePlace Find(std::uint64_t address, std::uint64_t time) const;

 private:
  std::vector<UftraceModule> modules_;  // sorted by start address, then by time of loading
  bool relative_symbols_;
  UftraceSymbolFiles& files_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_ADDRESSES_H_
