// Ridge detection in tiles. Choose looks at a tile's own points; evolve at these and at what the tile knows of its surroundings, each
// tile's chosen points on their own; decimate at each tile alone (local detection) or at all chosen points together (hybrid).
//
// All tiles make the same kind of step at once. That gives what each tile would get alone, because a stage that changes nothing changes
// nothing when it is repeated; and it makes a tiled detection a sequence of steps like any other, which can be watched and gone back in. When nobody
// watches, each tile evolves to its end instead and the counts of its iterations are added up: the same record, with one launch per tile on the GPU.
// The chosen points stay in the order of the cloud, as in a detection without tiles, because decimate depends on it. Sums have the
// fixed-point scale of the whole cloud. So where a tile sees everything that matters, its chosen points have the bits of the exact answer.
//
// Threads take whole tiles, where there are as many tiles as threads, else all work on one tile after the other; a tile's bits depend on
// neither. On the GPU tiles go one after the other; where the tree was built on the GPU, their points are gathered there too, and the host makes a
// copy of them only for a version that asks for it. Memory: a copy of every tile's points and surroundings, and what an Evolver keeps. Source: spec
// "Tiled detection"; thesis 4.1.2.
#include <algorithm>
#include <atomic>
#include <unordered_map>

#include "compute/engine/chain_steps.h"

namespace arete {

namespace {

class TiledSteps final : public ChainSteps {
 public:
  TiledSteps(const PointCloud& cloud, const Job& job, const StageContext& context)
      : ChainSteps(cloud, job),
        tree_(std::make_shared<const TileTree>(job.function<Stage::tile>()({cloud, job.r1(), job.params}, context))),
        tiles_(tree_->leaves.size()) {}

  std::shared_ptr<const TileTree> tiles() const override { return tree_; }
  std::vector<uint32_t> tilesOf(std::span<const uint64_t> points) const override {
    std::vector<uint32_t> tiles;
    for (const uint64_t point : points) {
      const auto known = firstTiles_.find(point);
      tiles.push_back(known != firstTiles_.end() ? known->second : anyTile(uint32_t(point)));
    }
    return tiles;
  }

 protected:
  ChosenState choose(const StageContext& context) override {
    const auto choose = job_.function<Stage::choose>();
    std::vector<std::vector<uint32_t>> chosen(tiles_.size());
    forEachTile(context, [&](uint32_t tile, const StageContext& inner) {
      if (tree_->isDropped(tile)) return;
      for (const uint32_t i : choose({part(tile, Stage::choose, inner), job_.r1(), job_.params}, inner)) chosen[tile].push_back(own(tile)[i]);
    });
    firstTiles_.clear();
    for (uint32_t tile = 0; tile < tiles_.size(); ++tile)
      for (const uint32_t point : chosen[tile]) firstTiles_[point] = tile;
    return stateOf(merged(chosen));
  }

  void reset(const ChosenState& state, const StageContext& context) override {
    chosen_ = *state.points;
    tileOfChosen_ = tilesOf(*state.origin);
    members_ = membersOf(tileOfChosen_);
    forEachTile(context, [&](uint32_t number, const StageContext& inner) {
      Tile& tile = tiles_[number];
      tile.atRest = members_[number].empty();
      if (tile.atRest) return;
      if (!tile.evolver) {
        const auto make = job_.function<Stage::evolve>();
        tile.cloud = part(number, Stage::evolve, inner);
        tile.evolver = make({tile.cloud, job_.r1(), job_.params, &cloud_}, inner);
      }
      tile.evolver->reset(chosen_.subset(members_[number]), inner);
    });
  }

