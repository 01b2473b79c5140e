// SPDX-License-Identifier: GPL-3.0-or-later
// The values after a record are stored one after the other. Each value is padded to a multiple of 4 bytes, and all
// values together to a multiple of 8. A string is a u16 length followed by that many bytes. The record does not show
// which values follow. Their layout comes from the user's list of functions (uftrace record -A, -R), otherwise from
// debug information, otherwise from uftrace's own list of well-known functions.
#include "read/trace/uftrace/arguments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/bytes.h"
#include "base/mpi_name.h"
#include "base/parse_text.h"
#include "profdiff/listing.h"
#include "read/trace/uftrace/pattern.h"

namespace profdiff {
namespace {

// Returns the size in bytes of a value whose form is, for example, "i32", "f80", "s", "t40:NAME%stack+1" or "32"
// (uftrace-record(1), ARGUMENTS). Letters: d, i, u, x: an integer with a size in bits; c: character; f: floating point;
// s, S: string; p: pointer; e: enumeration; t: structure, with its size in bytes.
std::uint32_t SizeOf(std::string_view form, unsigned word_bytes) {
  const std::string_view letters = "diuxscfSpet";
  const bool has_letter = !form.empty() && letters.find(form[0]) != std::string_view::npos;
  const char letter = has_letter ? form[0] : 'd';
  if (has_letter) form.remove_prefix(1);
  const std::string_view digits = form.substr(0, form.find_first_not_of("0123456789"));
  const std::uint64_t number = std::min<std::uint64_t>(NumberFrom<std::uint64_t>(digits).value_or(0), 0xffff);
  if (letter == 's' || letter == 'S') return UftraceValue::kText;
  if (letter == 't') return static_cast<std::uint32_t>(number);
  if (letter == 'c') return 1;
  if (number != 0 && letter != 'p' && letter != 'e') return static_cast<std::uint32_t>(number / 8);
  return letter == 'f' ? 8 : word_bytes;
}

using Form = UftraceValue::Form;

Form FormOf(std::string_view form) {
  const char letter = form.empty() ? 'd' : form[0];
  if (letter == 'f') return Form::kFloating;
  if (letter == 'x' || letter == 'u' || letter == 'p') return Form::kUnsigned;
  return std::string_view("sStS").find(letter) == std::string_view::npos ? Form::kSigned : Form::kOther;
}

// Parses the specification of one value: "argN", "fpargN" or "retval", optionally followed by "/FORM" and "%PLACE".
std::optional<UftraceValue> ParseValue(std::string_view word, unsigned word_bytes) {
  const bool is_float = word.starts_with("fparg");
  if (!is_float && !word.starts_with("arg") && !word.starts_with("retval")) return std::nullopt;
  word = word.substr(0, word.find('%'));
  const std::size_t slash = word.find('/');
  UftraceValue value;
  const std::string_view name = word.substr(0, slash);
  const std::string_view number = name.substr(std::min(name.find_first_of("0123456789"), name.size()));
  value.argument =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(NumberFrom<std::uint64_t>(number).value_or(0), 0xffff));
  if (slash == std::string_view::npos) {
    value.size = is_float ? 8 : word_bytes;
    value.form = is_float ? Form::kFloating : Form::kSigned;
  } else {
    value.size = SizeOf(word.substr(slash + 1), word_bytes);
    value.form = is_float ? Form::kFloating : FormOf(word.substr(slash + 1));
  }
  return value;
}

// uftrace writes the address in angle brackets as the text if it cannot read the memory.
constexpr std::string_view kUnreadable = "<0x";

// Returns the number whose bytes a text, preceded by its length, begins with. Bytes that are missing are 0.
std::optional<std::variant<std::int64_t, double>> ReferredNumber(std::string_view text, std::size_t bytes) {
  text.remove_prefix(std::min<std::size_t>(text.size(), 2));
  if (text.starts_with(kUnreadable)) return std::nullopt;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < std::min(text.size(), bytes); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) break;
    number |= std::uint64_t{byte} << (8 * i);
  }
  if (bytes == sizeof(std::int32_t)) return std::int64_t{static_cast<std::int32_t>(number)};
  return static_cast<std::int64_t>(number);
}

// Changes the forms of a layout to those of a routine of MPI that takes addresses of numbers: all routines in Fortran,
// and those that free a communicator or a window.
void SetReferredForms(const std::string& name, UftraceLayout& layout) {
  const MpiName routine = ParseMpiName(name);
  constexpr std::array<std::string_view, 3> kFrees = {"Comm_free", "Comm_disconnect", "Win_free"};
  if (std::ranges::find(kFrees, routine.operation) != kFrees.end()) {
    for (UftraceValue& value : layout) {
      if (value.size == UftraceValue::kText) value.form = routine.is_fortran ? Form::kReferred : Form::kReferredPointer;
    }
    return;
  }
  if (!routine.is_fortran) return;
  for (UftraceValue& value : layout) {
    if (value.size == UftraceValue::kText) {
      value.form = Form::kReferred;
    } else if (value.form != Form::kUnsigned) {
      value.form = Form::kOther;
    }
  }
}

