// SPDX-License-Identifier: GPL-3.0-or-later
// Finds call instructions of the machines that gprof supports, by the rules of gprof 2.40 and 2.44. Each decoder checks
// for a call at one address; other instructions are not decoded, so data may look like calls. Callers of these
// functions keep only calls to the first byte of a function.
// Tests: tests/unit/read/image/static_calls_test.cpp.
#include "values/static_calls.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/bytes.h"

namespace profdiff {
namespace {

// Sign-extends the lowest `bits` bits of a value.
std::uint64_t SignExtend(std::uint64_t value, int bits) {
  std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return ((value & ((sign << 1) - 1)) ^ sign) - sign;
}

using Decoder = std::optional<StaticCall> (*)(std::uint32_t word, std::uint64_t pc);

// Decodes b and bl, whose operand is a distance in words.
std::optional<StaticCall> DecodeAarch64(std::uint32_t word, std::uint64_t pc) {
  if ((word & 0x7c000000) != 0x14000000) return std::nullopt;
  return StaticCall{pc, pc + (SignExtend(word, 26) << 2)};
}

// Decodes bsr, jsr and jsr_coroutine. The operand of bsr is a distance in words from the next instruction; gprof takes
// it for a distance in bytes. The call may skip the two instructions at a function's start that set its global pointer.
// jsr and jsr_coroutine call through a register.
template <bool kExactly>
std::optional<StaticCall> DecodeAlpha(std::uint32_t word, std::uint64_t pc) {
  constexpr std::uint32_t kJump = 0x1a, kBsr = 0x34, kPrologue = 8;
  if (word >> 26 == kJump && (word >> 14 & 1) != 0) return StaticCall{pc, 0, 0, true};
  if (word >> 26 != kBsr) return std::nullopt;
  return StaticCall{pc, pc + 4 + (SignExtend(word, 21) << (kExactly ? 2 : 0)), kPrologue};
}

// Decodes jal, whose operand is the index of a word within the instruction's 256 MiB region, and jalr, which calls
// through a register.
std::optional<StaticCall> DecodeMips(std::uint32_t word, std::uint64_t pc) {
  constexpr std::uint64_t kRegion = 0x0fffffff;
  if (word >> 26 == 3) return StaticCall{pc, (pc & ~kRegion) | std::uint64_t{word & 0x03ffffff} << 2};
  if ((word & 0xfc00f83f) == 0x0000f809) return StaticCall{pc, 0, 0, true};
  return std::nullopt;
}

// Decodes call, whose operand is a distance in words. gprof treats every word with one of its two highest bits set as a
// call, and takes the distance to be in bytes.
template <bool kExactly>
std::optional<StaticCall> DecodeSparc(std::uint32_t word, std::uint64_t pc) {
  const std::uint32_t format = word >> 30;
  if (kExactly ? format != 1 : format == 0) return std::nullopt;
  return StaticCall{pc, pc + (SignExtend(word, 30) << (kExactly ? 2 : 0))};
}

// Finds calls on machines whose instructions consist of one word.
std::vector<StaticCall> FindInWords(std::string_view text, std::uint64_t begin, bool big_endian, Decoder decode) {
  // StaticCall::reach is 3 because gprof 2.44 requires that all four bytes of the word are within the caller.
  std::vector<StaticCall> calls;
  ByteCursor cursor(text, big_endian);
  while (cursor.remaining() >= 4) {
    std::uint64_t pc = begin + cursor.offset();
    std::optional<StaticCall> call = decode(cursor.U32(), pc);
    if (!call) continue;
    call->reach = 3;
    calls.push_back(*call);
  }
  return calls;
}

std::uint64_t NumberAt(std::string_view text, std::size_t offset, std::size_t width) {
  return ByteCursor(text.substr(offset), false).Number(width);
}

// A call is the byte 0xe8, followed by the distance of the target from the next instruction, in four bytes. gprof
// ignores the sign of the distance, so it finds wrong targets for backward calls.
std::vector<StaticCall> FindX86(std::string_view text, std::uint64_t begin, CodeRules rules) {
  constexpr std::uint32_t kLength = 5;
  std::vector<StaticCall> calls;
  for (std::size_t at = text.find('\xe8'); at != text.npos && at + kLength <= text.size();
       at = text.find('\xe8', at + 1)) {
    std::uint64_t distance = NumberAt(text, at + 1, 4);
    if (rules == CodeRules::kExact) distance = SignExtend(distance, 32);
    calls.push_back({.site = begin + at, .target = begin + at + kLength + distance, .reach = kLength});
  }
  return calls;
}

// Decodes calls: the byte 0xfb, then the number of arguments (a short literal, a register, or four bytes after 0x8f),
// then the distance of the target from the next instruction, in one, two or four bytes.
std::optional<StaticCall> DecodeVax(std::string_view text, std::size_t at, std::uint64_t begin) {
  constexpr unsigned kImmediate = 0x8f, kByteFromPc = 0xaf, kWordFromPc = 0xcf, kLongFromPc = 0xef;
  auto byte = [text](std::size_t offset) {
    return offset < text.size() ? static_cast<unsigned char>(text[offset]) : 0u;
  };
  unsigned count = byte(at + 1);
  if (count >= 0x40 && count >> 4 != 5 && count != kImmediate) return std::nullopt;
  std::size_t mode = at + (count == kImmediate ? 6 : 2);
  std::size_t width = 0;
  if (byte(mode) == kByteFromPc) width = 1;
  if (byte(mode) == kWordFromPc) width = 2;
  if (byte(mode) == kLongFromPc) width = 4;
  std::size_t end = mode + 1 + width;
  if (width == 0 || end > text.size()) return std::nullopt;
  return StaticCall{begin + at, begin + end + SignExtend(NumberAt(text, mode + 1, width), static_cast<int>(8 * width))};
}

std::vector<StaticCall> FindVax(std::string_view text, std::uint64_t begin) {
  std::vector<StaticCall> calls;
  for (std::size_t at = text.find('\xfb'); at != text.npos; at = text.find('\xfb', at + 1)) {
    if (std::optional<StaticCall> call = DecodeVax(text, at, begin)) calls.push_back(*call);
  }
  return calls;
}

// Keeps only calls in functions that begin in the text section and are followed by another function that begins in the
// text section or at its end.
void KeepWholeFunctions(std::vector<StaticCall>& calls, const Image& image) {
  const std::vector<Function>& functions = image.functions.functions;
  const auto first = std::ranges::lower_bound(functions, image.text_begin, {}, &Function::address);
  const auto last = std::ranges::upper_bound(functions, image.text_end, {}, &Function::address);
  if (first == last) return calls.clear();
  const std::uint64_t begin = first->address, end = std::prev(last)->address;
  std::erase_if(calls, [begin, end](const StaticCall& call) { return call.site < begin || call.site >= end; });
}

}  // namespace

std::vector<StaticCall> FindStaticCalls(std::string_view text, std::uint64_t begin, Architecture machine,
                                        bool big_endian, CodeRules rules) {
  bool exact = rules == CodeRules::kExact;
  switch (machine) {
    case Architecture::kX86:
      return FindX86(text, begin, rules);
    case Architecture::kAarch64:
      return FindInWords(text, begin, big_endian, DecodeAarch64);
    case Architecture::kAlpha:
      return FindInWords(text, begin, big_endian, exact ? DecodeAlpha<true> : DecodeAlpha<false>);
    case Architecture::kMips:
      return FindInWords(text, begin, big_endian, DecodeMips);
    case Architecture::kSparc:
      return FindInWords(text, begin, big_endian, exact ? DecodeSparc<true> : DecodeSparc<false>);
    case Architecture::kVax:
      return FindVax(text, begin);
    case Architecture::kOther:
      break;
  }
  return {};
}

std::vector<StaticCall> FindStaticCalls(const Image& image, CodeRules rules, Diagnostics& diagnostics) {
  if (image.architecture == Architecture::kOther) {
    diagnostics.Warn(
        Message(ErrorCode::kOtherArchitecture, "not supported on architecture " + image.architecture_name));
    return {};
  }
  std::vector<StaticCall> calls =
      FindStaticCalls(image.text, image.text_begin, image.architecture, image.layout.big_endian, rules);
  if (rules == CodeRules::kGprof244) KeepWholeFunctions(calls, image);
  return calls;
}

}  // namespace profdiff
