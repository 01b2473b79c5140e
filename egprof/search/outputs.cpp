// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/search/outputs.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "egprof/console/output_file.h"
#include "egprof/listings/property_page.h"
#include "egprof/process/program.h"
#include "egprof/search/monitors.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

// True for "callgrind", "callgrind.1", "lackey.log" and similar names.
bool IsRecording(std::string_view file) {
  const auto is_of = [&](std::string_view name) {
    return file.starts_with(name) && (file.size() == name.size() || file[name.size()] == '.');
  };
  return is_of(kProfileBeside) || std::ranges::any_of(MonitorRows(), is_of, &MonitorRow::name);
}

}  // namespace

std::vector<std::string> CommandFiles(const SearchOptions& options) {
  std::vector<std::string> files = {"-"};
  for (const std::vector<std::string>* command : {&options.command, &options.array_command}) {
    for (const std::string& word : *command) {
      files.push_back(word);
      if (const std::size_t equals = word.find('='); equals != std::string::npos) {
        files.push_back(word.substr(equals + 1));
      }
      if (const std::optional<std::string> program = FindProgram(word)) files.push_back(*program);
    }
  }
  return files;
}

void RequireOutputs(const SearchOptions& options, const PlannedOutputs& outputs, const std::string& folder) {
  const std::optional<FileIdentity> inside = IdentityOfName(folder + "/any");
  for (const PlannedOutput& output : outputs) {
    if (LeadsToStandardOutput(output.path)) continue;
    const std::optional<FileIdentity> file = IdentityOfOutput(output.path);
    const bool is_inside = file && inside && file->device == inside->device && file->inode == inside->inode;
    if (is_inside && IsRecording(file->name)) {
      throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                            output.name + " would overwrite a recording in the directory of --keep; name another file",
                            output.path);
    }
    RequireWritable(output.path);
  }
  if (options.store) RequireNewTrial(options.store->file, options.store->path);
}

}  // namespace egprof
