// The processes that mpirun or srun started: how many there are, and how they begin and end together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arete::mpi {

/// MPI from its start to its end, once in a process.
class Session {
 public:
  /// Takes what belongs to MPI off the arguments.
  Session(int& argc, char**& argv);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  uint32_t rank() const;
  uint32_t size() const;
  uint32_t ranksOfHost() const { return ranksOfHost_; }  ///< on the machine of this one
  std::string host() const;

  /// Each rank's text, at each rank. Whatever programs the ranks are, as long as they come here first and the texts have at most 255 bytes.
  std::vector<std::string> firstWords(const std::string& own) const;
  /// The lowest rank of those that fail at about the same time speaks, the others are silent: an error that all ranks meet is reported once. Waits
  /// for a moment. True for the one that speaks.
  bool mayTellFailure() const;
  /// Ends all ranks, once the launcher has read what this one wrote. After a failure, when others wait for what will not come.
  [[noreturn]] void abort(int code) const;

 private:
  uint32_t ranksOfHost_ = 1;
};

}  // namespace arete::mpi
