// SPDX-License-Identifier: GPL-3.0-or-later
// Exchanges of values between the processes that measure a run together.
//
// All processes run the same code and make the same exchanges in the same order. A single process passes its values to
// itself, so nothing is serialised. A struct that is exchanged has a function Fields (base/packing.h). Values from
// other processes are checked before they are used as indices.
// Tests: tests/unit/analyze/waits/measured_parts_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_MPI_EXCHANGE_H_
#define PROFDIFF_ANALYZE_WAITS_MPI_EXCHANGE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"

namespace profdiff {

class Exchange {
 public:
  explicit Exchange(const Peers& peers) : peers_(peers) {}

  std::size_t own() const { return peers_.own; }
  std::size_t count() const { return peers_.count; }

  // Sends outgoing[i] to process i. Returns the received values; the value at index i is from process i. Empty values
  // take no bytes.
  template <class Value>
  std::vector<Value> Swap(std::vector<Value> outgoing) const {
    if (count() == 1) return outgoing;
    std::vector<std::string> bytes(count());
    for (std::size_t i = 0; i < count(); ++i) {
      if (i != own() && !IsEmpty(outgoing[i])) bytes[i] = PackValues(std::move(outgoing[i]));
    }
    bytes = peers_.exchange(std::move(bytes));
    Require(bytes.size() == count());
    std::vector<Value> incoming(count());
    incoming[own()] = std::move(outgoing[own()]);
    for (std::size_t i = 0; i < count(); ++i) {
      if (i != own() && !bytes[i].empty()) Require(UnpackValues(bytes[i], incoming[i]));
    }
    return incoming;
  }

  // Sends a value to all processes and returns the values of all processes, by process.
  template <class Value>
  std::vector<Value> Share(const Value& value) const {
    return Swap(std::vector<Value>(count(), value));
  }

  // Sends a value to the first process, which gets the values of all processes; the other processes get default values.
  template <class Value>
  std::vector<Value> Gather(Value value) const {
    std::vector<Value> outgoing(count());
    outgoing[0] = std::move(value);
    return Swap(std::move(outgoing));
  }

  // Throws kBadTrace if a value from another process is out of range.
  static void Require(bool is_valid) {
    if (!is_valid) throw Error(ErrorCode::kBadTrace, "the measurements from another process are damaged");
  }
  // True if neither value is negative and their sum does not overflow.
  static bool IsInterval(std::int64_t begin, std::int64_t duration) {
    return begin >= 0 && duration >= 0 && begin <= std::numeric_limits<std::int64_t>::max() - duration;
  }

 private:
  template <class Value>
  static bool IsEmpty(const Value& value) {
    if constexpr (requires { value.empty(); }) return value.empty();
    return false;
  }

  const Peers& peers_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_MPI_EXCHANGE_H_
