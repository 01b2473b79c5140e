// SPDX-License-Identifier: GPL-3.0-or-later
// Writes everything that the library can write about two traces into a folder, under the names that run.sh uses:
//   draw_traces A B FOLDER
#include <profdiff/alignment.h>
#include <profdiff/difference.h>
#include <profdiff/formats.h>
#include <profdiff/match.h>
#include <profdiff/trace.h>

#include <fstream>
#include <iostream>
#include <string>

using namespace profdiff;

// Writes a file. `write` appends its content to a string.
template <class Write>
static void WriteFile(const std::string& path, Write write) {
  std::string text;
  write(text);
  std::ofstream(path) << text;
}

static void DrawPictures(const AlignedTraces& traces, const TraceDifference& difference, const std::string& folder) {
  WriteFile(folder + "/timeline.csv", [&](std::string& out) { WriteTimeline(out, *FindTableFormat("csv"), traces); });
  WriteFile(folder + "/timeline.json", [&](std::string& out) { WriteTimeline(out, *FindTableFormat("json"), traces); });
  WriteFile(folder + "/chrome.json", [&](std::string& out) { WriteChromeTrace(out, traces); });
  if (!CanWritePage()) return;
  TracePageOptions options;
  options.difference = &difference;
  WriteFile(folder + "/page.html", [&](std::string& out) { WriteTracePage(out, traces, options); });
}

static void DrawBlocks(const TraceComparison& comparison, const std::string& folder) {
  WriteFile(folder + "/tree.txt", [&](std::string& out) { WriteTraceTree(out, comparison); });
  WriteFile(folder + "/blocks.txt",
            [&](std::string& out) { WriteAlignmentBlocks(out, *FindTableFormat("text"), comparison); });
  WriteFile(folder + "/blocks.csv",
            [&](std::string& out) { WriteAlignmentBlocks(out, *FindTableFormat("csv"), comparison); });
}

static Selection SelectAll(const FunctionTable& functions) {
  Selection all;
  all.bits.resize(functions.size());
  return all;
}

static void DrawProfiles(const Trace& a, const Trace& b, const std::string& folder) {
  const TraceProfile base = ProfileOfTrace(a), other = ProfileOfTrace(b);
  const Selection all_a = SelectAll(base.functions), all_b = SelectAll(other.functions);
  Diagnostics diagnostics;
  const Difference difference = Subtract({base.functions, base.profile, all_a}, {other.functions, other.profile, all_b},
                                         MatchFunctions(base.functions, other.functions, false), diagnostics);
  WriteFile(folder + "/profile.gml", [&](std::string& out) { WriteGml(out, difference, {}); });
}

// Checks a single trace, and aligns the sequence of its first thread with itself.
static bool IsConsistent(const Trace& trace) {
  const CallTree& calls = trace.threads.at(0).calls;
  const CallId last(calls.size() - 1);
  std::vector<std::uint32_t> names;
  for (const CallId call : ActivationSequence(calls)) names.push_back(calls.function[call.value].value);
  return CallPath(calls, last).back() == last && SelfTime(calls, last) >= 0 &&
         AlignSequences(names, names).blocks.size() == 1 && StartupOf("_start") == Startup::kRunsMain &&
         PairThreads(trace, trace, PairBy::kSimilarity).size() == trace.threads.size();
}

static bool Draw(const char* a_path, const char* b_path, const std::string& folder) {
  const SelectedTrace a = SelectCalls(ReadTrace(a_path), {}), b = SelectCalls(ReadTrace(b_path), {}), none;
  const Alignment alignment = Align(a.trace, b.trace);
  const TraceDifference difference = SubtractTraces(a.trace, b.trace, alignment);
  DrawPictures({a.trace, b.trace, alignment, a_path, b_path}, difference, folder);
  DrawBlocks({a, b, a_path, b_path, alignment, difference}, folder);
  DrawProfiles(a.trace, b.trace, folder);
  const TraceDifference whole = SubtractTraces(a.trace, none.trace, Align(a.trace, none.trace));
  WriteFile(folder + "/summary.txt", [&](std::string& out) { WriteTraceSummary(out, a, a_path, whole); });
  return difference.all.Residual() == 0 && IsConsistent(a.trace);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    return Draw(argv[1], argv[2], argv[3]) ? 0 : 1;
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
