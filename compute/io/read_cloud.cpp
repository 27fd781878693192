#include "compute/io/read_cloud.h"

#include <algorithm>
#include <memory>
#include <new>

#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/settle_crs.h"
#include "compute/io/read/spool.h"
#include "compute/io/read/stream_rows.h"

namespace arete {

namespace {

constexpr uint64_t kReadChunk = 8 << 20;  // bytes between two looks at the stop token
constexpr uint64_t kPreviewBytes = 1 << 20;
constexpr uint64_t kHeadBytes = 1 << 20;  // of a file that is read piece by piece: room for its headers

constexpr std::string_view kCannotOpen = "cannot open this file";

struct Buffer {
  std::unique_ptr<std::byte[]> bytes;
  uint64_t size = 0;
  std::span<const std::byte> content() const { return {bytes.get(), size}; }
};

Buffer load(const DiskFile& file, const std::stop_token& stop, const ReadProgressFunction& progress) {
  const uint64_t total = file.size();
  Buffer buffer{std::make_unique_for_overwrite<std::byte[]>(total), total};
  for (uint64_t at = 0; at < total; at += kReadChunk) {
    if (stop.stop_requested()) throw Cancelled{};
    file.read(at, std::span(buffer.bytes.get() + at, std::min(kReadChunk, total - at)));
    if (progress) progress({at / 2, total, 0});
  }
  return buffer;
}

/// The beginning of a regular file.
Buffer loadHead(const std::filesystem::path& path) {
  openToRead(path, kCannotOpen);
  const DiskFile file = DiskFile::openToRead(path);
  const uint64_t size = std::min(file.size(), kPreviewBytes);
  Buffer buffer{std::make_unique_for_overwrite<std::byte[]>(size), size};
  file.read(0, std::span(buffer.bytes.get(), size));
  return buffer;
}

const FormatInfo& formatOf(const Source& source) {
  for (const FormatInfo& format : readableFormats())
    if (format.recognises && format.recognises(source.head())) return format;
  const std::string extension = source.extension();
  for (const FormatInfo& format : readableFormats())
    if (std::ranges::find(format.extensions, extension) != format.extensions.end()) return format;
  return *std::ranges::find(readableFormats(), "text", &FormatInfo::id);  // the text reader explains what is wrong with other files
}

void checkOptions(const Source& source) {
  const ReadOptions& options = source.options();
  if (options.dimension && (*options.dimension < 1 || *options.dimension > kMaxDimension))
    source.refuseOption("the dimension " + std::to_string(*options.dimension) + " is out of range", "it is 1 to 16");
  if (options.skipLines && *options.skipLines < 0) source.refuseOption("a negative number of lines cannot be skipped", "give 0 or more");
}

DiskFile opened(const std::filesystem::path& path, const std::stop_token& stop) {
  if (namesPipe(path)) return spooled(path, stop);
  openToRead(path, kCannotOpen);  // says best why it cannot be
  return DiskFile::openToRead(path);
}

/// Throws only Error and Cancelled: running out of memory becomes an Error.
template <class F>
auto guarded(std::string_view name, F&& f) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::outOfMemory, "cannot read this file", name, "there is not enough memory for its points",
                "close other programs, or thin the file out");
  } catch (const std::length_error&) {
    throw Error(ErrorKind::outOfMemory, "cannot read this file", name, "it asks for more memory than a program can have", "thin the file out");
  }
}

CloudFile readSource(const Source& source) {
  checkOptions(source);
  refuseKnown(source);
  const FormatInfo& format = formatOf(source);
  if (source.options().maxPoints && format.id != "las" && format.id != "laz") source.refuseLevels();
  return format.read(source);
}

std::vector<std::byte> headOf(const DiskFile& file) {
  std::vector<std::byte> head(std::min<uint64_t>(file.size(), kHeadBytes));
  file.read(0, head);
  return head;
}

}  // namespace

CloudFile readCloud(std::span<const std::byte> content, std::string_view name, const ReadOptions& options, std::stop_token stop,
                    const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  CloudFile file = guarded(name, [&] { return readSource({content, name, options, std::move(stop), progress, sample, false}); });
  guarded(name, [&] { return settleCrs(options, {}, file); });
  return file;
}

CloudFile readCloud(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop, const ReadProgressFunction& progress,
                    const ReadSampleFunction& sample) {
  const std::string name = path.string();
  CloudFile file = guarded(name, [&] {
    const DiskFile disk = opened(path, stop);
    try {
      return readSource({headOf(disk), disk, nullptr, name, options, stop, progress, sample});
    } catch (const NeedsWhole&) {
      const Buffer buffer = load(disk, stop, progress);
      return readSource({buffer.content(), name, options, stop, progress, sample, true});
    }
  });
  guarded(name, [&] { return settleCrs(options, path, file); });
  return file;
}

CloudFile streamRows(const RowStreaming& streaming, const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop,
                     const ReadProgressFunction& progress) {
  const std::string name = path.string();
  CloudFile file = guarded(name, [&] {
    const ReadSampleFunction noSample;
    return readSource({headOf(streaming.file), streaming.file, &streaming, name, options, stop, progress, noSample});
  });
  guarded(name, [&] { return settleCrs(options, path, file); });
  return file;
}

/// What `f` makes of the beginning of a file.
template <class F>
static auto ofHead(const std::filesystem::path& path, const ReadOptions& options, F&& f) {
  const std::string name = path.string();
  return guarded(name, [&] {
    const Buffer buffer = loadHead(path);
    const ReadProgressFunction noProgress;
    const ReadSampleFunction noSample;
    return f(Source(buffer.content(), name, options, {}, noProgress, noSample, false));
  });
}

const FormatInfo& readableFormat(const std::filesystem::path& path) {
  return *ofHead(path, {}, [](const Source& source) { return &formatOf(source); });
}

TextPreview previewText(const std::filesystem::path& path, const ReadOptions& options) {
  return ofHead(path, options, [](const Source& source) {
    checkOptions(source);
    refuseKnown(source);
    return previewText(source);
  });
}

}  // namespace arete
