#include "compute/io/input_identity.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compute/core/checksum.h"
#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/filter_json.h"

namespace arete {

namespace fs = std::filesystem;

std::string identityOf(const Fingerprint& print) { return std::to_string(print.bytes) + " bytes, " + print.hash; }

std::string identityOf(const ReadOptions& options) {
  std::string text;
  if (options.dimension) text += " dim " + std::to_string(*options.dimension);
  if (options.scalar) text += *options.scalar == Scalar::float32 ? " float" : " double";
  if (options.rawScalar) text += *options.rawScalar == Scalar::float32 ? " raw float" : " raw double";
  if (options.maxPoints) text += " at most " + std::to_string(*options.maxPoints);
  if (options.separator != 0) text += std::string(" separator ") + options.separator;
  if (options.decimalComma) text += *options.decimalComma ? " decimal comma" : " decimal point";
  if (options.skipLines) text += " skip " + std::to_string(*options.skipLines);
  if (options.withheld) text += " withheld";
  for (const std::string& column : options.columns) text += ' ' + column;
  return text;
}

std::string identityOf(const Filter& filter) {
  std::string text = filterJson(filter).dump();
  for (const FilterTube& tube : filter.tubes) {  // of edits, which are no part of a filter as a value
    Checksum sum;
    sum.add(std::as_bytes(std::span(&tube.dimension, 1)));
    sum.add(std::as_bytes(std::span(&tube.reach, 1)));
    sum.add(std::as_bytes(std::span(tube.corners)));
    sum.add(std::as_bytes(std::span(tube.edges)));
    text += " less " + std::to_string(sum.value());
  }
  return text;
}

std::vector<std::string> inputIdentity(std::span<const fs::path> files, const ReadOptions& options, const Filter& filter, std::string_view what) {
  std::vector<std::string> all;
  for (const fs::path& file : files) {
    const auto print = fingerprint(file);
    if (!print) openToRead(file, "cannot open this file");  // explains best why it cannot be
    if (!print)
      throw Error(ErrorKind::wrongUse, what, file.string(), "only a file can be read again, and known again by its bytes",
                  "name files that can be read");
    all.push_back(identityOf(*print));
  }
  all.push_back("read" + identityOf(options));
  if (!filter.empty()) all.back() += ", " + identityOf(filter);
  return all;
}

void checkSameInput(const KeptInput& kept, const std::vector<std::string>& now, std::span<const fs::path> files) {
  const auto [then, given] = std::ranges::mismatch(kept.all, now);
  if (then == kept.all.end() && given == now.end()) return;
  const auto place = size_t(given - now.begin());
  const bool otherCount = kept.all.size() != now.size();
  throw Error(ErrorKind::wrongUse, kept.cannot, place < files.size() ? files[place].string() : "the input",
              otherCount             ? kept.made + " with another number of files"
              : place < files.size() ? kept.made + " with another file in this place, or with this one before it changed"
                                     : "its files were read in another way (" + kept.all.back() + ", now " + now.back() + ")",
              "give the same files in the same order, with the same flags of reading and filtering" + std::string(kept.hint));
}

}  // namespace arete
