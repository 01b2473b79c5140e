// SPDX-License-Identifier: GPL-3.0-or-later
// Reads object files through libbfd; no other file includes its header. libbfd has global state: its error code,
// message handler and file cache. Therefore one lock protects every call, and the messages of a call go to the caller's
// Diagnostics; after the call, the previous handler is restored. Only constants are read without the lock: target and
// machine, which are in tables of libbfd, and addresses. Addresses are copied when the file is opened, because libbfd
// moves the sections of an object that is not linked while it searches for a line. While recognising a format, libbfd
// 2.40 writes warnings about damaged files to standard error; no function of its interface prevents this.
// Tests: tests/unit/read/image/image_test.cpp, tests/oracle/lines, tests/oracle.
#define PACKAGE "libprofdiff"  // required by <bfd.h>
#include "read/image/object_file.h"

#include <bfd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "read/file/file.h"
#include "read/file/mapped_file.h"
#include "read/image/coff_symbols.h"
#include "read/image/elf_symbols.h"
#include "read/image/message_format.h"
#include "read/image/plain_symbols.h"
#include "read/image/symbols_below.h"

namespace profdiff {
namespace {

// The lock, and the receiver of messages. This is the only mutable state at file scope; it is needed because libbfd's
// state is global too.
std::mutex bfd_mutex;
Diagnostics* bfd_diagnostics = nullptr;

std::string SectionName(const void* section) { return bfd_section_name(static_cast<const asection*>(section)); }
std::string ObjectName(const void* object) { return bfd_get_filename(static_cast<const bfd*>(object)); }

void CollectMessage(const char* format, std::va_list args) {
  bfd_diagnostics->Warn(Message(ErrorCode::kLibbfd, "BFD: " + FormatMessage(format, args, {SectionName, ObjectName})));
}

// Holds the lock and collects messages during one or a few calls into libbfd.
class BfdCall {
 public:
  explicit BfdCall(Diagnostics& diagnostics) : lock_(bfd_mutex) {
    [[maybe_unused]] static const unsigned initialised = bfd_init();
    bfd_diagnostics = &diagnostics;
    previous_ = bfd_set_error_handler(CollectMessage);
  }
  ~BfdCall() {
    bfd_set_error_handler(previous_);
    bfd_diagnostics = nullptr;
  }
  BfdCall(const BfdCall&) = delete;
  BfdCall& operator=(const BfdCall&) = delete;

