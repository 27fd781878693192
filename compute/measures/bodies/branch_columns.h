// The tables of branches and of components as columns: one list for files, panels and Python.
#pragma once

#include <span>
#include <string_view>

#include "compute/measures/bodies/branches.h"

namespace arete {

template <class Row>
struct BodyTableColumn {
  std::string_view name;
  std::string_view help;  ///< one sentence
  bool isNumber;          ///< a whole number, of a vertex or of branches; -1: none
  double (*value)(const Row&);
};

/// Rows of `branches` are numbered by their polyline, which is their place in the table.
std::span<const BodyTableColumn<BodyBranch>> branchColumns();
std::span<const BodyTableColumn<BodyTotals>> totalsColumns();

}  // namespace arete
