// The teaching form of a stage: its task asked of a user's version in a worker, and the answer looked through before anybody uses it.
#pragma once

#include <memory>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/mine/user_version.h"

namespace arete::mine {

/// Nearest chosen points, neighbours row after row, or flags as 0 and 1.
using TeachingNumbers = LargeVector<uint32_t>;

/// The parts of a task beyond its points.
struct TeachingQuestion {
  const PointArray* others = nullptr;  ///< chosen points of evolve, queries of knn
  double radius = 0;                   ///< R1, of decimate R2
  uint32_t k = 0;
  int threads = 1;
};

/// One worker and the points that it was given; given back at the end.
class TeachingSession {
 public:
  /// Throws Error(wrongUse) for a type of coordinates that the version does not take; Error, Cancelled.
  TeachingSession(std::shared_ptr<const UserVersion> version, const PointArray& points, const ParamValues& params, const std::stop_token& stop);
  ~TeachingSession();
  TeachingSession(const TeachingSession&) = delete;
  TeachingSession& operator=(const TeachingSession&) = delete;

  /// The time that is not the function's goes to uncountedTime_ms(). Throws Error(badInput) that says what the version did, or which number of its
  /// answer cannot be; Cancelled.
  TeachingNumbers ask(const TeachingQuestion& question, const std::stop_token& stop);
  double milliseconds() const { return milliseconds_; }  ///< of the last call, the function alone

 private:
  void write(Slot slot, const PointArray& points, const std::stop_token& stop);
  TeachingNumbers numbersOf(std::span<const std::byte> bytes, const TeachingQuestion& question) const;
  void refuse(size_t at, uint32_t number, const std::string& allowed) const;

  const std::shared_ptr<const UserVersion> version_;
  std::unique_ptr<WorkerProcess> worker_;  ///< null once it has failed
  uint32_t count_ = 0;
  double milliseconds_ = 0;
};

/// The indices that are flagged.
std::vector<uint32_t> flagged(const TeachingNumbers& flags);

}  // namespace arete::mine
