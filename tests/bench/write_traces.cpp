// SPDX-License-Identifier: GPL-3.0-or-later
// write_traces FOLDER CALLS FACTOR RATE: writes two executions of CALLS calls each, as uftrace records them, to
// FOLDER/a and FOLDER/b. Lists of calls are FACTOR long, and the share RATE of the calls differs.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/trace_maker.h"
#include "support/uftrace_bytes.h"

namespace {

using profdiff::CallTree;

constexpr std::uint64_t kProgram = tests::UftraceRecords::kProgram, kText = 0x1000, kFunctionBytes = 64;

std::uint64_t AddressOf(std::uint32_t function) { return kText + kFunctionBytes * function; }

void WriteFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Returns a line such as "0000000000001040 T function_1". The letter is the symbol type that nm prints.
std::string SymbolLine(std::uint64_t address, const std::string& rest) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "%016" PRIx64 " ", address);
  return digits + rest + "\n";
}

void WriteDescription(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  WriteFile(folder / "info", tests::UftraceInfoBytes());
  WriteFile(folder / "task.txt",
            "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\nTASK timestamp=0.000000002 tid=10 pid=10\n");
  WriteFile(folder / "sid-aa.map", "400000-500000 r-xp 00000000 00:00 0    /p\n");
  std::string symbols = "# path name: /p\n";
  for (std::uint32_t i = 0; i < names.size(); ++i) symbols += SymbolLine(AddressOf(i), "T " + names[i]);
  WriteFile(folder / "p.sym",
            symbols + SymbolLine(AddressOf(static_cast<std::uint32_t>(names.size())), "? __func_end"));
}

class RecordFile {
 public:
  explicit RecordFile(const std::filesystem::path& path) : file_(std::fopen(path.c_str(), "wb")) {
    if (file_ == nullptr) std::exit(EXIT_FAILURE);
  }
  ~RecordFile() { std::fclose(file_); }

  void Add(std::uint64_t time, unsigned type, std::size_t depth, std::uint32_t function) {
    const std::uint64_t record[] = {time, type | 5U << 3 | depth << 6 | (kProgram + AddressOf(function)) << 16};
    std::fwrite(record, sizeof record, 1, file_);
  }

 private:
  std::FILE* file_;
};

void WriteTrace(const std::filesystem::path& folder, const profdiff::Trace& trace) {
  std::filesystem::create_directories(folder);
  WriteDescription(folder, trace.names);
  const CallTree& calls = trace.threads[0].calls;
  RecordFile file(folder / "10.dat");
  std::vector<std::size_t> open;
  for (std::size_t row = 0; row <= calls.size(); ++row) {
    while (!open.empty() && (row == calls.size() || calls.end[open.back()] <= row)) {
      const std::size_t left = open.back();
      open.pop_back();
      file.Add(calls.start[left] + calls.duration[left], 1, open.size(), calls.function[left].value);
    }
    if (row == calls.size()) break;
    file.Add(calls.start[row], 0, open.size(), calls.function[row].value);
    open.push_back(row);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: write_traces FOLDER CALLS FACTOR RATE\n");
    return 2;
  }
  const auto factor = static_cast<std::uint32_t>(std::atoi(argv[3]));
  profdiff::Trace a, b;
  profdiff::TreePairMaker(factor, std::atof(argv[4]), factor).Make(static_cast<std::size_t>(std::atoll(argv[2])), a, b);
  WriteTrace(std::filesystem::path(argv[1]) / "a", a);
  WriteTrace(std::filesystem::path(argv[1]) / "b", b);
  return EXIT_SUCCESS;
}
