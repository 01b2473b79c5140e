// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/memory_need.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

#include "egprof/process/machine_memory.h"
#include "profdiff/error.h"
#include "profdiff/input.h"

namespace egprof {
namespace {

namespace fs = std::filesystem;
using profdiff::InputKind;

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kBase = 16 * kMegabyte;
constexpr std::uint64_t kSmall = kMegabyte;  // of a file: it takes no large part of any machine or container
constexpr std::uint64_t kThreadStack = 8 * kMegabyte;
constexpr double kMostOfText = 100;  // bytes of memory for each byte of text

// Bytes of memory for each byte of a file after unpacking. `most` is the bound; `usual` is what an ordinary file takes,
// 0 where that depends on how often its stacks are repeated.
struct Factor {
  double most, usual;
};

Factor FactorOf(const profdiff::Input& input) {
  const std::string_view format = input.format() == nullptr ? "" : input.format()->name;
  // A symbol has 24 bytes in an ELF file of 64 bits, or 16 of 32 bits, and takes 128 bytes; its name takes four times
  // its length.
  if (input.IsImage()) return {12, 0};
  // An arc in a compressed profile has 21 bytes, or 13 with addresses of 32 bits, and takes 100 bytes.
  if (format == "gmon" || format == "ld-profile" || format.empty()) return {8, 4};
  // The shortest call in JSON has 24 bytes, and takes 110 bytes; an ordinary one has 100.
  if (format == "chrome") return {5, 1.1};
  // A call has two records of 16 bytes, and takes 32 bytes; if its function has no other call, its name takes up to 24
  // bytes for each byte. A recorded value has at least 4 bytes and takes 24, and three times as many while the list of
  // values grows.
  if (format == "uftrace") return {24, 1};
  if (input.kind() == InputKind::kTrace) return {4, 2};
  // Two bytes of text can be a node of the tree of stacks, which takes up to 200 bytes.
  return {kMostOfText, 0};
}

// Returns the size after unpacking. The last bytes of a gzip file have it modulo 2^32, if the file has one member.
std::uint64_t UnpackedSize(const fs::path& path, std::uint64_t size) {
  unsigned char mark[2] = {}, end[4] = {};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(mark), sizeof mark) || mark[0] != 0x1f || mark[1] != 0x8b) return size;
  if (!file.seekg(-4, std::ios::end).read(reinterpret_cast<char*>(end), sizeof end)) return size;
  return std::max<std::uint64_t>(size, end[0] | end[1] << 8 | end[2] << 16 | static_cast<std::uint64_t>(end[3]) << 24);
}

// Returns the size of the files of a uftrace recording that are texts: of threads, symbols and maps. A short line takes
// up to kMostOfText times its length.
std::uint64_t SizeOfTexts(const std::string& path) {
  std::error_code error;
  std::uint64_t sum = 0;
  for (fs::directory_iterator files(path, error), end; !error && files != end; files.increment(error)) {
    std::error_code none;
    if (files->path().extension() == ".dat" || !files->is_regular_file(none)) continue;
    const std::uint64_t size = files->file_size(none);
    if (!none) sum += size;
  }
  return sum;
}

// Returns the size of a file, or of all files of a recording; 0 for a pipe and for what does not exist. With `unpacks`,
// opens the file if it is packed.
std::uint64_t SizeOf(const std::string& path, bool unpacks) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return 0;
  if (S_ISREG(info.st_mode)) {
    const auto size = static_cast<std::uint64_t>(info.st_size);
    return unpacks ? UnpackedSize(path, size) : size;
  }
  if (!S_ISDIR(info.st_mode)) return 0;
  std::error_code error;
  std::uint64_t sum = 0;
  for (fs::recursive_directory_iterator files(path, error), end; !error && files != end; files.increment(error)) {
    std::error_code none;
    const std::uint64_t size = files->is_regular_file(none) ? files->file_size(none) : 0;
    if (!none) sum += size;
  }
  return sum;
}

std::string Shown(std::uint64_t bytes) {
  char text[32];
  const double megabytes = static_cast<double>(bytes) / kMegabyte;
  std::snprintf(text, sizeof text, megabytes < 1024 ? "%.0f MB" : "%.1f GB",
                megabytes < 1024 ? megabytes : megabytes / 1024);
  return text;
}

}  // namespace

// Stacks of threads count although they are hardly used.
void LimitMemory(std::uint64_t bytes) {
  const long processors = std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L);
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes + static_cast<std::uint64_t>(processors + 1) * kThreadStack);
  setrlimit(RLIMIT_DATA, &limit);
}

void RequireMemory(const CommandLine& line, Messages& messages) {
  if (line.memory) LimitMemory(*line.memory);
  std::optional<std::uint64_t> machine;
  std::uint64_t most = kBase;
  for (const Operand& operand : line.operands) {
    // A packed file unpacks to at most 1 GiB, so only the limit needs its size. Small files need no look at their
    // format.
    const std::uint64_t size = operand.kind == Operand::Kind::kFile ? SizeOf(operand.text, line.memory.has_value()) : 0;
    if (size == 0 || (!line.memory && size < kSmall)) continue;
    if (!machine) machine = UsableMemory();
    if (!line.memory && size < *machine / 16) continue;
    const profdiff::Input input(operand.text);
    const Factor factor = FactorOf(input);
    most += static_cast<std::uint64_t>(factor.most * static_cast<double>(size));
    if (input.format() != nullptr && input.format()->name == "uftrace") {
      most += static_cast<std::uint64_t>((kMostOfText - factor.most) * static_cast<double>(SizeOfTexts(operand.text)));
    }
    const auto usual = static_cast<std::uint64_t>(factor.usual * static_cast<double>(size));
    if (line.memory && most > *line.memory) {
      throw profdiff::Error(profdiff::ErrorCode::kSystem,
                            "may take the memory to " + Shown(most) + ", more than the " + Shown(*line.memory) +
                                " of --memory; see UNTRUSTED INPUT in egprof(1)",
                            operand.text);
    }
    if (line.memory || usual <= *machine / 2) continue;
    messages.Warn(profdiff::Message("will take about " + Shown(usual) + " of the " + Shown(*machine) +
                                        " of memory here; --memory=SIZE sets a limit",
                                    operand.text));
  }
}

}  // namespace egprof
