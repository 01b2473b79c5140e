// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a trace in Chrome's JSON format. The first byte determines whether damaged traces are salvaged.
#include "fuzz/input.h"
#include "profdiff/trace.h"
#include "support/trace_text.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace profdiff;
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  TraceOptions options;
  options.salvage = (input.Byte() & 1) != 0;
  file.Fill(input.Rest());
  fuzz::Accepts([&] { fuzz::Require(tests::IsSound(ReadTrace(file.path(), options))); });
  return 0;
}
