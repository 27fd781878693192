// A radius R1 to begin with, estimated from the cloud itself.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "compute/core/cloud_facts.h"
#include "compute/core/error.h"
#include "compute/core/point_cloud.h"
#include "compute/network/rules/network_rules.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

struct RadiusSuggestion {
  double r1 = 0;                               ///< in the cloud's units; 0 for fewer than 2 distinct points
  std::string reason;                          ///< one or two sentences for a tooltip
  std::optional<NetworkProfile> profile = {};  ///< of a network that R1 is for, where it is not the one that the automatic choice takes
  std::string doubt = {};                      ///< why it may be wrong, and what to do: a sentence; empty where nothing speaks against it
  bool found = true;                           ///< false: R1 of a network, of which none could be judged; it is what chains would take
  bool followWidths = false;                   ///< R1 is for networks whose places look as far as their curve is wide
  std::optional<TrackFinding> tracks = {};     ///< of a cloud with tracks: what a network is to be made of, and how R1 follows from them
};

/// What a caller says who needs a radius that a cloud does not suggest, as it has fewer than 2 distinct points.
Error noRadius();
/// Whether bounds hold no two different points.
bool isOnePlace(const Bounds& bounds, int dimension);
/// Throws noRadius() for these bounds of a cloud: before a search, which finds no scale to begin with.
void checkSuggestsRadius(const Bounds& bounds, int dimension);

/// About twice the total σ of the noise around the curve, and never so small that a ball of R1 holds only a handful of points.
/// How: around 128 points of the cloud, balls grow until their points are four times longer than wide; the width there (points across the
/// direction of largest spread) is the noise. The result is the width below which 28 % of the places stay, those in sparse parts counting
/// somewhat more: real clouds follow a curve in some places only. Deterministic; looks at no more than 100 000 points; follows the scale
/// of the cloud and not a few far outliers, which are left out of it (compute/core/strays.h). `threads` look around places, 0: all there are; it is
/// the same radius. Throws Cancelled.
RadiusSuggestion explainRadius(const PointCloud& cloud, std::stop_token stop = {}, int threads = 1);

/// The same of points that are never all in memory: `pointsAt` gives some by their places, in the order of the cloud, which ascend and may repeat. Of
/// the facts it takes count, dimension, origin and bounds.
using PointsAt = std::function<PointArray(std::span<const uint64_t> places)>;
RadiusSuggestion explainRadius(const CloudFacts& cloud, const PointsAt& pointsAt, std::stop_token stop = {}, int threads = 1);

/// Only the radius; 0, too, where a stray lies so far out that detections refuse it (checkResolution()).
double suggestRadius(const PointCloud& cloud, std::stop_token stop = {}, int threads = 1);

}  // namespace arete
