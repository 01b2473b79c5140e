// SPDX-License-Identifier: GPL-3.0-or-later
// Readable names through libiberty. The mangling scheme goes in with every call: libiberty's own setting of it belongs
// to the whole process. What a name carries around its mangled core is kept as libbfd's bfd_demangle keeps it.
// Tests: tests/unit/base/demangle_test.cpp.
#define HAVE_DECL_BASENAME 1  // libiberty's own declaration of basename clashes with the one of <string.h>
#include <libiberty/demangle.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "profdiff/names.h"

namespace profdiff {
namespace {

struct StyleName {
  std::string_view text;
  DemangleStyle style;
  int options;
};

constexpr std::array<StyleName, 7> kStyles = {{
    {"none", DemangleStyle::kNone, 0},
    {"auto", DemangleStyle::kAuto, DMGL_AUTO},
    {"gnu-v3", DemangleStyle::kGnuV3, DMGL_GNU_V3},
    {"java", DemangleStyle::kJava, DMGL_JAVA},
    {"gnat", DemangleStyle::kGnat, DMGL_GNAT},
    {"dlang", DemangleStyle::kDlang, DMGL_DLANG},
    {"rust", DemangleStyle::kRust, DMGL_RUST},
}};

int OptionsOf(DemangleStyle style) {
  for (const StyleName& known : kStyles) {
    if (known.style == style) return known.options;
  }
  return 0;
}

// The styles in which every mangled name begins with an underscore: those of most programs, and most names are plain.
bool BeginsWithUnderscore(DemangleStyle style) {
  return style == DemangleStyle::kAuto || style == DemangleStyle::kGnuV3 || style == DemangleStyle::kRust;
}

// Bytes of a readable name for each byte of its linkage name. Programs' names do not come near; but names can be made
// whose readable forms double with every few bytes.
constexpr std::size_t kMostGrowth = 256;

// A readable name as libiberty hands it out, piece by piece.
struct ReadablePieces {
  std::string text;
  std::size_t room = 0;  // bytes that may still come
  std::jmp_buf stopped;  // where to go on when there is no room; the frames left so are libiberty's, which is C
};

bool Append(ReadablePieces& pieces, const char* piece, std::size_t size) noexcept {
  if (size > pieces.room) return false;
  pieces.room -= size;
  try {
    pieces.text.append(piece, size);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

extern "C" void TakePiece(const char* piece, std::size_t size, void* pieces) {
  auto& taken = *static_cast<ReadablePieces*>(pieces);
  if (!Append(taken, piece, size)) std::longjmp(taken.stopped, 1);
}

// True if `demangle` has handed all of a name to TakePiece.
template <class Demangler>
bool Fill(ReadablePieces& pieces, const char* name, Demangler demangle) {
  if (setjmp(pieces.stopped) != 0) return false;
  return demangle(name, &pieces) != 0;
}

// Nothing if `demangle` does not know the name, or the text becomes too long.
template <class Demangler>
std::optional<std::string> Collect(const std::string& core, Demangler demangle) {
  ReadablePieces pieces;
  pieces.room = core.size() * kMostGrowth;
  if (!Fill(pieces, core.c_str(), demangle)) return std::nullopt;
  return std::move(pieces.text);
}

std::optional<std::string> DemangleWhole(const std::string& core, int options) {
  using Text = std::unique_ptr<char, decltype(&std::free)>;
  Text text(cplus_demangle(core.c_str(), options), &std::free);
  if (text == nullptr) return std::nullopt;
  return std::string(text.get());
}

std::optional<std::string> DemangleCore(const std::string& core, DemangleStyle style) {
  const int options = DMGL_ANSI | DMGL_PARAMS | OptionsOf(style);
  const auto rust = [&] {
    return Collect(core, [options](const char* name, void* pieces) {
      return rust_demangle_callback(name, options, TakePiece, pieces);
    });
  };
  const auto cxx = [&] {
    return Collect(core, [options](const char* name, void* pieces) {
      return cplus_demangle_v3_callback(name, options, TakePiece, pieces);
    });
  };
  switch (style) {
    case DemangleStyle::kAuto: {
      std::optional<std::string> readable = rust();
      return readable ? readable : cxx();
    }
    case DemangleStyle::kRust:
      return rust();
    case DemangleStyle::kGnuV3:
      return cxx();
    case DemangleStyle::kJava:
      return Collect(core,
                     [](const char* name, void* pieces) { return java_demangle_v3_callback(name, TakePiece, pieces); });
    default:
      return DemangleWhole(core, options);  // there is no other way
  }
}

}  // namespace

std::optional<DemangleStyle> ParseDemangleStyle(std::string_view text) {
  for (const StyleName& known : kStyles) {
    if (known.text == text) return known.style;
  }
  return std::nullopt;
}

std::optional<std::string> Demangle(std::string_view name, DemangleStyle style, char leading_char) {
  if (style == DemangleStyle::kNone) return std::nullopt;
  bool has_leading_char = leading_char != '\0' && !name.empty() && name.front() == leading_char;
  if (has_leading_char) name.remove_prefix(1);

  std::size_t core_begin = std::min(name.find_first_not_of(".$"), name.size());
  const bool is_plain = core_begin == name.size() || name[core_begin] != '_';
  if (is_plain && BeginsWithUnderscore(style) && !has_leading_char) return std::nullopt;
  std::size_t core_end = std::min(name.find('@', core_begin), name.size());
  std::optional<std::string> core = DemangleCore(std::string(name.substr(core_begin, core_end - core_begin)), style);
  // Without its leading character a name is readable already.
  if (!core) return has_leading_char ? std::optional(std::string(name)) : std::nullopt;
  return std::string(name.substr(0, core_begin)).append(*core).append(name.substr(core_end));
}

}  // namespace profdiff
