#include "compute/wires/pylons.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "compute/core/union_find.h"
#include "compute/wires/plan.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr double kHalfCrossarm = 30, kPylonDepth = 4, kDepthPerCrossarm = 0.2;  // metres; of the distance across
constexpr double kNearPylon = 8, kNearShare = 0.25;                             // an end as near is meant to be there: metres; of the span

/// An end of a piece, with the direction in the plan in which the wire would go on.
struct WireEnd {
  uint32_t piece = 0;
  bool atEnd = false;
  Vector3 place, outward;
};

std::vector<WireEnd> endsOf(std::span<const WirePiece> pieces) {
  std::vector<WireEnd> ends;
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].fit.found) continue;
    const Catenary& curve = pieces[i].fit.curve;
    const Vector3 along = plan::way(curve.end() - curve.start());
    ends.push_back({i, false, curve.start(), along * -1});
    ends.push_back({i, true, curve.end(), along});
  }
  return ends;
}

/// Where two curves that go on from one another come nearest, near the end of the first: along each.
std::pair<double, double> meetingOf(const Catenary& in, bool inAtEnd, const Catenary& out, bool outAtEnd) {
  const double centre = inAtEnd ? in.to : in.from, outCentre = outAtEnd ? out.to : out.from;
  constexpr double kNear = 15;  // metres; where points are missing there, as far as they are
  const double missing = distance(in.at(centre), out.at(outCentre));
  const double reach = std::min({std::max(kNear, 1.2 * missing), in.horizontalLength() / 3, out.horizontalLength() / 3});
  const auto other = [&](double s) {  // the place of `out` beside that of `in`
    const Vector3 place = in.at(s);
    double t = std::clamp(dot(place - out.middle, out.along), outCentre - 2 * reach, outCentre + 2 * reach);
    return t;
  };
  const auto apart = [&](double s) { return squaredDistance(in.at(s), out.at(other(s))); };
  constexpr int kParts = 60, kHalvings = 40;
  double best = centre, least = apart(centre);
  for (int i = -kParts; i <= kParts; ++i) {
    const double s = centre + reach * i / kParts, here = apart(s);
    if (here < least) least = here, best = s;
  }
  double step = reach / kParts;
  for (int i = 0; i < kHalvings; ++i, step /= 2)
    for (const double s : {best - step, best + step})
      if (apart(s) < least) least = apart(s), best = s;
  return {best, other(best)};
}

/// A wire that a gap cut in two looks like two ends that face each other in one line.
bool face(const WireEnd& a, const WireEnd& b, double longest) {
  constexpr double kStraight = -0.996, kBeside = 1.5, kUp = 5;  // a cosine; metres
  const Vector3 d = b.place - a.place;
  const double ahead = plan::dot(d, a.outward);
  return plan::dot(a.outward, b.outward) < kStraight && ahead > -kBeside && ahead < longest &&
         std::abs(plan::cross(a.outward, d)) < kBeside + 0.03 * ahead && std::abs(d.z) < kUp + 0.2 * ahead;
}

/// How the line goes at an end of a cluster: the directions of all its ends, turned to one side.
Vector3 axisOf(std::span<const WireEnd> ends, std::span<const uint32_t> members) {
  const Vector3 first = ends[members.front()].outward;
  Vector3 sum;
  for (const uint32_t i : members) sum = sum + ends[i].outward * (plan::dot(ends[i].outward, first) >= 0 ? 1 : -1);
  return plan::way(sum);
}

bool belongTogether(const WireEnd& a, const WireEnd& b) {
  constexpr double kLeastParallel = 0.5;
  const double parallel = plan::dot(a.outward, b.outward);
  if (std::abs(parallel) < kLeastParallel) return false;
  const Vector3 axis = plan::way(a.outward + b.outward * (parallel >= 0 ? 1 : -1)), d = b.place - a.place;
  const double across = std::abs(plan::cross(axis, d));
  return across <= kHalfCrossarm && std::abs(plan::dot(axis, d)) <= kPylonDepth + kDepthPerCrossarm * across;
}

/// Along the curve, where it passes the plane across `axis` through a place.
double alongAtPlane(const Catenary& curve, const Vector3& place, const Vector3& axis, double s) {
  constexpr int kSteps = 4;
  for (int i = 0; i < kSteps; ++i) {
    const Vector3 tangent = curve.along + curve.up * curve.slopeAt(s);
    const double along = plan::dot(tangent, axis);
    if (std::abs(along) < 1e-3) break;
    s -= plan::dot(curve.at(s) - place, axis) / along;
  }
  return s;
}

