// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/trace_builder.h"

#include <algorithm>
#include <stdexcept>

#include "values/shape.h"

namespace profdiff {
namespace {

// Reads calls in the form "name:time(call,call)".
class CallParser {
 public:
  CallParser(std::string_view text, TreeBuilder& builder) : text_(text), builder_(builder) {}

  void Run() {
    ReadCalls();
    if (at_ != text_.size()) throw std::invalid_argument(std::string(text_.substr(at_)));
  }

 private:
  bool Take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string Until(std::string_view ends) {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(ends, at_), text_.size());
    return std::string(text_.substr(begin, at_ - begin));
  }
  void ReadCalls() {
    if (at_ == text_.size()) return;
    do {
      ReadCall();
    } while (Take(','));
  }
  void ReadCall() {
    builder_.Enter(Until(":(),"));
    builder_.Pass(Take(':') ? std::stoull(Until("(),")) : 1);
    if (Take('(')) {
      ReadCalls();
      if (!Take(')')) throw std::invalid_argument("no closing bracket");
    }
    builder_.Leave();
  }

  std::string_view text_;
  TreeBuilder& builder_;
  std::size_t at_ = 0;
};

}  // namespace

void TreeBuilder::Enter(const std::string& name) {
  const auto [found, is_new] = ids_.emplace(name, NameId(trace_.names.size()));
  if (is_new) trace_.names.push_back(name);
  open_.push_back({static_cast<std::uint32_t>(tree_.size()), HashName(name)});
  tree_.function.push_back(found->second);
  tree_.end.push_back(0);
  tree_.start.push_back(now_);
  tree_.duration.push_back(0);
  tree_.shape.push_back(0);
}

void TreeBuilder::Leave() {
  const Open call = open_.back();
  open_.pop_back();
  tree_.end[call.row] = static_cast<std::uint32_t>(tree_.size());
  tree_.duration[call.row] = now_ - tree_.start[call.row];
  tree_.shape[call.row] = EndShape(call.hash);
  if (!open_.empty()) open_.back().hash = AddShape(open_.back().hash, tree_.shape[call.row]);
}

CallTree TreeBuilder::Build() {
  while (!open_.empty()) Leave();
  return tree_;
}

TraceBuilder& TraceBuilder::Thread(std::string_view calls, std::uint32_t rank) {
  TreeBuilder builder(trace_);
  CallParser(calls, builder).Run();
  ThreadTrace thread;
  thread.rank = rank;
  thread.number = trace_.threads.size();
  thread.calls = builder.Build();
  trace_.threads.push_back(std::move(thread));
  return *this;
}

TraceBuilder& TraceBuilder::Names(const std::vector<std::string>& names) {
  trace_.names.insert(trace_.names.end(), names.begin(), names.end());
  return *this;
}

std::string DescribeCalls(const Trace& trace, const CallTree& calls) {
  std::string text;
  std::vector<std::uint32_t> open;
  for (std::uint32_t row = 0; row < calls.size(); ++row) {
    bool below = !open.empty() && row < calls.end[open.back()];
    for (; !open.empty() && calls.end[open.back()] <= row; open.pop_back(), below = false) {
      if (calls.end[open.back()] - open.back() > 1) text += ')';
    }
    text += row == 0 ? "" : below ? "(" : ",";
    text += trace.names[calls.function[row].value];
    open.push_back(row);
  }
  for (; !open.empty(); open.pop_back()) {
    if (calls.end[open.back()] - open.back() > 1) text += ')';
  }
  return text;
}

std::size_t RandomTraces::Below(std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
}

std::string RandomTraces::RandomName() { return std::string(1, static_cast<char>('a' + Below(5))); }

// Names have different ids on the two sides.
RandomTraces::Pair RandomTraces::Make(std::size_t calls) {
  Pair pair;
  pair.a.names = {"x", "e", "d", "c", "b", "a"};
  pair.b.names = {"a", "b", "c", "d", "e", "y"};
  TreeBuilder a(pair.a), b(pair.b);
  AddCalls(a, b, calls, 0);
  pair.a.threads.resize(1);
  pair.b.threads.resize(1);
  pair.a.threads[0].calls = a.Build();
  pair.b.threads[0].calls = b.Build();
  return pair;
}

// Adds random calls. Most are added to both sides, a few of these with different functions; others are added to only
// one side.
void RandomTraces::AddCalls(TreeBuilder& a, TreeBuilder& b, std::size_t calls, int depth) {
  while (calls > 0) {
    const std::size_t here = 1 + Below(calls), kind = Below(12);
    calls -= here;
    if (kind < 2) {
      AddCall(kind == 0 ? a : b, std::min<std::size_t>(here, 3));
      continue;
    }
    const std::string name = RandomName();
    a.Enter(name);
    a.Pass(Below(100));
    b.Enter(kind == 2 ? RandomName() : name);
    b.Pass(Below(100));
    if (depth < 12) AddCalls(a, b, here - 1, depth + 1);
    a.Pass(Below(20));
    b.Leave();
    a.Leave();
  }
}

void RandomTraces::AddCall(TreeBuilder& builder, std::size_t calls) {
  builder.Enter(RandomName());
  builder.Pass(Below(50));
  if (calls > 1) AddCall(builder, calls - 1);
  builder.Leave();
}

}  // namespace profdiff
