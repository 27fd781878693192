#include "compute/core/counters.h"

namespace arete {

namespace {

using W = const StageWork&;

/// NaN for 0 / 0.
double ratio(double of, double to) { return to > 0 ? of / to : std::numeric_limits<double>::quiet_NaN(); }

constexpr double kMega = 1e6, kGiga = 1e9, kPercent = 100, kMillisecondsPerSecond = 1e3, kMicrosecondsPerMillisecond = 1e3;
constexpr double kLeastTimed_ms = 0.01;  // stages that had nothing to do take less

}  // namespace

const CounterInfo kLooksCounter{.id = "looks_per_point",
                                .label = "Checks per point",
                                .unit = "",
                                .meaning =
                                    "How often the nearest chosen point was searched for, for an average point of the cloud, over all "
                                    "iterations. Without shortcuts that is once per iteration.",
                                .value = [](W work) { return ratio(double(work.lookedAt), double(work.points)); }};

const CounterInfo kShareCounter{.id = "share_looked_at",
                                .label = "Checked per iteration",
                                .unit = "%",
                                .meaning =
                                    "The share of the cloud that was checked in an average iteration. The rest was known to "
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
                               .unit = "billion",
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

const CounterInfo kFloorCounter{.id = "share_of_floor",
                                .label = "Share of memory limit",
                                .unit = "%",
                                .meaning =
                                    "The floor is the time to read every coordinate once from memory and to write the answer; this is its "
                                    "share of the time. Near 100 % nothing is left to gain; above, the points came from a cache.",
                                .value = [](W work) {
                                  const double floor = ratio(double(work.cloud_bytes + work.answer_bytes), work.bytesPerSecond);
                                  return ratio(kPercent * floor * kMillisecondsPerSecond, work.milliseconds);
                                }};

static constexpr CounterInfo kIterationCounter{.id = "iterations",
                                               .label = "Iterations",
                                               .unit = "",
                                               .meaning = "How often the stage went over all nodes. Exact versions need the same number.",
                                               .value = [](W work) { return work.steps > 1 ? double(work.steps) : ratio(0, 0); }};

static constexpr CounterInfo kNodesCounter{.id = "nodes",
                                           .label = "Nodes",
                                           .unit = "",
                                           .meaning = "The nodes that the stage had to look at, in an average iteration where it has several.",
                                           .value = [](W work) { return ratio(double(work.nodes), double(work.nodes > 0 ? work.steps : 0)); }};

static constexpr CounterInfo kMovedNodesCounter{
    .id = "nodes_moved",
    .label = "Nodes that moved",
    .unit = "%",
    .meaning = "The share of the nodes that moved, in an average iteration. The others cost a version only the time to see that they stand still.",
    .value = [](W work) { return work.moved > 0 ? ratio(kPercent * double(work.moved), double(work.nodes)) : ratio(0, 0); }};

static constexpr CounterInfo kRemovedCounter{
    .id = "removed", .label = "Removed", .unit = "", .meaning = "The nodes, or the edges, that the stage took away.", .value = [](W work) {
      return work.removed > 0 ? double(work.removed) : ratio(0, 0);
    }};

static constexpr CounterInfo kNodeTimeCounter{
    .id = "time_per_node",
    .label = "Time per node",
    .unit = "µs",
    .meaning = "The time of the stage divided by its nodes and iterations: to be compared with other versions, and with other clouds.",
    .value = [](W work) {
      return work.milliseconds > kLeastTimed_ms ? ratio(kMicrosecondsPerMillisecond * work.milliseconds, double(work.nodes)) : ratio(0, 0);
    }};

std::span<const CounterInfo* const> networkCounters() {
  static constexpr const CounterInfo* kAll[] = {&kIterationCounter, &kNodesCounter, &kMovedNodesCounter, &kRemovedCounter, &kNodeTimeCounter};
  return kAll;
}

static constexpr CounterInfo kLaunchCounter{
    .id = "launches",
    .label = "Kernel launches",
    .unit = "",
    .meaning =
        "Kernels that the host started; a graph of several is one. A start takes microseconds, and a wait for "
        "its end some more, which is what matters where an iteration is short.",
    .value = [](W work) { return ratio(double(work.asked.launches), 1); }};

static constexpr CounterInfo kMovedCounter{
    .id = "moved",
    .label = "Moved over the bus",
    .unit = "MB",
    .meaning =
        "Bytes copied between host and GPU, both ways. The cloud is not among them: it is there from the run before. The "
        "bus between them is many times slower than the GPU's own memory.",
    .value = [](W work) { return ratio(double(work.asked.moved_bytes), kMega); }};

static constexpr CounterInfo kOccupancyCounter{
    .id = "occupancy",
    .label = "Occupancy",
    .unit = "%",
    .meaning =
        "The share of a GPU's places for threads that launches fill, as computed from their shapes: blocks, and what a block needs of threads, "
        "registers "
        "and shared memory; the mean over all threads. Where it is low the GPU has little else to do while threads wait for memory.",
    .value = [](W work) { return kPercent * work.asked.occupancy(); }};

std::span<const CounterInfo* const> gpuCounters() {
  static constexpr const CounterInfo* kAll[] = {&kLaunchCounter, &kMovedCounter, &kOccupancyCounter};
  return kAll;
}

}  // namespace arete
