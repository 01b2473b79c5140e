// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/stack_files.h"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

#include "values/loading_stacks.h"

namespace tests {
namespace {

using profdiff::ContextTree;

// Assigns ids to strings, in the order in which they appear.
class Numbers {
 public:
  std::size_t Of(const std::string& text) {
    const auto [found, is_new] = ids_.emplace(text, texts.size());
    if (is_new) texts.push_back(text);
    return found->second;
  }
  std::vector<std::string> texts;

 private:
  std::map<std::string, std::size_t> ids_;
};

template <class Range>
std::string Joined(const Range& range) {
  std::string out;
  for (const auto& part : range) {
    if (!out.empty()) out += ',';
    if constexpr (std::is_same_v<std::decay_t<decltype(part)>, std::string>) {
      out += part;
    } else {
      out += std::to_string(part);
    }
  }
  return out;
}

}  // namespace

std::string AsPerfScript(const std::vector<SampledStack>& stacks) {
  std::string out;
  std::uint64_t time = 0;
  for (const SampledStack& stack : stacks) {
    for (std::uint64_t i = 0; i < stack.samples; ++i) {
      out += "prog  7/7  12." + std::to_string(100000 + time++) + ":    1000000 cpu-clock: \n";
      for (std::size_t frame = stack.frames.size(); frame-- > 0;) {
        out += "\t            40" + std::to_string(10 + time % 7) + " " + stack.frames[frame] + "+0x1f ([unknown])\n";
      }
      out += "\n";
    }
  }
  return out;
}

std::string AsFolded(const std::vector<SampledStack>& stacks, std::uint64_t weight) {
  std::string out;
  for (const SampledStack& stack : stacks) {
    std::string line;
    for (const std::string& frame : stack.frames) line += (line.empty() ? "" : ";") + frame;
    out += line + " " + std::to_string(stack.samples * weight) + "\n";
  }
  return out;
}

ProtoBytes& ProtoBytes::Number(std::uint32_t field, std::uint64_t value) {
  Varint(std::uint64_t{field} << 3);
  Varint(value);
  return *this;
}

ProtoBytes& ProtoBytes::Bytes(std::uint32_t field, std::string_view bytes) {
  Varint(std::uint64_t{field} << 3 | 2);
  Varint(bytes.size());
  text_ += bytes;
  return *this;
}

void ProtoBytes::Varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(value | 0x80);
  text_ += static_cast<char>(value);
}

// The ids of locations count down from 900 and those of functions from 500, so that they differ from indices.
std::string AsPprof(const std::vector<SampledStack>& stacks) {
  Numbers texts, functions;
  for (const char* text : {"", "samples", "count", "cpu", "nanoseconds"}) texts.Of(text);
  ProtoBytes file;
  file.Bytes(1, ProtoBytes().Number(1, 1).Number(2, 2).text());
  file.Bytes(1, ProtoBytes().Number(1, 3).Number(2, 4).text());
  for (const SampledStack& stack : stacks) {
    ProtoBytes sample;
    for (std::size_t i = stack.frames.size(); i-- > 0;) sample.Number(1, 900 - functions.Of(stack.frames[i]));
    sample.Number(2, stack.samples).Number(2, stack.samples * kSampleNanoseconds);
    file.Bytes(2, sample.text());
  }
  for (std::size_t i = 0; i < functions.texts.size(); ++i) {
    file.Bytes(4, ProtoBytes().Number(1, 900 - i).Bytes(4, ProtoBytes().Number(1, 500 - i).text()).text());
    file.Bytes(5, ProtoBytes().Number(1, 500 - i).Number(2, texts.Of(functions.texts[i])).text());
  }
  for (const std::string& text : texts.texts) file.Bytes(6, text);
  return file.text();
}

std::string AsSpeedscope(const std::vector<SampledStack>& stacks) {
  Numbers functions;
  std::vector<std::string> samples, weights, frames;
  for (const SampledStack& stack : stacks) {
    std::vector<std::size_t> places;
    for (const std::string& frame : stack.frames) places.push_back(functions.Of(frame));
    for (std::uint64_t i = 0; i < stack.samples; ++i) {
      samples.push_back("[" + Joined(places) + "]");
      weights.push_back("1");
    }
  }
  for (const std::string& name : functions.texts) frames.push_back("{\"name\":\"" + name + "\"}");
  return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[)" + Joined(frames) +
         R"(]},"profiles":[{"type":"sampled","name":"main","unit":"milliseconds","startValue":0,"endValue":9,)" +
         R"("samples":[)" + Joined(samples) + "],\"weights\":[" + Joined(weights) + "]}]}";
}

std::string AsFirefox(const std::vector<SampledStack>& stacks) {
  Numbers functions;
  // Ids of stacks, by the id of the calling stack (-1: none) and the function.
  std::map<std::pair<std::int64_t, std::size_t>, std::int64_t> known;
  std::vector<std::string> prefixes, samples, names;
  std::vector<std::size_t> stack_frames, frame_functions;
  for (const SampledStack& stack : stacks) {
    std::int64_t below = -1;
    for (const std::string& frame : stack.frames) {
      const std::size_t function = functions.Of(frame);
      const auto [found, is_new] = known.emplace(std::pair(below, function), known.size());
      if (is_new) {
        prefixes.push_back(below < 0 ? "null" : std::to_string(below));
        stack_frames.push_back(function);
      }
      below = found->second;
    }
    for (std::uint64_t i = 0; i < stack.samples; ++i) samples.push_back(below < 0 ? "null" : std::to_string(below));
  }
  for (std::size_t i = 0; i < functions.texts.size(); ++i) {
    names.push_back("\"" + functions.texts[i] + "\"");
    frame_functions.push_back(i);
  }
  return R"({"meta":{"interval":1,"version":27},"libs":[],"threads":[{"name":"prog","pid":"7","tid":7,"samples":{"stack":[)" +
         Joined(samples) + R"(],"weight":null,"weightType":"samples"},"stackTable":{"prefix":[)" + Joined(prefixes) +
         "],\"frame\":[" + Joined(stack_frames) + "]},\"frameTable\":{\"func\":[" + Joined(frame_functions) +
         "]},\"funcTable\":{\"name\":[" + Joined(frame_functions) + "]},\"stringArray\":[" + Joined(names) + "]}]}";
}

