#include "compute/cuda/network/beside_sums.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>

#include "compute/cuda/launch_shapes.h"
#include "compute/cuda/network/warp_walk.cuh"
#include "compute/cuda/with_scratch.h"

namespace arete::cuda {

using shared::BranchEdge;
using shared::BranchSide;
using shared::Vector3;

namespace {

constexpr uint32_t kItems = 8;       // sorted pairs a thread
constexpr uint32_t kMostWarps = 16;  // for an edge
using Weight = unsigned long long;

struct Asked {
  const BesideQuestion* questions;
  const AskedEdge* edges;
  const Vector3* places;  // of nodes
  uint32_t count;         // edges
  shared::NodeSurface surface;

  __device__ BranchEdge edge(uint32_t e) const {
    const AskedEdge& asked = edges[e];
    return {places[asked.from], places[asked.to], asked.along, asked.length, asked.first, asked.last};
  }
  /// Where an edge sees a place; whether it does. One of length 0 sees nothing.
  __device__ bool sees(const BranchEdge& edge, double width, const Vector3& place, BranchSide& side) const {
    const double reach = edge.reach(width);
    if (edge.length == 0 || squaredDistance(place, edge.middle()) > reach * reach) return false;
    side = edge.side(place, surface);
    return side.squared <= width * width;
  }
};

/// Where pairs go. More than there is room for are only counted.
struct PairList {
  uint64_t* keys;
  BranchSide* sides;
  uint32_t room;
  uint32_t* count;
};

/// Puts the pairs of all lanes that have one into the list. Called by all lanes of a warp.
__device__ void put(const PairList& list, bool has, uint64_t key, const BranchSide& side) {
  const uint32_t lane = threadIdx.x % kWarp, mask = __ballot_sync(kAllLanes, has);
  if (mask == 0) return;
  uint32_t first = 0;
  if (lane == 0) first = atomicAdd(list.count, static_cast<uint32_t>(__popc(mask)));
  const uint32_t at = __shfl_sync(kAllLanes, first, 0) + __popc(mask & ((1u << lane) - 1));
  if (has && at < list.room) list.keys[at] = key, list.sides[at] = side;
}

/// The radius whose grid is gone through: in the plane strips are far narrower than they are wide.
template <int D>
ARETE_HD double narrow(double reach) {
  return D == 2 ? reach / 2 : reach;
}

/// Holds what is within the width and nearer to this edge than to those before and behind it.
__device__ shared::EdgeStrip stripOf(const BranchEdge& before, const BranchEdge& edge, const BranchEdge& behind, double width) {
  const Vector3 along = edge.to - edge.from;
  const double atStart = edge.first ? width : shared::beyondVertex(along, before.to - before.from, width);
  const double atEnd = edge.last ? width : shared::beyondVertex(along, behind.to - behind.from, width);
  return shared::stripAcross(edge.from, edge.to, atStart, atEnd, width);
}

/// Super-points beside each edge, except those to which the edge before or behind it on the branch is nearer. `warps` for each edge, as the tips of
/// branches see far more than what is between them. What a branch sees twice because it comes back there is found twice.
template <int D>
__global__ void __launch_bounds__(kUsualBlock)
    besideKernel(const __grid_constant__ RowLevels levels, Asked asked, uint32_t warps, int pointBits, PairList list) {
  const uint32_t number = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp, e = number / warps, part = number % warps;
  if (e >= asked.count) return;  // the whole warp
  const BranchEdge edge = asked.edge(e);
  if (edge.length == 0) return;
  const uint32_t question = asked.edges[e].question;
  const double width = asked.questions[question].width, reach = edge.reach(width);
  BranchEdge before{}, behind{};
  if (!edge.first) before = asked.edge(e - 1);
  if (!edge.last) behind = asked.edge(e + 1);
  const shared::RowsView& view = levels.of(narrow<D>(reach));
  const auto round = [&](uint32_t at, bool isThere) {
    BranchSide side{}, other{};
    bool has = false;
    uint64_t key = 0;
    if (isThere) {
      const Vector3 place = view.template place<D>(at);
      has = asked.sees(edge, width, place, side);
      if (has && asked.sees(before, width, place, other)) has = !other.isBefore(side);
      if (has && asked.sees(behind, width, place, other)) has = !other.isBefore(side);
      key = static_cast<uint64_t>(question) << pointBits | view.index[at];
    }
    put(list, has, key, side);
    return false;
  };
  if constexpr (D == 2) walkRows(view, shared::RowsOfStrip(view.layout, stripOf(before, edge, behind, width)), round, part, warps);
  else walkBall<D>(view, edge.middle(), reach, round, part, warps);
}

__device__ int binOf(const BesideQuestion& question, const BranchSide& side, BesideBins bins) {
  const double from = question.stretch.from, to = question.stretch.to;
  if (bins == BesideBins::ends) return side.along < from ? 0 : side.along < to ? 1 : -1;
  if (!(side.along >= from && side.along <= to)) return -1;
  return bins == BesideBins::stretch ? 0 : shared::crestBinOf(side, question.binWidth);
}

__global__ void __launch_bounds__(kUsualBlock) pairNumbersKernel(uint32_t count, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) numbers[i] = i;
}

/// Sorted pairs into the bins of their questions; of equal ones that whose side comes first.
__global__ void __launch_bounds__(kUsualBlock)
    binsKernel(const uint64_t* keys, const uint32_t* order, const BranchSide* sides, uint32_t count, int pointBits, const int64_t* weights,
               const BesideQuestion* questions, BesideBins bins, Weight* sums) {
  const uint64_t first = (uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x) * kItems;
  Weight* open = nullptr;  // the bin that is being added up
  Weight sum = 0;
  for (uint64_t i = first; i < first + kItems && i < count; ++i) {
    const uint64_t key = keys[i];
    if (i > 0 && keys[i - 1] == key) continue;
    BranchSide side = sides[order[i]];
    for (uint64_t j = i + 1; j < count && keys[j] == key; ++j)
      if (const BranchSide other = sides[order[j]]; other.isBefore(side)) side = other;
    const auto question = static_cast<uint32_t>(key >> pointBits);
    const int bin = binOf(questions[question], side, bins);
    if (bin < 0) continue;
    Weight* const into = sums + size_t(question) * BesideSums::kBins + size_t(bin);
    if (into != open) {
      if (open != nullptr) atomicAdd(open, sum);
      open = into, sum = 0;
    }
    sum += static_cast<Weight>(weights[key & ((uint64_t(1) << pointBits) - 1)]);
  }
  if (open != nullptr) atomicAdd(open, sum);
}

}  // namespace

