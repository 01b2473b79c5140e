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
  std::shared_ptr<const std::string> names;  // what all names point into; null if they live as long as the object file
};

// Open from construction to destruction. Calls take the process-wide lock around libbfd for themselves, so several
// files can be open at once, on any threads; one ObjectFile belongs to one thread at a time, but for what is told a
// Diagnostics of its own, and for what is known since it was opened.
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

  // Known since the file was opened: may be called at any time, on any thread, and takes no lock.
  unsigned MinInstructionBytes() const;
  char LeadingChar() const;
  bool FlagsFunctions() const;
  Architecture Machine() const;
  std::string MachineName() const;
  std::uint64_t TextBegin() const;
  std::uint64_t TextOffset() const;  // in the file
  std::uint64_t TextEnd() const;
  // The first byte of all sections of code.
  std::uint64_t CodeBegin() const;

  // False, with a warning, for a text section that says it is larger than it can be: nobody can walk over it.
  bool HasSoundText();
  // The bytes of the text section; none, with a warning, where libbfd cannot read them. Errors: kNoText.
  std::string TextBytes();

  // The static symbol table, with symbols that libbfd makes up for some targets behind it. Of ordinary linked ELF files
  // it is read past libbfd; the answer is the same.
  SymbolList Symbols();
  // The same, always from libbfd.
  SymbolList SymbolsOfLibrary();

  // The line that a code address belongs to by the debug information; nothing unless path, function and line are known.
  // Debug information in a separate file is found as libbfd finds it. The texts live until the next question.
  std::optional<SourceLine> FindPosition(std::uint64_t address);

  // False if there is no debug information, neither in the image nor in a file of its own.
  bool HasDebugInformation(Diagnostics& diagnostics);

  // The file of its own that debug information was moved to; empty if there is none.
  std::string DebugFile();

  // The image's DWARF, which lives as long as the object file. Nothing if the image is not linked, or there is more to
  // its debug information than DWARF, or parts of it lie in other files or cannot be read: then libbfd knows alone.
  std::optional<DwarfSections> PlainDwarf(Diagnostics& diagnostics);

  // The symbols of the text that can name code, in the order of the symbol table. Nothing if their sizes are unknown.
  std::optional<std::vector<CodeSymbol>> CodeSymbols();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// True if `path` opens as a regular file that libbfd knows as an object. Never throws for an unreadable file.
bool IsObjectFile(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_OBJECT_FILE_H_
