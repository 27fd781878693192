#include "tests/fuzz/random_cloud.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/fuzz/random.h"

namespace arete::fuzz {

namespace {

/// The shape of a cloud, about one unit wide.
struct Shape {
  int d;
  uint32_t n;
  std::vector<double> rows;
  Random& random;

  double& at(uint32_t i, int k) { return rows[size_t(i) * size_t(d) + size_t(k)]; }
  template <class Coordinate>
  void fill(const Coordinate& coordinate) {
    for (uint32_t i = 0; i < n; ++i)
      for (int k = 0; k < d; ++k) at(i, k) = coordinate(i, k);
  }
};

double noiseOf(Random& random) {
  static constexpr double kNoise[] = {0, 0, 0x1p-20, 0.01, 0.03, 0.1};
  return random.of(kNoise);
}

void uniform(Shape& shape) {
  shape.fill([&](uint32_t, int) { return shape.random.uniform(); });
}

void gaussian(Shape& shape) {
  shape.fill([&](uint32_t, int) { return shape.random.normal() / 4; });
}

/// A circle in its rational form, a helix with further axes.
void curve(Shape& shape) {
  const double noise = noiseOf(shape.random), turns = shape.random.oneIn(2) ? 1 : 4;
  for (uint32_t i = 0; i < shape.n; ++i) {
    const double along = turns * shape.random.uniform(), t = 4 * (along - std::floor(along)) - 2, square = t * t;
    for (int k = 0; k < shape.d; ++k) {
      const double exact = k == 0 ? (1 - square) / (1 + square) : k == 1 ? 2 * t / (1 + square) : along / turns;
      shape.at(i, k) = exact + noise * shape.random.normal();
    }
  }
}

/// Streets: segments between a few corners, with ends, crossings and loops.
void segments(Shape& shape) {
  const uint32_t corners = 2 + uint32_t(shape.random.below(6)), lines = 1 + uint32_t(shape.random.below(8));
  const double noise = noiseOf(shape.random);
  std::vector<double> places;
  for (uint32_t i = 0; i < corners * uint32_t(shape.d); ++i) places.push_back(double(shape.random.below(9)) / 4);
  std::vector<std::array<size_t, 2>> ends;
  for (uint32_t i = 0; i < lines; ++i) ends.push_back({shape.random.below(corners), shape.random.below(corners)});
  for (uint32_t i = 0; i < shape.n; ++i) {
    const auto [a, b] = shape.random.of(ends);
    const double t = shape.random.uniform();
    for (int k = 0; k < shape.d; ++k) {
      const double from = places[a * size_t(shape.d) + size_t(k)], to = places[b * size_t(shape.d) + size_t(k)];
      shape.at(i, k) = from + (to - from) * t + noise * shape.random.normal();
    }
  }
}

/// Conductors side by side, which hang a little.
void wires(Shape& shape) {
  const double noise = shape.random.oneIn(2) ? 0 : 0.002, apart = shape.random.oneIn(2) ? 0.25 : 0.1;
  const uint32_t count = 1 + uint32_t(shape.random.below(5));
  for (uint32_t i = 0; i < shape.n; ++i) {
    const double along = shape.random.uniform(-1, 1);
    const auto wire = double(i % count);
    for (int k = 0; k < shape.d; ++k)
      shape.at(i, k) = (k == 0 ? 4 * along : k == 1 ? apart * wire : k == 2 ? 0.2 * along * along : 0) + noise * shape.random.normal();
  }
}

void lattice(Shape& shape) {
  const size_t side = 2 + shape.random.below(shape.d == 1 ? 100 : 12);
  shape.fill([&](uint32_t, int) { return double(shape.random.below(side)) / 4; });
}

/// Each step exactly a unit, or a last digit more or less.
void unitSteps(Shape& shape) {
  shape.fill([&](uint32_t, int) {
    const auto whole = double(shape.random.below(5));
    const size_t kind = shape.random.below(6);
    return kind == 0 ? std::nextafter(whole, -1) : kind == 1 ? std::nextafter(whole, 9) : whole;
  });
}

void fewPlaces(Shape& shape) {
  const uint32_t places = 1 + uint32_t(shape.random.below(shape.random.oneIn(2) ? 2 : 8));
  std::vector<double> all;
  for (uint32_t i = 0; i < places * uint32_t(shape.d); ++i) all.push_back(shape.random.oneIn(3) ? 0 : shape.random.uniform(-1, 1));
  for (uint32_t i = 0; i < shape.n; ++i) std::copy_n(all.begin() + ptrdiff_t(shape.random.below(places) * size_t(shape.d)), shape.d, &shape.at(i, 0));
}

void collinear(Shape& shape) {
  const bool isEven = shape.random.oneIn(2);
  std::vector<double> direction;
  for (int k = 0; k < shape.d; ++k) direction.push_back(shape.random.oneIn(3) ? double(shape.random.below(3)) : shape.random.uniform(-1, 1));
  for (uint32_t i = 0; i < shape.n; ++i) {
    const double t = isEven ? double(i) / 8 : shape.random.uniform();
    for (int k = 0; k < shape.d; ++k) shape.at(i, k) = t * direction[size_t(k)];
  }
}

/// Two axes are free, the others follow from them.
void plane(Shape& shape) {
  const bool isLattice = shape.random.oneIn(3);
  const double slope = shape.random.oneIn(2) ? 0 : shape.random.uniform(-1, 1);
  for (uint32_t i = 0; i < shape.n; ++i)
    for (int k = 0; k < shape.d; ++k)
      shape.at(i, k) = k >= 2 ? slope * shape.at(i, 0) : isLattice ? double(shape.random.below(9)) / 4 : shape.random.uniform();
}

/// On the unit sphere, evenly or in bands, with the ends of axes; now and then its centre.
void sphere(Shape& shape) {
  const bool isBand = shape.random.oneIn(2), hasCentre = shape.random.oneIn(8);
  for (uint32_t i = 0; i < shape.n; ++i) {
    double squared = 0;
    for (int k = 0; k < shape.d; ++k) {
      const double x = shape.random.oneIn(16) ? double(shape.random.below(3)) - 1 : shape.random.normal() * (isBand && k == 2 ? 0.02 : 1);
      shape.at(i, k) = x, squared += x * x;
    }
    for (int k = 0; k < shape.d && squared > 0; ++k) shape.at(i, k) /= std::sqrt(squared);
    if (hasCentre && shape.random.oneIn(20)) std::fill_n(&shape.at(i, 0), shape.d, 0.0);
  }
}

/// Clusters of which one point in twenty is far away.
void strays(Shape& shape) {
  const double far = std::ldexp(1, int(shape.random.below(shape.random.oneIn(4) ? 90 : 12)));
  for (uint32_t i = 0; i < shape.n; ++i) {
    const auto cluster = double(shape.random.below(3));
    const bool isFar = shape.random.oneIn(20);
    for (int k = 0; k < shape.d; ++k) shape.at(i, k) = isFar ? far * shape.random.uniform(-1, 1) : cluster + 0.2 * shape.random.normal();
  }
}

struct Kind {
  const char* name;
  void (*fill)(Shape&);
};
constexpr Kind kCloudKinds[] = {{"uniform", uniform},      {"gaussian", gaussian},   {"curve", curve},     {"segments", segments},
                                {"segments", segments},    {"wires", wires},         {"lattice", lattice}, {"unit steps", unitSteps},
                                {"few places", fewPlaces}, {"collinear", collinear}, {"plane", plane},     {"sphere", sphere},
                                {"strays", strays}};

uint32_t randomSize(Random& random, uint32_t most) {
  if (random.oneIn(12)) return uint32_t(random.below(5));
  if (random.oneIn(100)) return most * 8;
  const double share = random.uniform();
  return 5 + uint32_t(double(most - 5) * share * share);
}

void copySome(Shape& shape) {
  for (uint32_t i = 1; i < shape.n; ++i)
    if (shape.random.oneIn(3)) std::copy_n(&shape.at(uint32_t(shape.random.below(i)), 0), shape.d, &shape.at(i, 0));
}

void zeroSome(Shape& shape) {
  for (double& x : shape.rows)
    if (shape.random.oneIn(5)) x = shape.random.oneIn(2) ? 0.0 : -0.0;
}

/// A power of two, which keeps digits, or any number.
double randomScale(Random& random, bool extreme) {
  const int power = extreme && random.oneIn(12) ? int(random.below(2000)) - 1060 : random.oneIn(2) ? 0 : int(random.below(40)) - 20;
  return std::ldexp(random.oneIn(2) ? 1 : random.uniform(1, 2), power);
}

double randomOffset(Random& random, bool extreme) {
  static constexpr double kOffsets[] = {100, 5e5, 5.4e6, -1e7, 1e9, -1e12}, kExtreme[] = {1e15, -1e18, 1e30, 1e150, -1e300};
  if (extreme && random.oneIn(10)) return random.of(kExtreme);
  return random.of(kOffsets) + (random.oneIn(2) ? random.uniform() : 0);
}

/// From the shape to file coordinates; the unit there.
double place(Shape& shape, bool extreme) {
  const double unit = randomScale(shape.random, extreme);
  const bool isMixed = shape.random.oneIn(6), isFar = shape.random.oneIn(5), isFarOnOne = shape.random.oneIn(2);
  for (int k = 0; k < shape.d; ++k) {
    const double scale = isMixed ? unit * std::ldexp(1, int(shape.random.below(24)) - 12) : unit;
    const double offset = isFar && (k == 0 || !isFarOnOne) ? randomOffset(shape.random, extreme) : 0;
    for (uint32_t i = 0; i < shape.n; ++i) shape.at(i, k) = isFar ? scale * shape.at(i, k) + offset : scale * shape.at(i, k);
  }
  return unit;
}

}  // namespace

RandomCloud RandomCloud::subset(const std::vector<uint32_t>& kept) const {
  RandomCloud part = *this;
  part.rows.clear();
  for (const uint32_t i : kept)
    if (i < size()) part.rows.insert(part.rows.end(), rows.begin() + ptrdiff_t(i) * dimension, rows.begin() + ptrdiff_t(i + 1) * dimension);
  return part;
}

RandomCloud randomCloud(uint64_t seed, const CloudWish& wish) {
  Random random(seed);
  const int dimensions = wish.mostDimensions - wish.fewestDimensions + 1;
  const int few = std::min(dimensions, 3), d = wish.fewestDimensions + int(random.below(size_t(random.oneIn(4) ? dimensions : few)));
  const Kind& kind = random.of(kCloudKinds);
  Shape shape{d, randomSize(random, wish.mostPoints), {}, random};
  shape.rows.resize(size_t(shape.n) * size_t(d));
  kind.fill(shape);
  if (random.oneIn(6)) copySome(shape);
  if (random.oneIn(8)) zeroSome(shape);
  RandomCloud cloud{kind.name, d, {}, {}, place(shape, wish.extreme)};
  cloud.rows = std::move(shape.rows);
  if (random.oneIn(3)) cloud.scalar = random.oneIn(2) ? Scalar::float32 : Scalar::float64;
  return cloud;
}

}  // namespace arete::fuzz
