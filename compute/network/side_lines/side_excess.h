// What one side of a branch has more than the other, station by station, and as rows of stations. Source: stage side_lines.
#pragma once

#include <functional>
#include <optional>

#include "compute/network/side_lines/side_branches.h"

namespace arete {

/// At a station.
struct SideExcess {
  uint32_t station;
  bool left;
  double deviations, off;  ///< off the branch, in bins
};

/// The edge that is nearest to a place, if it is nearer than this, by its number in SideBranches; else UINT32_MAX.
using NearestEdge = std::function<uint32_t(const shared::Vector3& place, double within)>;

class ExcessFinder {
 public:
  /// `profiles`: of each station.
  ExcessFinder(const SideLinesInput& in, const SideBranches& branches, std::span<const SideProfile> profiles, const NearestEdge& nearest)
      : in_(in), branches_(branches), profiles_(profiles), nearest_(nearest) {}

  /// By branch, then the left side's, then by station.
  std::vector<SideExcess> all(const StageContext& context) const;
  /// The place so many bins off a station on that side.
  shared::Vector3 place(const SideExcess& excess, double off) const;

 private:
  struct Sides;
  struct Piece;
  std::vector<Piece> pieces() const;
  void fill(Piece& piece) const;
  std::optional<SideExcess> excessOf(const SideStretch& stretch, uint32_t station, bool left, const Sides& sides) const;
  int clearestBand(const Sides& sides, double& deviations) const;
  double centre(const SideStretch& stretch, const SideExcess& excess) const;

  const SideLinesInput& in_;
  const SideBranches& branches_;
  const std::span<const SideProfile> profiles_;
  const NearestEdge& nearest_;
};

}  // namespace arete
