// SPDX-License-Identifier: GPL-3.0-or-later
// Builds traces for tests, written as calls.
//
//   Trace trace = TraceBuilder().Thread("main(c(a),a)").Thread("work:50(lock,unlock:3)", 1).Build();
#ifndef PROFDIFF_TESTS_SUPPORT_TRACE_BUILDER_H_
#define PROFDIFF_TESTS_SUPPORT_TRACE_BUILDER_H_

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// Builds a call tree, call by call.
class TreeBuilder {
 public:
  explicit TreeBuilder(Trace& trace) : trace_(trace) {
    for (std::size_t i = 0; i < trace.names.size(); ++i) ids_.emplace(trace.names[i], NameId(i));
  }

  void Enter(const std::string& name);
  // Lets time pass in the innermost open call, or between top-level calls if no call is open.
  void Pass(std::uint64_t nanoseconds) { now_ += nanoseconds; }
  void Leave();
  CallTree Build();

 private:
  struct Open {
    std::uint32_t row;
    std::uint64_t hash;
  };

  Trace& trace_;
  std::unordered_map<std::string, NameId> ids_;
  CallTree tree_;
  std::vector<Open> open_;
  std::uint64_t now_ = 1000;
};

class TraceBuilder {
 public:
  // Adds a thread. Each of its calls is written as name, self time and the inner calls in parentheses. Self time is 1
  // ns by default and passes before the inner calls.
  TraceBuilder& Thread(std::string_view calls, std::uint32_t rank = 0);
  // Adds the names of functions, whether called or not. If no thread has been added yet, these names get the first ids.
  TraceBuilder& Names(const std::vector<std::string>& names);

  Trace Build() const { return trace_; }

 private:
  Trace trace_;
};

// Returns the calls of a tree in the form that the builder reads, without times.
std::string DescribeCalls(const Trace& trace, const CallTree& calls);

// Makes pairs of trees that have much in common.
class RandomTraces {
 public:
  explicit RandomTraces(unsigned seed) : random_(seed) {}

  struct Pair {
    Trace a, b;
  };
  // Makes one thread per side, with up to about `calls` calls.
  Pair Make(std::size_t calls);

 private:
  std::size_t Below(std::size_t limit);
  void AddCalls(TreeBuilder& a, TreeBuilder& b, std::size_t calls, int depth);
  void AddCall(TreeBuilder& builder, std::size_t calls);
  std::string RandomName();

  std::mt19937 random_;
};

}  // namespace profdiff

#endif  // PROFDIFF_TESTS_SUPPORT_TRACE_BUILDER_H_
