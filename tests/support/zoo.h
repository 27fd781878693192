// Clouds that have broken neighbour searches before: few points, ties, equal points, far strays, huge offsets, sizes around blocks.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "compute/check/clouds.h"

namespace arete::test {

using namespace clouds;  // those that the program checks its own machine on

struct ZooCloud {
  std::string name;
  PointArray points;  ///< double, row layout
  double r1;
};

/// A noisy spiral arc; `sorted`: in the order along it.
inline PointArray spiral(uint32_t n, int dimension, double noise, uint64_t seed, bool sorted = false) {
  Random random(seed);
  PointArray points(Scalar::float64, dimension, n);
  for (uint32_t i = 0; i < n; ++i) {
    const double t = 6 * (sorted ? double(i) / n : random.uniform());
    for (int k = 0; k < dimension; ++k) {
      const double exact = k == 0 ? 5 * t * std::cos(t) : k == 1 ? 5 * t * std::sin(t) : k == 2 ? 5 * t : 3 * std::sin(t + k);
      points.setCoordinate(i, k, exact + noise * random.normal());
    }
  }
  return points;
}

inline std::vector<ZooCloud> zoo() {
  std::vector<ZooCloud> clouds;
  for (const uint32_t n : {0u, 1u, 2u, 3u, 4u}) clouds.push_back({std::to_string(n) + " points", uniformBox(n, 2, 3, 7 + n), 1});
  clouds.push_back({"all equal", allEqual(100, 3, 1.25), 0.5});
  for (const int d : {1, 2, 3}) clouds.push_back({"lattice " + std::to_string(d) + "D", lattice(d == 1 ? 60 : d == 2 ? 20 : 7, d), 2});
  clouds.push_back({"lattice, R1 a cell edge apart", lattice(16, 2), 1});
  PointArray collinear(Scalar::float64, 3, 500);
  for (uint32_t i = 0; i < 500; ++i)
    for (int k = 0; k < 3; ++k) collinear.setCoordinate(i, k, double(i * 7 % 500) * (k + 1) / 8);
  clouds.push_back({"collinear", collinear, 3});
  clouds.push_back({"huge offset", moved(spiral(600, 2, 1, 11), 1e6), 3});
  clouds.push_back({"coarser than R1 in float", moved(spiral(400, 2, 1, 12), 3e7), 3});
  clouds.push_back({"one far stray", withStray(spiral(600, 3, 1, 13), 5, 1e30), 3});
  clouds.push_back({"first point the stray", withStray(spiral(600, 2, 1, 14), 0, -1e30), 3});
  clouds.push_back({"clusters", clusters(800, 2, 15), 4});
  clouds.push_back({"clusters 3D", clusters(800, 3, 16), 6});
  clouds.push_back({"sorted along a curve", spiral(1500, 2, 1, 17, true), 3});
  clouds.push_back({"R1 larger than the cloud", spiral(300, 2, 1, 18), 1000});
  clouds.push_back({"R1 smaller than every distance", uniformBox(200, 3, 100, 19), 0.01});
  clouds.push_back({"R1 whose square underflows", uniformBox(50, 2, 1e-24, 20), 1e-25});
  for (int d = 1; d <= kMaxDimension; ++d)
    clouds.push_back({"spiral " + std::to_string(d) + "D", spiral(d < 4 ? 900 : 400, d, 1, 30 + uint64_t(d)), d < 4 ? 3.0 : 6.0});
  for (const uint32_t n : {15u, 16u, 17u, 1023u, 1024u, 1025u, 2047u, 2049u})
    clouds.push_back({std::to_string(n) + " in one cell", uniformBox(n, 2, 4, n), 4});
  return clouds;
}

}  // namespace arete::test
