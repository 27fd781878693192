#include "compute/neighbours/knn/means_builder.cuh"

#include <algorithm>
#include <numeric>

#include "compute/core/error.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kLeastChunk = 512, kMostChunk = 1 << 13;  // points that a block classifies and adds up
constexpr uint32_t kChunksFilling = 8;                       // a multiprocessor

}  // namespace

template <class T>
MeansBuilder<T>::MeansBuilder(const PointsView<T>& points, shared::FixedScale scale, MeansTreeShape shape, size_t limit_bytes,
                              const StageContext& context)
    : points_(points), scale_(scale), shape_(shape), context_(context), device_(cudaDevice(context)) {
  constexpr uint32_t kLeastPoints = 4096;
  const size_t elements = size_t(shape.children) * points.dimension;
  const size_t slot = elements * (sizeof(T) + sizeof(shared::FixedSum<T>)) + shape.children * sizeof(uint32_t) + 1;
  const size_t each = packedDimension<T>(points.dimension) * sizeof(T);
  const size_t whole = (size_t(points.count) + kPackedGroup - 1) / kPackedGroup * kPackedGroup;
  const size_t nearest = points.count, chunks = (points.count / kLeastChunk + 1) * sizeof(MeansChunk);
  const size_t least = std::min<size_t>(kLeastPoints, whole) * 2 * each + 16 * slot + nearest + chunks;
  if (least > limit_bytes)
    throw Error(
        ErrorKind::outOfMemory, "not enough GPU memory", "",
        "building the tree takes " + std::to_string((least >> 20) + 1) + " MiB at least; " + std::to_string(limit_bytes >> 20) + " may be used",
        "allow more (--device-memory), or choose the CPU");
  const size_t forSlots = std::max((limit_bytes - nearest - chunks) / 8, 16 * slot), forPoints = limit_bytes - nearest - chunks - forSlots;
  slotsAtOnce_ = uint32_t(std::clamp<size_t>(forSlots / slot, 1, points.count / shape.children + 1));
  const bool one = whole * each <= forPoints;  // nothing is ever waited for
  atOnce_ = uint32_t(one ? whole : forPoints / 2 / each / kPackedGroup * kPackedGroup);
  const cudaStream_t stream = device_.stream();
  for (int i = 0; i < (one ? 1 : 2); ++i) halves_[i].points = Buffer<T>(size_t(atOnce_) * packedDimension<T>(points.dimension), stream);
  means_ = Buffer<T>(slotsAtOnce_ * elements, stream);
  sums_ = Buffer<shared::FixedSum<T>>(slotsAtOnce_ * elements, stream);
  counts_ = Buffer<uint32_t>(size_t(slotsAtOnce_) * shape.children, stream);
  done_ = Buffer<uint8_t>(slotsAtOnce_, stream);
  moving_ = Buffer<uint32_t>(1, stream);
  nearest_ = Buffer<uint8_t>(nearest, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (PackedHalf<T>& half : halves_) CUDA_CHECK(cudaEventCreateWithFlags(&half.used, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming));
  CUDA_CHECK(cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking));
}

template <class T>
MeansBuilder<T>::~MeansBuilder() {
  cudaStreamSynchronize(device_.stream());
  if (copies_ != nullptr) cudaStreamSynchronize(copies_), cudaStreamDestroy(copies_);
  for (PackedHalf<T>& half : halves_)
    if (half.used != nullptr) cudaEventDestroy(half.used);
  if (copied_ != nullptr) cudaEventDestroy(copied_);
}

template <class T>
MeansState<T> MeansBuilder<T>::state() const {
  return {means_.data(), sums_.data(), counts_.data(), done_.data(), points_.dimension, shape_.children, scale_};
}

template <class T>
void MeansBuilder<T>::build(Tree& tree, std::vector<uint32_t>& order) {
  order.resize(points_.count);
  std::iota(order.begin(), order.end(), 0u);
  spare_.resize(points_.count);
  nearestHere_.resize(points_.count);
  for (auto batch = tree.next(SIZE_MAX); !batch.nodes.empty(); batch = tree.next(SIZE_MAX)) {
    context_.report(tree.done());
    const std::vector<PartedNode<T>> parted = part(tree, batch, order);
    for (size_t i = 0; i < parted.size(); ++i) tree.adopt(batch.nodes[i], parted[i]);
  }
}

/// In batches of as many nodes as there is room for.
template <class T>
std::vector<PartedNode<T>> MeansBuilder<T>::part(const Tree& tree, const typename Tree::Batch& batch, std::vector<uint32_t>& order) {
  const bool fragments = batch.size == Tree::Size::fragment;
  std::vector<PartedNode<T>> parted;
  const std::span<const uint32_t> nodes(batch.nodes);
  for (size_t first = 0, count = 0; first < nodes.size(); first += count) {
    uint64_t points = tree.nodes()[nodes[first]].size();
    for (count = 1; first + count < nodes.size() && count < slotsAtOnce_; ++count) {
      points += tree.nodes()[nodes[first + count]].size();
      if (points > atOnce_) break;
    }
    context_.checkStop();
    partPile(tree, makePile(tree, nodes.subspan(first, count), fragments), fragments, order, parted);
  }
  return parted;
}

