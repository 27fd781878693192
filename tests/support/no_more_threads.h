// A system that starts no more threads, as under `ulimit -u`.
#pragma once

#include <pthread.h>

#include <cstddef>

namespace arete::test {

/// While it lives, starting a thread fails in this process: none is given less stack than there are addresses.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    constexpr size_t kBeyondAllAddresses = size_t(1) << 47;
    pthread_getattr_default_np(&before_);
    pthread_attr_t endless;
    pthread_attr_init(&endless);
    pthread_attr_setstacksize(&endless, kBeyondAllAddresses);
    pthread_setattr_default_np(&endless);
    pthread_attr_destroy(&endless);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

}  // namespace arete::test
