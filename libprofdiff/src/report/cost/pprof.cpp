// SPDX-License-Identifier: GPL-3.0-or-later
// pprof's profile.proto, written with protozero. Each function on a stack becomes a function and a location without an
// address, in the mapping of its image. In a difference, the base's samples have negative values. They come first,
// because readers that show numbers of samples check only the first sample to find out whether samples are negated.
//
// Tests: tests/unit/report/cost/pprof_test.cpp, tests/install/optional_test.sh.
#include "base/seeded_hash.h"
#include "profdiff/formats.h"

#ifdef PROFDIFF_HAS_PPROF
#include <algorithm>
#include <cmath>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "report/cost/stacks.h"
#include "report/format/gzip.h"
#include "report/machine/rows.h"
#include "values/index_of.h"

namespace profdiff {
namespace {

constexpr StackUnits kUnits = {"pprof's profiles", 1e9};

// Field numbers of the message Profile. Comments below give the field numbers of nested messages.
enum ProfileField : protozero::pbf_tag_type {
  kSampleType = 1,
  kSample = 2,
  kMapping = 3,
  kLocation = 4,
  kFunction = 5,
  kString = 6,
  kPeriodType = 11,
  kPeriod = 12,
  kDefaultSampleType = 14
};

// The string table. Other messages refer to strings by index; index 0 must be the empty string.
class Strings {
 public:
  Strings() { Find(""); }
  std::int64_t Find(const std::string& text) { return IndexOf(text, numbers_, texts_); }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  HashMap<std::string, std::int64_t> numbers_;
  std::vector<std::string> texts_;
};

// The name and the unit of a measured quantity, as pprof calls them.
struct Measure {
  std::string type, unit;
};

// Returns the quantity that a profile measures. Events keep the names from their files, with one exception: Firefox's
// event "samples" is a time and is renamed to "time", because here, "samples" is the name for numbers of samples. A
// profile without an origin and without stacks is gprof's, whose clock counts processor time.
Measure MeasureOf(const std::optional<ProfileOrigin>& origin, const std::string& dimension, bool has_stacks) {
  const std::string unit = dimension == "seconds" ? "nanoseconds" : AsUtf8(dimension);
  if (origin && origin->event == "samples" && dimension == "seconds") return {"time", unit};
  if (origin) return {AsUtf8(origin->event), unit == AsUtf8(origin->event) ? "count" : unit};
  return {has_stacks ? "time" : "cpu", unit};
}

class PprofWriter {
 public:
  PprofWriter(const Stacks& stacks, Measure measure, DemangleStyle demangle)
      : stacks_(stacks),
        measure_(std::move(measure)),
        texts_(stacks.functions, demangle),
        has_location_(stacks.functions.size()) {
    const auto has_samples = [](const Stacks::Side& side) { return !side.samples.empty(); };
    has_samples_ = std::ranges::all_of(stacks.sides, has_samples);
    if (!has_samples_ || measure_.type != "samples" || measure_.unit != "count") return;
    // The event has the same name and unit as the numbers of samples. If each sample has the value 1, the event's
    // values equal the numbers of samples, so only the event is written. Otherwise, the event gets another unit.
    stacks.Weight() == 1 ? void(has_samples_ = false) : void(measure_.unit = "samples");
  }

  std::string Write() {
    if (has_samples_) AddType(kSampleType, {"samples", "count"});
    AddType(kSampleType, measure_);
    // If there are two sides, the base is negated; the last side is always positive.
    const std::size_t sides = stacks_.sides.size();
    for (std::size_t side = 0; side < sides; ++side) AddSamples(stacks_.sides[side], /*is_base=*/side + 1 < sides);
    AddPeriod();
    for (const std::string& text : strings_.texts()) file_.add_string(kString, text);
    return std::move(bytes_);
  }

 private:
  void AddType(ProfileField field, const Measure& measure) {
    const std::int64_t type = strings_.Find(measure.type), unit = strings_.Find(measure.unit);
    // ValueType: 1 type, 2 unit, both indices of strings.
    protozero::pbf_writer message(file_, field);
    message.add_int64(1, type);
    message.add_int64(2, unit);
  }

  void AddSamples(const Stacks::Side& side, bool is_base) {
    for (std::size_t stack = 0; stack < stacks_.size(); ++stack) {
      const std::uint64_t samples = has_samples_ ? side.samples[stack] : 0;
      if (side.ticks[stack] == 0 && samples == 0) continue;
      ListFrames(stacks_, stack, frames_);
      AddSample(side.ticks[stack], samples, is_base);
    }
    // Samples outside functions have an empty stack.
    frames_.clear();
    if (side.stackless != 0) AddSample(side.stackless, side.stackless_samples, is_base);
  }

  // Adds a sample whose stack is in `frames_`.
  void AddSample(std::int64_t ticks, std::uint64_t samples, bool is_base) {
    // Locations and strings are written before the sample is begun: protozero does not allow writing to a message while
    // a nested one is open.
    locations_.clear();
    for (FunctionId f : frames_) locations_.push_back(LocationOf(f));
    values_.clear();
    if (has_samples_) values_.push_back(static_cast<std::int64_t>(is_base ? 0 - samples : samples));
    values_.push_back(is_base ? -ticks : ticks);
    const std::int64_t key = is_base ? strings_.Find("pprof::base") : 0, text = is_base ? strings_.Find("true") : 0;
    // Sample: 1 location ids, leaf first; 2 one value per sample type; 3 labels (1 key, 2 text).
    protozero::pbf_writer sample(file_, kSample);
    sample.add_packed_uint64(1, locations_.begin(), locations_.end());
    sample.add_packed_int64(2, values_.begin(), values_.end());
    if (!is_base) return;
    protozero::pbf_writer label(sample, 3);
    label.add_int64(1, key);
    label.add_int64(2, text);
  }

