// Nearest neighbours.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arete/control.h"
#include "arete/detect.h"

namespace arete::compute {

/// Rows of n · dimension finite coordinates, which are searched as they are given: no distance is rounded twice.
struct Rows {
  Rows(std::span<const float> values, int d) : floats(values), dimension(d) {}
  Rows(std::span<const double> values, int d) : doubles(values), dimension(d) {}

  std::span<const float> floats;  ///< one of the two is empty
  std::span<const double> doubles;
  int dimension;  ///< 1…16
};

/// Row i is of query i: its neighbours, nearest first, equally near ones by index.
struct Neighbours {
  uint32_t queries = 0, k = 0;
  std::vector<uint32_t> indices;  ///< queries · k, of rows of the reference, from 0
  std::vector<double> distances;  ///< queries · k, in the units of the rows
};

/// All neighbours within a radius: those of query i lie from starts[i] to starts[i + 1], nearest first, equally near ones by index.
struct NeighboursWithin {
  std::vector<uint64_t> starts;   ///< queries + 1, from 0, ascending
  std::vector<uint32_t> indices;  ///< of rows of the reference, from 0
  std::vector<double> distances;  ///< as many, in the units of the rows
};

struct SearchOptions {
  Backend backend = Backend::automatic;
  int threads = 0;           ///< of the CPU; 0: all
  std::string version = {};  ///< an id of knn, or of within for searches within a radius (docs/versions.md); empty: the default, which is exact
};

/// A search structure over reference points: built once, asked often. One thread at a time; another one each time is fine.
class Searcher {
 public:
  /// The rows are copied. Throws Error (badInput, wrongUse, outOfMemory, cancelled).
  ARETE_API explicit Searcher(const Rows& reference, const SearchOptions& options = {}, const Control& control = {});
  ARETE_API ~Searcher();
  ARETE_API Searcher(Searcher&&) noexcept;
  ARETE_API Searcher& operator=(Searcher&&) noexcept;

  /// 1 ≤ k ≤ 1024, at most the number of reference points; of the reference's type and dimension. Throws Error (badInput, wrongUse, outOfMemory,
  /// cancelled).
  ARETE_API Neighbours query(const Rows& queries, uint32_t k, const Control& control = {});
  /// Of each reference point, leaving itself out: k is at most their number − 1.
  ARETE_API Neighbours queryItself(uint32_t k, const Control& control = {});

  /// All that are no farther than the radius, which is ≥ 0, in the units of the rows, and rounded to their type. CPU threads search, whatever the
  /// backend. Throws Error (badInput, wrongUse, outOfMemory before it takes more than the machine has, cancelled).
  ARETE_API NeighboursWithin queryWithin(const Rows& queries, double radius, const Control& control = {});
  /// The neighbours of each reference point, which leaves itself out.
  ARETE_API NeighboursWithin queryItselfWithin(double radius, const Control& control = {});

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Both in one.
ARETE_API Neighbours knn(const Rows& reference, const Rows& queries, uint32_t k, const SearchOptions& options = {}, const Control& control = {});
ARETE_API NeighboursWithin neighboursWithin(const Rows& reference, const Rows& queries, double radius, const SearchOptions& options = {},
                                            const Control& control = {});

}  // namespace arete::compute
