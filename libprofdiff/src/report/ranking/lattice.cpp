// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a concept lattice as GML, following the rules in ARCHITECTURE.md. Labels are reduced: only the label of the
// highest concept with an attribute contains the attribute, and only the label of the lowest concept with a thread
// contains the thread.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include "base/utf8.h"
#include "profdiff/error.h"
#include "report/format/gml_text.h"
#include "report/ranking/layout.h"
#include "report/ranking/names.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

class LatticeGraph {
 public:
  LatticeGraph(std::string& out, const Lattice& lattice, const FormalContext& context,
               std::span<const FoldedThread> threads)
      : gml_(out), lattice_(lattice), context_(context), threads_(threads), places_(PlaceConcepts(lattice)) {}

  void Write() {
    gml_.Text("Creator", "egprof");
    gml_.Integer("Version", 1);
    gml_.Open("graph");
    gml_.Integer("directed", 1);
    for (std::size_t i = 0; i < lattice_.concepts.size(); ++i) WriteNode(i);
    for (std::size_t i = 0; i < lattice_.concepts.size(); ++i) {
      for (ConceptId below : lattice_.concepts[i].below) WriteEdge(i, below.value);
    }
    gml_.Close();
  }

 private:
  void WriteNode(std::size_t i) {
    const Concept& node = lattice_.concepts[i];
    std::string attributes, threads;
    for (std::uint32_t attribute : node.own_attributes) {
      attributes += (attributes.empty() ? "" : ", ") + AsUtf8(context_.attributes[attribute]);
    }
    std::vector<ThreadKey> ids;
    for (std::uint32_t object : node.own_objects) ids.push_back(threads_[object].id);
    threads = ThreadsText(ids);
    gml_.Open("node");
    gml_.Integer("id", static_cast<std::int64_t>(i));
    std::string label = attributes;
    if (!threads.empty()) label += (label.empty() ? "" : " | ") + threads;
    gml_.Text("label", label, " [" + std::to_string(i) + "]");
    gml_.Text("name", label);  // the key "label" has a shortened text if the label is long
    gml_.Text("attributes", attributes);
    gml_.Text("threads", threads);
    gml_.Integer("objects", node.objects);
    gml_.Integer("shared", node.attributes);
    gml_.Open("graphics");
    // GML uses the centre of a box, while PlaceConcepts returns its upper left corner.
    gml_.Real("x", places_[i].x + kConceptWidth / 2);
    gml_.Real("y", places_[i].y + kConceptHeight / 2);
    gml_.Real("w", kConceptWidth);
    gml_.Real("h", kConceptHeight);
    gml_.Text("type", "roundrectangle");
    // Shades the concepts whose labels contain threads. All threads in one label have the same attributes.
    gml_.Text("fill", node.own_objects.empty() ? "#FFFFFF" : "#DCE6F2");
    gml_.Text("outline", "#333333");
    gml_.Integer("outlineWidth", 1);
    gml_.Close();
    gml_.Open("LabelGraphics");
    gml_.Text("text", label.empty() ? std::to_string(i) : label);
    gml_.Integer("fontSize", 12);
    gml_.Text("fontName", "Dialog");
    gml_.Close();
    gml_.Close();
  }

  void WriteEdge(std::size_t from, std::size_t to) {
    gml_.Open("edge");
    gml_.Integer("source", static_cast<std::int64_t>(from));
    gml_.Integer("target", static_cast<std::int64_t>(to));
    gml_.Open("graphics");
    gml_.Real("width", 1);
    gml_.Text("fill", "#333333");
    gml_.Text("targetArrow", "standard");
    gml_.Close();
    gml_.Close();
  }

  GmlWriter gml_;
  const Lattice& lattice_;
  const FormalContext& context_;
  const std::span<const FoldedThread> threads_;
  const std::vector<ConceptPlace> places_;  // by concept
};

}  // namespace

void WriteLatticeGml(std::string& out, const RankingView& view, AttributeRow row) {
  const FoldedTraces& folded = view.ranking.folded.front();
  // Writes the lattice of the first bad run or, if there is none, of the only run.
  const std::size_t run = view.ranking.ranking.good < folded.runs.size() ? view.ranking.ranking.good : 0;
  const ThreadAttributes attributes = FindAttributes(folded, row);
  const FormalContext context = ContextOf(attributes, run);
  const std::optional<Lattice> lattice = MakeLattice(context);
  if (!lattice) {
    throw Error(ErrorCode::kOverflow, "the lattice has more than " + std::to_string(kMostConcepts) +
                                          " concepts: choose fewer attributes, or fewer threads");
  }
  LatticeGraph(out, *lattice, context, folded.runs[run]).Write();
}

}  // namespace profdiff
