// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/program_traits.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace egprof {
namespace {

// Searches the symbol tables in a program's bytes for names. `found` is set if a symbol equals one of the names or, if
// `begins` is set, begins with one of them.
struct NameSearch {
  std::vector<std::string_view> names;
  bool* found;
  bool begins = false;

  void LookAt(std::string_view bytes) {
    for (const std::string_view name : names) {
      for (std::size_t at = 0; !*found && (at = bytes.find(name, at)) != std::string_view::npos; ++at) {
        const std::size_t end = at + name.size();
        const bool is_begin = at != 0 && bytes[at - 1] == '\0';
        *found = is_begin && end < bytes.size() && (begins || bytes[end] == '\0' || bytes[end] == '@');
      }
    }
  }
};

// Returns the build id in a program's bytes, in hexadecimal digits; empty if there is none. An ELF note has the size of
// its owner's name, that of its contents, and a type, of 4 bytes each; for a build id, the owner is "GNU" and the type
// 3. Big-endian programs are not searched.
std::string BuildIdIn(std::string_view bytes) {
  constexpr std::string_view kAfterSize("\3\0\0\0GNU\0", 8), kNameSize("\4\0\0\0", 4), kDigits = "0123456789abcdef";
  constexpr std::size_t kSizes = 8, kLongestId = 64;
  for (std::size_t at = 0; (at = bytes.find(kAfterSize, at)) != std::string_view::npos; ++at) {
    if (at < kSizes || bytes.substr(at - kSizes, kNameSize.size()) != kNameSize) continue;
    const auto size = static_cast<unsigned char>(bytes[at - kNameSize.size()]);
    const std::string_view note = bytes.substr(at + kAfterSize.size());
    if (size == 0 || size > kLongestId || bytes.substr(at - 3, 3) != std::string_view("\0\0\0", 3)) continue;
    std::string id;
    for (const char c : note.substr(0, size)) {
      id += kDigits[static_cast<unsigned char>(c) >> 4];
      id += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return note.size() < size ? "" : id;
  }
  return "";
}

}  // namespace

std::string BuildIdOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(1 << 20, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return BuildIdIn(bytes);
}

ProgramTraits LookAtProgram(const std::string& path) {
  // The file is read in parts of kPart bytes, each together with the last kOverlap bytes of the part before it. Names
  // that are searched for are shorter than kOverlap.
  constexpr std::size_t kPart = 1 << 20, kOverlap = 64;
  ProgramTraits traits;
  std::error_code error;
  NameSearch searches[] = {{{"main"}, &traits.has_main},
                           {{"mcount", "_mcount", "__fentry__", "__cyg_profile_func_enter"}, &traits.is_traced},
                           {{"GOMP_parallel", "__kmpc_fork_call"}, &traits.has_teams, true},
                           {{"pthread_create", "_ZNSt6thread15_M_start_thread"}, &traits.has_threads, true},
                           {{"MPI_Init", "MPI_Init_thread", "mpi_init_"}, &traits.is_parallel},
                           {{"_mcleanup"}, &traits.writes_gmon}};
  std::ifstream in;
  if (std::filesystem::is_regular_file(path, error)) in.open(path, std::ios::binary);
  traits.is_known = in.is_open();  // a file that can be executed cannot always be read
  std::string bytes;
  while (in.good()) {
    bytes.erase(0, bytes.size() - std::min(bytes.size(), kOverlap));
    const std::size_t before = bytes.size();
    bytes.resize(before + kPart);
    in.read(bytes.data() + before, static_cast<std::streamsize>(kPart));
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
    for (NameSearch& search : searches) search.LookAt(bytes);
  }
  traits.is_parallel = traits.is_parallel || traits.has_teams || traits.has_threads;
  return traits;
}

}  // namespace egprof
