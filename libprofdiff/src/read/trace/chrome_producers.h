// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that write Chrome's trace format in their own ways, recognised by what a file says of itself.
// Tests: tests/unit/read/trace/chrome_test.cpp, tests/cli/trace/producer_tests.py.
#ifndef PROFDIFF_READ_TRACE_CHROME_PRODUCERS_H_
#define PROFDIFF_READ_TRACE_CHROME_PRODUCERS_H_

#include <string>
#include <string_view>

namespace profdiff {

// Whose conventions names and events follow.
struct ChromeProducer {
  std::string_view name;
  std::string_view reading;  // what the conventions mean for the calls
  // Signs, separated by blanks: keys of the outermost object or of its member otherData, categories of events, and
  // names of calls. Any of them is enough.
  std::string_view keys, categories, names;
  bool has_totals = false;     // calls named "Total …", each in a thread of its own, are sums
  bool joins_threads = false;  // asynchronous calls belong to the thread that they name
  std::string_view pool = "";  // threads whose names begin so are a pool; chance decides which of them makes a call
};

// Collects the signs of a file while it is read.
class ProducerSigns {
 public:
  void SeeKey(std::string_view key) { See(&ChromeProducer::keys, key); }
  void SeeCategories(std::string_view categories);
  void SeeName(std::string_view name) { See(&ChromeProducer::names, name); }

  // Null if no producer was recognised.
  const ChromeProducer* found() const { return found_; }
  // Returns text for Trace::producer.
  std::string Text() const;

 private:
  void See(std::string_view ChromeProducer::*signs, std::string_view word);

  const ChromeProducer* found_ = nullptr;
  std::string last_categories_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_PRODUCERS_H_
