// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <catch2/catch.hpp>
#include <map>

#include "profdiff/models.h"
#include "profdiff/properties.h"
#include "read/cube/xml.h"
#include "read/file/zlib_block.h"
#include "support/gzip.h"
#include "support/stack_files.h"
#include "support/temporary_folder.h"
#include "values/loading_stacks.h"

namespace profdiff::cube_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

// Writes numbers in one byte order.
std::string Number(std::uint64_t value, int size, bool is_big = false) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * (is_big ? size - 1 - i : i));
  return bytes;
}

std::string Tar(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string tar;
  for (const auto& [name, content] : members) {
    std::string header(512, '\0');
    header.replace(0, name.size(), name);
    char size[13];
    std::snprintf(size, sizeof size, "%011o", static_cast<unsigned>(content.size()));
    header.replace(124, 11, size);
    header[156] = '0';
    header.replace(257, 5, "ustar");
    tar += header + content + std::string((512 - content.size() % 512) % 512, '\0');
  }
  return tar + std::string(1024, '\0');
}

std::string Index(const std::vector<std::uint32_t>& positions, bool is_big = false) {
  std::string index =
      "CUBEX.INDEX" + Number(1, 4, is_big) + Number(0, 2, is_big) + '\1' + Number(positions.size(), 4, is_big);
  for (const std::uint32_t position : positions) index += Number(position, 4, is_big);
  return index;
}

std::string Doubles(const std::vector<double>& values, bool is_big = false) {
  std::string bytes;
  for (const double value : values) bytes += Number(std::bit_cast<std::uint64_t>(value), 8, is_big);
  return bytes;
}

std::string Zlib(const std::string& bytes) {
  std::string packed(compressBound(bytes.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(size);
  return packed;
}

std::string PackedData(const std::vector<std::string>& rows) {
  std::string header = Number(rows.size(), 8), streams;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string packed = rows[i].empty() ? "" : Zlib(rows[i]);
    header += Number(i * 16, 8) + Number(streams.size(), 8) + Number(packed.size(), 8);
    streams += packed;
  }
  return "ZCUBEX.DATA" + header + streams;
}

// main calls f, which calls MPI_Send, and then g. Two processes with one thread each.
const std::string kAnchor = R"(<?xml version="1.0"?><cube version="4.4"><metrics>
<metric id="0" type="EXCLUSIVE"><uniq_name>visits</uniq_name><dtype>UINT32</dtype><uom>occ</uom></metric>
<metric id="1" type="INCLUSIVE"><uniq_name>time</uniq_name><dtype>DOUBLE</dtype><uom>sec</uom></metric>
<metric id="2" type="EXCLUSIVE"><uniq_name>min_time</uniq_name><dtype>MINDOUBLE</dtype><uom>sec</uom></metric>
</metrics><program>
<region id="0" mod="m.c"><name>main</name><paradigm>compiler</paradigm></region>
<region id="1" mod="m.c"><name>f&lt;int&gt;</name><paradigm>compiler</paradigm></region>
<region id="2" mod=""><name>MPI_Send</name><paradigm>mpi</paradigm></region>
<region id="3" mod="m.c"><name>g</name></region>
<cnode id="0" calleeId="0"><cnode id="1" calleeId="1"><cnode id="2" calleeId="2"></cnode></cnode>
<cnode id="3" calleeId="3"/></cnode></program>
<system><systemtreenode Id="0"><name>node</name>
<locationgroup Id="0"><name>Process</name><rank>0</rank><location Id="0"><name>a</name><rank>0</rank></location></locationgroup>
<locationgroup Id="1"><name>Process</name><rank>1</rank><location Id="1"><name>b</name><rank>0</rank></location></locationgroup>
</systemtreenode></system></cube>)";

// Rows of inclusive values are numbered main, f, g, MPI_Send; those of exclusive values main, f, MPI_Send, g.
std::string Experiment(double main_seconds = 10, bool is_big = false) {
  return Tar({{"0.index", Index({0, 1, 2, 3}, is_big)},
              {"0.data", "CUBEX.DATA" + Number(1, 4, is_big) + Number(1, 4, is_big) + Number(2, 4, is_big) +
                             Number(2, 4, is_big) + Number(5, 4, is_big) + Number(6, 4, is_big) + Number(3, 4, is_big) +
                             Number(3, 4, is_big)},
              {"1.index", Index({0, 1, 2, 3}, is_big)},
              {"1.data", "CUBEX.DATA" + Doubles({main_seconds, 20, 4, 4, 1, 2, 3, 1}, is_big)},
              {"2.index", Index({0}, is_big)},
              {"2.data", "CUBEX.DATA" + Doubles({1, 1}, is_big)},
              {"anchor.xml", kAnchor}});
}