 private:
  std::lock_guard<std::mutex> lock_;
  bfd_error_handler_type previous_;
};

struct BfdCloser {
  void operator()(bfd* open) const { bfd_close(open); }
};
using Bfd = std::unique_ptr<bfd, BfdCloser>;

// Returns the largest plausible size of a text section, to limit time and memory for its lines: the size of the file
// or, in a separate debug file, which lacks the bytes of the section, a multiple of it.
std::uint64_t LargestText(std::uint64_t file_bytes, bool is_in_file) {
  constexpr std::uint64_t kSmall = 1 << 20, kTextByByteOfFile = 256;
  return is_in_file ? file_bytes : std::max(kSmall, kTextByByteOfFile * file_bytes);
}

// Gives libbfd its own descriptor of an open file, so that it opens nothing itself. Returns null if this fails.
Bfd OpenAgain(const std::string& path, int descriptor) {
  const int own = DuplicateAtStart(descriptor);
  return Bfd(own < 0 ? nullptr : bfd_fdopenr(path.c_str(), nullptr, own));
}

Bfd OpenObject(const std::string& path, const FileHandle& file) {
  errno = 0;
  Bfd object = OpenAgain(path, file.descriptor());
  // libbfd rejects a directory without giving a reason.
  if (object == nullptr || file.is_folder()) throw SystemError(path, file.is_folder() ? EISDIR : errno);
  object->flags |= BFD_DECOMPRESS;  // as in gprof (GPROF.md, section 3), because .debug sections may be compressed
  if (!bfd_check_format(object.get(), bfd_object))
    throw Error(ErrorCode::kNotAnImage, "not in executable format", path);
  return object;
}

// Returns the section that profiles are about. An exact reading accepts other code than gprof's.
asection* FindText(bfd* object, const std::string& path, bool exact) {
  for (const char* name : {".text", "$CODE$"}) {  // GPROF.md, section 3; "$CODE$" is for HP's object format SOM
    if (asection* text = bfd_get_section_by_name(object, name)) return text;
  }
  asection* largest = nullptr;
  for (asection* section = object->sections; section != nullptr; section = section->next) {
    if ((section->flags & SEC_CODE) != 0 && (largest == nullptr || section->size > largest->size)) largest = section;
  }
  if (exact && largest != nullptr) return largest;
  Remedy remedy;
  if (largest != nullptr) remedy = RenamingToText(bfd_section_name(largest));
  throw Error(ErrorCode::kNoText, "can't find .text section", path, {}, remedy);
}

std::vector<CodeSection> CodeSectionsOf(const bfd* object) {
  std::vector<CodeSection> code;
  for (const asection* section = object->sections; section != nullptr; section = section->next) {
    if ((section->flags & SEC_CODE) == 0) continue;
    code.push_back({bfd_section_name(section), section->vma, section->vma + section->size});
  }
  return code;
}

RawSymbol MakeRawSymbol(asymbol* symbol) {
  const asection* section = bfd_asymbol_section(symbol);
  flagword flags = symbol->flags;
  RawSymbol raw;
  raw.name = bfd_asymbol_name(symbol) != nullptr ? bfd_asymbol_name(symbol) : "";
  raw.is_section = (flags & BSF_SECTION_SYM) != 0;
  raw.is_file = (flags & BSF_FILE) != 0;
  raw.is_local = (flags & BSF_LOCAL) != 0;
  raw.is_function = (flags & BSF_FUNCTION) != 0;
  raw.is_indirect = (flags & BSF_GNU_INDIRECT_FUNCTION) != 0;
  raw.is_debugging = section == nullptr || (flags & BSF_DEBUGGING) != 0;
  if (raw.is_debugging) return raw;
  raw.address = bfd_asymbol_value(symbol);
  raw.in_code = (section->flags & SEC_CODE) != 0;
  raw.letter = static_cast<char>(bfd_decode_symclass(symbol));
  return raw;
}

bool IsLinked(const bfd* object) { return (object->flags & (EXEC_P | DYNAMIC)) != 0; }

char LetterOf(bfd* object, asection* section) {
  asymbol probe = {};
  probe.the_bfd = object;
  probe.name = "";
  probe.section = section;
  probe.flags = BSF_LOCAL;
  return static_cast<char>(bfd_decode_symclass(&probe));
}

// Returns libbfd's sections by ELF section index; nullopt if their names are not unique, or if the image is not linked.
std::optional<std::vector<SymbolSection>> SectionsOf(bfd* object, const asection* text, const ElfSymbolTable& table) {
  if (!IsLinked(object)) return std::nullopt;
  std::vector<SymbolSection> sections;
  for (const char* name : table.section_names()) {
    asection* section = bfd_get_section_by_name(object, name);
    SymbolSection& found = sections.emplace_back();
    if (section == nullptr) continue;
    if (bfd_get_next_section_by_name(nullptr, section) != nullptr) return std::nullopt;
    found = {true, (section->flags & SEC_CODE) != 0, section == text, LetterOf(object, section)};
  }
  return sections;
}

bool CanNameCode(const asymbol* symbol, const asection* text) {
  constexpr flagword kNever = BSF_SECTION_SYM | BSF_FILE | BSF_OBJECT | BSF_THREAD_LOCAL | BSF_RELC | BSF_SRELC;
  return symbol->section == text && (symbol->flags & kNever) == 0;
}

bool HasOtherLines(bfd* object) {
  const asection* section = object->sections;
  while (section != nullptr && !HoldsOtherLines(bfd_section_name(section))) section = section->next;
  return section != nullptr;
}

// Returns the file to which the image's debug information was moved; empty if libbfd does not find one.
std::string DebugFileOf(bfd* object) {
  constexpr const char* kFolder = "/usr/lib/debug";
  char* path = bfd_follow_build_id_debuglink(object, kFolder);
  if (path == nullptr) path = bfd_follow_gnu_debuglink(object, kFolder);
  const std::string found = path == nullptr ? "" : path;
  std::free(path);
  return found;
}

bool IsCoff(const bfd* object) { return bfd_get_flavour(object) == bfd_target_coff_flavour; }
using Below = SymbolsBelow<asymbol>;

// Returns the symbols for queries of lines. Objects that are not linked need all, because their debug information
// refers to them. So do COFF files: at code without lines, libbfd compares all symbols with the debug information, and
// repeats the query at a distance, which can give the line of another function; an exact query passes no symbols to
// prevent it.
Below SymbolsForLines(const std::vector<asymbol*>& symbols, const asection* text, bool exact) {
  const bool is_coff = IsCoff(text->owner);
  if (is_coff || !IsLinked(text->owner)) return Below::All(is_coff && exact ? std::vector<asymbol*>() : symbols);
  std::vector<asymbol*> code;
  std::copy_if(symbols.begin(), symbols.end(), std::back_inserter(code),
               [text](const asymbol* symbol) { return CanNameCode(symbol, text); });
  return Below::Nearest(std::move(code));
}

}  // namespace

struct ObjectFile::State {
  std::string path;
  FileHandle file;
  Diagnostics& diagnostics;
  Bfd object;
  const bool exact;
  asection* text = nullptr;
  std::uint64_t text_begin = 0, text_end = 0;
  std::vector<CodeSection> code;
  std::vector<asymbol*> symbols;  // libbfd's symbols, in the order of the symbol table
  std::unique_ptr<asymbol, decltype(&std::free)> synthetic{nullptr, &std::free};
  std::shared_ptr<const std::string> names;  // names of the code symbols that were read without libbfd
  std::optional<Below> below;
  std::map<std::uint64_t, std::optional<SourceLine>> in_crowds;  // results for addresses with very many symbols
  std::unique_ptr<MappedFile> mapped;
  std::deque<std::string> contents;  // unpacked or relocated contents of sections

