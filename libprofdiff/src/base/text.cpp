// SPDX-License-Identifier: GPL-3.0-or-later
// Formatting into a growing buffer with std::to_chars, which rounds as printf does: exactly, ties to even.
#include "base/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace profdiff {
namespace {

// Longest fixed notation: 309 digits, sign, point and the decimals of any caller here.
using NumberBuffer = std::array<char, 400>;

std::size_t Missing(std::string_view text, int width) {
  std::size_t wanted = static_cast<std::size_t>(width < 0 ? -width : width);
  return wanted > text.size() ? wanted - text.size() : 0;
}

// True for "-0.00".
bool IsNegativeZero(std::string_view text) {
  return text.size() > 1 && text[0] == '-' && text.find_first_not_of("0.", 1) == std::string_view::npos;
}

template <class Integer>
void AppendInteger(std::string& out, Integer value, int width) {
  std::array<char, 24> buffer;
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  width < 0 ? AppendLeft(out, text, -width) : AppendRight(out, text, width);
}

}  // namespace

void AppendFixed(std::string& out, double value, int width, int precision) {
  if (!std::isfinite(value)) {
    std::string_view magnitude = std::isnan(value) ? "nan" : "inf";
    return AppendRight(out, std::signbit(value) ? "-" + std::string(magnitude) : std::string(magnitude), width);
  }
  NumberBuffer buffer;
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, precision);
  std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  if (IsNegativeZero(text)) text.remove_prefix(1);
  AppendRight(out, text, width);
}

void AppendGeneral(std::string& out, double value) {
  if (!std::isfinite(value)) return AppendFixed(out, value, 0, 0);
  NumberBuffer buffer;
  auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
  out.append(buffer.data(), result.ptr);
}

void AppendCount(std::string& out, std::int64_t value, int width) { AppendInteger(out, value, width); }
void AppendCount(std::string& out, std::uint64_t value, int width) { AppendInteger(out, value, width); }

void AppendHex(std::string& out, std::uint64_t value) {
  char digits[16];
  auto result = std::to_chars(digits, digits + sizeof digits, value, 16);
  out.append(digits, result.ptr);
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

std::string_view BaseName(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void StartSection(std::string& out) {
  if (!out.empty()) out += "\f\n";
}

}  // namespace profdiff