  void keep(std::span<const uint32_t> kept, const StageContext& context) override {
    std::vector<uint8_t> stays(chosen_.size());
    std::vector<uint32_t> tileOfKept;
    for (const uint32_t i : kept) stays[i] = 1, tileOfKept.push_back(tileOfChosen_[i]);
    forEachTile(context, [&](uint32_t number, const StageContext& inner) {
      std::vector<uint32_t> keptHere;
      for (uint32_t i = 0; i < members_[number].size(); ++i)
        if (stays[members_[number][i]]) keptHere.push_back(i);
      if (keptHere.size() == members_[number].size()) return;  // what stood still stays still
      tiles_[number].atRest = keptHere.empty();
      if (!keptHere.empty()) tiles_[number].evolver->keep(keptHere, inner);
    });
    chosen_ = chosen_.subset(kept);
    tileOfChosen_ = std::move(tileOfKept);
    members_ = membersOf(tileOfChosen_);
  }

  void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    if (wanted == EvolveVisit::counters) return evolveTileByTile(limit, visit, context);
    for (uint32_t i = 0; i < limit; ++i) {
      std::atomic<uint32_t> moved = 0;
      std::atomic<uint64_t> lookedAt = 0;
      forEachTile(context, [&](uint32_t number, const StageContext& inner) {
        Tile& tile = tiles_[number];
        if (tile.atRest) return;
        const EvolveStep done = tile.evolver->step(inner);
        tile.atRest = done.moved == 0;
        moved += done.moved;
        lookedAt += done.pointsLookedAt;
        if (done.moved > 0) copyChosen(number);
      });
      visit({moved, lookedAt});
      if (moved == 0) return;
    }
  }

  PointArray chosen() const override { return chosen_; }

  std::vector<uint32_t> assignmentOfChosen(const StageContext& context) override {
    std::vector<uint32_t> assignment(cloud_.size(), kUnassigned);
    forEachTile(context, [&](uint32_t number, const StageContext& inner) {
      if (members_[number].empty()) return;
      const std::vector<uint32_t> found = tiles_[number].evolver->assignment(inner);
      for (size_t i = 0; i < own(number).size(); ++i)  // a tile's own points come first in its cloud
        if (found[i] != kUnassigned) assignment[own(number)[i]] = members_[number][found[i]];
    });
    return assignment;
  }

  std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const override {
    const auto decimate = job_.function<Stage::decimate>();
    if (job_.tileDetection() == TileDetection::hybrid) return decimate({*state.points, job_.r2(), job_.params}, context);
    const Members members = membersOf(tilesOf(*state.origin));
    std::vector<std::vector<uint32_t>> kept(tiles_.size());
    forEachTile(context, [&](uint32_t tile, const StageContext& inner) {
      kept[tile] = decimate({state.points->subset(members[tile]), job_.r2(), job_.params}, inner);
      for (uint32_t& i : kept[tile]) i = members[tile][i];
    });
    return merged(kept);
  }

 private:
  using Members = std::vector<std::vector<uint32_t>>;  // by tile: places of its chosen points, ascending
  struct Tile {
    PointCloud cloud;  // its own points, then those that it sees of its surroundings
    std::unique_ptr<Evolver> evolver;
    bool atRest = true;  // its chosen points stand still
  };

  std::span<const uint32_t> own(uint32_t tile) const { return tree_->pointsOf(tree_->leaves[tile]); }

  std::vector<uint32_t> seenFrom(uint32_t tile) const {
    std::vector<uint32_t> seen(own(tile).begin(), own(tile).end());
    if (tree_->kind == TileKind::grouped)
      for (const uint32_t other : tree_->touching.of(tile)) seen.insert(seen.end(), own(other).begin(), own(other).end());
    if (tree_->kind == TileKind::extended) seen.insert(seen.end(), tree_->surroundings.of(tile).begin(), tree_->surroundings.of(tile).end());
    return seen;
  }

  /// A tile as a stage sees it: its own points are chosen from, evolve sees its surroundings. A tile that is the whole cloud shares its points.
  PointCloud part(uint32_t tile, Stage stage, const StageContext& context) const {
    if (tiles_.size() == 1) return cloud_;
    const bool withSurroundings = stage == Stage::evolve;
    const auto make = [this, tile, withSurroundings] {
      return withSurroundings ? cloud_.points().subset(seenFrom(tile)) : cloud_.points().subset(own(tile));
    };
    if (tree_->onDevice && job_.version(stage).backend != Backend::cpu)
      if (std::optional<PointCloud> there = tree_->onDevice->part(cloud_, *tree_, tile, withSurroundings, make, context)) return *std::move(there);
    return PointCloud(make());
  }

