// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of the program whose address trace was recorded.
// Tests: tests/unit/read/property/address_trace_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_LOOPS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_LOOPS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "read/property/addresses/address_jumps.h"
#include "read/property/addresses/trace_image.h"
#include "read/property/code_loops.h"

namespace profdiff {

// A FunctionId is an index into the functions that contain jumps, sorted by name. Keeps a reference to the image.
class AddressLoops {
 public:
  // `jumps`: jumps by the addresses of the jump instructions in the image.
  AddressLoops(const std::map<std::uint64_t, AddressJump>& jumps, const TraceImage& image);

  const CodeLoops& loops() const { return loops_; }
  const std::vector<CodeLoop>& all() const { return loops_.all(); }
  // Returns the id of a function; invalid if it contains no jumps, and therefore no loops.
  FunctionId Find(std::string_view function) const;
  std::string_view NameOf(const CodeLoop& loop) const { return image_.SymbolAt(loop.first)->name; }
  std::string_view FileOf(const CodeLoop& loop) const { return files_[loop.header.file]; }

 private:
  std::vector<CodeJump> JumpsWithin(const std::map<std::uint64_t, AddressJump>& jumps);
  CodePosition PositionOf(FunctionId row, std::uint64_t address);

  const TraceImage& image_;
  std::map<std::string_view, FunctionId> ids_;
  std::vector<std::string_view> files_;
  std::map<std::string_view, std::uint32_t> file_ids_;
  CodeLoops loops_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_ADDRESS_LOOPS_H_
