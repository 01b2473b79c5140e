// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that reading many files at once gives the same sum, observations and errors as reading them one after another.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <list>
#include <mutex>
#include <random>
#include <thread>

#include "profdiff/gmon.h"
#include "support/gmon_bytes.h"
#include "support/gzip.h"
#include "support/temporary_file.h"
#include "values/loading_profiles.h"

namespace profdiff::read_profiles_test {

using tests::Describe;
using tests::GmonBytes;

namespace {

// Profile files, some of them missing, and the result of reading them together.
class Files {
 public:
  void Add(const std::string& bytes) { paths_.push_back(files_.emplace_back(bytes).path()); }
  void Add(const GmonBytes& bytes) { Add(bytes.bytes()); }
  void AddPath(const std::string& path) { paths_.push_back(path); }

  // Reads the files one after another, as gprof does.
  std::string OneByOne() const {
    std::string log;
    try {
      RecordAdder adder;
      for (const std::string& path : paths_) {
        GmonFile file = ReadGmon(path, {});
        const GmonOutline outline = file;
        try {
          adder.AddFile(std::move(file));
        } catch (const Error& error) {
          log += Line(outline, &error);
          throw;
        }
        log += Line(outline, nullptr);
      }
      return log + Describe(adder.Take());
    } catch (const Error& error) {
      return log + "thrown: " + TextOf(error.message());
    }
  }

  std::string Together(unsigned threads, const RecordsUser& each = {}) const {
    std::string log;
    const std::thread::id caller = std::this_thread::get_id();
    auto observe = [&](const GmonOutline& file, const Error* error) {
      CHECK(std::this_thread::get_id() == caller);
      log += Line(file, error);
    };
    try {
      const Records sum = ReadProfiles(paths_, {{}, GmonFormat::kAuto, threads}, observe, each);
      return log + Describe(sum);
    } catch (const Error& error) {
      return log + "thrown: " + TextOf(error.message());
    }
  }

  void Check() const {
    const std::string expected = OneByOne();
    for (unsigned threads : {0U, 1U, 2U, 3U, 8U}) CHECK(Together(threads) == expected);
    const auto ignore = [](std::size_t, const Records&) {};
    for (unsigned threads : {1U, 3U}) CHECK(Together(threads, ignore) == expected);
  }

  const std::vector<std::string>& paths() const { return paths_; }

 private:
  static std::string Line(const GmonOutline& file, const Error* error) {
    return file.path + " " + std::to_string(file.version) + (file.bsd ? " bsd " : " ") + std::to_string(file.rate) +
           ": " + std::to_string(file.histogram_records) + " " + std::to_string(file.arc_records) + " " +
           std::to_string(file.block_records) + " " + std::to_string(file.first_block_offset) +
           (error != nullptr ? "; " + TextOf(error->message()) + " at " + std::to_string(error->place().number) : "") +
           "\n";
  }

