// radius.cpu.blocks: the cells of a radius lie in blocks of four to a side, which a hash table finds; balls are shared out among the threads, and
// each reads the blocks that it touches. Cells of the next radius are sums of these. Memory: 100 bytes a cell, of at most 32 768 places, for each of
// some twelve sizes. Cost: one pass over the cloud that hashes its points, then up to 140 000 balls of 30 to 120 cells, whatever the cloud. Loses to
// the reference for a few hundred points. Source: radius.
#include <array>
#include <memory>

#include "compute/network/radius/contract.h"
#include "compute/network/radius/dimension_profile.h"

namespace arete::cpu {

using shared::BallBlocks;
using shared::BallShape;
using shared::BallSums;
using shared::LatticePlace;

namespace {

/// The cells of one size, in Morton order, and the blocks that they lie in.
class Cells {
 public:
  Cells(int bits, int dimension) : bits_(bits), dimension_(dimension) {}

  void add(uint64_t key, const BallSums& sums) {
    const uint64_t cell = key >> (bits_ * dimension_);
    if (keys_.empty() || keys_.back() != cell) keys_.push_back(cell), sums_.emplace_back();
    sums_.back().add(sums);
  }
  /// Those of a finer size.
  void add(const Cells& finer) {
    for (size_t i = 0; i < finer.keys_.size(); ++i) add(finer.keys_[i] << (finer.bits_ * dimension_), finer.sums_[i]);
  }
  /// All have been added.
  void close();
  BallSums sumsOf(const LatticePlace& centre, int rung) const;

 private:
  struct Block {
    uint64_t key = UINT64_MAX;
    uint32_t first = 0, last = 0;  // cells
  };

  size_t slot(uint64_t key) const { return size_t(shared::mixed(key)) & (blocks_.size() - 1); }
  void addBlock(uint64_t key, const BallBlocks& ball, BallSums& sums) const;

  int bits_, dimension_;
  std::vector<uint64_t> keys_;
  std::vector<BallSums> sums_;
  std::vector<LatticePlace> means_;
  std::vector<Block> blocks_;  // a hash table of a power of two
};

void Cells::close() {
  for (const BallSums& sums : sums_) means_.push_back(sums.mean());
  std::vector<Block> found;
  for (uint32_t i = 0; i < keys_.size(); ++i) {
    const uint64_t key = keys_[i] >> (BallBlocks::kBits * dimension_);
    if (found.empty() || found.back().key != key) found.push_back({key, i, i});
    found.back().last = i + 1;
  }
  size_t room = 2;
  while (room < 2 * found.size()) room *= 2;
  blocks_.assign(room, {});
  for (const Block& block : found) {
    size_t at = slot(block.key);
    while (blocks_[at].key != UINT64_MAX) at = (at + 1) & (room - 1);
    blocks_[at] = block;
  }
}

void Cells::addBlock(uint64_t key, const BallBlocks& ball, BallSums& sums) const {
  for (size_t place = slot(key); blocks_[place].key != UINT64_MAX; place = (place + 1) & (blocks_.size() - 1)) {
    if (blocks_[place].key != key) continue;
    for (uint32_t i = blocks_[place].first; i < blocks_[place].last; ++i)
      if (ball.holds(means_[i])) sums.add(sums_[i]);
    return;
  }
}

BallSums Cells::sumsOf(const LatticePlace& centre, int rung) const {
  const BallBlocks ball(centre, rung, dimension_);
  BallSums sums;
  LatticePlace at;
  for (at.z = ball.low.z; at.z <= ball.high.z; ++at.z)
    for (at.y = ball.low.y; at.y <= ball.high.y; ++at.y)
      for (at.x = ball.low.x; at.x <= ball.high.x; ++at.x)
        if (ball.touches(at)) addBlock(shared::mortonKey(at, dimension_), ball, sums);
  return sums;
}

class BlockBalls final : public BallLooker {
 public:
  BlockBalls(const LatticeSample& sample, const StageContext& context) : sample_(sample), context_(context) {}

  std::vector<BallShape> look(std::span<const BallAsked> balls) override {
    constexpr size_t kGrain = 64;
    for (const BallAsked& ball : balls) prepare(shared::cellBitsOfRung(ball.rung));
    std::vector<BallShape> shapes(balls.size());
    context_.device.threads().forEachRange(balls.size(), kGrain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      for (size_t i = begin; i < end; ++i) shapes[i] = shapeOf(balls[i]);
    });
    return shapes;
  }

 private:
  void prepare(int bits) {
    std::unique_ptr<Cells>& cells = cells_[size_t(bits)];
    if (cells) return;
    cells = std::make_unique<Cells>(bits, sample_.lattice.dimension);
    int finer = bits - 1;
    while (finer >= 0 && !cells_[size_t(finer)]) --finer;
    if (finer >= 0) cells->add(*cells_[size_t(finer)]);
    else
      for (size_t i = 0; i < sample_.keys.size(); ++i) {
        BallSums sums;
        sums.add(sample_.place(i));
        cells->add(sample_.keys[i], sums);
      }
    cells->close();
  }

  BallShape shapeOf(const BallAsked& ball) const {
    const Cells& cells = *cells_[size_t(shared::cellBitsOfRung(ball.rung))];
    LatticePlace centre = ball.centre;
    for (int move = 0; move < kMoves; ++move) ballShape(cells.sumsOf(centre, ball.rung), centre, true);
    return ballShape(cells.sumsOf(centre, ball.rung), centre, false);
  }

  const LatticeSample& sample_;
  const StageContext& context_;
  std::array<std::unique_ptr<Cells>, kCoarsestRung> cells_;
};

LatticeSample sampleOf(const PointCloud& cloud, const StageContext& context) {
  constexpr size_t kGrain = 1 << 14;
  LatticeSample sample{cloudLattice(cloud), {}};
  ThreadPool& pool = context.device.threads();
  std::vector<LeastHashes> hashes(size_t(pool.size()));
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = cloud.view<T>();
    pool.forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
      context.checkStop();
      for (size_t i = begin; i < end; ++i) hashes[size_t(thread)].add(shared::mixed(latticeKey(points, uint32_t(i), sample.lattice)));
    });
  });
  for (size_t i = 1; i < hashes.size(); ++i) hashes[0].add(hashes[i]);
  sample.keys = hashes[0].keys();
  return sample;
}

}  // namespace

CloudRadius radiusBlocks(const RadiusInput& in, const StageContext& context) {
  const LatticeSample sample = sampleOf(in.cloud, context);
  BlockBalls balls(sample, context);
  return cloudRadius(sample, balls, context);
}

}  // namespace arete::cpu
