#include "compute/wires/fit_catenary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/portable_math.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr size_t kUnknowns = 6;
constexpr double kTiltKnown = 0.5;           // radians: standard deviation of a tilt before any point is seen
constexpr double kRayleighMedian = 1.17741;  // median distance in two directions, over the deviation in one
constexpr double kHuber = 1.5, kTukey = 5;   // in deviations
constexpr size_t kMostStretches = 200;

double medianOf(std::vector<double>& values) {
  const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The direction in the plan in which the points spread most, by iterated weights: far outliers turn nothing.
struct PlanLine {
  Vector3 middle, along;
};

PlanLine planLineOf(std::span<const Vector3> points) {
  std::vector<double> weights(points.size(), 1), offs(points.size());
  PlanLine line;
  constexpr int kTurns = 6;
  for (int turn = 0; turn < kTurns; ++turn) {
    double sum = 0, xx = 0, xy = 0, yy = 0;
    Vector3 middle;
    for (size_t i = 0; i < points.size(); ++i) sum += weights[i], middle = middle + points[i] * weights[i];
    middle = middle * (1 / sum);
    for (size_t i = 0; i < points.size(); ++i) {
      const Vector3 d = points[i] - middle;
      xx += weights[i] * d.x * d.x, xy += weights[i] * d.x * d.y, yy += weights[i] * d.y * d.y;
    }
    const double half = (xx - yy) / 2, root = std::sqrt(half * half + xy * xy);
    const Vector3 along = half >= 0 ? Vector3{half + root, xy, 0} : Vector3{xy, root - half, 0};
    line = {middle, squaredLength(along) > 0 ? unit(along) : Vector3{1, 0, 0}};
    for (size_t i = 0; i < points.size(); ++i) {
      const Vector3 d = points[i] - middle;
      offs[i] = std::abs(d.x * line.along.y - d.y * line.along.x);
    }
    std::vector<double> sorted = offs;
    const double scale = std::max(kHuber * medianOf(sorted) * 1.4826, 1e-9);
    for (size_t i = 0; i < points.size(); ++i) weights[i] = offs[i] > scale ? scale / offs[i] : 1;
  }
  return line;
}

/// A point against the curve: residuals beside the plane and in it, and how these change with each number of the fit.
struct Against {
  double s, beside, up;
  std::array<double, kUnknowns> ofBeside, ofUp;
};

class Fitting {
 public:
  explicit Fitting(const Catenary& curve) : curve_(curve), normal_(curve.normal()), q_(std::sqrt(1 + curve.slope * curve.slope)) {}

  Against against(const Vector3& point) const {
    const Vector3 d = point - curve_.middle;
    Against a{};
    a.s = dot(d, curve_.along);
    const double v = dot(d, curve_.up), w = -dot(d, normal_), s = a.s, x = curve_.curvature * s;
    const HangingTerms terms = hangingTerms(x);
    const double y = s * (q_ * x * terms.cosTerm + curve_.slope * terms.sinTerm);
    const double tilt = q_ * x * terms.sinTerm + curve_.slope * (1 + x * x * terms.cosTerm), steep = 1 / std::sqrt(1 + tilt * tilt);
    a.beside = w, a.up = (v - y) * steep;
    a.ofBeside = {-1, -s, -v, 0, 0, 0};
    const double ofSlope = s * (curve_.slope / q_ * x * terms.cosTerm + terms.sinTerm);
    const double ofCurvature = s * s * (q_ * (terms.sinTerm - terms.cosTerm) + curve_.slope * terms.sinSlope);
    a.ofUp = {0, -tilt * w * steep, w * steep, -steep, -ofSlope * steep, -ofCurvature * steep};
    return a;
  }

  static void add(const Against& a, double weight, StretchSums& sums) {
    size_t at = 0;
    for (size_t i = 0; i < kUnknowns; ++i) {
      for (size_t j = i; j < kUnknowns; ++j) sums.products[at++] += weight * (a.ofBeside[i] * a.ofBeside[j] + a.ofUp[i] * a.ofUp[j]);
      sums.residuals[i] -= weight * (a.ofBeside[i] * a.beside + a.ofUp[i] * a.up);
    }
  }

 private:
  const Catenary curve_;
  const Vector3 normal_;
  double q_ = 1;
};

/// Through the plan line, a parabola for a beginning: by least squares of heights.
Catenary firstCurve(std::span<const Vector3> points, const PlanLine& line) {
  Catenary curve;
  curve.along = line.along, curve.up = {0, 0, 1};
  double low = INFINITY, high = -INFINITY;
  for (const Vector3& point : points)
    low = std::min(low, dot(point - line.middle, line.along)), high = std::max(high, dot(point - line.middle, line.along));
  const double centre = (low + high) / 2;
  curve.from = low - centre, curve.to = high - centre;
  std::vector<double> heights;
  for (const Vector3& point : points) heights.push_back(point.z);
  curve.middle = line.middle + line.along * centre;
  curve.middle.z = medianOf(heights);
  return curve;
}

struct Weighing {
  std::vector<double> distances, weights;
  double scale = 0;

  void weigh(bool firmly) {
    std::vector<double> sorted = distances;
    scale = std::max(medianOf(sorted) / kRayleighMedian, 1e-9);
    for (size_t i = 0; i < distances.size(); ++i) {
      const double u = distances[i] / scale;
      if (firmly) weights[i] = u < kTukey ? (1 - u * u / (kTukey * kTukey)) * (1 - u * u / (kTukey * kTukey)) : 0;
      else weights[i] = u > kHuber ? kHuber / u : 1;
    }
  }
};

/// The sums by stretches that have about as many points each.
void keepStretches(const Fitting& fitting, std::span<const Vector3> points, std::span<const double> weights, CatenaryFit& fit) {
  std::vector<uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<double> along(points.size());
  for (size_t i = 0; i < points.size(); ++i) along[i] = dot(points[i] - fit.curve.middle, fit.curve.along);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return along[a] != along[b] ? along[a] < along[b] : a < b; });
  fit.stretches.assign(std::min(points.size(), kMostStretches), {});
  for (size_t i = 0; i < order.size(); ++i)
    Fitting::add(fitting.against(points[order[i]]), weights[order[i]], fit.stretches[i * fit.stretches.size() / order.size()]);
}

