// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads OTF2 archives. The input describes valid and invalid definitions and events, and changes of bytes in
// the written files:
//   options (bit 1: salvage), number of changes, changes (file, two bytes of position, value),
//   definitions (ReadDefinitions below), events up to the end of the input (location, kind, ticks, operands).
// In builds without the OTF2 library, any input is accepted.
#include "fuzz/input.h"

#ifdef PROFDIFF_HAS_OTF2
#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "analyze/waits/measure_trace.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"
#include "support/otf2_archive.h"
#include "support/temporary_folder.h"
#include "support/trace_text.h"

namespace {

using namespace profdiff;
using tests::Otf2Archive;
using tests::Otf2Location;
using tests::Otf2Value;

struct Change {
  std::size_t file = 0, position = 0;
  char value = 0;
};

void ReadDefinitions(fuzz::Input& input, Otf2Archive& archive) {
  static constexpr std::array kNames = {"main",           "solve",           "MPI_Send",    "MPI_Recv",
                                        "MPI_Barrier",    "MPI_Bcast",       "MPI_Waitall", "!$omp for",
                                        "!$omp parallel", "GOMP_barrier",    "Working",     "",
                                        "a\nb\xff\"c",    "solve._omp_fn.0", "!$omp task"};
  for (std::size_t count = 1 + input.Below(8); count > 0; --count) {
    const std::string name = kNames[input.Below(kNames.size())];
    const auto role = static_cast<OTF2_RegionRole>(input.Below(36));
    const auto paradigm = static_cast<OTF2_Paradigm>(input.Below(16));
    archive.regions.push_back({name, role, paradigm, input.Below(2) == 0 ? "" : "solve.c", input.Byte()});
  }
  for (std::size_t count = input.Below(3); count > 0; --count) {
    std::vector<tests::Otf2Member>& members = archive.metric_classes.emplace_back();
    for (std::size_t i = input.Below(3); i > 0; --i) {
      const auto mode = static_cast<OTF2_MetricMode>(input.Byte());
      const auto base = static_cast<OTF2_Base>(input.Below(3));
      const auto exponent = static_cast<std::int64_t>(input.Number());
      members.push_back({kNames[input.Below(kNames.size())], mode, base, exponent, "#"});
    }
  }
  for (std::size_t count = input.Below(2); count > 0; --count) {
    const std::uint32_t metric = input.Byte(), metric_class = input.Byte();
    const std::uint64_t recorder = input.Number();
    archive.metric_instances.push_back(
        {metric, metric_class, recorder, static_cast<OTF2_MetricScope>(input.Below(5)), input.Number()});
  }
  archive.has_communicator = input.Below(4) != 0;
  for (std::size_t count = 1 + input.Below(4); count > 0; --count) {
    archive.AddLocation(static_cast<std::uint32_t>(input.Below(3)));
  }
}

Otf2Value ValueFrom(fuzz::Input& input) {
  Otf2Value made{static_cast<OTF2_Type>(input.Below(16))};
  made.value.unsigned_int = input.Number();
  return made;
}

void ReadEvents(fuzz::Input& input, Otf2Archive& archive) {
  std::uint64_t now = 1000;
  while (!input.empty()) {
    Otf2Location& location = archive.locations[input.Below(archive.locations.size())];
    const std::uint8_t kind = input.Byte();
    now += input.Number();
    const std::uint32_t operand = input.Byte();
    switch (kind % 8) {
      case 0:
      case 1:
        location.Enter(now, operand % 10);
        break;
      case 2:
      case 3:
        location.Leave(now, operand % 10);
        break;
      case 4: {
        std::vector<Otf2Value> values;
        for (std::size_t i = input.Below(4); i > 0; --i) values.push_back(ValueFrom(input));
        location.Read(now, operand % 4, std::move(values));
        break;
      }
      case 5:
        location.Send(now, operand, input.Byte(), input.Number());
        break;
      case 6:
        location.Receive(now, operand, input.Byte(), input.Number());
        break;
      default:
        location.Collective(now, operand, input.Number());
    }
  }
}

void Apply(const std::vector<Change>& changes, const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const Change& change : changes) {
    const std::filesystem::path& path = files[change.file % files.size()];
    const std::uintmax_t size = std::filesystem::file_size(path);
    if (size == 0) continue;
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(change.position % size));
    file.put(change.value);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  TraceOptions options;
  options.salvage = (input.Byte() & 1) != 0;
  options.communications = options.counters = true;
  std::vector<Change> changes(input.Below(4));
  for (Change& change : changes) {
    change.file = input.Byte();
    change.position = input.Byte() + std::size_t{256} * input.Byte();
    change.value = static_cast<char>(input.Byte());
  }
  Otf2Archive archive;
  ReadDefinitions(input, archive);
  ReadEvents(input, archive);
  const tests::TemporaryFolder folder("/dev/shm");
  if (!archive.Write(folder.path() + "/a")) return 0;
  Apply(changes, folder.path());
  fuzz::Accepts([&] {
    const Trace trace = ReadTrace(folder.path() + "/a", options);
    fuzz::Require(tests::IsSound(trace));
    MeasureTrace(trace);
  });
  return 0;
}
#else
int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
#endif
