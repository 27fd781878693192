// The part of stage "quality" for networks: how well paths through a curve C match those through the true curve T. F at a tolerance hardly sees
// a cut and forgives spurs; these measures do not. Both curves are graphs whose vertices within τ/1000 are one, with places every τ/4.
#pragma once

#include <cstdint>

#include "compute/core/device.h"
#include "compute/core/polylines.h"

namespace arete {

/// What is sampled and compared, and how far; lengths in tolerances τ. docs/quality.md says why.
struct PathMeasure {
  static constexpr double kJoin = 1e-3, kPlaces = 0.25;             ///< vertices this close are one; distance between places
  static constexpr uint32_t kSources = 400, kTargets = 50;          ///< of paths, on each curve; targets of each source
  static constexpr double kShortestPath = 4;                        ///< of APLS
  static constexpr double kLocalShortest = 10, kLocalLongest = 40;  ///< of LOC
  static constexpr uint32_t kSeeds = 200;                           ///< of TOPO, on each curve
  static constexpr double kSeedReach = 20;                          ///< along the curves
  static constexpr double kSameNode = 2;                            ///< junctions and ends this far apart may be the same
  static constexpr double kFirmArm = 2;                             ///< a junction of T with three arms of this length must be found
  static constexpr double kMostHeal = 100;
  static constexpr double kMostPlaces = 2e6;  ///< on a curve
};

/// Shares from 0 to 1, NaN where there is nothing to measure. Precision samples C and looks it up in T, recall samples T.
struct Agreement {
  double precision, recall, fScore;  ///< F: 2·precision·recall / (precision + recall)
};

struct PathQuality {
  double path;          ///< PATH: (LOC + TOPO) / 2; TOPO alone where neither curve has a path as long as LOC's
  Agreement local;      ///< LOC: as APLS, for paths of 10 to 40 τ: one far-away cut does not decide it
  Agreement localEnds;  ///< share of LOC's paths whose two places the other curve has: LOC if it joined all of them by ways of the right length
  Agreement apls;       ///< average path length similarity: of random pairs of places 1 − min(1, |L − L′| / L), 0 where the other curve does
                        ///< not join them
  Agreement topo;       ///< TOPO: places reachable within 20 τ of random seeds, matched one to one within τ
  Agreement junctions;  ///< vertices of degree > 2, those within τ as one, matched one to one within 2 τ
  Agreement ends;       ///< vertices of degree 1, matched likewise
  uint32_t curvePieces = 0, truthPieces = 0;  ///< connected pieces of both graphs, after healing
  uint32_t healed = 0;                        ///< gaps between pieces of the truth that were closed
};

/// `tolerance` is τ, in the curves' units; with 0 nothing can be measured. `heal`: gaps from an end of the truth to another piece of it are
/// closed up to this many τ, shortest first: for a truth that was clipped to the extent of the data.
/// Places are drawn evenly by length, seeded by their number alone. The result depends on neither the number of threads nor the order of the
/// lines. On a sphere lengths are those of chords, so it needs lines whose pieces are short beside its radius.
/// Throws Error(wrongUse) for different dimensions, options out of range and tolerances that would take more than kMostPlaces; Cancelled.
/// Sources: APLS: Van Etten, Lindenbaum, Bacastow 2018, "SpaceNet: A remote sensing dataset and challenge series"; TOPO: Biagioni, Eriksson
/// 2012, "Inferring road maps from Global Positioning System traces: survey and comparative evaluation".
PathQuality pathQuality(const Polylines& curve, const Polylines& truth, double tolerance, double heal, const StageContext& context);

}  // namespace arete
