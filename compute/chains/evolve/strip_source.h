// Where the points of a sorted cloud are that memory does not hold, as whoever looks at them sees it: strips are brought, and taken back where what
// is known of their points has changed. Coordinates never change.
#pragma once

#include <span>

#include "compute/chains/evolve/sorted_cloud.h"

namespace arete::cpu {

/// A strip in memory, in the form that is looked at.
template <class T>
struct StripPage {
  const T* coordinates;  // coordinate k of point i is at k · stride + i; kPacketPoints elements may be read from any point on
  size_t stride;
  double* deadlines;   // by packet
  uint32_t* assigned;  // by point
};

template <class T>
class StripSource {
 public:
  virtual ~StripSource() = default;
  /// From now on all points are unassigned and due.
  virtual void reset() = 0;
  /// To be called before strips are brought: these, by threads whose numbers are below this.
  virtual void prepare(std::span<const uint32_t> due, size_t threads) = 0;
  /// The strip in memory, until this thread asks for another.
  virtual StripPage<T> bring(uint32_t index, const Strip& strip, size_t thread) = 0;
  /// Deadlines or assignments of the strip that this thread has brought were changed.
  virtual void takeBack(uint32_t index, const Strip& strip, size_t thread) = 0;
};

inline uint64_t packetsOf(const Strip& strip) { return (strip.count + kPacketPoints - 1) / kPacketPoints; }

}  // namespace arete::cpu
