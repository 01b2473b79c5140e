// SPDX-License-Identifier: GPL-3.0-or-later
// The call tree of one thread, made while its records are read.
// Tests: tests/unit/read/trace/call_tree_builder_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_
#define PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/name_table.h"
#include "values/shape.h"

namespace profdiff {

// Why a record cannot follow those before it. It is then as if it had not come.
enum class TreeProblem {
  kNone,
  kBackwards,    // earlier than the record before it
  kNothingOpen,  // a call is left, and none is open
  kOtherOpen,    // a call is left that is not the innermost one
  kTooMany,      // more calls than a CallId can tell apart
};

// For people: "time runs backwards".
const char* Describe(TreeProblem problem);

// Fed with one thread's records in their order.
// Cost: constant for each record. Memory is asked for by how many calls are expected, at most 32 million at a time:
// a wrong expectation costs little.
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

  // The innermost open call is left.
  [[nodiscard]] TreeProblem Leave(std::uint64_t time) {
    if (open_.empty()) return TreeProblem::kNothingOpen;
    if (time < last_) return TreeProblem::kBackwards;
    last_ = time;
    const OpenCall call = open_.back();
    open_.pop_back();
    Close(call);
    return TreeProblem::kNone;
  }

  // How many calls are open.
  std::size_t depth() const { return open_.size(); }
  // Which call is innermost, and its function; only where one is open.
  CallId innermost_call() const { return CallId(open_.back().row); }
  NameId innermost() const { return rows_.function[open_.back().row]; }
  // Which function is open at a level below depth(), the outermost at 0.
  NameId NameAt(std::size_t level) const { return rows_.function[open_[level].row]; }
  // The time of the last record; 0 before the first.
  std::uint64_t last_time() const { return last_; }
  std::size_t size() const { return size_; }

  // The tree. Calls that are still open are listed in CallTree::open and last until `time`, but at least up to the last
  // record. The builder is of no use afterwards.
  CallTree End(std::uint64_t time);
  CallTree End() { return End(last_); }

 private:
  struct OpenCall {
    std::uint32_t row;
    std::uint64_t hash;  // of its name and the calls it has made so far
  };

  void Close(const OpenCall& call) {
    const std::uint64_t shape = EndShape(call.hash);
    rows_.end[call.row] = static_cast<std::uint32_t>(size_);
    rows_.duration[call.row] = last_ - rows_.start[call.row];
    rows_.shape[call.row] = shape;
    if (!open_.empty()) open_.back().hash = AddShape(open_.back().hash, shape);
  }
  // Where the tree's arrays lie.
  struct Rows {
    NameId* function = nullptr;
    std::uint32_t* end = nullptr;
    std::uint64_t *start = nullptr, *duration = nullptr, *shape = nullptr;
  };

  // Makes room for more rows. False if there can be no more.
  bool Grow();

  CallTree tree_;  // a few rows longer than what is in it
  Rows rows_;
  std::vector<OpenCall> open_;
  std::uint64_t last_ = 0;
  std::uint64_t expected_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  // rows that the tree's arrays have
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CALL_TREE_BUILDER_H_
