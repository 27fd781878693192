// wire_lines.cuda.blocks: one block per node. Its first warp gathers the points of a ball, and leaves it as soon as it is too crowded; all threads
// sort them by number and take offsets into shared memory; then one warp per direction counts the votes.
// Memory: the grids (compute/network/look/row_grid.cuh), 80 bytes a node, and on the chip 20 kilobytes a block and 4 bytes a point of the smallest
// ball. Cost: for each ball its points, a sort of at most 1024 numbers (of the smallest ball any), and 512 voters times 32 directions. Floor: those
// products. Loses to CPU threads for some hundred nodes. Source: 3D, C 1.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "compute/core/error.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/look/warp_walk.cuh"
#include "compute/network/wire_lines/contract.h"
#include "compute/network/wire_lines/wire_sight.h"

namespace arete::cuda {

using shared::Vector3;

namespace {

constexpr uint32_t kVoteBlock = 256, kVoteWarps = kVoteBlock / kWarp, kMostVoters = 512, kMostDirections = 32, kMostRungs = 32, kCrowded = UINT32_MAX;

/// The balls around a node.
struct Rungs {
  double reach[kMostRungs];
  uint32_t count;
  double near;  // square of how far a wire looks across
};

/// Nodes by their numbers.
struct NodeList {
  uint32_t *numbers, *count;
};

/// What a block knows of a ball.
struct Ball {
  double x[kMostVoters], y[kMostVoters], z[kMostVoters], squared[kMostVoters];
  int64_t weight[kMostVoters];
  uint16_t far[kMostVoters];  // voters in the outer half
  int64_t votes[kMostDirections];
  uint32_t points, voters, farVoters, directions, winner;

