// What makes one cloud of several files, whether their points are kept or only gone through: one rule for both.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"
#include "compute/io/read_cloud.h"

namespace arete {

/// Error(badInput) about a file that does not go with those before.
Error cannotJoin(const std::filesystem::path& path, std::string_view reason, std::string_view hint);

/// Everything but the points of one more file, `number` from 0, into what is known of all: format, counts, coordinate system, and the warnings with
/// its name. Throws Error(badInput) where its coordinate system is another one.
void joinAbout(CloudFile& all, size_t number, const std::filesystem::path& path, const CloudFile& part);

/// Throws Error(badInput): its points do not have as many coordinates as those of the files before.
void checkJoinedDimension(const std::filesystem::path& path, int dimension, int before);

/// What the columns of one file are called in the cloud of several: of two with one name the second gets a number. "" for one that goes, as its name
/// is that of our number of the file.
std::vector<std::string> joinedNames(std::span<const Attribute> attributes);
/// The values of kSourceFile at points of file `number`, from 0.
AttributeValues sourceFileOf(size_t points, size_t number);

}  // namespace arete
