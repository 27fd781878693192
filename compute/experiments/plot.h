// Plots of a table as SVG: text that any browser draws, without scripts.
#pragma once

#include <string>
#include <string_view>

#include "compute/experiments/experiment.h"

namespace arete {

/// One `<svg>` element. Rows without numbers are left out; a plot without any says so.
std::string svgOf(const ResultTable& table, const Plot& plot);

/// Several below each other in one element: a file that stands alone.
std::string svgOf(const ResultTable& table, std::span<const Plot> plots);

/// "#0072b2" of the first series of any plot, and so on; they come again after eight.
std::string_view plotColour(size_t series);

/// `&`, `<`, `>` and quotes as entities.
std::string escaped(std::string_view text);
/// For people: up to four digits, "" for nothing.
std::string shown(const ResultValue& value);

}  // namespace arete
