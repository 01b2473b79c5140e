// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for every text of a ranking, made from small runs in which one thread behaves differently.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/ranking.h"
#include "report/ranking/evidence.h"
#include "support/gml_reader.h"
#include "support/trace_builder.h"

namespace profdiff::texts_test {
namespace {

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Trace Run(const std::string& calls_of_1) {
  TraceBuilder builder;
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    builder.Thread("main(MPI_Init,a,b,a,b,a,b" + (rank == 1 ? calls_of_1 : ",lock,unlock") + ")", rank);
  }
  return builder.Build();
}

// Two good runs and a bad one, with the texts of their ranking.
class Scene {
 public:
  explicit Scene(const std::string& calls_of_1) : bad_(Run(calls_of_1)) {
    options_.rows = {AttributeRows().begin(), AttributeRows().end()};
    ranking_ = RankThreads(good_runs_, bad_runs_, options_);
  }
  RankingView View() const { return {ranking_, options_, {"one", "two"}, {"three"}}; }

  template <class Write>
  std::string Text(Write write) const {
    std::string out;
    write(out, View());
    return out;
  }

 private:
  const Trace good_[2] = {Run(",lock,unlock"), Run(",lock,unlock")};
  const Trace bad_;
  const Trace* const good_runs_[2] = {&good_[0], &good_[1]};
  const Trace* const bad_runs_[1] = {&bad_};
  RankOptions options_;
  ThreadRanking ranking_;
};

constexpr AttributeRow kEntries = {AttributeOf::kEntries, AttributeFrequency::kNone};

}  // namespace

TEST_CASE("a verdict names the thread and its reason", "[rank_report]") {
  const std::string text = Scene(",x,y,z").Text(WriteRankVerdict);
  CHECK(Has(text, "2 good runs, 1 bad; 3 ranks, 3 threads; filter 11.1K10\n"));
  CHECK(Has(text, "differs: 1 thread of 3\n"));
  CHECK(Has(text, "suspect: 1.0, beyond 0."));
  CHECK(Has(text, "  lost: lock, unlock\n  new: x, y, z\n"));
  CHECK(Has(text, "  in main after b, good runs call a or call lock; here x (call 9, "));
  CHECK(Has(Scene(",lock,unlock").Text(WriteRankVerdict), "none: no thread differs by more than good runs do\n"));
}

TEST_CASE("tables and folded traces have every thread", "[rank_report]") {
  const Scene scene(",x,y,z");
  const std::string table = scene.Text(WriteRankTable);
  for (const char* part : {"thread 0", ":(0_0,1_0):", ":(1_0,2_0):", "Average", "Min", "Max", "\n1.0     0."}) {
    INFO(part);
    CHECK(Has(table, part));
  }
  const std::string folded = scene.Text(WriteFoldedTraces);
  CHECK(Has(folded, "good one\n0.0: 10 calls, 5 entries\n  main MPI_Init L0^3 lock unlock\n"));
  CHECK(Has(folded, "\nL0 = [a b]\n"));
  const std::string classes = scene.Text(WriteThreadClasses);
  CHECK(Has(classes, "bad three\n  5 attributes: 0.0 2.0\n  6 attributes: 1.0\n"));
}

TEST_CASE("differences are side by side, equal parts are in one line", "[rank_report]") {
  const Scene scene(",x,y,z");
  std::string text;
  WriteDiffNlr(text, scene.View(), {1, 0});
  CHECK(Has(text, "  1.0 in good one"));
  CHECK(Has(text, "< lock\n"));
  CHECK(Has(text, "> "));
  text.clear();
  WriteDiffNlr(text, scene.View(), {0, 0});
  CHECK(Has(text, "(5 equal: main … unlock)\n"));
  text.clear();
  WritePairDiffNlr(text, scene.View(), {1, 0}, {2, 0});
  CHECK(Has(text, "1.0 in bad three"));
  CHECK(Has(text, "1.0 in good one"));
  CHECK_THROWS_AS(WriteDiffNlr(text, scene.View(), {7, 7}), Error);
}

