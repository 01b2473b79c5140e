// SPDX-License-Identifier: GPL-3.0-or-later
// A record is 16 bytes, little-endian: u64 nanoseconds (CLOCK_MONOTONIC), and a u64 with these fields, from the lowest
// bit:
//   type:2     0 entry, 1 exit, 2 lost (the address is the number of records), 3 event (the address is its id)
//   more:1     values follow (arguments.cpp)
//   magic:3    always 5
//   depth:10   of the call; 0 for the outermost call
//   address:48 of the function
// The record that leaves a call has the depth and the address of the record that entered it: depth and address are
// compared at once. In these cases, mismatches occur in undamaged recordings, too:
//   - A call is entered at a depth at which other calls are open: longjmp left them, or exec began another program. The
//     open calls end where the new call begins.
//   - setjmp or vfork returns a second time: this ends the calls that are open at its depth, and adds no call.
//   - A forked process returns from calls that its parent entered: they are not part of the forked process's call tree.
//   - The recorder lost records and wrote a record of type 2. This is an error; when salvaging, open calls stay open
//     while the next records are deeper, and end at the first record that is not.
#include "read/trace/uftrace/records.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/seeded_hash.h"
#include "profdiff/error.h"
#include "read/trace/call_tree_builder.h"
#include "read/trace/uftrace/arguments.h"

namespace profdiff {
namespace {

constexpr std::size_t kRecordBytes = 16;
constexpr std::size_t kBufferBytes = std::size_t{128} * 1024;
// Largest size in bytes of the values after one record; uftrace does not write more.
constexpr std::size_t kLongestValues = std::size_t{32} * 1024;
constexpr std::size_t kSmallestBuffer = 2 * kLongestValues;
constexpr std::uint64_t kDepths = 1 << 10;

// The low six bits of a record's second word if no values follow: magic 5 << 3 | type. One comparison checks both
// fields.
enum Kind : std::uint64_t { kEntry = 0x28, kExit = 0x29, kLost = 0x2a, kEvent = 0x2b };
constexpr std::uint64_t kKindMask = 0x3b;  // all of the six bits except "more"
constexpr std::uint64_t kValuesFollow = 0x4;

constexpr const char* kBadRecordOrValues =
    "not a record of uftrace, or the values before it do not have the recorded layout";

// Ids of the events that uftrace writes when the scheduler switches a thread in or out.
constexpr std::uint64_t kSwitchIn = 200001, kSwitchOut = 200002, kSwitchOutPreempted = 200007;

// The depth and the address of a record. The depth is in the low ten bits, as in the record itself.
using Key = std::uint64_t;
std::uint64_t DepthOf(Key key) { return key % kDepths; }
std::uint64_t AddressOf(Key key) { return key / kDepths; }

// Reads a file through a buffer, in blocks that fit into a processor's cache.
class Window {
 public:
  explicit Window(ByteSource& source)
      : source_(source),
        size_(source.Size() > 0 && source.Size() < kSmallestBuffer ? kSmallestBuffer : kBufferBytes),
        bytes_(new char[size_]) {}

  // Returns the next bytes of the file: at least `wanted` bytes, or fewer at the end of the file.
  std::string_view Ahead(std::size_t wanted) {
    if (end_ - begin_ < wanted && !at_end_) Fill(wanted);
    return {bytes_.get() + begin_, end_ - begin_};
  }
  void Skip(std::size_t count) { begin_ += count; }
  std::uint64_t offset() const { return passed_ + begin_; }

 private:
  void Fill(std::size_t wanted) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    passed_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    while (end_ < wanted) {
      const std::size_t got = source_.Read(bytes_.get() + end_, size_ - end_);
      at_end_ = got == 0;
      if (at_end_) return;
      end_ += got;
    }
  }

