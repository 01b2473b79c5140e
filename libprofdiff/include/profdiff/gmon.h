// SPDX-License-Identifier: GPL-3.0-or-later
// The records of profile files: one file as read, and one side's files added up.
#ifndef PROFDIFF_GMON_H_
#define PROFDIFF_GMON_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/image.h"

namespace profdiff {

// The samples of a histogram.

// Counts by bin. A profile has a bin of two bytes for every few bytes of code, and most are zero: blocks of zeros take
// no memory here, other blocks one byte per bin until a count exceeds it.
class PROFDIFF_EXPORT Bins {
 public:
  Bins() = default;
  explicit Bins(std::size_t size) { resize(size); }
  Bins(std::initializer_list<std::uint64_t> counts);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint64_t operator[](std::size_t bin) const;

  // New bins are zero; removed bins are lost.
  void resize(std::size_t size);
  void clear() { resize(0); }
  void push_back(std::uint64_t count);

  void Add(std::size_t bin, std::uint64_t count);
  // Adds two-byte numbers, as in profile files, to the bins from `first` on, which must exist.
  void AddU16s(std::size_t first, std::string_view numbers, bool big_endian);
  // Adds another histogram with the same number of bins.
  void Add(const Bins& other);

  // Calls use(bin, count) for every bin that is not zero, in their order.
  template <class Use>
  void ForEach(Use use) const;

  // Compares counts: a block of zeros equals a missing block.
  friend PROFDIFF_EXPORT bool operator==(const Bins& a, const Bins& b);

 private:
  static constexpr std::size_t kBlockBins = 256;

  // The counts of kBlockBins bins, one after the other, of 1, 2 or 8 bytes each. An empty block is all zeros.
  using Block = std::vector<std::uint8_t>;

  static std::size_t WidthOf(const Block& block) { return block.size() / kBlockBins; }
  template <class Count>
  static Count Get(const Block& block, std::size_t place) {
    Count count;
    std::memcpy(&count, block.data() + place * sizeof count, sizeof count);
    return count;
  }
  template <class Count>
  static bool AddIfItFits(Block& block, std::size_t place, std::uint64_t count);
  template <class Count>
  static void Widen(Block& block);

  // Adds four two-byte numbers. Returns false without a change if the bins are wide or would have to be.
  static bool AddFour(Block& block, std::size_t place, std::uint64_t four);
  void AddToBlock(std::size_t first, std::string_view numbers, bool big_endian);

  std::vector<Block> blocks_;
  std::size_t size_ = 0;
};

template <class Use>
void Bins::ForEach(Use use) const {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    auto each = [&]<class Count>(Count) {
      for (std::size_t i = 0; i < kBlockBins; ++i) {
        const std::uint64_t count = Get<Count>(blocks_[b], i);
        if (count != 0) use(b * kBlockBins + i, count);
      }
    };
    const std::size_t width = WidthOf(blocks_[b]);
    if (width == 1) each(std::uint8_t{});
    if (width == 2) each(std::uint16_t{});
    if (width == 8) each(std::uint64_t{});
  }
}

// Samples by address. Bin i covers the addresses from low + i * (high - low) / bins.size() on.
struct Histogram {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint32_t rate = 0;  // samples per second; 0 in old BSD files, which do not state it
  std::string dimension;   // "seconds": at most 15 bytes, without trailing zero bytes
  char abbreviation = 's';
  Bins bins;
  std::uint64_t offset = 0;  // position of its record in the file it was first read from

  // Two-byte units of text per bin, as gprof counts them; often not integral.
  double Scale() const;
};

// `count` calls from the call site `from` into the function at `self`.
struct ArcRecord {
  std::uint64_t from = 0;
  std::uint64_t self = 0;
  std::uint64_t count = 0;
};

// `count` executions of the basic block at `address`.
struct BlockRecord {
  std::uint64_t address = 0;
  std::uint64_t count = 0;
};

enum class GmonFormat {
  kAuto,   // by the first four bytes
  kMagic,  // gmon.out version 0 or 1
  kBsd,    // old BSD and 4.4BSD
  kBsd44,  // 4.4BSD alone
};

