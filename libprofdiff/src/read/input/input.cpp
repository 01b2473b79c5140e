// SPDX-License-Identifier: GPL-3.0-or-later
// Examines an input once. All other code that needs to know what a file is asks its Input.
// Tests: tests/unit/read/input/input_test.cpp, tests/cli/opens_test.sh.
#include "profdiff/input.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/image/object_file.h"
#include "read/input/format_row.h"

namespace profdiff {
namespace {

constexpr const char* kStandardInput = "/dev/stdin";
constexpr std::uint64_t kLargestExamined = std::uint64_t{1} << 36;  // bytes after unpacking

// Standard input may be a regular file, which can be examined by its other name.
std::string ExaminedPath(const std::string& path) { return path == "-" ? kStandardInput : path; }

const InputFormat* FormatOf(const FormatRow* row) { return row == nullptr ? nullptr : &row->format; }

// Recognises a regular file. Object files other than ELF have no common mark, so libbfd is asked about files that have
// no mark of another format. A damaged gzip stream is recognised by the part that can be unpacked.
const InputFormat* RecogniseFile(const std::string& path) {
  FileSource file(path, FileKind::kRegular);
  UnpackedSource unpacked(file, path, kLargestExamined, /*salvage=*/true);
  const std::string_view first = unpacked.First(kMarkBytes);
  const FormatRow* const row = FindRow({path, first, first.size() < kMarkBytes});
  const bool may_be_image = (row == nullptr || row->is_guess) && !unpacked.is_packed();
  return may_be_image && IsObjectFile(path, file.descriptor()) ? FindInputFormat("image") : FormatOf(row);
}

const InputFormat* Recognise(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return nullptr;
  if (S_ISDIR(info.st_mode)) return FormatOf(FindRow({.path = path, .is_folder = true}));
  if (!S_ISREG(info.st_mode)) return nullptr;
  try {
    return RecogniseFile(path);
  } catch (const Error&) {
    return nullptr;  // reading the file reports the error
  }
}

bool AnyFits(std::span<const InputNeed> needs, const InputFormat& format) {
  return std::ranges::any_of(needs, [&format](const InputNeed& need) { return need.Fits(format); });
}

// Formats that no reader knows are not taken, unless a reader with other means decides: perf script reads perf.data.
bool IsTaken(const InputFormat& format, std::span<const InputNeed> needs) {
  return AnyFits(needs, format) && (format.is_read || format.Gives(kGivesNames));
}

bool Includes(std::span<const InputNeed> needs, InputKind kind) {
  return std::ranges::any_of(needs, [kind](const InputNeed& need) { return need.kind == kind; });
}

// Kinds, in the order of messages.
struct KindName {
  InputKind kind;
  std::string_view name;
};
constexpr KindName kKindNames[] = {{InputKind::kImage, "an image"},    {InputKind::kProfile, "a profile"},
                                   {InputKind::kTrace, "a trace"},     {InputKind::kMeasurements, "measurements"},
                                   {InputKind::kFindings, "findings"}, {InputKind::kStore, "a store of trials"},
                                   {InputKind::kFamilies, "families"}, {InputKind::kListing, "a listing"}};

// What a need asks of a kind.
struct GiftName {
  InputGift gift;
  std::string_view name;
};
constexpr GiftName kGiftNames[] = {{kGivesRegions, " with metrics of regions"},
                                   {kGivesPoints, " for several sets of parameters"},
                                   {kGivesAddresses, " with addresses of an image"},
                                   {kGivesNames, " with names of functions"}};

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text.append(i == 0 ? "" : i + 1 == names.size() ? " or " : ", ").append(names[i]);
  }
  return text;
}

// Returns the descriptions of the formats that can be read and fit.
std::vector<std::string> FormatsOf(std::span<const InputNeed> needs) {
  std::vector<std::string> names;
  for (const FormatRow& row : FormatRows()) {
    if (row.format.is_read && AnyFits(needs, row.format)) names.emplace_back(row.format.description);
  }
  return names;
}

// Returns a need, as "a profile with metrics of regions"; the description of its format if only one fits.
std::string ShownNeed(const KindName& kind, const InputNeed& need) {
  const std::vector<std::string> formats = FormatsOf({&need, 1});
  if (formats.size() == 1) return formats.front();
  const InputNeed any{kind.kind};
  std::string text(kind.name);
  if (formats.size() == FormatsOf({&any, 1}).size()) return text;
  const auto gift =
      std::ranges::find_if(kGiftNames, [&](const GiftName& name) { return (need.gives & name.gift) != 0; });
  return gift == std::end(kGiftNames) ? text : text.append(gift->name);
}

// Returns the formats that can be read and fit, as "a trace in JSON, a trace of uftrace or an OTF2 archive". Of many
// formats only the kinds are named.
std::string ListOf(std::span<const InputNeed> needs) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> names = FormatsOf(needs);
  if (names.size() <= kMost) return Joined(names);
  names.clear();
  for (const KindName& kind : kKindNames) {
    for (const InputNeed& need : needs) {
      if (need.kind == kind.kind) names.push_back(ShownNeed(kind, need));
    }
  }
  return Joined(names);
}

