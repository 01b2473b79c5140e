// SPDX-License-Identifier: GPL-3.0-or-later
// Records of gmon.out files: either those of one file, as read, or their sum over all files of one side.
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

// What is known to be missing in one file, or in all files of one execution.
struct Loss {
  // Number of samples that the profiler took but could not write. It counts these samples itself; some of them may be
  // records other than samples.
  std::uint64_t samples = 0;
  // Number of times that the kernel stopped sampling, because samples came too fast. It continues at the next tick of
  // its clock.
  std::uint64_t throttles = 0;
  // Share of stacks that lack their outer callers, from 0 to 1: inclusive times are too small.
  double broken_stacks = 0;
  bool is_cut = false;       // true if a part of a file is missing, whose size is unknown
  bool lacks_times = false;  // true if the missing part may contain times; false if it contains only calls

  bool Any() const { return samples != 0 || throttles != 0 || is_cut; }
  void Add(const Loss& more) {
    samples += more.samples;
    throttles += more.throttles;
    is_cut = is_cut || more.is_cut;
    lacks_times = lacks_times || more.lacks_times;
  }
};

// The samples of a histogram.

// Counts by bin. A profile has a two-byte bin for every few bytes of code, and most bins are zero. Therefore a block of
// zeros takes no memory here, and other blocks take one byte per bin until a count does not fit in one byte.
class PROFDIFF_EXPORT Bins {
 public:
  Bins() = default;
  explicit Bins(std::size_t size) { resize(size); }
  Bins(std::initializer_list<std::uint64_t> counts);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::uint64_t operator[](std::size_t bin) const;

  // Changes the number of bins. New bins are zero; removed bins are lost.
  void resize(std::size_t size);
  void clear() { resize(0); }
  void push_back(std::uint64_t count);

  void Add(std::size_t bin, std::uint64_t count);
  // Adds two-byte numbers, as stored in profile files, to consecutive bins from `first` on. These bins must exist.
  void AddU16s(std::size_t first, std::string_view numbers, bool big_endian);
  // Adds another histogram with the same number of bins.
  void Add(const Bins& other);

  // Calls use(bin, count) in order for every bin that is not zero.
  template <class Use>
  void ForEach(Use use) const;

  // Compares counts; an empty block equals a block of zeros.
  friend PROFDIFF_EXPORT bool operator==(const Bins& a, const Bins& b);

 private:
  static constexpr std::size_t kBlockBins = 256;

  // The counts of kBlockBins consecutive bins, with 1, 2 or 8 bytes each. An empty block is all zeros.
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

  // Adds four two-byte counts to the bins from `place` on. Changes nothing and returns false if these bins have neither
  // one nor two bytes, or if a sum might not fit.
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

// Samples by address. The addresses of bin i start at low + i * (high - low) / bins.size().
struct Histogram {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint32_t rate = 0;  // samples per second; 0 for old BSD files, which do not state the rate
  std::string dimension;   // such as "seconds"; at most 15 bytes, without trailing zero bytes
  char abbreviation = 's';
  Bins bins;
  std::uint64_t offset = 0;  // byte offset of the record in the file from which it was first read

  // Returns the number of two-byte units of code per bin, as gprof counts them; often not an integer.
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
  kAuto,   // detected from the first four bytes of the file
  kMagic,  // gmon.out version 0 or 1
  kBsd,    // old BSD or 4.4BSD
  kBsd44,  // only 4.4BSD
};

// Format and totals of a profile file, without samples and arcs.
struct GmonOutline {
  static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

  std::string path;
  int version = 1;          // 0 for BSD files
  bool bsd = false;         // true for the old BSD or 4.4BSD layout
  bool states_rate = true;  // false for old BSD files, for which 100 samples per second are assumed
  std::uint32_t rate = 0;   // rate of the first histogram, in samples per second
  std::uint64_t bytes = 0;  // number of bytes read
  std::size_t histogram_records = 0;
  std::size_t arc_records = 0;
  std::uint32_t block_records = 0;               // each record may contain any number of blocks
  std::uint64_t calls = 0, executions = 0;       // sums of the counts of all arcs and of all blocks
  std::uint64_t first_block_offset = kNoOffset;  // byte offset of the first block record; kNoOffset if there is none
  std::optional<Error> damage;
  // A message about the lost parts of a damaged file; empty if the file was not salvaged. For a salvaged file, the
  // remaining records are used, and the damage is not an error.
  std::string missing;

