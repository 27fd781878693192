// Users' versions in the catalogue: their rows, and the functions of these, which ask the worker for what the version computes and do the rest.
#pragma once

#include <memory>
#include <string_view>

#include "compute/mine/user_version.h"

namespace arete::mine {

/// Adds the row `stage.mine.name`: inexact until somebody compares, and never a default. A row of that id that was added before is replaced: its
/// version rests, and rows that others still hold compute with this one. The version lives as long as the program. Throws Error(wrongUse) where too
/// many ids were added.
const Version& addUserVersion(std::shared_ptr<const UserVersion> version);
/// The version whose row was added; null for ours.
std::shared_ptr<const UserVersion> userVersion(std::string_view id);
std::shared_ptr<const UserVersion> userVersionOfFile(std::string_view file);

}  // namespace arete::mine
