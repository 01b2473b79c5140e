// SPDX-License-Identifier: GPL-3.0-or-later
// An object file opened through libbfd, without libbfd's types: object_file.cpp alone includes its header.
#ifndef PROFDIFF_READ_IMAGE_OBJECT_FILE_H_
#define PROFDIFF_READ_IMAGE_OBJECT_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/image.h"
#include "read/image/lines/line_table.h"
#include "read/image/symbol_table.h"

namespace profdiff {

struct SymbolList {
  std::vector<RawSymbol> symbols;
  std::shared_ptr<const std::string> names;  // owner of the names; null if they live as long as the object file
};

// Open from construction to destruction. Calls take the process-wide lock around libbfd themselves, so several files
// can be open at once, on any threads. One ObjectFile must be used by one thread at a time; functions that return
// constants, and those with a Diagnostics parameter, may be called beside others.
class ObjectFile {
 public:
  // libbfd's complaints about the file become warnings, here and in later calls.
  // Errors: kSystem, kNotAnImage, kNoText.
  ObjectFile(const std::string& path, Diagnostics& diagnostics);
  ~ObjectFile();
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;

  // Errors: kAddressSize.
  TargetLayout Layout() const;
  std::uint64_t FileBytes() const;

  // Constants: may be called at any time, on any thread, and take no lock.
  unsigned MinInstructionBytes() const;
  char LeadingChar() const;
  bool FlagsFunctions() const;
  Architecture Machine() const;
  std::string MachineName() const;
  std::uint64_t TextBegin() const;
  std::uint64_t TextOffset() const;  // position in the file
  std::uint64_t TextEnd() const;
  // The first byte of all sections of code.
  std::uint64_t CodeBegin() const;

  // False, with a warning, for a text section with an implausible size, which cannot be processed.
  bool HasSoundText();
  // The bytes of the text section; empty, with a warning, if libbfd cannot read them. Errors: kNoText.
  std::string TextBytes();

  // The static symbol table, followed by the symbols that libbfd synthesizes for some targets. For ordinary linked ELF
  // files it is read without libbfd, with the same result.
  SymbolList Symbols();
  // The same, always through libbfd.
  SymbolList SymbolsOfLibrary();

  // The source line of a code address; nothing unless path, function and line are known. A separate debug file is found
  // by libbfd's rules. The texts are valid until the next call.
  std::optional<SourceLine> FindPosition(std::uint64_t address);

  // False if there is no debug information, neither in the image nor in a separate file.
  bool HasDebugInformation(Diagnostics& diagnostics);

  // The separate debug file; empty if there is none.
  std::string DebugFile();

  // The image's DWARF, which lives as long as the object file. Nothing if only libbfd can read the debug information:
  // the image is not linked, has other formats than DWARF, or parts are in other files or cannot be read.
  std::optional<DwarfSections> PlainDwarf(Diagnostics& diagnostics);

  // The symbols of the text section that can name code, in the order of the symbol table. Nothing if their sizes are
  // unknown.
  std::optional<std::vector<CodeSymbol>> CodeSymbols();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// True if `path` is a regular file that libbfd recognises as an object file. Never throws for an unreadable file.
bool IsObjectFile(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_OBJECT_FILE_H_
