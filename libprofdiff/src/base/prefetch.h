// SPDX-License-Identifier: GPL-3.0-or-later
// Large graphs do not fit into a processor's caches, and their arcs lie in no useful order: most of the time would go
// into waiting for memory, one arc after the other.
#ifndef PROFDIFF_BASE_PREFETCH_H_
#define PROFDIFF_BASE_PREFETCH_H_

#include <span>
#include <vector>

namespace profdiff {

// Asks for what will be read soon. Changes nothing but time.
inline void Prefetch(const void* address) { __builtin_prefetch(address); }

// The same for the elements of `values` that `ids` name.
template <class IdType, class Value>
void Prefetch(std::span<const IdType> ids, const std::vector<Value>& values) {
  for (IdType id : ids) Prefetch(&values[id.value]);
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_PREFETCH_H_
