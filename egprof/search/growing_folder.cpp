// SPDX-License-Identifier: GPL-3.0-or-later
// Gets the names of functions from nm. nm also lists the entries of the procedure linkage table. These entries are
// needed because a call of a library function is recorded with the address of its entry. The files written here are
// described in libprofdiff/src/read/trace/uftrace/{info,symbols}.cpp.
#include "egprof/search/growing_folder.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "egprof/cli/values.h"
#include "egprof/process/program.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

// Header of uftrace's file "info": version 4, little-endian, 64 bits; addresses of symbols are relative to the load
// address of their file.
constexpr std::string_view kHeader("Ftrace!\0\4\0\0\0\50\0\1\2\40\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\0", 40);

std::string TextOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The output goes to a file next to the recording, because /tmp may be full. The file is removed before it is read.
std::string OutputOfNm(const std::string& program, const fs::path& recording) {
  const fs::path path = recording.parent_path() / "names.nm";
  const OpenFile file(std::fopen(path.c_str(), "w+e"));
  if (!file) return "";
  fs::remove(path);
  const std::optional<std::string> nm = FindTool("nm");
  if (!nm) return "";
  int error = 0;
  const pid_t process = StartProgram({.words = {*nm, "--synthetic", program}, .output = fileno(file.get())}, error);
  if (error != 0 || WaitForProgram(process) != 0) return "";
  return TextOf("/proc/self/fd/" + std::to_string(fileno(file.get())));
}

// Returns the load address of a program in a recorded process; 0 if unknown. The first line of the process's map is
// "BEGIN-END … PATH".
std::uint64_t FindLoadAddress(const fs::path& process, const std::string& program) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(process, error)) {
    if (entry.path().extension() != ".map") continue;
    const std::string text = TextOf(entry.path());
    const std::string line = text.substr(0, text.find('\n'));
    if (line.find("/" + fs::path(program).filename().string()) == std::string::npos) continue;
    return profdiff::NumberFrom<std::uint64_t>(line.substr(0, line.find('-')), 16).value_or(0);
  }
  return 0;
}

// Returns lines of the form "ADDRESS TYPE NAME" with addresses relative to the load address. Addresses from nm include
// the load address if the program has a fixed address, and start at 0 if it is position-independent. Entries of the
// procedure linkage table have the type P.
std::string SymbolText(const std::string& program, const std::string& names, std::uint64_t loaded) {
  std::string text = "# path name: " + fs::absolute(program).lexically_normal().string() + "\n";
  std::istringstream lines(names);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    // skips undefined symbols, which have no address
    if (space == 0 || space == std::string::npos || line.size() < space + 4) continue;
    const std::optional<std::uint64_t> address =
        profdiff::NumberFrom<std::uint64_t>(std::string_view(line).substr(0, space), 16);
    if (!address) continue;
    const std::size_t at = line.find('@', space);
    if (at != std::string::npos && std::string_view(line).substr(at) == "@plt") line[space + 1] = 'P';
    char number[20];
    std::snprintf(number, sizeof number, "%016" PRIx64, *address >= loaded ? *address - loaded : *address);
    text.append(number).append(line, space, at == std::string::npos ? at : at - space).append("\n");
  }
  return text;
}

bool Link(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  return !error;
}

void Write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

fs::path SymbolFile(const fs::path& folder, const std::string& program) {
  return folder / (fs::path(program).filename().string() + ".sym");
}

// Returns the directories of processes: the recording itself if it contains one process, otherwise the directories in
// it.
std::vector<fs::path> ProcessFolders(const std::string& recording) {
  std::error_code error;
  const auto is_one = [&](const fs::path& path) { return fs::exists(path / "task.txt", error); };
  if (is_one(recording)) return {recording};
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(recording, error)) {
    if (is_one(entry.path())) folders.push_back(entry.path());
  }
  return folders;
}

// Fills the view of one process: links its files of records, unless they do not exist yet, and writes the other files.
// Returns true if there are records.
bool ShowProcess(const fs::path& from, const fs::path& to, const std::string& info, const std::string& names,
                 const std::string& program) {
  std::error_code error;
  fs::create_directories(to, error);
  bool has_records = false;
  for (const auto& entry : fs::directory_iterator(from, error)) {
    const fs::path name = entry.path().filename();
    const bool is_records = name.extension() == ".dat";
    if (!is_records && name.extension() != ".map" && name != "task.txt") continue;
    if (Link(entry.path(), to / name) && is_records) has_records = true;
  }
  Write(to / "info", info);
  Write(SymbolFile(to, program), SymbolText(program, names, FindLoadAddress(from, program)));
  return has_records;
}

// True if the symbols are complete: uftrace writes this name at the end of a file of symbols.
bool HasAllSymbols(const std::string& text) { return text.ends_with(" __sym_end\n"); }

}  // namespace

std::string GrowingFolder::Info() const {
  std::string info(kHeader);
  for (const std::string& specification : specifications) info += "argspec:" + specification + "\n";
  return info;
}

bool GrowingFolder::Show(const std::string& folder) const {
  std::error_code error;
  fs::remove_all(folder, error);
  const std::string names = OutputOfNm(program, recording);
  bool has_some = false;
  for (const fs::path& from : ProcessFolders(recording)) {
    const fs::path to = from == recording ? fs::path(folder) : fs::path(folder) / from.filename();
    if (ShowProcess(from, to, Info(), names, program)) has_some = true;
  }
  return has_some;
}

void GrowingFolder::Complete() const {
  std::string names;
  for (const fs::path& process : ProcessFolders(recording)) {
    const fs::path file = SymbolFile(process, program);
    if (HasAllSymbols(TextOf(file))) continue;
    if (names.empty()) names = OutputOfNm(program, recording);
    if (names.empty()) return;
    // rewrites "info", too: uftrace writes it just before the symbols, so it may be incomplete
    Write(process / "info", Info());
    Write(file, SymbolText(program, names, FindLoadAddress(process, program)));
  }
}

}  // namespace egprof
