// The evolver of evolve.cpu.accelerated on points that were sorted elsewhere.
#pragma once

#include <memory>

#include "compute/chains/evolve/assigned_cloud.h"
#include "compute/chains/evolve/contract.h"

namespace arete::cpu {

/// `scale`: of the whole cloud.
template <class T>
std::unique_ptr<Evolver> makeAccelerated(AssignedCloud<T> points, shared::MoveRule<T> rule, shared::FixedScale scale);

}  // namespace arete::cpu
