// Leaves in memory, as many as a number of bytes allows; the least recently used go first. A thread reads those wanted next
// while others are searched: a plain pread, as there is only the next leaf or two to keep a disk busy with. Where the system starts no
// thread, leaves are read when they are needed.
#pragma once

#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <unordered_map>

#include "compute/neighbours/outofcore/leaf_search.h"

namespace arete::outofcore {

/// What was read.
struct CacheCounts {
  uint64_t loaded = 0;  ///< leaves read from the disk, including those read ahead in vain
  uint64_t bytes = 0;
};

/// One caller at a time.
template <class T>
class LeafCache {
 public:
  /// `limit_bytes`: room for at least three leaves.
  LeafCache(const LeafIndex<T>& index, size_t limit_bytes);
  ~LeafCache();
  LeafCache(const LeafCache&) = delete;
  LeafCache& operator=(const LeafCache&) = delete;

  /// Waits until the leaf is in memory. It stays, and may be changed, until the next call. Throws Cancelled, and what LeafIndex::load throws.
  LoadedLeaf<T>& get(uint32_t leaf, const std::stop_token& stop);
  /// Requests it to be read soon. Earlier requests that are not being read are forgotten.
  void prefetch(uint32_t leaf);

  CacheCounts counts() const;

 private:
  struct Entry {
    uint32_t number;
    size_t bytes = 0;
    LoadedLeaf<T> leaf;
  };
  using Entries = std::list<Entry>;  // the most recently used first

  void work(const std::stop_token& stop);
  void loadWanted(std::unique_lock<std::mutex>& lock);
  void makeRoom(size_t bytes);
  void release();

  const LeafIndex<T>& index_;
  const size_t limit_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Entries entries_;
  std::unordered_map<uint32_t, typename Entries::iterator> places_;
  size_t used_bytes_ = 0;
  std::optional<uint32_t> wanted_;
  uint32_t loading_ = UINT32_MAX, inUse_ = UINT32_MAX;
  std::exception_ptr failure_;
  CacheCounts counts_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace arete::outofcore
