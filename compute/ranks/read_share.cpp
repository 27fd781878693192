#include "compute/ranks/read_share.h"

#include <algorithm>

#include "compute/core/error.h"
#include "compute/files/disk_file.h"
#include "compute/io/join_files.h"
#include "compute/io/read/stream_rows.h"
#include "compute/io/read_clouds.h"
#include "compute/text/printable.h"

namespace arete::ranks {

namespace fs = std::filesystem;

std::vector<FileRows> shareOf(std::span<const FileAbout> files, uint32_t rank, uint32_t ranks) {
  using Wide = unsigned __int128;
  Wide total = 0, before = 0;
  for (const FileAbout& each : files) total += each.bytes;
  const auto beginOf = [&](uint32_t r) { return total * r / ranks; };
  const Wide begin = beginOf(rank), end = rank + 1 == ranks ? total + 1 : beginOf(rank + 1);
  std::vector<FileRows> share;
  for (size_t i = 0; i < files.size(); before += files[i++].bytes) {
    const FileAbout& file = files[i];
    if (!file.byRows) {
      const Wide middle = before + file.bytes / 2;
      if (begin <= middle && middle < end) share.push_back({i, 0, 0, true});
      continue;
    }
    const auto rowAt = [&](Wide place) {
      if (place <= before) return uint64_t(0);
      return place >= before + file.bytes ? file.rows : uint64_t(Wide(file.rows) * (place - before) / file.bytes);
    };
    const FileRows rows{i, rowAt(begin), rowAt(end), false};
    if (rows.first < rows.end) share.push_back(rows);
  }
  return share;
}

namespace {

/// Of pieces, which a thread reads at a time; not finite ones leave gaps, which are closed at the end.
struct Piece {
  FileRows rows;
  size_t range = 0;                // of the share
  uint64_t place = 0, points = 0;  // rows before it in the share, points that were read
  std::vector<uint64_t> leftOut;   // rows of the file
};

std::vector<Piece> piecesOf(std::span<const FileRows> share) {
  constexpr uint64_t kPieceRows = uint64_t(1) << 20;
  std::vector<Piece> pieces;
  uint64_t place = 0;
  for (size_t range = 0; range < share.size(); ++range) {
    const FileRows& each = share[range];
    if (each.whole) continue;
    for (uint64_t first = each.first; first < each.end; first += kPieceRows) {
      const uint64_t end = std::min(each.end, first + kPieceRows);
      pieces.push_back({{each.file, first, end, false}, range, place, 0, {}});
      place += end - first;
    }
  }
  return pieces;
}

void readPiece(const fs::path& path, const ReadOptions& options, Piece& piece, std::span<double> to, const std::stop_token& stop) {
  const DiskFile file = DiskFile::openToRead(path);
  size_t at = 0;
  const auto take = [&](std::span<const double> rows, size_t, uint64_t) {
    if (rows.size() > to.size() - at)
      throw Error(ErrorKind::badInput, "cannot read this file", path.string(), "it has other rows than a moment ago", "do not change it meanwhile");
    std::copy(rows.begin(), rows.end(), to.begin() + ptrdiff_t(at));
    at += rows.size();
  };
  ReadOptions alone = options;
  alone.threads = 1;
  const CloudFile read = streamRows({file, piece.rows.first, true, take, piece.rows.end}, path, alone, stop, {});
  if (read.pointsInFile != piece.rows.end)
    throw Error(ErrorKind::badInput, "cannot read this file", path.string(), "it has fewer rows than a moment ago", "do not change it meanwhile");
  piece.points = at;  // numbers, not rows yet
  piece.leftOut = read.rowsLeftOut;
}

void readByRows(std::span<const fs::path> files, std::span<const FileAbout> about, const ReadOptions& options, std::span<const FileRows> ranges,
                const StageContext& context, const ShareProgress& progress, Share& share) {
  std::vector<Piece> pieces = piecesOf(ranges);
  if (pieces.empty()) return;
  share.dimension = about[pieces.front().rows.file].dimension;
  const auto d = size_t(share.dimension);
  const uint64_t rows = pieces.back().place + pieces.back().rows.end - pieces.back().rows.first;
  share.rows.resize(rows * d);
  std::atomic<uint64_t> bytes = 0;
  std::atomic<size_t> filesRead = 0;
  std::vector<std::atomic<size_t>> piecesLeft(ranges.size());
  for (const Piece& each : pieces) ++piecesLeft[each.range];
  context.device.threads().forEachRange(pieces.size(), 1, [&](size_t begin, size_t end, int thread) {
    for (size_t i = begin; i < end; ++i) {
      context.checkStop();
      Piece& piece = pieces[i];
      const FileAbout& file = about[piece.rows.file];
      const uint64_t count = piece.rows.end - piece.rows.first;
      readPiece(files[piece.rows.file], options, piece, std::span(share.rows).subspan(piece.place * d, count * d), context.stop);
      bytes += uint64_t(double(file.bytes) * double(count) / double(std::max<uint64_t>(file.rows, 1)));
      if (--piecesLeft[piece.range] == 0) ++filesRead;
      if (thread == 0 && progress) progress(bytes, filesRead);
    }
  });
  size_t at = 0;
  for (const Piece& piece : pieces) {
    if (at < piece.place * d) std::copy_n(share.rows.begin() + ptrdiff_t(piece.place * d), piece.points, share.rows.begin() + ptrdiff_t(at));
    at += piece.points;
    for (const uint64_t row : piece.leftOut) share.leftOut.push_back(row - piece.rows.first + piece.place);
  }
  share.pointsInFile = share.rowsOfFiles = rows;
  share.nonFinite = rows - at / d;
  share.rows.resize(at);
}

void addRows(std::span<const uint64_t> leftOut, uint64_t rows, Share& share) {
  for (const uint64_t row : leftOut) share.leftOut.push_back(share.rowsOfFiles + row);
  share.rowsOfFiles += rows;
}

/// The points of a whole file behind those that are there, with all attributes of any file so far.
void append(const fs::path& path, size_t number, bool several, bool withAttributes, CloudFile file, Share& share) {
  const PointCloud& cloud = file.cloud;
  share.pointsInFile += file.pointsInFile, share.nonFinite += file.nonFinite + file.withheld;
  addRows(file.rowsLeftOut, file.rowsInFile, share);
  for (const std::string& warning : file.warnings) share.warnings.push_back(several ? printable(path.filename().string()) + ": " + warning : warning);
  if (file.crs.known()) share.crs.push_back(file.crs.definition);
  if (cloud.empty()) return;
  if (share.dimension == 0) share.dimension = cloud.dimension();
  if (share.dimension != cloud.dimension())
    throw Error(ErrorKind::badInput, "cannot join these files", path.string(),
                "its points have " + std::to_string(cloud.dimension()) + " coordinates, those of the files before " + std::to_string(share.dimension),
                "say which to take with --dim or --columns");
  const size_t before = share.rows.size() / size_t(share.dimension), after = before + cloud.size();
  const auto& rows = cloud.points().elements<double>();
  share.rows.insert(share.rows.end(), rows.begin(), rows.end());
  if (!withAttributes) return;
  const auto put = [&](std::string_view name, const AttributeValues& values) {
    auto column = std::ranges::find(share.attributes, name, &Attribute::name);
    if (column == share.attributes.end()) column = share.attributes.insert(column, Attribute{std::string(name), AttributeValues(values.type())});
    column->values.appendMissing(before);
    column->values.append(values);
  };
  for (const Attribute& attribute : cloud.attributes()) put(attribute.name, attribute.values);
  if (several) put(kSourceFile, sourceFileOf(cloud.size(), number));
  for (Attribute& attribute : share.attributes) attribute.values.appendMissing(after);
}

}  // namespace

Share readShare(std::span<const fs::path> files, std::span<const FileAbout> about, const ReadOptions& options, bool withAttributes,
                std::span<const FileRows> ranges, const StageContext& context, const ShareProgress& progress) {
  Share share;
  const bool anyWhole = std::ranges::any_of(ranges, &FileRows::whole);
  if (!anyWhole) {
    readByRows(files, about, options, ranges, context, progress, share);
    return share;
  }
  ReadOptions exact = options;
  exact.asInFile = true;
  exact.scalar = Scalar::float64;
  uint64_t bytes = 0;
  size_t filesRead = 0;
  for (const FileRows& each : ranges) {
    const fs::path& path = files[each.file];
    if (each.whole) {
      append(path, each.file, files.size() > 1, withAttributes, readCloud(path, exact, context.stop), share);
      bytes += about[each.file].bytes;
    } else {
      Share part;
      readByRows(files, about, options, std::span(&each, 1), context, {}, part);
      share.pointsInFile += part.pointsInFile, share.nonFinite += part.nonFinite;
      addRows(part.leftOut, part.rowsOfFiles, share);
      if (share.dimension == 0) share.dimension = part.dimension;
      share.rows.insert(share.rows.end(), part.rows.begin(), part.rows.end());
    }
    if (progress) progress(bytes, ++filesRead);
  }
  return share;
}

}  // namespace arete::ranks
