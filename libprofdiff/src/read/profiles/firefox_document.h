// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a profile of Firefox that are read, as they are stored in the file: unchecked, and by column.
// Tests: tests/unit/read/profiles/firefox_test.cpp, gecko_test.cpp.
#ifndef PROFDIFF_READ_PROFILES_FIREFOX_DOCUMENT_H_
#define PROFDIFF_READ_PROFILES_FIREFOX_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/profiles/json_states.h"

namespace profdiff {

struct FirefoxLibrary {
  std::string name, path;
  std::int64_t start = 0, end = 0;  // addresses in memory; both 0 if unknown
};

// The tables of one thread, or the tables shared by all threads.
struct FirefoxTables {
  IndexColumn prefixes, offsets, frames;                  // by stack
  IndexColumn functions, depths, libraries;               // by frame
  IndexColumn locations;                                  // by frame, in raw profiles: a text
  IndexColumn names, resources, files, sources;           // by function
  IndexColumn resource_libraries, resource_names, kinds;  // by resource
  IndexColumn source_files;                               // by source
  std::vector<std::string> texts;
};

struct FirefoxThread {
  std::string name, process, number, weight_type;
  IndexColumn stacks;
  std::vector<double> weights;
  FirefoxTables tables;
  std::vector<FirefoxLibrary> libraries;  // in versions below 41
  std::size_t recording = 0;              // index in FirefoxDocument::recordings
};

// What a file, or in raw profiles a process within a file, says about all of its threads.
struct FirefoxRecording {
  double interval = 1;  // milliseconds between samples
  std::vector<FirefoxLibrary> libraries;
};

// A document of the processed or of the raw format.
class FirefoxDocument : public JsonStates {
 public:
  std::vector<std::unique_ptr<FirefoxThread>> threads;
  FirefoxTables shared;
  std::vector<std::unique_ptr<FirefoxRecording>> recordings;  // the file is the first one
  std::int64_t version = 0;                                   // of the processed format; 0 if the file does not say it

 private:
  enum State : int;
  struct Step;

  // The columns of a raw table, in which each row is a list.
  struct RawTable {
    std::vector<std::pair<std::string, std::int64_t>> schema;  // names of columns, and their places in a row
    std::vector<IndexColumn> columns;                          // by place
    std::size_t rows = 0;
    std::size_t place = 0;  // place of the next value in the current row
  };

  int Enter(int outer, std::string_view field) override;
  int EnterElement(int outer);
  int OpenRecording();
  int EnterRaw(int outer, std::string_view field);
  void Leave(int state) override;
  void Take(int state, std::string_view field, const JsonValue& value) override;
  void TakeOfLibrary(std::string_view field, const JsonValue& value);
  void TakeOfThread(std::string_view field, const JsonValue& value);
  void TakeOfRow(const JsonValue& value);
  void FinishRawTable(int table);
  IndexColumn* ColumnOf(int table, std::string_view field);
  FirefoxTables& CurrentTables() { return in_thread_ ? threads.back()->tables : shared; }

  bool in_thread_ = false;
  IndexColumn* column_ = nullptr;                     // the column whose elements are being read
  std::vector<FirefoxLibrary>* libraries_ = nullptr;  // the list of libraries that is being read
  std::vector<std::size_t> open_recordings_;          // indices in `recordings`, outermost first
  RawTable raw_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_FIREFOX_DOCUMENT_H_