  bool lacks_times = false;  // true if `missing` may contain samples of histograms

  // True if the file's records can be used, because it is undamaged or was salvaged.
  bool IsUsable() const { return !damage || !missing.empty(); }
};

// One profile file as read.
//
// If the file ends early or contains an unknown record, this structure holds the records before that point, and
// `damage` describes the error. RecordAdder::AddFile adds these records before it throws the error, so that errors are
// reported in file order. An incomplete last arc of a BSD file is not damage.
struct GmonFile : GmonOutline {
  std::vector<Histogram> histograms;  // one for each histogram record, in file order
  std::vector<ArcRecord> arcs;        // one for each arc record, in file order
  std::vector<BlockRecord> blocks;    // one for each basic block, in file order
  // The incomplete histogram at the end of a truncated file, without its bins, and the number of bins that its header
  // states.
  std::optional<Histogram> cut_histogram;
  std::uint64_t cut_bins = 0;
};

// Reads a profile. Gzip-compressed files are recognised by their contents. "-" means standard input.
// Errors: kSystem, kBadCompression, kTooShort, kBadMagic, kNotGmon, kBadVersion, kOverflow. Damage that is found later
// in the file is stored in GmonFile::damage instead. Source: GPROF.md, section 4.
PROFDIFF_EXPORT GmonFile ReadGmon(const std::string& path, const TargetLayout& layout,
                                  GmonFormat format = GmonFormat::kAuto);

// The records of all files of one side, merged as gprof merges them.
struct Records {
  std::vector<std::string> paths;
  std::vector<Histogram> histograms;  // disjoint ranges, in order of first occurrence; bins are added as integers
  // distinct pairs (from, self), in order of first occurrence; the order affects ties and floating-point sums
  std::vector<ArcRecord> arcs;
  std::vector<BlockRecord> blocks;
  bool has_histogram = false;
  bool has_arcs = false;
  bool has_blocks = false;
  Loss loss;  // what salvaged files lack
};

// Adds up the records of one side's files, file by file. Rate, dimension and scale come from the first histogram.
// Errors: kOverlap, kOtherDimension and kOtherScale for histograms that cannot be added; kIncompatibleFile for BSD
// files that cannot be added; kOverflow; the file's damage (GmonOutline::damage). Cost of adding a file: linear in its
// size, because the index of earlier records is kept.
class PROFDIFF_EXPORT RecordAdder {
 public:
  RecordAdder();
  ~RecordAdder();
  RecordAdder(RecordAdder&&) noexcept;
  RecordAdder& operator=(RecordAdder&&) noexcept;

  void AddFile(GmonFile file);
  // Returns the sum so far, and leaves the adder empty.
  Records Take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Options for reading profiles.
struct ReadingOptions {
  TargetLayout layout;
  GmonFormat format = GmonFormat::kAuto;
  unsigned threads = 1;     // 0 counts as 1; does not affect the result
  bool salvage = false;     // use the intact part of a damaged file; GmonOutline::missing describes the lost part
  bool keep_going = false;  // omit files that cannot be read or cannot be added to the previous ones
};

// Called for each file in order, on the caller's thread, after the file was added or an error occurred. An error is
// thrown after the call, unless the call itself throws; with `keep_going`, the file is omitted instead.
using FileObserver = std::function<void(const GmonOutline& file, const Error* error)>;

// Receives the records of one file and the file's index, from 0. It may be called on any thread and in any order, but
// always before the observer is called for that file.
using RecordsUser = std::function<void(std::size_t number, Records records)>;

}  // namespace profdiff

#endif  // PROFDIFF_GMON_H_
