// The stage order: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/chains/order/contract.h"
#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"

namespace arete {

template <>
struct StageRow<Stage::order> {
  using Function = OrderFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "order",
                                  .title = "Order",
                                  .help = "Joins the chosen points into a curve.",
                                  .use = StageUse::chains,
                                  .time = "Joining the chosen points into a curve."};
};

namespace cpu {
Curve orderSequential(const OrderInput&, const StageContext&);
Curve orderParts(const OrderInput&, const StageContext&);
Curve orderGrid(const OrderInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
