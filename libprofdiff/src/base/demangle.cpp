// SPDX-License-Identifier: GPL-3.0-or-later
// Demangles names with libiberty. The mangling scheme is passed with every call, since libiberty's own setting for it
// is global to the process. Characters around the mangled core are kept, as in libbfd's bfd_demangle. The parts of a
// C++ name come from libiberty's component tree.
// Tests: tests/unit/base/demangle_test.cpp, name_parts_test.cpp.
#define HAVE_DECL_BASENAME 1  // keeps libiberty from declaring basename, which would clash with <string.h>
#include <libiberty/demangle.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/name_parts.h"
#include "profdiff/listing.h"

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

// Returns libiberty's option bits for a style; kNone, which has no such bits, is never passed to libiberty.
int OptionsOf(DemangleStyle style) { return std::ranges::find(kStyles, style, &StyleName::style)->options; }

// True for the styles in which every mangled name begins with an underscore, including the default style. Most names
// are not mangled, so this test saves most calls into libiberty.
bool BeginsWithUnderscore(DemangleStyle style) {
  return style == DemangleStyle::kAuto || style == DemangleStyle::kGnuV3 || style == DemangleStyle::kRust;
}

// Maximum size of a demangled name per byte of its linkage name. Names in real programs are far smaller; crafted names
// can double in size with every few bytes.
constexpr std::size_t kMostGrowth = 256;

// Collects a demangled name from libiberty's callbacks, which receive it in parts. The allocating interface would
// build the whole text of a crafted name before its size is known, whereas a callback can stop at the bound.
struct ReadablePieces {
  std::string text;
  std::size_t room = 0;  // number of bytes that may be added
  std::jmp_buf stopped;  // target of longjmp when `room` is used up; skips only frames of libiberty's C code
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

// The callback cannot report failure, and an exception must not pass through C frames, so longjmp is the only way out.
// The frames that it skips contain no object with a destructor (Append has returned).
extern "C" void TakePiece(const char* piece, std::size_t size, void* pieces) {
  auto& taken = *static_cast<ReadablePieces*>(pieces);
  if (!Append(taken, piece, size)) std::longjmp(taken.stopped, 1);
}

// True if `demangle` passed the whole name to TakePiece.
template <class Demangler>
bool Fill(ReadablePieces& pieces, const char* name, Demangler demangle) {
  if (setjmp(pieces.stopped) != 0) return false;
  return demangle(name, &pieces) != 0;
}

// Returns the demangled name; nullopt if `demangle` fails or the name becomes too long.
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

// Calls one of those libiberty demanglers that take options.
using Demangler = int (*)(const char*, int, demangle_callbackref, void*);
std::optional<std::string> CollectFrom(Demangler demangle, const std::string& core, int options) {
  return Collect(core, [=](const char* name, void* pieces) { return demangle(name, options, TakePiece, pieces); });
}

std::optional<std::string> DemangleCore(const std::string& core, DemangleStyle style) {
  const int options = DMGL_ANSI | DMGL_PARAMS | OptionsOf(style);
  switch (style) {
    case DemangleStyle::kAuto: {
      // Tries Rust first, because its legacy names are also valid C++ names, with a hash as the last component
      // ("_ZN…17h<hash>E").
      std::optional<std::string> readable = CollectFrom(rust_demangle_callback, core, options);
      return readable ? readable : CollectFrom(cplus_demangle_v3_callback, core, options);
    }
    case DemangleStyle::kRust:
      return CollectFrom(rust_demangle_callback, core, options);
    case DemangleStyle::kGnuV3:
      return CollectFrom(cplus_demangle_v3_callback, core, options);
    case DemangleStyle::kJava:
      return Collect(core,
                     [](const char* name, void* pieces) { return java_demangle_v3_callback(name, TakePiece, pieces); });
    default:
      return DemangleWhole(core, options);  // these styles have no callback interface
  }
}

// Names longer than this are not split into parts, as libiberty needs stack space for each byte.
constexpr std::size_t kLongestName = DEMANGLE_RECURSION_LIMIT / 2;

using Component = demangle_component;

constexpr int kPartOptions = DMGL_ANSI | DMGL_PARAMS;

// The tree of a mangled name. Each tree is used for printing only once, as printing modifies the tree.
class NameTree {
 public:
  explicit NameTree(std::string core) : core_(std::move(core)), memory_(nullptr, &std::free) {
    if (core_.size() > kLongestName || !core_.starts_with("_Z")) return;
    void* memory = nullptr;
    top_ = cplus_demangle_v3_components(core_.c_str(), kPartOptions, &memory);
    memory_.reset(memory);
  }

