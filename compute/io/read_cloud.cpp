#include "compute/io/read_cloud.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <new>

#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/stream_rows.h"

namespace arete {

namespace {

constexpr uint64_t kReadChunk = 8 << 20;  // bytes between two looks at the stop token
constexpr uint64_t kPreviewBytes = 1 << 20;
constexpr uint64_t kHeadBytes = 1 << 20;  // of a file that is read piece by piece: room for its headers

constexpr std::string_view kCannotOpen = "cannot open this file";

[[noreturn]] void failReading(const std::filesystem::path& path, std::string_view reason) {
  throw Error(ErrorKind::io, kCannotOpen, path.string(), reason, "check the disk or the network share");
}

struct Buffer {
  std::unique_ptr<std::byte[]> bytes;
  uint64_t size = 0;
  std::span<const std::byte> content() const { return {bytes.get(), size}; }
};

/// At most `limit` bytes of a regular file. A file that is shorter than it was when opened gives what it has.
Buffer load(const std::filesystem::path& path, uint64_t limit, const std::stop_token& stop, const ReadProgressFunction& progress) {
  std::ifstream stream = openToRead(path, kCannotOpen);
  std::error_code error;
  const uint64_t total = std::filesystem::file_size(path, error);
  if (error) failReading(path, error.message());
  Buffer buffer{std::make_unique_for_overwrite<std::byte[]>(std::min(total, limit)), 0};
  const uint64_t wanted = std::min(total, limit);
  while (buffer.size < wanted) {
    if (stop.stop_requested()) throw Cancelled{};
    stream.read(reinterpret_cast<char*>(buffer.bytes.get() + buffer.size), std::streamsize(std::min(kReadChunk, wanted - buffer.size)));
    if (stream.bad()) failReading(path, "reading failed after byte " + std::to_string(buffer.size));
    buffer.size += uint64_t(stream.gcount());
    if (progress) progress({buffer.size / 2, total, 0});
    if (!stream) break;
  }
  return buffer;
}

const FormatInfo& formatOf(const Source& source) {
  for (const FormatInfo& format : readableFormats())
    if (format.recognises && format.recognises(source.head())) return format;
  const std::string extension = source.extension();
  for (const FormatInfo& format : readableFormats())
    if (std::ranges::find(format.extensions, extension) != format.extensions.end()) return format;
  return *std::ranges::find(readableFormats(), "text", &FormatInfo::id);  // the text reader says what is wrong with what is no text
}

void checkOptions(const Source& source) {
  const ReadOptions& options = source.options();
  if (options.dimension && (*options.dimension < 1 || *options.dimension > kMaxDimension))
    source.refuseOption("the dimension " + std::to_string(*options.dimension) + " is out of range", "it is 1 to 16");
  if (options.skipLines && *options.skipLines < 0) source.refuseOption("a negative number of lines cannot be skipped", "give 0 or more");
}

/// Nothing but Error and Cancelled leaves: whatever a file does to memory is told as an Error.
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
  return formatOf(source).read(source);
}

std::vector<std::byte> headOf(const DiskFile& file) {
  std::vector<std::byte> head(std::min<uint64_t>(file.size(), kHeadBytes));
  file.read(0, head);
  return head;
}

}  // namespace

CloudFile readCloud(std::span<const std::byte> content, std::string_view name, const ReadOptions& options, std::stop_token stop,
                    const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  return guarded(name, [&] { return readSource({content, name, options, std::move(stop), progress, sample, false}); });
}

CloudFile readCloud(const std::filesystem::path& path, const ReadOptions& options, std::stop_token stop, const ReadProgressFunction& progress,
                    const ReadSampleFunction& sample) {
  const std::string name = path.string();
  return guarded(name, [&] {
    try {
      openToRead(path, kCannotOpen);  // says best why it cannot be
      const DiskFile file = DiskFile::openToRead(path);
      return readSource({headOf(file), file, nullptr, name, options, stop, progress, sample});
    } catch (const NeedsWhole&) {
      const Buffer buffer = load(path, UINT64_MAX, stop, progress);
      return readSource({buffer.content(), name, options, stop, progress, sample, true});
    }
  });
}

CloudFile streamRows(const RowStreaming& streaming, const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop,
                     const ReadProgressFunction& progress) {
  const std::string name = path.string();
  return guarded(name, [&] {
    const ReadSampleFunction noSample;
    return readSource({headOf(streaming.file), streaming.file, &streaming, name, options, stop, progress, noSample});
  });
}

TextPreview previewText(const std::filesystem::path& path, const ReadOptions& options) {
  const std::string name = path.string();
  return guarded(name, [&] {
    const Buffer buffer = load(path, kPreviewBytes, {}, {});
    const ReadProgressFunction noProgress;
    const ReadSampleFunction noSample;
    const Source source(buffer.content(), name, options, {}, noProgress, noSample, false);
    checkOptions(source);
    refuseKnown(source);
    return previewText(source);
  });
}

}  // namespace arete