  ByteSource& source_;
  const std::size_t size_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t passed_ = 0;
  bool at_end_ = false;
};

class RecordReader {
 public:
  RecordReader(ByteSource& source, const UftraceInfo& info, const UftraceThread& thread, NameTable& names,
               Damages& damages)
      : window_(source),
        info_(info),
        thread_(thread),
        names_(names),
        damages_(damages),
        builder_(ExpectedCalls(source.Size())),
        cache_(SlotsFor(source.Size())),
        slot_mask_(cache_.size() - 1) {
    if (thread.is_forked) inherited_ = kDepths;
    StartProgram(0);
  }

  UftraceCalls Read() {
    try {
      while (ReadSome()) continue;
    } catch (const Damage& damage) {
      damages_.Report(damage.error, "what follows is left out");
    }
    if (is_lossy_) ReportLoss();
    result_.last_time = builder_.last_time();
    result_.calls = builder_.End();
    // Only results are not in the order of calls. Sorting takes half as much memory again.
    const auto call_of = [](const CallValue& value) { return value.call.value; };
    if (!std::ranges::is_sorted(result_.values, {}, call_of)) std::ranges::stable_sort(result_.values, {}, call_of);
    return std::move(result_);
  }

 private:
  // Thrown if the rest of the file cannot be parsed.
  struct Damage {
    Error error;
  };
  struct CachedName {
    std::uint64_t address = ~std::uint64_t{0};
    HashedName name;
  };
  static constexpr std::size_t kFewestSlots = 1 << 4, kMostSlots = 1 << 12;

  // Estimates the number of calls: one for every two records, plus some open calls.
  static std::uint64_t ExpectedCalls(std::uint64_t bytes) {
    const std::uint64_t pairs = bytes / (2 * kRecordBytes);
    return pairs + std::min(pairs, kDepths);
  }
  // Returns the number of cache slots, a power of two; small files get fewer slots. A size of 0 bytes means that the
  // size is unknown.
  static std::size_t SlotsFor(std::uint64_t bytes) {
    if (bytes == 0) return kMostSlots;
    return std::bit_ceil(std::clamp<std::size_t>(bytes / kRecordBytes, kFewestSlots, kMostSlots));
  }

  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    const std::uint64_t offset = window_.offset() - record_bytes_;
    throw Damage{Error(code, reason, thread_.path, Place::Named("record at byte " + std::to_string(offset), offset))};
  }

  // Reads the records in the buffer, up to the first record with values. Returns false at the end of the file. Most
  // records have no values; for them, the loop only moves the window's position.
  bool ReadSome() {
    const std::string_view bytes = window_.Ahead(kRecordBytes);
    if (bytes.size() < kRecordBytes) {
      if (!bytes.empty()) Fail(ErrorCode::kTruncated, "the file ends inside it");
      return false;
    }
    for (std::size_t at = 0; at + kRecordBytes <= bytes.size(); at += kRecordBytes) {
      const auto time = LoadNumber<std::uint64_t>(bytes.data() + at, false);
      const auto word = LoadNumber<std::uint64_t>(bytes.data() + at + 8, false);
      if ((word & kValuesFollow) == 0) {
        ReadRecord(time, word);
        window_.Skip(kRecordBytes);
        continue;
      }
      // The values after an exit record belong to the call that the record ends, if it ends exactly one call.
      const std::size_t depth = builder_.depth();
      const CallId innermost = depth > 0 ? builder_.innermost_call() : CallId();
      ReadRecord(time, word);
      window_.Skip(kRecordBytes);
      const bool leaves = (word & kKindMask) == kExit;
      SkipValues(word, time, leaves && builder_.depth() + 1 == depth ? innermost : CallId());
      return true;  // the buffer may have moved, so `bytes` is no longer valid
    }
    return true;
  }

