// SPDX-License-Identifier: GPL-3.0-or-later
// Formats numbers into a growing buffer with std::to_chars, which rounds like printf: exactly, with ties to even.
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>

#include "base/utf8.h"

namespace profdiff {
namespace {

// Large enough for the longest number in fixed notation: 309 digits, a sign, a point, and as many decimals as any
// caller requests.
using NumberBuffer = std::array<char, 400>;

// Returns the number of blanks that pad a string to a width; a negative width means its absolute value.
std::size_t Missing(std::string_view text, int width) {
  std::size_t wanted = static_cast<std::size_t>(width < 0 ? -width : width);
  return wanted > text.size() ? wanted - text.size() : 0;
}

// True for a string such as "-0.00".
bool IsNegativeZero(std::string_view text) {
  return text.size() > 1 && text[0] == '-' && text.find_first_not_of("0.", 1) == std::string_view::npos;
}

// Returns value * factor as an integer, rounded like printf (exactly, with ties to even); nullopt for huge values. The
// exact product is the sum of the rounded product and its rounding error, which fma computes; in this range, the
// rounded product is equal to a tie (an integer plus one half), or differs from it by more than that error.
std::optional<std::uint64_t> ScaleExactly(double value, double factor) {
  constexpr double kLargest = 1e14;  // below 2^53 / 64, so doubles have steps of at most 1/64 in this range
  const double product = value * factor;
  if (!(product >= 0 && product < kLargest)) return std::nullopt;
  auto whole = static_cast<std::uint64_t>(product);
  const double over_half = product - static_cast<double>(whole) - 0.5;
  if (over_half < 0) return whole;
  const double rest = over_half > 0 ? 1 : std::fma(value, factor, -product);
  return rest > 0 || (rest == 0 && whole % 2 != 0) ? whole + 1 : whole;
}

// Writes a number with at most two decimals from right to left and returns its start; nullptr if ScaleExactly returns
// nullopt. A number that rounds to zero has no sign.
char* PutFixed(char* end, double value, int precision) {
  constexpr std::array<double, 3> kFactors = {1, 10, 100};
  const auto scaled = ScaleExactly(std::abs(value), kFactors[static_cast<std::size_t>(precision)]);
  if (!scaled) return nullptr;
  std::uint64_t rest = *scaled;
  for (int i = 0; i < precision; ++i, rest /= 10) *--end = static_cast<char>('0' + rest % 10);
  if (precision > 0) *--end = '.';
  end = PutDigits(end, rest);
  if (value < 0 && *scaled != 0) *--end = '-';
  return end;
}

template <class Integer>
void AppendInteger(std::string& out, Integer value, int width) {
  std::array<char, 24> buffer;
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  width < 0 ? AppendLeft(out, text, -width) : AppendRight(out, text, width);
}

}  // namespace

char* PutDigits(char* end, std::uint64_t value) {
  do {
    *--end = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  return end;
}

char* PutHex(char* end, std::uint64_t value) {
  do {
    *--end = "0123456789abcdef"[value % 16];
    value /= 16;
  } while (value != 0);
  return end;
}

void Columns::Fixed(std::size_t end, std::size_t width, double value, int precision) {
  Put(end, width, PutFixed(digits_.data() + digits_.size(), value, precision));
}

const char* Columns::PutCount(std::uint64_t value) { return PutDigits(digits_.data() + digits_.size(), value); }

const char* Columns::PutCount(std::int64_t value) {
  // Negation is in unsigned arithmetic, as -INT64_MIN is not an int64_t.
  const auto bits = static_cast<std::uint64_t>(value);
  char* text = PutDigits(digits_.data() + digits_.size(), value < 0 ? 0 - bits : bits);
  if (value < 0) *--text = '-';
  return text;
}

void Columns::Put(std::size_t end, std::size_t width, const char* text) {
  if (text == nullptr) {
    fits_ = false;
    return;
  }
  const auto size = static_cast<std::size_t>(digits_.data() + digits_.size() - text);
  fits_ = fits_ && size <= width;
  if (fits_) std::memcpy(line_.data() + end - size, text, size);
}

void AppendFixed(std::string& out, double value, int width, int precision) {
  if (!std::isfinite(value)) {
    return AppendRight(out, std::string(std::signbit(value) ? "-" : "") + (std::isnan(value) ? "nan" : "inf"), width);
  }
  NumberBuffer buffer;
  if (precision <= 2) {  // a fast path for nearly all numbers in listings, as std::to_chars is slower
    char* end = buffer.data() + buffer.size();
    const char* begin = PutFixed(end, value, precision);
    if (begin != nullptr) return AppendRight(out, {begin, static_cast<std::size_t>(end - begin)}, width);
  }
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, precision);
  std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  if (IsNegativeZero(text)) text.remove_prefix(1);
  AppendRight(out, text, width);
}

std::string FixedText(double value, int precision) {
  std::string text;
  AppendFixed(text, value, 0, precision);
  return text;
}

void AppendGeneral(std::string& out, double value) {
  if (!std::isfinite(value)) return AppendFixed(out, value, 0, 0);
  NumberBuffer buffer;
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
  out.append(buffer.data(), result.ptr);
}

std::string GeneralText(double value) {
  std::string text;
  AppendGeneral(text, value);
  return text;
}

std::string ShortestText(double value) {
  NumberBuffer buffer;
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

void AppendCount(std::string& out, std::int64_t value, int width) { AppendInteger(out, value, width); }
void AppendCount(std::string& out, std::uint64_t value, int width) { AppendInteger(out, value, width); }

std::string Plural(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count).append(1, ' ').append(noun);
  if (count == 1 || noun.ends_with("series")) return text;
  if (noun.ends_with('y')) return text.replace(text.size() - 1, 1, "ies");
  return text += noun.ends_with("ss") ? "es" : "s";
}

void AppendHex(std::string& out, std::uint64_t value) {
  std::array<char, 16> digits;
  char* end = digits.data() + digits.size();
  out.append(PutHex(end, value), end);
}

void AppendRight(std::string& out, std::string_view text, int width) {
  out.append(Missing(text, width), ' ');
  out.append(text);
}

void AppendLeft(std::string& out, std::string_view text, int width) {
  out.append(text);
  out.append(Missing(text, width), ' ');
}

void AppendRightCut(std::string& out, std::string_view text, int width) {
  AppendRight(out, text.substr(0, static_cast<std::size_t>(width)), width);
}

void AppendLeftCut(std::string& out, std::string_view text, int width) {
  AppendLeft(out, text.substr(0, static_cast<std::size_t>(width)), width);
}

// Line controls are encoded as E2 80 A8 and E2 80 A9, direction controls as E2 80 AA to E2 80 AE and E2 81 A6 to
// E2 81 A9.
bool IsTextControl(std::string_view character) {
  if (character == "\u061c") return true;
  if (character.size() != 3 || character[0] != '\xe2') return false;
  const auto last = static_cast<unsigned char>(character[2]);
  if (character[1] == '\x80') return last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae);
  return character[1] == '\x81' && last >= 0xa6 && last <= 0xa9;
}

