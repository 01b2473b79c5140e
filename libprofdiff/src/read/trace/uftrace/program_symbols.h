// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the functions of a program or library, for recordings that lack its symbols because the recorder was killed.
// Tests: tests/unit/read/trace/uftrace/program_symbols_test.cpp.
#ifndef PROFDIFF_READ_TRACE_UFTRACE_PROGRAM_SYMBOLS_H_
#define PROFDIFF_READ_TRACE_UFTRACE_PROGRAM_SYMBOLS_H_

#include <string>
#include <string_view>

namespace profdiff {

// Returns the functions of an ELF file, and the entries of its procedure linkage table, as lines of a symbol file
// (symbols.cpp). Addresses are relative to the load address. Returns an empty text if the file cannot be read, is not a
// little-endian ELF file of 64 bits, or does not have the build id, which is in hexadecimal.
std::string SymbolsOfProgram(const std::string& path, std::string_view build_id);

// Returns the same for the bytes of a file.
std::string SymbolsOfElf(std::string_view bytes, std::string_view build_id);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_UFTRACE_PROGRAM_SYMBOLS_H_
