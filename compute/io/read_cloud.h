// Reads point clouds from files: the formats, and the one entry point.
// Files are read piece by piece, or whole where that is impossible. They are not mapped: a mapped file that another program shortens ends this one
// with SIGBUS, and reading costs a tenth of the parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/crs/crs.h"

namespace arete {

struct Filter;

/// What the user knows better than the reader. Anything left unset is detected from the file.
struct ReadOptions {
  std::optional<int> dimension;       ///< number of coordinates, 1…16; raw rows need it
  std::optional<Scalar> scalar;       ///< type of the coordinates in memory
  std::optional<Scalar> rawScalar;    ///< type of the numbers in a .raw or .bin file; float32 if not set
  char separator = 0;                 ///< text: ',' ';' '|' '\t', or ' ' for any run of blanks; 0 = detected
  std::optional<bool> decimalComma;   ///< text: 1,5 means one and a half
  std::optional<int> skipLines;       ///< text: lines to skip at the start
  std::vector<std::string> columns;   ///< the coordinates in order, by name (case does not matter) or by number from 1
  std::string trackColumn;            ///< says on which track a point lies, by name or by number from 1; "": one of kTrackNames
  std::optional<Crs> crs;             ///< the coordinate system, whatever the file says; one that is not known: none
  std::optional<uint64_t> maxPoints;  ///< COPC: the finest levels are left out until there are no more points than so many; other files refuse it
  int threads = 0;                    ///< that read, 32 at most; 0: one for each of the machine's. The result is the same
  bool skipBadFiles = false;          ///< of several files, those whose heads say that they cannot be read are left out
  bool withheld = false;              ///< LAS: points that are marked as withheld, which means deleted, are read like others
  bool asInFile = false;              ///< to be written again or joined with others: doubles without an origin, no axis dropped
  /// Only points for which its rules on single points hold; origin and type are those of all. See readFiltered().
  std::shared_ptr<const Filter> keep;
};

struct ReadProgress {
  uint64_t bytesDone = 0, bytesTotal = 0;
  uint64_t points = 0;
};

/// One of several that cannot be read.
struct BadFile {
  std::filesystem::path path;
  std::string reason;  ///< "tile.las, byte 96: it ends …": the file, the place and why
  friend bool operator==(const BadFile&, const BadFile&) = default;
};

struct CloudFile {
  PointCloud cloud;    ///< the points with finite coordinates; other numeric columns are its attributes
  std::string format;  ///< e.g. "PLY, binary little endian"
  uint64_t pointsInFile = 0;
  uint64_t nonFinite = 0;                  ///< points left out because a coordinate is missing, NaN or infinite
  uint64_t withheld = 0;                   ///< points left out because their file marks them as deleted
  uint64_t rowsInFile = 0;                 ///< all: points, those that were left out, and rows that cannot be read
  std::vector<uint64_t> rowsLeftOut = {};  ///< which of these are no points of the files as they were read, from 0, ascending
  std::vector<std::string> warnings;       ///< one sentence each, with line or byte where there is one
  std::string degreesBy = {};              ///< columns whose names say that they are longitude and latitude: "'lon' and 'lat'"
  Crs crs;                                 ///< of the coordinates, where somebody said it: the user, the file, a .prj file beside it
  std::string crsText;                     ///< the same for people; "" where it is not known
  std::vector<BadFile> leftOut = {};       ///< of several files, where ReadOptions::skipBadFiles asks for it; warnings name them too

  /// As the files were read, before any filter.
  uint64_t points() const { return pointsInFile - nonFinite - withheld; }
};

using ReadProgressFunction = std::function<void(const ReadProgress&)>;

/// Called now and then on the reading thread with an evenly spread sample of the points read so far, at most kSamplePoints,
/// without attributes. For a picture; it costs a few per cent of the reading time, nothing when empty.
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

/// How the reader interprets a text file, for the import dialog.
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
/// The one that a file would be read as. Throws Error(io) where it cannot be opened.
const FormatInfo& readableFormat(const std::filesystem::path& path);

}  // namespace arete
