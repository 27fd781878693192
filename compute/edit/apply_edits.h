// Edits on a curve. The same bits on every machine: distances are of + - x / and roots, ties go to the lower number.
#pragma once

#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/edit/edit.h"

namespace arete {

struct EditTolerances {
  double place = 0;   ///< how far a node may be from where an edit knows it, on a curve found anew; cloud units
  double radius = 0;  ///< R1: how wide the curve's points spread, for ways through the cloud; cloud units
};

/// What became of an edit.
struct EditStatus {
  bool applied = false;
  std::string text;  ///< applied: what it did; else why not: what it touched is gone. A sentence without a full stop
  friend bool operator==(const EditStatus&, const EditStatus&) = default;
};

struct EditedCurve {
  Curve curve;
  uint32_t found = 0;                ///< nodes of the curve before
  std::vector<uint32_t> numbers;     ///< per node: below `found` the node that it was, else it was added
  std::vector<uint32_t> like;        ///< per node the one that it was, or whose other values it takes; UINT32_MAX where there was no node at all
  std::vector<EditStatus> statuses;  ///< one an edit
};

/// Throws Error(badInput) that names the first edit whose new place is too far away to be a node of such a cloud: coordinates of this type would
/// overflow, or lengths.
void checkReach(std::span<const Edit> edits, Scalar scalar, const PointCloud::Origin& origin);

/// Makes the edits one after the other, after checkReach(). What an edit touches is where it says, to the bit, or, where nothing is, the nearest
/// within `tolerances.place`. `cloud`: whose points the curve was found in. Throws Cancelled.
EditedCurve applyEdits(const Curve& curve, std::span<const Edit> edits, const PointCloud& cloud, const EditTolerances& tolerances,
                       std::stop_token stop = {});

}  // namespace arete
