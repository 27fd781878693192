// Why two nodes of a network are joined, or why they are not: found by making the network once more and looking, step by step, at the two. Nothing is
// recorded for it while a network is made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/engine/frame.h"

namespace arete {

/// An edge that came or went, or a node that went, with a step of this stage.
struct EdgeTurn {
  Stage stage;
  uint32_t round;
  bool joined;    ///< after it
  bool nodeLeft;  ///< one of the two went
  friend bool operator==(const EdgeTurn&, const EdgeTurn&) = default;
};

/// What the spanner decided by, in the last round that had both nodes.
struct SpannerView {
  double length = 0;               ///< cloud's units
  double reach = 0;                ///< cloud's units: longer edges are not looked at
  double inRadii = 0;              ///< the length over the mean local radius
  bool candidate = false;          ///< near enough, and without a gap on the way
  int64_t witnesses = 0;           ///< weight of the points between the two
  int64_t witnessesNeeded = 0;     ///< to close a loop
  double witnessesExpected = 0;    ///< of a curve as dense as its nodes, by what was joined in the end
  bool enough = false;             ///< witnesses are not too few for that
  std::optional<double> wayRound;  ///< local radii, in what was joined besides; none: this is or would be the only way
  double shortestLoop = 0;         ///< local radii
  friend bool operator==(const SpannerView&, const SpannerView&) = default;
};

struct EdgeStory {
  bool joined = false;          ///< in the end
  std::vector<EdgeTurn> turns;  ///< in order
  std::optional<SpannerView> spanner;

  /// Sentences for people, the answer first.
  std::vector<std::string> sentences() const;
};

/// For two nodes of a finished network, by their numbers in `frame.chosen`. Takes as long as the detection did. Throws Error(wrongUse) for chains and
/// for nodes that do not exist; Cancelled; and as Detector does.
EdgeStory edgeStory(const Frame& frame, uint32_t a, uint32_t b, const StageContext& context);

}  // namespace arete
