// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the events of a trace in Chrome's format that are not calls, by kind.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_TRACE_LEFT_OUT_EVENTS_H_
#define PROFDIFF_READ_TRACE_LEFT_OUT_EVENTS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "profdiff/error.h"

namespace profdiff {

class LeftOutEvents {
 public:
  // Counts an event that is used; metadata are not events.
  void AddUsed() { ++events_; }
  // Counts an event that is not used, by the value of its member ph.
  void Add(std::string_view phase);
  // Leaves out events that were counted as used.
  void Take(const std::string& kind, std::uint64_t count);

  // Returns text such as "104 of 105 events were left out: 60 async, 44 counter"; empty if all were used.
  std::string Text() const;

  // Samples are a profile, which other commands compare.
  Remedy Cure() const;

  // Returns the error for a trace in which all events are left out.
  Error NoCalls(const std::string& path) const;

 private:
  std::uint64_t events_ = 0;
  std::map<std::string, std::uint64_t> by_kind_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_LEFT_OUT_EVENTS_H_