/// Weights fall where points lie farther off, so a fit gives way more than its sums say: by the mean weight over the mean slope of what a point
/// pulls.
double widerBy(const Weighing& w) {
  double weights = 0, slopes = 0;
  for (size_t i = 0; i < w.weights.size(); ++i) {
    const double u = w.distances[i] / (kTukey * w.scale);
    weights += w.weights[i];
    if (u < 1) slopes += (1 - u * u) * (1 - 3 * u * u);  // of two directions: weight + half of its change
  }
  return slopes > weights / 4 ? weights / slopes : 4;
}

void measure(std::span<const Vector3> points, std::span<const double> weights, CatenaryFit& fit) {
  double up = 0, beside = 0, low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < points.size(); ++i) {
    const OffCatenary off = offCatenary(fit.curve, points[i]);
    up += off.up * off.up, beside += off.beside * off.beside;
    if (!(weights[i] > 0)) ++fit.outliers;
    else low = std::min(low, off.along), high = std::max(high, off.along);
  }
  fit.curve.from = low, fit.curve.to = high;
  const auto count = double(points.size());
  fit.rmse = std::sqrt((up + beside) / count), fit.rmseUp = std::sqrt(up / count), fit.rmseBeside = std::sqrt(beside / count);
}

}  // namespace

void StretchSums::add(const StretchSums& other, double times) {
  for (size_t i = 0; i < products.size(); ++i) products[i] += times * other.products[i];
  for (size_t i = 0; i < residuals.size(); ++i) residuals[i] += times * other.residuals[i];
}

OffCatenary offCatenary(const Catenary& curve, const Vector3& point) {
  const Vector3 d = point - curve.middle;
  const double s = dot(d, curve.along), tilt = curve.slopeAt(s), up = dot(d, curve.up) - curve.height(s);
  return {s, up / std::sqrt(1 + tilt * tilt), dot(d, curve.normal())};
}

bool solveStep(const StretchSums& sums, double prior, CatenaryStep& step) {
  constexpr size_t kTilt = 2;
  constexpr double kSingular = 1e-13;
  std::array<std::array<double, kUnknowns>, kUnknowns> m{};
  size_t at = 0;
  for (size_t i = 0; i < kUnknowns; ++i)
    for (size_t j = i; j < kUnknowns; ++j) m[i][j] = m[j][i] = sums.products[at++];
  m[kTilt][kTilt] += prior;
  std::array<double, kUnknowns> scale{}, x{};
  for (size_t i = 0; i < kUnknowns; ++i) {
    if (!(m[i][i] > 0)) return false;
    scale[i] = 1 / std::sqrt(m[i][i]);
  }
  for (size_t i = 0; i < kUnknowns; ++i) {
    for (size_t j = 0; j < kUnknowns; ++j) m[i][j] *= scale[i] * scale[j];
    x[i] = sums.residuals[i] * scale[i];
  }
  for (size_t i = 0; i < kUnknowns; ++i) {  // Cholesky, in place
    for (size_t k = 0; k < i; ++k) m[i][i] -= m[i][k] * m[i][k];
    if (!(m[i][i] > kSingular)) return false;
    m[i][i] = std::sqrt(m[i][i]);
    for (size_t j = i + 1; j < kUnknowns; ++j) {
      for (size_t k = 0; k < i; ++k) m[j][i] -= m[j][k] * m[i][k];
      m[j][i] /= m[i][i];
    }
  }
  for (size_t i = 0; i < kUnknowns; ++i) {
    for (size_t k = 0; k < i; ++k) x[i] -= m[i][k] * x[k];
    x[i] /= m[i][i];
  }
  for (size_t i = kUnknowns; i-- > 0;) {
    for (size_t k = i + 1; k < kUnknowns; ++k) x[i] -= m[k][i] * x[k];
    x[i] /= m[i][i];
  }
  for (size_t i = 0; i < kUnknowns; ++i) x[i] *= scale[i];
  step = {x[0], x[1], x[2], x[3], x[4], x[5]};
  return true;
}

