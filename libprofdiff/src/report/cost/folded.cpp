// SPDX-License-Identifier: GPL-3.0-or-later
// Folded stacks of two levels. The format is that of the FlameGraph scripts: frames between semicolons, a blank, one
// number or two. Test: tests/unit/report/cost/folded_test.cpp.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

constexpr std::string_view kNoFunction = "[no function]";

// One side's call graph, as far as it matters here. Units: seconds.
struct Side {
  struct Call {
    FunctionId caller, callee;
    std::uint64_t count = 0;
    double self = 0;  // the callee's self time on behalf of the caller
  };
  std::vector<double> self;  // by FunctionId
  std::vector<Call> calls;   // by ArcId
  double unattributed = 0;
};

// Self time, divided: `of_call` by ArcId, `alone` by FunctionId.
struct Shares {
  std::vector<double> of_call, alone;
  double unattributed = 0;
};

bool Counts(const Side::Call& call) { return call.caller != call.callee && call.count != 0; }

// In a cycle, an arc from outside carries time of the whole cycle: there, calls divide each member's own.
Shares Divide(const Side& side, const std::vector<CycleId>& cycle) {
  std::vector<double> calls(side.self.size());
  for (const Side::Call& call : side.calls) {
    if (Counts(call)) calls[call.callee.value] += static_cast<double>(call.count);
  }
  Shares shares{std::vector<double>(side.calls.size()), side.self, side.unattributed};
  for (std::size_t i = 0; i < side.calls.size(); ++i) {
    const Side::Call& call = side.calls[i];
    if (!Counts(call)) continue;
    std::uint32_t callee = call.callee.value;
    double part = static_cast<double>(call.count) / calls[callee];
    shares.of_call[i] = cycle[callee].valid() ? side.self[callee] * part : call.self;
    shares.alone[callee] -= shares.of_call[i];
  }
  return shares;
}

std::int64_t Microseconds(double seconds) {
  return std::isfinite(seconds) && seconds > 0 ? std::llround(seconds * 1e6) : 0;
}

bool EndsInDigits(std::string_view name, std::size_t blank) {
  return name.find_first_not_of("0123456789.", blank + 1) == std::string_view::npos && blank + 1 < name.size();
}

std::string FrameName(std::string name) {
  name = WithoutControls(std::move(name));
  std::ranges::replace(name, ';', ':');
  std::size_t blank = name.rfind(' ');
  if (blank != std::string::npos && EndsInDigits(name, blank)) name[blank] = '_';
  return name;
}

// Writes lines of one column or of two.
class Writer {
 public:
  Writer(std::string& out, const FunctionTable& functions, DemangleStyle demangle) : out_(out) {
    FunctionTexts texts(functions, demangle);
    names_.reserve(functions.size());
    for (std::size_t f = 0; f < functions.size(); ++f) names_.push_back(FrameName(texts.Name(FunctionId(f))));
  }

  // `sides` are the columns; all have the same calls.
  void Write(const std::vector<Side>& sides, const std::vector<Shares>& shares) {
    std::vector<std::vector<std::size_t>> callers(names_.size());
    for (std::size_t i = 0; i < sides[0].calls.size(); ++i) callers[sides[0].calls[i].callee.value].push_back(i);
    for (std::size_t f = 0; f < names_.size(); ++f) {
      WriteLine(names_[f], Column(shares, [f](const Shares& s) { return s.alone[f]; }));
      for (std::size_t i : callers[f]) {
        WriteLine(names_[sides[0].calls[i].caller.value] + ";" + names_[f],
                  Column(shares, [i](const Shares& s) { return s.of_call[i]; }));
      }
    }
    WriteLine(kNoFunction, Column(shares, [](const Shares& s) { return s.unattributed; }));
  }

 private:
  template <class Get>
  static std::vector<std::int64_t> Column(const std::vector<Shares>& shares, Get get) {
    std::vector<std::int64_t> values;
    values.reserve(shares.size());
    for (const Shares& side : shares) values.push_back(Microseconds(get(side)));
    return values;
  }

  void WriteLine(std::string_view stack, const std::vector<std::int64_t>& values) {
    bool empty = true;
    for (std::int64_t value : values) empty = empty && value == 0;
    if (empty) return;
    out_ += stack;
    for (std::int64_t value : values) {
      out_ += ' ';
      AppendCount(out_, value);
    }
    out_ += '\n';
  }

  std::string& out_;
  std::vector<std::string> names_;  // by FunctionId
};

Side SideOf(const Execution& execution) {
  const Profile& profile = execution.profile;
  Side side;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    side.self.push_back(profile.Seconds(execution.graph.functions[f].Self()));
  }
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc& arc = profile.arcs[i];
    if (arc.callee.value >= side.self.size()) continue;  // FunctionTable::indirect
    side.calls.push_back({arc.caller, arc.callee, arc.count, profile.Seconds(execution.graph.TimeOf(arc).self)});
  }
  side.unattributed = profile.Seconds(profile.unattributed_ticks);
  return side;
}

Side SideOf(const Difference& difference, SideNumbers Difference::Row::*of_row, SideArc Difference::ArcRow::*of_arc,
            const SideTotals& totals) {
  Side side;
  for (const Difference::Row& row : difference.functions) side.self.push_back((row.*of_row).kept_self);
  for (const Difference::ArcRow& arc : difference.arcs) {
    side.calls.push_back({arc.caller, arc.callee, (arc.*of_arc).count, (arc.*of_arc).self});
  }
  side.unattributed = totals.unattributed_seconds;
  return side;
}

// 2^63 microseconds are 292,000 years.
void RequireMicroseconds(const Side& side) {
  constexpr double kMostSeconds = 1e12;
  double seconds = side.unattributed;
  for (double own : side.self) seconds += std::abs(own);
  if (!std::isfinite(seconds) || seconds <= kMostSeconds) return;
  throw Error(ErrorCode::kOverflow, "folded stacks cannot hold more than 1,000,000,000,000 seconds");
}

void WriteSides(std::string& out, const FunctionTable& functions, const std::vector<Side>& sides,
                const std::vector<CycleId>& cycle, DemangleStyle demangle) {
  for (const Side& side : sides) RequireMicroseconds(side);
  std::vector<Shares> shares;
  shares.reserve(sides.size());
  for (const Side& side : sides) shares.push_back(Divide(side, cycle));
  Writer(out, functions, demangle).Write(sides, shares);
}

}  // namespace

void WriteFolded(std::string& out, const Execution& execution, DemangleStyle demangle) {
  WriteSides(out, execution.functions, {SideOf(execution)}, execution.graph.components.cycle, demangle);
}

void WriteFolded(std::string& out, const Difference& difference, DemangleStyle demangle) {
  Side base = SideOf(difference, &Difference::Row::base, &Difference::ArcRow::base, difference.base);
  Side other = SideOf(difference, &Difference::Row::other, &Difference::ArcRow::other, difference.other);
  WriteSides(out, difference.match.functions, {base, other}, difference.components.cycle, demangle);
}

}  // namespace profdiff
