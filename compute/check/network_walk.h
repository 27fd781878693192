// The way of the references through the stages of a network: what is known so far, and stages that are asked about it. Internal to compute/check.
#pragma once

#include "compute/check/cases.h"
#include "compute/network/rules/network_rules.h"

namespace arete {

/// What stages read, and nodes that some of them move. Copies share the super-points, and with them what versions keep of these, as stages of a
/// detection do.
struct NetworkState {
  PointCloud cloud;
  double r1;
  NetworkRules rules;
  std::shared_ptr<const SuperPoints> points = {};
  double fog = 0;
  std::vector<double> radii = {};
  std::vector<RidgeNode> nodes = {};
  Witnesses witnesses = {};
  std::vector<Edge> edges = {};
};

class NetworkWalk {
 public:
  NetworkWalk(const CaseCloud& of, const NetworkRules& rules, const StageContext& context, std::vector<StageCase>& cases)
      : now{.cloud = of.cloud, .r1 = of.r1, .rules = rules}, recorder_(of.name, context, cases) {}

  /// What row 0 says to `task(function, state, context)` about what is known now; nodes that it moves have moved.
  template <Stage stage, class Task>
  auto make(const Task& task) {
    auto [answer, nodes] = ofStage<stage>(task);
    now.nodes = std::move(nodes);
    return answer;
  }
  /// The same, but nothing has moved.
  template <Stage stage, class Task>
  auto ask(const Task& task) {
    return ofStage<stage>(task).first;
  }

  NetworkState now;

 private:
  template <Stage stage, class Task>
  auto ofStage(const Task& task) {
    return recorder_.record<stage>([task, before = std::make_shared<const NetworkState>(now)](auto function, const StageContext& context, Bits&) {
      NetworkState state = *before;
      auto answer = task(function, state, context);
      return std::pair(std::move(answer), std::move(state.nodes));
    });
  }

  CaseRecorder recorder_;
};

/// Shifts, one call for several; which is the last one decides which nodes are still.
inline void shift(NetworkWalk& walk, uint32_t iterations, bool last) {
  walk.make<Stage::ridge_shift>([iterations, last](auto shift, NetworkState& at, const StageContext& context) {
    std::vector<ShiftCount> counts(iterations);
    const uint32_t went = shift({*at.points, at.r1, at.rules, last, iterations, counts}, at.nodes, context);
    return std::pair(went, counts);
  });
}

/// Only the nodes at these places stay.
inline void keepNodes(NetworkWalk& walk, const std::vector<uint32_t>& places) {
  std::vector<RidgeNode> kept;
  for (const uint32_t i : places) kept.push_back(walk.now.nodes[i]);
  walk.now.nodes = std::move(kept);
}

inline void thin(NetworkWalk& walk) {
  keepNodes(walk, walk.make<Stage::thin>([](auto thin, NetworkState& at, const StageContext& context) {
    return thin({at.nodes, at.points->dimension, at.r1, at.rules}, context);
  }));
}

/// Round by round, then all at once.
inline void polish(NetworkWalk& walk) {
  const auto rounds = uint32_t(walk.now.rules.polishes);
  const std::vector<RidgeNode> before = walk.now.nodes;
  for (uint32_t round = 1; round <= rounds; ++round)
    walk.make<Stage::polish>([last = round == rounds](auto polish, NetworkState& at, const StageContext& context) {
      return polish({*at.points, at.edges, at.r1, at.rules, last}, at.nodes, context);
    });
  walk.now.nodes = before;
  walk.make<Stage::polish>([rounds](auto polish, NetworkState& at, const StageContext& context) {
    std::vector<uint32_t> moved(rounds);
    const uint32_t went = polish({*at.points, at.edges, at.r1, at.rules, true, rounds, moved}, at.nodes, context);
    return std::pair(went, moved);
  });
}

}  // namespace arete
