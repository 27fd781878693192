// A report of a detection, for people and scripts: versions, radii, counts, times, hash.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "compute/engine/frame.h"
#include "compute/io/read_cloud.h"

namespace arete {

/// Further figures by name, e.g. how far the curve is from a reference; they make up the report's block "quality".
using ReportFigures = std::span<const std::pair<std::string, double>>;

/// Covers the steps up to `frame.step`; times and the number `steps_computed` cover all steps computed so far. Times in ms,
/// lengths in the cloud's units, bounds in file coordinates. What is unknown (the curve of an intermediate step, a figure that is not a
/// number) is null.
/// `leftOut`: files of the cloud that could not be read.
std::string reportJson(const Frame& frame, ReportFigures quality = {}, std::span<const BadFile> leftOut = {});
/// The same: rows of key,value (nested keys with a dot, lists with spaces), an empty line, then a table with a row per step.
std::string reportCsv(const Frame& frame, ReportFigures quality = {}, std::span<const BadFile> leftOut = {});

/// By extension, json or csv; all or nothing. Returns warnings. Throws Error(wrongUse) for other extensions, Error(io).
std::vector<std::string> writeReport(const std::filesystem::path& path, const Frame& frame, ReportFigures quality = {},
                                     std::span<const BadFile> leftOut = {});

}  // namespace arete
