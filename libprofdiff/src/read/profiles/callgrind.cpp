// SPDX-License-Identifier: GPL-3.0-or-later
// Reads callgrind.out files (Valgrind's manual, "Callgrind Format Specification"). Their text has these lines:
//   key: value                  header: "events: Ir Dr", "positions: instr line", "totals: 17 3", "part: 2" …
//   fn=(1) main                 the function of the lines that follow; "(1) main" defines an id, "(1)" refers to it
//   ob= fl= fi= fe=             its object and source file (fi, fe: of an inlined part; the function stays the same)
//   16 400 2                    costs: positions, then a number for each event; missing numbers at the end are 0
//   cfn=(2) f                   callee of the next call; cob=, cfi= (also cfl=): its object and file, if different
//   calls=3 50                  count and target position; the next line has the call's position and inclusive cost
//   jump=9 14, jcnd=4/9 14      jumps taken, with target position; the next line has only the position of the jump
// Positions are absolute, or relative to the previous line: "+3", "-2", or "*" for no change.
// Tests: tests/unit/read/profiles/callgrind_test.cpp.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "base/seeded_hash.h"
#include "read/file/text_lines.h"
#include "read/profiles/callgrind_costs.h"
#include "read/profiles/callgrind_sums.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

// The names of one kind (functions, objects or files). Each kind has its own ids ("name compression").
class Names {
 public:
  // A name's number in order of first use: the same text has the same number.
  using Number = std::uint32_t;

  // Returns the name for a field: "(12) name" defines an id, "(12)" refers to it, and "name" is a name without an id.
  // Returns nullopt for an undefined id.
  std::optional<Number> Resolve(std::string_view text) {
    // Names can begin with a parenthesis themselves, for example "(below main)"; only digits in parentheses are an id.
    const std::size_t end = text.starts_with('(') ? text.find(')') : std::string_view::npos;
    const std::string_view digits = end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return NumberOfName(text);
    const std::optional<std::uint64_t> id = NumberFrom<std::uint64_t>(digits);
    if (!id) return std::nullopt;
    std::string_view name = text.substr(end + 1);
    name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
    const std::uint32_t place = ids_.Find(Mix(*id), [](std::uint32_t) { return true; });  // Mix is a bijection
    if (place == by_id_.size()) by_id_.emplace_back();
    if (!name.empty()) by_id_[place] = NumberOfName(name);
    return by_id_[place];
  }
  const std::string& TextOf(Number number) const { return *texts_[number]; }

 private:
  Number NumberOfName(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const auto added = numbers_.emplace(name, static_cast<Number>(texts_.size())).first;
    texts_.push_back(&added->first);
    return added->second;
  }

  NumberSet ids_;
  std::vector<std::optional<Number>> by_id_;
  HashMap<std::string, Number> numbers_;
  std::vector<const std::string*> texts_;  // the keys of numbers_, which do not move
};