// Returns the error for a file that has a format of its own, but is needed in another one.
Error WithRemedyFor(InputKind kind, std::span<const InputNeed> wanted, Message message) {
  message.cause += "; needed here: " + ListOf(wanted);
  if (kind == InputKind::kProfile) message.remedy.kind = RemedyKind::kUseForProfiles;
  if (kind == InputKind::kTrace) message.remedy.kind = RemedyKind::kUseForTraces;
  if (Includes(wanted, kind)) message.remedy = {};
  return Error(std::move(message));
}

Error WrongFile(const std::string& path, const InputFormat* format, bool is_empty, std::span<const InputNeed> wanted,
                ErrorCode code) {
  if (format == nullptr) {
    const std::string what = is_empty ? "an empty file" : "in no known format";
    return Error(code, what + "; needed here: " + ListOf(wanted), path);
  }
  const std::string cause(format->description);
  const FormatAdvice& advice = format->advice;
  // advice says how to turn the file into a profile, or text of an unknown kind into text that can be read
  const bool may_help = format->kind == InputKind::kUnknown || Includes(wanted, InputKind::kProfile);
  if (advice.text.empty() || !may_help) {
    return WithRemedyFor(format->kind, wanted, {code, cause, path});
  }
  if (!format->is_read) code = ErrorCode::kUnsupported;
  std::string value(advice.text);
  if (const std::size_t at = value.find("{}"); at != std::string::npos) value.replace(at, 2, path);
  if (advice.remedy == RemedyKind::kNone) return Error(code, cause + ": " + value, path);
  return Error(code, cause, path, {}, {advice.remedy, std::move(value)});
}

}  // namespace

struct Input::State {
  std::string path;
  const InputFormat* told = nullptr;
  std::optional<std::uint32_t> rank = {};
  std::once_flag once = {};
  const InputFormat* found = nullptr;  // set by `once`
};

Input::Input(std::string path, const InputFormat* told) : state_(std::make_shared<State>()) {
  state_->path = std::move(path);
  state_->told = told;
}

const std::string& Input::path() const { return state_->path; }

const InputFormat* Input::format() const {
  std::call_once(state_->once, [this] {
    state_->found = Recognise(ExaminedPath(state_->path));
    const bool is_image = state_->found != nullptr && state_->found->kind == InputKind::kImage;
    if (state_->told != nullptr && !is_image) state_->found = state_->told;
  });
  return state_->found;
}

InputKind Input::kind() const { return format() == nullptr ? InputKind::kUnknown : format()->kind; }

bool Input::MayHaveNames() const {
  const InputFormat* const told = state_->told;
  if (told != nullptr && !told->Gives(kGivesNames) && !told->Gives(kGivesStacks)) return false;
  if (Gives(kGivesNames)) return kind() == InputKind::kProfile || kind() == InputKind::kUnknown;
  if (kind() == InputKind::kTrace) return Gives(kGivesStacks);
  return told == nullptr && IsPipe();
}

bool Input::IsPipe() const {
  struct stat info;
  return stat(ExaminedPath(path()).c_str(), &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode));
}

Input Input::OfRank(std::uint32_t rank) const {
  Input of_rank(path(), format());
  of_rank.state_->rank = rank;
  return of_rank;
}

std::optional<std::uint32_t> Input::rank() const { return state_->rank; }

std::vector<std::uint32_t> RanksOf(const Input& input) {
  const FormatRow* const row = FindRow(input);
  return row == nullptr || row->list_ranks == nullptr ? std::vector<std::uint32_t>() : row->list_ranks(input.path());
}

std::vector<std::string> PathsOf(const std::vector<Input>& inputs) {
  std::vector<std::string> paths;
  paths.reserve(inputs.size());
  for (const Input& input : inputs) paths.push_back(input.path());
  return paths;
}

Error WrongKind(const Input& input, std::span<const InputNeed> wanted, ErrorCode code) {
  struct stat info;
  if (stat(ExaminedPath(input.path()).c_str(), &info) != 0) return SystemError(input.path(), errno);
  const bool is_empty = S_ISREG(info.st_mode) && info.st_size == 0;
  return WrongFile(input.path(), input.format(), is_empty, wanted, code);
}

Error WrongFormat(const FirstBytes& file, const FormatRow* row, std::span<const InputNeed> wanted, ErrorCode code) {
  return WrongFile(file.path, FormatOf(row), file.bytes.empty() && !file.is_folder, wanted, code);
}

void RequireKinds(std::span<const Input> inputs, std::span<const InputNeed> wanted) {
  for (const Input& input : inputs) {
    struct stat info;
    const bool exists = stat(ExaminedPath(input.path()).c_str(), &info) == 0;
    const InputFormat* const format = exists ? input.format() : nullptr;
    if (!exists || (format != nullptr && !IsTaken(*format, wanted))) throw WrongKind(input, wanted);
  }
}

}  // namespace profdiff