TEST_CASE("tables, lattice and document can be read by programs", "[rank_report]") {
  const Scene scene(",x,y,z");
  std::string csv;
  WriteRanking(csv, *FindTableFormat("csv"), scene.View());
  CHECK(Has(csv, "rank,thread,change,noise,beyond,lost,new,id\r\n"));
  CHECK(Has(csv, "lock unlock,x y z,1.0\r\n"));
  std::string context;
  WriteContextCsv(context, scene.View(), kEntries);
  CHECK(context.substr(0, context.find('\r')) == "side,run,thread,MPI_Init,lock,main,unlock,x,y,z,L0");
  CHECK(Has(context, "good,0,0.0,1,1,1,1,0,0,0,1\r\n"));
  std::string similarities;
  WriteSimilaritiesCsv(similarities, scene.View(), kEntries);
  CHECK(Has(similarities, "side,run,thread,0.0,1.0,2.0\r\n"));
  CHECK(Has(similarities, "bad,0,0.0,1,0.375,1\r\n"));
  std::string gml;
  WriteLatticeGml(gml, scene.View(), kEntries);
  CHECK(ReadGmlStrictly(gml).nodes.size() == 4);
  std::string json;
  WriteRanking(json, *FindTableFormat("json"), scene.View(), {true, {{1, 0}}});
  for (const char* part :
       {R"("kind": "threadRanking")", R"("suspects":["1.0"])", R"("mark":"left")", R"("jsm":[)", R"("body":["a","b"])",
        R"("folded":["main","MPI_Init","L0^3")", R"("members":[[["0.0","1.0","2.0"]],)",
        R"("kind":"step","call":"x","text":"in main after b)"}) {
    INFO(part);
    CHECK(Has(json, part));
  }
}

TEST_CASE("a page contains the ranking, and untrusted names are text in it", "[rank_report]") {
  const Scene scene(",</script><b>,y,z");
  std::string page;
  if (!CanWritePage()) {
    CHECK_THROWS_AS(WriteRankingPage(page, scene.View()), Error);
    return;
  }
  WriteRankingPage(page, scene.View());
  CHECK(Has(page, "\"threads\": [\"0.0\",\"1.0\",\"2.0\"]"));
  CHECK(Has(page, "\\u003c/script\\u003e"));
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; ++at) ++ends;
  CHECK(ends == 6);
}

TEST_CASE("a thread that differs and takes far longer than its peers has a line about its time", "[rank_report]") {
  const Scene scene(",x,y,z");
  const RankingView view = scene.View();
  ThreadRanking ranking = view.ranking;
  ranking.verdict = RankVerdict::kDiffers;
  ranking.stops.slower = {{{1, 0}, "x", 1'212'000'000, 129'000'000, SlowerFunction::What::kSelf}};
  const auto text_of = [&] {
    std::string text;
    WriteRankVerdict(text, {ranking, view.options, view.good_labels, view.bad_labels});
    return text;
  };
  CHECK(Has(text_of(), "\nslower: 1.0 in x: 1.212 s, in other threads at most 0.129 s\n"));
  ranking.stops.slower.front().what = SlowerFunction::What::kLonger;
  CHECK_FALSE(Has(text_of(), "slower: "));
}

TEST_CASE("a run alone is described", "[rank_report]") {
  const Trace run = Run(",x");
  const RankOptions options;
  const ThreadRanking result = DescribeThreads(run, options);
  std::string text;
  WriteRanking(text, *FindTableFormat("text"), {result, options, {}, {"alone"}});
  CHECK(text ==
        "3 ranks, 3 threads, 1 loop; filter 11.1K10\nclasses: 2 of threads that call the same functions and "
        "loops\nends: 3 threads finished\nslower: 1.0 takes longer than threads with the same work\n"
        "  1.0 in x: 0.000 s, in other threads at most 0.000 s\n");
}

}  // namespace profdiff::texts_test
