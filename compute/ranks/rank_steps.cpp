#include "compute/ranks/rank_steps.h"

#include <sys/resource.h>
#include <unistd.h>

#include <array>

#include "compute/chains/parts/about_chosen.h"
#include "compute/chains/parts/choose_on_ranks.h"
#include "compute/chains/parts/evolve_on_ranks.h"
#include "compute/core/grid_shape.h"
#include "compute/engine/chain_steps.h"

namespace arete::ranks {

namespace {

uint64_t peakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr uint64_t kKilobyte = 1024;
  return uint64_t(usage.ru_maxrss) * kKilobyte;
}

std::string hostName() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// What a rank tells of itself; everything is sent as it lies in memory.
struct RankFigures {
  uint64_t points, sumChanges, moves, handovers, messages, bytesOut, bytesBoth, peakMemory;
  double waited_s;
};

class RankSteps final : public ChainSteps {
 public:
  using Choosing = std::function<void(uint32_t, uint64_t)>;

  RankSteps(const PointCloud& nowhere, cpu::RankedPoints& cloud, const Job& job, parts::Ranks& ranks, Choosing choosing)
      : ChainSteps(nowhere, job), points_(cloud), ranks_(ranks), choosing_(std::move(choosing)) {}

  std::shared_ptr<const PartsReport> parts() const override;

 protected:
  ChosenState choose(const StageContext& context) override {
    cpu::ChosenOnRanks chosen = cpu::chooseOnRanks(points_, job_.r1(), ranks_, context, choosing_);
    chooseRounds_ = chosen.rounds;
    if (points_.order == cpu::RankedOrder::scattered)  // a hash is no number of a point: two may have the same
      for (size_t i = 0; i < chosen.keys.size(); ++i) chosen.keys[i] = i;
    return {std::move(chosen.points), std::move(chosen.keys)};
  }
  void reset(const ChosenState& state, const StageContext& context) override {
    if (!evolver_) evolver_ = cpu::makeRankEvolver(points_, job_.r1(), Partition(int(job_.params.get(kPartitionParam))), job_.params, ranks_);
    evolver_->reset(*state.points, context);
  }
  void keep(std::span<const uint32_t> kept, const StageContext& context) override { evolver_->keep(kept, context); }
  void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    evolver_->run(
        limit,
        [&](const EvolveStep& done) {
          ++iterations_, lookedAt_ += done.pointsLookedAt;
          visit(done);
        },
        wanted, context);
  }
  PointArray chosen() const override { return evolver_->chosen(); }
  std::vector<uint32_t> assignmentOfChosen(const StageContext& context) override { return evolver_->assignment(context); }
  Curve order(const ChosenState& state, const StageContext& context) const override {
    if (!divides(Stage::order, kOrderInParts, state)) return ChainSteps::order(state, context);
    parts::Joined joined = cpu::joinChosen(*state.points, job_.r2(), own(), ranks_, {}, context);
    orderRounds_ += joined.rounds;
    return makeCurve(state.points->withLayout(Layout::row), std::move(joined.edges), context.stop);
  }
  std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const override {
    if (divides(Stage::decimate, kDecimateInParts, state)) {
      parts::Swept swept = cpu::decimateChosen(*state.points, job_.r2(), own(), ranks_, {}, context);
      decimateRounds_ += swept.rounds;
      return std::move(swept.kept);
    }
    return job_.function<Stage::decimate>()({*state.points, job_.r2(), job_.params, &decimateMemory_}, context);
  }

 private:
  /// Whether ranks share the chosen points of a step, rather than each looking at all.
  bool divides(Stage stage, std::string_view inParts, const ChosenState& state) const {
    return job_.version(stage).id == inParts && cpu::worthParts(*state.points, job_.r2(), job_.params);
  }
  cpu::PartRange own() const { return {.first = ranks_.rank(), .count = 1, .all = ranks_.size()}; }

