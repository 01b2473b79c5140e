// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the program of a command line: the first word that is neither the launcher, nor one of its options, nor an
// option's value. The options that take values are listed by name, from the manual pages of Open MPI, MPICH's Hydra and
// Slurm.
#include "egprof/search/launch_line.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr std::string_view kLaunchers[] = {
    "mpirun",          "mpiexec",      "orterun",       "prterun",       "mpirun.openmpi",
    "mpiexec.openmpi", "mpirun.mpich", "mpiexec.mpich", "mpiexec.hydra", "srun"};

// The launchers' options that take one value, without their dashes. Options in neither list take none.
constexpr std::string_view kOneValue[] = {"n",
                                          "np",
                                          "c",
                                          "N",
                                          "H",
                                          "host",
                                          "hosts",
                                          "hostfile",
                                          "machinefile",
                                          "default-hostfile",
                                          "rankfile",
                                          "rf",
                                          "x",
                                          "wdir",
                                          "wd",
                                          "path",
                                          "prefix",
                                          "map-by",
                                          "rank-by",
                                          "bind-to",
                                          "npernode",
                                          "npersocket",
                                          "output-filename",
                                          "timeout",
                                          "app",
                                          "am",
                                          "tune",
                                          "cpu-set",
                                          "cpu-list",
                                          "slot-list",
                                          "stdin",
                                          "report-uri",
                                          "personality",
                                          "tmpdir",
                                          "max-restarts",
                                          "ompi-server",
                                          "ppn",
                                          "f",
                                          "genvlist",
                                          "envlist",
                                          "launcher",
                                          "launcher-exec",
                                          "rmk",
                                          "iface",
                                          "p",
                                          "t",
                                          "A",
                                          "w",
                                          "J"};
constexpr std::string_view kTwoValues[] = {"mca", "gmca", "omca", "pmixmca", "prtemca", "genv", "env"};

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

template <class Names>
bool Has(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

std::size_t CountValues(std::string_view option) {
  if (option.find('=') != std::string_view::npos) return 0;
  option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
  return Has(kTwoValues, option) ? 2 : Has(kOneValue, option) ? 1 : 0;
}

[[noreturn]] void FailFor(const std::vector<std::string>& words, const std::string& why) {
  throw profdiff::Error(profdiff::ErrorCode::kBadArgument, "'" + CommandText(words) + "': " + why);
}

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-+=./,:@%^{}").find(c) != std::string_view::npos;
}

}  // namespace

LaunchLine SplitLaunchLine(const std::vector<std::string>& words) {
  LaunchLine line;
  auto program = std::ranges::find(words, "{}");
  const bool has_mark = program != words.end();
  if (!has_mark) {
    program = words.begin();
    if (!words.empty() && Has(kLaunchers, BaseName(words.front()))) ++program;
    if (program != words.begin()) {
      while (program != words.end() && program->starts_with('-')) {
        const auto left = static_cast<std::size_t>(words.end() - program) - 1;
        program += static_cast<std::ptrdiff_t>(1 + std::min(CountValues(*program), left));
      }
    }
  }
  line.launcher.assign(words.begin(), program);
  line.program.assign(has_mark ? program + 1 : program, words.end());
  if (line.program.empty()) FailFor(words, "cannot tell which program it starts: put {} before that program");
  if (!line.launcher.empty() && Has(line.program, ":")) {
    FailFor(words, "it starts several programs, but a run can only have one");
  }
  return line;
}

std::string CommandText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : " ";
    if (!word.empty() && std::ranges::all_of(word, IsPlain)) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) c == '\'' ? text.append("'\\''") : text.append(1, c);
    text += '\'';
  }
  return text;
}

std::vector<std::string> WithRank(std::vector<std::string> words, unsigned rank) {
  constexpr std::string_view kMark = "{rank}";
  const std::string number = std::to_string(rank);
  for (std::string& word : words) {
    for (std::size_t at = 0; (at = word.find(kMark, at)) != std::string::npos; at += number.size()) {
      word.replace(at, kMark.size(), number);
    }
  }
  return words;
}

}  // namespace egprof
