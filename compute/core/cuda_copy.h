// How fast a GPU copies points: what experiment 6.2 asks.
#pragma once

#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete {

struct CudaCopy {
  Layout to = Layout::row;
  int loadBytes = 16;  ///< 4, 8 or 16: what a thread reads or writes at a time; 0: the driver's plain copy of as many bytes, whatever the layout
  int repeat = 9;
};

/// Median time in ms, by the GPU's clock, of copying the points within the GPU's memory. Float coordinates, at most kMostCopiedDimension.
/// The copy is compared with the host's first. Throws Error(wrongUse) where it cannot, Error(internal) when the copy differs.
double cudaCopyTime(const PointArray& points, const CudaCopy& copy, Device& gpu);

inline constexpr int kMostCopiedDimension = 8;

}  // namespace arete
