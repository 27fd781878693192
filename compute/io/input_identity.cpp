#include "compute/io/input_identity.h"

#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/io/filter_json.h"

namespace arete {

std::string identityOf(const Fingerprint& print) { return std::to_string(print.bytes) + " bytes, " + print.hash; }

std::string identityOf(const ReadOptions& options) {
  std::string text;
  if (options.dimension) text += " dim " + std::to_string(*options.dimension);
  if (options.scalar) text += *options.scalar == Scalar::float32 ? " float" : " double";
  if (options.rawScalar) text += *options.rawScalar == Scalar::float32 ? " raw float" : " raw double";
  if (options.maxPoints) text += " at most " + std::to_string(*options.maxPoints);
  for (const std::string& column : options.columns) text += ' ' + column;
  return text;
}

std::vector<std::string> inputIdentity(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter) {
  std::vector<std::string> all;
  for (const std::filesystem::path& file : files) {
    const auto print = fingerprint(file);
    if (!print)
      throw Error(ErrorKind::wrongUse, "cannot keep checkpoints", file.string(), "only a file can be read again when the detection is resumed",
                  "name files that can be read");
    all.push_back(identityOf(*print));
  }
  all.push_back("read" + identityOf(options));
  if (!filter.empty()) all.back() += ", " + filterJson(filter).dump();
  return all;
}

}  // namespace arete
