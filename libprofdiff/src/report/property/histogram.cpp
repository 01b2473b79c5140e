// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the numbers of memory references by address. The references come from a trace recorded by valgrind's lackey,
// which is replayed in a simulated cache. Test: tests/unit/report/property/texts_test.cpp.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "report/format/text_table.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

void RequireHistogram(const Measurements& measurements) {
  if (!measurements.histogram.empty()) return;
  throw Error(ErrorCode::kBadArgument, "no references by address: they need an address trace of lackey");
}

Fields<AddressBucket> BucketFields() {
  Fields<AddressBucket> fields;
  fields.Add("dataStructure", [](const AddressBucket& bucket) { return Cell(AsUtf8(bucket.data_structure)); });
  fields.Add("rank", [](const AddressBucket& bucket) { return OrNull(bucket.location.rank); });
  fields.Add("address", [](const AddressBucket& bucket) { return bucket.address; });
  fields.Add("begin", [](const AddressBucket& bucket) { return bucket.begin; });
  fields.Add("end", [](const AddressBucket& bucket) { return bucket.end; });
  // Dr, Dw, D1mr and D1mw are callgrind's names for reads, writes, read misses and write misses. The last three fields
  // divide the misses by their cause (Hill's three Cs).
  fields.Add("Dr", [](const AddressBucket& bucket) { return bucket.reads; });
  fields.Add("Dw", [](const AddressBucket& bucket) { return bucket.writes; });
  fields.Add("D1mr", [](const AddressBucket& bucket) { return bucket.read_misses; });
  fields.Add("D1mw", [](const AddressBucket& bucket) { return bucket.write_misses; });
  fields.Add("D1compulsory", [](const AddressBucket& bucket) { return bucket.compulsory; });
  fields.Add("D1capacity", [](const AddressBucket& bucket) { return bucket.capacity; });
  fields.Add("D1conflict", [](const AddressBucket& bucket) { return bucket.conflict; });
  return fields;
}

// The buckets of one data structure, which are adjacent in the histogram.
struct Structure {
  std::span<const AddressBucket> buckets;
  std::uint64_t references = 0, misses = 0;

  const AddressBucket& first() const { return buckets.front(); }
};

bool IsSameStructure(const AddressBucket& a, const AddressBucket& b) {
  return a.location == b.location && a.data_structure == b.data_structure && a.address == b.address;
}

// Returns the data structures, sorted by misses, then by references, both in descending order.
std::vector<Structure> StructuresOf(std::span<const AddressBucket> buckets) {
  std::vector<Structure> structures;
  while (!buckets.empty()) {
    const auto is_other = [&](const AddressBucket& bucket) { return !IsSameStructure(bucket, buckets.front()); };
    const auto end = std::ranges::find_if(buckets, is_other) - buckets.begin();
    Structure& made = structures.emplace_back();
    made.buckets = buckets.first(static_cast<std::size_t>(end));
    for (const AddressBucket& bucket : made.buckets) {
      made.references += bucket.references();
      made.misses += bucket.misses();
    }
    buckets = buckets.subspan(made.buckets.size());
  }
  std::ranges::stable_sort(structures, std::greater<>(),
                           [](const Structure& made) { return std::pair(made.misses, made.references); });
  return structures;
}

double Share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

// Returns the name of a data structure, its address and its rank, for example "un at 0x4f40" or "heap at 0x4d46000,
// rank 1".
std::string NameOf(const AddressBucket& bucket) {
  std::string name = NameText(bucket.data_structure) + " at 0x";
  AppendHex(name, bucket.address);
  if (bucket.location.rank) name += ", " + LocationText(bucket.location);
  return name;
}

// Length, in characters, of the bar for the bucket with the most misses; chosen so that lines have 80 columns.
constexpr std::size_t kLongestBar = 12;

void WriteBuckets(std::string& out, const Structure& structure) {
  out += "\n" + NameOf(structure.first()) + ", " + Plural(structure.buckets.back().end, "byte") + ": " +
         Plural(structure.references, "reference") + ", " + Plural(structure.misses, "miss") + "\n";
  std::vector<TableColumn> columns = ListColumns("begin end Dr Dw D1mr D1mw misses");
  for (TableColumn& column : columns) column.width = 10;
  columns[0].unit = columns[1].unit = "byte";
  columns.back().width = 0;
  columns.back().gap = 2;
  const auto by_misses = [](const AddressBucket& bucket) { return bucket.misses(); };
  const std::uint64_t most = std::ranges::max(structure.buckets, {}, by_misses).misses();
  TextTableWriter writer(out);
  writer.StartTable("buckets", columns);
  // The bar is the last cell of a row. Its column needs no width, because nothing follows.
  for (const AddressBucket& bucket : structure.buckets) {
    for (const std::uint64_t number :
         {bucket.begin, bucket.end, bucket.reads, bucket.writes, bucket.read_misses, bucket.write_misses}) {
      writer.AddCell(number);
    }
    writer.AddCell(std::string(static_cast<std::size_t>(std::lround(Share(bucket.misses(), most) * kLongestBar)), '#'));
    writer.EndRow();
  }
  writer.EndTable();
}

void WriteText(std::string& out, const Measurements& measurements) {
  const std::vector<Structure> structures = StructuresOf(measurements.histogram);
  std::uint64_t misses = 0, references = 0;
  for (const Structure& structure : structures) {
    misses += structure.misses;
    references += structure.references;
  }
  out += InputsText(measurements) + ": " + Plural(references, "reference") + " and " + Plural(misses, "miss") + " of " +
         PhaseText(measurements) + ", by address in " + Plural(structures.size(), "data structure") + ":\n";
  constexpr std::size_t kNamed = 8;
  for (std::size_t i = 0; i < std::min(kNamed, structures.size()); ++i) {
    out += "  " + NameOf(structures[i].first()) + ": " + Percent(Share(structures[i].misses, misses)) +
           " of the misses, " + Percent(Share(structures[i].references, references)) + " of the references\n";
  }
  if (structures.size() > kNamed) out += "  and " + std::to_string(structures.size() - kNamed) + " more, see below\n";
  for (const Structure& structure : structures) WriteBuckets(out, structure);
}

}  // namespace

void WriteHistogram(std::string& out, const TableFormat& format, const Measurements& measurements) {
  RequireHistogram(measurements);
  if (format.is_text) return WriteText(out, measurements);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const Fields<AddressBucket> fields = BucketFields();
  if (writer->IsDocument()) {
    WriteDocumentHead(*writer, "addressHistogram");
    AddRun(*writer, measurements);
    WriteObjects(*writer, "buckets", fields, measurements.histogram);
  } else {
    WriteRows(*writer, "buckets",
              ListColumns("begin end Dr Dw D1mr D1mw D1compulsory D1capacity D1conflict address rank dataStructure"),
              fields, measurements.histogram);
  }
  writer->Finish();
}

}  // namespace profdiff
