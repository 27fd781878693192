#include "compute/check/clouds.h"

#include <algorithm>
#include <random>

namespace arete::clouds {

PointArray uniformBox(uint32_t n, int dimension, double size, uint64_t seed) {
  Random random(seed);
  PointArray points(Scalar::float64, dimension, n);
  for (uint32_t i = 0; i < n; ++i)
    for (int k = 0; k < dimension; ++k) points.setCoordinate(i, k, random.uniform(0, size));
  return points;
}

PointArray lattice(uint32_t side, int dimension) {
  uint32_t n = 1;
  for (int k = 0; k < dimension; ++k) n *= side;
  PointArray points(Scalar::float64, dimension, n);
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t k = 0, rest = i; k < uint32_t(dimension); ++k, rest /= side) points.setCoordinate(i, int(k), rest % side);
  return points;
}

PointArray moved(PointArray points, double offset) {
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < points.dimension(); ++k) points.setCoordinate(i, k, points.coordinate(i, k) + offset);
  return points;
}

PointArray withStray(PointArray points, uint32_t at, double coordinate) {
  for (int k = 0; k < points.dimension(); ++k) points.setCoordinate(at, k, coordinate);
  return points;
}

PointArray clusters(uint32_t n, int dimension, uint64_t seed) {
  Random random(seed);
  PointArray points(Scalar::float64, dimension, n);
  for (uint32_t i = 0; i < n; ++i) {
    const double centre = 40.0 * random.below(4);
    for (int k = 0; k < dimension; ++k) points.setCoordinate(i, k, centre * (k % 2 + 1) + random.normal() * (1 + centre / 40));
  }
  return points;
}

PointArray allEqual(uint32_t n, int dimension, double value) { return withStray(moved(PointArray(Scalar::float64, dimension, n), value), 0, value); }

std::vector<shared::Vector3> noisySegments(const std::vector<Segment>& segments, int dimension, double perUnit, double noise, unsigned seed) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return (double(random() % 65536u) + 0.5) / 65536; };
  const auto error = [&] {  // the sum of twelve uniform numbers less 6 has variance 1; std::normal_distribution differs between libraries
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return noise * sum;
  };
  std::vector<shared::Vector3> points;
  for (const Segment& segment : segments) {
    const auto count = int(perUnit * distance(segment.from, segment.to));
    for (int i = 0; i < count; ++i) {
      shared::Vector3 point = segment.from + (segment.to - segment.from) * uniform();
      for (int k = 0; k < dimension; ++k) point.set(k, point[k] + error());
      points.push_back(point);
    }
  }
  return points;
}

PointCloud cloudOf(const std::vector<shared::Vector3>& points, int dimension, double scale) {
  std::vector<double> rows;
  for (const shared::Vector3& point : points)
    for (int k = 0; k < dimension; ++k) rows.push_back(point[k] * scale);
  return PointCloud(PointArray::fromRows(std::move(rows), dimension));
}

PointCloud webOnSphere(double noise, double strewn, unsigned seed) {
  const shared::Vector3 corners[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, middle = unit(corners[0] + corners[1] + corners[2]);
  std::vector<Segment> chords;
  for (int k = 0; k < 3; ++k) chords.insert(chords.end(), {{corners[k], corners[(k + 1) % 3]}, {corners[k], middle}});
  std::vector<shared::Vector3> points = noisySegments(chords, 3, 800, noise, seed);
  std::mt19937 random(seed);
  const auto uniform = [&] { return (double(random() % 65536u) + 0.5) / 65536; };
  for (size_t count = size_t(strewn / (1 - strewn) * double(points.size())); count > 0;) {
    const shared::Vector3 point{uniform(), uniform(), uniform()};
    if (squaredLength(point) <= 1) points.push_back(point), --count;
  }
  for (shared::Vector3& point : points) point = unit(point);
  return cloudOf(points, 3);
}

std::vector<Segment> star(const std::vector<shared::Vector3>& tips) {
  std::vector<Segment> arms;
  for (const shared::Vector3& tip : tips) arms.push_back({{}, tip});
  return arms;
}

std::vector<Segment> town() {
  return {{{0, 0}, {60, 0}}, {{60, 0}, {60, 60}}, {{60, 60}, {0, 60}}, {{0, 60}, {0, 0}}, {{0, 30}, {60, 30}}, {{30, 30}, {44, 41}}};
}

std::vector<Conductor> powerLine(double apart) {
  std::vector<Conductor> line;
  for (const double beside : {-apart / 2, apart / 2}) {
    const shared::Vector3 pylon{60, beside, 10};
    line.push_back({{0, beside, 10}, pylon, 1.2});
    line.push_back({pylon, {118, 8 + beside, 11}, 1.2});
  }
  return line;
}

std::vector<shared::Vector3> measured(const std::vector<Conductor>& line, double perUnit, double noise, double gap, unsigned seed) {
  std::vector<shared::Vector3> points;
  for (size_t i = 0; i < line.size(); ++i) {
    const double length = distance(line[i].from, line[i].to);
    const std::vector<shared::Vector3> flat = noisySegments({{{0, 0, 0}, {1, 0, 0}}}, 3, perUnit * length, 0, seed + unsigned(i));
    const std::vector<shared::Vector3> off =
        noisySegments({{{0, 0, 0}, {1e-9, 0, 0}}}, 3, 1e9 * double(flat.size() + 1), noise, seed + 100 + unsigned(i));
    for (size_t k = 0; k < flat.size(); ++k) {
      const shared::Vector3 place = line[i].at(flat[k].x);
      if (std::min(distance(place, line[0].to), distance(place, line[2].to)) > gap) points.push_back(place + off[k]);
    }
  }
  for (const shared::Vector3& place : noisySegments({{{60, 0, 0}, {60, 0, 9}}}, 3, 15, 0.3, seed + 300)) points.push_back(place);
  return points;
}

}  // namespace arete::clouds
