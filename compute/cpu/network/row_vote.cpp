#include "compute/cpu/network/row_vote.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace arete::cpu {

using shared::Vector3;

namespace {

constexpr size_t kWidestRegister = 4;

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

}  // namespace

std::vector<VoteKernel> voteKernels() {
  std::vector<VoteKernel> all{countByTwo};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(countByFour);
#endif
  return all;
}

RowVote::RowVote(const WireLinesInput& in, const BallLook& look) : in_(in), look_(look), kernel_(voteKernels().back()) {
  constexpr int kMostBits = 11;
  const int bits = std::max(1, int(std::bit_width(in.points.size())));
  digits_ = (bits + kMostBits - 1) / kMostBits, digitBits_ = (bits + digits_ - 1) / digits_;
  starts_.resize(size_t(1) << digitBits_);
}

const std::vector<LineDirection>* RowVote::votesIn(const Vector3& place, double reach, bool mayBeCrowded) {
  if (!gather(place, reach, mayBeCrowded)) return nullptr;
  const double outer = reach * reach / 4;
  see(place, outer);
  countDirections(outer);
  return &directions_;
}

/// False where it is no place for a wire.
bool RowVote::gather(const Vector3& place, double reach, bool mayBeCrowded) {
  const shared::RowView& grid = look_.grid(reach).view();
  const double squaredReach = reach * reach;
  const size_t most = mayBeCrowded ? SIZE_MAX : in_.rules.wireCrowd;
  numbers_.clear();
  grid.visitRuns<3>(place, reach, [&](shared::Run run) {
    const size_t before = numbers_.size();
    numbers_.resize(before + run.end - run.begin);
    uint32_t* next = numbers_.data() + before;
    for (uint32_t at = run.begin; at < run.end; ++at) {  // without branches: which are in the ball cannot be predicted
      *next = grid.index[at];
      next += squaredDistance(grid.place<3>(at), place) <= squaredReach;
    }
    numbers_.resize(size_t(next - numbers_.data()));
    return numbers_.size() > most;
  });
  if (numbers_.size() > most) return false;
  sortNumbers();
  return true;
}

void RowVote::sortNumbers() {
  constexpr size_t kFew = 96;  // below that comparing is faster
  if (numbers_.size() < kFew) {
    std::ranges::sort(numbers_);
    return;
  }
  sorted_.resize(numbers_.size());
  const uint32_t mask = (1u << digitBits_) - 1;
  for (int digit = 0; digit < digits_; ++digit) {
    const int shift = digit * digitBits_;
    std::ranges::fill(starts_, 0u);
    for (const uint32_t number : numbers_) ++starts_[number >> shift & mask];
    uint32_t sum = 0;
    for (uint32_t& start : starts_) sum += std::exchange(start, sum);
    for (const uint32_t number : numbers_) sorted_[starts_[number >> shift & mask]++] = number;
    numbers_.swap(sorted_);
  }
}

/// The points that vote.
void RowVote::see(const Vector3& place, double outer) {
  const uint32_t every = keptEvery(in_.rules.wireVoters, uint32_t(numbers_.size()));
  const size_t count = (numbers_.size() + every - 1) / every, room = count + kWidestRegister;
  for (std::vector<double>* values : {&voters_.x, &voters_.y, &voters_.z, &voters_.squared, &voters_.weight, &voters_.farWeight})
    values->resize(std::max(values->size(), room));
  voters_.count = count;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t point = numbers_[i * every];
    const Vector3 offset = in_.points.places[point] - place;
    const auto weight = double(in_.points.weights[point]);
    voters_.x[i] = offset.x, voters_.y[i] = offset.y, voters_.z[i] = offset.z;
    voters_.squared[i] = squaredLength(offset);
    voters_.weight[i] = weight, voters_.farWeight[i] = voters_.squared[i] > outer ? weight : 0;
  }
  for (size_t i = count; i < room; ++i) voters_.x[i] = voters_.y[i] = voters_.z[i] = 0;
}

void RowVote::countDirections(double outer) {
  directions_.clear();
  for (size_t i = 0; i < voters_.count; ++i)
    if (voters_.squared[i] > outer) directions_.push_back({{voters_.x[i], voters_.y[i], voters_.z[i]}, 0});
  const uint32_t every = keptEvery(in_.rules.wireDirections, uint32_t(directions_.size()));
  size_t kept = 0;
  for (size_t i = 0; i < directions_.size(); i += every) directions_[kept++] = directions_[i];
  directions_.resize(kept);
  for (LineDirection& direction : directions_) {
    direction.way = unit(direction.way);
    const LineVotes votes = kernel_(voters_, direction.way, in_.r1 * in_.r1);
    direction.votes = votes.far >= double(in_.rules.wireFarVotes) ? int64_t(votes.all) : 0;
  }
}

}  // namespace arete::cpu