void moveEnd(Catenary& curve, bool atEnd, double s) {
  if (atEnd) curve.to = std::max(s, curve.from + 1e-3);
  else curve.from = std::min(s, curve.to - 1e-3);
}

/// Pieces of a line meet where their curves come nearest.
void meetAtCuts(WirePieces& wires) {
  for (WirePiece& piece : wires.pieces) piece.cutBefore = piece.cutBehind = false;
  for (const auto& [i, j] : wires.cuts) {
    WirePiece &first = wires.pieces[i], &second = wires.pieces[j];
    if (!first.fit.found || !second.fit.found) continue;
    Catenary &in = first.fit.curve, &out = second.fit.curve;
    const auto atEnd = [](const Catenary& a, const Catenary& b) {  // of the first, that is nearer to the second
      const Vector3 middle = b.at((b.from + b.to) / 2);
      return squaredDistance(a.end(), middle) <= squaredDistance(a.start(), middle);
    };
    const bool inAtEnd = atEnd(in, out), outAtEnd = atEnd(out, in);
    const auto [s, t] = meetingOf(in, inAtEnd, out, outAtEnd);
    moveEnd(in, inAtEnd, s), moveEnd(out, outAtEnd, t);
    (inAtEnd ? first.cutBehind : first.cutBefore) = true;
    (outAtEnd ? second.cutBehind : second.cutBefore) = true;
  }
}

struct Found {
  Pylon pylon;
  Vector3 axis;
};

/// A pylon where wires go to both sides and at least one passes, or two end.
std::optional<Found> pylonAt(std::span<const WirePiece> pieces, std::span<const WireEnd> ends, std::span<const uint32_t> members) {
  const Vector3 axis = axisOf(ends, members);
  Vector3 sum, in, out;
  uint32_t there = 0, back = 0;
  double high = -INFINITY, low = INFINITY;
  for (const uint32_t i : members) {
    const WireEnd& end = ends[i];
    const bool forth = plan::dot(end.outward, axis) >= 0;
    ++(forth ? there : back);
    (forth ? in : out) = (forth ? in : out) + end.outward * (forth ? 1 : -1);
    sum = sum + end.place, high = std::max(high, end.place.z), low = std::min(low, end.place.z);
  }
  const bool isCut =
      std::ranges::any_of(members, [&](uint32_t i) { return ends[i].atEnd ? pieces[ends[i].piece].cutBehind : pieces[ends[i].piece].cutBefore; });
  if (there == 0 || back == 0 || (!isCut && there + back < 4)) return {};
  Pylon pylon;
  pylon.place = sum * (1 / double(members.size()));
  pylon.place.z = high, pylon.lowest = low, pylon.spans = uint32_t(members.size());
  pylon.turn = std::atan2(plan::cross(in, out), plan::dot(in, out));
  return Found{pylon, axis};
}

/// Ends that nearly reach a pylon in their direction belong to it.
void reachPylons(std::vector<WirePiece>& pieces, std::span<const WireEnd> ends, std::span<const Found> found, std::vector<uint32_t>& pylonOf) {
  for (size_t i = 0; i < ends.size(); ++i) {
    if (pylonOf[i] > 0) continue;
    const double most = std::max(kNearPylon, kNearShare * pieces[ends[i].piece].fit.curve.horizontalLength());
    double nearest = INFINITY;
    for (uint32_t p = 0; p < found.size(); ++p) {
      const Vector3 d = found[p].pylon.place - ends[i].place;
      const double ahead = plan::dot(d, ends[i].outward), across = std::abs(plan::cross(ends[i].outward, d));
      const uint32_t otherEnd = pylonOf[i ^ 1];
      if (ahead < -kPylonDepth || ahead > most || across > kHalfCrossarm || otherEnd == p + 1 || !(std::abs(ahead) < nearest)) continue;
      nearest = std::abs(ahead), pylonOf[i] = p + 1;
    }
  }
}

}  // namespace

