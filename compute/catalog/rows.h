// The parts of the one table of versions; catalog.cpp puts them together.
#pragma once

#include "compute/catalog/version.h"

namespace arete {

std::span<const Version> chainRows();
std::span<const Version> networkRows();
std::span<const Version> branchRows();
std::span<const Version> wireRows();
std::span<const Version> neighbourRows();

}  // namespace arete
