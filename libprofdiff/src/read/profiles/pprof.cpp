// SPDX-License-Identifier: GPL-3.0-or-later
// Reads pprof's profile.proto (github.com/google/pprof, proto/profile.proto) with protozero. These are the messages and
// field numbers that are used:
//   Profile    1 sample_type*, 2 sample*, 3 mapping*, 4 location*, 5 function*, 6 string_table*, 14 default_sample_type
//   ValueType  1 type, 2 unit
//   Sample     1 location_id*, 2 value*, 3 label*
//   Label      1 key, 2 str, 3 num
//   Mapping    1 id, 2 memory_start, 4 file_offset, 5 filename
//   Location   1 id, 2 mapping_id, 3 address, 4 line*
//   Line       1 function_id
//   Function   1 id, 2 name, 3 system_name (linkage name), 4 filename
// A sample is one stack, with its locations (leaf first) and a value for each sample type. A location has several lines
// if calls were inlined, the outermost last. Ids are arbitrary, and 0 means none; names are indices into the string
// table, where 0 is the empty string. A function's system_name is its name only if it is mangled: other languages than
// C++ and Rust put there what they like, such as "(anonymous)" for functions with different names.
// Tests: tests/unit/read/profiles/pprof_test.cpp.
#include "base/seeded_hash.h"
#include "read/profiles/readers.h"

#ifdef PROFDIFF_HAS_PPROF
#include <algorithm>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <utility>

#include "profdiff/listing.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

// Limit in bytes. Since samples are added up, even the profiles of large programs take only a few megabytes.
constexpr std::size_t kLargestFile = std::size_t{1} << 28;

using Message = protozero::data_view;

// IsNumber and IsMessage test the type of the current field.
bool IsNumber(const protozero::pbf_reader& message) { return message.wire_type() == protozero::pbf_wire_type::varint; }
bool IsMessage(const protozero::pbf_reader& message) {
  return message.wire_type() == protozero::pbf_wire_type::length_delimited;
}

using Ids = HashMap<std::uint64_t, std::size_t>;  // indices of messages of one kind, by id

struct ValueType {
  std::int64_t type = 0, unit = 0;  // indices into the string table
};
struct Mapping {
  std::uint64_t start = 0, offset = 0;  // address in memory, and offset in the file
  std::int64_t name = 0;                // file name, as an index into the string table
};
struct NamesOfFunction {
  std::int64_t readable = 0, linked = 0, file = 0;  // indices into the string table
};
struct Location {
  std::uint64_t mapping = 0, address = 0;
  std::vector<std::uint64_t> functions;  // ids of functions, innermost first
};

// The messages of a file. They come in any order, and samples may refer to messages that follow them, so samples stay
// unparsed until all tables have been read.
class Tables {
 public:
  explicit Tables(std::string_view bytes) : bytes_(bytes) {}

  // Throws protozero's exceptions; data read before the exception is kept.
  void Parse();
  // Number of bytes read.
  std::uint64_t offset() const { return offset_; }

  std::vector<ValueType> types;
  std::vector<Message> samples;
  std::vector<std::string_view> texts;
  std::vector<Mapping> mappings;
  std::vector<Location> locations;
  std::vector<NamesOfFunction> functions;
  Ids mapping_ids, location_ids, function_ids;
  std::int64_t default_type = 0;

 private:
  void ParseType(protozero::pbf_reader message);
  void ParseMapping(protozero::pbf_reader message);
  void ParseLocation(protozero::pbf_reader message);
  void ParseFunction(protozero::pbf_reader message);

  std::string_view bytes_;
  std::uint64_t offset_ = 0;
};

