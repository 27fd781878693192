// The steps of a detection whose points lie with several ranks. Every rank runs the same Detector: what its decisions depend on is the same on all.
#pragma once

#include <functional>
#include <string_view>

#include "compute/chains/parts/ranked_points.h"
#include "compute/chains/parts/ranks.h"
#include "compute/engine/steps.h"

namespace arete::ranks {

/// Versions of a job that ranks share the chosen points of, where these are more than kWholeUpToParam.
inline constexpr std::string_view kDecimateInParts = "decimate.cpu.parts", kOrderInParts = "order.cpu.parts";

/// Choosing and evolving over ranks; decimating and joining too where the job's versions are those above, else by its versions on each rank, as all
/// have all chosen points: same bits, nothing to send.
/// `cloud` gives its points away; `nowhere`: the cloud of the Detector, without points. All must outlive the steps. Steps::parts() is called by all
/// ranks. Throws Error(wrongUse) where R1 does not suit the type of the coordinates.
/// `choosing`: hears after each round of choosing how many points are chosen so far.
std::unique_ptr<Steps> makeRankSteps(const PointCloud& nowhere, cpu::RankedPoints& cloud, const Job& job, parts::Ranks& ranks,
                                     std::function<void(uint32_t rounds, uint64_t chosen)> choosing = {});

/// Throws Error(wrongUse) for a job that cannot be done by ranks.
void checkForRanks(const Job& job);

}  // namespace arete::ranks
