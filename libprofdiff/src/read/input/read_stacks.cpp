// SPDX-License-Identifier: GPL-3.0-or-later
// Reads profiles that name their functions. The format's reader gets the unpacked stream from its first byte on: the
// bytes that show the format are only looked at, so nothing is read twice, and pipes can be read.
// Tests: tests/unit/read/profiles/read_stacks_test.cpp.
#include <memory>
#include <optional>
#include <utility>

#include "base/text.h"
#include "read/file/file.h"
#include "read/file/inflate.h"
#include "read/file/unpacked.h"
#include "read/input/format_row.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

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
  const InputFormat& format = input.format;
  if (!format.Gives(kGivesThreads) && (!options.threads.empty() || !options.processes.empty())) {
    throw FileError(input, ErrorCode::kBadArgument, "has no threads or processes to choose from");
  }
  if (!format.Gives(kGivesLabels) && !options.labels.empty()) {
    throw FileError(input, ErrorCode::kBadArgument, "has no labels to choose from");
  }
  if (!format.Gives(kGivesStacks) && (options.no_kernel || options.no_inline || !options.hide.empty())) {
    throw FileError(input, ErrorCode::kBadArgument, "has no stacks: frames cannot be left out");
  }
}

// Returns the format that the user has named, or the format that the first bytes show. Errors: those of WrongFormat.
const FormatRow& FormatToRead(const FirstBytes& file, const StackOptions& options) {
  const FormatRow* const told = options.format == nullptr ? nullptr : &RowOf(*options.format);
  const FormatRow* const found = FindRow(file);
  const bool is_told = told != nullptr && (found == nullptr || !found->overrules_user);
  const FormatRow* const row = is_told ? told : found;
  if (row != nullptr && row->read_stacks != nullptr) return *row;
  throw WrongFormat(file, row, kStacksNeed);
}

// Marks a salvaged file as cut, and says how many samples are used.
void NoteLoss(StackProfile& profile) {
  if (profile.missing.empty()) return;
  profile.loss.is_cut = profile.loss.lacks_times = true;
  const std::uint64_t used = profile.events[profile.event].count;
  if (used == 0) return;
  profile.missing.back() = WithConsequence(std::move(profile.missing.back()), "used: " + Plural(used, "sample"));
}

// `is_at_path` is true if the source has the bytes of the file or directory at `path`.
StackProfile ReadSource(ByteSource& source, const std::string& path, const StackOptions& options,
                        bool is_at_path = false) {
  UnpackedSource opened(source, path, kLargestUnpacked, options.salvage);
  const std::string_view first = opened.First(kMarkBytes);
  // A directory has no bytes. Only then is it looked up: with many files, one more system call for each would show.
  const bool is_folder = is_at_path && first.empty() && IsFolder(path);
  const FormatRow& row = FormatToRead({path, first, first.size() < kMarkBytes, is_folder}, options);
  const StackInput input{opened, path, row.format, options};
  CheckFilters(input);
  if (is_at_path && row.require_stacks != nullptr && IsRegularFile(path)) row.require_stacks(path);
  StackProfile profile = NamingFormat(input, [&] { return row.read_stacks(input); });
  if (const std::optional<Error> damage = opened.damage()) {
    profile.missing.insert(profile.missing.begin(), WithConsequence(damage->message(), "what follows is left out"));
  }
  NoteLoss(profile);
  return profile;
}

// A file and its unpacked bytes.
struct UnpackedFile {
  explicit UnpackedFile(const std::string& path)
      : file(path), unpacked(file, path, kLargestUnpacked, /*salvage=*/false) {}

  FileSource file;
  UnpackedSource unpacked;
};

}  // namespace

ByteReader UnpackedBytes(const std::string& path) {
  if (!IsGzip(ReadFirst(path, kGzipMarkBytes))) return {};
  const auto opened = std::make_shared<UnpackedFile>(path);
  return [opened](char* buffer, std::size_t size) { return opened->unpacked.Read(buffer, size); };
}

StackProfile ReadStacks(const std::string& path, const StackOptions& options) {
  FileSource file(path);
  return ReadSource(file, path, options, /*is_at_path=*/true);
}

StackProfile ReadStacks(const ByteReader& bytes, const std::string& path, const StackOptions& options) {
  CallbackSource source(bytes);
  return ReadSource(source, path, options);
}

}  // namespace profdiff