void Tables::Parse() {
  protozero::pbf_reader file(bytes_.data(), bytes_.size());
  while (file.next()) {
    const protozero::pbf_tag_type tag = file.tag();
    if (!IsMessage(file)) {
      // A field whose wire type differs from profile.proto is skipped, as protocol buffers require for unknown fields.
      if (tag == 14 && IsNumber(file)) {
        default_type = file.get_int64();
      } else {
        file.skip();
      }
    } else if (tag == 2 || tag == 6) {
      const Message view = file.get_view();
      if (tag == 2) samples.push_back(view);
      if (tag == 6) texts.emplace_back(view.data(), view.size());
    } else if (tag == 1) {
      ParseType(file.get_message());
    } else if (tag == 3) {
      ParseMapping(file.get_message());
    } else if (tag == 4) {
      ParseLocation(file.get_message());
    } else if (tag == 5) {
      ParseFunction(file.get_message());
    } else {
      file.skip();
    }
    offset_ = bytes_.size() - file.length();
  }
}

// Calls use(tag) for each field that is a number; skips the others.
template <class Use>
void ForEachNumber(protozero::pbf_reader& message, const Use& use) {
  while (message.next()) {
    if (!IsNumber(message) || !use(message.tag())) message.skip();
  }
}

void Tables::ParseType(protozero::pbf_reader message) {
  ValueType type;
  ForEachNumber(message, [&](protozero::pbf_tag_type tag) {
    if (tag == 1) return type.type = message.get_int64(), true;
    if (tag == 2) return type.unit = message.get_int64(), true;
    return false;
  });
  types.push_back(type);
}

void Tables::ParseMapping(protozero::pbf_reader message) {
  std::uint64_t id = 0;
  Mapping mapping;
  ForEachNumber(message, [&](protozero::pbf_tag_type tag) {
    if (tag == 1) return id = message.get_uint64(), true;
    if (tag == 2) return mapping.start = message.get_uint64(), true;
    if (tag == 4) return mapping.offset = message.get_uint64(), true;
    if (tag == 5) return mapping.name = message.get_int64(), true;
    return false;
  });
  // If several messages have the same id, the first one is used, here and in the functions below.
  if (mapping_ids.emplace(id, mappings.size()).second) mappings.push_back(mapping);
}

void Tables::ParseLocation(protozero::pbf_reader message) {
  std::uint64_t id = 0;
  Location location;
  while (message.next()) {
    const bool is_number = IsNumber(message);
    if (is_number && message.tag() == 1) {
      id = message.get_uint64();
    } else if (is_number && message.tag() == 2) {
      location.mapping = message.get_uint64();
    } else if (is_number && message.tag() == 3) {
      location.address = message.get_uint64();
    } else if (IsMessage(message) && message.tag() == 4) {
      protozero::pbf_reader line = message.get_message();
      std::uint64_t function = 0;
      ForEachNumber(line,
                    [&](protozero::pbf_tag_type tag) { return tag == 1 && (function = line.get_uint64(), true); });
      location.functions.push_back(function);
    } else {
      message.skip();
    }
  }
  if (location_ids.emplace(id, locations.size()).second) locations.push_back(std::move(location));
}

void Tables::ParseFunction(protozero::pbf_reader message) {
  std::uint64_t id = 0;
  NamesOfFunction names;
  ForEachNumber(message, [&](protozero::pbf_tag_type tag) {
    if (tag == 1) return id = message.get_uint64(), true;
    if (tag == 2) return names.readable = message.get_int64(), true;
    if (tag == 3) return names.linked = message.get_int64(), true;
    if (tag == 4) return names.file = message.get_int64(), true;
    return false;
  });
  if (function_ids.emplace(id, functions.size()).second) functions.push_back(names);
}

// Reads a field of numbers, packed or one by one: proto3 packs by default, and readers must accept both.
template <class Number>
void TakeNumbers(protozero::pbf_reader& message, std::vector<Number>& numbers) {
  const auto take = [&numbers](std::uint64_t value) { numbers.push_back(static_cast<Number>(value)); };
  if (IsNumber(message)) return take(message.get_uint64());
  if (!IsMessage(message)) return message.skip();
  for (std::uint64_t value : message.get_packed_uint64()) take(value);
}

