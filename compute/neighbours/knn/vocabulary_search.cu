#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/packed_points.cuh"
#include "compute/neighbours/knn/vocabulary_search.cuh"
#include "compute/neighbours/knn/warp_list.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kSearchWarps = 4, kSearchThreads = kWarp * kSearchWarps;

/// Keys with the least on top; each has 32 below it, so that a warp looks at all of them at once. All members are called by all lanes.
template <class T>
class WarpHeap {
 public:
  __device__ explicit WarpHeap(Key<T>* keys) : keys_(keys) {}

  __device__ bool empty() const { return size_ == 0; }
  __device__ uint32_t size() const { return size_; }
  __device__ void push(Key<T> key) { rise(size_++, key); }
  __device__ Key<T> pop() {
    const Key<T> top = keys_[0], last = keys_[--size_];
    __syncwarp();
    if (size_ > 0) sink(last);
    return top;
  }

 private:
  __device__ void put(uint32_t place, Key<T> key) {
    if (threadIdx.x % kWarp == 0) keys_[place] = key;
    __syncwarp();
  }
  __device__ void rise(uint32_t place, Key<T> key) {
    while (place > 0) {
      const uint32_t above = (place - 1) / kWarp;
      const Key<T> other = keys_[above];
      __syncwarp();
      if (other < key) break;
      put(place, other);
      place = above;
    }
    put(place, key);
  }
  __device__ void sink(Key<T> key) {
    uint32_t place = 0;
    for (;;) {
      const uint32_t child = kWarp * place + 1 + threadIdx.x % kWarp;
      const Key<T> own = child < size_ ? keys_[child] : noKey<T>();
      Key<T> least = own;
      for (int lanes = kWarp / 2; lanes > 0; lanes /= 2) {
        const Key<T> other = shuffleDown(least, lanes);
        if (other < least) least = other;
      }
      least = shuffleFrom(least, 0);
      if (!(least < key)) break;
      const uint32_t lane = uint32_t(__ffs(int(__ballot_sync(kAllLanes, own == least)))) - 1;
      put(place, least);
      place = kWarp * place + 1 + lane;
    }
    put(place, key);
  }

  Key<T>* keys_;
  uint32_t size_ = 0;
};

template <class T>
__global__ void __launch_bounds__(kSearchThreads) chooseKernel(MeansTreeView<T> tree, LeafChoice<T> choice) {
  __shared__ T points[kSearchWarps][16];
  const uint32_t lane = threadIdx.x % kWarp, warp = blockIdx.x * kSearchWarps + threadIdx.x / kWarp;
  T* const point = points[threadIdx.x / kWarp];
  if (warp >= choice.warps) return;
  for (uint32_t query = choice.first + warp; query < choice.first + choice.count; query += choice.warps) {
    if (choice.again && choice.chosenCounts[query] != kOverflowed) continue;
    __syncwarp();
    if (lane < uint32_t(tree.dimension)) point[lane] = choice.queries.at(query, int(lane));
    __syncwarp();
    WarpHeap<T> waiting(choice.heaps + size_t(warp) * choice.heapSize);
    waiting.push(makeKey(T(0), 0));
    uint32_t leaves = 0;
    bool overflows = false;
    for (uint64_t seen = 0; !waiting.empty() && (leaves < choice.leaves || seen < choice.fewestPoints) && !overflows;) {
      const auto number = uint32_t(waiting.pop());
      const MeansNode node = tree.nodes[number];
      overflows = waiting.size() + node.childCount > choice.heapSize;
      for (uint32_t first = 0; first < node.childCount && !overflows; first += kWarp) {
        const uint32_t child = node.firstChild + first + lane, count = min(32u, node.childCount - first);
        Key<T> key = noKey<T>();
        if (lane < count) key = makeKey(shared::squaredDistance(point, 1, tree.means + size_t(child) * tree.dimension, 1, tree.dimension), child);
        for (uint32_t i = 0; i < count; ++i) waiting.push(shuffleFrom(key, int(i)));
      }
      if (node.childCount > 0) continue;
      if (lane == 0) choice.chosen[size_t(query) * choice.most + leaves] = number;
      ++leaves;
      seen += node.end - node.begin;
    }
    if (lane != 0) continue;
    choice.chosenCounts[query] = overflows ? kOverflowed : leaves;
    if (overflows) atomicAdd(choice.overflows, 1u);
  }
}

template <class T, int D>
__global__ void __launch_bounds__(kSearchThreads) scanLeavesKernel(MeansTreeView<T> tree, LeafChoice<T> choice, LeafScan<T> scan) {
  const uint32_t lane = threadIdx.x % kWarp, warp = blockIdx.x * kSearchWarps + threadIdx.x / kWarp;
  if (warp >= choice.count) return;
  const uint32_t query = choice.first + warp;
  T point[D];
#pragma unroll
  for (int k = 0; k < D; ++k) point[k] = k < tree.dimension ? choice.queries.at(query, k) : T(0);
  WarpList<T> list(scan.lists + size_t(query) * scan.k, scan.k, scan.excludeSelf ? scan.firstName + query : UINT32_MAX);
  const uint32_t leaves = choice.chosenCounts[query];
  for (uint32_t i = 0; i < leaves; ++i) {
    const MeansNode node = tree.nodes[choice.chosen[size_t(query) * choice.most + i]];
    const uint32_t begin = max(node.begin, scan.begin), end = min(node.end, scan.end);
    for (uint32_t place = begin; place < end; place += kWarp) {
      const uint32_t at = min(place + lane, end - 1) - scan.begin;
      T other[D];
      loadPacked<T, D>(scan.packed, at, other);
      const T squared = shared::squaredDistance<D>(&point[0], &other[0]);
      list.offer(place + lane < end ? squared : T(NAN), scan.indices[at]);
    }
  }
}

}  // namespace

template <class T>
void chooseLeaves(const MeansTreeView<T>& tree, const LeafChoice<T>& choice, cudaStream_t stream) {
  chooseKernel<T><<<blocksFor(choice.warps, kSearchWarps), kSearchThreads, 0, stream>>>(tree, choice);
  CUDA_CHECK_LAUNCH("chooseKernel");
}

template <class T>
void scanLeaves(const MeansTreeView<T>& tree, const LeafChoice<T>& choice, const LeafScan<T>& scan, cudaStream_t stream) {
  withPackedDimension<T>(tree.dimension, [&]<int D>() {
    scanLeavesKernel<T, D><<<blocksFor(choice.count, kSearchWarps), kSearchThreads, 0, stream>>>(tree, choice, scan);
    CUDA_CHECK_LAUNCH("scanLeavesKernel");
  });
}

template void chooseLeaves<float>(const MeansTreeView<float>&, const LeafChoice<float>&, cudaStream_t);
template void chooseLeaves<double>(const MeansTreeView<double>&, const LeafChoice<double>&, cudaStream_t);
template void scanLeaves<float>(const MeansTreeView<float>&, const LeafChoice<float>&, const LeafScan<float>&, cudaStream_t);
template void scanLeaves<double>(const MeansTreeView<double>&, const LeafChoice<double>&, const LeafScan<double>&, cudaStream_t);

}  // namespace arete::cuda