  __device__ Vector3 offset(uint32_t i) const { return {x[i], y[i], z[i]}; }
  /// The i-th of the directions.
  __device__ Vector3 way(uint32_t i) const { return unit(offset(far[i * keptEvery(kMostDirections, farVoters)])); }
};

/// The numbers of the points in a ball, in any order; how many, or kCrowded. Called by all lanes of a warp.
__device__ uint32_t gathered(const shared::RowsView& view, const Vector3& centre, double reach, uint32_t most, uint32_t* numbers) {
  uint32_t count = 0;
  const uint32_t before = (1u << threadIdx.x % kWarp) - 1;
  walkBall<3>(view, centre, reach, [&](uint32_t at, bool isThere) {
    const bool isIn = isThere && squaredDistance(view.place<3>(at), centre) <= reach * reach;
    const uint32_t mask = __ballot_sync(kAllLanes, isIn), found = count + __popc(mask);
    if (found > most) {
      count = kCrowded;
      return true;
    }
    if (isIn) numbers[count + __popc(mask & before)] = view.index[at];
    count = found;
    return false;
  });
  return count;
}

/// Called by all threads of the block: a bitonic network. Batcher 1968, "Sorting networks and their applications".
__device__ void sort(uint32_t* numbers, uint32_t count) {
  uint32_t size = kWarp;
  while (size < count) size *= 2;
  for (uint32_t i = count + threadIdx.x; i < size; i += kVoteBlock) numbers[i] = UINT32_MAX;
  for (uint32_t run = 2; run <= size; run *= 2)
    for (uint32_t step = run / 2; step > 0; step /= 2) {
      __syncthreads();
      for (uint32_t pair = threadIdx.x; pair < size / 2; pair += kVoteBlock) {
        const uint32_t low = 2 * pair - (pair & (step - 1)), high = low + step;
        const uint32_t one = numbers[low], other = numbers[high];
        if ((one > other) == ((low & run) == 0)) numbers[low] = other, numbers[high] = one;
      }
    }
  __syncthreads();
}

/// The points that vote, as they are seen from the node. Called by all threads of the block.
__device__ void see(Ball& ball, const DevicePlaces& points, const Vector3& centre, const uint32_t* numbers) {
  const uint32_t every = keptEvery(kMostVoters, ball.points), count = (ball.points + every - 1) / every;
  for (uint32_t i = threadIdx.x; i < count; i += kVoteBlock) {
    const uint32_t point = numbers[i * every];
    const Vector3 offset = points.places[point] - centre;
    ball.x[i] = offset.x, ball.y[i] = offset.y, ball.z[i] = offset.z;
    ball.squared[i] = squaredLength(offset), ball.weight[i] = points.weights[point];
  }
  if (threadIdx.x == 0) ball.voters = count;
  __syncthreads();
}

/// In their order. Called by all lanes of a warp.
__device__ void listFar(Ball& ball, double outer) {
  const uint32_t lane = threadIdx.x % kWarp;
  uint32_t count = 0;
  for (uint32_t first = 0; first < ball.voters; first += kWarp) {
    const bool isFar = first + lane < ball.voters && ball.squared[first + lane] > outer;
    const uint32_t mask = __ballot_sync(kAllLanes, isFar);
    if (isFar) ball.far[count + __popc(mask & ((1u << lane) - 1))] = static_cast<uint16_t>(first + lane);
    count += __popc(mask);
  }
  const uint32_t every = keptEvery(kMostDirections, count);
  if (lane == 0) ball.farVoters = count, ball.directions = (count + every - 1) / every;
}

/// Called by all lanes of a warp.
__device__ void countVotes(Ball& ball, uint32_t direction, double near, double outer, int64_t farNeeded) {
  const uint32_t lane = threadIdx.x % kWarp;
  const Vector3 way = ball.way(direction);
  int64_t votes = 0, far = 0;
  for (uint32_t i = lane; i < ball.voters; i += kWarp) {
    const double along = dot(ball.offset(i), way), squared = along * along;
    if (squared <= near || ball.squared[i] - squared > near) continue;
    votes += ball.weight[i];
    if (ball.squared[i] > outer) far += ball.weight[i];
  }
  votes = added(votes), far = added(far);
  if (lane == 0) ball.votes[direction] = far >= farNeeded ? votes : 0;
}

/// `which`: the nodes of the blocks; nullptr: all. `room`: for the numbers of points in a ball, a power of two; nodes whose smallest ball holds more
/// are put into a list. Not kInShared: the numbers are in `spilled`, `room` for each block.
template <bool kInShared>
__global__ void __launch_bounds__(kVoteBlock)
    wireLinesKernel(const __grid_constant__ RowLevels levels, const __grid_constant__ NetworkRules rules, const __grid_constant__ Rungs rungs,
                    DevicePlaces points, RidgeNode* nodes, const uint32_t* which, uint32_t room, NodeList crowded, uint32_t* found,
                    uint32_t* spilled) {
  extern __shared__ uint32_t numbersInShared[];
  uint32_t* const numbers = kInShared ? numbersInShared : spilled + size_t(blockIdx.x) * room;
  __shared__ uint64_t ballMemory[(sizeof(Ball) + sizeof(uint64_t) - 1) / sizeof(uint64_t)];
  Ball& ball = *reinterpret_cast<Ball*>(ballMemory);
  const uint32_t number = which == nullptr ? blockIdx.x : which[blockIdx.x];
  RidgeNode& node = nodes[number];
  const Vector3 centre = node.place;
  const uint32_t warp = threadIdx.x / kWarp;
  for (uint32_t rung = 0; rung < rungs.count; ++rung) {
    const double reach = rungs.reach[rung], outer = reach * reach / 4;
    __syncthreads();
    if (warp == 0) {
      const uint32_t count = gathered(levels.of(reach), centre, reach, rung == 0 ? room : rules.wireCrowd, numbers);
      if (threadIdx.x == 0) ball.points = count;
    }
    __syncthreads();
    if (ball.points == kCrowded && rung == 0) {
      if (threadIdx.x == 0) crowded.numbers[atomicAdd(crowded.count, 1u)] = number;
      return;
    }
    if (ball.points == kCrowded) break;
    sort(numbers, ball.points);
    see(ball, points, centre, numbers);
    if (warp == 0) listFar(ball, outer);
    __syncthreads();
    for (uint32_t direction = warp; direction < ball.directions; direction += kVoteWarps)
      countVotes(ball, direction, rungs.near, outer, rules.wireFarVotes);
    __syncthreads();
    if (threadIdx.x == 0)
      ball.winner = wireDirection(
          ball.directions, [&](uint32_t i) { return ball.way(i); }, [&](uint32_t i) { return ball.votes[i]; }, rung + 1 == rungs.count, rules);
    __syncthreads();
    if (ball.winner == ball.directions) continue;
    if (threadIdx.x == 0) node.tangent = ball.way(ball.winner), node.radius = reach / rules.ball, atomicAdd(found, 1u);
    return;
  }
  if (threadIdx.x == 0) node.still = node.lost = true;
}

/// How many points the smallest ball may hold at most: those of the cells that it touches, and some for rounding.
uint32_t mostInBall(const WireLinesInput& in) {
  constexpr double kSphere = 4.1887902047863905, kDiagonal = 1.7320508075688772, kMore = 1.002;
  const double cells = wireReach(0, in) / (in.rules.cell * in.r1) + kDiagonal;
  return uint32_t(std::min<double>(kSphere * cells * cells * cells * kMore, in.points.size()));
}

Rungs rungsOf(const WireLinesInput& in) {
  Rungs rungs{{}, 0, in.r1 * in.r1};
  for (int rung = 0; wireReach(rung, in) <= lastWireReach(in) && rungs.count < kMostRungs; ++rung) rungs.reach[rungs.count++] = wireReach(rung, in);
  return rungs;
}

uint32_t downloaded(const uint32_t* from, CudaDevice& device) {
  uint32_t value = 0;
  std::memcpy(&value, device.download(from, sizeof value), sizeof value);
  return value;
}

}  // namespace

uint32_t wireLinesBlocks(const WireLinesInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  context.checkStop();
  if (nodes.empty()) return 0;
  if (in.rules.wireVoters != kMostVoters || in.rules.wireDirections != kMostDirections)
    throw Error(ErrorKind::internal, "cannot find wires on the GPU", "wire_lines.cuda.blocks", "it is made for 512 voters and 32 directions",
                "choose a version of the CPU");
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const Buffer<RidgeNode> there(nodes.size(), stream);
  device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), stream);
  const Buffer<uint32_t> counts(3, stream), lists(2 * nodes.size(), stream);
  counts.clear();
  const Rungs rungs = rungsOf(in);
  const RowLevels levels = points->grids(wireReach(0, in), lastWireReach(in));
  const auto launch = [&](uint32_t blocks, const uint32_t* which, uint32_t room, const NodeList& crowded) {
    const size_t numbers_bytes = room * sizeof(uint32_t);
    const bool fits = numbers_bytes <= device.sharedRoom(wireLinesKernel<true>);
    const auto kernel = fits ? wireLinesKernel<true> : wireLinesKernel<false>;
    const Buffer<uint32_t> spilled(fits ? 0 : size_t(blocks) * room, stream);
    if (fits) CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(numbers_bytes)));
    kernel<<<blocks, kVoteBlock, fits ? numbers_bytes : 0, stream>>>(levels, in.rules, rungs, points->places(), there.data(), which, room, crowded,
                                                                     counts.data(), spilled.data());
    CUDA_CHECK_LAUNCH("wireLinesKernel");
  };
  constexpr uint32_t kUsualRoom = 2048;  // so that many blocks fit onto a multiprocessor
  const uint32_t usual = std::max(kUsualRoom, std::bit_ceil(in.rules.wireCrowd + 1)), most = std::bit_ceil(mostInBall(in));
  launch(uint32_t(nodes.size()), nullptr, usual, {lists.data(), counts.data() + 1});
  if (most > usual)
    if (const uint32_t crowded = downloaded(counts.data() + 1, device); crowded > 0)
      launch(crowded, lists.data(), most, {lists.data() + nodes.size(), counts.data() + 2});
  const uint32_t found = downloaded(counts.data(), device);
  device.staging().download(nodes.data(), there.data(), nodes.size_bytes(), stream);
  return found;
}

}  // namespace arete::cuda