void BesideSums::ask(const Branch& branch, const BesideQuestion& question) {
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const double length = branch.along[i + 1] - branch.along[i], reach = question.width + length / 2;
    leastReach_ = edges_.empty() ? reach : std::min(leastReach_, reach), greatestReach_ = std::max(greatestReach_, reach);
    edges_.push_back({.from = branch.nodes[i],
                      .to = branch.nodes[i + 1],
                      .along = branch.along[i],
                      .length = length,
                      .question = uint32_t(questions_.size()),
                      .first = i == 0,
                      .last = i + 2 == branch.nodes.size()});
  }
  questions_.push_back(question);
}

/// Bits of a super-point's number in a key, and of a complete key.
int BesideSums::pointBits() const { return std::bit_width(there_->places().count - 1); }
int BesideSums::keyBits() const { return std::max(pointBits() + int(std::bit_width(questions_.size() - 1)), 1); }

Buffer<BesideQuestion> BesideSums::questionsOnDevice() const {
  Buffer<BesideQuestion> questions(questions_.size(), device_.stream());
  device_.staging().upload(questions.data(), questions_.data(), questions_.size() * sizeof(BesideQuestion), device_.stream());
  return questions;
}

uint32_t BesideSums::findPairs(const Buffer<BesideQuestion>& questions) {
  const cudaStream_t stream = device_.stream();
  const Buffer<AskedEdge> edges(edges_.size(), stream);
  device_.staging().upload(edges.data(), edges_.data(), edges_.size() * sizeof(AskedEdge), stream);
  const Asked asked{questions.data(), edges.data(), nodes_.places(dimension_).places, uint32_t(edges_.size()), surface_};
  const auto narrowed = [&](double reach) { return dimension_ == 2 ? narrow<2>(reach) : narrow<3>(reach); };
  const RowLevels levels = there_->grids(narrowed(leastReach_), narrowed(greatestReach_));
  const uint32_t usual = 4 * there_->places().count;  // of the pairs
  keys_.reserve(usual, stream), sides_.reserve(usual, stream);
  for (;;) {
    pairCount_.clear();
    const PairList list{keys_.data(), sides_.data(), uint32_t(keys_.size()), pairCount_.data()};
    const auto launch = [&](auto kernel) {
      const uint32_t resident = residentBlocks(kernel, kUsualBlock) * uint32_t(device_.multiprocessors()) * (kUsualBlock / kWarp);
      const uint32_t warps = std::clamp(resident / asked.count, 1u, kMostWarps);
      kernel<<<blocksFor(edges_.size() * warps, kUsualBlock / kWarp), kUsualBlock, 0, stream>>>(levels, asked, warps, pointBits(), list);
      CUDA_CHECK_LAUNCH("besideKernel");
    };
    if (dimension_ == 2) launch(besideKernel<2>);
    else launch(besideKernel<3>);
    uint32_t count = 0;
    std::memcpy(&count, device_.download(pairCount_.data(), sizeof count), sizeof count);
    if (count <= list.room) return count;
    keys_.reserve(count, stream), sides_.reserve(count, stream);
  }
}

