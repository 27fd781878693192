// The cases that neighbour searches are measured on: those of the version study, and large ones.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compute/core/point_array.h"

namespace arete::cli {

struct KnnCase {
  std::string_view id;
  int dimension;
  uint32_t queries, reference, k;
  bool clustered = false;  ///< coordinates cubed: dense near 0
};

/// "0"…"11" are numbered as in the study.
std::span<const KnnCase> knnCases();
/// Throws Error(wrongUse) that lists the ids.
const KnnCase& findKnnCase(std::string_view id);

/// Floats in [0, 1), the same on every machine for the same seed.
PointArray knnPoints(uint32_t count, int dimension, bool clustered, uint64_t seed);

}  // namespace arete::cli
