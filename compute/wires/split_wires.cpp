#include "compute/wires/split_wires.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arete {

using shared::Vector3;

namespace {

constexpr size_t kMostBins = 800;
constexpr double kFinestBin = 0.5, kPerCut = 0.1;  // metres; a cut must explain this deviation
constexpr double kPricedLength = 40;               // metres: over as much of the wire
constexpr double kLeastRise = 0.006, kLeastTurn = 0.01;

/// A place on a line with the number of points that it is the mean of.
struct Bin {
  double along = 0, weight = 0;
  Vector3 place;
};

std::vector<Bin> binsOf(std::span<const OnLine> points) {
  double low = INFINITY, high = -INFINITY;
  for (const OnLine& point : points) low = std::min(low, point.along), high = std::max(high, point.along);
  if (!(high > low)) return {};
  const double width = std::max(kFinestBin, (high - low) / double(kMostBins));
  std::vector<Bin> bins(size_t((high - low) / width) + 1);
  for (const OnLine& point : points) {
    Bin& bin = bins[std::min(bins.size() - 1, size_t((point.along - low) / width))];
    bin.along += point.along, bin.weight += 1, bin.place = bin.place + point.place;
  }
  std::erase_if(bins, [](const Bin& bin) { return bin.weight == 0; });
  for (Bin& bin : bins) bin.along /= bin.weight, bin.place = bin.place * (1 / bin.weight);
  return bins;
}

/// A parabola over the length in each coordinate, by sums about its first bin.
class Parabola {
 public:
  explicit Parabola(const Bin& first) : first_(first) {}

  void add(const Bin& bin) {
    const double s = (bin.along - first_.along) / kUnit;
    const Vector3 d = bin.place - first_.place;
    double power = 1;
    for (double& sum : powers_) sum += power, power *= s;
    offs_[0] = offs_[0] + d, offs_[1] = offs_[1] + d * s, offs_[2] = offs_[2] + d * (s * s);
    squares_ += squaredLength(d);
  }

  /// The squares that are left.
  double left() {
    solve();
    double sum = squares_;
    for (size_t i = 0; i < 3; ++i) sum -= dot(terms_[i], offs_[i]);
    return std::max(0.0, sum);
  }
  /// The direction there; left() comes first.
  Vector3 directionAt(double along) const { return terms_[1] + terms_[2] * (2 * (along - first_.along) / kUnit); }

 private:
  static constexpr double kUnit = 100;  // metres

  void solve() {
    constexpr double kHardly = 1e-9;  // so that two bins have a parabola too
    const double a = powers_[0], b = powers_[1], c = powers_[2], d = powers_[2] + kHardly, e = powers_[3], f = powers_[4] + kHardly;
    const std::array<double, 6> m = {d * f - e * e, c * e - b * f, b * e - c * d, a * f - c * c, b * c - a * e, a * d - b * b};
    const double determinant = a * m[0] + b * m[1] + c * m[2];
    if (!(determinant > 0)) return;
    terms_[0] = (offs_[0] * m[0] + offs_[1] * m[1] + offs_[2] * m[2]) * (1 / determinant);
    terms_[1] = (offs_[0] * m[1] + offs_[1] * m[3] + offs_[2] * m[4]) * (1 / determinant);
    terms_[2] = (offs_[0] * m[2] + offs_[1] * m[4] + offs_[2] * m[5]) * (1 / determinant);
  }

  Bin first_;
  std::array<double, 5> powers_{};
  std::array<Vector3, 3> offs_{}, terms_{};
  double squares_ = 0;
};

Parabola parabolaOf(std::span<const Bin> bins, size_t begin, size_t end) {
  Parabola parabola(bins[begin]);
  for (size_t i = begin; i < end; ++i) parabola.add(bins[i]);
  parabola.left();
  return parabola;
}

/// Whether two neighbouring stretches meet at a pylon: the wire comes up and goes down, or turns.
bool isPylon(std::span<const Bin> bins, size_t begin, size_t cut, size_t end) {
  const double at = (bins[cut - 1].along + bins[cut].along) / 2;
  const Vector3 in = parabolaOf(bins, begin, cut).directionAt(at), out = parabolaOf(bins, cut, end).directionAt(at);
  const double inPlan = std::hypot(in.x, in.y), outPlan = std::hypot(out.x, out.y);
  if (!(inPlan > 0) || !(outPlan > 0)) return false;
  const double turn = std::abs(in.x * out.y - in.y * out.x) / (inPlan * outPlan);
  return in.z / inPlan - out.z / outPlan > kLeastRise || turn > kLeastTurn;
}

}  // namespace

std::vector<double> cutsOf(std::span<const OnLine> points, double shortest) {
  const std::vector<Bin> bins = binsOf(points);
  const size_t count = bins.size();
  if (count < 6) return {};
  const double price = kPerCut * kPerCut * kPricedLength / std::max(kFinestBin, (bins.back().along - bins.front().along) / double(count));
  // best[e]: the least for the bins before e; the last stretch begins at from[e].
  std::vector<double> best(count + 1, INFINITY);
  std::vector<size_t> from(count + 1, 0);
  best[0] = -price;
  for (size_t begin = 0; begin + 3 <= count; ++begin) {
    if (!(best[begin] < INFINITY)) continue;
    Parabola parabola(bins[begin]);
    for (size_t end = begin + 1; end <= count; ++end) {
      parabola.add(bins[end - 1]);
      const bool isOutermost = begin == 0 || end == count;  // the end of a tile may come soon behind a pylon
      if (end - begin < 3 || (bins[end - 1].along - bins[begin].along < shortest && !isOutermost)) continue;
      const double cost = best[begin] + price + parabola.left();
      if (cost < best[end]) best[end] = cost, from[end] = begin;
    }
  }
  if (!(best[count] < INFINITY)) return {};
  std::vector<size_t> cuts = {count};
  for (size_t at = from[count]; at > 0; at = from[at]) cuts.push_back(at);
  cuts.push_back(0);
  std::ranges::reverse(cuts);
  for (size_t i = 1; i + 1 < cuts.size();) {
    if (isPylon(bins, cuts[i - 1], cuts[i], cuts[i + 1])) ++i;
    else cuts.erase(cuts.begin() + ptrdiff_t(i)), i = i > 1 ? i - 1 : i;
  }
  std::vector<double> places;
  for (size_t i = 1; i + 1 < cuts.size(); ++i) places.push_back((bins[cuts[i] - 1].along + bins[cuts[i]].along) / 2);
  return places;
}

}  // namespace arete
