// SPDX-License-Identifier: GPL-3.0-or-later
// Which function an address of a recorded program is in.
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

// A program, or a library of it, where it was loaded.
struct UftraceModule {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;     // exclusive
  std::uint64_t loaded = 0;  // nanoseconds; 0 if from the beginning
  std::string path;
  bool shares_begin = false;  // another one was loaded there at another time
};

// What is known of an address.
struct UftracePlace {
  const UftraceModule* module = nullptr;        // null: it lies in none
  const UftraceSymbolTable* symbols = nullptr;  // null: none were kept
  std::uint64_t address = 0;                    // as the symbols count
  UftraceSymbolTable::Symbol function;          // may have no name

  // The function's name; where there is none, something that is the same in every run: "libm.so.6+0x1234".
  std::string Name() const;
};

// The modules in the text of a file sid-ID.map, in file order; lines of another form are skipped.
std::vector<UftraceModule> ParseUftraceMap(std::string_view text);

// Where the modules of one program lie. May be asked by several threads.
class UftraceAddresses {
 public:
  // `loadings`: those of this program. `files` is asked as long as this lives.
  UftraceAddresses(std::vector<UftraceModule> modules, std::span<const UftraceLoading> loadings, bool relative_symbols,
                   UftraceSymbolFiles& files);

  // Errors: kSystem, where symbols cannot be read.
  UftracePlace Find(std::uint64_t address, std::uint64_t time) const;

 private:
  std::vector<UftraceModule> modules_;  // by begin, then by time
  bool relative_symbols_;
  UftraceSymbolFiles& files_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_ADDRESSES_H_
