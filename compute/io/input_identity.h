// Texts that tell whether points come from the same files in the same way: two that are equal give the same points.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "compute/files/fingerprint.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete {

std::string identityOf(const Fingerprint& print);
/// What decides which points a file gives, besides its bytes.
std::string identityOf(const ReadOptions& options);

/// A text for each file, wherever it lies, and one for how they are read and which points are kept. Throws Error(wrongUse) for what can be read only
/// once, as a pipe.
std::vector<std::string> inputIdentity(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter);

}  // namespace arete
