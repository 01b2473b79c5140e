// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a map from functions to object files (-R), applies it to an image, and writes the resulting orders.
#include "fuzz/small_image.h"
#include "profdiff/profile.h"
#include "read/image/order_map.h"
#include "values/ordering.h"

namespace {

using namespace profdiff;

Records SomeCalls() {
  constexpr std::uint64_t kText = tests::ElfBytes::kTextBegin;
  Records records;
  records.arcs = {{kText + 0x44, kText + 0x10, 3},
                  {kText + 0x48, kText + 0x60, 9},
                  {kText + 0x64, kText + 0x20, 1},
                  {kText + 0x24, kText + 0x60, 2},
                  {0, kText + 0x40, 1},
                  {kText + 0x12, kText + 0x12, 7}};
  records.has_arcs = true;
  return records;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile image_file;
  static const std::string& image_path = image_file.Fill(fuzz::SmallImage());
  fuzz::Input input(data, size);
  fuzz::Accepts([&] {
    const OrderMap map = ParseOrderMap(input.Rest(), "F");
    ImageOptions options;
    options.order_map = &map;
    Diagnostics diagnostics;
    const Image image = ReadImage(image_path, options, diagnostics);
    fuzz::RequireSound(image.functions);
    const Profile profile = MakeProfile(image.functions, SomeCalls(), Select(image.functions, {}, SpecRules::kGprof));
    std::string out;
    WriteFileOrder(out, FindFileOrder(image.functions, profile, map));
    WriteFunctionOrder(out, image.functions, FindFunctionOrder(image.functions, profile));
  });
  return 0;
}
