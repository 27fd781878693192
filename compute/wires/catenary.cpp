#include "compute/wires/catenary.h"

#include <algorithm>
#include <cmath>

#include "compute/core/portable_math.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr double kSmall = 0.5;
constexpr int kSeriesTerms = 9;    // the next one is below 2^-60 for |x| ≤ 1/2
constexpr double kSteepest = 700;  // beyond it a hyperbolic cosine has no value

double inverseSinh(double x) {
  const double size = std::abs(x), value = size < 1e-4 ? size * (1 - size * size / 6) : shared::naturalLog(size + std::sqrt(1 + size * size));
  return x < 0 ? -value : value;
}

}  // namespace

HangingTerms hangingTerms(double x) {
  const double square = x * x;
  if (std::abs(x) <= kSmall) {
    double inverse = 1;  // 1/(2k)!
    double cosSum = 0, sinSum = 0, slopeSum = 0, power = 1;
    for (int k = 0; k < kSeriesTerms; ++k) {
      const double odd = inverse / (2 * k + 1), even = odd / (2 * k + 2);  // 1/(2k+1)!, 1/(2k+2)!
      cosSum += even * power, sinSum += odd * power;
      slopeSum += even / (2 * k + 3) * (2 * k + 2) * power;  // of x^(2k+1)
      power *= square, inverse = even;
    }
    return {cosSum, sinSum, slopeSum * x};
  }
  const double clamped = std::clamp(x, -kSteepest, kSteepest), e = shared::exponential(clamped), f = shared::exponential(-clamped);
  const double cosTerm = ((e + f) / 2 - 1) / square, sinTerm = (e - f) / 2 / x;
  return {cosTerm, sinTerm, (square * cosTerm + 1 - sinTerm) / x};
}

double Catenary::height(double s) const {
  const double x = curvature * s, q = std::sqrt(1 + slope * slope);
  const HangingTerms terms = hangingTerms(x);
  return s * (q * x * terms.cosTerm + slope * terms.sinTerm);
}

double Catenary::slopeAt(double s) const {
  const double x = curvature * s, q = std::sqrt(1 + slope * slope);
  const HangingTerms terms = hangingTerms(x);
  return q * x * terms.sinTerm + slope * (1 + x * x * terms.cosTerm);
}

double Catenary::length() const {
  // √(1 + y'²) is the derivative of y'/k: so the length is the difference of the slopes over k, which is written without the division.
  const double x = curvature * (to - from) / 2, mid = slopeAt((from + to) / 2);
  return (to - from) * hangingTerms(x).sinTerm * std::sqrt(1 + mid * mid);
}

double Catenary::lowestAlong() const {
  const double level = up.z != 0 ? -along.z / up.z : 0;  // the slope where it goes neither up nor down
  if (slopeAt(from) >= level && slopeAt(to) >= level) return from;
  if (slopeAt(from) <= level && slopeAt(to) <= level) return to;
  if (curvature < 0) return start().z <= end().z ? from : to;
  return std::clamp((inverseSinh(level) - inverseSinh(slope)) / curvature, from, to);
}

double Catenary::deepestAlong() const {
  const double chord = to > from ? (height(to) - height(from)) / (to - from) : 0;
  double s = (from + to) / 2;
  constexpr double kStraight = 1e-9;
  constexpr int kSteps = 6;
  if (std::abs(curvature) * (to - from) < kStraight) return s;
  for (int step = 0; step < kSteps; ++step) {
    const double there = slopeAt(s);
    s = std::clamp(s - (there - chord) / (curvature * std::sqrt(1 + there * there)), from, to);
  }
  return s;
}

double Catenary::sag() const {
  const double s = deepestAlong(), share = to > from ? (s - from) / (to - from) : 0;
  return height(from) * (1 - share) + height(to) * share - height(s);
}

double Catenary::blowOut() const {
  const Vector3 left = unit(cross({0, 0, 1}, end() - start()));
  return std::atan2(-dot(up, left), up.z);  // the wire lies against `up`
}

bool Catenary::isSound() const {
  constexpr double kNearly = 1e-6, kSteepest = 100, kMostBend = 5;
  const auto isDirection = [](const Vector3& v) { return std::abs(squaredLength(v) - 1) < kNearly; };
  return isDirection(along) && isDirection(up) && std::abs(dot(along, up)) < kNearly && from < to && std::abs(slope) < kSteepest &&
         std::abs(curvature) * std::max(std::abs(from), std::abs(to)) < kMostBend;  // false of what is no number
}

