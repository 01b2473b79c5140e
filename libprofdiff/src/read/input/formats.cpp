// SPDX-License-Identifier: GPL-3.0-or-later
// The only table of input formats. Formats with a unique mark come first: a magic number, a line that a certain program
// writes, a top-level key in JSON. Formats that only their syntax shows are last. A new format is a row here and a file
// with the functions that the row names.
// Tests: tests/unit/read/profiles/recognise_test.cpp, tests/lint/new_input_test.sh.
#include <algorithm>
#include <iterator>

#include "read/benchmarks/readers.h"
#include "read/browser/readers.h"
#include "read/cube/readers.h"
#include "read/families/recognise.h"
#include "read/input/format_row.h"
#include "read/input/rank_folder.h"
#include "read/legacy/pprof_text.h"
#include "read/listings/gprof_listing.h"
#include "read/model/readers.h"
#include "read/profiles/foreign.h"
#include "read/profiles/readers.h"
#include "read/profiles/recognise.h"
#include "read/property/providers.h"
#include "read/record/recognise.h"
#include "read/regions/readers.h"
#include "read/store/recognise.h"
#include "read/telemetry/otlp.h"
#include "read/trace/readers.h"

namespace profdiff {
namespace {

using enum InputKind;

bool IsElf(const FirstBytes& file) { return file.bytes.starts_with("\177ELF"); }

// glibc writes the magic number of gmon.out, and a version of its own, in the byte order of the machine.
bool IsLdProfile(const FirstBytes& file) {
  const std::string_view version = file.bytes.substr(std::min<std::size_t>(4, file.bytes.size()), 4);
  constexpr std::string_view kLittle("\xff\xff\1\0", 4), kBig("\0\1\xff\xff", 4);
  return file.bytes.starts_with("gmon") && (version == kLittle || version == kBig);
}

// The version after "gmon" contains zero bytes, unlike a folded stack of a function whose name begins with gmon.
bool IsGmon(const FirstBytes& file) {
  return !IsLdProfile(file) && file.bytes.starts_with("gmon") &&
         file.bytes.substr(4, 4).find('\0') != std::string_view::npos;
}

// For parts of files, which a caller has to name.
bool IsNeverRecognised(const FirstBytes&) { return false; }

constexpr InputGifts kStacksOfThreads = kGivesNames | kGivesStacks | kGivesThreads;

// Formats of tools that measure regions of parallel programs.
constexpr InputGifts kRegionsOfRanks =
    kStacksOfThreads | kGivesCalls | kGivesRegions | kGivesRanks | kGivesMeasuredTimes;

// Describes a profile that is not read. `command` converts it; "{}" stands for its path.
constexpr InputFormat Foreign(std::string_view name, std::string_view description, std::string_view command) {
  return {name, description, kProfile, kGivesNames | kGivesStacks, {RemedyKind::kConvertWith, command}, false};
}

// Advice for formats that only profiler.firefox.com reads.
constexpr FormatAdvice kOpenInFirefoxProfiler{RemedyKind::kNone,
                                              "open it at profiler.firefox.com, and read what that saves"};

constexpr FormatRow kRows[] = {
    {.format = {"image", "an image", kImage, 0, {RemedyKind::kNone, "it comes first, before the profiles of its side"}},
     .is_it = IsElf},
    {.format = {"gmon",
                "a gprof profile",
                kProfile,
                kGivesCalls | kGivesAddresses,
                {RemedyKind::kNone, "name its program before it, as in 'PROGRAM {}'"}},
     .is_it = IsGmon},
    {.format = {"ld-profile",
                "a profile of a shared library, written with LD_PROFILE",
                kProfile,
                kGivesCalls | kGivesAddresses,
                {RemedyKind::kNone, "name its library before it, as in 'libNAME.so {}'"}},
     .is_it = IsLdProfile},
    {.format = {"perf.data",
                "perf's own data, which only perf can read",
                kProfile,
                kStacksOfThreads,
                {RemedyKind::kGiveOutputOf, "perf script -i {}"},
                false},
     .is_it = IsPerfData},
    {.format = {"gperftools",
                "gperftools' own format, without names",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kConvertWith, "pprof -proto PROGRAM {}"},
                false},
     .is_it = IsGperftools,
     .overrules_user = true},  // users say pprof of such files
    {.format = {"store", "a store of trials", kStore}, .is_it = IsStoreFile},
    {.format = {"families", "a file of families", kFamilies}, .is_it = IsFamilies},
    {.format = {"findings", "a document of findings", kFindings}, .is_it = IsFindings},
    {.format = {"speedscope", "a profile of speedscope", kProfile, kStacksOfThreads},
     .is_it = IsSpeedscope,
     .read_stacks = ReadSpeedscope},
    {.format = {"cleopatra", "a profile of Firefox's former add-on", kProfile, kGivesNames | kGivesStacks,
                kOpenInFirefoxProfiler, false},
     .is_it = IsCleopatra},
    {.format = {"firefox", "a profile of Firefox", kProfile, kStacksOfThreads},
     .is_it = IsFirefox,
     .read_stacks = ReadFirefox},
    {.format = {"caliper", "a profile of Caliper", kProfile, kRegionsOfRanks | kGivesLabels},
     .is_it = IsCaliper,
     .read_stacks = ReadCaliper,
     .measure = MeasureCaliper,
     .list_ranks = RanksOfCaliper},
    {.format = {"caliper-json", "a profile of Caliper in JSON", kProfile, kRegionsOfRanks | kGivesLabels},
     .is_it = IsCaliperJson,
     .read_stacks = ReadCaliperJson,
     .measure = MeasureCaliperJson,
     .list_ranks = RanksOfCaliperJson},
    {.format = {"cpuprofile", "a profile of Chrome or Node", kProfile, kGivesNames | kGivesStacks},
     .is_it = IsCpuProfile,
     .read_stacks = ReadCpuProfile},
    {.format = {"dhat", "a heap profile of DHAT", kProfile, kGivesNames | kGivesStacks},
     .is_it = IsDhat,
     .read_stacks = ReadDhat},
    {.format = {"tau", "a profile of TAU", kProfile, kRegionsOfRanks | kGivesLabels},
     .is_it = IsTau,
     .read_stacks = ReadTau,
     .measure = MeasureTau,
     .list_files = ListTauFiles,
     .list_ranks = RanksOfTau},
    {.format = {"cube", "a Cube experiment of Score-P or Scalasca", kProfile, kRegionsOfRanks | kGivesLabels},
     .is_it = IsCube,
     .read_stacks = ReadCube,
     .measure = MeasureCube,
     .list_files = ListCubeFiles,
     .list_ranks = RanksOfCube},
    {.format = {"cube-set", "a directory of Cube experiments", kMeasurements, kGivesPoints},
     .is_it = IsCubeSet,
     .observe = ObserveCubeSet,
     .list_files = ListCubeSetFiles},
    {.format = {"extra-p-json", "measurements in Extra-P's JSON", kMeasurements, kGivesPoints},
     .is_it = IsExtraPJson,
     .observe = ReadExtraPJson},
    {.format = {"google-benchmark", "results of Google Benchmark", kMeasurements, kGivesPoints},
     .is_it = IsGoogleBenchmark,
     .observe = ReadGoogleBenchmark},
    {.format = {"hyperfine", "results of hyperfine", kMeasurements, kGivesPoints},
     .is_it = IsHyperfine,
     .observe = ReadHyperfine},
    {.format = {"pytest-benchmark", "results of pytest-benchmark", kMeasurements, kGivesPoints},
     .is_it = IsPytestBenchmark,
     .observe = ReadPytestBenchmark},
    {.format = {"criterion", "a sample of Criterion", kMeasurements, kGivesPoints},
     .is_it = IsCriterion,
     .observe = ReadCriterion},
    {.format = {"json-lines", "measurements in JSON Lines", kMeasurements, kGivesPoints},
     .is_it = IsJsonLines,
     .observe = ReadJsonLines},
    {.format = {"safari",
                "a timeline recording of Safari",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kNone, "open it in speedscope (www.speedscope.app), and read what that exports"},
                false},
     .is_it = IsSafariTimeline},
    {.format = {"chrome", "a trace in JSON", kTrace,
                kGivesStacks | kGivesCalls | kGivesThreads | kGivesRegions | kGivesPoints},
     .is_it = IsChromeTrace,
     .read_stacks = ReadChromeSamples,
     .require_stacks = RequireChromeSamples,
     .read_trace = ReadChromeTrace},
    {.format = {"austin", "a profile of Austin", kProfile, kStacksOfThreads},
     .is_it = IsAustin,
     .read_stacks = ReadAustin},
    {.format = {"callgrind", "a profile of Callgrind", kProfile, kGivesNames | kGivesCalls | kGivesRegions},
     .is_it = IsCallgrind,
     .read_stacks = ReadCallgrind,
     .measure = ReadCallgrindMeasurements},
    {.format = {"perf", "output of perf script", kProfile, kStacksOfThreads, {}, true, true},
     .is_it = IsPerfScript,
     .read_stacks = ReadPerfScript},
    {.format = {"lackey", "an address trace of lackey", kMeasurements, kGivesRegions},
     .is_it = IsAddressTrace,
     .measure = ReadAddressTrace},
    {.format = Foreign("jfr", "a recording of Java Flight Recorder", "jfrconv -o collapsed {} OUT.folded"),
     .is_it = IsFlightRecording},
    {.format = Foreign("heaptrack", "a recording of heaptrack", "heaptrack_print -F OUT.folded {}"),
     .is_it = IsHeaptrack},
    {.format = Foreign("pstats", "a profile of Python's cProfile", "pyprof2calltree -i {} -o callgrind.out"),
     .is_it = IsPstats},
    {.format =
         Foreign("xctrace", "a table of Instruments, exported by xctrace", "inferno-collapse-xctrace {} >OUT.folded"),
     .is_it = IsInstrumentsXml},
    {.format = Foreign("sample", "a report of macOS's sample", "inferno-collapse-sample {} >OUT.folded"),
     .is_it = IsMacSample},
    {.format = Foreign("vtune", "a table of VTune", "inferno-collapse-vtune {} >OUT.folded"), .is_it = IsVtuneTable},
    {.format = Foreign("vsprof", "a call tree of Visual Studio", "inferno-collapse-vsprof {} >OUT.folded"),
     .is_it = IsVisualStudioTable},
    {.format = Foreign("stackprof", "a profile of Ruby's stackprof", "stackprof --stackcollapse {} >OUT.folded"),
     .is_it = IsStackprof},
    {.format = Foreign("simpleperf", "a report of Android's simpleperf, for programs",
                       "pprof_proto_generator.py -i perf.data"),
     .is_it = IsSimpleperfReport},
    {.format = Foreign("dtrace", "stacks of DTrace", "inferno-collapse-dtrace {} >OUT.folded"),
     .is_it = IsDtraceStacks},
    {.format = Foreign("austin-binary", "a binary profile of Austin", "mojo2austin {} OUT.austin"),
     .is_it = IsAustinBinary},
    {.format = {"art", "a method trace of Android", kProfile, kGivesNames | kGivesStacks, kOpenInFirefoxProfiler,
                false},
     .is_it = IsArtTrace},
    {.format = {"v8-log",
                "a log of V8, as 'node --prof' writes it",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kNone, "record with 'node --cpu-prof' instead, whose .cpuprofile is read"},
                false},
     .is_it = IsV8Log},
    {.format = {"hpctoolkit",
                "a database of HPCToolkit",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kNone, "no command is known that converts it to a format read here"},
                false},
     .is_it = IsHpcToolkit},
    {.format = Foreign("instruments", "a recording of Instruments",
                       "xctrace export --input {} --xpath "
                       "'/trace-toc/*/data/table[@schema=\"time-profile\"]' >OUT.xml; inferno-collapse-xctrace OUT.xml "
                       ">OUT.folded"),
     .is_it = IsInstruments},
    {.format = Foreign("ghc", "a profiling report of GHC", "inferno-collapse-ghcprof {} >OUT.folded"),
     .is_it = IsGhcReport},
    {.format = {"ghc-json",
                "a profile of GHC in JSON",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kNone,
                 "record with '+RTS -p' instead of -pj, and convert PROGRAM.prof with 'inferno-collapse-ghcprof "
                 "PROGRAM.prof >OUT.folded'"},
                false},
     .is_it = IsGhcJson},
    // Files of any kind.
    {.format = {"zip", "a ZIP archive", kUnknown, kGivesNames, {RemedyKind::kNone, "unpack it with 'unzip {}'"}, false},
     .is_it = IsZip},
    {.format = {"utf-16",
                "text in UTF-16",
                kUnknown,
                kGivesNames,
                {RemedyKind::kConvertWith, "iconv -f UTF-16 -t UTF-8 {} >OUT"},
                false},
     .is_it = IsUtf16},
    {.format = Foreign("tau-merged", "TAU's profiles of several threads in one file", "paraprof --dump {}"),
     .is_it = IsMergedTau},
    {.format = {"metrics", "a CSV table with columns region, metric and value", kMeasurements, kGivesRegions},
     .is_it = IsMetricTable,
     .measure = ReadMetricTable},
    {.format = {"perf-stat", "counts of perf stat -x,", kMeasurements, kGivesRegions},
     .is_it = IsPerfStat,
     .measure = ReadPerfStat},
    {.format = {"likwid", "tables of likwid-perfctr -O", kMeasurements, kGivesRegions},
     .is_it = IsLikwid,
     .measure = ReadLikwid},
    {.format = {"benchmark-table", "a CSV table of benchmark results", kMeasurements, kGivesPoints},
     .is_it = IsBenchmarkTable,
     .observe = ReadBenchmarkTable},
    {.format = {"extra-p", "measurements in Extra-P's text", kMeasurements, kGivesPoints},
     .is_it = IsExtraPText,
     .observe = ReadExtraPText},
    {.format = {"listing", "a listing of gprof", kProfile, kGivesNames | kGivesCalls},
     .is_it = IsGprofListing,
     .read_stacks = ReadGprofListing},
    {.format = {"pprof-text", "a text profile of gperftools, Go or Java", kProfile,
                kGivesNames | kGivesStacks | kGivesThreads},
     .is_it = IsPprofText,
     .read_stacks = ReadPprofText},
    // Text can happen to be a valid message of pprof, but no such message is valid text.
    {.format = {"folded-difference",
                "folded stacks with two numbers in each line",
                kProfile,
                kGivesNames | kGivesStacks,
                {RemedyKind::kNone, "they are the two sides of a difference, and can only be compared with each other"},
                false},
     .is_it = IsFoldedDifference,
     .is_guess = true},
    {.format = {"folded-base", "the base of a difference in folded stacks", kProfile, kGivesNames | kGivesStacks},
     .is_it = IsNeverRecognised,
     .read_stacks = ReadFoldedBase},
    {.format = {"folded-other", "the other side of a difference in folded stacks", kProfile,
                kGivesNames | kGivesStacks},
     .is_it = IsNeverRecognised,
     .read_stacks = ReadFoldedOther},
    {.format = {"folded", "folded stacks", kProfile, kGivesNames | kGivesStacks},
     .is_it = IsFolded,
     .is_guess = true,
     .read_stacks = ReadFolded},
    {.format = {"csv",
                "a CSV table whose columns are not known",
                kUnknown,
                kGivesNames,
                {RemedyKind::kNone,
                 "it needs name and value, and perhaps a column for each parameter; or region, metric and value"},
                false},
     .is_it = IsOtherTable,
     .is_guess = true},
    {.format = {"otlp", "profiles of OpenTelemetry", kProfile, kStacksOfThreads},
     .is_it = IsOtlpProfiles,
     .is_guess = true,
     .read_stacks = ReadOtlpProfiles},
    {.format = {"pprof", "a profile of pprof", kProfile, kGivesNames | kGivesStacks | kGivesLabels},
     .is_it = IsPprof,
     .is_guess = true,
     .read_stacks = ReadPprof},
    {.format = {"record", "a folder of recorded runs", kRecord}, .is_it = IsRecordFolder},
    {.format = {"uftrace", "a trace of uftrace", kTrace, kGivesCalls | kGivesThreads | kGivesRegions | kGivesPoints},
     .is_it = IsUftrace,
     .read_trace = ReadUftrace,
     .list_files = ListUftraceFiles},
    {.format = {"otf2", "an OTF2 archive", kTrace, kGivesCalls | kGivesThreads | kGivesRegions | kGivesPoints},
     .is_it = IsOtf2,
     .read_trace = ReadOtf2,
     .list_files = ListOtf2Files},
    // Any other directory: one recording for each rank, or an error that says what is missing.
    {.format = {"ranks", "a directory", kTrace, kGivesCalls | kGivesThreads | kGivesRegions | kGivesPoints},
     .is_it = [](const FirstBytes& file) { return file.is_folder; },
     .read_trace = ReadRankFolder,
     .list_files = ListRankFiles},
};

}  // namespace

std::span<const FormatRow> FormatRows() { return kRows; }

const FormatRow& RowOf(const InputFormat& format) {
  return *std::ranges::find_if(kRows, [&format](const FormatRow& row) { return &row.format == &format; });
}

const FormatRow* FindRow(const FirstBytes& file) {
  const auto* const found = std::ranges::find_if(kRows, [&file](const FormatRow& row) { return row.is_it(file); });
  return found == std::end(kRows) ? nullptr : found;
}

const FormatRow* FindRow(const Input& input) { return input.format() == nullptr ? nullptr : &RowOf(*input.format()); }

std::vector<const InputFormat*> InputFormats() {
  std::vector<const InputFormat*> formats;
  for (const FormatRow& row : kRows) formats.push_back(&row.format);
  return formats;
}

const InputFormat* FindInputFormat(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kRows, [name](const FormatRow& row) { return row.format.name == name; });
  return found == std::end(kRows) ? nullptr : &found->format;
}

}  // namespace profdiff
