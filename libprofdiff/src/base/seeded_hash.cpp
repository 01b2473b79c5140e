// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/seeded_hash.h"

#include <chrono>

namespace profdiff {

// Mixes the time and a stack address, which the author of a file cannot predict. std::random_device can fail, and would
// take most of the time for small tables.
std::uint64_t NewHashSeed() {
  const auto time = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  const std::uint64_t place = std::hash<const void*>()(&time);
  return Mix(time << 32 ^ place);
}

}  // namespace profdiff
