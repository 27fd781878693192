// How much an inexact search found, measured on some of its queries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arete {

/// Numbers of queries, evenly spread: as many as one core compares with all points in some tenths of a second.
std::vector<uint32_t> recallSample(uint32_t queries, uint32_t points, int dimension);

/// The share of the k true neighbours of each sampled query that are among those found. `exact`: a row of k indices for each of `sample`, in any
/// order; `found`: a row for each query.
double recallOf(std::span<const uint32_t> sample, std::span<const uint32_t> exact, std::span<const uint32_t> found, uint32_t k);

}  // namespace arete
