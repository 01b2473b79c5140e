// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols that uftrace kept of each program and library, "NAME.sym".
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// How the arguments and the result of a function are laid out, as uftrace read it from debug information:
// "@arg1/i32,arg2/s".
struct UftraceSignature {
  std::string_view arguments, result;
};

class UftraceSymbolTable {
 public:
  struct Symbol {
    std::uint64_t address = 0;
    std::string_view name;  // empty: what lies here is no function
    std::uint64_t end = 0;  // 0: up to the next symbol
  };

  // `symbols` is the text of NAME.sym, `signatures` that of NAME.dbg, which may be empty.
  UftraceSymbolTable(std::string symbols, std::string signatures);
  UftraceSymbolTable(const UftraceSymbolTable&) = delete;
  UftraceSymbolTable& operator=(const UftraceSymbolTable&) = delete;

  // The function that an address lies in; one without a name if it lies in none.
  Symbol Find(std::uint64_t address) const;
  // Of the function that begins at an address; empty if nothing is known.
  UftraceSignature SignatureOf(std::uint64_t function) const;

 private:
  std::string symbol_text_, signature_text_;
  std::vector<Symbol> symbols_;  // by address
  std::map<std::uint64_t, UftraceSignature> signatures_;
};

// The symbol tables of a folder, each read when it is first asked for. May be asked by several threads.
class UftraceSymbolFiles {
 public:
  explicit UftraceSymbolFiles(const std::string& folder);

  // The symbols of the file that was loaded as `path`; null where none were kept.
  const UftraceSymbolTable* Of(const std::string& path);

 private:
  std::string folder_;
  std::map<std::string, std::string, std::less<>> by_path_;  // path that was loaded -> name without ".sym"
  std::mutex mutex_;                                         // of the tables
  std::map<std::string, std::unique_ptr<UftraceSymbolTable>> tables_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_