  // Returns the id of a function's location. On first use, writes the location and the function. Both have the same id:
  // the function's index plus 1, because ids must not be 0.
  std::uint64_t LocationOf(FunctionId f) {
    const std::uint64_t id = std::uint64_t{f.value} + 1;
    if (has_location_[f.value]) return id;
    has_location_[f.value] = true;
    const std::uint64_t mapping = MappingOf(f);
    AddFunction(f, id);
    // Location: 1 id, 2 mapping id, 4 lines (1 function id, 2 line).
    protozero::pbf_writer location(file_, kLocation);
    location.add_uint64(1, id);
    if (mapping != 0) location.add_uint64(2, mapping);
    protozero::pbf_writer line(location, 4);
    line.add_uint64(1, id);
    if (texts_.Line(f) != 0) line.add_int64(2, texts_.Line(f));
    return id;
  }

  void AddFunction(FunctionId f, std::uint64_t id) {
    const std::int64_t name = strings_.Find(texts_.Name(f)), linked = strings_.Find(texts_.LinkageName(f)),
                       file = strings_.Find(AsUtf8(stacks_.functions.FilePath(f)));
    // Function: 1 id, 2 demangled name, 3 linkage name, 4 file.
    protozero::pbf_writer function(file_, kFunction);
    function.add_uint64(1, id);
    function.add_int64(2, name);
    function.add_int64(3, linked);
    if (file != 0) function.add_int64(4, file);
  }

  // Returns the id of the mapping of a function's image; 0 if the image is unknown. Writes the mapping on first use.
  std::uint64_t MappingOf(FunctionId f) {
    const FunctionTable& functions = stacks_.functions;
    const UnitId unit = functions[f].unit;
    if (!functions.units_are_images || !unit.valid() || functions.units[unit.value].empty()) return 0;
    const std::uint64_t id = std::uint64_t{unit.value} + 1;
    if (unit.value >= has_mapping_.size()) has_mapping_.resize(unit.value + 1);
    if (has_mapping_[unit.value]) return id;
    has_mapping_[unit.value] = true;
    const std::int64_t name = strings_.Find(AsUtf8(functions.units[unit.value]));
    // Mapping: 1 id, 5 file name. Addresses are omitted because locations have none.
    protozero::pbf_writer mapping(file_, kMapping);
    mapping.add_uint64(1, id);
    mapping.add_int64(5, name);
    constexpr protozero::pbf_tag_type kHasFunctions = 7;  // prevents pprof from searching for the image's symbols
    mapping.add_bool(kHasFunctions, true);
    return id;
  }

  // Writes the period, which is the number of ticks per sample, if it is a whole number and the same for all samples.
  void AddPeriod() {
    const double weight = stacks_.Weight();
    if (weight <= 0 || weight != std::round(weight)) return;
    AddType(kPeriodType, measure_);
    file_.add_int64(kPeriod, std::llround(weight));
  }

  const Stacks& stacks_;
  Measure measure_;
  const FunctionTexts texts_;
  bool has_samples_ = false;
  std::string bytes_;
  protozero::pbf_writer file_{bytes_};
  Strings strings_;
  std::vector<bool> has_location_;  // by FunctionId
  std::vector<bool> has_mapping_;   // by UnitId
  // Buffers for one sample.
  std::vector<FunctionId> frames_;
  std::vector<std::uint64_t> locations_;
  std::vector<std::int64_t> values_;
};

}  // namespace

void WritePprof(std::string& out, const Execution& execution, DemangleStyle demangle) {
  const Profile& profile = execution.profile;
  const Stacks stacks = StacksOf(execution, kUnits);
  AppendGzip(out,
             PprofWriter(stacks, MeasureOf(profile.origin, profile.dimension, execution.contexts != nullptr), demangle)
                 .Write());
}

void WritePprof(std::string& out, const Difference& difference, DemangleStyle demangle) {
  const SideTotals& other = difference.other;
  const bool has_stacks = difference.contexts != nullptr;
  const Stacks stacks = StacksOf(difference, kUnits);
  AppendGzip(out,
             PprofWriter(stacks, MeasureOf(other.origin, difference.base.dimension, has_stacks), demangle).Write());
}

}  // namespace profdiff

#else

#include "profdiff/error.h"

namespace profdiff {
namespace {

[[noreturn]] void Refuse() {
  throw Error(ErrorCode::kUnsupported,
              "this build cannot write pprof profiles: it was compiled without protozero (Debian: libprotozero-dev)");
}

}  // namespace

void WritePprof(std::string& /*out*/, const Execution& /*execution*/, DemangleStyle /*demangle*/) { Refuse(); }
void WritePprof(std::string& /*out*/, const Difference& /*difference*/, DemangleStyle /*demangle*/) { Refuse(); }

}  // namespace profdiff
#endif
