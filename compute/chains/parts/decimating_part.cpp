#include "compute/chains/parts/decimating_part.h"

#include <algorithm>
#include <atomic>

#include "compute/chains/decimate/fate.h"
#include "compute/chains/parts/passing_turns.h"

namespace arete::cpu {

namespace {

template <class T>
class DecimatingPart final : public parts::DecimatingPart {
 public:
  DecimatingPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context)
      : known_(std::move(known)),
        points_(chosen.subset(known_.slots)),
        grid_(points_.view<T>(), 2 * r2, context),
        reach_(r2),
        fates_(points_.size()) {
    for (uint32_t i = 0; i < points_.size(); ++i)
      if (known_.owners[i] != Owner::another) open_.push_back(i);
  }

  parts::Message decide(const StageContext& context) override {
    constexpr size_t kGrain = 512;  // points a thread takes at a time
    std::vector<uint32_t> decided;
    for (size_t before = SIZE_MAX; open_.size() < before && !open_.empty();) {  // once is enough for one thread: the order is that of S
      before = open_.size();
      context.device.threads().forEachRange(open_.size(), kGrain, [&](size_t begin, size_t end, int) {
        context.checkStop();
        for (size_t at = begin; at < end; ++at)
          fates_[open_[at]].store(fateOf(open_[at], grid_, reach_, [&](uint32_t other) { return fate(other); }), std::memory_order_release);
      });
      std::erase_if(open_, [&](uint32_t i) {
        if (fate(i) == Fate::open) return false;
        if (fate(i) == Fate::goes || known_.owners[i] == Owner::selfNear) decided.push_back(i);
        return true;
      });
    }
    std::ranges::sort(decided);
    return told(decided);
  }

  void learn(std::span<const parts::Message> told) override {
    for (const uint32_t neighbour : known_.neighbours) {
      parts::MessageReader message(told[neighbour], parts::MessageKind::fates);
      message.get<uint64_t>();
      auto at = known_.slots.begin();
      for (uint64_t i = 0; i < message.count(); ++i) {
        const auto slot = message.get<uint32_t>();
        const auto goes = message.get<uint8_t>();
        at = std::lower_bound(at, known_.slots.end(), slot);
        if (at == known_.slots.end()) break;
        if (*at == slot) fates_[size_t(at - known_.slots.begin())].store(goes ? Fate::goes : Fate::stays, std::memory_order_relaxed);
      }
    }
  }

 private:
  Fate fate(uint32_t i) const { return fates_[i].load(std::memory_order_acquire); }

  parts::Message told(const std::vector<uint32_t>& decided) const {
    parts::MessageWriter writer(parts::MessageKind::fates);
    writer.put(uint64_t(open_.size()));
    for (const uint32_t i : decided) {
      writer.record();
      writer.put(known_.slots[i]);
      writer.put(uint8_t(fate(i) == Fate::goes));
    }
    return writer.take(0);
  }

  const KnownChosen known_;
  const PointArray points_;  // by known point, as all numbers here are
  const PointGrid<T> grid_;
  const SweepReach<T> reach_;
  std::vector<std::atomic<Fate>> fates_;
  std::vector<uint32_t> open_;  // own points
};

/// With no points in its region, nor near it.
class DecidingNothing final : public parts::DecimatingPart {
 public:
  parts::Message decide(const StageContext&) override { return parts::nothing(parts::MessageKind::fates, 0); }
  void learn(std::span<const parts::Message>) override {}
};

}  // namespace

std::unique_ptr<parts::DecimatingPart> makeDecimatingPart(const PointArray& chosen, KnownChosen known, double r2, const StageContext& context) {
  if (known.slots.empty()) return std::make_unique<DecidingNothing>();
  return withScalarType(chosen.scalar(), [&]<class T>() -> std::unique_ptr<parts::DecimatingPart> {
    return std::make_unique<DecimatingPart<T>>(chosen, std::move(known), r2, context);
  });
}

}  // namespace arete::cpu
