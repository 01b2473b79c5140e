// SPDX-License-Identifier: GPL-3.0-or-later
// Reads OpenTelemetry's ProfilesData, from version 1.9 of its protocol on (opentelemetry/proto/profiles). Fields, with
// their numbers; the first entry of each table of the dictionary is empty, and stands for none:
//   ProfilesData      1 resource_profiles { 2 scope_profiles { 2 profiles } }, 2 dictionary
//   dictionary        1 mapping, 2 location, 3 function, 4 link, 5 string, 6 attribute, 7 stack
//   Profile           1 type, 2 samples, 5 period type, 6 period
//   type              1 name, 2 unit
//   Sample            1 stack, 2 attributes, 4 values, 5 timestamps; without values, each timestamp counts as 1
//   Stack             1 locations, innermost first
//   Location          1 mapping, 2 address, 3 lines { 1 function }; calls that were inlined come first
//   Function          1 name
//   Mapping           1 begin, 3 offset in the file, 4 file
//   Attribute         1 key, 2 value { 1 text, 3 number }; thread.name and thread.id name the thread
// A sample's value is the sum of its values. Each type of profile is an event.
// Tests: tests/unit/read/telemetry/otlp_test.cpp.
#include "read/telemetry/otlp.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/file/file.h"
#include "read/telemetry/message.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestOtlp = std::uint64_t{1} << 30;  // bytes

struct OtlpMapping {
  std::uint64_t begin = 0, offset = 0, file = 0;
};
struct OtlpLocation {
  std::uint64_t mapping = 0, address = 0;
  std::vector<std::uint64_t> functions;  // inlined ones first
};
struct OtlpAttribute {
  std::uint64_t key = 0;
  std::string value;
};

// The tables to which samples refer by index.
struct OtlpDictionary {
  std::vector<OtlpMapping> mappings;
  std::vector<OtlpLocation> locations;
  std::vector<std::uint64_t> functions;  // their names
  std::vector<std::string_view> texts;
  std::vector<OtlpAttribute> attributes;
  std::vector<std::vector<std::uint64_t>> stacks;
};

class OtlpReader {
 public:
  explicit OtlpReader(const StackInput& input) : input_(input), frames_(input.options), threads_(input.options) {}

  // The dictionary follows the profiles, so all of the file is needed first.
  void Parse() {
    bytes_ = ReadRest(input_.bytes, 0, kLargestOtlp);
    if (bytes_.size() > kLargestOtlp) {
      throw FileError(input_, ErrorCode::kUnsupported, "more than 1 GiB");
    }
    std::vector<std::string_view> resources;
    ForEach(bytes_, [&](const MessageField& field) {
      if (field.number == 1) resources.push_back(field.bytes);
      if (field.number == 2) ParseDictionary(field.bytes);
    });
    if (dictionary_.texts.empty()) {
      throw FileError(input_, ErrorCode::kUnsupported, "no table of texts: the format before version 1.9 is not read");
    }
    for (const std::string_view resource : resources) ParseResource(resource);
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events = std::move(events_.events);
    profile.threads = threads_.Take();
    return FinishStacks(input_, std::move(profile), builder_, frames_, preferred_);
  }

 private:
  using Type = MessageField::Type;

  [[noreturn]] void Fail(const std::string& reason) const { throw FileError(input_, ErrorCode::kBadProfile, reason); }

  template <class Use>
  void ForEach(std::string_view bytes, const Use& use) const {
    MessageFields fields(bytes);
    while (const std::optional<MessageField> field = fields.Next()) use(*field);
    if (!fields.is_damaged()) return;
    const auto at = static_cast<std::uint64_t>(bytes.data() - bytes_.data());
    throw FileError(input_, at + bytes.size() == bytes_.size() ? ErrorCode::kTruncated : ErrorCode::kBadProfile,
                    "a damaged message", Place::Byte(at));
  }

  // Adds the numbers of a repeated field, which may be packed.
  template <class Use>
  void ForEachNumber(const MessageField& field, std::size_t width, const Use& use) const {
    if (field.type != Type::kBytes) return use(field.value);
    MessageFields numbers(field.bytes);
    while (!numbers.AtEnd()) {
      const std::optional<std::uint64_t> number = width == 0 ? numbers.NextVarint() : numbers.NextFixed(width);
      if (!number) Fail("a damaged list of numbers");
      use(*number);
    }
  }

  template <class Table>
  const auto& Need(const Table& table, std::uint64_t place, const char* what) const {
    if (place >= table.size()) {
      Fail(std::string("no ") + what + " " + std::to_string(place) + " in a table of size " +
           std::to_string(table.size()));
    }
    return table[place];
  }
  std::string TextAt(std::uint64_t place) const { return std::string(Need(dictionary_.texts, place, "text")); }

