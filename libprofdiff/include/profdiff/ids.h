// SPDX-License-Identifier: GPL-3.0-or-later
// Typed indices into the flat arrays of the values: an id of one kind cannot be used as another.
#ifndef PROFDIFF_IDS_H_
#define PROFDIFF_IDS_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace profdiff {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t value = kNone;

  Id() = default;
  explicit constexpr Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  // False for a default-constructed id, which names nothing.
  constexpr bool valid() const { return value != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

using FunctionId = Id<struct FunctionTag>;      // a row of a FunctionTable
using SourceFileId = Id<struct SourceFileTag>;  // an entry of FunctionTable::files
using UnitId = Id<struct UnitTag>;              // an entry of FunctionTable::units
using ArcId = Id<struct ArcTag>;                // an entry of Profile::arcs or Difference::arcs
using CycleId = Id<struct CycleTag>;            // a cycle of a graph; people count from 1

}  // namespace profdiff

#endif  // PROFDIFF_IDS_H_
