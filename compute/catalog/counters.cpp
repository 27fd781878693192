#include "compute/catalog/counters.h"

namespace arete {

namespace {

using W = const StageWork&;

/// NaN for 0 / 0.
double ratio(double of, double to) { return to > 0 ? of / to : std::numeric_limits<double>::quiet_NaN(); }

constexpr double kMega = 1e6, kGiga = 1e9, kPercent = 100, kMillisecondsPerSecond = 1e3, kKernelsAnIteration = 2;

}  // namespace

const CounterInfo kLooksCounter{.id = "looks_per_point",
                                .label = "Looks per point",
                                .unit = "",
                                .meaning =
                                    "How often the nearest chosen point was searched for, for an average point of the cloud, over all "
                                    "iterations. Without shortcuts that is once per iteration.",
                                .value = [](W work) { return ratio(double(work.lookedAt), double(work.points)); }};

const CounterInfo kShareCounter{.id = "share_looked_at",
                                .label = "Looked at per iteration",
                                .unit = "%",
                                .meaning =
                                    "The share of the cloud that was looked at in an average iteration. The rest was known to "
                                    "have kept its nearest chosen point.",
                                .value = [](W work) { return ratio(kPercent * double(work.lookedAt), double(work.points) * double(work.steps)); }};

const CounterInfo kDistanceCounter{.id = "distances",
                                   .label = "Distances",
                                   .unit = "million",
                                   .meaning =
                                       "Pairs of points whose distance was computed or bounded: this version leaves out none, so it is every "
                                       "point with every point that it could be nearest to.",
                                   .value = [](W work) { return ratio(double(work.pairs), kMega); }};

const CounterInfo kRateCounter{.id = "distances_per_second",
                               .label = "Distances per second",
                               .unit = "thousand million",
                               .meaning =
                                   "The same divided by the time that it took: how busy the processor was kept. To be compared with other versions "
                                   "that leave out no pair.",
                               .value = [](W work) { return ratio(double(work.pairs) / kGiga, work.milliseconds / kMillisecondsPerSecond); }};

const CounterInfo kReadCounter{
    .id = "coordinates_read",
    .label = "Coordinates read",
    .unit = "MB",
    .meaning = "Bytes of coordinates that had to come from memory or a cache at least, for the points that were looked at.",
    .value = [](W work) { return ratio(double(work.lookedAt) * ratio(double(work.cloud_bytes), double(work.points)), kMega); }};

const CounterInfo kLaunchCounter{.id = "launches",
                                 .label = "Kernel launches",
                                 .unit = "",
                                 .meaning =
                                     "Kernels that the host started, at least: two in every iteration, after which it waits. A start and a wait "
                                     "take microseconds, which is what matters where an iteration is short.",
                                 .value = [](W work) { return kKernelsAnIteration * double(work.steps); }};

const CounterInfo kFloorCounter{.id = "share_of_floor",
                                .label = "Of the floor",
                                .unit = "%",
                                .meaning =
                                    "The floor is the time to read every coordinate once from memory and to write the answer; this is its "
                                    "share of the time. Near 100 % nothing is left to gain; above, the points came from a cache.",
                                .value = [](W work) {
                                  const double floor = ratio(double(work.cloud_bytes + work.answer_bytes), work.bytesPerSecond);
                                  return ratio(kPercent * floor * kMillisecondsPerSecond, work.milliseconds);
                                }};

}  // namespace arete
