// CSV of the branches of a curve with a body, and of its components: what branchColumns() and totalsColumns() list.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/measures/bodies/branches.h"

namespace arete {

/// A row per branch, under its number. Values that are not known are empty. All or nothing. Returns warnings. Throws Error(io), Cancelled.
std::vector<std::string> writeBranches(const std::filesystem::path& path, const BranchTable& table, std::stop_token stop = {});
/// A row per component.
std::vector<std::string> writeBodies(const std::filesystem::path& path, const BranchTable& table, std::stop_token stop = {});

}  // namespace arete
