#include "compute/network/wire_lines/row_vote.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>
#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>
#endif

namespace arete::cpu {

using shared::Vector3;

namespace {

constexpr size_t kWidestRegister = 8;

/// Numbers side by side in a register.
template <class T, int Count>
struct VoteRegister {
  typedef T Type __attribute__((vector_size(Count * sizeof(T))));
};

template <int Count>
struct VoteLanes {
  using Values = typename VoteRegister<double, Count>::Type;
  using Masks = typename VoteRegister<int64_t, Count>::Type;

  [[gnu::always_inline]] static inline Values loaded(const double* from) {
    Values values;
    std::memcpy(&values, from, sizeof values);
    return values;
  }
  [[gnu::always_inline]] static inline LineVotes count(const Voters& voters, const Vector3& way, double near) {
    Values all{}, far{};
    for (size_t i = 0; i < voters.count; i += Count) {
      const Values along = loaded(&voters.x[i]) * way.x + loaded(&voters.y[i]) * way.y + loaded(&voters.z[i]) * way.z, squared = along * along;
      const Masks votes = (squared > near) & (loaded(&voters.squared[i]) - squared <= near);
      all += reinterpret_cast<Values>(reinterpret_cast<Masks>(loaded(&voters.weight[i])) & votes);
      far += reinterpret_cast<Values>(reinterpret_cast<Masks>(loaded(&voters.farWeight[i])) & votes);
    }
    LineVotes result{0, 0};
    for (int l = 0; l < Count; ++l) result.all += all[l], result.far += far[l];
    return result;
  }
};

LineVotes countByTwo(const Voters& voters, const Vector3& way, double near) { return VoteLanes<2>::count(voters, way, near); }
#if defined(__x86_64__)
[[gnu::target("avx2")]] LineVotes countByFour(const Voters& voters, const Vector3& way, double near) {
  return VoteLanes<4>::count(voters, way, near);
}
#endif
#if defined(__x86_64__) && !defined(__clang__)  // as in ball_kernel.cpp
#define ARETE_EIGHT_VOTES 1
/// With masks of their own, which compilers do not make of comparisons between so many lanes.
[[gnu::target("avx512f,avx512dq,avx512vl")]] LineVotes countByEight(const Voters& voters, const Vector3& way, double near) {
  const __m512d x = _mm512_set1_pd(way.x), y = _mm512_set1_pd(way.y), z = _mm512_set1_pd(way.z), border = _mm512_set1_pd(near);
  __m512d all = _mm512_setzero_pd(), far = all;
  for (size_t i = 0; i < voters.count; i += 8) {
    const __m512d along =
        _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(_mm512_loadu_pd(&voters.x[i]), x), _mm512_mul_pd(_mm512_loadu_pd(&voters.y[i]), y)),
                      _mm512_mul_pd(_mm512_loadu_pd(&voters.z[i]), z));
    const __m512d squared = _mm512_mul_pd(along, along), across = _mm512_sub_pd(_mm512_loadu_pd(&voters.squared[i]), squared);
    const __mmask8 votes = _mm512_cmp_pd_mask(squared, border, _CMP_GT_OQ) & _mm512_cmp_pd_mask(across, border, _CMP_LE_OQ);
    all = _mm512_mask_add_pd(all, votes, all, _mm512_loadu_pd(&voters.weight[i]));
    far = _mm512_mask_add_pd(far, votes, far, _mm512_loadu_pd(&voters.farWeight[i]));
  }
  alignas(64) double allOf[8], farOf[8];
  _mm512_store_pd(allOf, all), _mm512_store_pd(farOf, far);
  return {std::accumulate(allOf, allOf + 8, 0.0), std::accumulate(farOf, farOf + 8, 0.0)};
}
#endif

/// Keeps the first of every so many, at most `most`.
void keepEvery(uint32_t most, std::vector<uint32_t>& list) {
  const uint32_t every = keptEvery(most, uint32_t(list.size()));
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); i += every) list[kept++] = list[i];
  list.resize(kept);
}

}  // namespace

std::vector<VoteKernel> voteKernels() {
  std::vector<VoteKernel> all{countByTwo};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(countByFour);
#endif
#if defined(ARETE_EIGHT_VOTES)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) all.push_back(countByEight);
#endif
  return all;
}

RowVote::RowVote(const WireLinesInput& in, const BallLook& look) : in_(in), look_(look), kernel_(voteKernels().back()) {
  constexpr int kMostBits = 11;
  const int bits = std::max(1, int(std::bit_width(in.points.size())));
  digits_ = (bits + kMostBits - 1) / kMostBits, digitBits_ = (bits + digits_ - 1) / digits_;
  starts_.resize(size_t(1) << digitBits_);
  int last = 0;
  while (wireReach(last + 1, in) <= lastWireReach(in)) ++last;
  lastReach_ = wireReach(last, in);
}

const std::vector<LineDirection>* RowVote::votesIn(const Vector3& place, double reach, bool mayBeCrowded) {
  if (!gatherBall(place, reach, mayBeCrowded ? SIZE_MAX : in_.rules.wireCrowd)) return nullptr;
  const double outer = reach * reach / 4;
  directions_.clear();
  if (see(outer) < double(reach < lastReach_ ? in_.rules.weightWanted : in_.rules.weightNeeded)) return &directions_;
  chooseDirections(outer);
  countDirections();
  putClearestFirst();
  return &directions_;
}

