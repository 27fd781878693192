// Builds a tree of means: the host keeps the queues of nodes and the order of the points, and packs points; the GPU classifies them and adds up.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compute/gpu/cuda_device.h"
#include "compute/neighbours/knn/means_kernels.cuh"
#include "compute/neighbours/knn/means_nodes.h"
#include "compute/neighbours/knn/packed_points.cuh"

namespace arete::cuda {

/// Room for packed points, and which of a series of blocks is in it.
template <class T>
struct PackedHalf {
  Buffer<T> points;
  uint32_t block = UINT32_MAX;
  cudaEvent_t used = nullptr;  // by what was launched last
};

/// Nodes come in three classes. A node that does not fit into half of the memory passes through it in blocks in every turn: the next block is packed
/// and copied into the other half while one is worked on, and turns go forwards and backwards, so that the two blocks that are still there are used
/// first. Nodes that fit are copied once: a large one, or as many normal ones as there is room for, whose turns are launches; fragments are
/// divided by one block each, all turns of all of them in one launch.
template <class T>
class MeansBuilder {
 public:
  /// `limit_bytes`: of the GPU's memory. Throws Error(outOfMemory) with what is needed.
  MeansBuilder(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, size_t limit_bytes, const StageContext& context);
  ~MeansBuilder();
  MeansBuilder(const MeansBuilder&) = delete;
  MeansBuilder& operator=(const MeansBuilder&) = delete;

  /// Fills `tree`, which is new, and `order`. Throws Cancelled.
  void build(MeansNodes<T>& tree, std::vector<uint32_t>& order);

 private:
  using Tree = MeansNodes<T>;
  /// Points of a node, place by place in the order and on the GPU.
  struct Chunk : MeansChunk {
    uint32_t place;
  };
  /// Nodes that are divided together.
  struct Pile {
    std::span<const uint32_t> nodes;
    std::vector<Chunk> chunks;
    std::vector<uint32_t> firstOfBlock;  // chunk; one more at the end
    uint32_t points = 0;
  };

  std::vector<PartedNode<T>> part(const Tree& tree, const typename Tree::Batch& batch, std::vector<uint32_t>& order);
  Pile makePile(const Tree& tree, std::span<const uint32_t> nodes, bool whole) const;
  void partPile(const Tree& tree, const Pile& pile, bool fragments, std::vector<uint32_t>& order, std::vector<PartedNode<T>>& parted);
  void takeTurns(const Pile& pile, const std::vector<uint32_t>& order);
  PackedHalf<T>& load(const Pile& pile, uint32_t block, const std::vector<uint32_t>& order);
  void sortByMean(const Tree& tree, const Pile& pile, std::vector<uint32_t>& order, std::span<PartedNode<T>> parted);
  MeansState<T> state() const;

  const PointsView<T>& points_;
  const shared::FixedScale scale_;
  const MeansTreeShape shape_;
  const StageContext& context_;
  CudaDevice& device_;
  uint32_t atOnce_ = 0, slotsAtOnce_ = 0;  // points in a half; nodes
  PackedHalf<T> halves_[2];
  int lastHalf_ = 0;
  cudaStream_t copies_ = nullptr;
  cudaEvent_t copied_ = nullptr;
  Buffer<T> means_;
  Buffer<shared::FixedSum<T>> sums_;
  Buffer<uint32_t> counts_, moving_;
  Buffer<uint8_t> done_, nearest_;
  Buffer<MeansChunk> chunks_;
  std::vector<uint8_t> nearestHere_;
  std::vector<uint32_t> spare_, offsets_;
};

}  // namespace arete::cuda