std::vector<BesideSums::Sums> BesideSums::answers(BesideBins bins) {
  std::vector<Sums> answers(questions_.size());
  if (edges_.empty()) return forget(), answers;
  const cudaStream_t stream = device_.stream();
  const Buffer<BesideQuestion> questions = questionsOnDevice();
  const uint32_t count = findPairs(questions);
  if (count > 0) {
    const Buffer<uint64_t> sorted(count, stream);
    const Buffer<uint32_t> numbers(count, stream), order(count, stream);
    const Buffer<Weight> sums(kBins * questions_.size(), stream);
    sums.clear();
    pairNumbersKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(count, numbers.data());
    CUDA_CHECK_LAUNCH("pairNumbersKernel");
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_.data(), sorted.data(), numbers.data(), order.data(), count, 0, keyBits(), stream);
    });
    binsKernel<<<blocksFor(count, kUsualBlock * kItems), kUsualBlock, 0, stream>>>(sorted.data(), order.data(), sides_.data(), count, pointBits(),
                                                                                   there_->places().weights, questions.data(), bins, sums.data());
    CUDA_CHECK_LAUNCH("binsKernel");
    device_.staging().download(answers.data(), sums.data(), answers.size() * sizeof(Sums), stream);
  }
  forget();
  return answers;
}

std::vector<std::vector<uint32_t>> BesideSums::points() {
  std::vector<std::vector<uint32_t>> points(questions_.size());
  if (edges_.empty()) return forget(), points;
  const cudaStream_t stream = device_.stream();
  const uint32_t count = findPairs(questionsOnDevice());
  if (count > 0) {
    const Buffer<uint64_t> sorted(count, stream);
    withScratch(stream, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys_.data(), sorted.data(), count, 0, keyBits(), stream);
    });
    std::vector<uint64_t> keys(count);
    device_.staging().download(keys.data(), sorted.data(), count * sizeof(uint64_t), stream);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const uint64_t mask = (uint64_t(1) << pointBits()) - 1;
    for (const uint64_t key : keys) points[key >> pointBits()].push_back(uint32_t(key & mask));
  }
  forget();
  return points;
}

}  // namespace arete::cuda
