// SPDX-License-Identifier: GPL-3.0-or-later
// An object file opened through libbfd. libbfd's types do not appear here: only object_file.cpp includes its header.
#ifndef PROFDIFF_READ_IMAGE_OBJECT_FILE_H_
#define PROFDIFF_READ_IMAGE_OBJECT_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/image.h"
#include "read/image/lines/line_table.h"
#include "read/image/symbol_table.h"

namespace profdiff {

// True if libbfd recognises an open regular file as an object file. Moves the file's position.
bool IsObjectFile(const std::string& path, int descriptor);

struct SymbolList {
  std::vector<RawSymbol> symbols;
  std::shared_ptr<const std::string> names;  // owner of the names; null if the object file owns them
  std::uint32_t elf_machine = 0;             // a constant EM_…, if the symbols were read through libbfd
};

// A section with code, at the addresses [begin, end).
struct CodeSection {
  std::string name;
  std::uint64_t begin = 0, end = 0;
};

// Returns what to do for gprof, which reads no code outside of .text.
inline Remedy RenamingToText(const std::string& section) {
  return {RemedyKind::kConvertWith, "objcopy --rename-section " + section + "=.text"};
}

// The file is open from construction to destruction. Calls acquire the process-wide lock around libbfd themselves, so
// several files can be open at once, on any threads. An ObjectFile must be used by one thread at a time; only functions
// that return constants, and functions with a Diagnostics parameter, may be called at the same time as others.
class ObjectFile {
 public:
  // libbfd's messages about the file become warnings, here and in later calls. See ImageOptions::exact: the text
  // section is then the largest code section if there is no .text, and static functions of COFF files are flagged as
  // functions. Errors: kSystem, kNotAnImage, kNoText.
  ObjectFile(const std::string& path, Diagnostics& diagnostics, bool exact = false);
  ~ObjectFile();
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;

  // Returns the address size and the byte order of the image and of its profiles. Errors: kAddressSize.
  TargetLayout Layout() const;
  std::uint64_t FileBytes() const;

  // The following functions return constants: they may be called at any time, on any thread, and acquire no lock.
  unsigned MinInstructionBytes() const;
  char LeadingChar() const;
  bool FlagsFunctions() const;
  Architecture Machine() const;
  std::string MachineName() const;
  std::uint64_t TextBegin() const;
  std::uint64_t TextOffset() const;  // offset of the text section in the file
  std::uint64_t TextEnd() const;
  // The lowest address in any code section.
  std::uint64_t CodeBegin() const;
  const std::vector<CodeSection>& CodeSections() const;

  // Returns false, with a warning, if the text section has an implausible size and cannot be processed.
  bool HasSoundText();
  // Returns the bytes of the text section; empty, with a warning, if libbfd cannot read them. Errors: kNoText.
  std::string TextBytes();

  // Returns the static symbol table, followed by the symbols that libbfd synthesises for some targets. The table of an
  // ordinary linked ELF file is read without libbfd, with the same result.
  SymbolList Symbols();
  // Returns the same symbols as Symbols(), but always reads them through libbfd.
  SymbolList SymbolsOfLibrary();

  // Returns the source line of a code address; nullopt unless path, function and line are known. A separate debug file
  // is found by libbfd's rules. The strings are valid until the next call.
  std::optional<SourceLine> FindPosition(std::uint64_t address);

  // True if there is debug information, either in the image or in a separate file.
  bool HasDebugInformation(Diagnostics& diagnostics);

  // Returns the path of the separate debug file; empty if there is none.
  std::string DebugFile();

  // Returns the image's DWARF sections, which are valid as long as the object file exists. Returns nullopt if only
  // libbfd can read the debug information: if the image is not linked, or if the debug information is in a format other
  // than DWARF, partly in other files, or unreadable.
  std::optional<DwarfSections> PlainDwarf(Diagnostics& diagnostics);

  // Returns the symbols of the text section that can name code, in the order of the symbol table; nullopt if their
  // sizes are unknown.
  std::optional<std::vector<CodeSymbol>> CodeSymbols();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_OBJECT_FILE_H_
