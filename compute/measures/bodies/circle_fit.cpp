#include "compute/measures/bodies/circle_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arete {

namespace {

PlanePlace meanOf(std::span<const PlanePlace> places) {
  PlanePlace sum{0, 0, 0};
  for (const PlanePlace& place : places) sum.x += place.weight * place.x, sum.y += place.weight * place.y, sum.weight += place.weight;
  return {sum.x / sum.weight, sum.y / sum.weight, sum.weight};
}

/// Means of products of x, y and z = x² + y², around the mean of the places.
struct Moments {
  double xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0;

  Moments(std::span<const PlanePlace> places, const PlanePlace& mean) {
    for (const PlanePlace& place : places) {
      const double x = place.x - mean.x, y = place.y - mean.y, z = x * x + y * y, weight = place.weight / mean.weight;
      xx += weight * x * x, xy += weight * x * y, yy += weight * y * y;
      xz += weight * x * z, yz += weight * y * z, zz += weight * z * z;
    }
  }
};

/// The least root of Taubin's characteristic polynomial, from 0 on: Newton's steps grow towards it and never pass it, but for rounding.
double leastRoot(const Moments& m) {
  constexpr int kMostSteps = 40;
  const double z = m.xx + m.yy, determinant = m.xx * m.yy - m.xy * m.xy, variance = m.zz - z * z;
  const double a3 = 4 * z, a2 = -3 * z * z - m.zz, a1 = variance * z + 4 * determinant * z - m.xz * m.xz - m.yz * m.yz;
  const double a0 = m.xz * (m.xz * m.yy - m.yz * m.xy) + m.yz * (m.yz * m.xx - m.xz * m.xy) - variance * determinant;
  double root = 0, value = a0;
  for (int step = 0; step < kMostSteps; ++step) {
    const double next = root - value / (a1 + root * (2 * a2 + root * 3 * a3));
    const double nextValue = a0 + next * (a1 + next * (a2 + next * a3));
    if (!std::isfinite(next) || next == root || std::abs(nextValue) >= std::abs(value)) break;
    root = next, value = nextValue;
  }
  return root;
}

/// Centre and radius.
std::optional<FittedCircle> algebraicCircle(std::span<const PlanePlace> places) {
  const PlanePlace mean = meanOf(places);
  const Moments m(places, mean);
  const double z = m.xx + m.yy, root = leastRoot(m);
  const double determinant = 2 * (root * root - root * z + m.xx * m.yy - m.xy * m.xy);
  if (!(std::abs(determinant) > 0)) return {};
  const double x = (m.xz * (m.yy - root) - m.yz * m.xy) / determinant, y = (m.yz * (m.xx - root) - m.xz * m.xy) / determinant;
  const FittedCircle circle{{mean.x + x, mean.y + y}, std::sqrt(x * x + y * y + z)};
  if (!std::isfinite(circle.radius) || !(circle.radius > 0)) return {};
  return circle;
}

/// How far places are off the circle, and what that makes of it: for directions u from the centre the covariance of centre and radius is deviation²
/// times the inverse of the sum of (u, 1)(u, 1)ᵀ.
bool measure(FittedCircle& circle, std::span<const PlanePlace> places) {
  double ux = 0, uy = 0, xx = 0, xy = 0, yy = 0, squares = 0;
  const double count = double(places.size()), each = count / meanOf(places).weight;  // weights add up to the number of places
  for (const PlanePlace& place : places) {
    const double x = place.x - circle.centre.x, y = place.y - circle.centre.y, away = std::sqrt(x * x + y * y), weight = each * place.weight;
    if (!(away > 0)) return false;
    const double off = away - circle.radius;
    squares += weight * off * off;
    ux += weight * x / away, uy += weight * y / away;
    xx += weight * (x / away) * (x / away), xy += weight * (x / away) * (y / away), yy += weight * (y / away) * (y / away);
  }
  constexpr double kUnknowns = 3;
  const double variance = squares / (count - kUnknowns);
  const double plain = xx * yy - xy * xy;
  const double cxx = xx - ux * ux / count, cxy = xy - ux * uy / count, cyy = yy - uy * uy / count;  // the radius is eliminated
  const double determinant = cxx * cyy - cxy * cxy;
  if (!(determinant > 0) || !(plain > 0)) return false;
  circle.deviation = std::sqrt(variance);
  circle.error = std::sqrt(variance * (cxx + cyy) / determinant);
  circle.radiusError = std::sqrt(variance / (count - (ux * ux * yy - 2 * ux * uy * xy + uy * uy * xx) / plain));
  return std::isfinite(circle.error) && std::isfinite(circle.radiusError);
}

/// A circle whose centre moves along the tube.
struct LeaningCircle {
  FittedCircle circle;
  double leanX = 0, leanY = 0;

