// Which columns are coordinates, by their names or as the user says.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/io/read/source.h"

namespace arete {

std::string lowerCase(std::string_view text);

/// The first of namedPlaces(); empty when no names are known.
std::vector<size_t> findCoordinates(std::span<const std::string> names);

/// The columns that options().columns names, empty if it is. Refuses unknown names, numbers out of range, doubles, and a dimension that differs.
std::vector<size_t> columnsByOption(const Source& source, std::span<const std::string> names);

/// The column that options().trackColumn names, none if it is empty. Refuses an unknown name and a number out of range.
std::optional<size_t> trackColumnByOption(const Source& source, std::span<const std::string> names);
/// The names of attributes, of which the tracks' column by options() is called kTrackName, so that all know it. Refuses one that is not there.
std::vector<std::string> withTrackName(const Source& source, std::vector<std::string> names);

/// For formats whose fields have names (PLY, PCD, structured NPY): options first, then x, y, z by name. Two coordinates only with an
/// explicit dimension of 2, as a missing z is more often damage than intention. `holder` says what lacks them, e.g. "element vertex".
std::vector<size_t> coordinateFields(const Source& source, std::span<const std::string> names, std::string_view holder, std::string_view place);

}  // namespace arete
