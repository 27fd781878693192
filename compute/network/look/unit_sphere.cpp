#include "compute/network/look/unit_sphere.h"

#include <algorithm>
#include <cmath>

namespace arete {

/// What y / x can be on the face where x is the greatest coordinate.
SphereField::Range SphereField::slopes(Range y, Range x) {
  const double least = y.least / (y.least < 0 ? x.least : x.most), most = y.most / (y.most > 0 ? x.least : x.most);
  return {std::clamp(least, -1.0, 1.0), std::clamp(most, -1.0, 1.0)};
}

void SphereField::addFace(const Bounds& bounds, int axis, double sign) {
  constexpr int kCells = 128;                             // along an edge
  constexpr double kLeastOfGreatest = 0.577350269189625;  // √⅓
  const auto range = [&](int k) { return Range{bounds.minimum[size_t(k)], bounds.maximum[size_t(k)]}; };
  const Range y = range((axis + 1) % 3), z = range((axis + 2) % 3);
  Range x = range(axis);
  if (sign < 0) x = {-x.most, -x.least};
  x.least = std::max(x.least, kLeastOfGreatest);
  if (x.most < x.least) return;
  const Range u = slopes(y, x), v = slopes(z, x);
  const double wide = (u.most - u.least) / kCells, high = (v.most - v.least) / kCells;
  const auto face = uint32_t(faces_.size());
  faces_.push_back({axis, sign, wide, high});
  cells_.reserve(cells_.size() + kCells * kCells), sums_.reserve(sums_.size() + kCells * kCells);
  const auto isIn = [](double value, Range in) { return (value >= in.least) & (value <= in.most); };  // without branches, for vector units
  for (int i = 0; i < kCells; ++i) {
    const double atU = u.least + wide * (i + 0.5);
    std::array<double, kCells> atV, area;
    std::array<bool, kCells> isThere;
    for (int j = 0; j < kCells; ++j) {
      atV[size_t(j)] = v.least + high * (j + 0.5);
      const double squared = 1 + atU * atU + atV[size_t(j)] * atV[size_t(j)], length = std::sqrt(squared);
      isThere[size_t(j)] = isIn(1 / length, x) & isIn(atU / length, y) & isIn(atV[size_t(j)] / length, z);
      area[size_t(j)] = wide * high / (squared * length);
    }
    for (size_t j = 0; j < kCells; ++j)
      if (isThere[j]) cells_.push_back({face, atU, atV[j]}), sums_.push_back(this->area() + area[j]);
  }
}

SphereField::SphereField(const Bounds& bounds) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) addFace(bounds, axis, sign);
}

std::array<double, 3> SphereField::place(double cell, double u, double v) const {
  const auto found = std::ranges::upper_bound(sums_, cell * area());
  const Cell& in = cells_[std::min(size_t(found - sums_.begin()), cells_.size() - 1)];
  const Face& face = faces_[in.face];
  const double atU = in.u + face.wide * (u - 0.5), atV = in.v + face.high * (v - 0.5), length = std::sqrt(1 + atU * atU + atV * atV);
  std::array<double, 3> place{};
  place[size_t(face.axis)] = face.sign / length;
  place[size_t((face.axis + 1) % 3)] = atU / length;
  place[size_t((face.axis + 2) % 3)] = atV / length;
  return place;
}

}  // namespace arete
