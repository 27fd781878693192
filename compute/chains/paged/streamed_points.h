// A cloud whose points are never all in memory, as the stages that look at points see it.
#pragma once

#include <memory>
#include <vector>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/paged/store_report.h"

namespace arete {

class StreamedPoints {
 public:
  struct Chosen {
    PointArray points;              ///< row layout, local coordinates
    std::vector<uint64_t> origins;  ///< places in the stream, no two equal
  };

  virtual ~StreamedPoints() = default;
  /// The points that row 0 of the stage choose would choose. Throws Cancelled, Error.
  virtual Chosen choose(const StageContext& context) = 0;
  /// An evolver for up to so many chosen points: sorts the points. It may be used as long as this object exists, and does not know the assignment.
  /// Throws Cancelled, Error: also where the memory is too little.
  virtual std::unique_ptr<Evolver> evolver(uint32_t chosen, const StageContext& context) = 0;
  virtual StoreReport report() const = 0;
};

}  // namespace arete
