// The recall of an inexact search, measured on some of its queries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arete {

/// Evenly spread queries: as many as one core compares with all points in some tenths of a second.
std::vector<uint32_t> recallSample(uint32_t queries, uint32_t points, int dimension);

/// The share of the sampled queries' k true neighbours that were found. `exact`: a row of k indices for each of `sample`, in any
/// order; `found`: a row for each query.
double recallOf(std::span<const uint32_t> sample, std::span<const uint32_t> exact, std::span<const uint32_t> found, uint32_t k);

}  // namespace arete