/// One catenary in place of two pieces, where it fits as well as theirs.
static bool joined(WirePieces& wires, uint32_t to, uint32_t from, const SpanOptions& options) {
  constexpr double kWorse = 1.5, kHangsUp = -1e-4;
  WirePiece &a = wires.pieces[to], &b = wires.pieces[from];
  std::vector<Vector3> both = a.points;
  both.insert(both.end(), b.points.begin(), b.points.end());
  CatenaryFit fit = fitCatenary(both);
  const double noise = std::max(a.fit.noise, b.fit.noise), rmse = std::max({a.fit.rmse, b.fit.rmse, options.reach / 20});
  if (!fit.found || fit.noise > kWorse * noise + 1e-3 || fit.rmse > kWorse * rmse || fit.curve.curvature < kHangsUp) return false;
  a.points = std::move(both), a.fit = std::move(fit), b = {};
  for (auto& [i, j] : wires.cuts) i = i == from ? to : i, j = j == from ? to : j;
  return true;
}

static bool joinOne(WirePieces& wires, const SpanOptions& options) {
  constexpr double kLongestGap = 0.6;  // of what is known on both sides
  const std::vector<WireEnd> ends = endsOf(wires.pieces);
  const auto isCut = [&](const WireEnd& end) { return end.atEnd ? wires.pieces[end.piece].cutBehind : wires.pieces[end.piece].cutBefore; };
  const auto lengthOfPiece = [&](const WireEnd& end) { return wires.pieces[end.piece].fit.curve.horizontalLength(); };
  for (size_t i = 0; i < ends.size(); ++i)
    for (size_t j = i + 1; j < ends.size(); ++j) {
      if (ends[i].piece == ends[j].piece || isCut(ends[i]) || isCut(ends[j])) continue;
      if (!face(ends[i], ends[j], kLongestGap * (lengthOfPiece(ends[i]) + lengthOfPiece(ends[j])))) continue;
      if (joined(wires, ends[i].piece, ends[j].piece, options)) return true;
    }
  return false;
}

void joinAcrossGaps(WirePieces& wires, const SpanOptions& options) {
  do meetAtCuts(wires);
  while (joinOne(wires, options));
}

std::vector<Pylon> pylonsOf(WirePieces& wires) {
  std::vector<WirePiece>& pieces = wires.pieces;
  for (WirePiece& piece : pieces) piece.pylonBefore = piece.pylonBehind = 0;
  meetAtCuts(wires);
  const std::vector<WireEnd> ends = endsOf(pieces);
  UnionFind together(ends.size());
  for (uint32_t i = 0; i < ends.size(); ++i)
    for (uint32_t j = i + 1; j < ends.size(); ++j)
      if (ends[i].piece != ends[j].piece && belongTogether(ends[i], ends[j])) together.join(i, j);
  std::map<uint32_t, std::vector<uint32_t>> clusters;
  for (uint32_t i = 0; i < ends.size(); ++i) clusters[together.find(i)].push_back(i);
  std::vector<Found> found;
  std::vector<uint32_t> pylonOf(ends.size(), 0);
  for (const auto& [unused, members] : clusters)
    if (const auto pylon = pylonAt(pieces, ends, members)) {
      found.push_back(*pylon);
      for (const uint32_t i : members) pylonOf[i] = uint32_t(found.size());
    }
  reachPylons(pieces, ends, found, pylonOf);
  constexpr double kOwnMeeting = 3;  // metres from the plane: a wire's own corner counts
  for (uint32_t i = 0; i < ends.size(); ++i) {
    if (pylonOf[i] == 0) continue;
    WirePiece& piece = pieces[ends[i].piece];
    (ends[i].atEnd ? piece.pylonBehind : piece.pylonBefore) = pylonOf[i];
    const Found& at = found[pylonOf[i] - 1];
    const bool isCut = ends[i].atEnd ? piece.cutBehind : piece.cutBefore;
    Catenary& curve = piece.fit.curve;
    const double own = ends[i].atEnd ? curve.to : curve.from, s = alongAtPlane(curve, at.pylon.place, at.axis, own);
    if (!isCut || std::abs(s - own) > kOwnMeeting) moveEnd(curve, ends[i].atEnd, s);
  }
  std::vector<Pylon> pylons;
  for (const Found& each : found) pylons.push_back(each.pylon);
  for (Pylon& pylon : pylons) pylon.spans = 0;
  for (const uint32_t p : pylonOf)
    if (p > 0) ++pylons[p - 1].spans;
  return pylons;
}

}  // namespace arete
