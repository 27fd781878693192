// What the references of all stages do on a cloud, as tasks for their versions. A cloud that row 0 refuses gives its error.
#pragma once

#include <string>
#include <vector>

#include "compute/check/stage_case.h"

namespace arete {

/// A cloud, and the radius to look at it with.
struct CaseCloud {
  std::string name;
  PointCloud cloud;
  double r1;
};

/// Choose, evolve, decimate, order.
void addChainCases(const CaseCloud& cloud, const StageContext& context, std::vector<StageCase>& cases);
/// Trees of tiles of every kind.
void addTileCases(const CaseCloud& cloud, const StageContext& context, std::vector<StageCase>& cases);
/// The nearest points of all points, and of places in between; then those within a radius.
void addNeighbourCases(const CaseCloud& cloud, const StageContext& context, std::vector<StageCase>& cases);
/// Every stage of networks of the plane, of space and of spheres; also stages that a detection by these rules would leave out.
void addNetworkCases(const CaseCloud& cloud, const NetworkRules& rules, const StageContext& context, std::vector<StageCase>& cases);
/// Rules that take whatever is a little more on one side for a line.
NetworkRules rulesOfAnySideLine(NetworkRules rules);
/// Every stage that only wires have.
void addWireCases(const CaseCloud& cloud, const StageContext& context, std::vector<StageCase>& cases);

/// All of these, on clouds so small that the references take seconds.
std::vector<StageCase> casesOfAllStages(const StageContext& context);

}  // namespace arete
