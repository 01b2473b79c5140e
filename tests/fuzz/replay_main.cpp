// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzzer without libFuzzer, over every file of a folder and over the requested number of mutants.
//
//   replay_NAME FOLDER [MUTANTS]
//
// The mutants are the same each time. A mutant that crashes the program is left in the file "ended-by".
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/input.h"
#include "fuzz/mutate.h"

namespace {

// A file with the current input, so that an input that ends the program is kept. It stays open, because closing it each
// time would wait for the disk.
class EndedBy {
 public:
  EndedBy() : descriptor_(open(kName, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    fuzz::Require(descriptor_ >= 0);
  }
  ~EndedBy() {
    close(descriptor_);
    unlink(kName);
  }
  EndedBy(const EndedBy&) = delete;
  EndedBy& operator=(const EndedBy&) = delete;

  void Keep(const std::string& bytes) {
    fuzz::Require(pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()) &&
                  ftruncate(descriptor_, static_cast<off_t>(bytes.size())) == 0);
  }

 private:
  static constexpr const char* kName = "ended-by";
  int descriptor_;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> FilesOf(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void Run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// Prints the name of each input before running it, so that the last name printed belongs to an input that crashes.
std::vector<std::string> Replay(const std::filesystem::path& folder) {
  std::vector<std::string> inputs;
  for (const std::filesystem::path& path : FilesOf(folder)) {
    std::printf("%s\n", path.filename().c_str());
    std::fflush(stdout);
    inputs.push_back(ReadFile(path));
    Run(inputs.back());
  }
  return inputs;
}

void RunMutants(const std::vector<std::string>& inputs, std::size_t count) {
  fuzz::Mutator mutator(1);
  EndedBy ended_by;
  for (std::size_t turn = 0; turn < count; ++turn) {
    const std::string& other = inputs[turn * 31 % inputs.size()];
    const std::string mutant = mutator.Mutate(inputs[turn % inputs.size()], other);
    ended_by.Keep(mutant);
    Run(mutant);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  try {
    const std::vector<std::string> inputs = Replay(argv[1]);
    if (inputs.empty()) return 1;
    const std::size_t mutants = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
    RunMutants(inputs, mutants);
    std::printf("%zu inputs, %zu mutants\n", inputs.size(), mutants);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