/// The load is weight and wind across the line: so `up` is across the chord's direction in the plan, within the same plane of the curve.
static Catenary underItsLoad(const Catenary& curve) {
  const Vector3 chord = curve.end() - curve.start(), normal = curve.normal(), across = cross(normal, Vector3{chord.x, chord.y, 0});
  if (!(squaredLength(across) > 0)) return curve;
  const Vector3 tangent = curve.along + curve.up * curve.slope;
  Catenary next = curve;
  next.up = unit(dot(across, curve.up) > 0 ? across : across * -1);
  next.along = cross(next.up, normal);
  next.slope = dot(tangent, next.up) / dot(tangent, next.along);
  return next;
}

Catenary changedBy(const Catenary& curve, const CatenaryStep& step) {
  constexpr double kMostTurn = 0.3;
  const Vector3 left = curve.normal() * -1;
  Catenary next = curve;
  next.middle = curve.middle + left * step.offset + curve.up * step.height;
  next.along = unit(curve.along + left * std::clamp(step.turn, -kMostTurn, kMostTurn));
  const shared::SinCos tilt = shared::sinCos(std::clamp(step.tilt, -kMostTurn, kMostTurn));
  next.up = unit(curve.up * tilt.cos + cross(curve.up, next.along) * tilt.sin);
  next.slope = curve.slope + step.slope, next.curvature = curve.curvature + step.curvature;
  return underItsLoad(next);
}

CatenaryFit fitCatenary(std::span<const Vector3> points) {
  CatenaryFit fit;
  fit.points = uint32_t(points.size());
  if (points.size() < kFewestOnCatenary) return fit;
  fit.curve = firstCurve(points, planLineOf(points));
  if (!(fit.curve.horizontalLength() > 0)) return fit;
  Weighing w{std::vector<double>(points.size()), std::vector<double>(points.size(), 1)};
  constexpr int kSteps = 40, kLooseSteps = 6;
  constexpr double kStill = 1e-7;  // metres
  for (int turn = 0; turn < kSteps; ++turn) {
    const Fitting fitting(fit.curve);
    StretchSums sums;
    std::vector<Against> all(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
      all[i] = fitting.against(points[i]);
      w.distances[i] = std::sqrt(all[i].beside * all[i].beside + all[i].up * all[i].up);
    }
    if (turn > 0) w.weigh(turn > kLooseSteps);
    for (size_t i = 0; i < points.size(); ++i) Fitting::add(all[i], w.weights[i], sums);
    constexpr size_t kTilt = 2;
    constexpr double kLeastNoise = 1e-3;  // metres: a wire that is straighter than this has no plane
    fit.prior = turn == 0 ? 1e9 : std::max(w.scale, kLeastNoise) * std::max(w.scale, kLeastNoise) / (kTiltKnown * kTiltKnown);  // upright at first
    sums.residuals[kTilt] += fit.prior * fit.curve.blowOut();  // a tilt to the left blows out to the right
    CatenaryStep step;
    if (!solveStep(sums, fit.prior, step)) return fit;
    const Catenary next = changedBy(fit.curve, step);
    double most = 0;
    for (const double s : {fit.curve.from, 0.0, fit.curve.to}) most = std::max(most, distance(next.at(s), fit.curve.at(s)));
    fit.curve = next;
    if (turn > kLooseSteps + 1 && most < kStill) break;
  }
  fit.noise = w.scale, fit.wider = widerBy(w);
  keepStretches(Fitting(fit.curve), points, w.weights, fit);
  measure(points, w.weights, fit);
  fit.found = fit.curve.to > fit.curve.from;
  return fit;
}

}  // namespace arete
