// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how fast files are read, without analysis and reports. Prints a row of a table in Markdown for each file:
// the processor time of the fastest of three readings on one thread. Not a test: it neither passes nor fails.
//
//   read_bench FILE...
//
// big_files.py makes the files and runs this program.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>

#include "profdiff/context_tree.h"
#include "profdiff/input.h"
#include "profdiff/models.h"
#include "profdiff/trace.h"

namespace {

using namespace profdiff;

void Read(const std::string& path) {
  const Input input(path);
  const InputKind kind = input.format() == nullptr ? InputKind::kProfile : input.format()->kind;
  if (kind == InputKind::kMeasurements) {
    ReadObservations(path);
  } else if (kind == InputKind::kTrace && path.find("samples") == std::string::npos) {
    ReadTrace(input);
  } else {
    ReadStacks(path);
  }
}

double SecondsToRead(const std::string& path) {
  const std::clock_t begin = std::clock();
  Read(path);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int count, char** words) {
  std::printf("| file | MB | s | MB/s |\n|---|--:|--:|--:|\n");
  for (int i = 1; i < count; ++i) {
    const std::string path = words[i];
    try {
      double seconds = SecondsToRead(path);
      for (int round = 1; round < 3; ++round) seconds = std::min(seconds, SecondsToRead(path));
      const double size = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
      std::printf("| %s | %.1f | %.3f | %.0f |\n", std::filesystem::path(path).filename().c_str(), size, seconds,
                  size / seconds);
    } catch (const Error& error) {
      std::printf("| %s | %s |\n", path.c_str(), TextOf(error.message()).c_str());
    }
    std::fflush(stdout);
  }
  return 0;
}