/// `whole`: one chunk per node. Only a single node can have more than one block.
template <class T>
typename MeansBuilder<T>::Pile MeansBuilder<T>::makePile(const Tree& tree, std::span<const uint32_t> nodes, bool whole) const {
  Pile pile{.nodes = nodes, .firstOfBlock = {0}};
  for (const uint32_t node : nodes) pile.points += tree.nodes()[node].size();
  const uint32_t filling = std::min(pile.points, atOnce_) / (uint32_t(device_.multiprocessors()) * kChunksFilling) + 1;
  const uint32_t most = whole ? UINT32_MAX : std::clamp((filling + kLeastChunk - 1) / kLeastChunk * kLeastChunk, kLeastChunk, kMostChunk);
  uint32_t begin = 0;  // in the block
  for (uint32_t slot = 0; slot < nodes.size(); ++slot) {
    const MeansNode& node = tree.nodes()[nodes[slot]];
    for (uint32_t place = node.begin, count = 0; place < node.end; place += count, begin += count) {
      if (begin == atOnce_) {
        pile.firstOfBlock.push_back(uint32_t(pile.chunks.size()));
        begin = 0;
      }
      count = std::min({most, node.end - place, atOnce_ - begin});
      pile.chunks.push_back({{slot, begin, count}, place});
    }
  }
  pile.firstOfBlock.push_back(uint32_t(pile.chunks.size()));
  return pile;
}

template <class T>
void MeansBuilder<T>::partPile(const Tree& tree, const Pile& pile, bool fragments, std::vector<uint32_t>& order, std::vector<PartedNode<T>>& parted) {
  const cudaStream_t stream = device_.stream();
  const size_t slots = pile.nodes.size(), elements = size_t(shape_.children) * points_.dimension, firstParted = parted.size();
  std::vector<T> means(slots * elements);
  device_.threads().forEachRange(slots, 16, [&](size_t begin, size_t end, int) {
    for (size_t slot = begin; slot < end; ++slot) {
      const std::vector<T> first = tree.firstMeans(tree.nodes()[pile.nodes[slot]], points_, order.data());
      std::copy(first.begin(), first.end(), means.begin() + ptrdiff_t(slot * elements));
    }
  });
  device_.staging().upload(means_.data(), means.data(), means.size() * sizeof(T), stream);
  CUDA_CHECK(cudaMemsetAsync(sums_.data(), 0, slots * elements * sizeof(shared::FixedSum<T>), stream));
  CUDA_CHECK(cudaMemsetAsync(counts_.data(), 0, slots * shape_.children * sizeof(uint32_t), stream));
  CUDA_CHECK(cudaMemsetAsync(done_.data(), 0, slots, stream));
  chunks_.reserve(pile.chunks.size(), stream);
  const std::vector<MeansChunk> chunks(pile.chunks.begin(), pile.chunks.end());
  device_.staging().upload(chunks_.data(), chunks.data(), chunks.size() * sizeof(MeansChunk), stream);
  for (PackedHalf<T>& half : halves_) half.block = UINT32_MAX;
  if (fragments && pile.firstOfBlock.size() == 2)
    partFragments<T>(load(pile, 0, order).points.data(), chunks_.data(), uint32_t(slots), state(), nearest_.data(), stream);
  else takeTurns(pile, order);
  device_.staging().download(means.data(), means_.data(), means.size() * sizeof(T), stream);
  device_.staging().download(nearestHere_.data(), nearest_.data(), pile.points, stream);
  for (size_t slot = 0; slot < slots; ++slot) {
    const auto begin = means.begin() + ptrdiff_t(slot * elements);
    parted.push_back({{}, {begin, begin + ptrdiff_t(elements)}});
  }
  sortByMean(tree, pile, order, std::span(parted).subspan(firstParted));
}

template <class T>
void MeansBuilder<T>::takeTurns(const Pile& pile, const std::vector<uint32_t>& order) {
  const cudaStream_t stream = device_.stream();
  const auto blocks = uint32_t(pile.firstOfBlock.size() - 1);
  for (int turn = 0; turn < kMostTurns; ++turn) {
    context_.checkStop();
    for (uint32_t i = 0; i < blocks; ++i) {
      const uint32_t block = turn % 2 == 0 ? i : blocks - 1 - i, first = pile.firstOfBlock[block];
      PackedHalf<T>& half = load(pile, block, order);
      assignToMeans<T>(half.points.data(), chunks_.data() + first, pile.firstOfBlock[block + 1] - first, state(),
                       nearest_.data() + size_t(block) * atOnce_, stream);
      CUDA_CHECK(cudaEventRecord(half.used, stream));
    }
    moving_.clear();
    moveMeans<T>(state(), uint32_t(pile.nodes.size()), turn + 1 == kMostTurns, moving_.data(), stream);
    if (moving_.download(1)[0] == 0) return;
  }
}

