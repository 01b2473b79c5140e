// SPDX-License-Identifier: GPL-3.0-or-later
// Records that leave calls in an unexpected order, or that leave calls that were never entered. Records of the first
// kind are written by tools that end regions in which others are still open; records of the second kind are written by
// tracers that start late or keep only the last records. The rule is the same for all formats whose records contain the
// name of the call:
//   - a record that leaves an open call other than the innermost also ends the calls within it, at the same time;
//   - a record that leaves a call that is not open is ignored.
//   - a call that begins within another one and ends after it is cut at the other's end.
// Records of all kinds are counted; they are not damage.
// Tests: tests/unit/read/trace/chrome_test.cpp, trace_file_test.cpp.
#ifndef PROFDIFF_READ_TRACE_ODD_LEAVES_H_
#define PROFDIFF_READ_TRACE_ODD_LEAVES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/call_tree_builder.h"

namespace profdiff {

struct OddLeaves {
  struct Kind {
    std::uint64_t count = 0;
    // Thread and position of the first record of this kind. The position is a number of bytes or of events, depending
    // on the format.
    std::uint64_t thread = 0, position = 0;

    void See(std::uint64_t in_thread, std::uint64_t at) {
      if (count++ == 0) thread = in_thread, position = at;
    }
    void Add(const Kind& more) {
      if (count == 0) *this = {0, more.thread, more.position};
      count += more.count;
    }
  };
  Kind not_open, not_innermost, cut;

  void Add(const OddLeaves& more) {
    not_open.Add(more.not_open);
    not_innermost.Add(more.not_innermost);
    cut.Add(more.cut);
  }

  // Adds a remark for each kind of odd record that occurs. `place_of` describes the position of a Kind's first record,
  // for example "event that ends at byte 7".
  template <class PlaceOf>
  void AppendRemarks(const std::string& path, const PlaceOf& place_of, std::vector<Message>& remarks) const {
    auto append = [&](const Kind& kind, const char* what) {
      if (kind.count == 0) return;
      remarks.emplace_back(std::string(what) + ": " + std::to_string(kind.count) + ", the first: " + place_of(kind),
                           path);
    };
    append(not_open, "ends of calls that are not open are left out");
    append(not_innermost, "ends of calls that are not innermost also end the calls within them");
    append(cut, "calls that begin within another call and end after it are cut at its end");
  }
};

// Counts open calls by name while a tree is built, so that a query need not search all open calls. Counting begins with
// the first query; for most traces, there are no queries.
class OpenNames {
 public:
  void Enter(NameId name) {
    if (is_counted_) ++counts_[name.value];
  }
  void Leave(NameId name) {
    if (is_counted_) --counts_[name.value];
  }
  // True if a call with this name is open. The first query counts the open calls of `builder`, but only those at levels
  // of nesting for which `counts` returns true.
  template <class Counts>
  bool Has(NameId name, const CallTreeBuilder& builder, const Counts& counts) {
    if (!is_counted_) {
      is_counted_ = true;
      for (std::size_t level = 0; level < builder.depth(); ++level) {
        if (counts(level)) Enter(builder.NameAt(level));
      }
    }
    const auto found = counts_.find(name.value);
    return found != counts_.end() && found->second > 0;
  }

 private:
  bool is_counted_ = false;
  std::unordered_map<std::uint32_t, std::uint32_t> counts_;  // number of open calls, by id of their name
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_ODD_LEAVES_H_