  // Returns the function's name without the return type, the parameters and the qualifiers of a member function (const,
  // &&); null if the mangled name is not the name of a function.
  Component* FunctionName() const;
  std::optional<std::string> Print(Component* part) const;
  // Returns the end of the last identifier of a function's name within the mangled name; 0 if there is none.
  std::size_t EndOfIdentifier(const Component* name) const;

 private:
  std::string core_;
  std::unique_ptr<void, decltype(&std::free)> memory_;
  Component* top_ = nullptr;
};

Component* Left(const Component* part) { return part->u.s_binary.left; }
Component* Right(const Component* part) { return part->u.s_binary.right; }

// Skips the qualifiers of a member function ("const", "&&" after the parameter list), which libiberty puts around the
// name although they belong to the type.
Component* WithoutQualifiers(Component* part) {
  for (;; part = Left(part)) {
    switch (part->type) {
      case DEMANGLE_COMPONENT_RESTRICT_THIS:
      case DEMANGLE_COMPONENT_VOLATILE_THIS:
      case DEMANGLE_COMPONENT_CONST_THIS:
      case DEMANGLE_COMPONENT_REFERENCE_THIS:
      case DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS:
      case DEMANGLE_COMPONENT_TRANSACTION_SAFE:
        break;
      default:
        return part;
    }
  }
}

Component* NameTree::FunctionName() const {
  // A function with a parameter list is a TYPED_NAME (name, type); data, vtables and thunks have components of other
  // types at the top.
  if (top_ == nullptr || top_->type != DEMANGLE_COMPONENT_TYPED_NAME) return nullptr;
  if (Right(top_) == nullptr || Right(top_)->type != DEMANGLE_COMPONENT_FUNCTION_TYPE) return nullptr;
  Component* name = WithoutQualifiers(Left(top_));
  if (name->type == DEMANGLE_COMPONENT_LOCAL_NAME) name->u.s_binary.right = WithoutQualifiers(Right(name));
  return name;
}

std::optional<std::string> NameTree::Print(Component* part) const {
  return Collect(core_, [part](const char*, void* pieces) {
    return cplus_demangle_print_callback(kPartOptions, part, TakePiece, pieces);
  });
}

// Returns the component with the plain name of a constructor, a tagged name or a template instance.
const Component* NamingPart(const Component* part) {
  switch (part->type) {
    case DEMANGLE_COMPONENT_CTOR:
      return part->u.s_ctor.name;
    case DEMANGLE_COMPONENT_DTOR:
      return part->u.s_dtor.name;
    case DEMANGLE_COMPONENT_TEMPLATE:
    case DEMANGLE_COMPONENT_TAGGED_NAME:
    case DEMANGLE_COMPONENT_TYPED_NAME:
    case DEMANGLE_COMPONENT_LOCAL_NAME:
    case DEMANGLE_COMPONENT_CONST_THIS:
      return Left(part);
    default:
      return nullptr;
  }
}

std::size_t NameTree::EndOfIdentifier(const Component* name) const {
  while (name != nullptr) {
    if (name->type == DEMANGLE_COMPONENT_NAME) {
      // Identifiers point into the mangled text, except for identifiers that libiberty makes up, such as "(anonymous
      // namespace)". Unlike "<", std::less can compare pointers into different arrays.
      const char* begin = core_.c_str();
      const char* end = name->u.s_name.s + name->u.s_name.len;
      const bool is_inside = !std::less<>()(end, begin) && !std::less<>()(begin + core_.size(), end);
      return is_inside ? static_cast<std::size_t>(end - begin) : 0;
    }
    if (name->type == DEMANGLE_COMPONENT_QUAL_NAME) {
      const Component* last = Right(name);
      const bool has_identifier = last->type == DEMANGLE_COMPONENT_NAME || NamingPart(last) != nullptr;
      name = has_identifier ? last : Left(name);
    } else {
      name = NamingPart(name);
    }
  }
  return 0;
}

// Returns the kind of a constructor or destructor (Itanium C++ ABI, "Constructors and Destructors": complete object,
// base object, allocating or deleting); 0 for other functions. Variants have the same name in the source, but are
// different functions.
int VariantOf(const Component* name) {
  while (name->type == DEMANGLE_COMPONENT_TEMPLATE) name = Left(name);
  while (name->type == DEMANGLE_COMPONENT_QUAL_NAME || name->type == DEMANGLE_COMPONENT_LOCAL_NAME) name = Right(name);
  if (name->type == DEMANGLE_COMPONENT_CTOR) return name->u.s_ctor.kind;
  return name->type == DEMANGLE_COMPONENT_DTOR ? static_cast<int>(name->u.s_dtor.kind) : 0;
}

// Returns the mangled part of a linkage name, without the target's leading character and without suffixes.
std::string_view MangledCore(std::string_view name, char leading_char) {
  if (leading_char != '\0' && name.starts_with(leading_char)) name.remove_prefix(1);
  return name.substr(0, name.find_first_of(".@"));
}

// The last part of a function's name and its template arguments; a member is null if the name lacks it.
struct LastPart {
  Component* name = nullptr;
  Component* arguments = nullptr;
};

LastPart FindLastPart(Component* name) {
  LastPart last;
  for (;;) {
    if (name->type == DEMANGLE_COMPONENT_TEMPLATE) {
      last.arguments = Right(name);
      name = Left(name);
    } else if (name->type == DEMANGLE_COMPONENT_QUAL_NAME || name->type == DEMANGLE_COMPONENT_LOCAL_NAME) {
      name = WithoutQualifiers(Right(name));
    } else {
      last.name = name;
      return last;
    }
  }
}

void RemoveEnd(std::string& text, std::string_view end) {
  if (text.ends_with(end)) text.resize(text.size() - end.size());
}

// Finds the parts of a C++ name; returns false for other names.
bool SplitCxx(const std::string& core, NameParts& parts) {
  // Each part is printed from its own tree.
  const NameTree whole(core), names(core), templates(core);
  Component* name = whole.FunctionName();
  if (name == nullptr) return false;
  parts.variant = VariantOf(name);
  std::optional<std::string> qualified = whole.Print(name);
  std::optional<std::string> last = names.Print(FindLastPart(names.FunctionName()).name);
  if (!qualified || !last) return false;
  if (Component* arguments = FindLastPart(templates.FunctionName()).arguments) {
    parts.arguments = templates.Print(arguments).value_or("");
  }
  // The parameters are the part of the whole name (without return type) after the qualified name, as libiberty has no
  // component that prints as "(int) const".
  const std::optional<std::string> all = CollectFrom(cplus_demangle_v3_callback, core, kPartOptions | DMGL_RET_DROP);
  if (all && all->starts_with(*qualified)) parts.parameters = all->substr(qualified->size());
  if (!parts.arguments.empty()) {
    // libiberty writes a blank between two closing brackets, for example in "f<A<int> >".
    RemoveEnd(*qualified, ">");
    RemoveEnd(*qualified, " ");
    RemoveEnd(*qualified, parts.arguments);
    RemoveEnd(*qualified, "<");
  }
  RemoveEnd(*qualified, *last);
  RemoveEnd(*qualified, "::");
  parts.scope = *std::move(qualified);
  parts.name = *std::move(last);
  parts.is_cxx = true;
  return true;
}

// Returns the start of the last component of a demangled name, which is after the last "::" outside of brackets.
std::size_t LastName(std::string_view readable) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < readable.size(); ++i) {
    if (readable[i] == '<' || readable[i] == '(') ++depth;
    if (readable[i] == '>' || readable[i] == ')') --depth;
    if (depth == 0 && readable.substr(i, 2) == "::") begin = i + 2;
  }
  return begin;
}

}  // namespace

