// The files of clouds beside the one that is open: how they are named, and how they are read. No Qt.
#pragma once

#include <filesystem>
#include <stop_token>
#include <vector>

#include "compute/crs/crs.h"
#include "compute/io/read_cloud.h"
#include "render/scene.h"

namespace arete {

/// `file` as a cloud beside `cloud`: named from its folder, so that both may be moved together; its points as large as those of the cloud.
BesideCloud besideOf(const std::filesystem::path& cloud, const std::filesystem::path& file, const View& view);
/// Where it is.
std::filesystem::path besidePath(const std::filesystem::path& cloud, const BesideCloud& beside);

/// What a session shows beside its cloud is a regular file: a pipe or device of whoever made the session would be waited for. Throws Error.
void checkBeside(const std::filesystem::path& path);
/// All of its points, brought to the coordinate system of the open cloud where both are known; without attributes then. Throws Error, Cancelled.
CloudFile readBeside(const std::filesystem::path& path, const Crs& crs, std::stop_token stop = {});
/// Those that a view shows beside `cloud`, for Scene::setBeside. Throws likewise.
std::vector<BesidePoints> readAllBeside(const View& view, const std::filesystem::path& cloud, const Crs& crs, std::stop_token stop = {});

}  // namespace arete
