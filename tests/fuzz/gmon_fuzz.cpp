// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a profile of any format, width and byte order. The input is an option byte, followed by the file. Adding the
// file twice, one after the other, must give the same result as reading two copies at once.
#include "fuzz/input.h"
#include "profdiff/gmon.h"
#include "support/gmon_bytes.h"
#include "values/loading_profiles.h"

namespace {

using namespace profdiff;

// Returns the added profiles as text; an empty string if they cannot be added.
template <class Sum>
std::string Added(const Sum& sum) {
  std::string text;
  fuzz::Accepts([&] { text = tests::Describe(sum()); });
  return text;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  fuzz::Input input(data, size);
  const std::uint8_t options = input.Byte();
  ReadingOptions reading;
  reading.layout = {(options & 1) != 0 ? 4 : 8, (options & 2) != 0, (options & 4) != 0};
  reading.format = static_cast<GmonFormat>(options >> 3 & 3);
  const std::string& path = file.Fill(input.Rest());

  const std::string one_by_one = Added([&] {
    RecordAdder adder;
    adder.AddFile(ReadGmon(path, reading.layout, reading.format));
    adder.AddFile(ReadGmon(path, reading.layout, reading.format));
    return adder.Take();
  });
  const std::string paths[] = {path, path};
  fuzz::Require(Added([&] { return ReadProfiles(paths, reading); }) == one_by_one);
  return 0;
}