// Skips the marks that precede the first scope (Itanium C++ ABI 5.1): "_Z", "L" for internal linkage (an extension of
// GCC and clang), "N" before nested names, and qualifiers of a member function (r V K for restrict, volatile, const; R
// O for & and &&).
std::string_view NameStem(std::string_view name, char leading_char) {
  if (leading_char != '\0' && name.starts_with(leading_char)) name.remove_prefix(1);
  if (!name.starts_with("_Z")) return {};
  name.remove_prefix(2);
  if (name.starts_with('L')) name.remove_prefix(1);
  if (!name.starts_with('N')) return name;
  return name.substr(std::min(name.find_first_not_of("rVKRO", 1), name.size()));
}

std::optional<QualifiedName> FindQualifiedName(std::string_view name, char leading_char) {
  const std::string core(MangledCore(name, leading_char));
  const NameTree tree(core);
  Component* found = tree.FunctionName();
  if (found == nullptr) return std::nullopt;
  QualifiedName qualified;
  qualified.variant = VariantOf(found);
  const std::size_t end = tree.EndOfIdentifier(found);
  qualified.stem = NameStem(std::string_view(core).substr(0, end), '\0');
  std::optional<std::string> text = tree.Print(found);
  if (!text) return std::nullopt;
  qualified.text = *std::move(text);
  return qualified;
}

