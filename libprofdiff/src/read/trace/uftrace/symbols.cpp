// SPDX-License-Identifier: GPL-3.0-or-later
// A symbol file (NAME.sym) has lines of the form "ADDRESS TYPE NAME", sorted by address. uftrace 0.17 writes "ADDRESS
// SIZE TYPE NAME" with the size in bytes, in hexadecimal, or 0 if unknown. The line "# path name: PATH" gives the path
// of the file that contains the symbols. Types T, t, W, w, i, u and P (an entry of the procedure linkage table) are
// functions; all other symbols, such as type "?", only mark the end of the previous symbol. In a file with signatures
// (NAME.dbg), a line "F: ADDRESS NAME" begins a function; lines "L: LINE FILE" (with --srcline), "A: ARGUMENTS" and "R:
// RESULT" follow.
#include "read/trace/uftrace/symbols.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"
#include "profdiff/error.h"
#include "read/file/file.h"
#include "read/trace/folder.h"
#include "read/trace/uftrace/program_symbols.h"

namespace profdiff {
namespace {

constexpr std::string_view kFunctionTypes = "TtWwiPu";
constexpr std::string_view kPathLine = "# path name: ", kBuildIdLine = "# build-id: ";
constexpr std::size_t kMostFolders = 4096;  // number of other recordings in which symbols are looked for
constexpr std::size_t kHeadBytes = 8192;    // bytes at the start of NAME.sym, which contain its path line

std::optional<UftraceSymbolTable::Symbol> ParseSymbol(std::string_view line) {
  const auto address = NumberFrom<std::uint64_t>(TakeUpTo(line, ' '), 16);
  std::string_view type = TakeUpTo(line, ' ');
  std::uint64_t end = 0;
  if (type.size() > 1) {
    const auto size = NumberFrom<std::uint64_t>(type, 16);
    if (!size) return std::nullopt;
    if (address && *size != 0 && *size <= ~*address) end = *address + *size;
    type = TakeUpTo(line, ' ');
  }
  if (!address || type.size() != 1) return std::nullopt;
  const bool is_function = kFunctionTypes.find(type[0]) != std::string_view::npos;
  return UftraceSymbolTable::Symbol{*address, is_function ? line : std::string_view(), end};
}

// Returns the rest of the line that begins with `key`; empty if there is none.
std::string LineOf(std::string_view head, std::string_view key) {
  const std::size_t at = head.find(key);
  return at == std::string_view::npos ? "" : std::string(TakeUpTo(head = head.substr(at + key.size()), '\n'));
}

// Returns the path, without ".sym", of the symbol file in a directory that has the build id; empty if there is none.
std::string FindIn(const std::string& folder, const std::string& build_id) {
  for (const std::string& name : NamesInFolder(folder)) {
    if (!name.ends_with(".sym")) continue;
    const std::string path = JoinPath(folder, name);
    if (LineOf(FirstBytesOf(path, kHeadBytes), kBuildIdLine) == build_id) return path.substr(0, path.size() - 4);
  }
  return {};
}

// Does the same for each recording in a directory, up to `left` of them.
std::string FindInFoldersOf(const std::string& folder, const std::string& build_id, std::size_t& left) {
  for (const std::string& name : NamesInFolder(folder)) {
    const std::string path = JoinPath(folder, name);
    if (left == 0 || !IsRegularFile(JoinPath(path, "task.txt"))) continue;
    --left;
    if (std::string stem = FindIn(path, build_id); !stem.empty()) return stem;
  }
  return {};
}

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string ReadIfThere(const std::string& path) {
  return IsRegularFile(path) ? ReadWholeFile(path, FileKind::kRegular) : std::string();
}

}  // namespace

UftraceSymbolTable::UftraceSymbolTable(std::string symbols, std::string signatures)
    : symbol_text_(std::move(symbols)), signature_text_(std::move(signatures)) {
  for (std::string_view text = symbol_text_; !text.empty();) {
    if (const std::optional<Symbol> symbol = ParseSymbol(TakeUpTo(text, '\n'))) symbols_.push_back(*symbol);
  }
  std::ranges::stable_sort(symbols_, {}, &Symbol::address);
  UftraceSignature* signature = nullptr;
  for (std::string_view text = signature_text_; !text.empty();) {
    std::string_view line = TakeUpTo(text, '\n');
    const std::string_view kind = TakeUpTo(line, ' ');
    if (kind == "F:") signature = &signatures_[NumberFrom<std::uint64_t>(TakeUpTo(line, ' '), 16).value_or(0)];
    if (kind == "L:" && signature != nullptr) {
      signature->line = NumberFrom<std::uint32_t>(TakeUpTo(line, ' ')).value_or(0);
      signature->file = line;
    }
    if (kind == "A:" && signature != nullptr) signature->arguments = line;
    if (kind == "R:" && signature != nullptr) signature->result = line;
  }
}

UftraceSymbolTable::Symbol UftraceSymbolTable::Find(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
  if (after == symbols_.begin()) return {};
  // If several symbols have this address, the first one is used.
  const Symbol& found =
      *std::ranges::lower_bound(symbols_.begin(), after, std::prev(after)->address, {}, &Symbol::address);
  return found.end != 0 && address >= found.end ? Symbol() : found;
}

UftraceSignature UftraceSymbolTable::SignatureOf(std::uint64_t function) const {
  const auto found = signatures_.find(function);
  return found == signatures_.end() ? UftraceSignature() : found->second;
}

UftraceSymbolFiles::UftraceSymbolFiles(const std::string& folder) : folder_(folder) {
  for (const std::string& name : NamesInFolder(folder)) {
    if (!name.ends_with(".sym")) continue;
    const std::string stem = name.substr(0, name.size() - 4);
    by_path_.try_emplace(LineOf(FirstBytesOf(JoinPath(folder, name), kHeadBytes), kPathLine), stem);
    by_path_.try_emplace(stem, stem);  // used if NAME.sym does not contain the path
  }
}

const UftraceSymbolTable* UftraceSymbolFiles::Of(const std::string& path, const std::string& build_id) {
  const std::lock_guard lock(mutex_);
  const auto [table, is_new] = tables_.try_emplace({path, build_id});
  if (is_new) table->second = Read(table->first);
  return table->second.get();
}

// Looks up the full path first, because two libraries in different directories can have the same base name.
std::unique_ptr<UftraceSymbolTable> UftraceSymbolFiles::Read(const Key& key) const {
  const auto& [path, build_id] = key;
  auto found = by_path_.find(path);
  if (found == by_path_.end()) found = by_path_.find(BaseName(path));
  std::string stem = found == by_path_.end() ? "" : JoinPath(folder_, found->second);
  // A recorder that is killed while it writes symbols leaves an empty file.
  if (stem.empty() || FirstBytesOf(stem + ".sym", 1).empty()) stem = FindElsewhere(build_id);
  if (!stem.empty()) {
    return std::make_unique<UftraceSymbolTable>(ReadWholeFile(stem + ".sym", FileKind::kRegular),
                                                ReadIfThere(stem + ".dbg"));
  }
  std::string symbols = SymbolsOfProgram(path, build_id);
  return symbols.empty() ? nullptr : std::make_unique<UftraceSymbolTable>(std::move(symbols), "");
}

// Returns the path, without ".sym", of a symbol file of another recording; empty if there is none. The other recordings
// are those in the same directory, such as the other ranks, and those in the directories beside that one, which are the
// ranks of other runs.
std::string UftraceSymbolFiles::FindElsewhere(const std::string& build_id) const {
  if (build_id.empty()) return {};
  const std::filesystem::path parent = std::filesystem::path(WithoutSlash(folder_)).parent_path();
  const std::string siblings = parent.empty() ? "." : parent.string();
  std::size_t left = kMostFolders;
  if (std::string stem = FindInFoldersOf(siblings, build_id, left); !stem.empty()) return stem;
  const std::string above = JoinPath(siblings, "..");
  for (const std::string& name : NamesInFolder(above)) {
    if (std::string stem = FindInFoldersOf(JoinPath(above, name), build_id, left); !stem.empty()) return stem;
  }
  return {};
}

}  // namespace profdiff
