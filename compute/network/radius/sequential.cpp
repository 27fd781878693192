// radius.cpu.sequential: row 0 of its stage. Each ball goes through all cells of its rung, one ball after the other.
// Memory: the sums of all cells of a rung that a ball asks for. Cost: balls times cells, some seconds for a cloud of more than ten thousand points.
// Loses to anything that knows where cells lie. Source: radius.
#include <map>
#include <set>

#include "compute/network/radius/contract.h"
#include "compute/network/radius/dimension_profile.h"

namespace arete::cpu {

using shared::BallShape;
using shared::BallSums;
using shared::LatticePlace;

namespace {

class PlainBalls final : public BallLooker {
 public:
  PlainBalls(const LatticeSample& sample, const StageContext& context) : sample_(sample), context_(context) {}

  std::vector<BallShape> look(std::span<const BallAsked> balls) override {
    std::vector<BallShape> shapes;
    for (const BallAsked& ball : balls) {
      context_.checkStop();
      LatticePlace centre = ball.centre;
      for (int move = 0; move < kMoves; ++move) ballShape(sumsOf(centre, ball.rung), centre, true);
      shapes.push_back(ballShape(sumsOf(centre, ball.rung), centre, false));
    }
    return shapes;
  }

 private:
  struct Cell {
    uint64_t key;
    BallSums sums;
    LatticePlace mean;
  };

  const std::vector<Cell>& cells(int bits) {
    std::vector<Cell>& found = cells_[bits];
    if (!found.empty()) return found;
    for (size_t i = 0; i < sample_.keys.size(); ++i) {
      const uint64_t key = sample_.keys[i] >> (bits * sample_.lattice.dimension);
      if (i == 0 || found.back().key != key) found.push_back({key, {}, {}});
      found.back().sums.add(sample_.place(i));
    }
    for (Cell& cell : found) cell.mean = cell.sums.mean();
    return found;
  }
  BallSums sumsOf(const LatticePlace& centre, int rung) {
    BallSums sums;
    for (const Cell& cell : cells(shared::cellBitsOfRung(rung)))
      if (squaredDistance(cell.mean, centre) <= shared::squaredRadiusOfRung(rung)) sums.add(cell.sums);
    return sums;
  }

  const LatticeSample& sample_;
  const StageContext& context_;
  std::map<int, std::vector<Cell>> cells_;
};

}  // namespace

CloudRadius radiusSequential(const RadiusInput& in, const StageContext& context) {
  LatticeSample sample{cloudLattice(in.cloud), {}};
  std::set<uint64_t> hashes;  // the least ones
  StopTicker tick(context);
  withScalarType(in.cloud.scalar(), [&]<class T>() {
    const PointsView<T> points = in.cloud.view<T>();
    for (uint32_t i = 0; i < points.count; ++i) {
      tick();
      hashes.insert(shared::mixed(latticeKey(points, i, sample.lattice)));
      if (hashes.size() > LatticeSample::kMostPlaces) hashes.erase(std::prev(hashes.end()));
    }
  });
  for (const uint64_t hash : hashes) sample.keys.push_back(shared::unmixed(hash));
  std::ranges::sort(sample.keys);
  PlainBalls balls(sample, context);
  return cloudRadius(sample, balls, context);
}

}  // namespace arete::cpu
