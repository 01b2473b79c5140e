// SPDX-License-Identifier: GPL-3.0-or-later
// Tests random archives of teams whose constructs are regions of the recording. Exactly the planted waits are found at
// their constructs and threads, to the nanosecond.
#ifdef PROFDIFF_HAS_OTF2
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "profdiff/parts.h"
#include "profdiff/properties.h"
#include "support/otf2_archive.h"
#include "support/peers.h"
#include "support/planted_waits.h"
#include "support/temporary_folder.h"

namespace profdiff::planted_archives_test {

using tests::FindLosses;
using tests::SumOf;
using tests::WrongLosses;

namespace {

// Teams that execute random constructs for random times; the expected sums are known.
class PlantedArchive {
 public:
  PlantedArchive(unsigned seed, std::uint32_t ranks, std::size_t threads) : random_(seed) {
    for (std::uint32_t rank = 0; rank < ranks; ++rank) Run(rank, threads);
  }

  tests::Otf2Archive archive;
  std::map<std::string, std::uint64_t> lost;  // nanoseconds lost, by kind of wait
  tests::Losses losses;
  std::uint64_t openmp = 0, covered = 0;  // nanoseconds in the library, and in calls

 private:
  using Location = tests::Otf2Location;

  std::uint64_t Below(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit - 1)(random_);
  }

  OTF2_RegionRef Region(const std::string& construct, OTF2_RegionRole role, std::uint32_t line) {
    const std::string name = "!$omp " + construct + " @solve.c:" + std::to_string(line);
    const OTF2_RegionRef ref = archive.Region(name);
    archive.regions[ref] = {name, role, OTF2_PARADIGM_OPENMP, "solve.c", line};
    return ref;
  }

  void Enter(std::size_t thread, OTF2_RegionRef region) { team_[thread]->Enter(now_[thread], region); }
  void Leave(std::size_t thread, OTF2_RegionRef region) { team_[thread]->Leave(now_[thread], region); }

  void Run(std::uint32_t rank, std::size_t threads) {
    team_.clear();
    rank_ = rank;
    for (std::size_t i = 0; i < threads; ++i) team_.push_back(&archive.AddLocation(rank));
    const OTF2_RegionRef main = archive.Region("main");
    now_.assign(threads, 1000 + rank);
    Enter(0, main);
    const std::uint64_t begin = now_[0];
    for (int region = 0; region < 12; ++region) {
      now_[0] += 1 + Below(100);
      Parallel(archive.Region(std::string(1, static_cast<char>('f' + Below(3)))),
               100 * (1 + static_cast<std::uint32_t>(Below(3))));
    }
    now_[0] += 5;
    Leave(0, main);
    covered += now_[0] - begin;
  }

  void Parallel(OTF2_RegionRef function, std::uint32_t line) {
    Enter(0, function);
    function_ = archive.regions[function].name;
    const OTF2_RegionRef parallel = Region("parallel", OTF2_REGION_ROLE_PARALLEL, line);
    std::vector<std::uint64_t> begins;
    for (std::size_t i = 0; i < team_.size(); ++i) {
      now_[i] = std::max(now_[i] + 1, now_[0] + Below(3));
      begins.push_back(now_[i]);
      Enter(i, parallel);
    }
    const std::uint64_t constructs = 1 + Below(4);
    for (std::uint64_t i = 0; i < constructs; ++i) Construct(line + 10 * static_cast<std::uint32_t>(i + 1));
    const bool is_combined = Below(3) == 0;
    if (is_combined) {
      const OTF2_RegionRef loop = Region("for", OTF2_REGION_ROLE_LOOP, line);
      for (std::size_t i = 0; i < team_.size(); ++i) Enter(i, loop), now_[i] += 5 + Below(1000), Leave(i, loop);
    } else {
      Work(1000);
    }
    Barrier(is_combined ? "ImbalanceInParallelLoop" : "ImbalanceInParallelRegion", OTF2_REGION_ROLE_IMPLICIT_BARRIER,
            line + 99, is_combined ? RegionKind::kWorksharing : RegionKind::kParallel, line);
    for (std::size_t i = 0; i < team_.size(); ++i) {
      now_[i] += Below(3);
      Leave(i, parallel);
      if (i > 0) covered += now_[i] - begins[i];
    }
    // The next region begins when all threads have left this one.
    now_[0] = *std::max_element(now_.begin(), now_.end()) + 1;
    Leave(0, function);
  }

  void Work(std::uint64_t longest) {
    for (std::uint64_t& now : now_) now += 2 + Below(longest);
  }

