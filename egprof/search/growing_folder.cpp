// SPDX-License-Identifier: GPL-3.0-or-later
// Names come from nm, which also lists the entries of the procedure linkage table: calls of libraries are recorded by
// their addresses. What is written is described in libprofdiff/src/read/trace/uftrace/{info,symbols}.cpp.
#include "egprof/search/growing_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "egprof/process/program.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;

// Version 4, little-endian, 64 bits; symbols count from where their file was loaded.
constexpr std::string_view kHeader("Ftrace!\0\4\0\0\0\50\0\1\2\40\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\0", 40);

std::string OutputOfNm(const std::string& program, const std::string& scratch) {
  const std::string path = scratch + "/names.nm";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return "";
  int error = 0;
  const pid_t process = StartProgram({.words = {"nm", "--synthetic", program}, .output = file}, error);
  close(file);
  if (error != 0 || WaitForProgram(process) != 0) return "";
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// "ADDRESS TYPE NAME"; entries of the procedure linkage table have the type P.
std::string SymbolText(const std::string& program, const std::string& names) {
  std::string text = "# path name: " + fs::absolute(program).lexically_normal().string() + "\n";
  std::istringstream lines(names);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (space == 0 || space == std::string::npos || line.size() < space + 4) continue;  // undefined symbols
    const std::size_t at = line.find('@', space);
    if (at != std::string::npos && std::string_view(line).substr(at) == "@plt") line[space + 1] = 'P';
    text.append(line, 0, at).append("\n");
  }
  return text;
}

bool Link(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_hard_link(from, to, error);
  return !error;
}

// One process. Anything may be missing yet.
bool ShowProcess(const fs::path& from, const fs::path& to, const std::string& info, const std::string& symbols,
                 const std::string& program) {
  std::error_code error;
  if (!fs::exists(from / "task.txt", error)) return false;
  fs::create_directories(to, error);
  bool has_records = false;
  for (const auto& entry : fs::directory_iterator(from, error)) {
    const fs::path name = entry.path().filename();
    const bool is_records = name.extension() == ".dat";
    if (!is_records && name.extension() != ".map" && name != "task.txt") continue;
    if (Link(entry.path(), to / name) && is_records) has_records = true;
  }
  std::ofstream(to / "info", std::ios::binary) << info;
  std::ofstream(to / (fs::path(program).filename().string() + ".sym"), std::ios::binary) << symbols;
  return has_records;
}

}  // namespace

bool GrowingFolder::Show(const std::string& folder, const std::string& scratch) const {
  std::error_code error;
  fs::remove_all(folder, error);
  std::string info(kHeader);
  for (const std::string& specification : specifications) info += "argspec:" + specification + "\n";
  const std::string symbols = SymbolText(program, OutputOfNm(program, scratch));
  if (ShowProcess(recording, folder, info, symbols, program)) return true;
  bool has_some = false;
  for (const auto& entry : fs::directory_iterator(recording, error)) {
    const fs::path to = fs::path(folder) / entry.path().filename();
    if (entry.is_directory(error) && ShowProcess(entry.path(), to, info, symbols, program)) has_some = true;
  }
  return has_some;
}

}  // namespace egprof
