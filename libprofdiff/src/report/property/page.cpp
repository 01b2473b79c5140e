// SPDX-License-Identifier: GPL-3.0-or-later
// Writes findings, a difference or a search as a page, which the scripts libprofdiff/page/propert*.* draw. All numbers
// come from the embedded document; a second block contains the descriptions of regions.
//
// Tests: tests/unit/report/property/page_test.cpp, tests/cli/check/page.py.
#include "profdiff/formats.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/format/json.h"
#include "report/property/causes.h"
#include "report/property/property_files.h"  // generated at build time
#include "report/property/rows.h"
#include "report/property/times.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostCharacters = 300;  // maximum length of the description of a region

Cell RegionCell(const Measurements& measurements, RegionId region) {
  return Cell(CutToCharacters(AsUtf8(RegionText(measurements, region)), kMostCharacters, "…"));
}

// The regions with findings and the regions that enclose them, numbered in the order of their first use.
class ShownRegions {
 public:
  explicit ShownRegions(const Measurements& measurements) : measurements_(measurements) {}

  // Returns the number of a region. If the region or a region that encloses it is new, adds it. Returns -1 for an
  // invalid region.
  std::int64_t NumberOf(RegionId region) {
    // The loop ends at the first region that is known, because all regions that enclose it are known, too.
    for (RegionId id = region; id.valid() && numbers_.emplace(id, regions_.size()).second;) {
      regions_.push_back(id);
      id = measurements_.regions[id.value].parent;
    }
    return Find(region);
  }

  // Returns a pair [description, number of the enclosing region or -1] for each region.
  Cell Texts() const {
    return ListOf(regions_, [this](RegionId id) {
      return Cell(Cell::List{RegionCell(measurements_, id), Find(measurements_.regions[id.value].parent)});
    });
  }

 private:
  std::int64_t Find(RegionId region) const {
    return region.valid() ? static_cast<std::int64_t>(numbers_.at(region)) : -1;
  }

  const Measurements& measurements_;
  std::map<RegionId, std::size_t> numbers_;
  std::vector<RegionId> regions_;
};

void AddView(TableWriter& writer, const PropertyView& view) {
  const std::vector<Finding>& found = view.findings.properties;
  ShownRegions regions(view.measurements);
  writer.AddValue("findings",
                  ListOf(found, [&](const Finding& finding) { return Cell(regions.NumberOf(finding.region)); }));
  writer.AddValue("absent", ListOf(view.findings.not_applicable,
                                   [&](const NotApplicable& each) { return Cell(regions.NumberOf(each.region)); }));
  writer.AddValue("regions", regions.Texts());
  // The document contains neither the hints of properties nor the indices of metaproperties.
  std::map<std::string, std::string> hints;
  Cell::List metas;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].hint.empty()) hints.emplace(found[i].name, AsUtf8(found[i].hint));
    if (found[i].is_meta) metas.emplace_back(i);
  }
  writer.AddValue("hints", ListOf(hints, [](const auto& hint) { return Cell(Cell::List{hint.first, hint.second}); }));
  writer.AddValue("metas", metas);
  std::string cause;
  AppendMainCause(cause, view.measurements);
  AppendLateStart(cause, view);
  writer.AddValue("cause", UnlessEmpty(AsUtf8(cause)));
  writer.AddValue("times", TimesCell(view.measurements));
}

// Writes a page. add_document(writer) and add_texts(writer) each add the values of one block.
template <class AddDocument, class AddTexts>
void WritePage(std::string& out, std::string_view title, AddDocument add_document, AddTexts add_texts) {
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const HtmlData data[] = {{"document", write(add_document)}, {"view", write(add_texts)}};
  std::string program;
  for (const std::string_view part :
       {kPropertiesJs, kPropertyTimesJs, kPropertyTreeJs, kPropertyMapJs, kPropertyPageJs})
    program += part;
  WriteHtml(out, {title, kPropertiesCss, kPropertiesHtml, program}, data);
}

}  // namespace

void WritePropertyPage(std::string& out, const PropertyView& view) {
  WritePage(
      out, TitleOf("Check", view.measurements.inputs), [&](TableWriter& writer) { AddFindings(writer, view); },
      [&](TableWriter& writer) { AddView(writer, view); });
}

void WritePropertyPage(std::string& out, const PropertyDifferenceView& view) {
  const auto add_texts = [&view](TableWriter& writer) {
    writer.AddValue("texts", ListOf(view.difference.changes, [&view](const PropertyChange& change) {
                      return change.base_region.valid() ? RegionCell(view.base, change.base_region)
                                                        : RegionCell(view.other, change.other_region);
                    }));
    writer.AddValue("absent", ListOf(NotApplicableOf(view.difference), [&view](const SideNotApplicable& each) {
                      const Measurements& side = each.side == "base" ? view.base : view.other;
                      return each.entry->region.valid() ? RegionCell(side, each.entry->region) : Cell();
                    }));
    std::string cause;
    AppendMainChange(cause, view);
    writer.AddValue("cause", UnlessEmpty(AsUtf8(cause)));
  };
  WritePage(
      out, TitleOf("Check", view.base.inputs) + " − " + TitleOf("check", view.other.inputs),
      [&](TableWriter& writer) { AddChanges(writer, view); }, add_texts);
}

void WriteSearchPage(std::string& out, const Search& search) {
  const auto add_texts = [&search](TableWriter& writer) {
    AddView(writer, {search.measurements, search.findings});
    writer.AddValue("steps", ListOf(search.steps, [](const SearchStep& step) {
                      return Cell(Cell::List{step.kind, AsUtf8(step.command)});
                    }));
    writer.AddValue("stopped", StopText(search.stopped));
  };
  WritePage(
      out, "egprof search", [&](TableWriter& writer) { AddSearch(writer, search); }, add_texts);
}

}  // namespace profdiff

#else

namespace profdiff {

void WritePropertyPage(std::string&, const PropertyView&) { RequirePages(); }
void WritePropertyPage(std::string&, const PropertyDifferenceView&) { RequirePages(); }
void WriteSearchPage(std::string&, const Search&) { RequirePages(); }

}  // namespace profdiff
#endif