/// Which points vote. False where there are more than `most` in the ball: it is no place for a wire.
bool RowVote::gatherBall(const Vector3& place, double reach, size_t most) {
  constexpr size_t kMany = 256;
  if (reach > around_.reach && !isCrowded_) isCrowded_ = !gather(place, std::min(2 * reach, lastReach_), kMany);
  if (reach > around_.reach && !gather(place, reach, most)) return false;
  const double squaredReach = reach * reach;
  ball_.resize(around_.count);
  size_t count = 0;
  for (size_t i = 0; i < around_.count; ++i) {  // without branches: which are in the ball cannot be predicted
    ball_[count] = uint32_t(i);
    count += around_.squared[i] <= squaredReach;
  }
  ball_.resize(count);
  if (count > most) return false;
  if (count > in_.rules.wireVoters) sortByNumber(ball_), keepEvery(in_.rules.wireVoters, ball_);
  return true;
}

/// False where there are more than `most`; then nothing is known of what is around.
bool RowVote::gather(const Vector3& place, double reach, size_t most) {
  const shared::RowView& grid = look_.grid(reach).view();
  const double squaredReach = reach * reach;
  PointsAround& to = around_;
  to.count = 0;
  grid.visitRuns<3>(place, reach, [&](shared::Run run) {
    if (const size_t room = to.count + (run.end - run.begin); room > to.x.size()) {
      for (std::vector<double>* values : {&to.x, &to.y, &to.z, &to.squared, &to.weight}) values->resize(2 * room);
      to.number.resize(2 * room);
    }
    size_t next = to.count;
    for (uint32_t at = run.begin; at < run.end; ++at) {
      const Vector3 offset = grid.place<3>(at) - place;
      const double squared = squaredLength(offset);
      to.x[next] = offset.x, to.y[next] = offset.y, to.z[next] = offset.z;
      to.squared[next] = squared, to.weight[next] = grid.places.weight[at], to.number[next] = grid.index[at];
      next += squared <= squaredReach;
    }
    to.count = next;
    return next > most;
  });
  to.reach = to.count > most ? 0 : reach;
  return to.count <= most;
}

/// Of those around, by the numbers of their points.
void RowVote::sortByNumber(std::vector<uint32_t>& points) {
  constexpr size_t kFew = 96;  // below that comparing is faster
  keys_.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i) keys_[i] = uint64_t(around_.number[points[i]]) << 32 | points[i];
  if (points.size() < kFew) std::ranges::sort(keys_);
  else {
    sortedKeys_.resize(keys_.size());
    const uint32_t mask = (1u << digitBits_) - 1;
    for (int digit = 0; digit < digits_; ++digit) {
      const int shift = 32 + digit * digitBits_;
      std::ranges::fill(starts_, 0u);
      for (const uint64_t key : keys_) ++starts_[key >> shift & mask];
      uint32_t sum = 0;
      for (uint32_t& start : starts_) sum += std::exchange(start, sum);
      for (const uint64_t key : keys_) sortedKeys_[starts_[key >> shift & mask]++] = key;
      keys_.swap(sortedKeys_);
    }
  }
  for (size_t i = 0; i < points.size(); ++i) points[i] = uint32_t(keys_[i]);
}

/// The points that vote. Returns the weight that is farther than R1: no direction gets more.
double RowVote::see(double outer) {
  const size_t count = ball_.size(), room = count + kWidestRegister;
  for (std::vector<double>* values : {&voters_.x, &voters_.y, &voters_.z, &voters_.squared, &voters_.weight, &voters_.farWeight})
    if (values->size() < room) values->resize(2 * room);
  voters_.count = count;
  const double near = in_.r1 * in_.r1;
  double all = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t from = ball_[i];
    const double squared = around_.squared[from], weight = around_.weight[from];
    voters_.x[i] = around_.x[from], voters_.y[i] = around_.y[from], voters_.z[i] = around_.z[from];
    voters_.squared[i] = squared, voters_.weight[i] = weight, voters_.farWeight[i] = squared > outer ? weight : 0;
    all += squared > near ? weight : 0;
  }
  for (size_t i = count; i < room; ++i) voters_.x[i] = voters_.y[i] = voters_.z[i] = 0;
  return all;
}

/// Towards some of the outer points.
void RowVote::chooseDirections(double outer) {
  outer_.resize(ball_.size());
  size_t count = 0;
  for (const uint32_t from : ball_) {
    outer_[count] = from;
    count += around_.squared[from] > outer;
  }
  outer_.resize(count);
  if (count > in_.rules.wireDirections) sortByNumber(outer_), keepEvery(in_.rules.wireDirections, outer_);
  for (const uint32_t from : outer_) directions_.push_back({unit(Vector3{around_.x[from], around_.y[from], around_.z[from]}), 0});
}

void RowVote::countDirections() {
  for (LineDirection& direction : directions_) {
    const LineVotes votes = kernel_(voters_, direction.way, in_.r1 * in_.r1);
    direction.votes = votes.far >= double(in_.rules.wireFarVotes) ? int64_t(votes.all) : 0;
  }
}

/// Of equal ones with most votes the first is taken, and points may be in another order than that of their numbers.
void RowVote::putClearestFirst() {
  size_t best = 0;
  for (size_t i = 1; i < directions_.size(); ++i) {
    const int64_t ahead = directions_[i].votes - directions_[best].votes;
    if (ahead > 0 || (ahead == 0 && around_.number[outer_[i]] < around_.number[outer_[best]])) best = i;
  }
  if (best > 0) std::swap(directions_[0], directions_[best]);
}

}  // namespace arete::cpu
