// SPDX-License-Identifier: GPL-3.0-or-later
// Run while egprof is built: `write_completion bash|zsh FILE`.
#include <cstdio>
#include <fstream>
#include <string_view>

#include "egprof/cli/completion.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ofstream file(argv[2]);
  file << (std::string_view(argv[1]) == "zsh" ? egprof::ZshCompletion() : egprof::BashCompletion());
  file.close();
  if (file) return 0;
  std::perror(argv[2]);
  return 1;
}
