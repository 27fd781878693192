// Small clouds that have broken searches and networks before: ties, equal points, strays, huge offsets, towns, stars, wires. They are made without a
// mathematical library, so they have the same bits on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/vector3.h"

namespace arete::clouds {

/// The same numbers on every machine (splitmix64), unlike the distributions of <random>.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t bits() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  double uniform(double low = 0, double high = 1) { return low + (high - low) * double(bits() >> 11) * 0x1p-53; }
  uint32_t below(uint32_t end) { return uint32_t(bits() % end); }
  /// About normal, variance 1: the sum of twelve.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  uint64_t state_;
};

// As doubles, in row layout.

PointArray uniformBox(uint32_t n, int dimension, double size, uint64_t seed);
/// side^dimension points at whole coordinates: every search has ties.
PointArray lattice(uint32_t side, int dimension);
PointArray moved(PointArray points, double offset);
/// `points` with point `at` somewhere else.
PointArray withStray(PointArray points, uint32_t at, double coordinate);
PointArray clusters(uint32_t n, int dimension, uint64_t seed);
PointArray allEqual(uint32_t n, int dimension, double value);

/// A segment in the plane or space.
struct Segment {
  shared::Vector3 from, to;
};

/// `perUnit` points a unit of length on the segments, with noise of this deviation on each axis.
std::vector<shared::Vector3> noisySegments(const std::vector<Segment>& segments, int dimension, double perUnit, double noise, unsigned seed);
PointCloud cloudOf(const std::vector<shared::Vector3>& points, int dimension, double scale = 1);
/// A web over an octant of the unit sphere, three great circles around it and one from each corner to the middle, with this noise across; and among
/// its points so many that are strewn evenly over the octant that they are this share of all.
PointCloud webOnSphere(double noise, double strewn, unsigned seed);
/// Arms from the origin to these places.
std::vector<Segment> star(const std::vector<shared::Vector3>& tips);
/// A block of streets with one through it, from which a street leads nowhere.
std::vector<Segment> town();

/// A conductor: a parabola from place to place that hangs down by `sag` in the middle.
struct Conductor {
  shared::Vector3 from, to;
  double sag;

  shared::Vector3 at(double part) const {
    shared::Vector3 place = from + (to - from) * part;
    place.z -= 4 * sag * part * (1 - part);
    return place;
  }
};
/// Two lines of conductors `apart` from each other over two spans, which turn at a pylon in the middle.
std::vector<Conductor> powerLine(double apart = 1);
/// `perUnit` points a unit of length on the conductors with this noise on each axis, and none within `gap` of the pylon; and the pylon: a mast.
std::vector<shared::Vector3> measured(const std::vector<Conductor>& line, double perUnit, double noise, double gap, unsigned seed);

}  // namespace arete::clouds
