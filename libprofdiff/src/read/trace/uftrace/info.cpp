// SPDX-License-Identifier: GPL-3.0-or-later
// The file has a header of 40 bytes and lines of the form "key:value". The header, by offset:
//    0  "Ftrace!\0"               15  u8 class: 1 is 32 bits, 2 is 64
//    8  u32 version, 4            16  u64 features; bit 5: addresses of symbols are relative
//   12  u16 size of the header    24  u64 which lines follow
//   14  u8 byte order: 1 is       32  u16 largest depth
//       little-endian             34  zeros
// Recordings from big-endian machines are rejected.
#include "read/trace/uftrace/info.h"

#include <cstdint>

#include "base/bytes.h"
#include "profdiff/error.h"
#include "read/trace/words.h"

namespace profdiff {
namespace {

constexpr std::string_view kMagic{"Ftrace!\0", 8};
constexpr std::size_t kInfoHeaderBytes = 40;
constexpr std::uint32_t kVersion = 4;
constexpr std::uint64_t kRelativeSymbols = 1 << 5;

// Parses a time such as "0.242787464 sec" and returns nanoseconds.
std::optional<std::uint64_t> ParseElapsedTime(std::string_view text) {
  constexpr std::string_view kUnit = " sec";
  if (!text.ends_with(kUnit)) return std::nullopt;
  text.remove_suffix(kUnit.size());
  return TimeOfSeconds(text);
}

// Parses a waitpid status of 16 bits and clears bit 0x80, which is set after a core dump. uftrace writes -1 if uftrace
// itself was interrupted.
std::optional<int> ParseExitStatus(std::string_view text) {
  if (text == "-1") return -1;
  constexpr std::uint64_t kLargest = 0xffff, kDumped = 0x80;
  const auto status = NumberFrom<std::uint64_t>(text);
  if (!status || *status > kLargest) return std::nullopt;
  return static_cast<int>(*status & ~kDumped);
}

// A group of lines begins with its number of lines, for example "argspec:lines=3". The lines of the group follow; each
// has a key of its own or the key of the group.
void ParseLine(std::string_view line, UftraceInfo& info) {
  const std::string_view key = TakeUpTo(line, ':');
  if ((key == "argspec" && !line.starts_with("lines=")) || key == "argauto") info.arguments.emplace_back(line);
  if (key == "pattern_type" && line == "glob") info.patterns = UftracePatterns::kGlobs;
  if (key == "pattern_type" && line == "simple") info.patterns = UftracePatterns::kNames;
  if (key == "retspec" || key == "retauto") info.results.emplace_back(line);
  if (key == "elapsed_time") info.elapsed = ParseElapsedTime(line);
  if (key == "exit_status") info.exit_status = ParseExitStatus(line);
}

}  // namespace

bool IsUftraceInfo(std::string_view bytes) { return bytes.starts_with(kMagic); }

UftraceInfo ParseUftraceInfo(std::string_view bytes, const std::string& path) {
  if (!IsUftraceInfo(bytes)) throw Error(ErrorCode::kNotATrace, "not a file of uftrace", path, Place::Byte(0));
  ByteCursor cursor(bytes, false);
  cursor.Take(kMagic.size());
  const std::uint32_t version = cursor.U32();
  const std::uint64_t header_bytes = cursor.Number(2);
  const std::uint8_t byte_order = cursor.U8(), word_class = cursor.U8();
  const std::uint64_t features = cursor.U64();
  if (!cursor.ok() || bytes.size() < kInfoHeaderBytes) {
    throw Error(ErrorCode::kTruncated, "ends inside its header", path, Place::Byte(bytes.size()));
  }
  if (byte_order != 1) throw Error(ErrorCode::kUnsupported, "recorded on a big-endian machine", path, Place::Byte(14));
  if (version != kVersion || header_bytes != kInfoHeaderBytes) {
    throw Error(ErrorCode::kUnsupported,
                "version " + std::to_string(version) + " of uftrace's format; only 4 is supported", path,
                Place::Byte(8));
  }
  UftraceInfo info;
  info.relative_symbols = (features & kRelativeSymbols) != 0;
  info.word_bytes = word_class == 1 ? 4 : 8;
  bytes.remove_prefix(kInfoHeaderBytes);
  while (!bytes.empty()) ParseLine(TakeUpTo(bytes, '\n'), info);
  return info;
}

}  // namespace profdiff
