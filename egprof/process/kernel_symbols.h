// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the running kernel, read once for many recordings: perf script takes .08 s to read them, and perf
// needs only those in which a recording has samples.
// Test: tests/unit/egprof/process/kernel_symbols_test.cpp.
#ifndef EGPROF_PROCESS_KERNEL_SYMBOLS_H_
#define EGPROF_PROCESS_KERNEL_SYMBOLS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace egprof {

class KernelSymbols {
 public:
  // `path`: a file in the format of /proc/kallsyms. A file that cannot be read, and one whose addresses are hidden, has
  // no functions.
  explicit KernelSymbols(const std::string& path = "/proc/kallsyms");

  bool empty() const { return symbols_.empty(); }

  // Returns the lines of the functions that may contain addresses in a file of perf.data, which is not packed, and of
  // the symbols after them, at which perf ends them. With these lines, perf finds the same names as with all of them.
  std::string LinesFor(const std::string& recording) const;

 private:
  struct Symbol {
    std::uint64_t address = 0;
    std::size_t begin = 0, size = 0;  // of the line in text_, with its line feed
    bool is_always_needed = false;    // true if perf looks it up by name
  };

  void AddLine(std::size_t begin, std::size_t end);

  std::string text_;
  std::vector<Symbol> symbols_;  // sorted by address
};

}  // namespace egprof

#endif  // EGPROF_PROCESS_KERNEL_SYMBOLS_H_