  PlanePlace fromCentre(const PlanePlace& place) const {
    return {place.x - circle.centre.x - leanX * place.along, place.y - circle.centre.y - leanY * place.along};
  }
  double off(const PlanePlace& place) const {
    const PlanePlace from = fromCentre(place);
    return std::sqrt(from.x * from.x + from.y * from.y) - circle.radius;
  }
};

/// Symmetric, positive: A = L Lᵀ. Nothing where it is not, within rounding.
class Cholesky {
 public:
  static constexpr size_t kSize = 5;
  using Matrix = std::array<std::array<double, kSize>, kSize>;
  using Vector = std::array<double, kSize>;

  static std::optional<Cholesky> of(const Matrix& a) {
    constexpr double kRounding = 1e-12;
    Cholesky made;
    for (size_t i = 0; i < kSize; ++i)
      for (size_t k = 0; k <= i; ++k) {
        double sum = a[i][k];
        for (size_t j = 0; j < k; ++j) sum -= made.l_[i][j] * made.l_[k][j];
        if (i == k && !(sum > kRounding * a[i][i])) return {};
        made.l_[i][k] = i == k ? std::sqrt(sum) : sum / made.l_[k][k];
      }
    return made;
  }
  Vector solve(Vector b) const {
    for (size_t i = 0; i < kSize; ++i) {
      for (size_t j = 0; j < i; ++j) b[i] -= l_[i][j] * b[j];
      b[i] /= l_[i][i];
    }
    for (size_t i = kSize; i-- > 0;) {
      for (size_t j = i + 1; j < kSize; ++j) b[i] -= l_[j][i] * b[j];
      b[i] /= l_[i][i];
    }
    return b;
  }
  /// The i-th element on the diagonal of the inverse.
  double inverseAt(size_t i) const {
    Vector one{};
    one[i] = 1;
    return solve(one)[i];
  }

 private:
  Matrix l_{};
};

/// The normal equations of small changes of centre x, y, lean x, y and radius.
struct NormalEquations {
  Cholesky::Matrix products{};
  Cholesky::Vector right{};
  double squares = 0, weight = 0;

