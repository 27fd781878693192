// The extra bytes of LAS records, as the file describes them.
// Source: ASPRS LAS Specification 1.4 R15, table 24; types 11 to 30, vectors of two or three, are those of 1.4 R13 and before.
#pragma once

#include <string>
#include <vector>

#include "compute/io/read/column.h"
#include "compute/io/read/las_header.h"

namespace arete {

struct LasExtraValue {
  std::string name;  ///< of a vector's element: Normal_0, Normal_1, Normal_2
  Column column;     ///< its offset is within a record
};

struct LasExtraBytes {
  std::vector<LasExtraValue> values;
  std::string warning;  ///< of what is left out; "" for none
};

/// Reads all records that describe some, between header and points or behind the points.
LasExtraBytes lasExtraBytes(const Source& source, const LasHeader& header);

}  // namespace arete