Catenary Catenary::reversed() const {
  Catenary other = *this;
  other.along = along * -1, other.slope = -slope, other.from = -to, other.to = -from;
  return other;
}

Catenary Catenary::moved(const Vector3& by) const {
  Catenary other = *this;
  other.middle = middle + by;
  return other;
}

Catenary hangingBetween(const Vector3& start, const Vector3& end, const Vector3& along, const Vector3& up, double curvature) {
  Catenary made;
  made.along = along, made.up = up, made.curvature = curvature;
  const double length = dot(end - start, along), rise = dot(end - start, up);
  made.slope = length > 0 ? rise / (length * hangingTerms(curvature * length / 2).sinTerm) : 0;
  made.from = -length / 2, made.to = length / 2;
  made.middle = start - along * made.from - up * made.height(made.from);
  return made;
}

Catenary Catenary::withExtraSag(double extra) const {
  const double wanted = std::max(0.0, sag() + extra), length = to - from;
  if (extra == 0 || !(length > 0)) return *this;
  const Vector3 a = start(), b = end();
  double low = 0, high = 16 / length;  // a sag of more than six lengths
  constexpr int kHalvings = 200;
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middleOf = low + (high - low) / 2;
    if (middleOf == low || middleOf == high) break;
    (hangingBetween(a, b, along, up, middleOf).sag() < wanted ? low : high) = middleOf;
  }
  return hangingBetween(a, b, along, up, high);
}

Catenary Catenary::swung(double angle) const {
  if (angle == 0) return *this;
  const Vector3 pivot = start(), axis = unit(end() - pivot);
  const shared::SinCos turn = shared::sinCos(angle);  // turns `up` to the right, and the wire below its chord to the left
  const auto turned = [&](const Vector3& v) {         // Rodrigues
    return v * turn.cos + cross(axis, v) * turn.sin + axis * (dot(axis, v) * (1 - turn.cos));
  };
  Catenary other = *this;
  other.middle = pivot + turned(middle - pivot);
  other.along = turned(along), other.up = turned(up);
  return other;
}

double nearestAlong(const Catenary& curve, double s, double y, double low, double high) {
  // f = (t − s) + (y(t) − y) y'(t) has the sign of the derivative of the squared distance; a bracket keeps Newton's steps between its signs.
  const auto f = [&](double t) { return (t - s) + (curve.height(t) - y) * curve.slopeAt(t); };
  // The derivative of f is 1 + y'² + (y(t) − y) y'': below 0 only for points above the curve by more than its radius, where minima are two.
  const auto squared = [&](double t) { return (t - s) * (t - s) + (curve.height(t) - y) * (curve.height(t) - y); };
  double best = squared(low) <= squared(high) ? low : high;
  constexpr int kParts = 8, kSteps = 60;  // one minimum a part, where a wire is flatter than a half circle
  for (int part = 0; part < kParts; ++part) {
    double a = low + (high - low) * part / kParts, b = part + 1 == kParts ? high : low + (high - low) * (part + 1) / kParts;
    if (!(f(a) <= 0 && f(b) >= 0)) continue;
    double t = std::clamp(s, a, b);
    for (int step = 0; step < kSteps; ++step) {
      const double value = f(t), tilt = curve.slopeAt(t);
      (value < 0 ? a : b) = t;
      const double curving = 1 + tilt * tilt + (curve.height(t) - y) * curve.curvature * std::sqrt(1 + tilt * tilt);
      double next = curving > 0 ? t - value / curving : a;
      if (!(next > a && next < b)) next = a + (b - a) / 2;
      if (next == t || value == 0) break;
      t = next;
    }
    if (squared(t) < squared(best)) best = t;
  }
  return best;
}

double distanceTo(const Catenary& curve, const Vector3& point) {
  const Vector3 d = point - curve.middle;
  const double s = dot(d, curve.along), y = dot(d, curve.up), off = dot(d, curve.normal());
  const double t = nearestAlong(curve, s, y, curve.from, curve.to), rise = curve.height(t) - y;
  return std::sqrt((t - s) * (t - s) + rise * rise + off * off);
}

}  // namespace arete