class PprofReader {
 public:
  explicit PprofReader(const StackInput& input)
      : input_(input), bytes_(ReadRest(input.bytes, 0, kLargestFile)), tables_(bytes_), frames_(input.options) {
    if (bytes_.size() > kLargestFile) {
      throw FileError(input, ErrorCode::kUnsupported, "more than " + std::to_string(kLargestFile) + " bytes");
    }
    for (const auto& [key, expression] : input.options.labels) expressions_[key].push_back(expression);
    for (const auto& [key, expressions] : expressions_) labels_.emplace_back(key, NamePatterns(expressions));
  }

  void Parse() {
    Guarded([&] { tables_.Parse(); });
  }

  // The event is chosen before samples are added, because a file with many types would otherwise need a tree for each
  // type.
  void AddSamples() {
    ListEvents();
    event_ = ChooseEvent(input_, events_, PreferredWithValues());
    FindRepeatedNames();
    chains_.resize(tables_.locations.size());
    Guarded([&] {
      for (const Message& sample : tables_.samples) AddSample(protozero::pbf_reader(sample));
    });
    if (!events_[event_].is_sampled) events_[event_].count = 0;  // the number of samples is unknown in a difference
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events = std::move(events_);
    profile.empty_default = std::move(empty_default_);
    return FinishStacks(input_, std::move(profile), builder_, frames_, event_, WithoutValues::kAreRead);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const { throw FileError(input_, ErrorCode::kBadProfile, reason); }

  // Turns protozero's exceptions into errors about the file. A truncated file ends in the middle of a field.
  template <class Action>
  void Guarded(const Action& action) {
    try {
      action();
    } catch (const protozero::exception& error) {
      const Place place = Place::Byte(tables_.offset());
      const bool is_cut = dynamic_cast<const protozero::end_of_buffer_exception*>(&error) != nullptr;
      throw FileError(input_, is_cut ? ErrorCode::kTruncated : ErrorCode::kBadProfile,
                      is_cut ? "the file ends early" : "not a message of profile.proto", place);
    }
  }

  bool HasText(std::int64_t place) const {
    return place >= 0 && static_cast<std::size_t>(place) < tables_.texts.size();
  }

  std::string_view Text(std::int64_t place) const {
    if (!HasText(place)) {
      Fail("no text " + std::to_string(place) + " in a table of size " + std::to_string(tables_.texts.size()));
    }
    return tables_.texts[static_cast<std::size_t>(place)];
  }

  // In CPU profiles, the value of the type "samples/count" is the number of samples, and the other values are sums over
  // these samples. If this type is missing, as in heap profiles, the numbers of samples are unknown.
  void ListEvents() {
    if (tables_.types.size() > ContextBuilder::kMostEvents) Fail("too many events");
    for (const ValueType& type : tables_.types) {
      const std::string name(Text(type.type));
      const std::string_view unit = Text(type.unit);
      ScaledEvent event = EventOfUnit(name, unit == "count" || unit.empty() ? name : unit);
      ticks_.push_back(event.ticks);
      if (name == "samples" && unit == "count") counts_ = events_.size();
      events_.push_back(std::move(event.event));
    }
    for (StackEvent& event : events_) event.is_sampled = counts_.has_value();
  }

  // Chooses the event as pprof does: the default type, or else the last one.
  std::optional<std::size_t> Preferred() const {
    if (tables_.default_type != 0) {
      const std::string_view name = Text(tables_.default_type);
      const auto found = std::ranges::find(events_, name, &StackEvent::name);
      if (found != events_.end()) return static_cast<std::size_t>(found - events_.begin());
    }
    return events_.empty() ? std::nullopt : std::optional(events_.size() - 1);
  }

  // The default event may have no value in this file, as if no thread ever waited for a lock. The first event with
  // values is then read; if there is none, the default event, whose profile is empty.
  std::optional<std::size_t> PreferredWithValues() {
    const std::optional<std::size_t> preferred = Preferred();
    if (!preferred || !input_.options.event.empty() || HasValues(*preferred)) return preferred;
    for (std::size_t event = 0; event < events_.size(); ++event) {
      if (!HasValues(event)) continue;
      empty_default_ = events_[*preferred].name;
      return event;
    }
    return preferred;
  }

  // Damaged samples are left to AddSample, which reports them.
  bool HasValues(std::size_t event) {
    try {
      for (const Message& message : tables_.samples) {
        protozero::pbf_reader sample(message);
        values_.clear();
        while (sample.next(2)) TakeNumbers(sample, values_);
        if (event < values_.size() && values_[event] != 0) return true;
      }
    } catch (const protozero::exception&) {
    }
    return false;
  }

  // Finds the names of functions in different source files. In profiles of interpreted languages, many functions have
  // the same name; static functions may have, too.
  void FindRepeatedNames() {
    HashMap<std::string_view, std::string_view> files;  // by name: the file of the first function
    for (const NamesOfFunction& function : tables_.functions) {
      // Functions that refer to missing texts are damage only if a sample needs them.
      const auto places = {function.readable, function.linked, function.file};
      if (!std::ranges::all_of(places, [this](std::int64_t place) { return HasText(place); })) continue;
      const std::string_view name = NameOf(function), file = Text(function.file);
      if (!name.empty() && files.emplace(name, file).first->second != file) repeated_names_.insert(name);
    }
  }

  std::string_view NameOf(const NamesOfFunction& function) const {
    const std::string_view readable = Text(function.readable), linked = Text(function.linked);
    const auto is_mangled = [&] {
      constexpr char kMicrosoft = '?';  // the first character of names that Microsoft's compiler mangled
      return linked.starts_with(kMicrosoft) || Demangle(linked, DemangleStyle::kAuto, 0).has_value();
    };
    return readable.empty() || (!linked.empty() && is_mangled()) ? linked : readable;
  }

  void AddSample(protozero::pbf_reader sample) {
    places_.clear();
    values_.clear();
    wanted_.assign(labels_.size(), false);
    while (sample.next()) {
      if (sample.tag() == 1) {
        TakeNumbers(sample, places_);
      } else if (sample.tag() == 2) {
        TakeNumbers(sample, values_);
      } else if (sample.tag() == 3 && IsMessage(sample) && !labels_.empty()) {
        CheckLabel(sample.get_message());
      } else {
        sample.skip();
      }
    }
    if (values_.size() != events_.size()) {
      Fail("a sample with " + std::to_string(values_.size()) + " values instead of " + std::to_string(events_.size()));
    }
    if (std::ranges::find(wanted_, false) == wanted_.end()) Add();
  }

  // The value of a label is a string or a number. A sample is used if, for each requested key, one of its labels
  // matches.
  void CheckLabel(protozero::pbf_reader label) {
    std::int64_t key = 0, text = 0, number = 0;
    ForEachNumber(label, [&](protozero::pbf_tag_type tag) {
      if (tag == 1) return key = label.get_int64(), true;
      if (tag == 2) return text = label.get_int64(), true;
      if (tag == 3) return number = label.get_int64(), true;
      return false;
    });
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if (wanted_[i] || labels_[i].first != Text(key)) continue;
      wanted_[i] = labels_[i].second.Find(text != 0 ? std::string(Text(text)) : std::to_string(number));
    }
  }

