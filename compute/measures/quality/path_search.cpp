#include "compute/measures/quality/path_search.h"

#include <functional>

namespace arete::cpu {

PathSearch::PathSearch(const PathNetwork& network) : network_(&network), distance_(network.nodeCount(), kFar), visitedIn_(network.chains().size()) {}

void PathSearch::offer(uint32_t node, double distance, double limit) {
  if (distance > limit || distance >= distance_[node]) return;
  if (distance_[node] == kFar) touched_.push_back(node);
  distance_[node] = distance;
  heap_.emplace_back(distance, node);
  std::push_heap(heap_.begin(), heap_.end(), std::greater());
}

void PathSearch::start(uint32_t place, double limit, StopTicker& ticker) {
  for (const uint32_t node : touched_) distance_[node] = kFar;
  touched_.clear(), settled_.clear(), heap_.clear();
  source_ = place;
  if (place == PathNetwork::kNone) return;
  if (const PathNetwork::Place source = network_->place(place); source.chain == PathNetwork::kNone) {
    offer(source.at, 0, limit);
  } else {
    const PathNetwork::Chain& chain = network_->chains()[source.chain];
    offer(chain.from, source.at * chain.step(), limit);
    offer(chain.to, (chain.steps - source.at) * chain.step(), limit);
  }
  while (!heap_.empty()) {
    ticker();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater());
    const auto [distance, node] = heap_.back();
    heap_.pop_back();
    if (distance > distance_[node]) continue;  // a shorter way was found later
    settled_.push_back(node);
    for (const uint32_t at : network_->chainsAt(node)) {
      const PathNetwork::Chain& chain = network_->chains()[at];
      offer(chain.from == node ? chain.to : chain.from, distance + chain.length, limit);
    }
  }
}

double PathSearch::distanceTo(uint32_t place) const {
  if (source_ == PathNetwork::kNone) return kFar;
  const PathNetwork::Place to = network_->place(place), from = network_->place(source_);
  if (to.chain == PathNetwork::kNone) return distance_[to.at];
  const PathNetwork::Chain& chain = network_->chains()[to.chain];
  double distance = std::min(distance_[chain.from] + to.at * chain.step(), distance_[chain.to] + (chain.steps - to.at) * chain.step());
  if (from.chain == to.chain) distance = std::min(distance, (from.at > to.at ? from.at - to.at : to.at - from.at) * chain.step());
  return distance;
}

}  // namespace arete::cpu
