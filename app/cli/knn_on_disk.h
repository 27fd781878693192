// knn with a version that leaves the reference on disk: neither it nor the queries nor the answer are ever completely in memory.
#pragma once

#include <stop_token>
#include <string>

#include "compute/catalog/version.h"
#include "compute/io/read_cloud.h"

namespace arete::cli {

struct KnnOnDisk {
  const Version& version;
  std::string reference, query;  ///< files; without a query: the reference's own points
  ReadOptions read;
  ParamValues params;
  bool leafCapacityGiven = false;  ///< otherwise an existing index keeps its own
  uint32_t k = 1;
  bool excludeSelf = false;
  std::string index;  ///< kept; "": a temporary one beside the output
  bool rebuildIndex = false;
  std::string output, distances;
};

/// Prints a summary. Throws Error, Cancelled.
void findNeighboursOnDisk(const KnnOnDisk& wanted, std::stop_token stop);

}  // namespace arete::cli
