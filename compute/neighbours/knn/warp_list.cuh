// The k nearest so far of one query: keys in order in memory, kept by a warp, which looks at 32 of them at once.
#pragma once

#include "compute/gpu/warp.cuh"
#include "compute/neighbours/knn/keys.cuh"

namespace arete::cuda {

__device__ inline uint64_t shuffleUp(uint64_t key) { return __shfl_up_sync(kAllLanes, key, 1); }
__device__ inline Wide shuffleUp(Wide key) { return Wide(shuffleUp(uint64_t(key >> 64))) << 64 | shuffleUp(uint64_t(key)); }
__device__ inline uint64_t shuffleFrom(uint64_t key, int lane) { return __shfl_sync(kAllLanes, key, lane); }
__device__ inline Wide shuffleFrom(Wide key, int lane) {
  return Wide(shuffleFrom(uint64_t(key >> 64), lane)) << 64 | shuffleFrom(uint64_t(key), lane);
}

/// All members are called by all lanes with the same arguments, unless stated otherwise.
template <class T>
class WarpList {
 public:
  /// `keys`: k of them in order, noKey() where there is no neighbour yet. `leftOut`: an index that is never taken.
  __device__ WarpList(Key<T>* keys, uint32_t k, uint32_t leftOut) : keys_(keys), k_(k), leftOut_(leftOut), last_(keys[k - 1]) {}

  /// A point farther than this cannot enter the list; an equally far one can.
  __device__ T worst() const { return worstOf(last_); }
  __device__ static T worstOf(Key<T> last) { return last == noKey<T>() ? T(INFINITY) : squaredOf<T>(last); }

  /// A point of each lane's own; NaN for none.
  __device__ void offer(T squared, uint32_t index) {
    const Key<T> key = makeKey(squared, index);
    bool waiting = squared <= worst() && index != leftOut_;
    for (;;) {
      waiting = waiting && key < last_;
      const uint32_t lanes = __ballot_sync(kAllLanes, waiting);
      if (lanes == 0) return;
      const int next = __ffs(int(lanes)) - 1;
      insert(shuffleFrom(key, next));
      waiting = waiting && int(threadIdx.x % kWarp) != next;
    }
  }

 private:
  /// `key` is below the last. From the end on, 32 keys at a time, those above it move one place.
  __device__ void insert(Key<T> key) {
    const uint32_t lane = threadIdx.x % kWarp;
    for (int first = int((k_ - 1) / kWarp * kWarp); first >= 0; first -= int(kWarp)) {
      const uint32_t place = uint32_t(first) + lane;
      const Key<T> own = place < k_ ? keys_[place] : noKey<T>();
      Key<T> before = shuffleUp(own);
      if (lane == 0) before = first > 0 ? keys_[first - 1] : Key<T>(0);
      __syncwarp();
      if (place < k_ && own > key) keys_[place] = before > key ? before : key;
      if (__any_sync(kAllLanes, own < key)) break;
    }
    __syncwarp();
    last_ = keys_[k_ - 1];
  }

  Key<T>* keys_;
  uint32_t k_, leftOut_;
  Key<T> last_;
};

}  // namespace arete::cuda
