// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/options/values.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>

#include "base/parse_text.h"
#include "egprof/cli/values.h"
#include "profdiff/listing.h"

namespace egprof {

std::optional<std::vector<int>> ParseIntegers(std::string_view list) {
  if (list.empty() || list.ends_with(',')) return std::nullopt;
  std::vector<int> numbers;
  while (!list.empty()) {
    const auto number = profdiff::NumberFrom<int>(profdiff::TakeUpTo(list, ','));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

void SetThreads(CommandLine& line, WorkOptions& options, const char* value) {
  constexpr std::size_t kMost = 1024;
  const std::size_t threads = Count(line, "--threads", value);
  options.threads = static_cast<unsigned>(std::min(threads, kMost));
  if (threads == 0 && line.task == CommandLine::Task::kRun) FailWithUsage(line, "option '--threads' needs at least 1");
}

void SetDemangling(CommandLine& line, LayoutOptions& options, const char* style) {
  auto parsed = style == nullptr ? std::optional(options.demangle_style) : profdiff::ParseDemangleStyle(style);
  if (!parsed) return Fail(line, std::string("unknown demangling style `") + style + "'");
  options.demangle_style = *parsed;
  options.listing.names.demangle = *parsed;
}

void SetDirection(CommandLine& line, DirectionOptions& options, profdiff::Direction direction) {
  if (options.direction && *options.direction != direction) {
    return FailWithUsage(line, "options '--growth' and '--shrink' cannot be combined");
  }
  options.direction = direction;
}

void AddRename(CommandLine& line, RenameOptions& options, const char* text, bool demangled) {
  Try(line, [&] { profdiff::Renames({{text, demangled}}); });
  options.renames.push_back({text, demangled});
}

void AddSubstitution(CommandLine& line, RenameOptions& options, const char* text) {
  Try(line, [&] { profdiff::Substitutions({text}); });
  options.substitutions.emplace_back(text);
}

void AddExpression(CommandLine& line, std::vector<std::string>& expressions, const char* text) {
  Try(line, [&] { profdiff::CheckExpressions({text}); });
  expressions.emplace_back(text);
}

void Choose(OutputOptions& options, Style style, bool wanted) {
  options.mentioned.Add(style);
  wanted ? options.styles.Add(style) : options.styles.Remove(style);
}

void ChooseGraphFile(OutputOptions& options, const profdiff::GraphFormat& format, const char* file) {
  Choose(options, Style::kGraphFile, true);
  const auto place = std::ranges::lower_bound(options.graphs, &format, std::less<>(), &GraphOutput::format);
  const bool known = place != options.graphs.end() && place->format == &format;
  (known ? *place : *options.graphs.insert(place, {&format, ""})).file = file == nullptr ? "" : file;
}

void ChooseWithSpec(OutputOptions& outputs, FunctionOptions& functions, Style style, profdiff::SpecTable table,
                    bool include, const char* spec) {
  Choose(outputs, style, include || spec != nullptr);
  if (spec != nullptr) functions.specs.push_back({table, include, spec});
}

void ChooseGraph(OutputOptions& outputs, FunctionOptions& functions, bool include, const char* spec) {
  using profdiff::SpecTable;
  const bool arcs = spec != nullptr && std::strchr(spec, '/') != nullptr;
  ChooseWithSpec(outputs, functions, Style::kGraph, arcs ? SpecTable::kArcs : SpecTable::kGraph, include, spec);
}

}  // namespace egprof
