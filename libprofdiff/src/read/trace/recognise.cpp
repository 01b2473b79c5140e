// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises traces: a directory of uftrace by its file "info", an OTF2 archive by its anchor file, a trace of Chrome
// by its first bytes. Lists the files of recordings that consist of several files. Tests: tests/unit/read/trace.
#include <algorithm>
#include <filesystem>
#include <string_view>

#include "read/file/file.h"
#include "read/trace/folder.h"
#include "read/trace/readers.h"
#include "read/trace/uftrace/info.h"

namespace profdiff {
namespace {

constexpr std::string_view kAnchorEnding = ".otf2";

// Endings of the files in a directory recorded by uftrace.
constexpr const char* kUftraceEndings[] = {"info", "task.txt", ".dat", ".map", ".sym", ".dbg"};

bool IsOtf2Anchor(const std::string& path) { return path.ends_with(kAnchorEnding) && IsRegularFile(path); }

}  // namespace

bool IsUftrace(const FirstBytes& file) {
  constexpr std::size_t kFirstBytes = 512;
  return file.is_folder && IsUftraceInfo(FirstBytesOf(JoinPath(file.path, "info"), kFirstBytes));
}

bool IsOtf2(const FirstBytes& file) {
  if (!file.is_folder) return IsOtf2Anchor(file.path);
  return std::ranges::any_of(NamesInFolder(file.path),
                             [&](const std::string& name) { return IsOtf2Anchor(JoinPath(file.path, name)); });
}

// True for an object or a list of objects with a key of the trace format. Every event has a phase, "ph"; an object may
// have other members before its events. Folded stacks can begin with the same brackets, as in "[kernel];main 12".
bool IsChromeTrace(const FirstBytes& file) {
  constexpr std::string_view kKeys[] = {"\"ph\"", "\"traceEvents\"", "\"displayTimeUnit\"", "\"otherData\"",
                                        "\"stackFrames\""};
  if (!file.BeginsWithOneOf("{[")) return false;
  const std::size_t open = file.bytes.find_first_of("{[");
  const std::size_t next = file.bytes.find_first_not_of(" \t\r\n", open + 1);
  if (next == std::string_view::npos || file.bytes[next] != (file.bytes[open] == '{' ? '"' : '{')) return false;
  return std::ranges::any_of(kKeys,
                             [&](std::string_view key) { return file.bytes.find(key) != std::string_view::npos; });
}

// Adds the files of a recording by uftrace; omits other files in the directory, such as reports.
void ListUftraceFiles(const std::string& folder, std::vector<std::string>& files) {
  for (const std::string& name : NamesInFolder(folder)) {
    const auto ends = [&name](const char* ending) { return name.ends_with(ending); };
    if (std::ranges::any_of(kUftraceEndings, ends)) files.push_back(JoinPath(folder, name));
  }
}

// Adds the files of all OTF2 archives in a directory. Each archive has an anchor file STEM.otf2, global definitions
// next to it, and a directory STEM with the local definitions and the events of each location.
void ListOtf2Files(const std::string& path, std::vector<std::string>& files) {
  std::string folder = IsFolder(path) ? path : std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  for (const std::string& anchor : NamesInFolder(folder)) {
    if (!anchor.ends_with(kAnchorEnding)) continue;
    const std::string stem = JoinPath(folder, anchor.substr(0, anchor.size() - kAnchorEnding.size()));
    for (const char* ending : {".otf2", ".def", ".marker"}) files.push_back(stem + ending);
    for (const std::string& name : NamesInFolder(stem)) files.push_back(JoinPath(stem, name));
  }
}

}  // namespace profdiff
