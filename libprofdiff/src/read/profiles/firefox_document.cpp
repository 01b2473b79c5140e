// SPDX-License-Identifier: GPL-3.0-or-later
// Stores columns unchecked, because the keys of objects may be in any order; firefox.cpp checks the indices later.
// Tables have the same states in a thread and in `shared`.
#include "read/profiles/firefox_document.h"

#include <cmath>

namespace profdiff {

enum FirefoxDocument::State : int {
  kFile = 1,
  kMeta,
  kLibraries,
  kLibrary,
  kThreads,
  kThread,
  kProcesses,
  kSamples,
  kWeights,
  kColumn,  // a column of indices
  // Tables.
  kShared,
  kStackTable,
  kFrameTable,
  kFunctionTable,
  kResourceTable,
  kSourceTable,
  kTexts,
  // Parts of a raw table.
  kSchema,
  kRows,
  kRow
};

// A transition to the state of a nested object or array.
struct FirefoxDocument::Step {
  int outer;
  std::string_view field;
  int state;
};

// Returns the column of a table; null for columns that are not read, and for objects that are no tables.
IndexColumn* FirefoxDocument::ColumnOf(int table, std::string_view field) {
  struct Named {
    int table;
    std::string_view field;
    IndexColumn FirefoxTables::*column;
  };
  static constexpr Named kColumns[] = {
      {kStackTable, "prefix", &FirefoxTables::prefixes},
      {kStackTable, "prefixOffset", &FirefoxTables::offsets},
      {kStackTable, "frame", &FirefoxTables::frames},
      {kFrameTable, "func", &FirefoxTables::functions},
      {kFrameTable, "inlineDepth", &FirefoxTables::depths},
      {kFrameTable, "lib", &FirefoxTables::libraries},
      {kFrameTable, "location", &FirefoxTables::locations},
      {kFunctionTable, "name", &FirefoxTables::names},
      {kFunctionTable, "resource", &FirefoxTables::resources},
      {kFunctionTable, "fileName", &FirefoxTables::files},
      {kFunctionTable, "source", &FirefoxTables::sources},
      {kResourceTable, "lib", &FirefoxTables::resource_libraries},
      {kResourceTable, "name", &FirefoxTables::resource_names},
      {kResourceTable, "type", &FirefoxTables::kinds},
      {kSourceTable, "filename", &FirefoxTables::source_files},
  };
  if (table == kSamples && field == "stack") return &threads.back()->stacks;
  for (const Named& named : kColumns) {
    if (named.table == table && named.field == field) return &(CurrentTables().*named.column);
  }
  return nullptr;
}

int FirefoxDocument::Enter(int outer, std::string_view field) {
  static constexpr Step kSteps[] = {
      {kFile, "meta", kMeta},     {kFile, "threads", kThreads},   {kFile, "processes", kProcesses},
      {kFile, "shared", kShared}, {kThread, "samples", kSamples}, {kSamples, "weight", kWeights},
  };
  static constexpr Step kTables[] = {
      {kShared, "stackTable", kStackTable},   {kShared, "frameTable", kFrameTable},
      {kShared, "funcTable", kFunctionTable}, {kShared, "resourceTable", kResourceTable},
      {kShared, "sources", kSourceTable},     {kShared, "stringArray", kTexts},
      {kShared, "stringTable", kTexts},
  };
  if (const int state = EnterElement(outer); state != kSkipped) return state;
  if (outer == kFile && field == "profile") return OpenRecording();
  if ((outer == kFile || outer == kThread) && field == "libs") {
    libraries_ = outer == kFile ? &recordings[open_recordings_.back()]->libraries : &threads.back()->libraries;
    return kLibraries;
  }
  for (const Step& step : kSteps) {
    if (step.outer == outer && step.field == field) return step.state;
  }
  if (outer == kThread || outer == kShared) {
    for (const Step& step : kTables) {
      if (step.field == field) return step.state;
    }
    return kSkipped;
  }
  // A list within a column is skipped, and the column goes on after it.
  if (IndexColumn* const column = ColumnOf(outer, field); column != nullptr) {
    column_ = column;
    return kColumn;
  }
  return EnterRaw(outer, field);
}

// Enters an element of a list, or the document.
int FirefoxDocument::EnterElement(int outer) {
  switch (outer) {
    case kOutside:
    case kProcesses:
      return OpenRecording();
    case kLibraries:
      libraries_->emplace_back();
      return kLibrary;
    case kThreads:
      threads.push_back(std::make_unique<FirefoxThread>());
      threads.back()->recording = open_recordings_.back();
      in_thread_ = true;
      return kThread;
    default:
      return kSkipped;
  }
}

int FirefoxDocument::OpenRecording() {
  open_recordings_.push_back(recordings.size());
  recordings.push_back(std::make_unique<FirefoxRecording>());
  return kFile;
}

int FirefoxDocument::EnterRaw(int outer, std::string_view field) {
  if (outer == kRows) return raw_.place = 0, kRow;
  if (outer == kRow) return ++raw_.place, kSkipped;
  const bool is_table = outer == kSamples || outer == kStackTable || outer == kFrameTable;
  if (!is_table) return kSkipped;
  return field == "schema" ? kSchema : field == "data" ? kRows : kSkipped;
}

void FirefoxDocument::Leave(int state) {
  if (state == kThread) in_thread_ = false;
  if (state == kFile) open_recordings_.pop_back();
  if (state == kRow) ++raw_.rows;
  if (state == kSamples || state == kStackTable || state == kFrameTable) FinishRawTable(state);
}

void FirefoxDocument::Take(int state, std::string_view field, const JsonValue& value) {
  switch (state) {
    case kColumn:
      column_->push_back(value.Index());
      break;
    case kTexts:
      CurrentTables().texts.emplace_back(value.text);
      break;
    case kWeights:
      threads.back()->weights.push_back(value.kind == JsonValue::Kind::kNumber ? value.number : std::nan(""));
      break;
    case kMeta:
      if (field == "interval") recordings[open_recordings_.back()]->interval = value.number;
      if (field == "preprocessedProfileVersion") version = value.whole;
      break;
    case kLibrary:
      TakeOfLibrary(field, value);
      break;
    case kSamples:
      if (field == "weightType") threads.back()->weight_type = value.text;
      break;
    case kThread:
      TakeOfThread(field, value);
      break;
    case kSchema:
      raw_.schema.emplace_back(field, value.Index());
      break;
    case kRow:
      TakeOfRow(value);
      break;
    default:
      break;
  }
}

void FirefoxDocument::TakeOfLibrary(std::string_view field, const JsonValue& value) {
  FirefoxLibrary& library = libraries_->back();
  if (field == "name") library.name = value.text;
  if (field == "path") library.path = value.text;
  if (field == "start") library.start = value.whole;
  if (field == "end") library.end = value.whole;
}

// pid and tid are numbers or strings, depending on the version and on the program that wrote the file.
void FirefoxDocument::TakeOfThread(std::string_view field, const JsonValue& value) {
  FirefoxThread& thread = *threads.back();
  if (value.kind == JsonValue::Kind::kNothing) return;
  const std::string text = value.kind == JsonValue::Kind::kText ? std::string(value.text) : std::to_string(value.whole);
  if (field == "name") thread.name = text;
  if (field == "pid") thread.process = text;
  if (field == "tid") thread.number = text;
}

// The columns that are read are among the first ones of each table.
void FirefoxDocument::TakeOfRow(const JsonValue& value) {
  constexpr std::size_t kMostColumns = 16;
  const std::size_t place = raw_.place++;
  if (place >= kMostColumns) return;
  if (place >= raw_.columns.size()) raw_.columns.resize(place + 1);
  raw_.columns[place].resize(raw_.rows, JsonValue::kNoIndex);
  raw_.columns[place].push_back(value.Index());
}

// A row may lack its last columns, whose values are then null. Samples without a column of stacks are damage, which is
// found when their stacks are looked up.
void FirefoxDocument::FinishRawTable(int table) {
  if (raw_.rows != 0) {
    for (const auto& [field, place] : raw_.schema) {
      IndexColumn* const column = ColumnOf(table, field);
      if (column == nullptr) continue;
      if (Has(raw_.columns, place)) *column = std::move(raw_.columns[static_cast<std::size_t>(place)]);
      column->resize(raw_.rows, JsonValue::kNoIndex);
    }
    if (table == kSamples && threads.back()->stacks.empty()) {
      threads.back()->stacks.assign(raw_.rows, JsonValue::kBadIndex);
    }
  }
  raw_ = {};
}

}  // namespace profdiff