  State(const std::string& p, Diagnostics& d, bool e) : path(p), file(p), diagnostics(d), exact(e) {}

  void ReadSymbols();
  std::optional<SourceLine> Ask(std::uint64_t offset);  // returns the line of an offset in the text section
  std::string_view Bytes();                             // of the whole file
  bool FindInFile(asection* section, std::string_view& bytes);
  bool ReadSection(const char* name, std::string_view& bytes);
};

void ObjectFile::State::ReadSymbols() {
  if (!symbols.empty()) return;
  long bytes = bfd_get_symtab_upper_bound(object.get());
  if (bytes <= 0) return;
  symbols.resize(static_cast<std::size_t>(bytes) / sizeof(asymbol*) + 1);
  long count = bfd_canonicalize_symtab(object.get(), symbols.data());
  symbols.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  asymbol* made = nullptr;
  long made_count = bfd_get_synthetic_symtab(object.get(), count, symbols.data(), 0, nullptr, &made);
  synthetic.reset(made);
  for (long i = 0; i < made_count; ++i) symbols.push_back(made + i);
}

std::optional<SourceLine> ObjectFile::State::Ask(std::uint64_t offset) {
  const char* source = nullptr;
  const char* function = nullptr;
  unsigned line = 0;
  const bool found = bfd_find_nearest_line(object.get(), text, below->At(offset), offset, &source, &function, &line);
  if (!found || source == nullptr || function == nullptr || line == 0) return std::nullopt;
  return SourceLine{source, function, line};
}

std::string_view ObjectFile::State::Bytes() {
  if (mapped == nullptr) mapped = std::make_unique<MappedFile>(file);
  return mapped->bytes();
}

// Sets `bytes` to the section's bytes in the mapped file. Returns false if libbfd would return other bytes.
bool ObjectFile::State::FindInFile(asection* section, std::string_view& bytes) {
  constexpr flagword kOtherwise = SEC_IN_MEMORY | SEC_CONSTRUCTOR;
  if (section->compress_status != COMPRESS_SECTION_NONE || (bfd_section_flags(section) & kOtherwise) != 0) return false;
  const std::string_view all = Bytes();
  const auto offset = static_cast<std::uint64_t>(section->filepos);
  if (offset > all.size() || bfd_section_size(section) > all.size() - offset) return false;
  bytes = all.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(bfd_section_size(section)));
  return true;
}

// Reads and unpacks a section. Returns false if several sections have that name, or if the section cannot be read.
bool ObjectFile::State::ReadSection(const char* name, std::string_view& bytes) {
  asection* section = bfd_get_section_by_name(object.get(), name);
  if (section == nullptr) return true;
  if (bfd_get_next_section_by_name(nullptr, section) != nullptr) return false;
  bfd_byte* read = nullptr;
  if ((bfd_section_flags(section) & SEC_HAS_CONTENTS) == 0) return false;
  if (FindInFile(section, bytes)) return true;
  if (!bfd_get_full_section_contents(object.get(), section, &read)) return false;
  std::unique_ptr<bfd_byte, decltype(&std::free)> owner(read, &std::free);
  bytes = contents.emplace_back(reinterpret_cast<const char*>(read), bfd_section_size(section));
  return true;
}

ObjectFile::ObjectFile(const std::string& path, Diagnostics& diagnostics, bool exact)
    : state_(std::make_unique<State>(path, diagnostics, exact)) {
  BfdCall call(diagnostics);
  Bfd object = OpenObject(path, state_->file);
  state_->text = FindText(object.get(), path, exact);
  state_->text_begin = bfd_section_vma(state_->text);
  state_->text_end = state_->text_begin + bfd_section_size(state_->text);
  state_->code = CodeSectionsOf(object.get());
  state_->object = std::move(object);
}

