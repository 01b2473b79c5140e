// SPDX-License-Identifier: GPL-3.0-or-later
// Shows how to add a format of tables and a subject with tables. The format is Markdown: a class that can write every
// subject, and a row in the list of formats. The subject is sales, which every format can write.
#include "report/format/table.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "profdiff/formats.h"
#include "profdiff/ranks.h"
#include "profdiff/significance.h"
#include "report/format/csv.h"
#include "report/format/json.h"
#include "report/format/text_table.h"
#include "support/example_runs.h"

namespace profdiff::table_test {
namespace {

// ---- a format: one class ----

class MarkdownWriter : public TableWriter {
 public:
  explicit MarkdownWriter(std::string& out) : out_(out) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override {
    out_.append("## ").append(name).append("\n");
    for (const TableColumn& column : columns) out_.append("| ").append(column.heading).append(" ");
    out_ += "|\n";
    for (std::size_t i = 0; i < columns.size(); ++i) out_ += "|---";
    out_ += "|\n";
  }
  void AddCell(const Cell& cell) override { out_.append("| ").append(CellText(cell)).append(" "); }
  void EndRow() override { out_ += "|\n"; }
  void Finish() override { out_ += "<!-- end -->\n"; }

 private:
  std::string& out_;
};

// ---- and one row ----

constexpr TableFormat kMarkdown = {"markdown", ".md", [](std::string& out) -> std::unique_ptr<TableWriter> {
                                     return std::make_unique<MarkdownWriter>(out);
                                   }};

// ---- a subject: one function ----

struct Sale {
  std::string what;
  double net, gross;
};

void WriteSales(TableWriter& writer, const std::vector<Sale>& sales) {
  Fields<Sale> fields;
  fields.Add("what", [](const Sale& sale) { return sale.what; });
  fields.Add("price.net", [](const Sale& sale) { return sale.net; });
  fields.Add("price.gross", [](const Sale& sale) { return sale.gross; });
  if (writer.IsDocument()) {
    WriteDocumentHead(writer, "sales");
    WriteObjects(writer, "sales", fields, sales);
  } else {
    WriteRows(writer, "sales", ListColumns("gross=price.gross what nobody=knows"), fields, sales);
  }
  writer.Finish();
}

const std::vector<Sale> kSales = {{"tea", 1.5, 1.75}, {"a, b", 0.25, 0.5}};

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr MachineListings kAll{true, true, true};

}  // namespace

TEST_CASE("all formats write a new subject") {
  std::string csv, text, markdown;
  CsvWriter csv_writer(csv);
  WriteSales(csv_writer, kSales);
  CHECK(csv == "gross,what\r\n1.75,tea\r\n0.5,\"a, b\"\r\n");
  TextTableWriter text_writer(text);
  WriteSales(text_writer, kSales);
  CHECK(Has(text, "1.75 tea\n"));
  MarkdownWriter markdown_writer(markdown);
  WriteSales(markdown_writer, kSales);
  CHECK(markdown == "## sales\n| gross | what |\n|---|---|\n| 1.75 | tea |\n| 0.5 | a, b |\n<!-- end -->\n");
  std::string json;
  JsonWriter json_writer(json);
  WriteSales(json_writer, kSales);
  CHECK(json ==
        "{\n\"schema\": \"egprof-1\",\n\"version\": \"1.1\",\n\"kind\": \"sales\",\n\"sales\": [\n"
        "  {\"what\":\"tea\",\"price\":{\"net\":1.5,\"gross\":1.75}},\n"
        "  {\"what\":\"a, b\",\"price\":{\"net\":0.25,\"gross\":0.5}}\n]\n}\n");
  for (const TableFormat& format : TableFormats()) {
    std::string out;
    WriteSales(*format.start(out), kSales);
    CHECK(Has(out, "tea"));
  }
}

TEST_CASE("a new format writes all subjects") {
  const TestExecution base = CycleBase(), other = CycleOther();
  const Difference difference = SubtractTests(base, other);
  Significance significance;
  significance.functions.resize(difference.functions.size());
  RankStatistics ranks;
  ranks.Add(base.profile, 0);
  ranks.Add(base.profile, 1);
  const CallGraph graph = MakeCallGraph(base.profile, base.selection);

  std::string one, two, ranks_of_one, ranks_of_two;
  WriteListings(one, kMarkdown, Execution{base.functions, base.profile, graph, base.selection}, "label", kAll, {});
  WriteListings(two, kMarkdown, difference, {}, &significance, kAll, {});
  WriteRanks(ranks_of_one, kMarkdown, base.functions, ranks, "label", {});
  WriteRanks(ranks_of_two, kMarkdown, MatchFunctions(base.functions, base.functions, true), ranks, ranks, {}, {});
  for (const std::string& text : {one, two}) {
    for (const char* table : {"## flat\n", "## graph\n", "## counts\n"}) CHECK(Has(text, table));
    for (const char* row : {"\n| function |", "\n| cycle |", "\n| arc |"}) CHECK(Has(text, row));
  }
  CHECK(Has(two, "| significant |"));
  CHECK(Has(ranks_of_one, "## ranks\n| lost | mean |"));
  CHECK(Has(ranks_of_two, "## ranks\n| baseLost | otherLost |"));
  for (const std::string& text : {one, two, ranks_of_one, ranks_of_two}) CHECK(text.ends_with("<!-- end -->\n"));
}

TEST_CASE("formats are found by their names") {
  REQUIRE(FindTableFormat("csv") != nullptr);
  CHECK(FindTableFormat("csv")->extension == ".csv");
  CHECK(FindTableFormat("CSV") == nullptr);
  CHECK(FindTableFormat("") == nullptr);
}

TEST_CASE("columns from a list") {
  const std::vector<TableColumn> columns = ListColumns("a b=x.y c=d|e");
  REQUIRE(columns.size() == 3);
  CHECK((columns[0].heading == "a" && columns[0].key == "a" && columns[0].otherwise.empty()));
  CHECK((columns[1].heading == "b" && columns[1].key == "x.y"));
  CHECK((columns[2].heading == "c" && columns[2].key == "d" && columns[2].otherwise == "e"));
}

TEST_CASE("rows of two kinds in one table") {
  Fields<int> numbers;
  numbers.Add("d", [](int number) { return number; });
  numbers.AddForTables("empty", [](int) { return Cell(); });
  Fields<std::string> texts;
  texts.Add("e", [](const std::string& text) { return text; });
  std::vector<TableColumn> columns = KnownColumns(ListColumns("c=d|e lost=nowhere empty"), numbers, texts);
  REQUIRE(columns.size() == 2);
  columns[1].zero = true;
  CHECK(numbers.Columns().size() == 1);
  std::string out;
  CsvWriter csv(out);
  csv.StartTable("t", columns);
  RowWriter(csv, columns, numbers).Write(7);
  RowWriter(csv, columns, texts).Write("x");
  CHECK(out == "c,empty\r\n7,0\r\nx,0\r\n");
}

TEST_CASE("tables for people: widths, gaps, digits, units, and wide cells move the rest") {
  Fields<double> fields;
  fields.Add("real", [](double value) { return value; });
  fields.Add("ns", [](double value) { return static_cast<std::int64_t>(value); });
  fields.Add("text", [](double value) { return value < 0 ? Cell() : Cell("ab"); });
  const TableColumn columns[] = {{.heading = "r", .key = "real", .unit = "s", .width = 6, .gap = 0, .digits = 1},
                                 {.heading = "time", .key = "ns", .unit = "us", .width = 8, .unit_size = 1000},
                                 {.heading = "t", .key = "text", .width = 3, .gap = 2, .left = true},
                                 {.heading = "last", .key = "text", .gap = 2}};
  std::string out;
  TextTableWriter writer(out);
  WriteRows(writer, "t", columns, fields, std::vector<double>{1234.56, -1499.0, 123456789012.0});
  CHECK(out ==
        "     r     time  t  \n"
        "     s       us       last\n"
        "1234.6    1.234  ab   ab\n"
        "-1499.0   -1.499       \n"
        "123456789012.0 123456789.012  ab   ab\n");
}

}  // namespace profdiff::table_test