  void Lose(const std::string& property, RegionKind kind, std::uint32_t line, std::size_t thread, std::uint64_t time) {
    if (time == 0) return;
    losses[{property, kind, function_, "", rank_, static_cast<std::uint32_t>(thread), line}] +=
        static_cast<std::int64_t>(time);
  }

  // Lets all threads wait at a barrier. The waits belong to a construct of the kind `construct` at line
  // `construct_line`. Returns the time that each thread loses, in nanoseconds.
  std::vector<std::uint64_t> Barrier(const std::string& kind, OTF2_RegionRole role, std::uint32_t line,
                                     RegionKind construct, std::uint32_t construct_line) {
    std::vector<std::uint64_t> times;
    const OTF2_RegionRef barrier =
        Region(role == OTF2_REGION_ROLE_BARRIER ? "barrier" : "implicit barrier", role, line);
    const std::uint64_t last = *std::max_element(now_.begin(), now_.end());
    for (std::size_t i = 0; i < team_.size(); ++i) {
      Enter(i, barrier);
      times.push_back(last - now_[i]);
      lost[kind] += times.back();
      Lose(kind, construct, construct_line, i, times.back());
      const std::uint64_t end = last + 1 + Below(3);
      openmp += end - now_[i];
      now_[i] = end;
      Leave(i, barrier);
    }
    return times;
  }

  void Within(const std::string& name, OTF2_RegionRole role, std::uint32_t line, const std::string& kind,
              RegionKind region) {
    const OTF2_RegionRef construct = Region(name, role, line);
    for (std::size_t i = 0; i < team_.size(); ++i) Enter(i, construct);
    std::vector<std::uint64_t> sections;
    if (role == OTF2_REGION_ROLE_SECTIONS) {
      sections = Sections(line);
    } else if (role == OTF2_REGION_ROLE_SINGLE) {
      const std::size_t thread = Below(team_.size());
      const OTF2_RegionRef block = Region("single sblock", OTF2_REGION_ROLE_SINGLE_SBLOCK, line);
      Enter(thread, block), now_[thread] += Below(1000), Leave(thread, block);
    } else {
      Work(1000);
    }
    const std::vector<std::uint64_t> times = Barrier(kind, OTF2_REGION_ROLE_IMPLICIT_BARRIER, line + 5, region, line);
    if (!sections.empty()) LoseInSections(sections, times, line);
    for (std::size_t i = 0; i < team_.size(); ++i) Leave(i, construct);
  }

  void LoseInSections(const std::vector<std::uint64_t>& sections, const std::vector<std::uint64_t>& times,
                      std::uint32_t line) {
    const bool are_few = std::accumulate(sections.begin(), sections.end(), std::uint64_t{0}) < sections.size();
    const bool are_even = std::ranges::min(sections) == std::ranges::max(sections);
    if (!are_few && are_even) return;
    for (std::size_t i = 0; i < times.size(); ++i) {
      Lose(are_few ? "ImbalanceDueToNotEnoughSections" : "ImbalanceDueToUnevenSectionDistribution",
           RegionKind::kSections, line, i, times[i]);
    }
  }

  // Returns the number of sections that each thread executes.
  std::vector<std::uint64_t> Sections(std::uint32_t line) {
    std::vector<std::uint64_t> counts(team_.size());
    const OTF2_RegionRef section = Region("section", OTF2_REGION_ROLE_SECTION, line + 1);
    for (std::uint64_t i = Below(6); i > 0; --i) {
      const std::size_t thread = Below(team_.size());
      Enter(thread, section), now_[thread] += Below(500), Leave(thread, section);
      ++counts[thread];
    }
    return counts;
  }

  void Critical(std::uint32_t line) {
    const OTF2_RegionRef critical = Region("critical", OTF2_REGION_ROLE_CRITICAL, line);
    const OTF2_RegionRef block = Region("name", OTF2_REGION_ROLE_CRITICAL_SBLOCK, line);
    for (std::size_t i = 0; i < team_.size(); ++i) {
      Enter(i, critical);
      const std::uint64_t wait = Below(300), leaving = Below(3);
      now_[i] += wait;
      Enter(i, block), now_[i] += Below(50), Leave(i, block);
      now_[i] += leaving;
      Leave(i, critical);
      lost["CriticalSectionContention"] += wait + leaving;
      Lose("CriticalSectionContention", RegionKind::kCritical, line, i, wait + leaving);
      openmp += wait + leaving;
    }
  }