// Returns CallValue::argument of a text, which counts as empty if uftrace could not read it.
std::uint32_t NumberOfText(const UftraceValue& stored, std::string_view text, ValueNames& names) {
  const std::string argument = stored.argument == 0 ? "retval" : "arg" + std::to_string(stored.argument);
  return names.NumberOf(argument, text.starts_with(kUnreadable) ? "" : text);
}

// Returns the number in `bytes`, which has 1, 2, 4 or 8 bytes (4 or 8 if floating); nullopt for any other size or form.
std::optional<std::variant<std::int64_t, double>> ValueOf(Form form, std::string_view bytes) {
  const char* const data = bytes.data();
  if (form == Form::kOther) return std::nullopt;
  if (form == Form::kReferred) return ReferredNumber(bytes, sizeof(std::int32_t));
  if (form == Form::kReferredPointer) return ReferredNumber(bytes, sizeof(std::int64_t));
  if (form == Form::kFloating) {
    if (bytes.size() == 4) return std::bit_cast<float>(LoadNumber<std::uint32_t>(data, false));
    if (bytes.size() == 8) return std::bit_cast<double>(LoadNumber<std::uint64_t>(data, false));
    return std::nullopt;
  }
  const bool is_signed = form == Form::kSigned;
  const auto number = [&]<typename Unsigned>(Unsigned value) -> std::int64_t {
    return is_signed ? static_cast<std::make_signed_t<Unsigned>>(value) : static_cast<std::int64_t>(value);
  };
  switch (bytes.size()) {
    case 1:
      return number(LoadNumber<std::uint8_t>(data, false));
    case 2:
      return number(LoadNumber<std::uint16_t>(data, false));
    case 4:
      return number(LoadNumber<std::uint32_t>(data, false));
    case 8:
      return number(LoadNumber<std::uint64_t>(data, false));
    default:
      return std::nullopt;
  }
}

// True for characters after which a new word of a C++ name begins.
bool IsSign(char c) { return c == ':' || c == ' '; }

// Returns the length of the first word of a name if brackets in it are part of the name, as in "operator<<" and
// "(anonymous namespace)"; otherwise 1.
std::size_t WordSize(std::string_view readable) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)", kOperator = "operator";
  if (readable.starts_with(kAnonymous)) return kAnonymous.size();
  if (!readable.starts_with(kOperator)) return 1;
  if (readable.substr(kOperator.size()).starts_with("()")) return kOperator.size() + 2;
  return std::min(readable.find_first_not_of("<>=!+-*/%&|^~[],", kOperator.size()), readable.size());
}

// Returns "ns::name" for the demangled name "ns::name<int>(char) const". uftrace prints names in this form, without
// parameters and template arguments, and matches its patterns against it.
std::string ShortName(std::string_view readable) {
  std::string name;
  int depth = 0;
  while (!readable.empty()) {
    const bool is_word = depth == 0 && (name.empty() || IsSign(name.back()));
    const std::size_t size = is_word ? WordSize(readable) : 1;
    const char c = size == 1 ? readable[0] : '\0';
    if (c == '(' && depth == 0) break;
    if (c == '<') ++depth;
    if (depth == 0) name += readable.substr(0, size);
    if (c == '>') --depth;
    readable.remove_prefix(size);
  }
  return name;
}

// Merges the values of all patterns that match a function, in the order of first occurrence. If a value occurs twice,
// its later form is used, but a form given for a pattern does not replace a form given for the exact name.
class ValueList {
 public:
  explicit ValueList(unsigned word_bytes) : word_bytes_(word_bytes) {}

  void Add(std::string_view values, bool by_name) {
    while (!values.empty()) {
      const std::string_view word = TakeUpTo(values, ',');
      if (const auto value = ParseValue(word, word_bytes_)) AddValue(PlaceOf(word), *value, by_name);
    }
  }

  UftraceLayout Layout() const {
    UftraceLayout layout;
    for (const Value& value : values_) layout.push_back(value.value);
    return layout;
  }

 private:
  struct Value {
    std::string_view place;
    UftraceValue value;
    bool by_name = false;
  };
  static constexpr std::size_t kMost = 1024;  // maximum number of values kept per function; real functions have fewer