  void ParseDictionary(std::string_view bytes) {
    ForEach(bytes, [this](const MessageField& field) {
      switch (field.number) {
        case 1:
          return ParseMapping(field.bytes);
        case 2:
          return ParseLocation(field.bytes);
        case 3:
          return ParseFunction(field.bytes);
        case 5:
          return dictionary_.texts.push_back(field.bytes);
        case 6:
          return ParseAttribute(field.bytes);
        case 7:
          return ParseStack(field.bytes);
        default:
          return;
      }
    });
  }

  void ParseMapping(std::string_view bytes) {
    OtlpMapping& mapping = dictionary_.mappings.emplace_back();
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) mapping.begin = field.value;
      if (field.number == 3) mapping.offset = field.value;
      if (field.number == 4) mapping.file = field.value;
    });
  }

  void ParseLocation(std::string_view bytes) {
    OtlpLocation& location = dictionary_.locations.emplace_back();
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) location.mapping = field.value;
      if (field.number == 2) location.address = field.value;
      if (field.number != 3) return;
      std::uint64_t function = 0;
      ForEach(field.bytes, [&](const MessageField& of_line) {
        if (of_line.number == 1) function = of_line.value;
      });
      location.functions.push_back(function);
    });
  }

  void ParseFunction(std::string_view bytes) {
    std::uint64_t& name = dictionary_.functions.emplace_back(0);
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) name = field.value;
    });
  }

  void ParseAttribute(std::string_view bytes) {
    OtlpAttribute& attribute = dictionary_.attributes.emplace_back();
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) attribute.key = field.value;
      if (field.number != 2) return;
      ForEach(field.bytes, [&](const MessageField& value) {
        if (value.number == 1) attribute.value = value.bytes;
        if (value.number == 3) attribute.value = std::to_string(static_cast<std::int64_t>(value.value));
      });
    });
  }

  void ParseStack(std::string_view bytes) {
    std::vector<std::uint64_t>& stack = dictionary_.stacks.emplace_back();
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) ForEachNumber(field, 0, [&](std::uint64_t place) { stack.push_back(place); });
    });
  }

  void ParseResource(std::string_view bytes) {
    ForEach(bytes, [this](const MessageField& scope) {
      if (scope.number != 2) return;
      ForEach(scope.bytes, [this](const MessageField& profile) {
        if (profile.number == 2) ParseProfile(profile.bytes);
      });
    });
  }

  std::pair<std::string, std::string> TypeIn(std::string_view bytes) const {
    std::uint64_t name = 0, unit = 0;
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) name = field.value;
      if (field.number == 2) unit = field.value;
    });
    return {TextAt(name), TextAt(unit)};
  }

  void ParseProfile(std::string_view bytes) {
    std::pair<std::string, std::string> type, period_type;
    std::vector<std::string_view> samples;
    std::uint64_t period = 0;
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) type = TypeIn(field.bytes);
      if (field.number == 2) samples.push_back(field.bytes);
      if (field.number == 3 && field.type == Type::kBytes) {
        throw FileError(input_, ErrorCode::kUnsupported, "the format before version 1.9 is not read");
      }
      if (field.number == 5) period_type = TypeIn(field.bytes);
      if (field.number == 6) period = field.value;
    });
    // The unit of counts says only that they are counts; their name says what of.
    const bool is_count = type.second == "count" && !type.first.empty();
    const ScaledEvent scaled = EventOfUnit(type.first, is_count ? type.first : type.second);
    const std::optional<std::size_t> event = events_.Find(type.first, [&] { return scaled.event; });
    if (!event) Fail("too many types of profiles");
    // One sample has this value: 1 if samples are counted; 0 if the number of samples is unknown.
    const double one = type.second == "count" ? 1
                       : type == period_type  ? static_cast<double>(period) * scaled.ticks
                                              : 0;
    if (one <= 0) events_.events[*event].is_sampled = false;
    if (!preferred_ && period > 0 && !samples.empty()) preferred_ = event;
    for (const std::string_view sample : samples) AddSample(sample, *event, scaled.ticks, one);
  }

  void AddSample(std::string_view bytes, std::size_t event, double ticks_per_unit, double one) {
    std::uint64_t stack = 0, timestamps = 0;
    std::int64_t sum = 0;
    bool has_values = false;
    std::string name, number, process;
    ForEach(bytes, [&](const MessageField& field) {
      if (field.number == 1) stack = field.value;
      if (field.number == 2) {
        ForEachNumber(field, 0, [&](std::uint64_t place) { TakeAttribute(place, name, number, process); });
      }
      if (field.number == 4) {
        has_values = true;
        ForEachNumber(field, 0, [&](std::uint64_t value) {
          if (__builtin_add_overflow(sum, static_cast<std::int64_t>(value), &sum)) FailOfSize(input_);
        });
      }
      if (field.number == 5) ForEachNumber(field, 8, [&](std::uint64_t) { ++timestamps; });
    });
    if (!has_values) sum = static_cast<std::int64_t>(timestamps);
    const std::optional<std::int64_t> ticks = ToTicks(static_cast<double>(sum), ticks_per_unit);
    if (!ticks) FailOfSize(input_);
    const double samples = one > 0 ? std::round(static_cast<double>(*ticks) / one) : 0;
    const auto count = static_cast<std::uint64_t>(std::max(samples, 0.0));
    events_.events[event].count += count;
    Threads::Thread& thread = threads_.Find(process + "/" + number + " " + name, [&](std::string_view) {
      return StackThread{name, process, number, 0};
    });
    thread.about.samples += std::max<std::uint64_t>(count, 1);
    if (thread.counts && !builder_.Add(NodeOf(stack, event), *ticks, count)) FailOfSize(input_);
  }

  void TakeAttribute(std::uint64_t place, std::string& name, std::string& number, std::string& process) const {
    const OtlpAttribute& attribute = Need(dictionary_.attributes, place, "attribute");
    const std::string key = TextAt(attribute.key);
    if (key == "thread.name") name = attribute.value;
    if (key == "thread.id") number = attribute.value;
    if (key == "process.pid") process = attribute.value;
  }

  ContextBuilder::Node NodeOf(std::uint64_t stack, std::size_t event) {
    ContextBuilder::Node node = ContextBuilder::Root(event);
    if (stack == 0 && dictionary_.stacks.empty()) return node;
    const std::vector<std::uint64_t>& locations = Need(dictionary_.stacks, stack, "stack");
    for (std::size_t i = locations.size(); i-- > 0;) {
      node = NodeBelow(node, Need(dictionary_.locations, locations[i], "location"));
    }
    return node;
  }

  ContextBuilder::Node NodeBelow(ContextBuilder::Node node, const OtlpLocation& location) {
    OtlpMapping mapping;
    if (location.mapping != 0) mapping = Need(dictionary_.mappings, location.mapping, "mapping");
    const std::string image = TextAt(mapping.file);
    const auto add = [&](const std::string& name, bool is_inlined) {
      const FunctionId function = frames_.Find(name, image, is_inlined);
      if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_);
    };
    for (std::size_t i = location.functions.size(); i-- > 0;) {
      add(TextAt(Need(dictionary_.functions, location.functions[i], "function")), i + 1 < location.functions.size());
    }
    if (!location.functions.empty()) return node;
    const FunctionNamer& find = input_.options.find_function;
    add(find ? find(image, location.address - mapping.begin + mapping.offset) : std::string(), false);
    return node;
  }

  const StackInput& input_;
  std::string bytes_;
  OtlpDictionary dictionary_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  std::optional<std::size_t> preferred_;  // the first event sampled at a period, unlike off-CPU times and allocations
};

