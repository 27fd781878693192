// Which chosen point each point of a cloud belongs to, as a file: an array of NumPy, (points,), 32-bit unsigned.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/files/text_file.h"

namespace arete {

/// Throws Error(wrongUse) for a name that does not end in .npy: a check before long computations.
void checkAssignmentPath(const std::filesystem::path& path);

/// Written some points at a time. All or nothing.
class AssignmentWriter {
 public:
  /// Throws like AtomicFile.
  AssignmentWriter(const std::filesystem::path& path, uint64_t points, std::stop_token stop);
  /// Of the next points: places among the chosen ones, kUnassigned where there is none.
  void put(std::span<const uint32_t> chosen);
  /// Must be called at the end, otherwise nothing is written. Returns warnings. Throws Cancelled.
  std::vector<std::string> commit();

 private:
  TextFile file_;
  const std::stop_token stop_;
};

}  // namespace arete
