// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a ranking as a page, which is drawn by libprofdiff/page/ranking.*. If there are more than 1,000 threads,
// threads whose attributes are equal in every run share a line of the heat maps. Tests:
// tests/unit/report/ranking/texts_test.cpp, tests/cli/rank/run.py.
#include "profdiff/formats.h"
#include "profdiff/ranking.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "base/name_parts.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json.h"
#include "report/format/json_text.h"
#include "report/ranking/evidence.h"
#include "report/ranking/layout.h"
#include "report/ranking/names.h"
#include "report/ranking/page_view.h"
#include "report/ranking/ranking_files.h"  // generated at build time
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostLines = 1000;  // maximum number of lines, and also of columns, of a heat map
// Maximum number of loops on the page, and maximum number of characters shown of each loop's body.
constexpr std::size_t kMostLoops = 400, kMostOfBody = 2000;
constexpr std::size_t kMostDrawn = 400;  // maximum number of concepts drawn; larger lattices are unreadable

// Appends a JSON list without blanks between its values, because lists can be long.
template <class Values, class Append>
void AppendList(std::string& out, const Values& values, Append append) {
  AppendJsonList(out, values, append, ",");
}

// A line of the heat maps: one thread, or several threads that are equal in every run.
using Group = std::vector<ThreadKey>;

class PageData {
 public:
  PageData(std::string& out, const RankingView& view) : out_(out), view_(view), result_(view.ranking) {
    for (const ScoreRow& row : result_.ranking.rows)
      attributes_.push_back(FindAttributes(result_.folded[row.filter], row.attributes));
    MakeGroups();
  }

  void Write() {
    JsonObject json(out_);
    std::string verdict;
    RankingView unbroken = view_;
    unbroken.columns = 0;
    WriteRankVerdict(verdict, unbroken);
    json.Text("verdict", verdict);
    json.Key("threads");
    AppendList(out_, groups_, [this](const Group& group) { AppendJsonString(out_, ThreadsText(group)); });
    json.Key("sizes");
    AppendList(out_, groups_, [this](const Group& group) { AppendCount(out_, std::uint64_t{group.size()}); });
    json.Count("leftOut", std::uint64_t{left_out_}).Key("rows");
    AppendList(out_, result_.ranking.by_b_score, [this](std::size_t row) { WriteRow(row); });
    json.Key("ranking");
    AppendList(out_, result_.ranking.ranked, [this](std::size_t i) { WriteRanked(result_.ranking.threads[i]); });
    json.Key("lattice");
    WriteLattice();
    json.Key("loops");
    WriteLoops();
    json.End();
  }

 private:
  // Attributes of a thread, for each row of the ranking and each run of that row.
  using Signature = std::vector<AttributeSet>;

  // Groups threads by their attributes in all rows of the ranking and all runs. Equal threads have equal similarities,
  // so each group needs only one representative.
  void MakeGroups() {
    std::vector<ThreadKey> ids;
    for (const RankedThread& thread : result_.ranking.threads) ids.push_back(thread.id);
    if (ids.size() <= kMostLines) {
      for (ThreadKey id : ids) groups_.push_back({id});
      return;
    }
    std::map<Signature, std::size_t> known;
    for (ThreadKey id : ids) {
      Signature signature;
      for (std::size_t row = 0; row < attributes_.size(); ++row) {
        for (std::size_t run = 0; run < attributes_[row].runs.size(); ++run) {
          const AttributeSet* set = SetOf(row, run, id);
          signature.push_back(set != nullptr ? *set : AttributeSet());
        }
      }
      const auto [found, is_new] = known.emplace(std::move(signature), groups_.size());
      if (is_new) groups_.emplace_back();
      groups_[found->second].push_back(id);
    }
    // If there are too many groups, the last ones are omitted; the page shows how many.
    left_out_ = groups_.size() - std::min(groups_.size(), kMostLines);
    groups_.resize(groups_.size() - left_out_);
  }

