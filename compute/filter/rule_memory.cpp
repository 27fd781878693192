#include "compute/filter/rule_memory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compute/core/error.h"
#include "compute/filter/point_rules.h"

namespace arete {

namespace {

constexpr size_t kMemoryGrain = 32 * kRuleBlock;

/// The elements that `of` has (has not) too.
template <class T>
std::vector<T> alike(const std::vector<T>& list, const std::vector<T>& of, bool has) {
  std::vector<T> found;
  for (const T& each : list)
    if ((std::ranges::find(of, each) != of.end()) == has) found.push_back(each);
  return found;
}

/// The rules on single points that `all` has in common with `other`, or those that it has not.
Filter rulesOf(const Filter& all, const Filter& other, bool common) {
  Filter rules;
  if ((all.where == other.where) == common) rules.where = all.where;
  if ((all.classes == other.classes) == common) rules.classes = all.classes;
  if ((all.box == other.box) == common) rules.box = all.box;
  rules.regions = alike(all.regions, other.regions, common);
  rules.ranges = alike(all.ranges, other.ranges, common);
  rules.tubes = alike(all.tubes, other.tubes, common);
  return rules;
}

}  // namespace

LargeVector<uint8_t> RuleMemory::keptByRules(const PointCloud& cloud, const Filter& filter, ThreadPool& threads, const std::stop_token& stop) {
  const Filter rest = rulesOf(filter, before_, true), changed = rulesOf(filter, before_, false);
  const std::vector<PointRule> restRules = pointRules(cloud, rest), changedRules = pointRules(cloud, changed);
  const bool known = cloud_.lock() == cloud.sharedPoints() && rest_ == rest && keptByRest_.size() == cloud.size(), keepsRest = !restRules.empty();
  cloud_.reset();  // until all of it is found
  if (keepsRest && !known) keptByRest_.resize(cloud.size());
  LargeVector<uint8_t> kept(cloud.size());
  threads.forEachRange(kept.size(), kMemoryGrain, [&](size_t begin, size_t end, int) {
    for (size_t at = begin; at < end && !stop.stop_requested(); at += kMemoryGrain) {
      const size_t count = std::min(kMemoryGrain, end - at);
      const std::span<uint8_t> here = std::span(kept).subspan(at, count);
      if (keepsRest) {
        const std::span<uint8_t> ofRest = std::span(keptByRest_).subspan(at, count);
        if (!known) std::ranges::fill(ofRest, 1), applyRules(restRules, at, ofRest);
        std::ranges::copy(ofRest, here.begin());
      } else {
        std::ranges::fill(here, 1);
      }
      applyRules(changedRules, at, here);
    }
  });
  if (stop.stop_requested()) throw Cancelled{};
  before_ = filter;
  rest_ = rest;
  if (keepsRest) cloud_ = cloud.sharedPoints();
  return kept;
}

}  // namespace arete
