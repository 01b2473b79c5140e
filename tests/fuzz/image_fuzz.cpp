// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an executable, its line information, its declared variables, and the calls in its code. The input is an option
// byte, followed by the file.
#include "fuzz/small_image.h"
#include "read/image/variables.h"
#include "values/line_rows.h"
#include "values/static_calls.h"

// libbfd leaks memory for files that it cannot read to their end; that is not a bug of this project.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:bfd_\nleak:_bfd\nleak:elf_\nleak:_objalloc_\n"; }

namespace {

using namespace profdiff;

ImageOptions OptionsFrom(std::uint8_t byte) {
  ImageOptions options;
  options.symbols = (byte & 1) != 0 ? SymbolPolicy::kAll : SymbolPolicy::kGprof;
  options.positions = static_cast<SourcePositions>((byte >> 1 & 3) % 3);
  options.lines = (byte & 8) != 0;
  options.omit_statics = (byte & 16) != 0;
  options.omit_non_functions = (byte & 32) != 0;
  options.text_bytes = (byte & 64) != 0;
  return options;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  const ImageOptions options = OptionsFrom(input.Byte());
  fuzz::Accepts([&] {
    Diagnostics diagnostics;
    const std::string path = file.Fill(input.Rest());
    const Image image = ReadImage(path, options, diagnostics);
    fuzz::RequireSound(image.functions);
    JoinLines(image.functions);
    if (options.lines) ReadDeclaredVariables(path);
    if (!options.text_bytes) return;
    FindStaticCalls(image, CodeRules::kGprof, diagnostics);
    FindStaticCalls(image, CodeRules::kExact, diagnostics);
  });
  return 0;
}
