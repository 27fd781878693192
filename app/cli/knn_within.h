// knn --within: all reference points in a ball around each query, as a table of pairs; and the k nearest, less those outside the ball.
#pragma once

#include <stop_token>
#include <string>

#include "app/cli/knn_rows.h"
#include "app/cli/text.h"
#include "compute/catalog/version.h"

namespace arete::cli {

struct KnnWithin {
  const Version& version;  ///< of stage within
  const PointArray& reference;
  const PointArray& queries;  ///< may be the reference
  double radius;
  bool excludeSelf;
  RowsOfBoth rows;
  std::string output, distances, counts;  ///< tables: pairs, their distances, and how many there are of each query; "" for none of the last two
};

/// Throws Error(wrongUse) where it is no length.
void checkWithin(double radius);

/// Writes the tables, all or none. Returns the summary for programs. Throws Error, Cancelled.
Json findNeighboursWithin(const KnnWithin& wanted, const StageContext& context);

/// Takes out of the answer the neighbours that are farther than the radius: their places have no index, and nan for a distance.
void leaveOutBeyond(double radius, Neighbours& found);

/// The least, median and greatest number of neighbours that queries have, as a summary has them.
Json eachOf(std::vector<uint64_t> counts);
/// The same of rows of k.
Json eachOf(const Neighbours& found);

}  // namespace arete::cli
