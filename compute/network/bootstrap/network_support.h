// How sure a network is: what networks of resampled points say of each of its nodes, edges and junctions. Source: network, section 4.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "compute/core/curve.h"

namespace arete {

/// The support of a curve; found by a NetworkBootstrap. Lengths are in the cloud's units.
struct NetworkSupport {
  static constexpr double kFarthest = 4;      ///< R1: a place that a resample's network does not come near counts as this far from it
  static constexpr double kSupports = 1;      ///< R1: what is within it supports an edge
  static constexpr double kSameJunction = 2;  ///< R1: two junctions as near as this are one

  uint32_t resamples = 0;
  std::vector<double> nodeSpread;   ///< for each node, the root mean squared distance to the networks of the resamples, at most kFarthest R1
  std::vector<double> edgeSpread;   ///< the same for the middle of each edge
  std::vector<double> edgeSupport;  ///< for each edge, the share of resamples whose network passes its middle within kSupports R1
  std::vector<uint32_t> junctions;  ///< nodes of degree > 2, ascending
  std::vector<double> confidence;   ///< for each of `junctions`, the share of resamples that have one within kSameJunction R1
  double consensusShare = 0;        ///< of the resamples, that its edges need; 0: no consensus
  std::vector<uint8_t> consensus;   ///< for each edge, 1 where it belongs to the consensus; empty where none was asked for

  /// Confidence of a node; -1 where it is no junction.
  double confidenceOf(uint32_t node) const;
  /// Mean over the edges by their length, and over the junctions; 1 where there are none.
  double meanSupport(const Curve& curve) const;
  double meanConfidence() const;
  /// Length of the edges that less than this share of the resamples support.
  double lengthBelow(const Curve& curve, double share) const;
  /// Quartiles of the edges' spread, weighted by length: the least values that so much of the length does not exceed; 0 without edges.
  std::array<double, 3> spreadQuartiles(const Curve& curve) const;
  friend bool operator==(const NetworkSupport&, const NetworkSupport&) = default;
};

/// A part of a curve with what is known of it.
struct SupportedCurve {
  Curve curve;
  NetworkSupport support;
  std::vector<uint32_t> nodes;  ///< for each node, its number in the whole curve
};

/// Marks the edges that most resamples have, without separating what is connected: all that at least `share` of the resamples support; and of
/// the others those that join two parts of these, strongest first (ties: the lower edge). For each edge: 1 where it stays. Throws Cancelled.
std::vector<uint8_t> consensusOf(const Curve& curve, std::span<const double> edgeSupport, double share, std::stop_token stop = {});

/// The edges that `kept` marks with a value other than 0 and the nodes that they join; nodes without any edge stay out.
SupportedCurve keptCurve(const Curve& curve, const NetworkSupport& support, std::span<const uint8_t> kept);
/// What `support.consensus` keeps.
SupportedCurve consensusCurve(const Curve& curve, const NetworkSupport& support);

/// Length of an edge in the cloud's units.
double edgeLength(const Curve& curve, const Edge& edge);

}  // namespace arete