  void ReadRecord(std::uint64_t time, std::uint64_t word) {
    if (time >= next_program_) StartProgram(time);
    const Key key = word >> 6;
    switch (word & kKindMask) {
      case kEntry:
        return Enter(key, time);
      case kExit:
        return Leave(key, time);
      case kLost:
        return Lose(AddressOf(key), time);
      case kEvent:
        return SeeEvent(AddressOf(key), time);
      default:
        Fail(ErrorCode::kBadTrace, layouts_.empty() ? "not a record of uftrace" : kBadRecordOrValues);
    }
  }

  void Check(TreeProblem problem) const {
    if (problem == TreeProblem::kNone) return;
    Fail(problem == TreeProblem::kTooMany ? ErrorCode::kOverflow : ErrorCode::kBadTrace, Describe(problem));
  }

  void Enter(Key key, std::uint64_t time) {
    if (DepthOf(key) != next_depth_) EnterElsewhere(key, time);
    if (open_.empty()) inherited_ = std::min(inherited_, DepthOf(key));
    Check(builder_.Enter(NameOf(AddressOf(key), time), time));
    open_.push_back(key);
    next_depth_ = (DepthOf(key) + 1) % kDepths;
  }

  void Leave(Key key, std::uint64_t time) {
    if (open_.empty() || open_.back() != key) return LeaveElsewhere(key, time);
    Pop(time);
    next_depth_ = DepthOf(key);
  }

  // Ends the innermost call.
  void Pop(std::uint64_t time) {
    Check(builder_.Leave(time));
    open_.pop_back();
  }

  // Ends the open calls at `depth` and deeper.
  void Unwind(std::uint64_t depth, std::uint64_t time) {
    while (!open_.empty() && DepthOf(open_.back()) >= depth) Pop(time);
    next_depth_ = depth;
  }

  // Enters a call at a depth other than next_depth_. A greater depth is possible only at the start of a recording and
  // after a loss of records.
  void EnterElsewhere(Key key, std::uint64_t time) {
    const std::uint64_t depth = DepthOf(key);
    if (depth > next_depth_ && builder_.size() > 0 && !is_lossy_) {
      Fail(ErrorCode::kBadTrace, "a call is entered at depth " + std::to_string(depth) + ", but only depths up to " +
                                     std::to_string(next_depth_) + " are possible");
    }
    Unwind(depth, time);
  }

  // Leaves a call other than the innermost open one; the cases are described at the top of this file.
  void LeaveElsewhere(Key key, std::uint64_t time) {
    const std::uint64_t depth = DepthOf(key);
    while (!open_.empty() && DepthOf(open_.back()) > depth) Pop(time);
    next_depth_ = depth;
    if (!open_.empty() && open_.back() == key) return Pop(time);
    if (is_lossy_) return Unwind(depth, time);
    if (open_.empty() && depth < inherited_) {
      inherited_ = depth;
      return;
    }
    const std::string name = PlaceOf(AddressOf(key), time).Name();
    const bool returns_twice = name.find("setjmp") != std::string::npos || name.find("fork") != std::string::npos ||
                               name.find("getcontext") != std::string::npos;
    if (returns_twice) return Unwind(depth, time);
    Fail(ErrorCode::kBadTrace, Describe(open_.empty() ? TreeProblem::kNothingOpen : TreeProblem::kOtherOpen));
  }

  // After a loss of records, the open calls are only a guess until the end of the file, so a single flag is enough.
  void Lose(std::uint64_t count, std::uint64_t time) {
    result_.lost_records += count;
    const std::string reason = "uftrace lost " + std::to_string(count) + " records here";
    if (!damages_.salvage) Fail(ErrorCode::kLostRecords, reason);
    if (!is_lossy_) first_loss_ = time;
    is_lossy_ = true;
  }

  void ReportLoss() {
    damages_.missing.emplace_back(
        "uftrace lost " + std::to_string(result_.lost_records) + " records, the first ones " +
            std::to_string(first_loss_) +
            " ns into its clock; calls that were open at a loss end where the next record shows that "
            "they had ended",
        thread_.path);
  }

