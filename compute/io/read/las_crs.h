// The coordinate system that a LAS or LAZ file names, as text (WKT) or by GeoTIFF keys.
// Source: ASPRS LAS Specification 1.4 R15, chapter 3; OGC 19-008r4, GeoTIFF 1.1.
#pragma once

#include <string>

#include "compute/crs/crs.h"
#include "compute/io/read/las_header.h"

namespace arete {

struct LasCrs {
  Crs crs;              ///< not known where the file names none, or by parameters that are not read
  std::string warning;  ///< one sentence; "" for none
};

/// Nothing of it makes the file unreadable: what is damaged is passed over.
LasCrs lasCrs(const Source& source, const LasHeader& header);

}  // namespace arete
