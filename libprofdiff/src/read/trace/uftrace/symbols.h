// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded symbols of each program and library, in files "NAME.sym".
// Tests: tests/unit/read/trace/uftrace/parts_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profdiff {

// What debug information says of a function: the layouts of its arguments and of its result, such as
// "@arg1/i32,arg2/s", and where it is defined.
struct UftraceSignature {
  std::string_view arguments, result, file;
  std::uint32_t line = 0;  // 0 if unknown
};

class UftraceSymbolTable {
 public:
  struct Symbol {
    std::uint64_t address = 0;
    std::string_view name;  // empty if the symbol is not a function
    // Address of the symbol's end (exclusive); 0 if the symbol extends to the next one.
    std::uint64_t end = 0;
  };

  // `symbols` is the content of NAME.sym; `signatures` is the content of NAME.dbg, which may be empty.
  UftraceSymbolTable(std::string symbols, std::string signatures);
  UftraceSymbolTable(const UftraceSymbolTable&) = delete;
  UftraceSymbolTable& operator=(const UftraceSymbolTable&) = delete;

  // Returns the function at an address; its name is empty if there is none.
  Symbol Find(std::uint64_t address) const;
  // Returns the signature of the function that begins at an address; empty if unknown.
  UftraceSignature SignatureOf(std::uint64_t function) const;

 private:
  std::string symbol_text_, signature_text_;
  std::vector<Symbol> symbols_;  // sorted by address
  std::map<std::uint64_t, UftraceSignature> signatures_;
};

// The symbol tables of a recording, each read on first use. Thread-safe.
class UftraceSymbolFiles {
 public:
  explicit UftraceSymbolFiles(const std::string& folder);

  // Returns the symbols of the file that was loaded as `path`, with the given build id, which may be empty. Symbols
  // that the directory lacks come from a recording beside it, or from the file itself, if the build id is the same.
  // Returns null if there are none.
  const UftraceSymbolTable* Of(const std::string& path, const std::string& build_id);

 private:
  using Key = std::pair<std::string, std::string>;  // path and build id

  std::unique_ptr<UftraceSymbolTable> Read(const Key& key) const;
  std::string FindElsewhere(const std::string& build_id) const;

  std::string folder_;
  // The names of symbol files, without ".sym", by the path of the loaded file.
  std::map<std::string, std::string, std::less<>> by_path_;
  std::mutex mutex_;  // protects tables_
  std::map<Key, std::unique_ptr<UftraceSymbolTable>> tables_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_SYMBOLS_H_
