// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files of rename rules: one rule per line, written as on the command line. The option name "--rename=" may be
// omitted. Empty lines and lines that begin with "#" are skipped. Test: tests/unit/read/match/rename_file_test.cpp.
#include <cerrno>
#include <filesystem>

#include "profdiff/match.h"
#include "read/file/file.h"
#include "read/file/text_lines.h"

namespace profdiff {
namespace {

// Removes `prefix` from the front of a line. Returns false if the line does not begin with it.
bool TakePrefix(std::string_view& line, std::string_view prefix) {
  if (line.substr(0, prefix.size()) != prefix) return false;
  line.remove_prefix(prefix.size());
  return true;
}

// Removes quotes as a shell does, so that rules can be copied from a command line into a file.
std::string WithoutQuotes(std::string_view text) {
  constexpr std::string_view kInner = "'\\''";
  if (text.size() < 2 || !text.starts_with('\'') || !text.ends_with('\'')) return std::string(text);
  text = text.substr(1, text.size() - 2);
  std::string plain;
  for (std::size_t at = text.find(kInner); at != std::string_view::npos; at = text.find(kInner)) {
    plain.append(text.substr(0, at)).append("'");
    text.remove_prefix(at + kInner.size());
  }
  plain.append(text);
  return plain;
}

}  // namespace

std::vector<RenameRule> ReadRenameFile(const std::string& path) {
  std::error_code unknown;
  // Without this check, a directory would be read as an empty file (FileSource), that is, as a file without rules.
  if (std::filesystem::is_directory(path, unknown)) throw SystemError(path, EISDIR);
  FileSource file(path);
  TextLines lines(file);
  std::vector<RenameRule> rules;
  for (std::string_view line; lines.Next(line);) {
    if (line.empty() || line.front() == '#') continue;
    bool demangled = TakePrefix(line, "--rename-demangled=");
    if (!demangled) TakePrefix(line, "--rename=");
    rules.push_back({WithoutQuotes(line), demangled});
  }
  return rules;
}

}  // namespace profdiff
