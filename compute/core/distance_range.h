// Which clouds a coordinate type can hold so that squared distances are what they should be: the squares of differences neither overflow nor
// underflow where that could be seen in a sum. What is promised: multiplying a cloud that is in range by a power of two that keeps it in range
// multiplies all squared distances by its square, to the bit.
//
// A square below the smallest normal number keeps fewer digits, or none. Whether that shows is asked in two steps.
//  1. A difference of two numbers is a multiple of the last place of the smaller one. So where no coordinate other than 0 lies below kSmall,
//     no difference other than 0 has a square below the normal range. This is known from one pass, and decides nearly every cloud.
//  2. Else pairs with such a difference are searched: one of the two points has a coordinate below kSmall, and all their differences are
//     below `near`, because a sum that is larger than 2^(p + 6) times what is lost (p: digits of the type) does not change; with three
//     coordinates what is lost may show in the second sum and that in the third, so `near` grows with the dimension, up to four. Of each such
//     pair the squared distance is compared with that of the pair multiplied by a power of two. So values like 6e-17, which stand for 0 in many
//     files, keep no cloud from being read as floats. Points with coordinates below kSmall are sorted by a projection.
// Where this would take long (all points of a tiny cloud are near each other) the cloud counts as out of range.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "compute/core/row_survey.h"

namespace arete {

/// Why squared distances of a cloud cannot be computed in a coordinate type.
struct OutOfRange {
  std::string place, reason, hint;  ///< place: "point 77"; "" for the whole cloud
};

/// Squares of larger coordinates are no doubles, so points with them are refused wherever they come from.
inline constexpr double kLargestCoordinate = 1e150;
/// Why a cloud within these bounds is refused: its coordinate farthest beyond that; nothing where there is none, or one that is not finite.
std::optional<OutOfRange> coordinateOutOfRange(const RowSurvey& survey);

/// Calls its argument for all rows of a cloud in order, block by block. What the argument throws must come through.
using RowBlocks = std::function<void(const std::function<void(std::span<const double> rows)>&)>;

/// The coordinate type of a cloud: the wanted one, else float where that moves no coordinate by more than 0.0005 units, nor by more than a
/// millionth of the cloud's largest extent, and distances are in range; else double. Throws Error(badInput) where they are out of range. Goes
/// through the rows again only where the survey does not decide.
Scalar chooseScalar(std::optional<Scalar> wanted, const RowSurvey& survey, const RowBlocks& rows);

/// By how much rounding to float may move a coordinate, in units of the cloud.
inline constexpr double kLargestFloatError = 0.0005;
/// Whether it may move coordinates of a cloud of this extent by so much.
bool floatIsFineEnough(double error, double extent);

/// The first step alone: true where coordinates other than 0 of these sizes decide that distances are in range.
bool distancesSurelyInRange(Scalar scalar, double smallest, double largest);
/// Nothing where distances between these points, of one dimension and coordinate type, are in range.
std::optional<OutOfRange> distancesOutOfRange(std::span<const PointArray* const> points);
/// Their rows, block by block, as doubles.
void visitRows(const PointArray& points, const std::function<void(std::span<const double> rows)>& visit);
/// The same for rows that are already local.
std::optional<OutOfRange> distancesOutOfRange(Scalar scalar, int dimension, const RowBlocks& rows);

}  // namespace arete