ObjectFile::~ObjectFile() {
  Diagnostics unheard;  // dropped messages: the caller's Diagnostics may no longer exist
  BfdCall call(unheard);
  state_->object.reset();
}

TargetLayout ObjectFile::Layout() const {
  BfdCall call(state_->diagnostics);
  int bits = bfd_get_arch_size(state_->object.get());
  if (bits != 32 && bits != 64) {
    throw Error(ErrorCode::kAddressSize, "address size has unexpected value of " + std::to_string(bits), state_->path);
  }
  TargetLayout layout;
  layout.address_bytes = bits / 8;
  layout.big_endian = bfd_big_endian(state_->object.get());
  layout.sign_extend = bfd_get_sign_extend_vma(state_->object.get()) == 1;
  return layout;
}

unsigned ObjectFile::MinInstructionBytes() const {
  return bfd_get_arch(state_->object.get()) == bfd_arch_alpha ? 4 : 1;  // as in gprof (GPROF.md, section 3)
}

Architecture ObjectFile::Machine() const {
  switch (bfd_get_arch(state_->object.get())) {
    case bfd_arch_i386:
      return Architecture::kX86;
    case bfd_arch_aarch64:
      return Architecture::kAarch64;
    case bfd_arch_alpha:
      return Architecture::kAlpha;
    case bfd_arch_mips:
      return Architecture::kMips;
    case bfd_arch_sparc:
      return Architecture::kSparc;
    case bfd_arch_vax:
      return Architecture::kVax;
    default:
      return Architecture::kOther;
  }
}

std::string ObjectFile::MachineName() const { return bfd_printable_name(state_->object.get()); }

char ObjectFile::LeadingChar() const { return bfd_get_symbol_leading_char(state_->object.get()); }

bool ObjectFile::FlagsFunctions() const {
  switch (bfd_get_flavour(state_->object.get())) {
    case bfd_target_elf_flavour:
    case bfd_target_coff_flavour:
    case bfd_target_xcoff_flavour:
    case bfd_target_som_flavour:
      return true;
    default:
      return false;
  }
}

std::uint64_t ObjectFile::FileBytes() const {
  BfdCall call(state_->diagnostics);
  return bfd_get_size(state_->object.get());
}

std::string ObjectFile::TextBytes() {
  BfdCall call(state_->diagnostics);
  if ((bfd_section_flags(state_->text) & SEC_HAS_CONTENTS) == 0) return {};
  std::uint64_t size = bfd_section_size(state_->text);
  if (size > bfd_get_file_size(state_->object.get())) {  // the file is damaged
    throw Error(ErrorCode::kTextTooLarge, "ran out room for " + std::to_string(size) + " bytes of text space",
                state_->path);
  }
  std::string bytes(size, '\0');
  if (bfd_get_section_contents(state_->object.get(), state_->text, bytes.data(), 0, size)) return bytes;
  state_->diagnostics.Warn(
      Message(ErrorCode::kLibbfd, std::string("bfd_get_section_contents: ") + bfd_errmsg(bfd_get_error())));
  state_->diagnostics.Warn({ErrorCode::kNoCode, "the code cannot be examined for calls"});
  return {};
}

std::uint64_t ObjectFile::TextBegin() const { return state_->text_begin; }
std::uint64_t ObjectFile::TextOffset() const { return static_cast<std::uint64_t>(state_->text->filepos); }
std::uint64_t ObjectFile::TextEnd() const { return state_->text_end; }
const std::vector<CodeSection>& ObjectFile::CodeSections() const { return state_->code; }

std::uint64_t ObjectFile::CodeBegin() const {  // .init and .plt may be below .text
  std::uint64_t begin = state_->text_begin;
  for (const CodeSection& section : state_->code) begin = std::min(begin, section.begin);
  return begin;
}

bool ObjectFile::HasSoundText() {
  BfdCall call(state_->diagnostics);
  const std::uint64_t size = bfd_section_size(state_->text);
  const bool is_in_file = (bfd_section_flags(state_->text) & SEC_HAS_CONTENTS) != 0;
  if (size <= LargestText(bfd_get_file_size(state_->object.get()), is_in_file)) return true;
  state_->diagnostics.Warn("no lines for a damaged .text section of " + std::to_string(size) + " bytes", state_->path);
  return false;
}

