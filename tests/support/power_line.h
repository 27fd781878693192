// Power lines whose curves are known: wires that hang between pylons as catenaries, with noise, gaps, wind and bundles.
#pragma once

#include <cmath>
#include <vector>

#include "compute/core/philox.h"
#include "compute/core/point_array.h"
#include "compute/measures/projection/curve_edges.h"
#include "compute/wires/catenary.h"

namespace arete::test {

/// Where a wire hangs on a pylon: to the left of the line, and up from its foot.
struct Hanging {
  double left = 0, up = 20;
};

struct PowerLineWish {
  std::vector<shared::Vector3> pylons = {{0, 0, 0}, {300, 0, 0}, {600, 0, 0}};  ///< their feet
  std::vector<Hanging> wires = {{0, 20}};
  double a = 1000;
  double noise = 0.03, perMetre = 10;
  double blowOut = 0;             ///< radians, to the left
  double bundle = 0;              ///< between two conductors of each phase
  double gapFrom = 0, gapTo = 0;  ///< metres of every span without points
  double outliers = 0;            ///< share of points up to half a metre off
  uint64_t seed = 1;
};

struct PowerLine {
  std::vector<shared::Vector3> points;
  std::vector<std::vector<Catenary>> truth;  ///< by wire, along the line; of bundles their middle
  Polylines lines;                           ///< of each wire over all pylons, as a network finds it: a vertex every two metres

  PointArray array() const {
    std::vector<double> rows;
    for (const shared::Vector3& p : points) rows.insert(rows.end(), {p.x, p.y, p.z});
    return PointArray::fromRows(std::span<const double>(rows), 3);
  }
  CurveEdges edges() const { return edgesOf(lines, {}); }
};

inline PowerLine powerLine(const PowerLineWish& wish) {
  using shared::Vector3;
  PowerLine made;
  made.lines.dimension = 3;
  const size_t count = wish.pylons.size();
  const auto wayAt = [&](size_t i) {  // of the line at a pylon: halfway between its bays
    const Vector3 in = i > 0 ? wish.pylons[i] - wish.pylons[i - 1] : wish.pylons[1] - wish.pylons[0];
    const Vector3 out = i + 1 < count ? wish.pylons[i + 1] - wish.pylons[i] : in;
    return unit(unit(Vector3{in.x, in.y, 0}) + unit(Vector3{out.x, out.y, 0}));
  };
  uint32_t number = 0;
  for (const Hanging& wire : wish.wires) {
    made.truth.emplace_back();
    std::vector<double> line;
    const auto hung = [&](size_t i) { return wish.pylons[i] + cross({0, 0, 1}, wayAt(i)) * wire.left + Vector3{0, 0, wire.up}; };
    for (size_t bay = 0; bay + 1 < count; ++bay) {
      // Wind pushes across the line: the wire hangs in the plane of its chord and of the load.
      const Vector3 a = hung(bay), b = hung(bay + 1), left = unit(cross({0, 0, 1}, b - a));
      const Vector3 up = left * -std::sin(wish.blowOut) + Vector3{0, 0, std::cos(wish.blowOut)}, along = unit(across(b - a, up));
      const Catenary curve = hangingBetween(a, b, along, up, 1 / wish.a);
      made.truth.back().push_back(curve);
      shared::IndexedRandom random(wish.seed, ++number);
      const double length = curve.to - curve.from;
      for (int i = 0; i < int(length * wish.perMetre); ++i) {
        const double s = length * random.uniform();
        const double beside = wish.bundle == 0 ? 0 : random.uniform() < 0.5 ? -wish.bundle / 2 : wish.bundle / 2;
        Vector3 off{random.normal() * wish.noise, random.normal() * wish.noise, random.normal() * wish.noise};
        if (random.uniform() < wish.outliers) off = Vector3{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
        if (s >= wish.gapFrom && s < wish.gapTo) continue;
        made.points.push_back(curve.at(curve.from + s) + curve.normal() * beside + off);
      }
      for (double s = 0; s < length - 1; s += 2) {
        const Vector3 at = curve.at(curve.from + s);
        line.insert(line.end(), {at.x, at.y, at.z});
      }
      if (bay + 2 == count) line.insert(line.end(), {b.x, b.y, b.z});
    }
    made.lines.lines.push_back(line);
    made.lines.closed.push_back(false);
  }
  return made;
}

/// Three phases on each side and a wire above.
inline const std::vector<Hanging> kTwoCircuits = {{6, 30}, {8, 24}, {6, 18}, {-6, 30}, {-8, 24}, {-6, 18}, {0, 36}};

}  // namespace arete::test