// Format and totals of a profile file, without samples and arcs.
struct GmonOutline {
  std::string path;
  int version = 1;          // 0 for BSD files
  bool bsd = false;         // old BSD or 4.4BSD layout
  bool states_rate = true;  // false for old BSD files: 100 samples per second are assumed
  std::uint32_t rate = 0;   // rate of its first histogram
  std::uint64_t bytes = 0;  // number of bytes read
  std::size_t histogram_records = 0;
  std::size_t arc_records = 0;
  std::uint32_t block_records = 0;                      // each has any number of blocks
  std::uint64_t calls = 0, executions = 0;              // sums of the counts of arcs, and of blocks
  std::uint64_t first_block_offset = Error::kNoOffset;  // position of the first record of blocks
  std::optional<Error> damage;
  // Message about the lost parts of a damaged file; empty if the file was not salvaged. If not empty, the remaining
  // records are used, and the damage is not an error.
  std::string missing;

  // True if its records can be used: the file is undamaged, or was salvaged.
  bool IsUsable() const { return !damage || !missing.empty(); }
};

// One profile file as read.
//
// For a file that ends early or contains an unknown record, holds the records before the damage, and the damage;
// AddFile throws it after adding those records, so that errors are in file order. A BSD file's incomplete last arc is
// not damage.
struct GmonFile : GmonOutline {
  std::vector<Histogram> histograms;  // in file order, one for each record
  std::vector<ArcRecord> arcs;        // in file order, one for each record
  std::vector<BlockRecord> blocks;    // in file order
  // The incomplete histogram at the end of a cut file, without its bins, and the number of bins that its header
  // announces.
  std::optional<Histogram> cut_histogram;
  std::uint64_t cut_bins = 0;
};

// Reads a profile; gzip-compressed files are recognised by their content. "-" is standard input.
// Errors: kSystem, kBadCompression, kTooShort, kBadMagic, kBadVersion, kOverflow. Later damage is stored in the result.
// Source: GPROF.md, section 4.
PROFDIFF_EXPORT GmonFile ReadGmon(const std::string& path, const TargetLayout& layout,
                                  GmonFormat format = GmonFormat::kAuto);

// One side's files, merged as gprof merges them.
struct Records {
  std::vector<std::string> paths;
  std::vector<Histogram> histograms;  // disjoint ranges, in order of first occurrence; bins added as integers
  // distinct (from, self), in order of first occurrence, which affects ties and floating-point sums
  std::vector<ArcRecord> arcs;
  std::vector<BlockRecord> blocks;
  bool has_histogram = false;
  bool has_arcs = false;
  bool has_blocks = false;
};

// Adds one more file to a side. Rate, dimension and scale are those of the first histogram.
// Errors: kIncompatible for histograms that cannot be added, kIncompatibleFile for such BSD files; kOverflow; the
// file's own damage. Cost: linear in the file; `RecordAdder` keeps the index from one file to the next.
class PROFDIFF_EXPORT RecordAdder {
 public:
  RecordAdder();
  ~RecordAdder();
  RecordAdder(RecordAdder&&) noexcept;
  RecordAdder& operator=(RecordAdder&&) noexcept;

  void AddFile(GmonFile file);
  // The sum so far; the adder is empty afterwards.
  Records Take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Options for reading profiles.
struct ReadingOptions {
  TargetLayout layout;
  GmonFormat format = GmonFormat::kAuto;
  unsigned threads = 1;     // 0 counts as 1; the result is the same for any number
  bool salvage = false;     // uses the intact part of a damaged file; GmonOutline::missing describes the rest
  bool keep_going = false;  // omits a file that cannot be read or added to the previous ones
};

// Called for each file in order, on the caller's thread, after the file was added or failed. On failure the error is
// thrown after the call, unless the call itself throws; with `keep_going` the file is omitted.
using FileObserver = std::function<void(const GmonOutline& file, const Error* error)>;

// Receives the records of one file and the file's index from 0. Called on any thread and in any order, but before the
// observer is called for that file.
using RecordsUser = std::function<void(std::size_t number, Records records)>;

// Adds up profile files on several threads; the result equals that of a RecordAdder. Errors and calls of the observer
// are in the order of the files; pipes and devices are read when it is their turn. Memory does not grow with the number
// of files, except through the size of the sum.
// Errors: those of ReadGmon and of RecordAdder.
PROFDIFF_EXPORT Records ReadProfiles(std::span<const std::string> paths, const ReadingOptions& options,
                                     const FileObserver& observer = {}, const RecordsUser& each = {});

// Reads files without adding them up, so that they need not be compatible.
PROFDIFF_EXPORT void ReadEachProfile(std::span<const std::string> paths, const ReadingOptions& options,
                                     const FileObserver& observer, const RecordsUser& each);

}  // namespace profdiff

#endif  // PROFDIFF_GMON_H_
