// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the output of 'valgrind --tool=lackey --trace-mem=yes': "I 0401ab70,3" for an instruction, " L 1fff000708,8"
// for a read; S stands for a write, and M for a modification (a read and a write). Valgrind's own lines, before and
// after the records, begin with "==". Records are passed to a simulated cache one by one, and only sums are kept,
// because a trace has millions of records. Output of the program may be interleaved with the records. Source:
// Valgrind's manual, "Lackey: an example tool". Tests: tests/unit/read/property/address_trace_test.cpp.
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/file/text_lines.h"
#include "read/property/addresses/address_histogram.h"
#include "read/property/addresses/address_jumps.h"
#include "read/property/addresses/address_sums.h"
#include "read/property/addresses/heap_blocks.h"
#include "read/property/addresses/stack_frames.h"
#include "read/property/addresses/trace_image.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestAccess = 4096;  // in bytes; vector instructions access at most 64

struct Record {
  char kind = 'I';  // letter in the trace: I, L, S or M
  std::uint64_t address = 0, size = 0;
};

// Columns 0 and 1 contain the kind; the address begins in column 3. Returns nullopt for any line that is not exactly a
// record, because the same file contains output of the program.
std::optional<Record> ParseRecord(std::string_view line) {
  constexpr std::size_t kAddress = 3;
  if (line.size() < kAddress + 3 || line[2] != ' ') return std::nullopt;
  const bool is_instruction = line[0] == 'I' && line[1] == ' ';
  const bool is_data = line[0] == ' ' && (line[1] == 'L' || line[1] == 'S' || line[1] == 'M');
  if (!is_instruction && !is_data) return std::nullopt;
  Record record{is_instruction ? 'I' : line[1]};
  const char* const end = line.data() + line.size();
  const auto address = std::from_chars(line.data() + kAddress, end, record.address, 16);
  if (address.ec != std::errc() || address.ptr == end || *address.ptr != ',') return std::nullopt;
  const auto size = std::from_chars(address.ptr + 1, end, record.size);
  if (size.ec != std::errc() || size.ptr != end) return std::nullopt;
  return record;
}

// True for a record whose address exceeds 64 bits. ParseRecord rejects it like any other text, but it is damage that
// has to be reported.
bool HasLongAddress(std::string_view line) {
  constexpr std::size_t kDigits = 16;
  const bool is_record =
      line.starts_with("I  ") || line.starts_with(" L ") || line.starts_with(" S ") || line.starts_with(" M ");
  const std::size_t comma = line.find_first_not_of("0123456789abcdefABCDEF", 3);
  return is_record && comma != std::string_view::npos && line[comma] == ',' && comma > 3 + kDigits;
}

// Counts of the references that are made while the phase (the examined function or loop) runs.
struct PhaseCounts {
  AddressSums sums;
  std::optional<AddressHistogram> histogram;  // nullopt unless requested
};

// Counts by place. If the phase is a loop, the place is the last executed instruction of the loop's function; during a
// call from this function, it is the call instruction. Counts must be kept by instruction, because loops are known only
// at the end of a trace, and a pipe cannot be read twice. If the phase is not a loop, there is only one place.
class PlacedCounts {
 public:
  // `none`: empty counts, copied for each place.
  explicit PlacedCounts(PhaseCounts none) : none_(std::move(none)) {}

  // Returns the counts of a place; valid until the next call.
  PhaseCounts& At(std::uint64_t place) {
    if (last_ == nullptr || place != last_place_) last_ = &counts_.try_emplace(place, none_).first->second;
    last_place_ = place;
    return *last_;
  }
  // Returns the sum of the counts of the places from `first` to `last`. Must be called last.
  PhaseCounts Take(std::uint64_t first, std::uint64_t last) {
    const auto begin = counts_.lower_bound(first), end = counts_.upper_bound(last);
    if (begin == end) return std::move(none_);
    PhaseCounts sum = std::move(begin->second);
    for (auto place = std::next(begin); place != end; ++place) {
      sum.sums.Add(place->second.sums);
      if (sum.histogram) sum.histogram->Add(*place->second.histogram);
    }
    return sum;
  }

