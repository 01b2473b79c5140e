// SPDX-License-Identifier: GPL-3.0-or-later
// show_trace TRACE: prints the calls of each thread on a line, without times.
// show_trace TRACE FOLDER: also writes the trace into FOLDER, in Chrome's format and as an OTF2 archive, and fails if
// it differs when read back.
#include <cstdio>
#include <fstream>

#include "profdiff/trace.h"
#include "support/trace_text.h"

namespace {

using namespace profdiff;

bool HasSameCalls(const Trace& a, const Trace& b) {
  if (a.threads.size() != b.threads.size()) return false;
  for (std::size_t i = 0; i < a.threads.size(); ++i) {
    if (tests::TimesAsText(a, i) != tests::TimesAsText(b, i)) return false;
    if (a.threads[i].calls.shape != b.threads[i].calls.shape) return false;
  }
  return true;
}

bool SurvivesConversion(const Trace& trace, const std::string& folder) {
  for (const bool whole_events : {false, true}) {
    const std::string file = folder + "/trace.json";
    std::ofstream(file) << tests::TraceAsChromeJson(trace, whole_events);
    if (!HasSameCalls(trace, ReadTrace(file))) return false;
  }
#ifdef PROFDIFF_HAS_OTF2
  if (!tests::WriteOtf2(trace, folder + "/archive", "traces")) return false;
  return HasSameCalls(trace, ReadTrace(folder + "/archive"));
#else
  return true;
#endif
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const Trace trace = ReadTrace(count > 1 ? arguments[1] : "");
    for (std::size_t i = 0; i < trace.threads.size(); ++i) {
      std::printf("%s: %s\n", trace.threads[i].label.c_str(), tests::CallsAsText(trace, i).c_str());
    }
    if (!tests::IsSound(trace)) return std::puts("not sound"), 1;
    if (count > 2 && !SurvivesConversion(trace, arguments[2])) return std::puts("not the same when converted"), 1;
    return 0;
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