  void SeeEvent(std::uint64_t event, std::uint64_t time) {
    const bool out = event == kSwitchOut || event == kSwitchOutPreempted;
    if (out || event == kSwitchIn) result_.switches.push_back({time, out});
  }

  // Begins the thread's first program or, after exec, its next one. From here on, addresses refer to different
  // functions, so cached names and layouts are dropped.
  void StartProgram(std::uint64_t time) {
    while (program_ < thread_.programs.size() && thread_.programs[program_].time <= time) ++program_;
    next_program_ = program_ < thread_.programs.size() ? thread_.programs[program_].time : ~std::uint64_t{0};
    if (builder_.size() > 0) std::ranges::fill(cache_, CachedName{});
    layouts_.clear();
  }

  UftracePlace PlaceOf(std::uint64_t address, std::uint64_t time) const {
    return thread_.programs[program_ == 0 ? 0 : program_ - 1].addresses->Find(address, time);
  }

  // A direct-mapped cache of names by address. If several modules were loaded at one address, the name depends on the
  // time, and is not cached.
  HashedName NameOf(std::uint64_t address, std::uint64_t time) {
    CachedName& slot = cache_[(address * kMixFactor >> 40) & slot_mask_];
    if (slot.address == address) return slot.name;
    const UftracePlace place = PlaceOf(address, time);
    if (place.module != nullptr && place.symbols == nullptr) ReportNoSymbols(*place.module);
    const HashedName name = names_.Intern(place.Name());
    if (place.symbols != nullptr) {
      const UftraceSignature signature = place.symbols->SignatureOf(place.function.address);
      result_.lines.Add(name.id, signature.file, signature.line);
    }
    if (place.module == nullptr || !place.module->shares_begin) slot = {address, name};
    return name;
  }

  void ReportNoSymbols(const UftraceModule& module) {
    if (!module.path.starts_with('/') && !module.path.starts_with('.')) return;  // not a file, for example "[vdso]"
    if (std::ranges::find(without_symbols_, module.path) != without_symbols_.end()) return;
    without_symbols_.push_back(module.path);
    const std::uint64_t offset = window_.offset();
    damages_.Report(Error(ErrorCode::kLostSymbols, "the directory has no symbols of " + module.path, thread_.path,
                          Place::Byte(offset)),
                    "its functions are named by their addresses");
  }

  // Skips or stores the values after a record. `left` is the call that the record ended, or invalid.
  void SkipValues(std::uint64_t word, std::uint64_t time, CallId left) {
    record_bytes_ = kRecordBytes;
    const bool is_event = (word & kKindMask) == kEvent;
    const std::string_view bytes = window_.Ahead(kLongestValues);
    if (!is_event && damages_.salvage && !HasLayout(word, time)) return SkipUnknownValues(word, time, bytes);
    const std::optional<std::size_t> size = SizeOfValues(is_event ? event_layout_ : LayoutAt(word, time), bytes);
    if (!size) Fail(ErrorCode::kTruncated, "the file ends inside the values that follow it");
    if (thread_.keeps_values && !is_event) {
      const bool enters = (word & kKindMask) == kEntry;
      const CallId call = enters && builder_.size() > 0 ? CallId(builder_.size() - 1) : left;
      ValueNames* const texts = thread_.keeps_texts ? &result_.value_names : nullptr;
      if (call.valid()) AppendValues(LayoutAt(word, time), bytes, call, texts, result_.values);
    }
    window_.Skip(*size);
    record_bytes_ = 0;
  }

  bool HasLayout(std::uint64_t word, std::uint64_t time) {
    const bool leaves = (word & kKindMask) == kExit;
    const std::uint64_t address = AddressOf(word >> 6);
    return layouts_.contains(2 * address + (leaves ? 1 : 0)) ||
           FindUftraceLayout(info_, PlaceOf(address, time), leaves).has_value();
  }