 private:
  PhaseCounts none_;
  std::map<std::uint64_t, PhaseCounts> counts_;  // by place
  PhaseCounts* last_ = nullptr;
  std::uint64_t last_place_ = 0;
};

std::string TextOf(const CacheShape& shape) {
  return "D1 cache: " + std::to_string(shape.size) + " B, " + std::to_string(shape.line) + " B, " +
         std::to_string(shape.ways) + "-way associative";
}

// The treatment of a record depends on the lines before it: whether the program is known (from the "Command:" line or
// an option), whether its load bias is known (TraceBias), and whether the phase is running. References before the bias
// is known are counted as references of code outside the program.
class AddressTrace {
 public:
  AddressTrace(const std::string& path, const MeasureOptions& options)
      : path_(path), options_(options), shape_{options.cache_size, options.cache_ways, options.cache_line} {
    if (!shape_.IsSound()) Fail(ErrorCode::kBadArgument, "not a valid cache: " + TextOf(shape_));
    cache_.emplace(shape_);
    if (!options.image.empty()) Open(options.image);
  }

  void Read(ByteSource& source) {
    TextLines lines(source);
    std::string_view line;
    while (lines.Next(line)) {
      if (const std::optional<Record> record = ParseRecord(line)) {
        Play(*record);
      } else if (line.starts_with("==")) {
        ReadComment(line);
      } else if (HasLongAddress(line)) {
        FailAtLine(ErrorCode::kOverflow, "an address of more than 64 bits", lines.number());
      }
    }
    if (has_comments_ && !has_end_) {
      FailAtLine(ErrorCode::kTruncated, "the trace ends before its program does", lines.number());
    }
  }

  Measurements Take(std::vector<Message> missing) {
    if (image_ == nullptr) Fail(ErrorCode::kBadProfile, "no references");
    if (!bias_->is_known()) {
      Fail(ErrorCode::kIncompatible, "its instructions do not belong to " + image_->image().path,
           {RemedyKind::kNameImage, {}});
    }
    if (instances_ == 0) {
      Fail(ErrorCode::kBadArgument,
           "it contains no call of '" + phase_ + "'; is " + image_->image().path + " the program that ran?");
    }
    const AddressLoops loops(jumps_.Find(), *image_);
    const AddressPhase phase{phase_, FindLoop(loops)};
    const PhaseCounts counts =
        phase.loop ? counts_->Take(loops.all()[*phase.loop].first, loops.all()[*phase.loop].last) : counts_->Take(0, 0);
    Measurements made = MeasureAddresses(counts.sums, loops, *image_, ArraysOutside(), phase);
    if (counts.histogram) made.histogram = counts.histogram->Find(options_.buckets);
    made.inputs = {path_};
    made.machine = TextOf(shape_);
    made.is_played = true;
    if (!phase.loop) made.instances = instances_;
    made.missing = std::move(missing);
    AddRemarks(counts.sums, made);
    return made;
  }

 private:
  [[noreturn]] void Fail(ErrorCode code, const std::string& reason, const Remedy& remedy = {}) const {
    throw Error(code, reason, path_, Place::Whole("address trace"), remedy);
  }
  [[noreturn]] void FailAtLine(ErrorCode code, const std::string& reason, std::uint64_t line) const {
    throw Error(code, reason, path_, Place::Line(line, "address trace"));
  }

  std::optional<std::size_t> FindLoop(const AddressLoops& loops) const {
    if (options_.phase_line == 0) return std::nullopt;
    const FunctionId function = loops.Find(phase_);
    const std::optional<std::size_t> loop = FindLoopAt(loops.loops(), function, options_.phase_line);
    if (loop) return loop;
    Fail(ErrorCode::kBadArgument,
         NoLoopAt(loops.loops(), function, phase_ + ":" + std::to_string(options_.phase_line)));
  }

