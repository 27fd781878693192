// Clouds with tracks: receivers that pass along lines, to either side of them as a slow noise has it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/core/polylines.h"
#include "compute/generate/generate.h"

namespace arete::test {

using Way = std::vector<std::array<double, 2>>;

/// Rows of these ways one after the other, with a column `track`.
inline PointCloud trackCloud(std::span<const Way> ways, std::vector<Attribute> more = {}) {
  std::vector<double> rows;
  LargeVector<double> track;
  for (size_t i = 0; i < ways.size(); ++i)
    for (const auto& place : ways[i]) rows.insert(rows.end(), place.begin(), place.end()), track.push_back(double(i));
  more.push_back({"track", AttributeValues(track)});
  return PointCloud::recentred(rows, 2, Scalar::float64, std::move(more));
}

/// A pass from the first place to the last, with a fix each `step`, moved aside by noise that lasts over some fixes.
inline Way passAlong(std::span<const std::array<double, 2>> line, double step, double noise, std::mt19937& random) {
  constexpr double kLasts = 0.8;
  const auto normal = [&] {  // the sum of four uniform numbers; distributions of the library differ from machine to machine
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += double(random() % 65536u) / 65536 - 0.5;
    return sum * std::sqrt(3.0);
  };
  Way way;
  double x = noise * normal(), y = noise * normal(), begin = step * double(random() % 256u) / 256;
  for (size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i][0] - line[i - 1][0], dy = line[i][1] - line[i - 1][1], length = std::sqrt(dx * dx + dy * dy);
    for (; begin < length; begin += step) {
      x = kLasts * x + 0.6 * noise * normal(), y = kLasts * y + 0.6 * noise * normal();
      way.push_back({line[i - 1][0] + dx * begin / length + x, line[i - 1][1] + dy * begin / length + y});
    }
    begin -= length;
  }
  return way;
}

/// `count` passes along each part of the true curve of a shape, every second one the other way.
inline std::vector<Way> passesAlong(const Polylines& truth, int count, double step, double noise, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Way> ways;
  for (size_t line = 0; line < truth.size(); ++line) {
    Way places;
    for (size_t i = 0; i < truth.vertexCount(line); ++i) places.push_back({truth.vertex(line, i)[0], truth.vertex(line, i)[1]});
    if (truth.closed[line]) places.push_back(places.front());
    for (int pass = 0; pass < count; ++pass) {
      ways.push_back(passAlong(places, step, noise, random));
      if (pass % 2 == 1) std::ranges::reverse(ways.back());
    }
  }
  return ways;
}

inline Polylines trueShape(std::string_view id) {
  GenerateOptions options;
  options.dimension = 2;
  return trueCurve(findShape(id), options);
}

}  // namespace arete::test