  // Returns the key of a value: "arg1" for "arg1/i32", but "stack+1" for "arg1/i32%stack+1".
  static std::string_view PlaceOf(std::string_view word) {
    const std::size_t place = word.find('%');
    return place == std::string_view::npos ? word.substr(0, word.find('/')) : word.substr(place + 1);
  }

  // If a value's form is replaced, the value keeps its position in the list, since uftrace stores the values in this
  // order.
  void AddValue(std::string_view place, const UftraceValue& value, bool by_name) {
    const auto found = std::ranges::find(values_, place, &Value::place);
    if (found == values_.end()) {
      if (values_.size() < kMost) values_.push_back({place, value, by_name});
    } else if (by_name || !found->by_name) {
      *found = {place, value, by_name};
    }
  }

  std::vector<Value> values_;
  const unsigned word_bytes_;
};

// Finds the layout of the function `name` in a list "PATTERN@VALUES;PATTERN@VALUES;…". A pattern is matched against the
// linkage name and the short name.
std::optional<UftraceLayout> FindInList(std::string_view list, std::string_view name, const UftraceInfo& info) {
  const std::optional<std::string> readable = Demangle(name, DemangleStyle::kAuto, '\0');
  const std::string short_name = readable ? ShortName(*readable) : std::string(name);
  ValueList found(info.word_bytes);
  while (!list.empty()) {
    std::string_view values = TakeUpTo(list, ';');
    const std::string_view text = TakeUpTo(values, '@');
    const UftracePattern pattern(text, info.patterns);
    if (pattern.Matches(name) || pattern.Matches(short_name)) found.Add(values, IsUftraceName(text));
  }
  UftraceLayout layout = found.Layout();
  return layout.empty() ? std::nullopt : std::optional(std::move(layout));
}

}  // namespace

UftraceLayout ParseUftraceLayout(std::string_view specification, unsigned word_bytes) {
  UftraceLayout layout;
  if (specification.starts_with('@')) specification.remove_prefix(1);
  while (!specification.empty()) {
    if (const auto value = ParseValue(TakeUpTo(specification, ','), word_bytes)) layout.push_back(*value);
  }
  return layout;
}

void AppendValues(const UftraceLayout& layout, std::string_view bytes, CallId call, ValueNames* texts,
                  std::vector<CallValue>& values) {
  std::size_t at = 0;
  for (const UftraceValue& stored : layout) {
    const bool is_text = stored.size == UftraceValue::kText;
    // SizeOfValues has checked that `bytes` is long enough.
    const std::size_t size = is_text ? 2U + LoadNumber<std::uint16_t>(bytes.data() + at, false) : stored.size;
    if (const auto value = ValueOf(stored.form, bytes.substr(at, size))) {
      values.push_back({call, stored.argument, *value});
    } else if (is_text && texts != nullptr && stored.form == Form::kOther) {
      values.push_back({call, NumberOfText(stored, bytes.substr(at + 2, size - 2), *texts), std::int64_t{1}});
    }
    at = (at + size + 3) / 4 * 4;
  }
}

std::optional<std::size_t> SizeOfValues(const UftraceLayout& layout, std::string_view bytes) {
  std::size_t size = 0;
  for (const UftraceValue& value : layout) {
    if (value.size == UftraceValue::kText) {
      if (size + 2 > bytes.size()) return std::nullopt;
      size += 2U + LoadNumber<std::uint16_t>(bytes.data() + size, false);
    } else {
      size += value.size;
    }
    size = (size + 3) / 4 * 4;
  }
  size = (size + 7) / 8 * 8;
  return size <= bytes.size() ? std::optional(size) : std::nullopt;
}

namespace {

std::optional<UftraceLayout> FindRecordedLayout(const UftraceInfo& info, const UftracePlace& place, bool leaves) {
  const std::vector<std::string>& lists = leaves ? info.results : info.arguments;
  std::optional<UftraceLayout> layout;
  // The first list is the user's, if there is one; the last list is uftrace's own.
  for (std::size_t i = 0; !layout && i + 1 < lists.size(); ++i) {
    layout = FindInList(lists[i], place.function.name, info);
  }
  if (layout) return layout;
  if (place.symbols != nullptr) {
    const UftraceSignature signature = place.symbols->SignatureOf(place.function.address);
    const std::string_view text = leaves ? signature.result : signature.arguments;
    if (!text.empty()) return ParseUftraceLayout(text, info.word_bytes);
  }
  return lists.empty() ? std::nullopt : FindInList(lists.back(), place.function.name, info);
}

}  // namespace

std::optional<UftraceLayout> FindUftraceLayout(const UftraceInfo& info, const UftracePlace& place, bool leaves) {
  std::optional<UftraceLayout> layout = FindRecordedLayout(info, place, leaves);
  if (layout) SetReferredForms(std::string(place.function.name), *layout);
  return layout;
}

}  // namespace profdiff