SymbolList ObjectFile::Symbols() {
  const ElfSymbolTable table = ElfSymbolTable::Read(state_->file);
  {
    BfdCall call(state_->diagnostics);
    const auto sections = SectionsOf(state_->object.get(), state_->text, table);
    auto symbols = sections ? SymbolsAsTheyStand(table, *sections) : std::nullopt;
    if (symbols) return {std::move(*symbols), table.names()};
  }
  SymbolList list = SymbolsOfLibrary();
  list.elf_machine = table.machine();
  return list;
}

SymbolList ObjectFile::SymbolsOfLibrary() {
  BfdCall call(state_->diagnostics);
  state_->ReadSymbols();
  SymbolList list;
  list.symbols.reserve(state_->symbols.size());
  for (asymbol* symbol : state_->symbols) list.symbols.push_back(MakeRawSymbol(symbol));
  if (state_->exact && IsCoff(state_->object.get())) {
    const std::vector<bool> functions = FindCoffFunctions(state_->Bytes());
    if (functions.size() != list.symbols.size()) return list;
    for (std::size_t i = 0; i < functions.size(); ++i) list.symbols[i].is_function |= functions[i];
  }
  return list;
}

std::optional<SourceLine> ObjectFile::FindPosition(std::uint64_t address) {
  BfdCall call(state_->diagnostics);
  if (auto known = state_->in_crowds.find(address); known != state_->in_crowds.end()) return known->second;
  state_->ReadSymbols();
  if (!state_->below) state_->below = SymbolsForLines(state_->symbols, state_->text, state_->exact);
  std::optional<SourceLine> position = state_->Ask(address - TextBegin());
  if (state_->below->IsCrowd()) state_->in_crowds.emplace(address, position);
  return position;
}

bool ObjectFile::HasDebugInformation(Diagnostics& diagnostics) {
  BfdCall call(diagnostics);
  bfd* object = state_->object.get();
  return bfd_get_flavour(object) != bfd_target_elf_flavour || HasOtherLines(object) ||
         bfd_get_section_by_name(object, ".debug_info") != nullptr || !DebugFileOf(object).empty();
}

std::string ObjectFile::DebugFile() {
  BfdCall call(state_->diagnostics);
  return DebugFileOf(state_->object.get());
}

std::optional<DwarfSections> ObjectFile::PlainDwarf(Diagnostics& diagnostics) {
  BfdCall call(diagnostics);
  bfd* object = state_->object.get();
  if (bfd_get_flavour(object) != bfd_target_elf_flavour || !IsLinked(object) || HasOtherLines(object)) return {};
  DwarfSections found;
  const std::pair<const char*, std::string_view*> wanted[] = {
      {".debug_info", &found.info},         {".debug_abbrev", &found.abbrev},
      {".debug_line", &found.line},         {".debug_line_str", &found.line_str},
      {".debug_str", &found.str},           {".debug_str_offsets", &found.str_offsets},
      {".debug_addr", &found.addr},         {".debug_ranges", &found.ranges},
      {".debug_rnglists", &found.rnglists},
  };
  for (const auto& [name, bytes] : wanted) {
    if (!state_->ReadSection(name, *bytes)) return {};
  }
  if (found.info.empty()) return {};
  found.big_endian = bfd_big_endian(object);
  found.sign_extend = bfd_get_sign_extend_vma(object) == 1;
#ifdef PROFDIFF_FOLLOWS_244
  found.follows_244 = true;
#endif
  return found;
}

std::optional<std::vector<CodeSymbol>> ObjectFile::CodeSymbols() {
  const ElfSymbolTable table = ElfSymbolTable::Read(state_->file);
  BfdCall call(state_->diagnostics);
  state_->names = table.names();
  const auto sections = SectionsOf(state_->object.get(), state_->text, table);
  auto plain = sections ? CodeSymbolsAsTheyStand(table, *sections) : std::nullopt;
  if (plain) return plain;
  state_->ReadSymbols();
  if (table.size() != state_->symbols.size()) return std::nullopt;
  std::vector<CodeSymbol> found;
  for (std::size_t i = 0; i < table.size(); ++i) {
    asymbol* symbol = state_->symbols[i];
    const ElfSymbol details = table[i];
    if (!CanNameCode(symbol, state_->text) || bfd_is_target_special_symbol(state_->object.get(), symbol)) continue;
    if (IsAnnotation(details)) continue;
    const std::uint64_t size = std::max<std::uint64_t>(1, details.size);
    found.push_back({bfd_asymbol_name(symbol), bfd_asymbol_value(symbol), size});
  }
  return found;
}

bool IsObjectFile(const std::string& path, int descriptor) {
  Diagnostics unheard;
  BfdCall call(unheard);
  Bfd object = OpenAgain(path, descriptor);
  return object != nullptr && bfd_check_format(object.get(), bfd_object);
}

}  // namespace profdiff
