// The text of a JSON file that Arete has saved: not too large, not nested too deep.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>

#include "compute/core/error.h"

namespace arete {

/// Edits of components of hundreds of thousands of nodes fit in.
inline constexpr size_t kLargestJson = size_t(64) << 20;

/// The text is not JSON: it was cut off or overwritten.
struct DamagedJson : Error {
  using Error::Error;
};

/// All of the file, as far as its size when it was opened. `cannot`: what fails, in errors. Throws Error(io).
std::string readJsonText(const std::filesystem::path& path, std::string_view cannot);

/// At most kLargestJson, nested at most 64 deep. `hint`: of errors. Throws Error(badInput); DamagedJson is one of these.
nlohmann::ordered_json parseJson(const std::filesystem::path& path, std::string_view text, std::string_view cannot, std::string_view hint);

}  // namespace arete