  void Lock() {
    const OTF2_RegionRef lock = archive.Region("omp_set_lock");
    archive.regions[lock].role = OTF2_REGION_ROLE_WRAPPER;
    archive.regions[lock].paradigm = OTF2_PARADIGM_OPENMP;
    for (std::size_t i = 0; i < team_.size(); ++i) {
      const std::uint64_t wait = Below(300);
      Enter(i, lock), now_[i] += wait, Leave(i, lock);
      lost["LockContention"] += wait;
      Lose("LockContention", RegionKind::kLock, 0, i, wait);
      openmp += wait;
    }
  }

  void Construct(std::uint32_t line) {
    Work(100);
    switch (Below(7)) {
      case 0:
        return Within("for", OTF2_REGION_ROLE_LOOP, line, "ImbalanceInParallelLoop", RegionKind::kWorksharing);
      case 1:
        return Within("sections", OTF2_REGION_ROLE_SECTIONS, line, "ImbalanceInParallelSections",
                      RegionKind::kSections);
      case 2:
        return Within("single", OTF2_REGION_ROLE_SINGLE, line, "UnparallelizedInSingleRegion", RegionKind::kSingle);
      case 3: {
        const OTF2_RegionRef master = Region("master", OTF2_REGION_ROLE_MASTER, line);
        Enter(0, master), now_[0] += 500 + Below(500), Leave(0, master);
        Barrier("UnparallelizedInMasterRegion", OTF2_REGION_ROLE_BARRIER, line + 1, RegionKind::kMaster, line);
        return;
      }
      case 4:
        return Critical(line);
      case 5:
        return Lock();
      default:
        Barrier("ImbalanceAtBarrier", OTF2_REGION_ROLE_BARRIER, line + 2, RegionKind::kBarrier, line + 2);
    }
  }

  std::mt19937 random_;
  std::uint32_t rank_ = 0;
  std::string function_;  // function that contains the current region
  std::vector<Location*> team_;
  std::vector<std::uint64_t> now_;
};

std::string Text(const Measurements& measured) {
  std::string text;
  for (const Region& region : measured.regions) {
    text += region.name + "," + region.callee + "," + region.file + ":" + std::to_string(region.line) + "\n";
  }
  for (const Context& context : measured.contexts) {
    text += std::to_string(context.region.value) + " " + std::to_string(*context.location.thread);
    for (const double value : context.values) text += " " + std::to_string(value);
    text += "\n";
  }
  for (const auto& [metric, reason] : measured.absent) text += metric + ": " + reason + "\n";
  return text;
}

}  // namespace

TEST_CASE("Planted waits of teams in archives are found, and no others, in any number of processes", "[waits][parts]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    PlantedArchive planted(seed, 1 + seed % 3, 1 + seed % 4);
    const tests::TemporaryFolder folder;
    const std::string path = folder.path() + "/a";
    REQUIRE(planted.archive.Write(path));
    const Measurements measured = LoadMeasurements(path);
    std::uint64_t waits = 0;
    for (const std::string kind : {"ImbalanceAtBarrier", "ImbalanceInParallelLoop", "ImbalanceInParallelSections",
                                   "UnparallelizedInSingleRegion", "UnparallelizedInMasterRegion",
                                   "ImbalanceInParallelRegion", "CriticalSectionContention", "LockContention"}) {
      CAPTURE(kind);
      CHECK(std::llround(SumOf(measured, kind)) == static_cast<long long>(planted.lost[kind]));
      waits += planted.lost[kind];
    }
    CHECK(std::llround(SumOf(measured, "waits")) == static_cast<long long>(waits));
    CHECK(std::llround(SumOf(measured, "openmp")) == static_cast<long long>(planted.openmp));
    CHECK(std::llround(SumOf(measured, "useful")) == static_cast<long long>(planted.covered - planted.openmp));
    double in_functions = 0;
    for (std::size_t i = 0; i < measured.regions.size(); ++i) {
      const Region& region = measured.regions[i];
      const bool is_function = region.kind == RegionKind::kFunction && RegionId(i) != measured.phase;
      if (is_function) in_functions += SumOf(measured, "waits", RegionId(i));
      if (region.kind != RegionKind::kFunction && region.kind != RegionKind::kLock) CHECK(region.line > 0);
    }
    CHECK(in_functions == Approx(static_cast<double>(waits)));
    CHECK(WrongLosses(FindLosses(measured), planted.losses) == "");
    for (const PropertyChange& change : SubtractProperties(measured, measured, BuiltInProperties()).changes) {
      CHECK(change.difference.value_or(0) == 0);
    }
    for (const std::size_t processes : {1U, 2U}) {
      CHECK(Text(tests::MeasureInProcesses(path, processes)) == Text(measured));
    }
  }
}

}  // namespace profdiff::planted_archives_test

#endif
