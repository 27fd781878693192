// The places of a cloud that R1 is read off from: on its lattice, equal ones once, and not more than a few ten thousand. What is said of cubes and
// cells below needs their order only. Source: radius.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/network/radius/cloud_lattice.h"

namespace arete {

/// The lattice of a cloud of the plane or of space. All places are 0 where there is no extent.
shared::CloudLattice cloudLattice(const PointCloud& cloud);

struct LatticeSample {
  static constexpr size_t kMostPlaces = 32'768;

  shared::CloudLattice lattice;
  std::vector<uint64_t> keys;  ///< in Morton order, each once

  shared::LatticePlace place(size_t i) const { return shared::placeOfKey(keys[i], lattice.dimension); }
};

/// The least of many hashes, each once: what stays does not depend on the order in which they come. One for each thread; the others are added to one.
class LeastHashes {
 public:
  void add(uint64_t hash) {
    if (hash > limit_) return;
    hashes_.push_back(hash);
    if (hashes_.size() >= kRoom) cut();
  }
  void add(const LeastHashes& other) {
    for (const uint64_t hash : other.hashes_) add(hash);
  }
  /// In Morton order.
  std::vector<uint64_t> keys() {
    cut();
    std::vector<uint64_t> keys = hashes_;
    for (uint64_t& key : keys) key = shared::unmixed(key);
    std::ranges::sort(keys);
    return keys;
  }

 private:
  static constexpr size_t kRoom = 4 * LatticeSample::kMostPlaces;
  void cut() {
    std::ranges::sort(hashes_);
    hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
    if (hashes_.size() < LatticeSample::kMostPlaces) return;
    hashes_.resize(LatticeSample::kMostPlaces);
    limit_ = hashes_.back();
  }

  std::vector<uint64_t> hashes_;
  uint64_t limit_ = UINT64_MAX;
};

/// The key of a point of the cloud.
template <class T>
uint64_t latticeKey(const PointsView<T>& points, uint32_t i, const shared::CloudLattice& lattice) {
  shared::LatticePlace place;
  for (int k = 0; k < lattice.dimension; ++k) place.set(k, lattice.at(double(points.at(i, k)), k));
  return shared::mortonKey(place, lattice.dimension);
}

}  // namespace arete
