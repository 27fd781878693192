// Point clouds from files: every format that can be read, and the one way in.
// The file is read piece by piece, what cannot be read so as a whole. It is not mapped: a mapped file that another program shortens ends this one
// with SIGBUS, and reading costs a tenth of the parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// What the user knows better than the reader. Anything left unset is found out from the file.
struct ReadOptions {
  std::optional<int> dimension;      ///< number of coordinates, 1…16; raw rows need it
  std::optional<Scalar> scalar;      ///< type of the coordinates in memory
  std::optional<Scalar> rawScalar;   ///< type of the numbers in a .raw or .bin file; float32 if not set
  char separator = 0;                ///< text: ',' ';' '|' '\t', or ' ' for any run of blanks; 0 = found out
  std::optional<bool> decimalComma;  ///< text: 1,5 means one and a half
  std::optional<int> skipLines;      ///< text: lines to pass over at the start
  std::vector<std::string> columns;  ///< the coordinates in order, by name (case does not matter) or by number from 1
};

struct ReadProgress {
  uint64_t bytesDone = 0, bytesTotal = 0;
  uint64_t points = 0;
};

struct CloudFile {
  PointCloud cloud;    ///< the points with finite coordinates; other numeric columns are its attributes
  std::string format;  ///< e.g. "PLY, binary little endian"
  uint64_t pointsInFile = 0;
  uint64_t nonFinite = 0;             ///< of them, left out because a coordinate is missing, NaN or infinite
  std::vector<std::string> warnings;  ///< one sentence each, with line or byte where there is one
};

using ReadProgressFunction = std::function<void(const ReadProgress&)>;

/// Called now and then on the reading thread while points come: some of those read so far, spread evenly over them and at most kSamplePoints,
/// without attributes. For a picture; it costs a few per cent of the reading, nothing when empty.
using ReadSampleFunction = std::function<void(PointCloud)>;
inline constexpr size_t kSamplePoints = 200'000;

/// Reads a file. The content decides the format, its extension only where the content does not (text, raw rows).
/// Throws Error(badInput) naming file, byte or line, reason and what to do; Error(io) when the file cannot be opened or read;
/// Error(wrongUse) when an option is missing or does not fit the file; Error(outOfMemory); Cancelled.
CloudFile readCloud(const std::filesystem::path& path, const ReadOptions& options = {}, std::stop_token stop = {},
                    const ReadProgressFunction& progress = {}, const ReadSampleFunction& sample = {});

/// The same from bytes in memory. `name` is used in errors, and its extension where the content does not tell the format.
CloudFile readCloud(std::span<const std::byte> content, std::string_view name, const ReadOptions& options = {}, std::stop_token stop = {},
                    const ReadProgressFunction& progress = {}, const ReadSampleFunction& sample = {});

/// What the reader makes of a text file, for the import dialog.
struct TextPreview {
  char separator = ' ';
  bool decimalComma = false;
  uint64_t firstLine = 1;                      ///< line of the first row of numbers, from 1
  std::vector<std::string> names;              ///< one per column; "" where the file has no header
  std::vector<size_t> coordinates;             ///< columns used as coordinates, in order, from 0
  std::vector<size_t> attributes;              ///< columns kept as attributes
  std::vector<std::vector<std::string>> rows;  ///< the first rows, as they are in the file
};

/// Looks at the beginning of a text file only. Throws like readCloud.
TextPreview previewText(const std::filesystem::path& path, const ReadOptions& options = {});

class Source;

/// One format. readCloud, the open dialog's filter and the docs walk the same table.
struct FormatInfo {
  std::string_view id;
  std::string_view label;
  std::span<const std::string_view> extensions;            ///< lower case, without the dot
  std::string_view help;                                   ///< one sentence
  bool (*recognises)(std::span<const std::byte> content);  ///< by its first bytes; null where only the extension tells
  CloudFile (*read)(const Source& source);
};

/// The formats that can be read, in the order in which they are tried.
std::span<const FormatInfo> readableFormats();

}  // namespace arete
