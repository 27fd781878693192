// The kernels of accelerated evolve for different processors do the same to the bit.
#include "compute/chains/evolve/packet_kernel.h"

#include <gtest/gtest.h>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/evolve/sorted_cloud.h"
#include "tests/support/zoo.h"

namespace arete::cpu {
namespace {

/// Everything that looking at a strip writes.
template <class T>
struct Outcome {
  std::vector<double> deadlines;
  std::vector<uint32_t> assigned, counts;
  std::vector<T> sums;
  double earliest;
  uint32_t lookedAt;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

template <class T>
Outcome<T> lookTwice(LookAtStrip<T> look, uint32_t count, int d, uint32_t candidates, uint64_t seed) {
  test::Random random(seed);
  const size_t stride = count + kPacketPoints;
  std::vector<T> points(stride * size_t(d)), chosen(size_t(candidates) * size_t(d));
  const bool ties = random.below(2) == 0;
  for (T& x : points) x = T(ties ? random.below(5) : random.uniform(0, 4));
  for (T& x : chosen) x = T(ties ? random.below(5) : random.uniform(0, 4));
  std::vector<uint32_t> slots(candidates);
  for (uint32_t j = 0; j < candidates; ++j) slots[j] = 3 * j + 1;
  Outcome<T> outcome{std::vector<double>((count + kPacketPoints - 1) / kPacketPoints, 0.0), std::vector<uint32_t>(count, kUnassigned), {}, {}, 0, 0};
  SumChanges<T> changes;
  changes.reset(3 * candidates + 1, d);
  StripWork<T> work{points.data(),
                    stride,
                    d,
                    count,
                    outcome.deadlines.data(),
                    outcome.assigned.data(),
                    chosen.data(),
                    slots.data(),
                    candidates,
                    1.0,
                    1.0,
                    {T(2.25), T(3.24), T(1 / 6.6), T(1 / 3.0), T(1 / 3.3), 1e-6},
                    {1 << 20, 1.0 / (1 << 20)}};
  for (const double total : {1.0, 1.1}) {  // all packets, then those whose margin is used up, with the chosen points elsewhere
    work.total = work.wake = total;
    const StripResult result = look(work, changes);
    outcome.earliest = result.earliest;
    outcome.lookedAt += result.lookedAt;
    for (T& x : chosen) x += T(0.05);
  }
  for (uint32_t slot = 0; slot < 3 * candidates + 1; ++slot) {
    outcome.counts.push_back(uint32_t(changes.count(slot)));
    for (int k = 0; k < d; ++k) outcome.sums.push_back(T(changes.sums(slot)[k]));
  }
  return outcome;
}

template <class T>
void compareKernels() {
  test::Random random(11);
  for (int i = 0; i < 600; ++i) {
    const int d = 1 + int(random.below(5));
    const uint32_t count = 1 + random.below(70), candidates = random.below(12);
    const uint64_t seed = random.bits();
    const auto kernels = lookAtStripKernels<T>(d);
    const Outcome<T> expected = lookTwice<T>(kernels.front(), count, d, candidates, seed);
    for (const auto kernel : kernels) ASSERT_EQ(lookTwice<T>(kernel, count, d, candidates, seed), expected) << i;
  }
}

TEST(PacketKernel, GivesTheSameBitsOnEveryProcessor) {
  if (lookAtStripKernels<float>(2).size() < 2) GTEST_SKIP() << "this processor can only run the portable kernel";
  compareKernels<float>();
  compareKernels<double>();
}

}  // namespace
}  // namespace arete::cpu
