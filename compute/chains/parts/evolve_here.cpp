#include "compute/chains/parts/evolve_here.h"

#include <optional>

#include "compute/chains/parts/local_parts.h"
#include "compute/chains/parts/part_points.h"
#include "compute/core/fixed_scale.h"

namespace arete::cpu {

namespace {

template <class T>
class PartedEvolver final : public LocalPartedEvolver {
 public:
  PartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context) : cloud_(in.cloud), options_(options) {
    rules_.r1 = in.r1;
    rules_.move = moveRule<T>(in.params, in.r1);
    rules_.scale = makeFixedScale(in.scaled());
    rules_.farMoves = movesFar(rules_.scale, in.r1);
    if (options.partition != Partition::automatic || options.parts == 1) makeParts(options.partition, context);
  }

  void reset(const PointArray& chosen, const StageContext& context) override {
    if (!parts_) makeParts(partitionFor(options_.partition, cloud_.size(), chosen.size()), context);
    parts_->reset(chosen, context);
  }
  void keep(std::span<const uint32_t> kept, const StageContext& context) override { parts_->keep(kept, context); }
  EvolveStep step(const StageContext& context) override { return parts_->iterate(1, context).front(); }
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    if (wanted == EvolveVisit::chosen) return Evolver::run(limit, visit, wanted, context);
    for (const EvolveStep& done : parts_->iterate(limit, context)) visit(done);
  }
  PointArray chosen() const override { return parts_->chosen(); }
  std::vector<uint32_t> assignment(const StageContext& context) override { return parts_->assignment(cloud_.size(), context); }
  PartsReport report() const override { return parts_ ? parts_->report() : PartsReport(); }
  std::vector<parts::PartKnows> knows() const override { return parts_->knows(); }

 private:
  void makeParts(Partition partition, const StageContext& context);

  const PointCloud& cloud_;
  const PartsOptions options_;
  PartRules<T> rules_;
  std::optional<LocalParts<T>> parts_;
};

template <class T>
void PartedEvolver<T>::makeParts(Partition partition, const StageContext& context) {
  if (partition == Partition::automatic) partition = Partition::space;
  const PartedPoints parted = partPoints(cloud_, rules_.r1, options_.parts, partition, context);
  rules_.parting = parted.parting;
  std::vector<std::unique_ptr<parts::EvolvingPart>> made(parted.parting->parts());
  parts::OneThreadEach threads;
  threads.prepare(context);
  threads.forEach(made.size(), context, [&](size_t part, const StageContext& inner) {
    std::optional<std::span<const uint32_t>> own;
    if (!parted.owned.empty()) own = parted.owned[part];
    made[part] = std::make_unique<EvolvingPart<T>>(uint32_t(part), SortedCloud<T>(cloud_.view<T>(), parted.shape, own, inner), rules_);
  });
  parts_.emplace(std::move(made), rules_, parted.shape, partition, options_.order);
}

}  // namespace

std::unique_ptr<LocalPartedEvolver> makePartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context) {
  return withScalarType(in.cloud.scalar(),
                        [&]<class T>() -> std::unique_ptr<LocalPartedEvolver> { return std::make_unique<PartedEvolver<T>>(in, options, context); });
}

}  // namespace arete::cpu