  const AttributeSet* SetOf(std::size_t row, std::size_t run, ThreadKey id) const {
    const std::vector<FoldedThread>& threads = result_.folded[result_.ranking.rows[row].filter].runs[run];
    const auto found = std::ranges::lower_bound(threads, id, {}, &FoldedThread::id);
    if (found == threads.end() || found->id != id) return nullptr;
    return &attributes_[row].runs[run][static_cast<std::size_t>(found - threads.begin())];
  }

  void WriteRow(std::size_t index) {
    const ScoreRow& row = result_.ranking.rows[index];
    const std::size_t runs = attributes_[index].runs.size();
    JsonObject json(out_);
    json.Text("name", view_.options.filters[row.filter].code + " " + std::string(NameOf(row.attributes)));
    json.Key("classes");
    WriteClasses(index, view_.ranking.ranking.good < runs ? view_.ranking.ranking.good : 0);
    json.Key("good");
    WriteMean(index, 0, view_.ranking.ranking.good);
    json.Key("bad");
    WriteMean(index, view_.ranking.ranking.good, runs);
    json.End();
  }

  // Writes, for each line of the heat maps, the class of its threads in the given run. Classes are numbered in order of
  // occurrence.
  void WriteClasses(std::size_t row, std::size_t run) {
    std::map<AttributeSet, std::size_t> classes;
    AppendList(out_, groups_, [&](const Group& group) {
      const AttributeSet* set = SetOf(row, run, group.front());
      const auto found = classes.emplace(set != nullptr ? *set : AttributeSet(), classes.size()).first;
      AppendCount(out_, std::uint64_t{found->second});
    });
  }

