// The branches of a curve with a body, as tables of trees, vessels and neurons have them: thickness, surface, volume, order, taper, angle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/measures/bodies/bodies.h"

namespace arete {

/// A path of the curve, seen from the root of its component. Lengths in the cloud's units.
struct BodyBranch {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t component = 0;
  uint32_t from = 0, to = 0;  ///< vertices; `from` is where it is reached from the root
  bool closed = false;
  uint32_t parent = kNone;               ///< the branch by which `from` is reached; none at the root
  uint32_t order = 1;                    ///< branches from the root to it, itself included
  uint32_t strahler = 1;                 ///< 1 at tips; one more than its children where at least two of them have the greatest
  double length = 0;                     ///< along the curve, from vertex to vertex
  double radius = 0, radiusError = 0;    ///< mean along it, and its standard error; 0: not known
  double radiusFrom = 0, radiusTo = 0;   ///< at its ends, of its own
  double taper = 0;                      ///< how much radius is lost per length away from the root, by the straight line through all
  double surface = 0, surfaceError = 0;  ///< of its side, as frustums between vertices, as far as it is outside of thicker branches
  double volume = 0, volumeError = 0;    ///< the same of its volume
  double seen = 0;                       ///< mean share of directions in which its wall is seen
  double angle = 0;                      ///< degrees between it and its parent where it leaves; NaN at the root
};

/// A connected piece: sums over its branches.
struct BodyTotals {
  uint32_t component = 0, root = 0;  ///< root: a vertex
  uint32_t branches = 0, strahler = 0;
  double length = 0, surface = 0, surfaceError = 0, volume = 0, volumeError = 0;
};

struct BranchTable {
  std::vector<BodyBranch> branches;    ///< by path
  std::vector<BodyTotals> components;  ///< by component
};

/// `roots`: a vertex of each component (bodyRoots). Where there are loops a branch is reached by the shortest way from the root, and one that no
/// shortest way goes through has no children. Errors are those of the radii; sections that overlap are wrong together.
BranchTable branchesOf(const CurveEdges& curve, const CurveBodies& bodies, std::span<const uint32_t> roots);

/// The root of each component: the largest ball, if it is more than kSoma times as thick as all ends, such as a neuron's soma; else the thickest end;
/// without ends the largest ball. The lowest of equal ones. `component`: for each vertex, kNone for one without an edge; `degree`: its edges.
std::vector<uint32_t> bodyRoots(std::span<const double> radius, std::span<const uint32_t> degree, std::span<const uint32_t> component,
                                uint32_t components);
std::vector<uint32_t> bodyRoots(const CurveEdges& curve, const CurveBodies& bodies);

inline constexpr double kSoma = 2;

}  // namespace arete