// True for the beginning of a message whose fields are messages with these numbers; the last field may be incomplete.
bool HasOnly(std::string_view bytes, std::uint64_t most) {
  bool found = false;
  while (!bytes.empty()) {
    MessageFields tag(bytes);
    const std::optional<std::uint64_t> number = tag.NextVarint(), size = tag.NextVarint();
    if (!number || (*number & 7) != 2 || *number >> 3 == 0 || *number >> 3 > most) return false;
    if (!size) return found;
    found = true;
    const std::string_view rest = tag.rest();
    if (*size >= rest.size()) return true;
    bytes = rest.substr(*size);
  }
  return found;
}

}  // namespace

// True if the outermost message has only the fields 1 and 2, and its first field is a message that has only the fields
// 1 to 3. Text of empty lines has the same form, as a line feed is the tag of a message, but it has no other control
// characters; the indices of a profile are such characters.
bool IsOtlpProfiles(const FirstBytes& file) {
  const auto is_binary = [](char c) { return static_cast<unsigned char>(c) < '\t'; };
  if (!HasOnly(file.bytes, 2) || !std::ranges::any_of(file.bytes, is_binary)) return false;
  MessageFields fields(file.bytes);
  if (const std::optional<MessageField> resource = fields.Next()) return HasOnly(resource->bytes, 3);
  MessageFields head(file.bytes);  // the first field is longer than what is known of the file
  head.NextVarint();
  head.NextVarint();
  return !file.is_all && HasOnly(head.rest(), 3);
}

StackProfile ReadOtlpProfiles(const StackInput& input) { return ReadWith<OtlpReader>(input); }

}  // namespace profdiff