  /// The tile of a point that was not among the first chosen ones.
  uint32_t anyTile(uint32_t point) const {
    if (tileOf_.empty()) {
      tileOf_.resize(cloud_.size());
      for (uint32_t tile = 0; tile < tiles_.size(); ++tile)
        for (const uint32_t each : own(tile)) tileOf_[each] = tile;
    }
    return tileOf_[point];
  }

  Members membersOf(std::span<const uint32_t> tileOfChosen) const {
    Members members(tiles_.size());
    for (uint32_t i = 0; i < tileOfChosen.size(); ++i) members[tileOfChosen[i]].push_back(i);
    return members;
  }

  /// All of them, ascending.
  static std::vector<uint32_t> merged(std::span<const std::vector<uint32_t>> lists) {
    std::vector<uint32_t> all;
    for (const auto& each : lists) all.insert(all.end(), each.begin(), each.end());
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Where S of each iteration is not needed, every tile goes on until it stands still: the result is the same, and a loop that runs on
  /// the device runs only once.
  void evolveTileByTile(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, const StageContext& context) {
    std::vector<std::vector<EvolveStep>> steps(tiles_.size());
    forEachTile(context, [&](uint32_t number, const StageContext& inner) {
      Tile& tile = tiles_[number];
      if (tile.atRest) return;
      tile.evolver->run(
          limit, [&](const EvolveStep& done) { steps[number].push_back(done); }, EvolveVisit::counters, inner);
      tile.atRest = steps[number].back().moved == 0;
      copyChosen(number);
    });
    std::vector<EvolveStep> all(1);  // also when every tile is at rest, one iteration finds that nothing moves
    for (const std::vector<EvolveStep>& each : steps) {
      all.resize(std::max(all.size(), each.size()));
      for (size_t i = 0; i < each.size(); ++i) all[i].moved += each[i].moved, all[i].pointsLookedAt += each[i].pointsLookedAt;
    }
    for (const EvolveStep& done : all) visit(done);
  }

  void copyChosen(uint32_t number) {
    const PointArray moved = tiles_[number].evolver->chosen();
    withScalarType(chosen_.scalar(), [&]<class T>() {
      const PointsView<T> from = moved.view<T>();
      for (uint32_t i = 0; i < from.count; ++i)
        for (int k = 0; k < from.dimension; ++k) chosen_.at<T>(members_[number][i], k) = from.at(i, k);
    });
  }

  /// Calls body(tile, context) for every tile.
  template <class Body>
  void forEachTile(const StageContext& context, const Body& body) const {
    ThreadPool& pool = context.device.threads();
    if (context.device.backend() != Backend::cpu || tiles_.size() < size_t(pool.size())) {
      for (uint32_t tile = 0; tile < tiles_.size(); ++tile) body(tile, context);
      return;
    }
    while (inner_.size() < size_t(pool.size())) inner_.push_back(makeCpuDevice(1));
    pool.forEachRange(tiles_.size(), 1, [&](size_t tile, size_t, int thread) {
      context.checkStop();
      body(uint32_t(tile), {*inner_[size_t(thread)], context.stop, {}});
    });
  }

  const std::shared_ptr<const TileTree> tree_;
  std::vector<Tile> tiles_;                            // by leaf
  std::unordered_map<uint64_t, uint32_t> firstTiles_;  // of the points chosen first, which include all later ones
  mutable std::vector<uint32_t> tileOf_;               // by cloud point, used where that is not enough
  PointArray chosen_;                                  // row layout
  std::vector<uint32_t> tileOfChosen_;
  Members members_;
  mutable std::vector<std::unique_ptr<Device>> inner_;  // by thread: what a tile's versions run on
};

}  // namespace

std::unique_ptr<Steps> makeTiledSteps(const PointCloud& cloud, const Job& job, const StageContext& context) {
  return std::make_unique<TiledSteps>(cloud, job, context);
}

}  // namespace arete