  // Writes the similarity of each pair of lines, as a mean over the runs that contain the threads of both lines. Values
  // are in thousandths, because integers are shorter than decimals.
  void WriteMean(std::size_t row, std::size_t first_run, std::size_t end_run) {
    const std::size_t n = groups_.size();
    std::vector<double> sums(n * n), counts(n * n);
    for (std::size_t run = first_run; run < end_run; ++run) {
      std::vector<AttributeSet> sets;
      std::vector<std::size_t> lines;
      for (std::size_t i = 0; i < n; ++i) {
        const AttributeSet* set = SetOf(row, run, groups_[i].front());
        if (set == nullptr) continue;
        sets.push_back(*set);
        lines.push_back(i);
      }
      const Similarities similarities = FindSimilarities(sets, view_.options.threads);
      for (std::size_t a = 0; a < lines.size(); ++a) {
        for (std::size_t b = 0; b < lines.size(); ++b) {
          sums[lines[a] * n + lines[b]] += similarities.At(a, b);
          counts[lines[a] * n + lines[b]] += 1;
        }
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = counts[i] > 0 ? sums[i] / counts[i] : 0;
    AppendList(out_, sums,
               [this](double value) { AppendCount(out_, static_cast<std::int64_t>(std::lround(value * 1000))); });
  }

  void WriteRanked(const RankedThread& thread) {
    out_ += '[';
    AppendJsonString(out_, ThreadText(thread.id));
    for (double value : {thread.beyond, thread.change, thread.noise}) {
      out_ += ',';
      AppendFixed(out_, value, 0, 4);
    }
    const bool suspect = std::ranges::find(result_.suspects, thread.id) != result_.suspects.end();
    out_ += suspect ? ",true]" : ",false]";
  }

  void WriteLattice() {
    const FoldedTraces& folded = result_.folded.front();
    const std::size_t run = view_.ranking.ranking.good < folded.runs.size() ? view_.ranking.ranking.good : 0;
    const FormalContext context = ContextOf(FindAttributes(folded, kPlainEntries), run);
    // Null if the lattice has more than kMostDrawn concepts; the page then shows a message in its place.
    const std::optional<Lattice> lattice = MakeLattice(context, kMostDrawn);
    if (!lattice) {
      out_ += "null";
      return;
    }
    const std::vector<ConceptPlace> places = PlaceConcepts(*lattice);
    JsonObject json(out_);
    json.Key("nodes");
    std::size_t i = 0;
    AppendList(out_, lattice->concepts,
               [&](const Concept& node) { WriteConcept(node, places[i++], context, folded.runs[run]); });
    json.Key("edges");
    std::vector<std::string> edges;
    for (std::size_t from = 0; from < lattice->concepts.size(); ++from) {
      for (ConceptId to : lattice->concepts[from].below) {
        edges.push_back("[" + std::to_string(from) + "," + std::to_string(to.value) + "]");
      }
    }
    AppendList(out_, edges, [this](const std::string& edge) { out_ += edge; });
    json.End();
  }

  // Writes pairs such as ["L0", "[a b]"] for the loops in the traces folded with the first filter.
  void WriteLoops() {
    const FoldedTraces& folded = result_.folded.front();
    const EntryNames names(folded, view_.demangle);
    std::vector<LoopId> loops;
    for (std::size_t i = 0; i < std::min(folded.loops.size(), kMostLoops); ++i) loops.emplace_back(i);
    AppendList(out_, loops, [&](LoopId loop) {
      out_ += '[';
      AppendJsonString(out_, "L" + std::to_string(loop.value));
      out_ += ',';
      AppendJsonString(out_, CutToCharacters(names.Body(loop), kMostOfBody, "…"));
      out_ += ']';
    });
  }

  // Writes a concept as [x, y, attributes, threads, number of threads]; an array is shorter than an object with keys.
  void WriteConcept(const Concept& node, ConceptPlace place, const FormalContext& context,
                    std::span<const FoldedThread> threads) {
    std::string attributes;
    for (std::uint32_t attribute : node.own_attributes) {
      const std::string name = DemangledName(context.attributes[attribute], view_.demangle);
      attributes.append(attributes.empty() ? "" : ", ").append(WithoutControls(AsUtf8(name)));
    }
    std::vector<ThreadKey> ids;
    for (std::uint32_t object : node.own_objects) ids.push_back(threads[object].id);
    out_ += '[';
    AppendFixed(out_, place.x, 0, 0);
    out_ += ',';
    AppendFixed(out_, place.y, 0, 0);
    out_ += ',';
    AppendJsonString(out_, attributes);
    out_ += ',';
    AppendJsonString(out_, ThreadsText(ids));
    out_ += ',';
    AppendCount(out_, std::uint64_t{node.objects});
    out_ += ']';
  }

  std::string& out_;
  const RankingView& view_;
  const ThreadRanking& result_;
  std::vector<ThreadAttributes> attributes_;  // by row of the ranking (Ranking::rows)
  std::vector<Group> groups_;
  std::size_t left_out_ = 0;
};

std::string TitleOf(const RankingView& view) {
  constexpr std::size_t kMostOfLabel = 60;
  if (view.bad_labels.empty()) return "egprof rank";
  const std::string bad = CutToCharacters(AsUtf8(view.bad_labels.front()), kMostOfLabel, "…");
  const std::size_t more = view.bad_labels.size() - 1;
  return bad + (more > 0 ? " and " + std::to_string(more) + " more" : "") + " against " +
         Plural(view.good_labels.size(), "good run");
}

}  // namespace

void WriteRankingPage(std::string& out, const RankingView& view) {
  const HtmlData data[] = {{"data", [&](std::string& text) { PageData(text, view).Write(); }},
                           {"view", [&](std::string& text) {
                              JsonWriter writer(text, kJsonRows);
                              AddPageView(writer, view);
                              writer.Finish();
                            }}};
  const std::string title = TitleOf(view);
  std::string program(kRankingThreadsJs);
  program += kRankingJs;
  WriteHtml(out, {title, kRankingCss, kRankingHtml, program}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteRankingPage(std::string&, const RankingView&) { RequirePages(); }

}  // namespace profdiff
#endif
