// Detections by row 0 in memory, and clouds that are on disk in many slabs.
#pragma once

#include <vector>

#include "compute/catalog/version.h"
#include "tests/support/zoo.h"

namespace arete::test {

inline constexpr uint32_t kIterations = 40;

struct Step {
  PointArray after;
  std::vector<uint32_t> kept;  // of decimate; empty for evolve
  uint32_t moved = 0;
};

/// A detection by row 0, up to some iterations.
struct InMemory {
  PointArray first;
  std::vector<Step> steps;

  InMemory(const PointCloud& cloud, double r1, const ParamValues& params) {
    const auto device = makeCpuDevice(1);
    const StageContext here{*device, {}, {}};
    first = cloud.points().subset(versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, params}, here));
    const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, r1, params}, here);
    const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
    evolver->reset(first, here);
    for (uint32_t left = kIterations; left > 0;) {
      for (uint32_t moved = 1; moved > 0 && left > 0; --left) {
        moved = evolver->step(here).moved;
        steps.push_back({evolver->chosen(), {}, moved});
      }
      std::vector<uint32_t> kept = decimate({evolver->chosen(), 2 * r1, params}, here);
      if (kept.size() == evolver->chosen().size()) break;
      evolver->keep(kept, here);
      steps.push_back({evolver->chosen(), std::move(kept), 0});
    }
  }
};

/// Points along the first axis, far longer than wide, so that there are many slabs.
inline PointArray longCloud(const PointArray& piece, uint32_t copies, double apart) {
  PointArray points(piece.scalar(), piece.dimension(), piece.size() * copies);
  for (uint32_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < piece.dimension(); ++k)
      points.setCoordinate(i, k, piece.coordinate(i / copies, k) + (k == 0 ? apart * double(i % copies) : 0));  // all the way along, in any order
  return points;
}

}  // namespace arete::test
