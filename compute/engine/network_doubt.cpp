#include "compute/engine/network_doubt.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/core/number_text.h"
#include "compute/core/vector3.h"
#include "compute/engine/direct_radius.h"
#include "compute/engine/network_state.h"
#include "compute/network/look/ball_grid.h"
#include "compute/network/radius/ball_shape.h"
#include "compute/network/radius/suggest_radius.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

using shared::BallShape;
using shared::BallSums;
using shared::Vector3;

namespace {

constexpr const char* kCompareRadii = "compare other R1 (arete-cli sweep, Shift+R in the window)";
constexpr const char* kSwitchOff = "If they are not, switch that test off (Test background, --test-background off); else ";

/// Two digits are enough for a radius to begin with.
std::string aboutText(double radius) { return numberText(radius, 2); }

// The test of the background

/// The greatest share of the edges that one step of it took.
double shareTaken(const std::vector<StepRecord>& history) {
  double most = 0;
  for (size_t i = 1; i < history.size(); ++i) {
    const double before = history[i - 1].edges;
    if (history[i].stage == Stage::background && before > 0) most = std::max(most, 1 - history[i].edges / before);
  }
  return most;
}

bool isTested(const Frame& frame) { return frame.job.params.get(kTestBackgroundParam) != 0; }

/// Where it took nearly all: a true background leaves some of a network that can be used.
std::string backgroundText(const Frame& frame) {
  constexpr double kNearlyAll = 0.97;
  const double taken = shareTaken(*frame.history);
  if (!isTested(frame) || taken < kNearlyAll) return {};
  const std::string share = frame.curve.edges.empty() ? "all" : numberText(std::floor(100 * taken)) + " %";
  return "The test of the background took " + share + " of the network: its points look strewn evenly over the map. " + kSwitchOff + kCompareRadii +
         ".";
}

// No network

bool everHadEdges(const std::vector<StepRecord>& history) {
  return std::ranges::any_of(history, [](const StepRecord& step) { return step.edges > 0; });
}

/// Whether in space nothing moved, as no place stands out from points between curves.
bool isAllFog(const Frame& frame) {
  const auto seeds = std::ranges::find(*frame.history, Stage::seeds, &StepRecord::stage);
  return isTested(frame) && frame.facts.dimension == 3 && seeds != frame.history->end() && seeds->chosen == 0;
}

std::string emptyText(const Frame& frame) {
  constexpr double kFewRadii = 12;  // across the cloud: then R1 is too large
  if (frame.facts.count == 0 || isOnePlace(frame.facts.bounds, frame.facts.dimension)) return {};
  if (isAllFog(frame))
    return "No network was found: R1 is too small for this cloud, or its points look strewn evenly. " + std::string(kSwitchOff) + kCompareRadii + ".";
  const bool isLarge = frame.facts.bounds.diagonal(frame.facts.dimension) < kFewRadii * frame.job.r1();
  const char* const why = isLarge ? "too large" : everHadEdges(*frame.history) ? "too small or too large" : "too small";
  return "No network was found: R1 is " + std::string(why) + " for this cloud; " + kCompareRadii + ".";
}

// Hair

/// Length of a way between junctions and ends, in mean local radii.
double meanBranch(const Curve& curve, std::span<const double> local) {
  double sum = 0;
  for (const double radius : local) sum += radius;
  return curve.length / double(curve.polylines.size()) / (sum / double(local.size()));
}

/// Balls around places in space.
struct LookedAt {
  std::vector<Vector3> places;
  std::vector<double> radii;
};

/// Some nodes, evenly spread over their order, with what lies within twice their local radii.
LookedAt ballsAround(const PointArray& nodes, std::span<const double> local) {
  constexpr uint32_t kMost = 500;
  constexpr double kLook = 2;
  const uint32_t count = std::min(nodes.size(), kMost);
  LookedAt balls{std::vector<Vector3>(count), std::vector<double>(count)};
  for (uint32_t i = 0; i < count; ++i) {
    const size_t node = size_t(i) * nodes.size() / count;
    for (int k = 0; k < nodes.dimension(); ++k) balls.places[i].set(k, nodes.coordinate(node, k));
    balls.radii[i] = kLook * local[node];
  }
  return balls;
}

/// What the points in these balls look like. Coordinates are whole parts of the radius, so the order of the points does not matter.
std::vector<BallShape> shapesIn(const LookedAt& balls, const PointCloud& cloud, const StageContext& context) {
  constexpr double kParts = 1 << 15;
  constexpr size_t kGrain = 1 << 14;
  const auto& [places, radii] = balls;
  const double widest = std::ranges::max(radii);
  const BallGrid grid(places, 3, widest, widest, context);
  ThreadPool& pool = context.device.threads();
  std::vector<std::vector<BallSums>> sums(size_t(pool.size()), std::vector<BallSums>(places.size()));
  const auto part = [](double way) { return int32_t(std::floor(way * kParts + 0.5)); };
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = cloud.view<T>();
    pool.forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) {
        const Vector3 point{double(points.at(i, 0)), double(points.at(i, 1)), double(points.at(i, 2))};
        grid.visitBall(point, widest, [&](uint32_t place, double squared) {
          if (squared > radii[place] * radii[place]) return;
          const Vector3 way = (point - places[place]) * (1 / radii[place]);
          sums[size_t(thread)][place].add(shared::LatticePlace{part(way.x), part(way.y), part(way.z)});
        });
      }
    });
  });
  std::vector<BallShape> shapes;
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t thread = 1; thread < sums.size(); ++thread) sums[0][i].add(sums[thread][i]);
    shared::LatticePlace centre;
    shapes.push_back(ballShape(sums[0][i], centre, false));
  }
  return shapes;
}