const std::string kTree =
    "main@m.c 19000000000 0\nmain@m.c;f<int>@m.c 4000000000 0\nmain@m.c;f<int>@m.c;MPI_Send 4000000000 0\n"
    "main@m.c;g@m.c 3000000000 0\n";

}  // namespace

TEST_CASE("inclusive and exclusive values have different orders of nodes", "[cube]") {
  for (const bool is_big : {false, true}) {
    const StackProfile stacks = ReadText(Experiment(10, is_big));
    CHECK(stacks.format->name == "cube");
    CHECK(Describe(stacks) == kTree);
    const Profile profile = ProfileOfStacks(stacks);
    CHECK(profile.calls == std::vector<std::uint64_t>{11, 4, 6, 2});
    CHECK(stacks.threads.size() == 2);
    REQUIRE(stacks.remarks.size() == 1);
    CHECK(stacks.remarks[0].cause.starts_with("left out: 1 metric"));
  }
}

TEST_CASE("visits are an event and calls", "[cube]") {
  StackOptions options;
  options.event = "visits";
  CHECK(Describe(ReadText(Experiment(), options)) ==
        "main@m.c 2 0\nmain@m.c;f<int>@m.c 4 0\nmain@m.c;f<int>@m.c;MPI_Send 11 0\nmain@m.c;g@m.c 6 0\n");
}

TEST_CASE("paradigms are labels", "[cube]") {
  StackOptions options;
  options.labels = {{"paradigm", "^mpi$"}};  // "mpi" is in "compiler"
  CHECK(Describe(ReadText(Experiment(), options)) == "main@m.c;f<int>@m.c;MPI_Send 4000000000 0\n");
}

TEST_CASE("rows and descriptions can be packed", "[cube]") {
  const std::string packed = Tar({{"1.index", Index({0, 1, 2})},
                                  {"1.data", PackedData({Doubles({10, 20}), "", Doubles({1, 2})})},
                                  {"anchor.xml", tests::Gzip(kAnchor)}});
  CHECK(Describe(ReadText(packed)) == "main@m.c 27000000000 0\nmain@m.c;g@m.c 3000000000 0\n");
  CHECK(Describe(ReadText(tests::Gzip(packed))) == "main@m.c 27000000000 0\nmain@m.c;g@m.c 3000000000 0\n");
  CHECK_FALSE(UnpackZlib(Zlib("abc"), 4).has_value());
  CHECK(UnpackZlib(Zlib("abc"), 3) == "abc");
}

TEST_CASE("ranks of an experiment are read alone", "[cube]") {
  StackOptions options;
  options.processes = {"^0$"};
  CHECK(Describe(ReadText(Experiment(), options)) ==
        "main@m.c 5000000000 0\nmain@m.c;f<int>@m.c 1000000000 0\nmain@m.c;f<int>@m.c;MPI_Send 3000000000 0\n"
        "main@m.c;g@m.c 1000000000 0\n");
  const tests::TemporaryFolder folder;
  const std::string path = folder.Write("profile.cubex", Experiment());
  CHECK(RanksOf(path) == std::vector<std::uint32_t>{0, 1});
  CHECK(Describe(ReadStacks(folder.path())) == kTree);
  const Measurements made = ReadMeasurements(path);
  const std::size_t mpi = *made.FindMetric("mpi");
  double sum = 0;
  for (const Context& context : made.contexts) {
    if (context.region == made.phase) sum += context.values[mpi];
  }
  CHECK(sum == Approx(4));
}