  // Reads one of Valgrind's own lines, such as "==12== Command: ./program argument" or "==12== Exit code: 0".
  void ReadComment(std::string_view line) {
    constexpr std::string_view kCommand = "== Command: ";
    has_comments_ = true;
    if (line.find("== Exit code:") != std::string_view::npos) has_end_ = true;
    const std::size_t at = line.find(kCommand);
    if (at == std::string_view::npos || image_ != nullptr) return;
    const std::string_view command = line.substr(at + kCommand.size());
    named_ = command.substr(0, command.find(' '));
  }

  // Opens the program. The phase is main by default. If there is no main, the phase is the whole program, with a single
  // instance.
  void Open(const std::string& program) {
    if (!IsImage(program)) {
      std::error_code error;
      const bool is_there = std::filesystem::exists(program, error);
      Fail(ErrorCode::kNotAnImage,
           is_there ? program + " is not a program" : "its program " + program + " does not exist",
           {RemedyKind::kNameImage, {}});
    }
    image_ = std::make_unique<TraceImage>(program);
    bias_.emplace(*image_);
    frames_.emplace(image_->local_arrays());
    heap_.emplace(image_->imports());
    PhaseCounts none;
    if (options_.buckets != 0) none.histogram.emplace(*image_, shape_.line);
    counts_.emplace(std::move(none));
    phase_ = options_.phase;
    if (phase_.empty() && image_->FindFunction("main")) phase_ = "main";
    if (phase_.empty()) {
      instances_ = 1;
      is_inside_ = true;
    } else if (!image_->FindFunction(phase_)) {
      Fail(ErrorCode::kBadArgument, "no function '" + phase_ + "' in " + program, {RemedyKind::kChoosePhase, {}});
    } else if (options_.phase_line != 0) {
      const TraceImage::Symbol* const symbol = image_->SymbolAt(*image_->FindFunction(phase_));
      if (symbol != nullptr) places_ = symbol->extent;
    }
  }

  void Play(const Record& record) {
    if (image_ == nullptr) {
      if (named_.empty()) Fail(ErrorCode::kBadArgument, "it does not name its program", {RemedyKind::kNameImage, {}});
      Open(named_);
    }
    if (record.kind == 'I') return Run(record);
    if (record.size == 0 || record.size > kLargestAccess) return;  // the size is damaged
    const bool is_write = record.kind != 'L';                      // as in Callgrind, a modification counts as a write
    // The first write of a process is to its stack, because the loader's first instructions call a function.
    if (is_write && !stack_) stack_ = record.address;
    if (bias_->is_known()) Follow(record, is_write);
    const CacheMiss miss = cache_->Refer(record.address, record.size);
    has_references_ = true;
    if (is_inside_) Count(record.address, CountsOf(is_write, miss));
  }

  // Follows the calls of functions and of the allocator, whose frames and blocks belong to arrays.
  void Follow(const Record& record, bool is_write) {
    constexpr std::uint64_t kWord = 8;
    if (record.size != kWord) return;
    const bool is_on_stack = IsOnStack(record.address);
    if (is_write && is_on_stack) written_ = record.address;
    const std::uint64_t own = record.address - bias_->value();
    if (!is_write && heap_->MayCall(own)) {
      if (OwnAddress(instruction_) != AddressSums::kElsewhere) heap_->Begin(own, Caller());
    } else if (is_write && heap_->is_running() && !is_on_stack && !image_->Spans(own)) {
      heap_->Write(record.address, instruction_, next_);
    }
  }

  // Returns the last executed instruction in a function of the program: the allocator is called through a stub.
  std::uint64_t Caller() const {
    const std::uint64_t own = instruction_ - bias_->value();
    if (image_->SymbolAt(own) != nullptr) return own;
    for (std::size_t i = 1; i <= kLastOwn; ++i) {
      const std::uint64_t address = last_own_[(own_count_ + kLastOwn - i) % kLastOwn];
      if (image_->SymbolAt(address) != nullptr) return address;
    }
    return own;
  }

  // Returns the names of arrays that have no address in the image: those in frames, then blocks of the heap by the
  // place of their allocation.
  std::vector<std::string> ArraysOutside() const {
    std::vector<std::string> names;
    for (const TraceImage::LocalArray& array : image_->local_arrays()) names.push_back(array.name);
    for (const std::uint64_t site : heap_->sites()) names.push_back("heap of " + image_->PlaceOf(site));
    return names;
  }

