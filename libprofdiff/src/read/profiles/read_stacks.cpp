// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks the file if needed, detects the format from its first bytes, and passes the stream to the format's reader,
// starting at the first byte. Nothing is read twice, so pipes can be read.
// Tests: tests/unit/read/profiles/read_stacks_test.cpp.
#include <algorithm>
#include <optional>

#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/profiles/readers.h"
#include "read/profiles/recognise.h"

namespace profdiff {
namespace {

// Limit for formats that are read as a stream. Reading such a format takes no more memory for larger files, so the
// limit only stops the unpacking of a crafted gzip stream. Readers that need the whole file have their own limits.
constexpr std::uint64_t kLargestStacks = std::uint64_t{1} << 36;  // bytes after unpacking

// The names of the formats, in the order of StackFormat.
constexpr std::string_view kNames[kStackFormats] = {"perf",   "perf.data",  "callgrind", "pprof",
                                                    "folded", "speedscope", "firefox",   "cpuprofile"};

class CallbackSource : public ByteSource {
 public:
  explicit CallbackSource(const ByteReader& bytes) : bytes_(bytes) {}
  std::size_t Read(char* buffer, std::size_t size) override { return bytes_(buffer, size); }

 private:
  const ByteReader& bytes_;
};

// Rejects filters that cannot match anything in this format: such a filter must be a mistake.
void CheckFilters(const StackInput& input) {
  const StackOptions& options = input.options;
  const StackFormat format = input.format;
  const bool has_threads =
      format == StackFormat::kPerfScript || format == StackFormat::kSpeedscope || format == StackFormat::kFirefox;
  if (!has_threads && (!options.threads.empty() || !options.processes.empty())) {
    throw FileError(input, ErrorCode::kBadArgument, "has no threads or processes to choose from");
  }
  if (format != StackFormat::kPprof && !options.labels.empty()) {
    throw FileError(input, ErrorCode::kBadArgument, "has no labels to choose from");
  }
  if (format == StackFormat::kCallgrind && (options.no_kernel || options.no_inline || !options.hide.empty())) {
    throw FileError(input, ErrorCode::kBadArgument, "has no stacks: frames cannot be left out");
  }
}

// perf.data is rejected: its stacks need unwinding, build ids, kernel symbols and maps of JIT code, for which perf
// itself is needed.
StackProfile ReadFormat(const StackInput& input) {
  CheckFilters(input);
  switch (input.format) {
    case StackFormat::kPerfScript:
      return ReadPerfScript(input);
    case StackFormat::kCallgrind:
      return ReadCallgrind(input);
    case StackFormat::kPprof:
      return ReadPprof(input);
    case StackFormat::kFolded:
      return ReadFolded(input);
    case StackFormat::kSpeedscope:
      return ReadSpeedscope(input);
    case StackFormat::kFirefox:
      return ReadFirefox(input);
    case StackFormat::kCpuProfile:
      return ReadCpuProfile(input);
    case StackFormat::kPerfData:
      break;
  }
  throw Error(ErrorCode::kUnsupported,
              input.path + ": perf's own data, which only perf can read; give the output of 'perf script -i " +
                  input.path + "'",
              input.path);
}

// Adds the format, and the position in the packed file, to the messages of unpacking errors.
StackProfile ReadUnpacked(const StackInput& input) {
  try {
    return ReadFormat(input);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kBadCompression || !error.message().starts_with(input.path + ": ")) throw;
    const std::string reason = error.message().substr(input.path.size() + 2);
    throw FileError(input, error.code(), reason, Place{"byte", error.offset()});
  }
}

StackProfile ReadSource(ByteSource& source, const std::string& path, const StackOptions& options,
                        CallgrindObserver* observer = nullptr) {
  UnpackedSource opened(source, path, kLargestStacks, options.salvage);
  const std::string_view first = opened.First(kStackMarkBytes);
  const std::optional<StackFormat> told = RecogniseStacks(first, first.size() < kStackMarkBytes);
  const std::optional<StackFormat> format = options.format ? options.format : told;
  if (!format && first.starts_with("gmon")) {
    throw Error(ErrorCode::kBadMagic,
                path + ": a gprof profile, which needs an image and cannot be combined with other kinds of profiles",
                path);
  }
  if (!format) {
    throw Error(ErrorCode::kBadMagic, path + ": not in a known profile format", path);
  }
  if (*format == StackFormat::kPprof && IsGperftoolsProfile(first)) {
    throw Error(ErrorCode::kUnsupported,
                path + ": gperftools' own format, without names; convert it with 'pprof -proto PROGRAM " + path + "'",
                path);
  }
  StackProfile profile = ReadUnpacked({opened, path, *format, options, observer});
  if (const std::optional<Error> damage = opened.damage()) {
    profile.missing.insert(profile.missing.begin(), damage->message() + "; what follows is left out");
  }
  return profile;
}

}  // namespace

std::string_view StackFormatName(StackFormat format) { return kNames[static_cast<std::size_t>(format)]; }

std::optional<StackFormat> FindStackFormat(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<StackFormat>(found - std::begin(kNames));
}

// Checks regular files only: bytes read from a pipe here would be lost to the reader. A damaged gzip stream is
// recognised by the part that can be unpacked, and the reader then reports the damage.
std::optional<StackFormat> FormatOfStacks(const std::string& path) {
  if (!IsRegularFile(path)) return std::nullopt;
  FileSource file(path);
  UnpackedSource opened(file, path, kLargestStacks, true);
  const std::string_view first = opened.First(kStackMarkBytes);
  return RecogniseStacks(first, first.size() < kStackMarkBytes);
}

StackProfile ReadStacks(const std::string& path, const StackOptions& options) {
  FileSource file(path);
  return ReadSource(file, path, options);
}

StackProfile ReadCallgrind(ByteSource& source, const std::string& path, const StackOptions& options,
                           CallgrindObserver& observer) {
  return ReadSource(source, path, options, &observer);
}

StackProfile ReadStacks(const ByteReader& bytes, const std::string& path, const StackOptions& options) {
  CallbackSource source(bytes);
  return ReadSource(source, path, options);
}

}  // namespace profdiff
