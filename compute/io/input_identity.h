// Texts that tell whether points come from the same files in the same way: two that are equal give the same points.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/files/fingerprint.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete {

std::string identityOf(const Fingerprint& print);
/// What decides which points a file gives, besides its bytes.
std::string identityOf(const ReadOptions& options);
/// What decides which of them are kept.
std::string identityOf(const Filter& filter);

/// A text for each file, wherever it lies, and one for how they are read and which points are kept. Throws Error(wrongUse) for what can be read only
/// once, as a pipe: `what` cannot be done.
std::vector<std::string> inputIdentity(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                                       std::string_view what = "cannot keep checkpoints");

/// What was kept of an input, for messages when another one is given.
struct KeptInput {
  std::string_view cannot;              ///< what fails
  std::string made;                     ///< "it was begun", "the store x was made"
  const std::vector<std::string>& all;  ///< inputIdentity()
  std::string_view hint = {};           ///< what else can be done
};

/// Throws Error(wrongUse) that names the first file that is not the one of then. `files`: where they are now, for the message.
void checkSameInput(const KeptInput& kept, const std::vector<std::string>& now, std::span<const std::filesystem::path> files);

}  // namespace arete
