#include "compute/network/cross_sections/circle_fit.h"

#include <algorithm>
#include <cmath>

#include "compute/network/rules/symmetric_eigen.h"

namespace arete {

namespace {

PlanePlace meanOf(std::span<const PlanePlace> places) {
  PlanePlace sum{0, 0, 0};
  for (const PlanePlace& place : places) sum.x += place.weight * place.x, sum.y += place.weight * place.y, sum.weight += place.weight;
  return {sum.x / sum.weight, sum.y / sum.weight, sum.weight};
}

/// Centre and radius. The circle is a₀ (x² + y²) + a₁ x + a₂ y + a₃ = 0 around the mean; a is the direction in which the rows of
/// ((x² + y² - m) / 2√m, x, y) extend least, m being the mean of x² + y².
std::optional<FittedCircle> algebraicCircle(std::span<const PlanePlace> places) {
  const PlanePlace mean = meanOf(places);
  const auto squared = [&](const PlanePlace& place) {
    const double x = place.x - mean.x, y = place.y - mean.y;
    return x * x + y * y;
  };
  double m = 0;
  for (const PlanePlace& place : places) m += place.weight * squared(place);
  m /= mean.weight;
  if (!(m > 0)) return {};
  const double scale = 2 * std::sqrt(m);
  shared::Matrix3 products;
  for (const PlanePlace& place : places) {
    const double row[3] = {(squared(place) - m) / scale, place.x - mean.x, place.y - mean.y};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) products.m[i][k] += place.weight * row[i] * row[k];
  }
  const shared::Vector3 least = shared::symmetricEigen(products).vector[2];
  const double a0 = least.x / scale, a3 = -m * a0;
  const double radius = std::sqrt(std::max(0.0, least.y * least.y + least.z * least.z - 4 * a0 * a3)) / (2 * std::abs(a0));
  const PlanePlace centre{mean.x - least.y / (2 * a0), mean.y - least.z / (2 * a0)};
  if (!std::isfinite(radius) || !std::isfinite(centre.x) || !std::isfinite(centre.y)) return {};
  return FittedCircle{centre, radius};
}

/// How far places are off the circle, and what that makes of its centre: for directions u from the centre the covariance of centre and radius is
/// deviation² times the inverse of the sum of (u, 1)(u, 1)ᵀ, of which the radius is eliminated.
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
  xx -= ux * ux / count, xy -= ux * uy / count, yy -= uy * uy / count;
  const double determinant = xx * yy - xy * xy;
  if (!(determinant > 0)) return false;
  circle.deviation = std::sqrt(variance);
  circle.error = std::sqrt(variance * (xx + yy) / determinant);
  return std::isfinite(circle.error);
}

}  // namespace

std::optional<FittedCircle> fittedCircle(std::span<const PlanePlace> places) {
  if (places.size() < kFewestOnCircle) return {};
  std::optional<FittedCircle> circle = algebraicCircle(places);
  if (!circle || !measure(*circle, places)) return {};
  return circle;
}

}  // namespace arete