  void Add() {
    // The computation uses only integers: values can be up to 2^63, which a double cannot hold exactly.
    const std::int64_t value = values_[event_];
    const double ticks = ticks_[event_];
    const auto whole = static_cast<std::int64_t>(ticks);
    std::int64_t weight = 0;
    if (__builtin_mul_overflow(value, whole, &weight)) FailOfSize(input_);
    const std::uint64_t count = CountOf();
    events_[event_].count += count;
    ContextBuilder::Node node = ContextBuilder::Root(event_);
    FunctionId caller;
    // The leaf comes first in the file, but the tree begins with the outermost frame.
    for (std::size_t i = places_.size(); i-- > 0;) {
      for (FunctionId function : ChainOf(places_[i])) {
        if (frames_.IsWholeKernel(function) && function == caller) continue;
        caller = function;
        if (!builder_.Child(node, function, node)) FailOfSize(input_);
      }
    }
    if (!builder_.Add(node, weight, count)) FailOfSize(input_);
  }

  // Returns the number of samples of a stack; 0 if it is unknown, as in a difference of profiles, where counts can be
  // negative.
  std::uint64_t CountOf() {
    if (!events_[event_].is_sampled) return 0;
    if (values_[*counts_] >= 0) return static_cast<std::uint64_t>(values_[*counts_]);
    events_[event_].is_sampled = false;
    return 0;
  }

