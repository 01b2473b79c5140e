// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a uftrace folder. After a first byte, whose bit 1 means salvage, the input consists of the files of the folder,
// separated by 0xff 0xfe 0xfd: info (without its header), task.txt, map, symbols, signatures, scheduler, records of two
// threads. If the file of the second thread is empty, it is not written.
#include "analyze/waits/measure_trace.h"
#include "fuzz/input.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "support/trace_text.h"
#include "support/uftrace_bytes.h"

namespace {

using namespace profdiff;

std::string_view TakePart(std::string_view& rest) {
  constexpr std::string_view kEnd = "\xff\xfe\xfd";
  const std::string_view part = rest.substr(0, rest.find(kEnd));
  rest.remove_prefix(std::min(part.size() + kEnd.size(), rest.size()));
  return part;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tests::TemporaryFolder folder("/dev/shm");  // a folder in memory, because a disk would be slower
  fuzz::Input input(data, size);
  TraceOptions options;
  options.salvage = (input.Byte() & 1) != 0;
  options.values = options.texts = true;
  std::string_view rest = input.Rest();
  folder.Write("info", tests::UftraceInfoBytes(TakePart(rest)));
  for (const char* name : {"task.txt", "sid-aa.map", "p.sym", "p.dbg", "perf-cpu0.dat", "10.dat"}) {
    folder.Write(name, TakePart(rest));
  }
  if (rest.empty()) {
    std::filesystem::remove(folder.path() + "/11.dat");
  } else {
    folder.Write("11.dat", rest);
  }
  fuzz::Accepts([&] {
    const Trace trace = ReadTrace(folder.path(), options);
    fuzz::Require(tests::IsSound(trace));
    MeasureTrace(trace);
  });
  return 0;
}