  // As in AddressSums::Sum, but arrays in frames and blocks of the heap are told apart.
  std::uint32_t PartAt(std::uint64_t address, std::uint32_t array) {
    const auto stack = static_cast<std::uint32_t>(image_->arrays().size()), heap = stack + 1, first = heap + 1;
    const auto locals = static_cast<std::uint32_t>(image_->local_arrays().size());
    if (array == stack) {
      const std::uint32_t local = frames_->ArrayAt(address);
      return local == TraceImage::kNoArray ? array : first + local;
    }
    if (array != heap) return array;
    const std::uint32_t site = heap_->SiteAt(address);
    return site == HeapBlocks::kNoSite ? array : first + locals + site;
  }

  void Count(std::uint64_t address, const AddressCounts& reference) {
    const std::uint32_t array = ArrayAt(address);
    const std::uint64_t own = OwnAddress(instruction_);
    PhaseCounts& counts = counts_->At(place_);
    counts.sums.Add(own, PartAt(address, array), reference);
    if (counts.histogram)
      counts.histogram->Add(array, array < image_->arrays().size() ? address - bias_->value() : address, reference);
  }

  // Processes an instruction. The phase ends at the return address of its function, which is the address after the
  // instruction that was executed immediately before the function's first instruction.
  void Run(const Record& record) {
    if (!bias_->is_known()) bias_->See(record.address, instruction_);
    if (bias_->is_known() && !phase_begin_ && !phase_.empty()) {
      phase_begin_ = *image_->FindFunction(phase_) + bias_->value();
    }
    if (!is_inside_ && phase_begin_ == record.address) {
      is_inside_ = true;
      phase_end_ = next_;
      ++instances_;
    } else if (is_inside_ && phase_end_ == record.address) {
      is_inside_ = false;
    }
    if (places_.begin != places_.end) {
      const std::uint64_t own = OwnAddress(record.address);
      if (places_.begin <= own && own < places_.end) place_ = own;
    }
    AddJump(record.address);
    if (bias_->is_known()) FollowInstruction(record.address);
    instruction_ = record.address;
    next_ = record.address + record.size;
    has_references_ = false;
  }

  void FollowInstruction(std::uint64_t address) {
    const std::uint64_t own = OwnAddress(address);
    const bool is_own = own != AddressSums::kElsewhere;
    if (!frames_->empty()) frames_->Execute(address, own, written_, next_);
    written_.reset();
    if (heap_->is_running()) heap_->Execute(is_own);
    if (is_own) last_own_[own_count_++ % kLastOwn] = own;
  }

  // Adds the step from the previous instruction to the one at `to`. `next_` is the address at which the trace would
  // have continued without a jump.
  void AddJump(std::uint64_t to) {
    const std::uint64_t from = OwnAddress(instruction_);
    if (from == AddressSums::kElsewhere) return;
    const std::uint64_t bias = bias_->value();
    jumps_.Add(from, next_ - bias, to - bias, has_references_);
  }

  // Returns the address of an instruction in the image; kElsewhere for library code.
  std::uint64_t OwnAddress(std::uint64_t address) {
    if (!bias_->is_known()) return AddressSums::kElsewhere;
    const std::uint64_t own = address - bias_->value();
    // The section of the previous instruction is tried first, because nearly all instructions are in .text. The
    // subtraction wraps around for addresses below the section.
    if (own - code_.begin < code_.end - code_.begin) return own;
    const ElfLayout::Span* code = image_->CodeAt(own);
    if (code == nullptr) return AddressSums::kElsewhere;
    code_ = *code;
    return own;
  }

  std::uint32_t ArrayAt(std::uint64_t address) const {
    const auto stack = static_cast<std::uint32_t>(image_->arrays().size());
    const std::uint64_t own = bias_->is_known() ? address - bias_->value() : 0;
    if (bias_->is_known() && image_->Spans(own)) return image_->ArrayAt(own);
    return IsOnStack(address) ? stack : stack + 1;
  }

