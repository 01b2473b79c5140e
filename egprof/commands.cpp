// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/commands.h"

#include <cstring>

namespace egprof {

bool IsCommand(const char* word, std::span<const char* const> arguments, const ImageTest& is_image) {
  return arguments.size() > 1 && std::strcmp(arguments[1], word) == 0 && !IsGprofName(arguments[0]) && !is_image(word);
}

}  // namespace egprof
