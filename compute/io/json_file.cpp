#include "compute/io/json_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compute/files/open_file.h"

namespace arete {

using Json = nlohmann::ordered_json;

static constexpr int kDeepest = 64;

std::string readJsonText(const std::filesystem::path& path, std::string_view cannot) {
  constexpr std::string_view kCheckDisk = "check the disk";
  std::ifstream file = openToRead(path, cannot);
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw Error(ErrorKind::io, cannot, path.string(), error.message(), kCheckDisk);
  std::string text(std::min<uintmax_t>(size, kLargestJson + 1), '\0');
  file.read(text.data(), std::streamsize(text.size()));
  if (file.bad()) throw Error(ErrorKind::io, cannot, path.string(), "the system could not read it", kCheckDisk);
  text.resize(size_t(file.gcount()));
  return text;
}

Json parseJson(const std::filesystem::path& path, std::string_view text, std::string_view cannot, std::string_view hint) {
  if (text.size() > kLargestJson) throw Error(ErrorKind::badInput, cannot, path.string(), "it is larger than 64 MB, which no file of Arete is");
  // The depth is limited because writing nested values back is recursive.
  const auto limitDepth = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) throw Error(ErrorKind::badInput, cannot, path.string(), "it is nested more than 64 deep");
    return true;
  };
  try {
    return Json::parse(text, limitDepth);
  } catch (const Json::exception& error) {
    throw DamagedJson(ErrorKind::badInput, cannot, path.string(), error.what(), hint);
  }
}

}  // namespace arete
