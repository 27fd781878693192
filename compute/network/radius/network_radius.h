// Stage "network_radius": R1 of a network from the cloud itself. Networks are made at the rungs of a ladder of radii, each from a part of the points,
// and the rest of them says which explains the cloud best. Source: network, section 3; 2D, sections 3 and 6; 3D, D.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/core/task_crew.h"
#include "compute/network/radius/held_out_score.h"

namespace arete {

/// How R1 is read from the scores.
enum class RadiusPick : uint8_t {
  meanOfBest,  ///< geometric mean of the best rung and those beside it that are nearly as good, weighed by how nearly
  maximum,     ///< of the parabola through the best rung and its neighbours
};

/// A ladder goes down by √2 from a part of the diagonal of the bounds. First a sample of the points takes every second rung down, until
/// scores are bad; then all points that are judged climb from the best one to where no neighbouring rung is better.
struct RadiusRules {
  HeldOutRules score;
  uint32_t screenedPoints = 10'000;  ///< of the sample
  uint32_t screenedFolds = 2;        ///< at most
  double firstRung = 1.0 / 6;        ///< of the diagonal
  int fewestRungs = 12;              ///< of the sample
  int mostRungs = 40;
  double bad = 0.1;        ///< a score so far below the best is a bad one: between the scales of bus routes and of streets it goes down by 0.06
  int badRungs = 2;        ///< the way down stops after this many bad rungs in a row …
  double hopeless = 0.25;  ///< … or a single score so far below
  RadiusPick pick = RadiusPick::meanOfBest;
  double nearlyBest = 0.01;
  double sparse = 0;        ///< points on R1 of the network: a rung with fewer is not the best one where one with more is nearly as good
  double sparseSigmas = 0;  ///< times σ of the tube: the least R1 where the best rung is sparse; finer networks follow single points
  double lengthWeight = 0;  ///< weight of the logarithm of the pieces' length, which is added to the score
};

/// Points on a map: streets, tracks. Any of them is sparse where R1 is small enough, and then no branch is tested: where busy streets have points by
/// the hundred, strings of single points explain others about as well.
RadiusRules mapRadiusRules();
/// Points around curves in space, or on the surface of tubes. The maximum itself: the factor 2^(-1/3) of the source is for networks of half the
/// points, here seven eighths make them.
RadiusRules spaceRadiusRules();
/// Points on the unit sphere.
RadiusRules sphereRadiusRules();
/// Wires. What is wanted is long and thin: a piece that is twice as long is worth as much as a tube half as wide. By the tube alone the best radius
/// may tell the conductors of a bundle apart, in many pieces.
RadiusRules wireRadiusRules();

struct RadiusRung {
  double r1 = 0;
  std::optional<double> score;  ///< mean of the folds; none where a fold gave no network, or none that can be judged
  double pieceLength = 0;       ///< mean length of the piece that a place of the network lies on, geometric mean of the folds, in the cloud's units
  double sigma = 0;             ///< mean of the folds, in the cloud's units
  double background = 0;        ///< mean share
  double onR1 = 0;              ///< training points on R1 of the network that are no background, mean of the folds
  friend bool operator==(const RadiusRung&, const RadiusRung&) = default;
};

/// What rungs are compared by: the score, which there must be, and the length of its pieces in this unit.
double weighedScore(const RadiusRung& rung, const RadiusRules& rules, double unit);

struct NetworkRadius {
  double r1 = 0;                   ///< in the cloud's units; 0 for fewer than 2 different points
  std::string reason;              ///< one sentence for a tooltip
  std::optional<RadiusRung> best;  ///< none where none is judged
  std::vector<RadiusRung> rungs;   ///< those that were looked at with all points that are judged, from coarse to fine
};

/// The network of a cloud at this R1. On CPU threads several are asked for at once, each on a device of its own.
using NetworkAt = std::function<Curve(const PointCloud&, double r1, const StageContext&)>;

/// A search that is ready to begin, alone or beside another one of the same crew.
class NetworkRadiusSearch {
 public:
  /// The cloud must outlive it. Throws Cancelled.
  NetworkRadiusSearch(const PointCloud& cloud, const RadiusRules& rules, NetworkAt networkAt, const StageContext& context);
  /// Of the same cloud by other rules; the division is shared where these divide alike. Throws Cancelled.
  NetworkRadiusSearch(const NetworkRadiusSearch& other, const RadiusRules& rules, NetworkAt networkAt, const StageContext& context);
  /// As networkRadius(). Of the context only the progress and the stop token are used: networks are made by the crew.
  NetworkRadius find(TaskCrew& crew, const StageContext& context) const;

 private:
  /// The cloud and its sample, divided; where it is small there is no sample.
  struct Division {
    FoldedCloud all, few;
  };

  bool hasSample() const { return cloud_.size() > rules_.screenedPoints; }
  std::shared_ptr<const Division> divided(const StageContext& context) const;

  const PointCloud& cloud_;
  const RadiusRules rules_, fewRules_;
  const NetworkAt networkAt_;
  std::shared_ptr<const Division> division_;
};

/// The result depends on the set of points alone, as long as `networkAt` does. Where no rung can be judged, as with a handful of points, it is what
/// explainRadius() suggests of the points in the order of their coordinates. Progress counts rungs. Throws Cancelled, and what `networkAt` throws.
NetworkRadius networkRadius(const PointCloud& cloud, const RadiusRules& rules, const NetworkAt& networkAt, const StageContext& context);

}  // namespace arete
