// SPDX-License-Identifier: GPL-3.0-or-later
// The only source that includes RE2.
#include "base/regex.h"

#include <re2/re2.h>

#include <optional>
#include <vector>

#include "profdiff/error.h"

namespace profdiff {
namespace {

using Groups = std::vector<re2::StringPiece>;

re2::RE2::Options OptionsFor(bool ignores_case, Regex::Syntax syntax) {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_case_sensitive(!ignores_case);
  const bool is_posix = syntax == Regex::Syntax::kPosix;
  options.set_posix_syntax(is_posix);
  options.set_one_line(is_posix);
  options.set_dot_nl(is_posix);
  return options;
}

// Takes the number of a group from the beginning of `text`: two digits if such a group exists, otherwise one.
std::optional<std::size_t> TakeGroup(std::string_view& text, std::size_t groups) {
  std::optional<std::size_t> group;
  std::size_t number = 0, used = 0;
  for (std::size_t digits = 1; digits <= 2 && digits <= text.size(); ++digits) {
    const char c = text[digits - 1];
    if (c < '0' || c > '9') break;
    number = 10 * number + static_cast<std::size_t>(c - '0');
    if (number == 0 || number >= groups) continue;
    group = number;
    used = digits;
  }
  text.remove_prefix(used);
  return group;
}

void AppendReplacement(std::string_view replacement, const Groups& groups, std::string& out) {
  while (!replacement.empty()) {
    const char c = replacement.front();
    replacement.remove_prefix(1);
    if (c != '$') {
      out += c;
    } else if (replacement.starts_with('$')) {
      out += '$';
      replacement.remove_prefix(1);
    } else if (replacement.starts_with('&')) {
      out.append(groups[0].data(), groups[0].size());
      replacement.remove_prefix(1);
    } else if (const auto group = TakeGroup(replacement, groups.size())) {
      out.append(groups[*group].data(), groups[*group].size());
    } else {
      out += '$';
    }
  }
}

}  // namespace

Regex::Regex(const std::string& text, bool ignores_case, Syntax syntax) {
  const auto made = std::make_shared<const re2::RE2>(text, OptionsFor(ignores_case, syntax));
  if (made->error_code() == re2::RE2::ErrorPatternTooLarge) {
    throw Error(ErrorCode::kBadArgument, "the expression is too large");
  }
  if (!made->ok()) throw Error(ErrorCode::kBadArgument, "not a regular expression: " + made->error());
  compiled_ = made;
}

bool Regex::Find(std::string_view name) const {
  if (compiled_ == nullptr) return false;
  return re2::RE2::PartialMatch(re2::StringPiece(name.data(), name.size()), *compiled_);
}

std::string Regex::Replace(std::string_view name, std::string_view replacement, bool all) const {
  if (compiled_ == nullptr) return std::string(name);
  const re2::StringPiece text(name.data(), name.size());
  Groups groups(static_cast<std::size_t>(compiled_->NumberOfCapturingGroups()) + 1);
  std::string replaced;
  std::size_t copied = 0, from = 0;
  while (from <= name.size() && compiled_->Match(text, from, name.size(), re2::RE2::UNANCHORED, groups.data(),
                                                 static_cast<int>(groups.size()))) {
    const auto begin = static_cast<std::size_t>(groups[0].data() - name.data());
    const std::size_t end = begin + groups[0].size();
    replaced += name.substr(copied, begin - copied);
    AppendReplacement(replacement, groups, replaced);
    copied = end;
    from = end + (begin == end ? 1 : 0);  // after an empty match, the next one begins a character later
    if (!all) break;
  }
  return replaced.append(name.substr(copied));
}

}  // namespace profdiff
