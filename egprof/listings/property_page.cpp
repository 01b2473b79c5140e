// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/listings/property_page.h"

#include "egprof/listings/listings.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace egprof {

PlannedOutputs FindingOutputs(const FindingOptions& options, const TableOptions& table) {
  const bool is_text = table.table_format == nullptr;
  PlannedOutputs outputs = {{is_text ? "the findings" : "--format", "", is_text}};
  if (options.page) {
    profdiff::RequirePages();
    if (!profdiff::FindTableFormat("json")->available()) {
      throw profdiff::Error(
          profdiff::ErrorCode::kUnsupported,
          "--html: a page has the findings as JSON, and this build was compiled without nlohmann's json");
    }
    outputs.push_back({"--html", *options.page, false});
  }
  return outputs;
}

void DeliverPage(const FindingOptions& options, const std::function<void(std::string&)>& write, Output& output) {
  if (!options.page) return;
  std::string text;
  write(text);
  Deliver(*options.page, text, output);
}

}  // namespace egprof