std::string WithUnderscores(std::string text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  for (char& c : text) c = is_plain(c) ? c : '_';
  return text;
}

std::string WithoutControls(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  const auto is_ascii = [](unsigned char c) { return c < 0x80; };
  if (std::ranges::all_of(text, is_ascii)) return text;
  std::string shown;
  shown.reserve(text.size());
  ForEachCharacter(text, [&](Utf8Character character, std::string_view bytes) {
    // True for a C1 control in UTF-8 and for a single byte with its code.
    const bool is_c1 = character.code >= 0x80 && character.code < 0xa0;
    shown += is_c1 || IsTextControl(bytes) ? "?" : bytes;
  });
  return shown;
}

std::string WithNumberedControls(std::string_view text) {
  std::string shown;
  ForEachCharacter(AsUtf8(text), [&](Utf8Character character, std::string_view bytes) {
    const bool is_c0 = character.code < 0x20, is_del_or_c1 = character.code >= 0x7f && character.code < 0xa0;
    if (!is_c0 && !is_del_or_c1 && !IsTextControl(bytes)) {
      shown += bytes;
      return;
    }
    char number[12];
    std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(character.code));
    shown += number;
  });
  return shown;
}

std::string_view BaseName(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void StartSection(std::string& out) {
  if (!out.empty()) out += "\f\n";
}

}  // namespace profdiff
