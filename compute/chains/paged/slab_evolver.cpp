#include "compute/chains/paged/slab_evolver.h"

#include "compute/chains/parts/local_parts.h"
#include "compute/core/error.h"

namespace arete::cpu {

namespace {

template <class T>
class SlabResidence final : public parts::Residence {
 public:
  explicit SlabResidence(const SortedSlabs<T>& sorted) : room_(sorted.room_bytes) {
    for (const auto& slab : sorted.slabs) pages_.push_back(slab.pages), all_ += slab.pages->bytes();
  }

  bool isPresent(size_t part) const override { return pages_[part]->isPresent(); }
  bool hasRoomFor(size_t part) const override { return pages_[part]->hasRoom(); }
  void enter(size_t part) override { pages_[part]->enter(); }
  void leave(size_t part) override { pages_[part]->leave(); }
  uint64_t mostAhead() const override { return 2 * pages_.size() * room_ / std::max<uint64_t>(all_, 1); }

 private:
  const uint64_t room_;
  uint64_t all_ = 0;
  std::vector<std::shared_ptr<SlabPages<T>>> pages_;
};

template <class T>
std::vector<std::unique_ptr<parts::EvolvingPart>> partsOf(SortedSlabs<T>&& sorted, const PartRules<T>& rules) {
  std::vector<std::unique_ptr<parts::EvolvingPart>> made;
  for (auto& slab : sorted.slabs)
    made.push_back(std::make_unique<EvolvingPart<T>>(uint32_t(made.size()), std::move(slab.cells), std::move(slab.pages), rules));
  return made;
}

template <class T>
class SlabEvolver final : public Evolver {
 public:
  SlabEvolver(SortedSlabs<T> sorted, const GridShape& shape, const PartRules<T>& rules)
      : residence_(sorted), parts_(partsOf(std::move(sorted), rules), rules, shape, Partition::space, {}, &residence_) {}

  void reset(const PointArray& chosen, const StageContext& context) override { parts_.reset(chosen, context); }
  void keep(std::span<const uint32_t> kept, const StageContext& context) override { parts_.keep(kept, context); }
  EvolveStep step(const StageContext& context) override { return parts_.iterate(1, context).front(); }
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) override {
    if (wanted == EvolveVisit::chosen) return Evolver::run(limit, visit, wanted, context);
    for (const EvolveStep& done : parts_.iterate(limit, context)) visit(done);
  }
  PointArray chosen() const override { return parts_.chosen(); }
  std::vector<uint32_t> assignment(const StageContext&) override {
    throw Error(ErrorKind::internal, "cannot say which points belong together", "the cloud", "its points are on disk");
  }

 private:
  SlabResidence<T> residence_;
  LocalParts<T> parts_;
};

}  // namespace

template <class T>
std::unique_ptr<Evolver> makeSlabEvolver(SortedSlabs<T> slabs, const GridShape& shape, PartRules<T> rules) {
  rules.parting = slabs.parting;
  return std::make_unique<SlabEvolver<T>>(std::move(slabs), shape, rules);
}
template std::unique_ptr<Evolver> makeSlabEvolver(SortedSlabs<float>, const GridShape&, PartRules<float>);
template std::unique_ptr<Evolver> makeSlabEvolver(SortedSlabs<double>, const GridShape&, PartRules<double>);

}  // namespace arete::cpu