  NormalEquations(const LeaningCircle& tube, std::span<const PlanePlace> places) {
    for (const PlanePlace& place : places) {
      const PlanePlace from = tube.fromCentre(place);
      const double away = std::sqrt(from.x * from.x + from.y * from.y);
      if (!(away > 0)) continue;
      const double x = from.x / away, y = from.y / away, off = away - tube.circle.radius;
      const Cholesky::Vector row{x, y, x * place.along, y * place.along, 1};
      for (size_t i = 0; i < row.size(); ++i) {
        for (size_t k = 0; k < row.size(); ++k) products[i][k] += place.weight * row[i] * row[k];
        right[i] += place.weight * row[i] * off;
      }
      squares += place.weight * off * off, weight += place.weight;
    }
  }
};

/// Turns an upright circle into one that leans, by Gauss and Newton; leaves it where places do not tell how it leans.
bool lean(LeaningCircle& tube, std::span<const PlanePlace> places) {
  constexpr int kSteps = 4;
  LeaningCircle next = tube;
  for (int step = 0; step < kSteps; ++step) {
    const NormalEquations equations(next, places);
    const auto factor = Cholesky::of(equations.products);
    if (!factor) return false;
    const Cholesky::Vector change = factor->solve(equations.right);
    next.circle.centre.x += change[0], next.circle.centre.y += change[1];
    next.leanX += change[2], next.leanY += change[3], next.circle.radius += change[4];
    if (!(next.circle.radius > 0) || !std::isfinite(next.circle.radius)) return false;
  }
  const NormalEquations equations(next, places);
  const auto factor = Cholesky::of(equations.products);
  const double left = double(places.size()) - double(Cholesky::kSize), mean = equations.weight / double(places.size());
  if (!factor || !(left > 0)) return false;
  const double variance = equations.squares / mean / left, scale = variance * mean;
  next.circle.deviation = std::sqrt(variance);
  next.circle.error = std::sqrt(scale * (factor->inverseAt(0) + factor->inverseAt(1)));
  next.circle.radiusError = std::sqrt(scale * factor->inverseAt(4));
  if (!std::isfinite(next.circle.error) || !std::isfinite(next.circle.radiusError)) return false;
  tube = next;
  return true;
}

std::optional<LeaningCircle> leaningCircle(std::span<const PlanePlace> places) {
  const std::optional<FittedCircle> circle = fittedCircle(places);
  if (!circle) return {};
  LeaningCircle tube{*circle};
  if (places.size() >= kFewestOnTube) lean(tube, places);
  return tube;
}

double medianOf(std::vector<double>& values) {
  const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

std::optional<FittedCircle> fittedCircle(std::span<const PlanePlace> places) {
  if (places.size() < kFewestOnCircle) return {};
  std::optional<FittedCircle> circle = algebraicCircle(places);
  if (!circle || !measure(*circle, places)) return {};
  return circle;
}

std::optional<FittedCircle> robustTube(std::vector<PlanePlace> places) {
  constexpr int kMostRounds = 8;
  constexpr double kDeviations = 3, kPerMedian = 1.4826;  // of a normal distribution, the deviation per median distance
  constexpr double kEven = 0.02;                          // of the radius: nothing nearer is far off, however well the others fit
  constexpr double kKept = 0.6;
  const auto fewest = size_t(kKept * double(places.size()));
  std::optional<LeaningCircle> tube = leaningCircle(places);
  std::vector<double> off;
  for (int round = 0; tube && round < kMostRounds; ++round) {
    off.clear();
    for (const PlanePlace& place : places) off.push_back(std::abs(tube->off(place)));
    const double most = std::max(kDeviations * kPerMedian * medianOf(off), kEven * tube->circle.radius);
    if (std::erase_if(places, [&](const PlanePlace& place) { return std::abs(tube->off(place)) > most; }) == 0) break;
    if (places.size() < fewest) return {};
    tube = leaningCircle(places);
  }
  if (!tube) return {};
  return tube->circle;
}

double shareOfAngle(std::span<const PlanePlace> places, const PlanePlace& centre) {
  constexpr size_t kSectors = 12;
  constexpr double kRoot3 = 1.7320508075688772;
  std::array<bool, kSectors> has{};
  for (const PlanePlace& place : places) {
    const double x = place.x - centre.x, y = place.y - centre.y;
    const size_t quarter = x > 0 ? (y >= 0 ? 0 : 3) : (y > 0 ? 1 : 2);
    const bool isTurned = quarter == 1 || quarter == 3;  // from the axis where the quarter begins
    const double along = std::abs(isTurned ? y : x), beside = std::abs(isTurned ? x : y);
    has[3 * quarter + (beside * kRoot3 < along ? 0 : beside < along * kRoot3 ? 1 : 2)] = true;
  }
  size_t seen = 0;
  for (size_t i = 0; i < kSectors; ++i) seen += has[i] || (has[(i + 1) % kSectors] && has[(i + kSectors - 1) % kSectors]);
  return double(seen) / double(kSectors);
}

}  // namespace arete