TEST_CASE("damage in Cube's files has a place and a reason", "[cube]") {
  const std::string whole = Experiment();
  CHECK(ErrorText(whole.substr(0, 1400)).ends_with(": the archive ends within a file"));
  CHECK(ErrorText(Tar({{"1.data", "CUBEX.DATA"}})).ends_with(": the archive has no anchor.xml"));
  const auto with = [](const std::string& index, const std::string& data) {
    return Tar({{"1.index", index}, {"1.data", data}, {"anchor.xml", kAnchor}});
  };
  CHECK(ErrorText(with(Index({0, 1}), "CUBEX.DATA" + Doubles({1, 2, 3})))
            .ends_with(": 1.data row 2 of 2 is not complete"));
  CHECK(ErrorText(with(Index({9}), "CUBEX.DATA" + Doubles({1, 2}))).ends_with(": 1.data has a row for node 9 of 4"));
  CHECK(ErrorText(with(Index({0}), PackedData({"short"}))).ends_with(": 1.data row 1 of 1 cannot be unpacked"));
  CHECK(ErrorText(Tar({{"anchor.xml", "<cube><metrics>"}})).ends_with(": anchor.xml is damaged"));
}

TEST_CASE("directories of experiments are points", "[cube]") {
  const tests::TemporaryFolder folder;
  folder.Write("mm.p2.n1,5.k1.r1/profile.cubex", Experiment(10));
  folder.Write("mm.p2.n1,5.k1.r2/profile.cubex", Experiment(12));
  folder.Write("mm.p4.n1,5.k1.r1/profile.cubex", Experiment(30));
  folder.Write("mm.p4.n2.5.k1.r1/profile.cubex", Experiment(40));
  const Observations made = ReadObservations(folder.path());
  std::map<std::string, const ObservedSeries*> of_main;
  for (const ObservedSeries& series : made.series) {
    if (series.function == "main") of_main[series.metric] = &series;
  }
  REQUIRE(of_main.contains("time"));
  const ObservedSeries& time = *of_main["time"];
  CHECK(time.parameters == std::vector<std::string>{"n", "p"});
  REQUIRE(time.points.size() == 3);
  CHECK(time.points[0].at == std::vector<double>{1.5, 2});
  CHECK(time.points[0].values == std::vector<double>{30, 32});
  CHECK(time.points[2].values == std::vector<double>{60});
  CHECK(of_main["self"]->points[0].values == std::vector<double>{19, 21});
  CHECK(of_main.contains("visits"));
}

TEST_CASE("for weak scaling, each location gives a value", "[cube]") {
  const tests::TemporaryFolder folder;
  folder.Write("mm.p2/profile.cubex", Experiment(10));
  folder.Write("mm.p4/profile.cubex", Experiment(30));
  const Observations sums = ReadObservations(folder.path());
  const Observations made = ReadObservations(folder.path(), "", ObservedLocations::kEach);
  REQUIRE(made.series.size() == sums.series.size());
  bool differ = false;
  for (std::size_t i = 0; i < made.series.size(); ++i) {
    for (std::size_t point = 0; point < 2; ++point) {
      const std::vector<double>& each = made.series[i].points[point].values;
      REQUIRE(each.size() == 2);
      CHECK(std::vector{each[0] + each[1]} == sums.series[i].points[point].values);
      differ = differ || each[0] != each[1];
    }
  }
  CHECK(differ);
}

TEST_CASE("XML has elements, attributes and entities", "[cube]") {
  XmlScanner xml("<?xml?><!-- <x> --><a k='1 &lt; 2' j=\"&#65;\"><b/>text &amp; <![CDATA[<raw>]]></a>");
  CHECK(xml.Next() == XmlScanner::Event::kStart);
  CHECK(xml.name() == "a");
  CHECK(xml.Attribute("k") == "1 < 2");
  CHECK(xml.Attribute("j") == "A");
  CHECK(xml.Next() == XmlScanner::Event::kStart);
  CHECK(xml.Next() == XmlScanner::Event::kEnd);
  CHECK(xml.name() == "b");
  CHECK(xml.Next() == XmlScanner::Event::kEnd);
  CHECK(xml.Text() == "text & <raw>");
  CHECK(xml.Next() == XmlScanner::Event::kAtEnd);
  CHECK(XmlScanner("<a></b>").Next() == XmlScanner::Event::kStart);
  XmlScanner open("<a>");
  open.Next();
  CHECK(open.Next() == XmlScanner::Event::kDamaged);
}

}  // namespace profdiff::cube_test