NameParts SplitName(std::string_view name, char leading_char) {
  NameParts parts;
  const std::string_view core = MangledCore(name, leading_char);
  if (SplitCxx(std::string(core), parts)) {
    parts.suffix = name.substr(static_cast<std::size_t>(core.end() - name.begin()));
    return parts;
  }
  const std::string readable = DemangledName(name, DemangleStyle::kAuto, leading_char);
  const std::size_t begin = LastName(readable);
  parts.scope = readable.substr(0, begin - std::min<std::size_t>(begin, 2));
  parts.name = readable.substr(begin);
  return parts;
}

std::optional<DemangleStyle> ParseDemangleStyle(std::string_view text) {
  const auto known = std::ranges::find(kStyles, text, &StyleName::text);
  return known == kStyles.end() ? std::nullopt : std::optional(known->style);
}

std::optional<std::string> Demangle(std::string_view name, DemangleStyle style, char leading_char) {
  if (style == DemangleStyle::kNone) return std::nullopt;
  bool has_leading_char = leading_char != '\0' && !name.empty() && name.front() == leading_char;
  if (has_leading_char) name.remove_prefix(1);

  // XCOFF and PowerPC64 put dots before names of code, and ELF puts a symbol's version after an "@".
  std::size_t core_begin = std::min(name.find_first_not_of(".$"), name.size());
  const bool is_plain = core_begin == name.size() || name[core_begin] != '_';
  if (is_plain && BeginsWithUnderscore(style) && !has_leading_char) return std::nullopt;
  std::size_t core_end = std::min(name.find('@', core_begin), name.size());
  std::optional<std::string> core = DemangleCore(std::string(name.substr(core_begin, core_end - core_begin)), style);
  // A name that is not mangled is returned without the target's leading character.
  if (!core) return has_leading_char ? std::optional(std::string(name)) : std::nullopt;
  return std::string(name.substr(0, core_begin)).append(*core).append(name.substr(core_end));
}

std::string DemangledName(std::string_view name, DemangleStyle style, char leading_char) {
  std::optional<std::string> demangled = Demangle(name, style, leading_char);
  return demangled ? *std::move(demangled) : std::string(name);
}

}  // namespace profdiff
