// Evolve of a cloud on disk whose slabs are parts that run ahead of each other: each pass over the points makes as many iterations as slabs fit into
// memory. Where S of every iteration is wanted, all go on together, and points are read anew for every iteration.
#pragma once

#include <memory>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/paged/sort_stream.h"
#include "compute/chains/parts/evolving_part.h"

namespace arete::cpu {

/// `rules`: all but the parting.
template <class T>
std::unique_ptr<Evolver> makeSlabEvolver(SortedSlabs<T> slabs, const GridShape& shape, PartRules<T> rules);

}  // namespace arete::cpu
