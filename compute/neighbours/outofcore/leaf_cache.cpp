#include "compute/neighbours/outofcore/leaf_cache.h"

#include <system_error>
#include <utility>

#include "compute/core/error.h"

namespace arete::outofcore {

template <class T>
LeafCache<T>::LeafCache(const LeafIndex<T>& index, size_t limit_bytes) : index_(index), limit_bytes_(limit_bytes) {
  try {
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  } catch (const std::system_error&) {  // get() does without
  }
}

template <class T>
LeafCache<T>::~LeafCache() {
  thread_.request_stop();
  changed_.notify_all();
}

/// Under the lock. The leaf in use stays, whatever it takes.
template <class T>
void LeafCache<T>::makeRoom(size_t bytes) {
  for (auto entry = entries_.end(); used_bytes_ + bytes > limit_bytes_ && entry != entries_.begin();) {
    --entry;
    if (entry->number == inUse_) continue;
    used_bytes_ -= entry->bytes;
    places_.erase(entry->number);
    entry = entries_.erase(entry);
  }
}

/// Under the lock. Accounts for what a search has prepared for the leaf in use.
template <class T>
void LeafCache<T>::release() {
  const auto found = places_.find(inUse_);
  inUse_ = UINT32_MAX;
  if (found == places_.end()) return;
  Entry& entry = *found->second;
  used_bytes_ += entry.leaf.bytes() - entry.bytes;
  entry.bytes = entry.leaf.bytes();
  makeRoom(0);
}

template <class T>
LoadedLeaf<T>& LeafCache<T>::get(uint32_t leaf, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  release();
  inUse_ = leaf;
  auto found = places_.find(leaf);
  if (found == places_.end()) {
    if (loading_ != leaf) wanted_ = leaf;
    if (thread_.joinable()) changed_.notify_all();
    else loadWanted(lock);
    changed_.wait(lock, stop, [&] { return failure_ || (found = places_.find(leaf)) != places_.end(); });
    if (stop.stop_requested()) throw Cancelled{};
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->leaf;
}

template <class T>
void LeafCache<T>::prefetch(uint32_t leaf) {
  const std::lock_guard lock(mutex_);
  if (loading_ == leaf || places_.contains(leaf)) return;
  wanted_ = leaf;
  changed_.notify_all();
}

template <class T>
CacheCounts LeafCache<T>::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

template <class T>
void LeafCache<T>::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return wanted_.has_value(); })) loadWanted(lock);
}

/// Under the lock, which it releases while reading.
template <class T>
void LeafCache<T>::loadWanted(std::unique_lock<std::mutex>& lock) {
  const uint32_t number = loading_ = *std::exchange(wanted_, std::nullopt);
  makeRoom(index_.leafBytes(number));
  lock.unlock();
  Entries loaded;
  try {
    loaded.push_front({.number = number});
    loaded.front().leaf.points = index_.load(number);
    const size_t bytes = loaded.front().bytes = loaded.front().leaf.bytes();
    lock.lock();
    places_[number] = loaded.begin();
    entries_.splice(entries_.begin(), loaded);
    ++counts_.loaded;
    counts_.bytes += bytes;
    used_bytes_ += bytes;
    failure_ = nullptr;
  } catch (...) {
    if (!lock.owns_lock()) lock.lock();
    failure_ = std::current_exception();
  }
  loading_ = UINT32_MAX;
  changed_.notify_all();
}

template class LeafCache<float>;
template class LeafCache<double>;

}  // namespace arete::outofcore
