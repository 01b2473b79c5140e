// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a completion script while egprof is built: `write_completion bash|zsh|fish FILE`.
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "egprof/cli/completion.h"
#include "egprof/commands.h"

namespace {

std::string Script(std::string_view shell) {
  if (shell == "zsh") return egprof::ZshCompletion(egprof::Commands());
  if (shell == "fish") return egprof::FishCompletion(egprof::Commands());
  return egprof::BashCompletion(egprof::Commands());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ofstream file(argv[2]);
  file << Script(argv[1]);
  file.close();
  if (file) return 0;
  std::perror(argv[2]);
  return 1;
}