std::vector<SampledStack> RandomStacks(std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> names = {"main", "work", "parse(int, char)", "leaf", "operator()", "f", "g"};
  const std::size_t functions = 2 + random() % (names.size() - 1);
  std::vector<SampledStack> stacks(1 + random() % 30);
  for (SampledStack& stack : stacks) {
    stack.samples = 1 + random() % 5;
    for (std::size_t depth = 1 + random() % 8; depth > 0; --depth) stack.frames.push_back(names[random() % functions]);
  }
  return stacks;
}

profdiff::StackProfile ReadText(std::string_view bytes, const profdiff::StackOptions& options) {
  const profdiff::ByteReader reader = [&bytes](char* buffer, std::size_t size) {
    const std::size_t got = bytes.copy(buffer, size);
    bytes.remove_prefix(got);
    return got;
  };
  return profdiff::ReadStacks(reader, "file", options);
}

std::string ErrorText(std::string_view bytes, const profdiff::StackOptions& options) {
  try {
    ReadText(bytes, options);
  } catch (const profdiff::Error& error) {
    if (TextOf(error.message()).find('\n') != std::string::npos) throw std::runtime_error("more than a line");
    return TextOf(error.message());
  }
  throw std::runtime_error("no error");
}

std::string Describe(const profdiff::StackProfile& stacks) {
  const ContextTree& tree = stacks.contexts;
  std::string out;
  // The nodes from the root to the current node, each with the length that `path` had before the node was appended.
  std::vector<std::pair<std::uint32_t, std::size_t>> open;
  std::string path;
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    while (!open.empty() && tree.end[open.back().first] <= node) {
      path.resize(open.back().second);
      open.pop_back();
    }
    open.emplace_back(node, path.size());
    const profdiff::Function& function = stacks.functions[tree.function[node]];
    path += (path.empty() ? "" : ";") + std::string(function.name);
    if (function.unit.valid()) path += "@" + std::string(stacks.functions.UnitName(function));
    const std::uint64_t samples = tree.samples.empty() ? 0 : tree.samples[node];
    if (tree.self[node] == 0 && samples == 0) continue;
    out += path + " " + std::to_string(tree.self[node]) + " " + std::to_string(samples) + "\n";
  }
  if (tree.stackless != 0)
    out += "- " + std::to_string(tree.stackless) + " " + std::to_string(tree.stackless_samples) + "\n";
  return out;
}

StackRun::StackRun(profdiff::StackProfile content) : stacks(std::move(content)), profile(ProfileOfStacks(stacks)) {
  const profdiff::StackEvent& event = stacks.events[stacks.event];
  selection.bits.resize(stacks.functions.size());
  graph = profdiff::MakeCallGraph(profile, selection);
  if (!stacks.counted) {
    contexts = {std::make_shared<const profdiff::ContextTree>(stacks.contexts), 1 / event.rate};
  }
  profile.origin = profdiff::ProfileOrigin{std::string(stacks.format->name), event.name, {}, event.count};
}

profdiff::Difference SubtractStacks(const StackRun& base, const StackRun& other) {
  profdiff::Diagnostics none;
  profdiff::Difference difference = profdiff::Subtract(
      {base.stacks.functions, base.profile, base.selection}, {other.stacks.functions, other.profile, other.selection},
      profdiff::MatchFunctions(base.stacks.functions, other.stacks.functions, false), none);
  if (base.contexts.tree && other.contexts.tree) {
    difference.contexts = std::make_shared<const profdiff::ContextDifference>(profdiff::ContextDifference{
        JoinContexts(*base.contexts.tree, *other.contexts.tree, difference.match), base.contexts, other.contexts});
  }
  return difference;
}

bool IsSound(const profdiff::StackProfile& stacks) {
  const ContextTree& tree = stacks.contexts;
  const auto has_size = [&](const auto& column) { return column.empty() || column.size() == tree.size(); };
  if (tree.end.size() != tree.size() || tree.self.size() != tree.size() || !has_size(tree.samples)) return false;
  if (!has_size(tree.squares) || !has_size(tree.calls) || stacks.event >= stacks.events.size()) return false;
  // The end and the last child of each node on the path from the root to the current node.
  std::vector<std::pair<std::uint32_t, profdiff::FunctionId>> open;
  open.emplace_back(static_cast<std::uint32_t>(tree.size()), profdiff::FunctionId());
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    while (open.back().first <= node) open.pop_back();
    const profdiff::FunctionId function = tree.function[node];
    profdiff::FunctionId& last = open.back().second;
    if (function.value >= stacks.functions.size() || (last.valid() && !(last < function))) return false;
    if (tree.end[node] <= node || tree.end[node] > open.back().first) return false;
    last = function;
    open.emplace_back(tree.end[node], profdiff::FunctionId());
  }
  return true;
}

}  // namespace tests
