// SPDX-License-Identifier: GPL-3.0-or-later
// Computes average linkage by the nearest-neighbour chain: the chain goes from each cluster to its nearest cluster,
// until two clusters are each other's nearest; these two are joined. Sorted by height, the joins give the same
// clustering as repeatedly joining the two nearest of all clusters, in O(n^2) instead of O(n^3).
// Sources: Muellner, Modern hierarchical, agglomerative clustering algorithms, section 3.2; Fowlkes and Mallows, A
// method for comparing two hierarchical clusterings.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

struct Join {
  double height = 0;
  std::size_t a = 0, b = 0;  // one object from each of the two joined clusters
};

class Linkage {
 public:
  Linkage(std::span<const double> similarities, std::size_t n) : n_(n), sizes_(n, 1) {
    for (const double similarity : similarities) distances_.push_back(1 - similarity);
  }

  // Returns all joins, lowest first.
  std::vector<Join> Run() {
    std::vector<Join> joins;
    std::vector<std::size_t> chain;
    while (joins.size() + 1 < n_) {
      if (chain.empty()) chain.push_back(FirstCluster());
      const std::size_t at = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : n_;
      const std::size_t nearest = NearestOf(at, before);
      if (nearest != before) {
        chain.push_back(nearest);
        continue;
      }
      chain.resize(chain.size() - 2);
      joins.push_back({Distance(at, before), std::min(at, before), std::max(at, before)});
      JoinInto(joins.back().a, joins.back().b);
    }
    std::ranges::stable_sort(joins, {}, &Join::height);
    return joins;
  }

 private:
  double& Distance(std::size_t a, std::size_t b) { return distances_[a * n_ + b]; }

  std::size_t FirstCluster() const {
    return static_cast<std::size_t>(std::ranges::find_if(sizes_, [](std::size_t size) { return size != 0; }) -
                                    sizes_.begin());
  }

  // Among equally near clusters, returns `preferred` if it is one of them, otherwise the first. Preferring the previous
  // cluster of the chain ensures that the chain ends: otherwise ties could make it a cycle.
  std::size_t NearestOf(std::size_t at, std::size_t preferred) {
    std::size_t nearest = preferred;
    for (std::size_t i = 0; i < n_; ++i) {
      if (i == at || sizes_[i] == 0) continue;
      if (nearest == n_ || Distance(at, i) < Distance(at, nearest)) nearest = i;
    }
    return nearest;
  }

  // Updates the distances for average linkage (Lance and Williams): the distance to the joined cluster is the mean,
  // weighted by sizes.
  void JoinInto(std::size_t a, std::size_t b) {
    const auto size_a = static_cast<double>(sizes_[a]), size_b = static_cast<double>(sizes_[b]);
    for (std::size_t i = 0; i < n_; ++i) {
      if (sizes_[i] == 0 || i == a || i == b) continue;
      const double mean = (size_a * Distance(i, a) + size_b * Distance(i, b)) / (size_a + size_b);
      Distance(i, a) = mean;
      Distance(a, i) = mean;
    }
    sizes_[a] += sizes_[b];
    sizes_[b] = 0;
  }

  const std::size_t n_;
  std::vector<double> distances_;
  // Indexed by the object that represents a cluster: size of the cluster; 0 if it was merged into another one.
  std::vector<std::size_t> sizes_;
};

// The clusters of objects while they are being joined: union-find with path halving.
class Clusters {
 public:
  explicit Clusters(std::size_t n) : parents_(n) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }

  std::size_t Find(std::size_t object) {
    while (parents_[object] != object) {
      parents_[object] = parents_[parents_[object]];
      object = parents_[object];
    }
    return object;
  }
  void Add(const Join& join) { parents_[Find(join.b)] = Find(join.a); }

 private:
  std::vector<std::size_t> parents_;
};

double Pairs(double count) { return count * (count - 1) / 2; }

// Returns the Fowlkes-Mallows index of two groupings: T / sqrt(P Q). P is the number of pairs of objects that are in
// one group in the first grouping, Q in the second, and T in both. The index is the geometric mean of T / P and T / Q.
double FowlkesMallows(Clusters& a, Clusters& b, std::size_t n) {
  std::vector<double> in_a(n), in_b(n);
  std::vector<std::pair<std::size_t, std::size_t>> both;
  for (std::size_t i = 0; i < n; ++i) {
    both.emplace_back(a.Find(i), b.Find(i));
    ++in_a[both.back().first];
    ++in_b[both.back().second];
  }
  std::ranges::sort(both);
  double together = 0, together_a = 0, together_b = 0;
  for (std::size_t i = 0; i < n;) {
    const std::size_t first = i;
    while (i < n && both[i] == both[first]) ++i;
    together += Pairs(static_cast<double>(i - first));
  }
  for (const double count : in_a) together_a += Pairs(count);
  for (const double count : in_b) together_b += Pairs(count);
  return together / std::sqrt(together_a * together_b);
}

}  // namespace

std::optional<double> BScore(std::span<const double> a, std::span<const double> b, std::size_t n) {
  if (n < 3 || n > kMostForBScore) return {};
  if (std::ranges::equal(a, b)) return 1;
  const std::vector<Join> joins_a = Linkage(a, n).Run(), joins_b = Linkage(b, n).Run();
  Clusters clusters_a(n), clusters_b(n);
  double sum = 0;
  // Compares the groupings from n - 1 clusters, after the first join, down to 2 clusters, before the last join. The
  // trivial groupings, with n clusters and with one, are equal for any two clusterings and do not count.
  for (std::size_t i = 0; i + 2 < n; ++i) {
    clusters_a.Add(joins_a[i]);
    clusters_b.Add(joins_b[i]);
    sum += FowlkesMallows(clusters_a, clusters_b, n);
  }
  return sum / static_cast<double>(n - 2);
}

}  // namespace profdiff
