#include "compute/network/look/ball_kernel.h"

#include <algorithm>
#include <cstring>
// clang takes no AVX registers in templates that are not compiled for AVX alone, even where these are always inlined.
#if defined(__x86_64__) && !defined(__clang__)
#define ARETE_FOUR_LANES 1
#include <immintrin.h>
#endif

namespace arete::cpu {

namespace {

/// Numbers side by side in a register of `Bytes` bytes.
template <class T, int Bytes>
struct Register {
  typedef T Type __attribute__((vector_size(Bytes)));
};

/// Two numbers, with instructions that every processor has. They are truncated to integers one by one.
struct TwoLanes {
  static constexpr int kCount = 2, kBytes = 16;
  static constexpr uint64_t kBias = 0;
  using Values = Register<double, kBytes>::Type;
  using Integers = Register<uint64_t, kBytes>::Type;
  [[gnu::always_inline]] static inline Integers cut(Values values) {
    return reinterpret_cast<Integers>(__builtin_convertvector(values, Register<int64_t, kBytes>::Type));
  }
};

#if defined(ARETE_FOUR_LANES)
/// Four numbers. A number below 2^51, truncated and added to 1.5 · 2^52, has that integer in its lowest bits, above those of 1.5 · 2^52 itself.
struct FourLanes {
  static constexpr int kCount = 4, kBytes = 32;
  static constexpr double kOffset = 0x1.8p52;
  static constexpr uint64_t kBias = 0x4338000000000000;  // the bits of kOffset
  using Values = Register<double, kBytes>::Type;
  using Integers = Register<uint64_t, kBytes>::Type;
  [[gnu::target("avx2")]] static inline Integers cut(Values values) {
    return reinterpret_cast<Integers>(
        reinterpret_cast<Values>(_mm256_round_pd(reinterpret_cast<__m256d>(values), _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)) + kOffset);
  }
};
constexpr double kLargestTermOfFour = 0x1p51, kLargestWeight = 0x1p53;  // weights are summed as doubles

/// Eight numbers, with instructions that truncate them.
struct EightLanes {
  static constexpr int kCount = 8, kBytes = 64;
  static constexpr uint64_t kBias = 0;
  using Values = Register<double, kBytes>::Type;
  using Integers = Register<uint64_t, kBytes>::Type;
  [[gnu::target("avx512f,avx512dq")]] static inline Integers cut(Values values) {
    return reinterpret_cast<Integers>(_mm512_cvttpd_epi64(reinterpret_cast<__m512d>(values)));
  }
};
#endif

/// All bits of the first few lanes.
template <class L>
[[gnu::always_inline]] inline typename L::Integers firstLanes(uint32_t count) {
  alignas(64) static constexpr uint64_t kMasks[] = {~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, 0, 0, 0, 0, 0, 0, 0, 0};
  typename L::Integers mask;
  std::memcpy(&mask, kMasks + 8 - std::min<uint32_t>(count, L::kCount), L::kBytes);
  return mask;
}

template <class V>
[[gnu::always_inline]] inline V loaded(const double* from) {
  V values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

template <class V, class I>
[[gnu::always_inline]] inline V masked(V values, I mask) {
  return reinterpret_cast<V>(reinterpret_cast<I>(values) & mask);
}

/// One sum's integers in all lanes, added up; `turns`: how often a register was added.
template <class L>
[[gnu::always_inline]] inline int64_t total(typename L::Integers lanes, uint64_t turns) {
  uint64_t sum = 0;
  for (int l = 0; l < L::kCount; ++l) sum += lanes[l];
  return int64_t(sum - turns * L::kCount * L::kBias);
}

/// A register of places relative to a centre.
template <class L, int D>
struct Seen {
  typename L::Values x, y, z;
  typename L::Integers isInside;

  [[gnu::always_inline]] inline Seen(typename L::Values px, typename L::Values py, typename L::Values pz, const shared::Vector3& centre, double reach,
                                     typename L::Integers lanes) {
    x = px - centre.x, y = py - centre.y, z = pz - centre.z;
    typename L::Values squared = x * x + y * y;
    if constexpr (D == 3) squared = squared + z * z;
    isInside = reinterpret_cast<typename L::Integers>(squared <= reach) & lanes;
  }
};

/// The moments that registers of places add up to.
template <class L, int D>
struct Moments {
  typename L::Integers density{}, first[3] = {}, second[6] = {};
  typename L::Values weight{};
  uint64_t turns = 0;

  /// `term`: 0 where a place is left out.
  [[gnu::always_inline]] inline void add(typename L::Values x, typename L::Values y, typename L::Values z, typename L::Values term,
                                         typename L::Values ofPlaces) {
    const auto terms = shared::kernelTerms<D>(x, y, z, term);
    weight += ofPlaces;
    density += L::cut(terms.density);
    for (int k = 0; k < D; ++k) first[k] += L::cut(terms.first[k]);
    second[0] += L::cut(terms.second[0]), second[1] += L::cut(terms.second[1]), second[3] += L::cut(terms.second[3]);
    if constexpr (D == 3) second[2] += L::cut(terms.second[2]), second[4] += L::cut(terms.second[4]), second[5] += L::cut(terms.second[5]);
    ++turns;
  }
  [[gnu::always_inline]] inline void addTo(shared::KernelSums& sums) const {
    for (int l = 0; l < L::kCount; ++l) sums.weight += int64_t(weight[l]);
    sums.density += total<L>(density, turns);
    for (int k = 0; k < D; ++k) sums.first[k] += total<L>(first[k], turns);
    for (const int k : {0, 1, 3}) sums.second[k] += total<L>(second[k], turns);
    if constexpr (D == 3)
      for (const int k : {2, 4, 5}) sums.second[k] += total<L>(second[k], turns);
  }
};

template <class L, int D>
[[gnu::always_inline]] inline void addSumsOf(const shared::RowPlaces& places, const std::vector<shared::Run>& runs, const shared::Vector3& centre,
                                             double radius, double scale, shared::KernelSums& sums) {
  using Values = typename L::Values;
  const double inverse = 1 / radius, reach = radius * radius;
  const shared::RowPlaces from = places;
  Moments<L, D> moments;
  for (const shared::Run *run = runs.data(), *last = run + runs.size(); run < last; ++run)
    for (uint32_t at = run->begin; at < run->end; at += L::kCount) {
      const Seen<L, D> seen(loaded<Values>(from.x + at), loaded<Values>(from.y + at), D == 3 ? loaded<Values>(from.z + at) : Values{}, centre, reach,
                            firstLanes<L>(run->end - at));
      const Values x = seen.x * inverse, y = seen.y * inverse, z = seen.z * inverse, here = loaded<Values>(from.weight + at);
      moments.add(x, y, z, masked(shared::kernelTerm<D>(x, y, z, here, scale), seen.isInside), masked(here, seen.isInside));
    }
  moments.addTo(sums);
}

template <class L>
[[gnu::always_inline]] inline void addSpheroidOf(const shared::RowPlaces& places, uint32_t count, const shared::Spheroid& spheroid, double scale,
                                                 shared::KernelSums& sums) {
  using Values = typename L::Values;
  const double inverse = 1 / spheroid.length, reach = spheroid.length * spheroid.length;
  const shared::RowPlaces from = places;
  Moments<L, 3> moments;
  for (uint32_t at = 0; at < count; at += L::kCount) {
    const Seen<L, 3> seen(loaded<Values>(from.x + at), loaded<Values>(from.y + at), loaded<Values>(from.z + at), spheroid.centre, reach,
                          firstLanes<L>(count - at));
    const Values x = seen.x * inverse, y = seen.y * inverse, z = seen.z * inverse, here = loaded<Values>(from.weight + at);
    const Values inside = shared::insideOf(spheroid, x, y, z);
    const typename L::Integers isInside = seen.isInside & reinterpret_cast<typename L::Integers>(inside > 0);
    moments.add(x, y, z, masked(here * inside * inside * scale, isInside), masked(here, isInside));
  }
  moments.addTo(sums);
}

template <class L, int D>
[[gnu::always_inline]] inline void addDensitiesOf(const shared::RowPlaces& places, const std::vector<shared::Run>& runs,
                                                  const shared::Vector3* centres, double radius, double scale, int64_t* densities) {
  using Values = typename L::Values;
  using Integers = typename L::Integers;
  const double inverse = 1 / radius, reach = radius * radius;
  const shared::RowPlaces from = places;
  Integers sums[kBallsAtOnce] = {};
  uint64_t turns = 0;
  for (const shared::Run *run = runs.data(), *last = run + runs.size(); run < last; ++run)
    for (uint32_t at = run->begin; at < run->end; at += L::kCount, ++turns) {
      const Values px = loaded<Values>(from.x + at), py = loaded<Values>(from.y + at), pz = D == 3 ? loaded<Values>(from.z + at) : Values{},
                   weight = loaded<Values>(from.weight + at);
      const Integers lanes = firstLanes<L>(run->end - at);
      for (int b = 0; b < kBallsAtOnce; ++b) {
        const Seen<L, D> seen(px, py, pz, centres[b], reach, lanes);
        sums[b] += L::cut(masked(shared::kernelTerm<D>(seen.x * inverse, seen.y * inverse, seen.z * inverse, weight, scale), seen.isInside));
      }
    }
  for (int b = 0; b < kBallsAtOnce; ++b) densities[b] += total<L>(sums[b], turns);
}

template <int D>
struct Portable {
  static void addSums(const shared::RowPlaces& places, const std::vector<shared::Run>& runs, const shared::Vector3& centre, double radius,
                      double scale, shared::KernelSums& sums) {
    addSumsOf<TwoLanes, D>(places, runs, centre, radius, scale, sums);
  }
  static void addDensities(const shared::RowPlaces& places, const std::vector<shared::Run>& runs, const shared::Vector3* centres, double radius,
                           double scale, int64_t* densities) {
    addDensitiesOf<TwoLanes, D>(places, runs, centres, radius, scale, densities);
  }
  static void addSpheroid(const shared::RowPlaces& places, uint32_t count, const shared::Spheroid& spheroid, double scale, shared::KernelSums& sums) {
    addSpheroidOf<TwoLanes>(places, count, spheroid, scale, sums);
  }
};

#if defined(ARETE_FOUR_LANES)
template <int D>
struct Avx2 {
  [[gnu::target("avx2")]] static void addSums(const shared::RowPlaces& places, const std::vector<shared::Run>& runs, const shared::Vector3& centre,
                                              double radius, double scale, shared::KernelSums& sums) {
    addSumsOf<FourLanes, D>(places, runs, centre, radius, scale, sums);
  }
  [[gnu::target("avx2")]] static void addDensities(const shared::RowPlaces& places, const std::vector<shared::Run>& runs,
                                                   const shared::Vector3* centres, double radius, double scale, int64_t* densities) {
    addDensitiesOf<FourLanes, D>(places, runs, centres, radius, scale, densities);
  }
  [[gnu::target("avx2")]] static void addSpheroid(const shared::RowPlaces& places, uint32_t count, const shared::Spheroid& spheroid, double scale,
                                                  shared::KernelSums& sums) {
    addSpheroidOf<FourLanes>(places, count, spheroid, scale, sums);
  }
};

template <int D>
struct Avx512 {
  [[gnu::target("avx512f,avx512dq,avx512vl")]] static void addSums(const shared::RowPlaces& places, const std::vector<shared::Run>& runs,
                                                                   const shared::Vector3& centre, double radius, double scale,
                                                                   shared::KernelSums& sums) {
    addSumsOf<EightLanes, D>(places, runs, centre, radius, scale, sums);
  }
  [[gnu::target("avx512f,avx512dq,avx512vl")]] static void addDensities(const shared::RowPlaces& places, const std::vector<shared::Run>& runs,
                                                                        const shared::Vector3* centres, double radius, double scale,
                                                                        int64_t* densities) {
    addDensitiesOf<EightLanes, D>(places, runs, centres, radius, scale, densities);
  }
  [[gnu::target("avx512f,avx512dq,avx512vl")]] static void addSpheroid(const shared::RowPlaces& places, uint32_t count,
                                                                       const shared::Spheroid& spheroid, double scale, shared::KernelSums& sums) {
    addSpheroidOf<EightLanes>(places, count, spheroid, scale, sums);
  }
};
#endif

template <int D>
std::vector<BallKernel> kernels([[maybe_unused]] double greatestTerm, [[maybe_unused]] double totalWeight) {
  std::vector<BallKernel> all{{Portable<D>::addSums, Portable<D>::addDensities, Portable<D>::addSpheroid}};
#if defined(ARETE_FOUR_LANES)
  if (__builtin_cpu_supports("avx2") && greatestTerm < kLargestTermOfFour && totalWeight < kLargestWeight)
    all.push_back({Avx2<D>::addSums, Avx2<D>::addDensities, Avx2<D>::addSpheroid});
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && totalWeight < kLargestWeight)
    all.push_back({Avx512<D>::addSums, Avx512<D>::addDensities, Avx512<D>::addSpheroid});
#endif
  return all;
}

}  // namespace

std::vector<BallKernel> ballKernels(int dimension, double greatestTerm, double totalWeight) {
  return dimension == 2 ? kernels<2>(greatestTerm, totalWeight) : kernels<3>(greatestTerm, totalWeight);
}

}  // namespace arete::cpu