  std::list<tests::TemporaryFile> files_;
  std::vector<std::string> paths_;
};

GmonBytes Ordinary(std::mt19937& random) {
  std::vector<int> bins(64);
  for (int& bin : bins) bin = static_cast<int>(random() % 3 * (random() % 40000));
  GmonBytes bytes = GmonBytes().Header().Histogram(0x1000, 0x1080, random() % 2 == 0 ? 50 : 100, bins);
  for (int i = 0; i < 40; ++i) bytes.Arc(0x1000 + random() % 30, 0x1000 + 8 * (random() % 10), random() % 100);
  if (random() % 4 == 0) bytes.Blocks({{0x1000 + random() % 90, 3}});
  return bytes;
}

}  // namespace

TEST_CASE("many ordinary files", "[read_profiles]") {
  std::mt19937 random(1);
  for (std::size_t count : {0U, 1U, 2U, 7U, 40U, 300U}) {
    Files files;
    for (std::size_t i = 0; i < count; ++i) files.Add(Ordinary(random));
    files.Check();
  }
}

TEST_CASE("files of all kinds, with any error in one of them at any place", "[read_profiles]") {
  std::mt19937 random(2);
  const GmonBytes other_range = GmonBytes().Header().Histogram(0x2000, 0x2080, 70, std::vector<int>(64, 1));
  const GmonBytes bsd = GmonBytes().OldBsd(0x1000, 0x1080, std::vector<int>(64, 2)).BsdArc(0x1001, 0x1008, 5);
  const GmonBytes bsd44 = GmonBytes().Bsd44(0x1000, 0x1080, 100, std::vector<int>(64, 2));
  const std::string ordinary = Ordinary(random).bytes();
  const std::vector<std::string> odd = {
      ordinary,
      other_range.bytes(),
      bsd.bytes(),
      bsd44.bytes(),
      GmonBytes().Header().bytes(),
      tests::Gzip(ordinary),
      tests::Gzip(ordinary).substr(0, 60),                  // compressed data that ends early
      ordinary.substr(0, 100),                              // truncated in the bins
      ordinary.substr(0, ordinary.size() - 60) + "\1\2\3",  // truncated in an arc
      ordinary + "\xff",                                    // an unknown record
      "short",                                              //
      "This is a text, not a profile of anything at all.",  //
      GmonBytes().Header(7).Zeros(20).bytes(),              // an unknown version
      GmonBytes().Header().Histogram(0x1040, 0x10c0, 100, std::vector<int>(64, 1)).bytes(),  // overlapping
      // Another scale: bins of twice the size.
      GmonBytes().Header().Histogram(0x1000, 0x1080, 100, std::vector<int>(32, 1)).bytes(),
      GmonBytes().Header().Histogram(0x1000, 0x1080, 100, std::vector<int>(64, 1), "metres", 'm').bytes(),
      GmonBytes().Header().Blocks({{1, 2}}).Number(99, 1).bytes(),
      GmonBytes()
          .Header()
          .Histogram(0x2000, 0x2080, 70, std::vector<int>(64, 1))
          .Histogram(0x1000, 0x1080, 1, std::vector<int>(32, 1))
          .bytes(),
  };
  for (const std::string& bytes : odd) {
    for (std::size_t place : {0U, 1U, 20U, 38U}) {
      Files files;
      for (std::size_t i = 0; i < 40; ++i) i == place ? files.Add(bytes) : files.Add(Ordinary(random));
      files.Check();
    }
  }
  for (int i = 0; i < 40; ++i) {
    Files files;
    for (int k = 0; k < 12; ++k) files.Add(odd[random() % 6]);
    files.Check();
  }
}

TEST_CASE("a missing file is reported in its turn", "[read_profiles]") {
  std::mt19937 random(3);
  for (std::size_t place : {0U, 5U, 29U}) {
    Files files;
    for (std::size_t i = 0; i < 30; ++i) i == place ? files.AddPath("/nowhere/gmon.out") : files.Add(Ordinary(random));
    files.AddPath("/tmp");
    files.Check();
    CHECK(files.Together(4).find("thrown: /nowhere/gmon.out: No such file or directory") != std::string::npos);
  }
}

TEST_CASE("a pipe is read in its turn, and not at all after an error", "[read_profiles]") {
  std::mt19937 random(4);
  const std::string ordinary = Ordinary(random).bytes();
  tests::TemporaryFile place("");
  const std::string pipe = place.path() + ".fifo";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Files with_file, with_pipe, with_error;
  for (int i = 0; i < 30; ++i) {
    const std::string bytes = i == 9 ? ordinary : Ordinary(random).bytes();
    with_file.Add(bytes);
    i == 9 ? with_pipe.AddPath(pipe) : with_pipe.Add(bytes);
    i == 8 ? with_error.Add("short") : i == 9 ? with_error.AddPath(pipe) : with_error.Add(bytes);
  }
  const std::string expected = with_file.Together(1);
  for (unsigned threads : {1U, 4U}) {
    std::thread writer([&] { std::ofstream(pipe) << ordinary; });
    const std::string found = with_pipe.Together(threads);
    writer.join();
    CHECK(found.substr(found.find("histogram")) == expected.substr(expected.find("histogram")));
    // An earlier error must end reading, since nothing is written to the pipe.
    CHECK(with_error.Together(threads).find("file too short") != std::string::npos);
  }
  unlink(pipe.c_str());
}

TEST_CASE("each file's own records, with a sum and without", "[read_profiles]") {
  std::mt19937 random(5);
  Files files;
  for (int i = 0; i < 25; ++i) files.Add(Ordinary(random));
  for (unsigned threads : {1U, 3U}) {
    std::mutex mutex;
    std::vector<std::string> alone(25);
    auto keep = [&](std::size_t number, const Records& records) {
      std::lock_guard lock(mutex);
      alone[number] += Describe(records);
    };
    for (bool sum : {true, false}) {
      alone.assign(25, "");
      std::size_t observed = 0;
      auto observe = [&](const GmonOutline&, const Error*) {
        std::lock_guard lock(mutex);
        CHECK(!alone[observed++].empty());
      };
      const ReadingOptions options = {{}, GmonFormat::kAuto, threads};
      sum ? static_cast<void>(ReadProfiles(files.paths(), options, observe, keep))
          : ReadEachProfile(files.paths(), options, observe, keep);
      CHECK(observed == 25);
      for (std::size_t i = 0; i < 25; ++i) {
        RecordAdder adder;
        adder.AddFile(ReadGmon(files.paths()[i], {}));
        CHECK(alone[i] == Describe(adder.Take()));
      }
    }
  }
}

TEST_CASE("files that cannot be added up can be read separately", "[read_profiles]") {
  Files files;
  files.Add(GmonBytes().Header().Histogram(0x1000, 0x1010, 100, {1, 1, 1, 1}));
  files.Add(GmonBytes().Header().Histogram(0x1000, 0x1010, 100, {1, 1}));
  CHECK(files.Together(2).find("different scales") != std::string::npos);
  int seen = 0;
  ReadEachProfile(
      files.paths(), {}, [&](const GmonOutline&, const Error* error) { seen += error == nullptr; },
      [](std::size_t, const Records&) {});
  CHECK(seen == 2);
  files.Add(GmonBytes().Header().Number(77, 1));
  CHECK_THROWS_AS(ReadEachProfile(files.paths(), {}, {}, [](std::size_t, const Records&) {}), Error);
}

TEST_CASE("exceptions of an observer or a user are thrown in the order of the files", "[read_profiles]") {
  std::mt19937 random(6);
  Files files;
  for (int i = 0; i < 25; ++i) files.Add(Ordinary(random));
  for (unsigned threads : {1U, 3U}) {
    const ReadingOptions options = {{}, GmonFormat::kAuto, threads};
    int observed = 0;
    auto stop_at_20 = [](std::size_t number, const Records&) {
      if (number >= 20) throw std::runtime_error("user " + std::to_string(number));
    };
    auto count = [&](const GmonOutline&, const Error*) { ++observed; };
    CHECK_THROWS_WITH(ReadProfiles(files.paths(), options, count, stop_at_20), "user 20");
    CHECK(observed == 20);
    observed = 0;
    CHECK_THROWS_WITH(ReadEachProfile(files.paths(), options, count, stop_at_20), "user 20");
    CHECK(observed == 20);
    auto stop = [&](const GmonOutline&, const Error*) { throw std::runtime_error("observer"); };
    CHECK_THROWS_WITH(ReadProfiles(files.paths(), options, stop), "observer");
  }
}

}  // namespace profdiff::read_profiles_test