  std::size_t PlaceOf(const Ids& ids, std::uint64_t id, const char* kind) const {
    const auto found = ids.find(id);
    if (found == ids.end()) Fail(std::string("no ") + kind + " has the id " + std::to_string(id));
    return found->second;
  }

  // Returns the functions of a location, outermost first, without those that filters drop.
  const std::vector<FunctionId>& ChainOf(std::uint64_t id) {
    const std::size_t place = PlaceOf(tables_.location_ids, id, "location");
    std::optional<std::vector<FunctionId>>& chain = chains_[place];
    if (!chain) chain = MakeChain(tables_.locations[place]);
    return *chain;
  }

  std::vector<FunctionId> MakeChain(const Location& location) {
    Mapping mapping;
    std::string_view image;
    if (location.mapping != 0) {
      mapping = tables_.mappings[PlaceOf(tables_.mapping_ids, location.mapping, "mapping")];
      image = Text(mapping.name);
    }
    std::vector<FunctionId> chain;
    const auto add = [&](std::string_view name, std::string_view unit, bool is_inlined) {
      const FunctionId function = frames_.Find(name, unit, is_inlined);
      if (function.valid()) chain.push_back(function);
    };
    for (std::size_t i = location.functions.size(); i-- > 0;) {
      const NamesOfFunction& function =
          tables_.functions[PlaceOf(tables_.function_ids, location.functions[i], "function")];
      const std::string_view name = NameOf(function), file = Text(function.file);
      const bool needs_file = !name.empty() && (image.empty() || (!file.empty() && repeated_names_.contains(name)));
      add(name, needs_file ? file : image, i + 1 != location.functions.size());
    }
    if (location.functions.empty()) add(FindName(image, mapping, location), image, false);
    return chain;
  }

  // Finds the name of a location that has only an address, by its offset in the image: address - memory_start +
  // file_offset.
  std::string FindName(std::string_view image, const Mapping& mapping, const Location& location) const {
    const FunctionNamer& find = input_.options.find_function;
    if (!find || image.empty() || location.address < mapping.start) return "";
    return find(image, location.address - mapping.start + mapping.offset);
  }

  const StackInput& input_;
  std::string bytes_;
  Tables tables_;
  Frames frames_;
  ContextBuilder builder_;
  std::map<std::string, std::vector<std::string>> expressions_;
  // Label keys, each with the patterns for its values; at least one pattern must match.
  std::vector<std::pair<std::string, NamePatterns>> labels_;
  std::vector<StackEvent> events_;
  std::vector<double> ticks_;          // by event: ticks per unit
  std::optional<std::size_t> counts_;  // index of the event that counts samples
  std::size_t event_ = 0;
  std::string empty_default_;
  HashSet<std::string_view> repeated_names_;                    // names of functions in several source files
  std::vector<std::optional<std::vector<FunctionId>>> chains_;  // by location

  // `places_`, `values_` and `wanted_` belong to the sample that is being read.
  std::vector<std::uint64_t> places_;
  std::vector<std::int64_t> values_;
  std::vector<bool> wanted_;  // by label filter: true if the sample matches it
};

}  // namespace

StackProfile ReadPprof(const StackInput& input) { return ReadWith<PprofReader>(input); }

}  // namespace profdiff

#else

namespace profdiff {

StackProfile ReadPprof(const StackInput& input) {
  throw FileError(input, ErrorCode::kUnsupported,
                  "this build cannot read such profiles: it was compiled without protozero (Debian: libprotozero-dev)");
}

}  // namespace profdiff
#endif
