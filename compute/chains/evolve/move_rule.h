// When a chosen point counts as still moving. Source: spec "evolve"; thesis algorithm 10 for the second rule.
#pragma once

#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::shared {

enum class MoveRuleKind : uint8_t { tolerance, thesis };

/// A coordinate moves when |mean − s| > threshold (tolerance · R1), or, by the thesis's rule, when it is "numerically noticeable".
template <class T>
struct MoveRule {
  MoveRuleKind kind = MoveRuleKind::tolerance;
  T threshold = T(0);  ///< tolerance · R1, in the cloud's units; unused by the thesis's rule
};

template <class T>
ARETE_HD T absolute(T x) {
  return x < T(0) ? -x : x;
}

/// The coordinate after the move: the mean, or the old one when the move is not noticeable.
template <class T>
ARETE_HD T movedCoordinate(T old, T mean, uint32_t count, MoveRule<T> rule) {
  const T distance = absolute(mean - old);
  const T epsilon = sizeof(T) == 4 ? T(1.1920928955078125e-07) : T(2.220446049250313e-16);
  const T threshold = rule.kind == MoveRuleKind::tolerance ? rule.threshold : T(2) * absolute(mean * static_cast<T>(count) * epsilon);
  return distance > threshold ? mean : old;
}

}  // namespace arete::shared
