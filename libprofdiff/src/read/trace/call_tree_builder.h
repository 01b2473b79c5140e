// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the call tree of one thread while its records are read.
// Tests: tests/unit/read/trace/call_tree_builder_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_
#define PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/trace.h"
#include "values/name_table.h"
#include "values/shape.h"

namespace profdiff {

// The reason why a record contradicts earlier ones; such a record is ignored.
enum class TreeProblem {
  kNone,
  kBackwards,    // earlier than the previous record
  kNothingOpen,  // a call ends although none is open
  kOtherOpen,    // a call ends that is not the innermost one
  kTooMany,      // more calls than there are ids
};

// Returns the description of a problem for messages, for example "time runs backwards".
const char* Describe(TreeProblem problem);

// Receives one thread's records in order.
// Cost: constant for each record. Memory: reserved for the expected number of calls, at most 32 million at a time, so a
// wrong expectation costs little.
class CallTreeBuilder {
 public:
  explicit CallTreeBuilder(std::uint64_t expected_calls = 0) : expected_(expected_calls) {}

  [[nodiscard]] TreeProblem Enter(const HashedName& name, std::uint64_t time) {
    if (time < last_) return TreeProblem::kBackwards;
    if (size_ == room_ && !Grow()) return TreeProblem::kTooMany;
    last_ = time;
    open_.push_back({static_cast<std::uint32_t>(size_), name.hash});
    rows_.function[size_] = name.id;
    rows_.start[size_] = time;
    ++size_;
    return TreeProblem::kNone;
  }

  // Leaves the innermost open call.
  [[nodiscard]] TreeProblem Leave(std::uint64_t time) {
    if (open_.empty()) return TreeProblem::kNothingOpen;
    if (time < last_) return TreeProblem::kBackwards;
    last_ = time;
    const OpenCall call = open_.back();
    open_.pop_back();
    Close(call);
    return TreeProblem::kNone;
  }

  // Number of open calls.
  std::size_t depth() const { return open_.size(); }
  // The innermost open call, and its function; requires an open call.
  CallId innermost_call() const { return CallId(open_.back().row); }
  NameId innermost() const { return rows_.function[open_.back().row]; }
  // Returns the function of the open call at `level`, which must be below depth(); the outermost level is 0.
  NameId NameAt(std::size_t level) const { return rows_.function[open_[level].row]; }
  // The time of the last record; 0 before the first.
  std::uint64_t last_time() const { return last_; }
  std::size_t size() const { return size_; }

  // Returns the tree. Calls that are still open are listed in CallTree::open, and last until `time`, but at least until
  // the last record. The builder must not be used afterwards.
  CallTree End(std::uint64_t time);
  CallTree End() { return End(last_); }

 private:
  struct OpenCall {
    std::uint32_t row;
    std::uint64_t hash;  // hash of the call's name and completed callees
  };

  void Close(const OpenCall& call) {
    const std::uint64_t shape = EndShape(call.hash);
    rows_.end[call.row] = static_cast<std::uint32_t>(size_);
    rows_.duration[call.row] = last_ - rows_.start[call.row];
    rows_.shape[call.row] = shape;
    if (!open_.empty()) open_.back().hash = AddShape(open_.back().hash, shape);
  }
  // Pointers to the tree's arrays.
  struct Rows {
    NameId* function = nullptr;
    std::uint32_t* end = nullptr;
    std::uint64_t *start = nullptr, *duration = nullptr, *shape = nullptr;
  };

  // Makes room for more rows. Returns false if no more rows are possible.
  bool Grow();

  CallTree tree_;  // has up to 512 more rows than calls so far
  Rows rows_;
  std::vector<OpenCall> open_;
  std::uint64_t last_ = 0;
  std::uint64_t expected_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  // number of rows in the tree's arrays
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_
