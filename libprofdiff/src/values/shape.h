// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of names and of call trees (CallTree::shape). A call's shape is a hash of its name into which the shapes of
// its callees are mixed in order. Therefore the hash depends on the order of calls, and it differs between a nested
// call and a following call.
#ifndef PROFDIFF_VALUES_SHAPE_H_
#define PROFDIFF_VALUES_SHAPE_H_

#include <cstdint>
#include <string_view>

#include "base/mix.h"

namespace profdiff {

// Returns the hash of a name. Unlike an id, it is the same in every trace.
inline std::uint64_t HashName(std::string_view name) {
  std::uint64_t hash = Mix(name.size());
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * kMixFactor;
  return Mix(hash);
}

// Adds the shape of a callee to the hash of its caller. The initial hash is HashName of the caller; after all callees,
// EndShape turns it into the caller's shape.
inline std::uint64_t AddShape(std::uint64_t hash, std::uint64_t shape) { return (hash ^ shape) * kMixFactor + 1; }
inline std::uint64_t EndShape(std::uint64_t hash) { return Mix(hash); }

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_SHAPE_H_