  // Moves to the next bytes that can be a record: values take a multiple of 8 bytes, and a record has a known kind, a
  // time that is not before the last record, and an address in a module.
  void SkipUnknownValues(std::uint64_t word, std::uint64_t time, std::string_view bytes) {
    if (!skips_values_) {
      damages_.Report(
          Error(ErrorCode::kUnsupported,
                "the layout of the values of " + PlaceOf(AddressOf(word >> 6), time).Name() + " was not recorded",
                thread_.path, Place::Byte(window_.offset())),
          "values of unknown layout are left out");
    }
    skips_values_ = true;
    constexpr std::size_t kStep = 8;
    std::size_t at = 0;
    while (at + kRecordBytes <= bytes.size() && !CanBeRecord(bytes.substr(at, kRecordBytes), time)) at += kStep;
    window_.Skip(at + kRecordBytes <= bytes.size() ? at : bytes.size());
    record_bytes_ = 0;
  }

  bool CanBeRecord(std::string_view bytes, std::uint64_t last) const {
    constexpr std::uint64_t kLongestPause = 86'400'000'000'000;  // a day
    const auto time = LoadNumber<std::uint64_t>(bytes.data(), false);
    const auto word = LoadNumber<std::uint64_t>(bytes.data() + 8, false);
    const std::uint64_t kind = word & kKindMask;
    return (kind == kEntry || kind == kExit) && time >= last && time - last < kLongestPause &&
           PlaceOf(AddressOf(word >> 6), time).module != nullptr;
  }

  // If no layout was recorded, the length of the values is unknown, and nothing after them can be read.
  const UftraceLayout& LayoutAt(std::uint64_t word, std::uint64_t time) {
    const bool leaves = (word & kKindMask) == kExit;
    const std::uint64_t address = AddressOf(word >> 6);
    const auto known = layouts_.find(2 * address + (leaves ? 1 : 0));
    if (known != layouts_.end()) return known->second;
    const UftracePlace place = PlaceOf(address, time);
    std::optional<UftraceLayout> layout = FindUftraceLayout(info_, place, leaves);
    if (!layout) {
      Fail(ErrorCode::kUnsupported, std::string(leaves ? "the result" : "the arguments") + " of " + place.Name() +
                                        " follow it, and their layout was not recorded");
    }
    return layouts_.insert_or_assign(2 * address + (leaves ? 1 : 0), std::move(*layout)).first->second;
  }

  Window window_;
  const UftraceInfo& info_;
  const UftraceThread& thread_;
  NameTable& names_;
  Damages& damages_;
  CallTreeBuilder builder_;
  UftraceCalls result_;
  std::vector<Key> open_;
  // Depth at which a callee of the innermost call is entered.
  std::uint64_t next_depth_ = 0;
  // Calls at depths below this value may have been entered by the parent process; only their exits are then recorded.
  std::uint64_t inherited_ = 0;
  bool is_lossy_ = false;         // true if the recorder lost records
  std::uint64_t first_loss_ = 0;  // time of the first loss, in nanoseconds
  // Number of bytes of the current record that have already been skipped in window_.
  std::size_t record_bytes_ = 0;
  std::size_t program_ = 0;  // index of the thread's next program in thread_.programs
  std::uint64_t next_program_ = 0;
  std::vector<CachedName> cache_;
  const std::uint64_t slot_mask_;
  HashMap<std::uint64_t, UftraceLayout> layouts_;  // key: 2 * address, plus 1 for an exit record
  const UftraceLayout event_layout_ = {{UftraceValue::kText}};
  std::vector<std::string> without_symbols_;
  bool skips_values_ = false;  // true if values of unknown layout were skipped
};

}  // namespace

UftraceCalls ReadUftraceRecords(ByteSource& source, const UftraceInfo& info, const UftraceThread& thread,
                                NameTable& names, Damages& damages) {
  return RecordReader(source, info, thread, names, damages).Read();
}

}  // namespace profdiff
