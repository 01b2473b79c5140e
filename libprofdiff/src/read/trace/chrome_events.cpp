// SPDX-License-Identifier: GPL-3.0-or-later
// The call of a complete event (X) is closed, with its own end time, once an event at or after that time is processed.
#include "read/trace/chrome_events.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/trace/call_tree_builder.h"

namespace profdiff {
namespace {

// stored in place of the end time of a call whose E event has not been processed
constexpr std::uint64_t kNotYet = ~std::uint64_t{0};

using Kind = ChromeEvent::Kind;

// The order of processing, for a stable sort: events that are equal in this order keep their order in the file.
bool ComesBefore(const ChromeEvent& a, const ChromeEvent& b) {
  if (a.time != b.time) return a.time < b.time;
  return a.kind == Kind::kWhole && b.kind == Kind::kWhole && a.duration > b.duration;
}

// `ends_` mirrors the builder's open calls: an element is the end of a complete call (X), or kNotYet for a call begun
// by B. Calls of both kinds may be nested in each other.
class TreeMaker {
 public:
  TreeMaker(const std::vector<ChromeValue>& values, const std::vector<std::uint64_t>& hashes, const std::string& path,
            std::size_t events)
      : path_(path), builder_(events), values_(values), hashes_(hashes) {}

  // A complete event that is not within the innermost open call with an end is cut there. If it begins only
  // kChromeRounding before that end, the enclosing call ends at the start of the event instead.
  void Add(const ChromeEvent& event) {
    event_ = &event;
    if (event.kind == Kind::kEnd) return End();
    std::uint64_t end = event.kind == Kind::kWhole ? event.time + event.duration : kNotYet;
    EndThoseBefore(event.time);
    if (end != kNotYet && end > Limit() && ends_.back() == kNotYet) {
      if (end - Limit() > kChromeRounding) odd_.cut.See(0, event.offset);
      end = std::max(Limit(), event.time);
    }
    while (!ends_.empty() && event.kind == Kind::kWhole && end > ends_.back()) {
      if (ends_.back() - event.time <= kChromeRounding) {
        Leave(event.time);
      } else {
        if (end - ends_.back() > kChromeRounding) odd_.cut.See(0, event.offset);
        end = ends_.back();
      }
    }
    Check(builder_.Enter({event.name, hashes_[event.name.value]}, event.time));
    if (!values_.empty()) AddValues(event.offset);
    if (end != kNotYet) whole_.push_back(ends_.size());
    ends_.push_back(end);
    if (end != kNotYet) return;
    ++begun_;
    begun_names_.Enter(event.name);
  }

  ChromeTree Take() {
    // Complete calls that are nested in calls without an end still get their own end times.
    while (!ends_.empty() && ends_.back() != kNotYet) Leave(ends_.back());
    return {builder_.End(), std::move(kept_values_), odd_};
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw Error(ErrorCode::kBadTrace, reason, path_, EventPlace(event_->offset));
  }

  void Check(TreeProblem problem) const {
    if (problem == TreeProblem::kTooMany) throw Error(ErrorCode::kOverflow, Describe(problem), path_);
    if (problem != TreeProblem::kNone) Fail(Describe(problem));
  }

  // Adds the values of the call that was just entered, whose event has this offset.
  void AddValues(std::uint64_t offset) {
    auto value = std::ranges::lower_bound(values_, offset, {}, &ChromeValue::offset);
    for (; value != values_.end() && value->offset == offset; ++value) {
      kept_values_.push_back({builder_.innermost_call(), value->argument, value->value});
    }
  }

  // The end of the innermost complete call (X), which no call within it outlasts.
  std::uint64_t Limit() const { return whole_.empty() ? kNotYet : ends_[whole_.back()]; }

  // Because of rounding, calls within the ended one may end a little later.
  void Leave(std::uint64_t time) {
    const NameId name = builder_.innermost();
    Check(builder_.Leave(std::max(time, builder_.last_time())));
    const bool was_begun = ends_.back() == kNotYet;
    ends_.pop_back();
    if (!was_begun) return whole_.pop_back();
    --begun_;
    begun_names_.Leave(name);
  }

  // Ends the complete calls (X) that end at or before `time`. Calls in them that an E event was to end are cut there,
  // except for rounding.
  void EndThoseBefore(std::uint64_t time) {
    while (!ends_.empty() && (ends_.back() <= time || IsOutlasted(time))) {
      const std::uint64_t end = Limit();
      for (const std::size_t level = whole_.back(); ends_.size() > level + 1;) {
        cut_[builder_.innermost().value].push_back(builder_.innermost_call());
        odd_.cut.See(0, event_->offset);
        Leave(end);
      }
      Leave(end);
    }
  }
  bool IsOutlasted(std::uint64_t time) const { return Limit() != kNotYet && time > Limit() + kChromeRounding; }

