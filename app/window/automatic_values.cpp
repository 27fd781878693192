#include "app/window/automatic_values.h"

#include <algorithm>
#include <array>
#include <string>
#include <thread>

#include "compute/core/error.h"
#include "compute/network/rules/network_params.h"
#include "compute/tiles/contract.h"
#include "render/overlay.h"

namespace arete {

/// The profile's own numbers: what would be asked for if nothing was.
static void addOfNetwork(const Frame& frame, std::vector<AutomaticValue>& values) {
  constexpr int kDigits = 3;
  const NetworkProfile profile = networkProfile(frame.cloud, frame.job.params);
  const NetworkRules rules = networkRules(profile, frame.cloud.dimension());
  values.push_back({&kProfileParam, std::string(kProfileParam.choices[1 + size_t(profile)])});
  const std::pair<const ParamInfo*, double> numbers[] = {{&kNeighboursWantedParam, double(rules.weightWanted)},
                                                         {&kRadiusCapParam, rules.wires ? rules.wireLongest : steppedRadius(1, rules.radiusSteps)},
                                                         {&kShortestBranchParam, rules.leaf},
                                                         {&kShortestLoopParam, rules.girth}};
  for (const auto& [info, value] : numbers) values.push_back({info, formatNumber(value, kDigits)});
}

std::vector<AutomaticValue> automaticValues(const Frame& frame) {
  std::vector<AutomaticValue> values = {{&kThreadsParam, std::to_string(std::max(1U, std::thread::hardware_concurrency()))},
                                        {&kTiledAxesParam, std::to_string(frame.cloud.dimension())}};
  try {
    if (frame.job.curveKind() == CurveKind::network) addOfNetwork(frame, values);
  } catch (const Error&) {
    return values;  // the profile does not fit this cloud, and the detection says so
  }
  return values;
}

}  // namespace arete
