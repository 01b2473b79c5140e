// SPDX-License-Identifier: GPL-3.0-or-later
// libiberty expands @FILE arguments but does not report which files it read, so we find these files before the
// expansion.
// Test: tests/cli/files/outputs.py.
#include "egprof/cli/argument_files.h"

#define HAVE_DECL_BASENAME 1  // otherwise libiberty.h declares a basename() that differs from the C library's
#include <libiberty/libiberty.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace egprof {
namespace {

// Returns the content of a file; nullopt for a pipe, because bytes read here could not be read a second time.
std::optional<std::string> ContentOf(const std::string& path) {
  std::error_code error;
  std::ifstream in;
  if (std::filesystem::is_regular_file(path, error)) in.open(path, std::ios::binary);
  if (!in.is_open()) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::vector<std::string> FilesNamedIn(std::vector<std::string> words) {
  std::vector<std::string> files;
  std::set<std::string> seen;
  while (!words.empty()) {
    const std::string word = std::move(words.back());
    words.pop_back();
    if (!word.starts_with('@') || !seen.insert(word).second) continue;
    if (const std::optional<std::string> content = ContentOf(word.substr(1))) {
      files.push_back(word.substr(1));
      const std::vector<std::string> more = SplitWords(*content);
      words.insert(words.end(), more.begin(), more.end());
    }
  }
  return files;
}

}  // namespace

std::vector<std::string> SplitWords(const std::string& text) {
  char** const found = buildargv(text.c_str());
  std::vector<std::string> words;
  for (char** word = found; word != nullptr && *word != nullptr; ++word) words.emplace_back(*word);
  freeargv(found);
  return words;
}

bool HasOpenQuote(std::string_view text) {
  char open = '\0';    // the quote that is open, or a backslash that escapes the next character
  char around = '\0';  // the quote that was open before the backslash
  for (const char c : text) {
    if (open == '\\') {
      open = around;
    } else if (c == '\\') {
      around = std::exchange(open, c);
    } else if (open == '\0') {
      open = c == '\'' || c == '"' ? c : '\0';
    } else if (c == open) {
      open = '\0';
    }
  }
  return open != '\0';
}

std::vector<std::string> ExpandArguments(int& argc, char**& argv) {
  std::vector<std::string> files;
  if (argc > 1) files = FilesNamedIn({argv + 1, argv + argc});
  expandargv(&argc, &argv);
  return files;
}

}  // namespace egprof
