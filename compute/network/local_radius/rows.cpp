// local_radius.cpu.rows: radius after radius, the places that have not found theirs yet look into a ball, on all threads. A ball is read in rows of a
// grid of about its size, only until it holds enough; a crowded cell holds enough by itself. From the second radius on three are looked at together:
// what fills none of them is sparse, and finding its rows takes longer than reading them.
// Memory: the grids (compute/network/look/row_grid.h) and 12 bytes a super-point. Cost: one ball each, mostly a few places; isolated places try all
// balls. Floor: reading each place once. Loses to row 0 for a few dozen places. Source: network, step 2; 2D, step 2; 3D, A.
#include <array>
#include <numeric>

#include "compute/network/local_radius/contract.h"
#include "compute/network/look/ball_look.h"

namespace arete::cpu {

namespace {

constexpr size_t kTogether = 3;

/// Radii that are looked at together, the smallest first.
struct Rungs {
  std::array<double, kTogether> radius{}, squaredReach{-1, -1, -1}, wanted{HUGE_VAL, HUGE_VAL, HUGE_VAL};  // of those that are not there nothing
  size_t count = 0;

  void add(double radiusOfRung, double reach, int64_t weight) {
    radius[count] = radiusOfRung, squaredReach[count] = reach * reach, wanted[count] = double(weight), ++count;
  }
};

/// The first radius whose ball holds enough; 0: none.
template <int D>
double firstEnough(const shared::RowView& grid, const shared::Vector3& centre, double widest, const Rungs& rungs) {
  std::array<double, kTogether> held{};
  grid.visitRuns<D>(centre, widest, [&](shared::Run run) {
    for (uint32_t at = run.begin; at < run.end; ++at) {
      const double squared = squaredDistance(grid.place<D>(at), centre), weight = grid.places.weight[at];
      for (size_t k = 0; k < kTogether; ++k) held[k] += squared <= rungs.squaredReach[k] ? weight : 0;
    }
    return held[0] >= rungs.wanted[0];
  });
  for (size_t k = 0; k < rungs.count; ++k)
    if (held[k] >= rungs.wanted[k]) return rungs.radius[k];
  return 0;
}

class RadiusFinder {
 public:
  RadiusFinder(const LocalRadiusInput& in, const StageContext& context)
      : in_(in), context_(context), radii_(in.points.size()), left_(in.points.size()) {
    std::iota(left_.begin(), left_.end(), 0u);
  }
  bool isDone() const { return left_.empty(); }
  std::vector<double> radii() && { return std::move(radii_); }

  /// Gives those on the list that find enough their radius, and takes them off it.
  void settle(const Rungs& rungs) {
    constexpr size_t kGrain = 256;
    if (rungs.count == 0) return;
    const double narrowest = in_.rules.ball * rungs.radius[0], widest = in_.rules.ball * rungs.radius[rungs.count - 1];
    const BallLook look(in_.points, narrowest, widest, context_);
    context_.device.threads().forEachRange(left_.size(), kGrain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      for (size_t p = begin; p < end; ++p) radii_[left_[p]] = radiusOf(left_[p], look, widest, rungs);
    });
    std::erase_if(left_, [&](uint32_t i) { return radii_[i] != 0; });
  }

 private:
  double radiusOf(uint32_t i, const BallLook& look, double widest, const Rungs& rungs) const {
    const shared::Vector3& place = in_.points.places[i];
    if (double(in_.points.weights[i]) >= rungs.wanted[0]) return rungs.radius[0];
    if (rungs.count == 1) return look.holds(place, widest, int64_t(rungs.wanted[0])) ? rungs.radius[0] : 0;
    const shared::RowView& grid = look.grid(widest).view();
    return in_.points.dimension == 2 ? firstEnough<2>(grid, place, widest, rungs) : firstEnough<3>(grid, place, widest, rungs);
  }

  const LocalRadiusInput& in_;
  const StageContext& context_;
  std::vector<double> radii_;
  std::vector<uint32_t> left_;
};

}  // namespace

std::vector<double> localRadiusRows(const LocalRadiusInput& in, const StageContext& context) {
  RadiusFinder finder(in, context);
  bool isEnough = false;  // wider balls say nothing
  for (int step = 0; step <= in.rules.radiusSteps && !finder.isDone() && !isEnough;) {
    Rungs rungs;
    for (const size_t together = step == 0 ? 1 : kTogether; rungs.count < together && step <= in.rules.radiusSteps; ++step) {
      const std::optional<int64_t> wanted = weightWantedAt(step, in);
      isEnough = !wanted;
      if (isEnough) break;
      const double radius = steppedRadius(in.r1, step);
      rungs.add(radius, in.rules.ball * radius, *wanted);
    }
    finder.settle(rungs);
  }
  if (const auto needed = isEnough ? std::nullopt : weightNeededAtLast(in); needed && !finder.isDone()) {
    const double radius = steppedRadius(in.r1, in.rules.radiusSteps);
    Rungs last;
    last.add(radius, in.rules.ball * radius, *needed);
    finder.settle(last);
  }
  return std::move(finder).radii();
}

}  // namespace arete::cpu