/// Whether enough of them are pieces of a surface.
bool areFlat(std::span<const BallShape> shapes) {
  constexpr int64_t kFewestPoints = 16;
  constexpr size_t kFewestPlaces = 20;
  constexpr double kFlat = 0.45, kShare = 0.25;
  size_t full = 0, flat = 0;
  for (const BallShape& shape : shapes) {
    if (shape.count < kFewestPoints) continue;
    ++full;
    flat += std::sqrt(std::max(0.0, squaredFlatness(shape))) > kFlat * shape.along;
  }
  return full >= kFewestPlaces && double(flat) >= kShare * double(full);
}

/// The R1 that the cloud suggests where it is larger; else twice this one.
double largerRadius(const Frame& frame, const StageContext& context) {
  constexpr double kLarger = 1.2;
  const double r1 = frame.job.r1();
  const Job job = context.device.backend() == Backend::cpu ? frame.job.onCpu() : frame.job;
  const double seen = radiusSeen(frame.cloud, job, context).r1;
  return seen > kLarger * r1 ? seen : 2 * r1;
}

std::string hairText(const Frame& frame, const StageContext& context) {
  constexpr double kShort = 4;
  const PointColumn* const column = frame.column(NodeColumn::radius);
  if (column == nullptr || frame.cloud.empty() || networkProfile(frame.cloud, frame.job.params) != NetworkProfile::surface) return {};
  const auto& local = std::get<std::vector<double>>(*column->values);
  const double mean = meanBranch(frame.curve, local);
  if (mean >= kShort || !areFlat(shapesIn(ballsAround(frame.curve.nodes, local), frame.cloud, context))) return {};
  return "The network looks like hair on a surface: its branches are " + aboutText(mean) + " local radii long on average. Try a larger R1, about " +
         aboutText(largerRadius(frame, context)) + ".";
}

/// Points that come one after the other may be fixes, whose order says more than their places.
std::string tracksText(const Frame& frame) {
  const ParamValues& params = frame.job.params;
  const bool isFree = TrackUse(int(params.get(kTracksParam))) == TrackUse::automatic;
  if (!isFree || frame.cloud.empty() || networkProfile(frame.cloud, params) != NetworkProfile::map || !followEachOther(frame.cloud)) return {};
  return "The points come one after the other as fixes of tracks do. If they are fixes, name the column that numbers their tracks "
         "(--track-column), or add one: R1 and the network then follow from the tracks.";
}

}  // namespace

std::string networkDoubt(const Frame& frame, const StageContext& context) {
  if (!frame.finished || !frame.curveKnown || frame.job.curveKind() != CurveKind::network) return {};
  if (std::string taken = backgroundText(frame); !taken.empty()) return taken;
  if (frame.curve.edges.empty()) return emptyText(frame);
  const std::string hair = hairText(frame, context);
  return hair.empty() ? tracksText(frame) : hair;
}

}  // namespace arete
