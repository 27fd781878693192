// Runs iterations of evolve over the parts of one process, without a barrier: a part goes on when the messages of its neighbours are there.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compute/chains/parts/exchange.h"
#include "compute/chains/parts/part.h"

namespace arete::parts {

/// Where the points of parts are that are not all in memory. A part needs its points for a look() that is due, and for nothing else.
class Residence {
 public:
  virtual ~Residence() = default;
  virtual bool isPresent(size_t part) const = 0;
  virtual bool hasRoomFor(size_t part) const = 0;
  virtual void enter(size_t part) = 0;
  virtual void leave(size_t part) = 0;
  /// Iterations that a part may be ahead of the one that is farthest behind.
  virtual uint64_t mostAhead() const = 0;
};

/// The order in which parts that could go on are taken. The answer does not depend on it; tests try many.
struct PartsOrder {
  uint64_t seed = 0;       ///< 0: in turn
  uint32_t firstPart = 0;  ///< number of the first part of this process; the others follow
};

/// Told of the iterations in their order, each when all parts have made it: by any thread, one at a time.
using IterationMade = std::function<void(const IterationCounts&)>;

/// Devices of one thread each, for threads that take whole parts.
class OneThreadEach {
 public:
  /// Whether threads take whole parts, rather than all work on one part after the other.
  bool suit(size_t parts, const StageContext& context) const {
    const auto threads = size_t(context.device.threads().size());
    return threads > 1 && parts >= threads;
  }
  /// Not for several callers at once with different devices.
  void prepare(const StageContext& context) {
    while (devices_.size() < size_t(context.device.threads().size())) devices_.push_back(makeCpuDevice(1));
  }
  StageContext context(int thread, const StageContext& all) const { return {*devices_[size_t(thread)], all.stop, {}}; }

  /// Calls body(part, context) for each part, after prepare().
  template <class Body>
  void forEach(size_t parts, const StageContext& context, const Body& body) const {
    if (!suit(parts, context)) {
      for (size_t part = 0; part < parts; ++part) body(part, context);
      return;
    }
    context.device.threads().forEachRange(parts, 1, [&](size_t part, size_t, int thread) {
      context.checkStop();
      body(part, this->context(thread, context));
    });
  }

 private:
  std::vector<std::unique_ptr<Device>> devices_;
};

/// `parts`, `neighbours`: of this process. At most `limit` iterations, fewer where nothing moves any more: the first such iteration is the last one.
/// The exchange is new or restarted. With as many parts as threads or more, threads take parts; else all work on one part after the other.
/// `residence`: null where all points are in memory. Else parts are in the order of space, and are taken in this order: parts that need no points,
/// then parts that are present, then the nearest part beyond the one that entered last, going up and down. For a part that enters, the part that is
/// farthest ahead leaves. So parts run ahead of each other, and points that are present serve many iterations. Throws Cancelled, and what a part
/// throws.
std::vector<IterationCounts> runIterations(std::span<const std::unique_ptr<EvolvingPart>> parts, const std::vector<std::vector<uint32_t>>& neighbours,
                                           Exchange& exchange, uint32_t limit, PartsOrder order, const OneThreadEach& threads,
                                           const StageContext& context, Residence* residence = nullptr, const IterationMade& made = {});

}  // namespace arete::parts