  cpu::RankedPoints& points_;
  parts::Ranks& ranks_;
  const Choosing choosing_;
  std::unique_ptr<cpu::RankEvolver> evolver_;
  mutable std::unique_ptr<DecimateMemory> decimateMemory_;
  uint64_t iterations_ = 0, lookedAt_ = 0;
  uint32_t chooseRounds_ = 0;
  mutable uint32_t decimateRounds_ = 0, orderRounds_ = 0;
};

std::shared_ptr<const PartsReport> RankSteps::parts() const {
  const parts::RankTraffic traffic = ranks_.traffic();
  const parts::PartSent sent = evolver_ ? evolver_->sent() : parts::PartSent();
  const std::vector<RankFigures> all =
      ranks_.fromAll(RankFigures{evolver_ ? evolver_->points() : 0, sent.sumChanges, sent.moves, sent.handovers, traffic.messages, traffic.bytesOut,
                                 traffic.bytesOut + traffic.bytesIn, peakMemory(), traffic.waited_s});
  auto report = std::make_shared<PartsReport>();
  report->partition = evolver_ ? evolver_->partition() : Partition::space;
  report->iterations = iterations_;
  report->chooseRounds = chooseRounds_, report->decimateRounds = decimateRounds_, report->orderRounds = orderRounds_;
  uint64_t busiest = 0;
  for (const RankFigures& each : all) {
    report->points.push_back(each.points);
    report->sumChanges += each.sumChanges, report->moves += each.moves, report->handovers += each.handovers;
    report->messages += each.messages, report->bytes += each.bytesOut;
    report->peakMemory.push_back(each.peakMemory);
    report->waited_s.push_back(each.waited_s);
    busiest = std::max(busiest, each.bytesBoth);
  }
  report->hosts = ranks_.fromAll(hostName());
  if (iterations_ > 0) report->busiestBytes = double(busiest) / double(iterations_);
  const uint64_t lookedAtMost = evolver_ ? evolver_->busiest() : 0;
  if (lookedAtMost > 0) report->balance = double(lookedAt_) / double(all.size()) / double(lookedAtMost);
  return report;
}

}  // namespace

std::unique_ptr<Steps> makeRankSteps(const PointCloud& nowhere, cpu::RankedPoints& cloud, const Job& job, parts::Ranks& ranks,
                                     std::function<void(uint32_t, uint64_t)> choosing) {
  if (const bool suits = withScalarType(cloud.facts.scalar, [&]<class T>() { return gridSuits<T>(job.r1()); }); !suits)
    throw Error(ErrorKind::wrongUse, "cannot detect on several ranks", "--r1", "its square leaves the range of the coordinates' type",
                "give another R1, or scale the cloud");
  return std::make_unique<RankSteps>(nowhere, cloud, job, ranks, std::move(choosing));
}

void checkForRanks(const Job& job) {
  const auto refuse = [](std::string_view flag, std::string_view reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, "cannot detect on several ranks", flag, reason, hint);
  };
  constexpr std::string_view kLeaveOut = "leave it out, or use arete-cli";
  if (job.curveKind() == CurveKind::network) refuse("--curve network", "only chains are found in parts", kLeaveOut);
  if (job.tileDetection() != TileDetection::whole) refuse("--tile-detection", "ranks have parts, which give the exact answer", kLeaveOut);
  if (job.params.get(kPartsParam) != kPartsParam.defaultValue)
    refuse("--parts", "each rank has one part", "leave it out: start as many ranks as wanted");
  if (job.deviceBackend() == Backend::cuda) refuse("--backend cuda", "ranks compute on CPUs", "leave it out");
  if (job.r1() == 0) refuse("--r1", "no radius is given, and none is suggested for points that no process has all of", "give --r1");
  if (job.filter.every > 1 || job.filter.thin > 0)
    refuse(job.filter.every > 1 ? "--every" : "--thin", "it looks at all points in their order", "make the cloud first: arete-cli convert");
}

}  // namespace arete::ranks
