#include <algorithm>
#include <array>

#include "compute/check/cases.h"

namespace arete {

namespace {

constexpr uint32_t kMostIterations = 40;

/// Iterations one by one, then with fewer chosen points, then as many as are left at once.
PointArray evolved(EvolveFunction make, const PointCloud& cloud, double r1, const PointArray& chosen, const StageContext& context, Bits& bits) {
  constexpr uint32_t kLookEvery = 4;
  const ParamValues params;
  const auto evolver = make({cloud, r1, params}, context);
  evolver->reset(chosen, context);
  for (uint32_t i = 0, moved = 1; moved > 0 && i < kMostIterations; ++i) {
    if (i % kLookEvery == 1) addBits(bits, evolver->assignment(context));
    addBits(bits, moved = evolver->step(context).moved);
    addBits(bits, evolver->chosen());
  }
  PointArray end = evolver->chosen();
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < end.size(); ++i)
    if (i % 3 != 1) kept.push_back(i);
  evolver->keep(kept, context);
  evolver->run(
      kMostIterations, [&](const EvolveStep& done) { addBits(bits, done.moved); }, EvolveVisit::counters, context);
  addBits(bits, evolver->chosen());
  addBits(bits, evolver->assignment(context));
  return end;
}

/// Sweep after sweep, with what the version remembers.
PointArray decimated(DecimateFunction decimate, PointArray points, double r2, const StageContext& context, Bits& bits) {
  const ParamValues params;
  std::unique_ptr<DecimateMemory> memory;
  for (bool removed = true; removed;) {
    const std::vector<uint32_t> kept = decimate({points, r2, params, &memory}, context);
    addBits(bits, kept);
    removed = kept.size() < points.size();
    points = points.subset(kept);
  }
  return points;
}

}  // namespace

void addChainCases(const CaseCloud& of, const StageContext& context, std::vector<StageCase>& cases) {
  CaseRecorder recorder(of.name, context, cases);
  const PointCloud cloud = of.cloud;
  const double r1 = of.r1, r2 = 2 * r1;
  const std::vector<uint32_t> chosen = recorder.record<Stage::choose>([cloud, r1](ChooseFunction choose, const StageContext& here, Bits&) {
    const ParamValues params;
    return choose({cloud, r1, params}, here);
  });
  const PointArray first = cloud.points().subset(chosen).withLayout(Layout::row);
  const PointArray moved = recorder.record<Stage::evolve>(
      [cloud, r1, first](EvolveFunction make, const StageContext& here, Bits& bits) { return evolved(make, cloud, r1, first, here, bits); });
  const PointArray all = cloud.points().withLayout(Layout::row);
  PointArray left;
  for (const PointArray& points : {all, moved})  // crowded points, then those of a detection
    left = recorder.record<Stage::decimate>(
        [points, r2](DecimateFunction decimate, const StageContext& here, Bits& bits) { return decimated(decimate, points, r2, here, bits); });
  for (const PointArray& points : {moved, left})
    recorder.record<Stage::order>([points, r2](OrderFunction order, const StageContext& here, Bits&) {
      const ParamValues params;
      return order({points, r2, params}, here);
    });
}

void addTileCases(const CaseCloud& of, const StageContext& context, std::vector<StageCase>& cases) {
  CaseRecorder recorder(of.name, context, cases);
  for (const TileKind kind : {TileKind::local, TileKind::grouped, TileKind::extended})
    for (const auto& [perAxis, capacity, axes] : {std::array{1u, 17u, 0u}, {4u, 60u, 0u}, {7u, 1u, 1u}}) {
      ParamValues params;
      params.set(kTileKindParam, double(kind));
      params.set(kTilesPerAxisParam, perAxis);
      params.set(kTileCapacityParam, capacity);
      params.set(kTiledAxesParam, axes);
      recorder.record<Stage::tile>([cloud = of.cloud, r1 = of.r1, params](TileFunction divide, const StageContext& here, Bits&) {
        return divide({cloud, r1, params}, here);
      });
    }
}

void addNeighbourCases(const CaseCloud& of, const StageContext& context, std::vector<StageCase>& cases) {
  constexpr uint32_t kSome = 5, kOneIn = 7;
  CaseRecorder recorder(of.name, context, cases);
  const PointCloud cloud = of.cloud;
  std::vector<uint32_t> some;
  for (uint32_t i = 0; i < cloud.size(); i += kOneIn) some.push_back(i);
  PointArray between = cloud.points().subset(some);
  for (uint32_t i = 0; i < between.size(); ++i) between.setCoordinate(i, 0, between.coordinate(i, 0) + of.r1 / 4);
  for (const uint32_t k : {1u, kSome})
    for (const bool itself : {true, false}) {
      if (k + (itself ? 1u : 0u) > cloud.size()) continue;
      const PointArray queries = itself ? cloud.points() : between;
      recorder.record<Stage::knn>([cloud, queries, k, itself](KnnFunction make, const StageContext& here, Bits&) {
        const ParamValues params;
        return nearestNeighbours(make, {cloud.points(), params}, {queries, k, itself}, here);
      });
    }
  for (const double radius : {0.0, of.r1})
    for (const bool itself : {true, false}) {
      const PointArray queries = itself ? cloud.points() : between;
      recorder.record<Stage::within>([cloud, queries, radius, itself](WithinFunction make, const StageContext& here, Bits&) {
        return neighboursWithin(make, cloud.points(), {queries, radius, itself}, here);
      });
    }
}

}  // namespace arete