class CallgrindReader {
 public:
  explicit CallgrindReader(const StackInput& input) : input_(input), observer_(input.observer), lines_(input.bytes) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) ParseLine(line);
    CheckEnd();
  }

  StackProfile Finish() {
    if (sums_.empty()) throw FileError(input_, ErrorCode::kBadProfile, "no costs");
    StackProfile profile;
    profile.path = input_.path;
    profile.format = &input_.format;
    profile.events = std::move(events_);
    profile.event = event_;
    CallgrindSums::Result result = sums_.Take(profile.remarks);
    for (Message& remark : profile.remarks) remark.file = input_.path;
    result.profile.dimension = profile.events[event_].unit;
    result.profile.abbreviation = result.profile.dimension[0];
    result.profile.rate = 1;  // ticks are events, which are not converted to seconds
    profile.functions = std::move(result.functions);
    profile.counted = std::move(result.profile);
    if (observer_ != nullptr) observer_->Finish(std::move(sums_));
    return profile;
  }

 private:
  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw FileError(input_, code, reason, Here());
  }
  Place Here() const { return Place::Line(lines_.number()); }

  // A line is recognised by its first character (costs begin with a position) or by the character that ends its first
  // word: "=" or ":".
  void ParseLine(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line[0] == '#') return;
    const bool is_cost = line[0] == '+' || line[0] == '-' || line[0] == '*' || (line[0] >= '0' && line[0] <= '9');
    if (is_cost) return ParseCosts(line);
    if (inclusive_follows_) Fail(ErrorCode::kBadProfile, "no costs after 'calls='");
    if (jump_) Fail(ErrorCode::kBadProfile, "no position after a jump");
    const std::size_t mark = line.find_first_of("=:");
    if (mark == std::string_view::npos) Fail(ErrorCode::kBadProfile, "neither a name nor costs");
    const std::string_view key = line.substr(0, mark);
    std::string_view value = line.substr(mark + 1);
    if (line[mark] == '=') return ParseName(key, value);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    ParseHeader(key, value);
  }

  // Header lines may recur within a file: each dump of a run ("part:") has its own header. Other keys, such as
  // "version", "cmd" and "summary", are skipped; Callgrind's "summary:" can be off by a few events, whereas "totals:"
  // is exact.
  void ParseHeader(std::string_view key, std::string_view value) {
    if (key == "events") {
      costs_.SetColumns(value);
      is_chosen_ = false;
    } else if (key == "event") {
      if (formulas_.size() < kMostFormulas) formulas_.emplace_back(value);
      is_chosen_ = false;
    } else if (key == "positions") {
      positions_ = 1 + static_cast<std::size_t>(std::ranges::count(value, ' '));
      has_lines_ = value.find("line") != std::string_view::npos;
      has_addresses_ = value.find("instr") != std::string_view::npos;
    } else if (key == "totals") {
      ReadTotals(value);
    } else if (key == "creator") {
      is_of_callgrind_ = value.starts_with("callgrind");
    } else if (key == "version") {
      CheckVersion(value);
    } else if (key == "desc" && observer_ != nullptr) {
      observer_->Describe(value);
    } else if (key == "part" && observer_ != nullptr) {
      observer_->StartPart();
    } else if (key == "pid" && observer_ != nullptr) {
      observer_->SetProcess(value);
    } else if (key == "thread" && observer_ != nullptr) {
      observer_->SetThread(value);
    }
  }

  // Only major versions 0 and 1 are specified.
  void CheckVersion(std::string_view version) const {
    int major = 0;
    const auto result = std::from_chars(version.data(), version.data() + version.size(), major);
    if (result.ec == std::errc::invalid_argument) Fail(ErrorCode::kBadProfile, "'version:' without a number");
    if (result.ec == std::errc() && (major == 0 || major == 1)) return;
    Fail(ErrorCode::kUnsupported,
         "version " + std::string(version.substr(0, 40)) + " of the format: only 0 and 1 are known");
  }

  void ParseName(std::string_view key, std::string_view value) {
    if (key == "fn" || key == "cfn") {
      (key == "fn" ? function_ : callee_) = Resolve(functions_, value);
      if (key == "fn") current_.reset();
      if (key == "fn" && observer_ != nullptr) observer_->StartFunction();
    } else if (key == "ob") {
      object_ = Resolve(objects_, value);
      current_.reset();
    } else if (key == "cob") {
      called_object_ = Resolve(objects_, value);
    } else if (key == "calls") {
      ParseCalls(value);
      // Functions are identified by name and object; files matter only to observers, which use source lines.
    } else if (key == "fl" || key == "fi" || key == "fe" || key == "cfi" || key == "cfl" || key == "jfi") {
      if (observer_ != nullptr) ParseFile(key, value);
    } else if (key == "jfn") {
      jump_function_ = Resolve(functions_, value);
    } else if (key == "jump" || key == "jcnd") {
      if (observer_ != nullptr) ParseJump(key == "jcnd", value);
    } else {
      Fail(ErrorCode::kBadProfile, "'" + std::string(key.substr(0, 40)) + "=' is unknown");
    }
  }

  // Also parses the file names of callees and jumps, since these lines may define ids.
  void ParseFile(std::string_view key, std::string_view value) {
    const std::string& name = files_.TextOf(Resolve(files_, value));
    if (key[0] == 'f') observer_->SetFile(name);
    if (key[0] == 'j') jump_file_ = name;
  }

  // Parses "jump=COUNT TARGET" or "jcnd=TAKEN/COUNT TARGET"; the next line has the position of the jump.
  void ParseJump(bool is_conditional, std::string_view value) {
    if (!function_) Fail(ErrorCode::kBadProfile, "a jump before the first 'fn='");
    const std::string_view counts = TakeWord(value);
    std::uint64_t taken = 0;
    std::from_chars(counts.data(), counts.data() + counts.size(), taken);
    jump_ = Jump{is_conditional, taken, std::string(value), std::move(jump_file_),
                 !jump_function_ || jump_function_ == function_};
    jump_file_.clear();
    jump_function_.reset();
  }

  // Takes as many words as "positions:" announced: the address comes first, the source line last.
  CallgrindPosition TakePosition(std::string_view& line) const {
    CallgrindPosition position;
    for (std::size_t i = 0; i < positions_; ++i) {
      const std::string_view word = TakeWord(line);
      if (has_addresses_ && i == 0) position.address = word;
      if (has_lines_ && i + 1 == positions_) position.line = word;
    }
    return position;
  }

  void EndJump(CallgrindPosition from) {
    std::string_view to = jump_->to;
    CallgrindTrouble trouble = CallgrindTrouble::kNone;
    if (jump_->is_within) {
      trouble = observer_->AddJump(sums_.FunctionOf(*current_),
                                   {jump_->is_conditional, jump_->taken, from, TakePosition(to), jump_->to_file});
    }
    jump_.reset();
    Require(trouble);
  }

  void Require(CallgrindTrouble trouble) const {
    if (trouble == CallgrindTrouble::kPosition) {
      Fail(ErrorCode::kBadProfile, "a relative position without a position before it");
    }
    if (trouble != CallgrindTrouble::kNone) FailOfSize(input_, Here());
  }

  Names::Number Resolve(Names& names, std::string_view value) {
    const std::optional<Names::Number> name = names.Resolve(value);
    if (!name) Fail(ErrorCode::kBadProfile, "the name " + std::string(value.substr(0, 40)) + " is not defined");
    return *name;
  }

  void ParseCalls(std::string_view value) {
    if (!function_ || !callee_) Fail(ErrorCode::kBadProfile, "a call before the first 'fn=' or 'cfn='");
    // The position of the callee follows the count; it is not used, because the call is attributed to the whole
    // function.
    const auto result = std::from_chars(value.data(), value.data() + value.size(), count_);
    if (result.ec == std::errc::result_out_of_range) Fail(ErrorCode::kOverflow, "more calls than 64 bits can hold");
    if (result.ec != std::errc()) Fail(ErrorCode::kBadProfile, "'calls=' without a number");
    inclusive_follows_ = true;
  }

  void ParseCosts(std::string_view line) {
    if (!function_) Fail(ErrorCode::kBadProfile, "costs before the first 'fn='");
    // The column and the function are looked up only when the first costs are read, because "events:" and "event:" may
    // come in either order, and "ob=" may come after "fn=".
    if (!is_chosen_) ChooseColumn();
    if (!current_) current_ = LevelOf(*function_, object_);
    const CallgrindPosition position = TakePosition(line);
    if (jump_) return EndJump(position);
    const std::optional<std::uint64_t> cost = CostOf(line);
    if (!cost) Fail(ErrorCode::kBadProfile, "costs that are not numbers, or exceed 64 bits");
    inclusive_follows_ ? AddCall(position, line, *cost) : AddSelf(position, line, *cost);
  }

  // Most lines refer to functions that occurred before: a pair of numbers is looked up, not two long texts.
  CallgrindSums::Level LevelOf(Names::Number function, std::optional<Names::Number> object) {
    const std::uint64_t pair = std::uint64_t{function} << 32 | (object ? *object + 1 : 0);
    const std::uint32_t place = pairs_.Find(Mix(pair), [](std::uint32_t) { return true; });
    if (place == levels_.size()) {
      levels_.push_back(sums_.Find(functions_.TextOf(function), object ? objects_.TextOf(*object) : std::string()));
    }
    return levels_[place];
  }

  std::optional<std::uint64_t> CostOf(std::string_view numbers) const {
    const std::optional<std::uint64_t> cost = costs_.TakeCost(numbers, event_);
    if (cost && !TakeWord(numbers).empty()) Fail(ErrorCode::kBadProfile, "more costs than events in 'events:'");
    return cost;
  }

  void AddCall(CallgrindPosition position, std::string_view numbers, std::uint64_t cost) {
    const CallgrindSums::Level callee = LevelOf(*callee_, called_object_ ? called_object_ : object_);
    const CallgrindSums::CallId call = sums_.FindCall(*current_, callee);
    const bool fits = sums_.AddCall(call, count_, cost);
    if (observer_ != nullptr) {
      Require(observer_->AddCall(call, sums_.FunctionOf(*current_), position, count_, numbers));
    }
    inclusive_follows_ = false;
    // "cob=" and "cfn=" apply to one call only.
    called_object_.reset();
    callee_.reset();
    if (!fits) FailOfSize(input_, Here());
  }

  void AddSelf(CallgrindPosition position, std::string_view numbers, std::uint64_t cost) {
    const bool fits = sums_.AddSelf(*current_, cost);
    if (observer_ != nullptr) {
      Require(observer_->AddSelf(*current_, sums_.FunctionOf(*current_), position, numbers));
    }
    if (!fits) FailOfSize(input_, Here());
  }

  // Chooses the event again for each part of a file, because parts may have different columns.
  void ChooseColumn() {
    for (const std::string& formula : formulas_) {
      if (!costs_.AddFormula(formula)) Fail(ErrorCode::kBadProfile, "the event '" + formula + "' cannot be understood");
    }
    const std::size_t event = ChooseEvent(input_, costs_.events());
    if (!chosen_.empty() && costs_.events()[event].name != chosen_) {
      Fail(ErrorCode::kBadProfile, "a part of the file has no event '" + chosen_ + "'");
    }
    event_ = event;
    events_ = costs_.events();
    chosen_ = events_[event].name;
    is_chosen_ = true;
    if (observer_ != nullptr && !observer_->SetColumns(costs_)) {
      Fail(ErrorCode::kBadProfile, "a part of the file has other events");
    }
  }

  // Adds the totals of a part to the totals of the file.
  void ReadTotals(std::string_view value) {
    if (!is_chosen_ && !costs_.events().empty()) ChooseColumn();
    const std::optional<std::uint64_t> total = is_chosen_ ? CostOf(value) : std::nullopt;
    if (!total) Fail(ErrorCode::kBadProfile, "'totals:' without numbers");
    expected_ = expected_.value_or(0) + *total;
  }

  // Callgrind writes the totals at the end of each part, so a file that Callgrind wrote is truncated if it has no
  // totals. Other programs that write the format may omit totals.
  void CheckEnd() const {
    if (inclusive_follows_) Fail(ErrorCode::kTruncated, "the file ends after 'calls='");
    if (jump_) Fail(ErrorCode::kTruncated, "the file ends after a jump");
    if (!expected_ && is_of_callgrind_) Fail(ErrorCode::kTruncated, "the file ends before its totals");
    if (expected_ && *expected_ != sums_.total()) {
      Fail(ErrorCode::kBadProfile, "costs add up to " + std::to_string(sums_.total()) + ", not to the totals of " +
                                       std::to_string(*expected_) + ": parts are missing");
    }
  }

  // A jump whose own position has not been read yet.
  struct Jump {
    bool is_conditional;
    std::uint64_t taken;
    std::string to, to_file;
    bool is_within;  // true if it stays within its function
  };

  static constexpr std::size_t kMostFormulas = 1000;

  const StackInput& input_;
  CallgrindObserver* const observer_;  // may be null
  TextLines lines_;
  CallgrindCosts costs_;
  std::vector<std::string> formulas_;  // definitions of events that are sums of columns; may come before the columns
  CallgrindSums sums_;
  Names functions_, objects_;
  Names files_;  // used only with an observer
  std::optional<Names::Number> function_, callee_;
  std::optional<Names::Number> object_;
  std::optional<Names::Number> called_object_;   // for the next call only
  NumberSet pairs_;                              // of a function and an object
  std::vector<CallgrindSums::Level> levels_;     // by pair
  std::optional<CallgrindSums::Level> current_;  // id of function_ in object_; nullopt before its first costs
  std::size_t positions_ = 1;
  bool has_lines_ = true;       // true if cost lines have a source line, which is always the last position
  bool has_addresses_ = false;  // true if cost lines have an address, which is always the first position
  std::size_t event_ = 0;
  std::vector<StackEvent> events_;  // events known when the column was chosen
  std::string chosen_;              // name of the chosen event
  bool is_chosen_ = false;
  bool inclusive_follows_ = false;
  std::uint64_t count_ = 0;
  std::optional<Jump> jump_;                    // used only with an observer
  std::string jump_file_;                       // for the next jump only
  std::optional<Names::Number> jump_function_;  // for the next jump only
  bool is_of_callgrind_ = false;
  std::optional<std::uint64_t> expected_;
};

}  // namespace

StackProfile ReadCallgrind(const StackInput& input) { return ReadWith<CallgrindReader>(input); }

}  // namespace profdiff
