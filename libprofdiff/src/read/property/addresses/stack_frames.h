// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays in the frames of the calls that a traced program is executing.
// Tests: tests/unit/read/property/address_memory_test.cpp.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_STACK_FRAMES_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_STACK_FRAMES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "read/property/addresses/trace_image.h"

namespace profdiff {

// Knows the calls of functions with arrays in their frames: a call writes its return address to the stack, directly
// below the canonical frame address. A function that is entered by a jump (a tail call) has no frame here.
class StackFrames {
 public:
  // `arrays`: as TraceImage::local_arrays.
  explicit StackFrames(std::span<const TraceImage::LocalArray> arrays) : arrays_(arrays) {}

  bool empty() const { return arrays_.empty(); }
  // Notes the execution of an instruction at `address` in memory; `code` is its address in the image. `written` is the
  // address of the 8 bytes that the previous instruction wrote to the stack; nullopt if it wrote nothing there. `next`
  // is the address in memory after the previous instruction.
  void Execute(std::uint64_t address, std::uint64_t code, std::optional<std::uint64_t> written, std::uint64_t next);
  // Returns the index of the array at an address of the stack; kNoArray if there is none.
  std::uint32_t ArrayAt(std::uint64_t address) const;

 private:
  struct Frame {
    std::uint64_t cfa = 0, return_address = 0;
    std::size_t first = 0, end = 0;  // range in arrays_
  };

  std::span<const TraceImage::LocalArray> arrays_;
  std::vector<Frame> frames_;  // of the calls in progress, outermost first
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_STACK_FRAMES_H_