/// The half that holds the block; if none does, the block is packed and sent to one first.
template <class T>
PackedHalf<T>& MeansBuilder<T>::load(const Pile& pile, uint32_t block, const std::vector<uint32_t>& order) {
  for (int i = 0; i < 2; ++i)
    if (halves_[i].block == block) {
      lastHalf_ = i;
      return halves_[i];
    }
  lastHalf_ = halves_[1].points.empty() ? 0 : 1 - lastHalf_;
  PackedHalf<T>& half = halves_[lastHalf_];
  const uint32_t first = pile.firstOfBlock[block];
  const std::span<const Chunk> chunks = std::span(pile.chunks).subspan(first, pile.firstOfBlock[block + 1] - first);
  const uint32_t count = chunks.back().begin + chunks.back().count;
  const int padded = packedDimension<T>(points_.dimension);
  const size_t group_bytes = size_t(kPackedGroup) * padded * sizeof(T);
  CUDA_CHECK(cudaStreamWaitEvent(copies_, half.used));
  const auto fill = [&](std::byte* where, size_t from, size_t bytes) {
    T* const packed = reinterpret_cast<T*>(where);
    const auto begin = uint32_t(from / group_bytes * kPackedGroup);
    const auto end = uint32_t(std::min<size_t>(count, (from + bytes) / group_bytes * kPackedGroup));
    std::fill_n(packed, bytes / sizeof(T), T(0));
    auto chunk = std::upper_bound(chunks.begin(), chunks.end(), begin, [](uint32_t at, const Chunk& each) { return at < each.begin; }) - 1;
    for (uint32_t at = begin; at < end; ++at) {
      if (at == chunk->begin + chunk->count) ++chunk;
      const T* const point = points_.point(order[chunk->place + (at - chunk->begin)]);
      for (int k = 0; k < points_.dimension; ++k) packed[packedAt<T>(at - begin, k, padded)] = point[k * points_.coordinateStride];
    }
  };
  const size_t groups = (size_t(count) + kPackedGroup - 1) / kPackedGroup;
  device_.staging().uploadMade(half.points.data(), groups * group_bytes, group_bytes, fill, copies_);
  CUDA_CHECK(cudaEventRecord(copied_, copies_));
  CUDA_CHECK(cudaStreamWaitEvent(device_.stream(), copied_));
  half.block = block;
  return half;
}

/// Groups the points of each node by mean, keeping their order: chunks are counted, and then moved, side by side.
template <class T>
void MeansBuilder<T>::sortByMean(const Tree& tree, const Pile& pile, std::vector<uint32_t>& order, std::span<PartedNode<T>> parted) {
  const uint32_t children = shape_.children;
  ThreadPool& threads = device_.threads();
  constexpr size_t kAtATime = 4;
  std::vector<size_t> firstPoint(pile.chunks.size() + 1, 0);  // of all points on the GPU
  for (size_t i = 0; i < pile.chunks.size(); ++i) firstPoint[i + 1] = firstPoint[i] + pile.chunks[i].count;
  const auto forChunks = [&](const auto& f) {
    threads.forEachRange(pile.chunks.size(), kAtATime, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) f(pile.chunks[i], &nearestHere_[firstPoint[i]], &offsets_[i * children]);
    });
  };
  offsets_.assign(pile.chunks.size() * children, 0);
  forChunks([](const Chunk& chunk, const uint8_t* nearest, uint32_t* counts) {
    for (uint32_t i = 0; i < chunk.count; ++i) ++counts[nearest[i]];
  });
  for (size_t first = 0, last = 0; first < pile.chunks.size(); first = last) {
    const uint32_t slot = pile.chunks[first].slot;
    while (last < pile.chunks.size() && pile.chunks[last].slot == slot) ++last;
    uint32_t place = tree.nodes()[pile.nodes[slot]].begin;
    for (uint32_t c = 0; c < children; ++c) {
      parted[slot].begins.push_back(place);
      for (size_t i = first; i < last; ++i) place += std::exchange(offsets_[i * children + c], place);
    }
    parted[slot].begins.push_back(place);
  }
  forChunks([&](const Chunk& chunk, const uint8_t* nearest, uint32_t* next) {
    for (uint32_t i = 0; i < chunk.count; ++i) spare_[next[nearest[i]]++] = order[chunk.place + i];
  });
  forChunks([&](const Chunk& chunk, const uint8_t*, const uint32_t*) { std::copy_n(&spare_[chunk.place], chunk.count, &order[chunk.place]); });
}

template class MeansBuilder<float>;
template class MeansBuilder<double>;

}  // namespace arete::cuda
