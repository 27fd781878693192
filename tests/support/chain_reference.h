// A detection by the references, step by step, and other evolvers held against it.
#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/grid_shape.h"
#include "tests/support/zoo.h"

namespace arete::test {

/// A detection by row 0, up to some iterations: what comes after each step.
struct ChainReference {
  struct Step {
    PointArray after;
    std::vector<uint32_t> kept;  // of decimate; empty for evolve
    uint32_t moved = 0;
    bool isDecimate = false;
  };
  PointArray first;
  std::vector<Step> steps;
};

inline ChainReference referenceOf(const PointCloud& cloud, double r1, const ParamValues& params, uint32_t iterations) {
  const auto device = makeCpuDevice(1);
  const StageContext here{*device, {}, {}};
  const auto evolver = versions(Stage::evolve)[0].as<Stage::evolve>()({cloud, r1, params}, here);
  const auto decimate = versions(Stage::decimate)[0].as<Stage::decimate>();
  ChainReference reference{cloud.points().subset(versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, params}, here)), {}};
  evolver->reset(reference.first, here);
  for (bool changed = true; changed && iterations > 0;) {
    changed = false;
    for (uint32_t moved = 1; moved > 0 && iterations > 0; --iterations) {
      moved = evolver->step(here).moved;
      changed = changed || moved > 0;
      reference.steps.push_back({evolver->chosen(), {}, moved, false});
    }
    for (bool removed = true; removed;) {
      const PointArray before = evolver->chosen();
      std::vector<uint32_t> kept = decimate({before, 2 * r1, params}, here);
      removed = kept.size() < before.size();
      if (!removed) break;
      changed = true;
      evolver->keep(kept, here);
      reference.steps.push_back({evolver->chosen(), std::move(kept), 0, true});
    }
  }
  return reference;
}

/// Every iteration alone: S after each.
inline void checkSteps(Evolver& evolver, const ChainReference& reference, const StageContext& here) {
  evolver.reset(reference.first, here);
  for (size_t i = 0; i < reference.steps.size(); ++i) {
    const ChainReference::Step& step = reference.steps[i];
    if (step.isDecimate) evolver.keep(step.kept, here);
    else ASSERT_EQ(evolver.step(here).moved, step.moved) << "step " << i;
    ASSERT_TRUE(evolver.chosen() == step.after) << "step " << i;
  }
}

/// Iterations in a row, in which versions may be ahead of what they show.
inline void checkRuns(Evolver& evolver, const ChainReference& reference, const StageContext& here) {
  evolver.reset(reference.first, here);
  for (size_t i = 0; i < reference.steps.size();) {
    if (reference.steps[i].isDecimate) {
      evolver.keep(reference.steps[i++].kept, here);
      continue;
    }
    std::vector<uint32_t> expected, moved;
    for (; i < reference.steps.size() && !reference.steps[i].isDecimate; ++i) {
      expected.push_back(reference.steps[i].moved);
      if (expected.back() == 0) {
        ++i;
        break;
      }
    }
    evolver.run(
        uint32_t(expected.size()), [&](const EvolveStep& step) { moved.push_back(step.moved); }, EvolveVisit::counters, here);
    ASSERT_EQ(moved, expected) << "up to step " << i;
    ASSERT_TRUE(evolver.chosen() == reference.steps[i - 1].after) << "step " << i;
  }
}

/// The same points in an order that says nothing of where they are.
inline PointArray shuffled(const PointArray& points) {
  std::vector<uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  Random random(77);
  for (uint32_t i = points.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return points.subset(order);
}

inline bool suits(Scalar scalar, double r1) {
  return withScalarType(scalar, [&]<class T>() { return gridSuits<T>(r1); });
}

}  // namespace arete::test
