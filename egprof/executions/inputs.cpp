// SPDX-License-Identifier: GPL-3.0-or-later
// Reads images and profiles as specified by the options.
#include "egprof/executions/inputs.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "egprof/executions/profile_log.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

void OpenImage(const std::string& path, Messages& messages) {
  profdiff::Diagnostics diagnostics;
  try {
    profdiff::ReadImage(path, {}, diagnostics);
  } catch (const profdiff::Error& error) {
    messages.TakeWarnings(diagnostics);
    if (error.code() != profdiff::ErrorCode::kNoSymbols) throw;
  }
}

}  // namespace

profdiff::OrderMap LoadOrderMap(const std::string& path, const std::string& image_path, Messages& messages) {
  try {
    return profdiff::ReadOrderMap(path);
  } catch (const profdiff::Error&) {
    OpenImage(image_path, messages);
    throw;
  }
}

profdiff::Renames LoadRenames(const RenameOptions& options) {
  std::vector<profdiff::RenameRule> rules;
  for (const std::string& file : options.rename_files) {
    std::vector<profdiff::RenameRule> found = profdiff::ReadRenameFile(file);
    try {
      profdiff::Renames check(found);
    } catch (const profdiff::Error& error) {
      profdiff::Message message = error.message();
      message.file = file;
      throw profdiff::Error(std::move(message));
    }
    std::move(found.begin(), found.end(), std::back_inserter(rules));
  }
  rules.insert(rules.end(), options.renames.begin(), options.renames.end());
  return profdiff::Renames(rules);
}

std::string Label(const Side& side) {
  return (side.image.empty() ? "" : side.image.path() + ", ") + JoinNames(side.profiles);
}

std::string JoinNames(const std::vector<Input>& inputs) {
  std::string text;
  for (const Input& input : inputs) text += (text.empty() ? "" : ", ") + input.path();
  return text;
}

}  // namespace egprof