  // True if the E event belongs to a call that was cut before it: the last one of its name, unless the innermost open
  // call has this name and began later.
  bool EndsCutCall() {
    const auto found = cut_.find(event_->name.value);
    if (found == cut_.end() || found->second.empty()) return false;
    if (begun_ != 0 && EndsInnermost() && builder_.innermost_call().value > found->second.back().value) return false;
    found->second.pop_back();
    return true;
  }

  // Handles an E event. Because of rounding, complete calls nested in the ended call may extend past its end.
  void End() {
    EndThoseBefore(event_->time);
    if (EndsCutCall()) return;
    if (!EndsOpenCall()) return odd_.not_open.See(0, event_->offset);
    while (ends_.back() != kNotYet && ends_.back() - event_->time <= kChromeRounding) Leave(event_->time);
    if (!EndsInnermost()) odd_.not_innermost.See(0, event_->offset);
    while (!EndsInnermost()) Leave(event_->time);
    Leave(event_->time);
  }

  // True if the E event ends the innermost call. An E event can end only a call that a B event began, not a complete
  // call (X).
  bool EndsInnermost() const {
    return ends_.back() == kNotYet && (!event_->name.valid() || builder_.innermost() == event_->name);
  }
  bool EndsOpenCall() {
    if (begun_ == 0 || !event_->name.valid() || EndsInnermost()) return begun_ != 0;
    return begun_names_.Has(event_->name, builder_, [this](std::size_t level) { return ends_[level] == kNotYet; });
  }

  const std::string& path_;
  CallTreeBuilder builder_;
  const std::vector<ChromeValue>& values_;  // sorted by offset
  std::vector<CallValue> kept_values_;
  const std::vector<std::uint64_t>& hashes_;  // hashes of names, by NameId
  // End times of the open calls in nanoseconds, the innermost call last.
  std::vector<std::uint64_t> ends_;
  std::vector<std::size_t> whole_;                              // indices in `ends_` of the complete calls (X)
  std::unordered_map<std::uint32_t, std::vector<CallId>> cut_;  // calls that were cut before their E event, by name
  std::size_t begun_ = 0;                                       // number of open calls that an E event will end
  OpenNames begun_names_;
  OddLeaves odd_;
  const ChromeEvent* event_ = nullptr;
};

// Parses microseconds with an exponent, such as "1.5e6", at the precision of a double, and returns nanoseconds.
std::optional<std::int64_t> FromDouble(std::string_view text) {
  const auto microseconds = NumberFrom<double>(text);
  if (!microseconds) return std::nullopt;
  const double nanoseconds = std::trunc(*microseconds * 1000);
  if (!(std::abs(nanoseconds) <= static_cast<double>(kMostChromeTime))) return std::nullopt;
  return static_cast<std::int64_t>(nanoseconds);
}

}  // namespace

std::optional<ChromeEvent::Kind> CallKindOf(std::string_view phase) {
  if (phase == "B" || phase == "b") return ChromeEvent::Kind::kBegin;
  if (phase == "E" || phase == "e") return ChromeEvent::Kind::kEnd;
  if (phase == "X") return ChromeEvent::Kind::kWhole;
  return std::nullopt;
}

// Converts digit by digit, because microseconds since the epoch with three decimals do not fit into the 53 bits of a
// double.
std::optional<std::int64_t> ParseMicroseconds(std::string_view text) {
  constexpr std::uint64_t kMost = kMostChromeTime / 1000;
  if (text.find_first_of("eE") != std::string_view::npos) return FromDouble(text);
  const std::int64_t sign = text.starts_with('-') ? -1 : 1;
  if (sign < 0) text.remove_prefix(1);
  std::uint64_t whole = 0, fraction = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, whole);
  if (result.ec != std::errc() || whole >= kMost) return std::nullopt;
  std::string_view rest(result.ptr, static_cast<std::size_t>(end - result.ptr));
  if (rest.empty()) return sign * static_cast<std::int64_t>(whole * 1000);
  if (rest[0] != '.' || rest.find_first_not_of("0123456789", 1) != std::string_view::npos) return std::nullopt;
  for (std::size_t digit = 1; digit <= 3; ++digit) {
    fraction = fraction * 10 + (digit < rest.size() ? static_cast<std::uint64_t>(rest[digit] - '0') : 0);
  }
  return sign * static_cast<std::int64_t>(whole * 1000 + fraction);
}

void SortChromeEvents(std::vector<ChromeEvent>& events) {
  if (!std::ranges::is_sorted(events, ComesBefore)) std::ranges::stable_sort(events, ComesBefore);
}

ChromeTree MakeChromeTree(const std::vector<ChromeEvent>& events, const std::vector<ChromeValue>& values,
                          const std::vector<std::uint64_t>& hashes, const std::string& path, Damages& damages) {
  TreeMaker maker(values, hashes, path, events.size());
  try {
    for (const ChromeEvent& event : events) maker.Add(event);
  } catch (const Error& error) {
    damages.Report(error, "later events of its thread are left out");
  }
  return maker.Take();
}

}  // namespace profdiff