  // The stack grows downwards from its first use (by at most 8 MiB by default, more with ulimit -s); arguments and
  // environment are above it. The stacks of other threads count as heap.
  bool IsOnStack(std::uint64_t address) const {
    constexpr std::uint64_t kBelow = std::uint64_t{64} << 20, kAbove = std::uint64_t{1} << 20;
    return stack_ && address + kBelow >= *stack_ && address <= *stack_ + kAbove;
  }

  void AddRemarks(const AddressSums& sums, Measurements& made) const {
    if (!image_->image().functions.by_line) {
      made.remarks.emplace_back("no source lines in " + image_->image().path + "; compile with -g");
    }
    if (options_.instances)
      made.remarks.emplace_back("in an address trace, calls of the phase cannot be distinguished");
    AddElsewhere(sums, made);
  }

  // Adds a remark if much of the phase is library code, which has no lines.
  void AddElsewhere(const AddressSums& sums, Measurements& made) const {
    std::uint64_t elsewhere = 0, all = 0;
    for (const AddressSums::Sum& sum : sums.all()) {
      const std::uint64_t count = sum.counts[0] + sum.counts[1];
      all += count;
      if (sum.instruction == AddressSums::kElsewhere) elsewhere += count;
    }
    constexpr std::uint64_t kPart = 10;  // a remark is added if more than a tenth of the references is affected
    if (elsewhere <= all / kPart) return;
    made.remarks.emplace_back(std::to_string(elsewhere) + " of " + std::to_string(all) +
                              " references come from code outside " + image_->image().path +
                              ", which has no source lines");
  }

  const std::string& path_;
  const MeasureOptions& options_;
  const CacheShape shape_;
  std::optional<DataCache> cache_;
  std::unique_ptr<TraceImage> image_;
  std::optional<TraceBias> bias_;
  std::string named_;  // the program named in the trace
  std::string phase_;  // function of the phase; empty for the whole program
  std::optional<std::uint64_t> phase_begin_, phase_end_, stack_;
  bool is_inside_ = false, has_references_ = false, has_comments_ = false, has_end_ = false;
  std::uint64_t instances_ = 0;
  std::uint64_t instruction_ = 0, next_ = 0;  // address of the last instruction, and the address after it
  ElfLayout::Span code_ = {};                 // code section of the last instruction that belongs to the program
  AddressJumps jumps_;
  std::optional<PlacedCounts> counts_;  // this and the next two are set once the image is known
  std::optional<StackFrames> frames_;
  std::optional<HeapBlocks> heap_;
  std::optional<std::uint64_t> written_;  // address of 8 bytes that the last instruction wrote to the stack
  // The last executed instructions of the program, by address in the image.
  static constexpr std::size_t kLastOwn = 4;
  std::array<std::uint64_t, kLastOwn> last_own_ = {};
  std::size_t own_count_ = 0;
  TraceImage::Extent places_ = {};  // extent of the phase's function, if the phase is a loop
  std::uint64_t place_ = 0;         // the last instruction executed in `places_`; always 0 if the phase is not a loop
};

}  // namespace

// Recognises a trace by a line of Valgrind that names the tool, or by a record.
bool IsAddressTrace(const FirstBytes& file) {
  std::string_view first = file.bytes;
  constexpr std::size_t kLines = 100;  // the program may have printed some lines before the first record
  for (std::size_t i = 0; i < kLines && !first.empty(); ++i) {
    const std::string_view line = TakeUpTo(first, '\n');
    if (line.starts_with("==") && line.find("== Lackey") != std::string_view::npos) return true;
    if (ParseRecord(line)) return true;
  }
  return false;
}

Measurements ReadAddressTrace(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  AddressTrace trace(path, options);
  std::vector<Message> missing;
  try {
    trace.Read(source);
  } catch (const Error& error) {
    const bool is_damage = error.code() == ErrorCode::kTruncated || error.code() == ErrorCode::kOverflow;
    if (!options.salvage || !is_damage) throw;
    missing.push_back(WithConsequence(error.message(), "what follows is left out"));
  }
  return trace.Take(std::move(missing));
}

}  // namespace profdiff
